package corpus

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// loadCases reads .rec files that the tests of this package alone need.
func loadCases[T any](t *testing.T, decode func(*entry) (T, error), names ...string) (cases []T) {
	t.Helper()
	for _, name := range names {
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		more, err := decodeAll(name, string(content), decode)
		require.NoError(t, err)
		cases = append(cases, more...)
	}
	return cases
}

func positionCases(t *testing.T) []positionCase {
	return loadCases(t, decodePosition, "positions/codex.rec", "positions/adiukh.rec", "positions/ukrainian.rec")
}

func wordCases(t *testing.T) []wordCase { return loadCases(t, decodeWord, "words.rec") }

// A mark stands twice where it means two things.
func markCases(t *testing.T) []markCase { return loadCases(t, decodeMark, "marks.rec") }

// positionCase is a position of a rule book, all its legal moves, and what
// else the book says of it.
type positionCase struct {
	Name    string
	Variant record.Variant
	Source  string
	Note    string        // what had to be deduced, and from what
	Text    string        // as printed, "" where the book has only a picture
	Repairs []record.Code // what must be repaired in Text
	Start   bool          // it is the variant's starting position
	FEN     string
	Moves   []moveCase // all legal moves, in the order of their texts
	Refuse  []refuseCase
	Lines   []lineCase
}

// moveCase is a legal move.
type moveCase struct {
	Full    string   // its text in full
	After   string   // FEN of the position after it
	Written []string // how the book writes it, if it does
}

// refuseCase is a word that must not be played.
type refuseCase struct {
	Word string
	Code record.Code // illegal-move, ambiguous-move
}

// lineCase is a line of moves.
type lineCase struct {
	Words []string // as printed
	Final string   // FEN
	Over  bool
	Score *[2]int // Adiukh's points, White first, where the line ends the game
}

// wordCase is a move word of a rule book and what it must be read as.
type wordCase struct {
	Word       string
	Source     string
	Note       string
	Unreadable bool
	Steps      []string // "d8D" has a promotion mark; a file or a number may stand alone
	Separator  record.Separator
	Repairs    []record.Code // without repeats, in alphabetical order
}

// markCase is a mark that a rule book puts behind a move.
type markCase struct {
	Mark, Means, Source, Note string
}

func decodePosition(e *entry) (positionCase, error) {
	var c positionCase
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
				c.Moves = append(c.Moves, moveCase{parts[0], parts[1], parts[2:]})
			}
			return err
		},
		"refuse": func(v string) error {
			parts, err := columns(v, 2, 2)
			if err == nil {
				c.Refuse = append(c.Refuse, refuseCase{parts[0], record.Code(parts[1])})
			}
			return err
		},
		"line": func(v string) error {
			parts, err := columns(v, 2, 4)
			if err != nil {
				return err
			}
			l := lineCase{Words: strings.Fields(parts[0]), Final: parts[1]}
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

func decodeWord(e *entry) (wordCase, error) {
	var c wordCase
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

func decodeMark(e *entry) (markCase, error) {
	var c markCase
	err := e.decode("mark", map[string]func(string) error{
		"mark":   text(&c.Mark),
		"means":  text(&c.Means),
		"source": text(&c.Source),
		"note":   text(&c.Note),
	}, "means", "source")
	return c, err
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
