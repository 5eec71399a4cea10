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

//go:embed games.rec words.rec marks.rec openings.rec compositions.rec positions games
var files embed.FS

// FS returns the files of the corpus: games/VARIANT/NAME.txt, as the books
// print them, and the .rec files with what must come of them.
func FS() fs.FS { return files }

// GameCase is a game of a rule book and what judging it must come to.
type GameCase struct {
	Name    string
	File    string // the path of Text in FS, such as "games/lasca/codex-2.3-columns.txt"
	Text    string // as printed
	Variant record.Variant
	Source  string // the paragraph, such as "Codex 1.10"
	Note    string

	White, Black string // "" where the book names none
	Start        string // FEN; "" for the starting position
	Verdict      string // legal, repaired, illegal, unreadable
	Moves        []string
	Final        string // FEN, after Moves
	Over         bool   // the side to move in Final has no move
	Outcome      string // "1-0", "0-1", "1/2-1/2", "17:7"; "" where the record says none
	Manner       string // "resigned", "on time" or ""
	Score        *[2]int
	Faults       []FaultCase
	After        []AfterCase // positions on the way that the book shows or speaks of
}

// FaultCase is a fault that must be found.
type FaultCase struct {
	Ply     int // from 1
	Code    record.Code
	Word    string // as written
	Suggest string // the move in full that must be suggested, "" for none in particular
}

// AfterCase is the position after a number of plies.
type AfterCase struct {
	Ply int
	FEN string
}

// PositionCase is a position of a rule book, all its legal moves, and what
// else the book says of it.
type PositionCase struct {
	Name    string
	Variant record.Variant
	Source  string
	Note    string        // what had to be deduced, and from what
	Text    string        // as printed, "" where the book has only a picture
	Repairs []record.Code // what must be repaired in Text
	Start   bool          // it is the variant's starting position
	FEN     string
	Moves   []MoveCase // all legal moves, in the order of their texts
	Refuse  []RefuseCase
	Lines   []LineCase
}

// MoveCase is a legal move.
type MoveCase struct {
	Full    string   // its text in full
	After   string   // FEN of the position after it
	Written []string // how the book writes it, if it does
}

// RefuseCase is a word that must not be played.
type RefuseCase struct {
	Word string
	Code record.Code // illegal-move, ambiguous-move
}

// LineCase is a line of moves.
type LineCase struct {
	Words []string // as printed
	Final string   // FEN
	Over  bool
	Score *[2]int // Adiukh's points, White first, where the line ends the game
}

// WordCase is a move word of a rule book and what it must be read as.
type WordCase struct {
	Word       string
	Source     string
	Note       string
	Unreadable bool
	Steps      []string // "d8D" has a promotion mark; a file or a number may stand alone
	Separator  record.Separator
	Repairs    []record.Code // without repeats, in alphabetical order
}

// MarkCase is a mark that a rule book puts behind a move.
type MarkCase struct {
	Mark, Means, Source, Note string
}

// OpeningCase is a line of moves that has a name.
type OpeningCase struct {
	Name    string
	Variant record.Variant
	Source  string // the games that bear the name
	Note    string
	Moves   []string // in full, from the start of the game
}

// Games returns the games of the rule books.
func Games() []GameCase { return slices.Clone(must(loadGames())) }

// Positions returns the positions of the rule books, book by book.
func Positions() []PositionCase { return slices.Clone(must(loadPositions())) }

// Words returns the move words of the rule books.
func Words() []WordCase { return slices.Clone(must(loadWords())) }

// Marks returns the marks of the rule books. A mark stands twice where it
// means two things.
func Marks() []MarkCase { return slices.Clone(must(loadMarks())) }

// Openings returns the lines that have a name. The position at the
// end has the name, and no other.
func Openings() []OpeningCase { return slices.Clone(must(loadOpenings())) }

// must panics on an error, for the files are part of the program: a wrong one
// is a mistake in it, which the package's tests find.
func must[T any](v T, err error) T {
	if err != nil {
		panic("corpus: " + err.Error())
	}
	return v
}

var loadGames = sync.OnceValues(func() ([]GameCase, error) {
	return load([]string{"games.rec"}, decodeGame)
})

var loadPositions = sync.OnceValues(func() ([]PositionCase, error) {
	return load([]string{"positions/codex.rec", "positions/adiukh.rec", "positions/ukrainian.rec"}, decodePosition)
})

var loadWords = sync.OnceValues(func() ([]WordCase, error) {
	return load([]string{"words.rec"}, decodeWord)
})

var loadMarks = sync.OnceValues(func() ([]MarkCase, error) {
	return load([]string{"marks.rec"}, decodeMark)
})

var loadOpenings = sync.OnceValues(func() ([]OpeningCase, error) {
	return load([]string{"openings.rec"}, decodeOpening)
})

func load[T any](names []string, decode func(*entry) (T, error)) ([]T, error) {
	var cases []T
	for _, name := range names {
		b, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		entries, err := splitEntries(name, string(b))
		if err != nil {
			return nil, err
		}
		for i := range entries {
			c, err := decode(&entries[i])
			if err != nil {
				return nil, err
			}
			cases = append(cases, c)
		}
	}
	return cases, nil
}

func decodeGame(e *entry) (GameCase, error) {
	var c GameCase
	err := e.decode("game", map[string]func(string) error{
		"game": text(&c.Name),
		"file": func(v string) error {
			b, err := files.ReadFile(v)
			c.File, c.Text = v, string(b)
			return err
		},
		"variant": variant(&c.Variant),
		"source":  text(&c.Source),
		"note":    text(&c.Note),
		"white":   text(&c.White),
		"black":   text(&c.Black),
		"start":   text(&c.Start),
		"verdict": text(&c.Verdict),
		"moves":   words(&c.Moves),
		"final":   text(&c.Final),
		"over":    yes(&c.Over),
		"outcome": text(&c.Outcome),
		"manner":  text(&c.Manner),
		"score":   score(&c.Score),
		"fault": func(v string) error {
			parts, err := columns(v, 3, 4)
			if err != nil {
				return err
			}
			f := FaultCase{Code: record.Code(parts[1]), Word: parts[2]}
			if len(parts) > 3 {
				f.Suggest = parts[3]
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
			c.After = append(c.After, AfterCase{n, parts[1]})
			return err
		},
	}, "file", "variant", "source", "verdict", "moves", "final", "over")
	if err == nil && strings.TrimSuffix(path.Base(c.File), path.Ext(c.File)) != c.Name {
		err = fmt.Errorf("%s:%d: game %s has the file %s", e.file, e.line, c.Name, c.File)
	}
	return c, err
}

func decodePosition(e *entry) (PositionCase, error) {
	var c PositionCase
	err := e.decode("position", map[string]func(string) error{
		"position": text(&c.Name),
		"variant":  variant(&c.Variant),
		"source":   text(&c.Source),
		"note":     text(&c.Note),
		"text":     text(&c.Text),
		"repairs":  codes(&c.Repairs),
		"start":    yes(&c.Start),
		"fen":      text(&c.FEN),
		"move": func(v string) error {
			parts, err := columns(v, 2, 0)
			if err == nil {
				c.Moves = append(c.Moves, MoveCase{parts[0], parts[1], parts[2:]})
			}
			return err
		},
		"refuse": func(v string) error {
			parts, err := columns(v, 2, 2)
			if err == nil {
				c.Refuse = append(c.Refuse, RefuseCase{parts[0], record.Code(parts[1])})
			}
			return err
		},
		"line": func(v string) error {
			parts, err := columns(v, 2, 4)
			if err != nil {
				return err
			}
			l := LineCase{Words: strings.Fields(parts[0]), Final: parts[1]}
			if len(parts) > 2 {
				if parts[2] != "over" {
					return fmt.Errorf("%q; expected over", parts[2])
				}
				l.Over = true
			}
			if len(parts) > 3 {
				err = score(&l.Score)(parts[3])
			}
			c.Lines = append(c.Lines, l)
			return err
		},
	}, "variant", "source", "fen")
	return c, err
}

func decodeWord(e *entry) (WordCase, error) {
	var c WordCase
	err := e.decode("word", map[string]func(string) error{
		"word":       text(&c.Word),
		"source":     text(&c.Source),
		"note":       text(&c.Note),
		"unreadable": yes(&c.Unreadable),
		"steps":      words(&c.Steps),
		"sign": func(v string) error {
			var ok bool
			c.Separator, ok = map[string]record.Separator{
				"none": record.NoSeparator, "-": record.Quiet, ":": record.Take,
			}[v]
			if !ok {
				return fmt.Errorf("%q; expected -, : or none", v)
			}
			return nil
		},
		"repairs": codes(&c.Repairs),
	}, "source")
	if err == nil && c.Unreadable == (len(c.Steps) > 0) {
		err = fmt.Errorf("%s:%d: word %s: expected either steps or \"unreadable: yes\"", e.file, e.line, c.Word)
	}
	return c, err
}

func decodeMark(e *entry) (MarkCase, error) {
	var c MarkCase
	err := e.decode("mark", map[string]func(string) error{
		"mark":   text(&c.Mark),
		"means":  text(&c.Means),
		"source": text(&c.Source),
		"note":   text(&c.Note),
	}, "means", "source")
	return c, err
}

func decodeOpening(e *entry) (OpeningCase, error) {
	var c OpeningCase
	err := e.decode("opening", map[string]func(string) error{
		"opening": text(&c.Name),
		"variant": variant(&c.Variant),
		"source":  text(&c.Source),
		"note":    text(&c.Note),
		"moves":   words(&c.Moves),
	}, "variant", "source", "moves")
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
		*to = append(*to, strings.Fields(value)...)
		return nil
	}
}

func codes(to *[]record.Code) func(string) error {
	return func(value string) error {
		for code := range strings.FieldsSeq(value) {
			*to = append(*to, record.Code(code))
		}
		slices.Sort(*to)
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
