// Package corpus holds the games, positions, move words and marks that the
// rule books print, as plain files with what must come of each, and the lines of
// moves that have a name. They are
// embedded, so that the tests of other packages and the command's examples can
// use them.
//
// Read first: README.md in this folder, which says how the files are written
// and how to add to them. What is expected was worked out from the books'
// paragraphs and checked by a separate, slow program; it never comes from the
// code that is tested by it.
package corpus

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/stolb/stolb/record"
)

//go:embed games.rec openings.rec compositions.rec damage.rec games
var files embed.FS

// FS returns the files of the corpus: games/VARIANT/NAME.txt, as the books
// print them, and the .rec files with what must come of them.
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

// Openings returns the lines that have a name. The position at the
// end has the name, and no other.
func Openings() []Case { return slices.Clone(openings()) }

// Compositions returns the compositions of the rule books.
func Compositions() []Case { return slices.Clone(compositions()) }

var (
	games        = loader("game", "file", "variant", "source", "verdict", "moves", "final", "over")
	openings     = loader("opening", "variant", "source", "moves")
	compositions = loader("composition", "source", "variant", "position", "solution", "verdict")
)

// loader returns a function that returns the cases of the file of a kind, each of
// which must have the needed fields. It panics on an error, for the files are part of
// the program: a wrong one is a mistake in it, which the package's tests find.
func loader(kind string, needed ...string) func() []Case {
	return sync.OnceValue(func() []Case {
		content, err := files.ReadFile(kind + "s.rec")
		if err != nil {
			panic("corpus: " + err.Error())
		}
		cases, err := decodeAll(kind+"s.rec", string(content), func(e *entry) (Case, error) {
			return decodeCase(e, kind, needed)
		})
		if err != nil {
			panic("corpus: " + err.Error())
		}
		return cases
	})
}

// decodeAll reads the entries of a .rec file with the decoder for one.
func decodeAll[T any](name, content string, decode func(*entry) (T, error)) ([]T, error) {
	entries, err := splitEntries(name, content)
	if err != nil {
		return nil, err
	}
	cases := make([]T, len(entries))
	for i := range entries {
		if cases[i], err = decode(&entries[i]); err != nil {
			return nil, err
		}
	}
	return cases, nil
}

func decodeCase(e *entry, kind string, needed []string) (Case, error) {
	var c Case
	err := e.decode(kind, map[string]func(string) error{
		kind: text(&c.Name),
		"file": func(v string) error {
			b, err := files.ReadFile(v)
			c.File, c.Text = v, string(b)
			return err
		},
		"variant":  variant(&c.Variant),
		"source":   text(&c.Source),
		"note":     text(&c.Note),
		"white":    text(&c.White),
		"black":    text(&c.Black),
		"start":    text(&c.Start),
		"verdict":  text(&c.Verdict),
		"moves":    words(&c.Moves),
		"final":    text(&c.Final),
		"over":     yes(&c.Over),
		"outcome":  text(&c.Outcome),
		"manner":   text(&c.Manner),
		"score":    score(&c.Score),
		"position": text(&c.Position),
		"solution": text(&c.Solution),
		"written":  text(&c.Written),
		"fault": func(v string) error {
			if kind == "composition" {
				c.Fault = record.Code(v)
				return nil
			}
			parts, err := columns(v, 3, 4)
			if err != nil {
				return err
			}
			f := record.Fault{Code: record.Code(parts[1]), Word: parts[2]}
			if len(parts) > 3 {
				f.Suggestions = parts[3:]
			}
			f.Ply, err = strconv.Atoi(parts[0])
			c.Faults = append(c.Faults, f)
			return err
		},
		"after": func(v string) error {
			parts, err := columns(v, 2, 2)
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(parts[0])
			if c.After == nil {
				c.After = make(map[int]string)
			}
			c.After[n] = parts[1]
			return err
		},
	}, needed...)
	switch {
	case err != nil:
	case kind == "game" && strings.TrimSuffix(path.Base(c.File), path.Ext(c.File)) != c.Name:
		err = fmt.Errorf("%s:%d: game %s has the file %s", e.file, e.line, c.Name, c.File)
	case strings.HasSuffix(c.Position, "/"): // with which the position ends
		c.Text = c.Position + " " + c.Solution + "\n"
	case c.Position != "":
		c.Text = c.Position + "\n" + c.Solution + "\n"
	}
	return c, err
}

func variant(to *record.Variant) func(string) error {
	return func(value string) (err error) {
		*to, err = record.ParseVariant(value)
		return err
	}
}

func words(to *[]string) func(string) error {
	return func(value string) error {
		more := strings.Fields(value)
		if len(more) == 0 {
			return fmt.Errorf("nothing")
		}
		*to = append(*to, more...)
		return nil
	}
}

func score(to **[2]int) func(string) error {
	return func(value string) error {
		white, black, found := strings.Cut(value, ":")
		w, err1 := strconv.Atoi(white)
		b, err2 := strconv.Atoi(black)
		if !found || err1 != nil || err2 != nil {
			return fmt.Errorf("%q; expected White's points, a colon, Black's points", value)
		}
		*to = &[2]int{w, b}
		return nil
	}
}
