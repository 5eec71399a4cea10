// Package corpus holds the games, positions, move words and marks that the rule books print, as
// plain files with their expected verdicts, and the named lines of moves. They are embedded for the
// tests of other packages and the command's examples.
//
// Read first: README.md in this folder, which describes the format of the files and how to add to
// them. The expected values were derived from the books' paragraphs and checked by a separate, slow
// program; they never come from the code under test.
package corpus

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/stolb/stolb/record"
)

//go:embed games.toml openings.toml compositions.toml damage.toml games
var files embed.FS

// FS returns the files of the corpus: games/VARIANT/NAME.txt, as printed in the books, and the
// .toml files with the expected results.
func FS() fs.FS { return files }

// Case is a game, a composition or an opening of a rule book, with the expected results of judging
// it. Fields that its kind does not have, or the book does not give, are empty.
type Case struct {
	Name    string
	Variant record.Variant
	Source  string // the paragraph, such as "Codex 1.10"; of an opening the games that bear the name
	Note    string
	File    string // the path of Text in FS, such as "games/lasca/codex-2.3-columns.txt"
	Text    string // as printed; of a composition Position and Solution

	White, Black string
	Start        string   // FEN; "" for the starting position
	Verdict      string   // legal, repaired, illegal, unreadable
	Moves        []string // in full
	Final        string   // FEN, after Moves
	Over         bool     // the side to move in Final has no move
	Outcome      string   // "1-0", "0-1", "1/2-1/2", "17:7"
	Manner       string   // "resigned" or "on time"
	Score        *[2]int
	Faults       []record.Fault // Ply, Code, Word, and the suggestion that must come first
	After        map[int]string // FENs printed in the book, by the number of plies before them

	Position string      // of a composition, as printed, on one line
	Solution string      // in abbreviated notation, as printed
	Fault    record.Code // the fault that stops a composition
	Written  string      // the solution as it must be written, if it is legal
}

// Games returns the games of the rule books.
func Games() []Case { return cases("game") }

// Openings returns the named lines; a name belongs only to the final position of its line.
func Openings() []Case { return cases("opening") }

// Compositions returns the compositions of the rule books.
func Compositions() []Case { return cases("composition") }

// cases reads the file of a kind. It panics on an error: the files are part of the program, and the
// package's tests find mistakes in them.
func cases(kind string) (all []Case) {
	for _, w := range load[writtenCase](files, kind, kind+"s.toml") {
		c, err := w.Case, error(nil)
		c.Moves = strings.Fields(w.Moves)
		if c.Variant, err = record.ParseVariant(w.Variant); err == nil && c.File != "" {
			var text []byte
			text, err = files.ReadFile(c.File)
			c.Text = string(text)
		}
		c.After = make(map[int]string)
		for ply, fen := range w.After {
			n, wrong := strconv.Atoi(ply)
			c.After[n], err = fen, cmp.Or(err, wrong)
		}
		switch {
		case err != nil:
			panic("corpus: " + c.Name + ": " + err.Error())
		case strings.HasSuffix(c.Position, "/"): // the position ends with it
			c.Text = c.Position + " " + c.Solution + "\n"
		case c.Position != "":
			c.Text = c.Position + "\n" + c.Solution + "\n"
		}
		all = append(all, c)
	}
	return all
}

// writtenCase is a case in the form of the files.
type writtenCase struct {
	Case
	Variant, Moves string
	After          map[string]string // by the number of plies
}

// load returns a file's tables of a kind. It panics on an error, and on a key unknown to the kind.
func load[T any](files fs.FS, kind, name string) []T {
	var all map[string][]T
	meta, err := toml.DecodeFS(files, name, &all)
	if unknown := meta.Undecoded(); err == nil && len(unknown) > 0 {
		err = fmt.Errorf("no field %v in a %s", unknown[0], kind)
	}
	if err != nil {
		panic("corpus: " + name + ": " + err.Error())
	}
	return all[kind]
}
