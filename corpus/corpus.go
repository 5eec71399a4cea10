// Package corpus holds the games, positions, move words and marks that the rule books print, as
// plain files with what must come of each, and the lines of moves that have a name. They are
// embedded, so that the tests of other packages and the command's examples can use them.
//
// Read first: README.md in this folder, which says how the files are written and how to add to
// them. What is expected was worked out from the books' paragraphs and checked by a separate,
// slow program; it never comes from the code that is tested by it.
package corpus

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"github.com/stolb/stolb/record"
)

//go:embed games.toml openings.toml compositions.toml damage.toml games
var files embed.FS

// FS returns the files of the corpus: games/VARIANT/NAME.txt, as the books
// print them, and the .toml files with what must come of them.
func FS() fs.FS { return files }

// Case is a game, a composition or an opening of a rule book, and what judging it
// must come to. What a kind does not have, or the book does not say, is empty.
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
	After        map[int]string // FENs that the book shows, by the number of plies before

	Position string      // of a composition, as printed, a line
	Solution string      // in abbreviated notation, as printed
	Fault    record.Code // that stops a composition
	Written  string      // the solution as it is to be written, where it is legal
}

// Games returns the games of the rule books.
func Games() []Case { return slices.Clone(games()) }

// Openings returns the lines that have a name, which is that of the position at the end alone.
func Openings() []Case { return slices.Clone(openings()) }

// Compositions returns the compositions of the rule books.
func Compositions() []Case { return slices.Clone(compositions()) }

var (
	games        = sync.OnceValue(func() []Case { return cases("game") })
	openings     = sync.OnceValue(func() []Case { return cases("opening") })
	compositions = sync.OnceValue(func() []Case { return cases("composition") })
)

// cases reads the cases of the file of a kind. It panics on an error, for the files are
// part of the program: a wrong one is a mistake in it, which the package's tests find.
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
		case strings.HasSuffix(c.Position, "/"): // with which the position ends
			c.Text = c.Position + " " + c.Solution + "\n"
		case c.Position != "":
			c.Text = c.Position + "\n" + c.Solution + "\n"
		}
		all = append(all, c)
	}
	return all
}

// writtenCase is a case as a file has it.
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
