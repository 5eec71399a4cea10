package corpus

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// positionCases reads the cases of positions, which only this package's tests need.
func positionCases(t *testing.T) (all []positionCase) {
	for _, book := range []string{"codex", "adiukh", "ukrainian"} {
		type written struct {
			positionCase
			Variant string
			Moves   [][]string // in full, the FEN after it, as printed
		}
		for _, w := range load[written](os.DirFS("."), "position", "positions/"+book+".toml") {
			c := w.positionCase
			var err error
			c.Variant, err = record.ParseVariant(w.Variant)
			require.NoError(t, err)
			for _, m := range w.Moves {
				require.GreaterOrEqual(t, len(m), 2)
				c.Moves = append(c.Moves, moveCase{m[0], m[1], m[2:]})
			}
			slices.Sort(c.Repairs)
			all = append(all, c)
		}
	}
	return all
}

func wordCases(t *testing.T) (all []wordCase) {
	type written struct {
		wordCase
		Steps, Sign string
	}
	signs := map[string]record.Separator{"": record.NoSeparator, "none": record.NoSeparator, "-": record.Quiet, ":": record.Take}
	for _, w := range load[written](os.DirFS("."), "word", "words.toml") {
		c := w.wordCase
		require.Contains(t, signs, w.Sign)
		c.Steps, c.Separator = strings.Fields(w.Steps), signs[w.Sign]
		require.NotEqual(t, c.Unreadable, len(c.Steps) > 0, "%s: either steps or unreadable = true", c.Text)
		slices.Sort(c.Repairs)
		all = append(all, c)
	}
	return all
}

// A mark with two meanings occurs twice.
func markCases(*testing.T) []markCase { return load[markCase](os.DirFS("."), "mark", "marks.toml") }

// TestLoad loads invalid files.
func TestLoad(t *testing.T) {
	for text, why := range map[string]string{
		"[[mark]]\ncolour = \"red\"\n":             "corpus: x.toml: no field mark.colour in a mark",
		"[[mark]]\nmeans = \"a\"\nmeans = \"b\"\n": `corpus: x.toml: toml: line 3 (last key "mark.means"): Key 'mark.means' has already been defined.`,
	} {
		file := fstest.MapFS{"x.toml": {Data: []byte(text)}}
		require.PanicsWithValue(t, why, func() { load[markCase](file, "mark", "x.toml") })
	}
}

func TestDamages(t *testing.T) {
	by := map[string]int{}
	for _, d := range load[Damage](files, "damage", "damage.toml") {
		require.NotEmpty(t, d.Name)
		by[d.By]++
		for what, rate := range d.Rates {
			require.True(t, rate > 0 && rate <= 1, "%s: the rate of %s", d.Name, what)
		}
		for c, as := range d.Hand {
			require.True(t, len(c) == 1 && len(as) == 1 && d.Rates[c] > 0, "%s: %s", d.Name, c)
		}
		require.Zero(t, len(d.Replace)%2+len(d.Numeric)%2, d.Name)
	}
	require.ElementsMatch(t, []string{"generate", "measure", "respelling", "text"}, slices.Collect(maps.Keys(by)))
}

// positionCase is a position of a rule book, all its legal moves, and the book's other statements
// about it.
type positionCase struct {
	Name    string
	Variant record.Variant
	Source  string
	Note    string        // what had to be deduced, and from what
	Text    string        // as printed, "" if the book has only a picture
	Repairs []record.Code // repairs needed in Text
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
	Written []string // the book's spellings, if any
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
	Score *[2]int // Adiukh's points, White first, if the line ends the game
}

// wordCase is a move word of a rule book and its expected reading.
type wordCase struct {
	Text       string
	Source     string
	Note       string
	Unreadable bool
	Steps      []string // "d8D" has a promotion mark; a file or a number may be alone
	Separator  record.Separator
	Repairs    []record.Code // without repeats, in alphabetical order
}

// markCase is a mark that a rule book puts after a move.
type markCase struct {
	Text, Means, Source, Note string
}
