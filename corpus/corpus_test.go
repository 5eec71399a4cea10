package corpus

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// checkFEN checks that a FEN is parsed and written back unchanged.
func checkFEN(t *testing.T, v record.Variant, fen string) record.Position {
	t.Helper()
	p, err := record.ParseFEN(v, fen)
	require.NoError(t, err, fen)
	require.Equal(t, fen, p.FEN())
	return p
}

// checkSource checks that a case names a rule book's paragraph.
func checkSource(t *testing.T, source string) {
	t.Helper()
	for one := range strings.SplitSeq(source, "; ") {
		named := slices.ContainsFunc([]string{"Codex ", "Adiukh", "Ukrainian rules ", "Lasker, The Rules of Lasca (1911)"}, func(book string) bool {
			return strings.HasPrefix(one, book)
		})
		require.True(t, named, "source %q", source)
	}
}

// TestFiles checks that the files are well-formed and consistent.
func TestFiles(t *testing.T) {
	names := make(map[string]bool)
	once := func(t *testing.T, kind, name string) {
		require.False(t, names[kind+name], "%s %s stands twice", kind, name)
		names[kind+name] = true
	}
	of := make(map[string]bool) // the texts that have a case
	for _, c := range Games() {
		t.Run(c.Name, func(t *testing.T) {
			once(t, "game", c.Name)
			of[c.File] = true
			require.Equal(t, c.Name, strings.TrimSuffix(path.Base(c.File), path.Ext(c.File)))
			checkSource(t, c.Source)
			require.Contains(t, []string{"legal", "repaired", "illegal", "unreadable"}, c.Verdict)
			require.Equal(t, c.Verdict == "legal", len(c.Faults) == 0, "a legal game has no faults, any other has")
			require.NotEmpty(t, c.Moves)
			checkFEN(t, c.Variant, c.Final)
			for n, after := range c.After {
				checkFEN(t, c.Variant, after)
				if n == len(c.Moves) {
					require.Equal(t, c.Final, after)
				}
			}
		})
	}
	require.NoError(t, fs.WalkDir(FS(), "games", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			require.True(t, of[name], "%s has no case in games.toml", name)
		}
		return err
	}))
	for _, c := range positionCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			once(t, "position", c.Name)
			checkSource(t, c.Source)
			p := checkFEN(t, c.Variant, c.FEN)
			if c.Start {
				require.Equal(t, p, record.StartPosition(c.Variant))
			}
			require.True(t, slices.IsSortedFunc(c.Moves, func(a, b moveCase) int {
				return strings.Compare(a.Full, b.Full)
			}), "moves in the order of their texts")
			for _, m := range c.Moves {
				checkFEN(t, c.Variant, m.After)
			}
			for _, l := range c.Lines {
				checkFEN(t, c.Variant, l.Final)
			}
		})
	}
	for _, c := range wordCases(t) {
		once(t, "word", c.Text)
		checkSource(t, c.Source)
	}
	for _, c := range markCases(t) {
		checkSource(t, c.Source)
		require.NotEmpty(t, c.Means)
	}
}

// play judges words from a position.
func play(t *testing.T, start record.Position, words ...string) *replay.Report {
	t.Helper()
	g := &record.Game{Variant: start.Variant, Start: &start}
	for _, s := range words {
		w, err := grammar.ParseMove(s)
		require.NoError(t, err)
		g.Plies = append(g.Plies, record.Ply{Word: w, At: len(g.Text), Len: len(s)})
		g.Text += s + " "
	}
	return replay.Judge(g, record.UnknownVariant)
}

func TestPositionMoves(t *testing.T) {
	for _, c := range positionCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			p := checkFEN(t, c.Variant, c.FEN)
			rules, err := replay.For(c.Variant)
			require.NoError(t, err)
			board, err := rules.Position(&p)
			require.NoError(t, err)
			want := []string{}
			for _, m := range c.Moves {
				want = append(want, m.Full)
			}
			require.Equal(t, want, board.MoveTexts())
			for _, m := range c.Moves {
				for _, word := range append([]string{m.Full}, m.Written...) {
					r := play(t, p, word)
					require.Equal(t, []string{m.Full}, r.Moves, word)
					require.Equal(t, m.After, r.Final.FEN(), word)
				}
			}
		})
	}
}

// TestPositionWords checks the verdicts on the books' own words: captures with a dash and
// look-alike letters are repaired; all others are legal as written.
func TestPositionWords(t *testing.T) {
	for _, c := range positionCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			p := checkFEN(t, c.Variant, c.FEN)
			for _, m := range c.Moves {
				for _, word := range m.Written {
					var want []record.Code
					if strings.Contains(m.Full, ":") && strings.Contains(word, "-") {
						want = append(want, record.WrongSeparator)
					}
					if strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
						want = append(want, record.LookAlike)
					}
					if strings.ContainsAny(word, "ABCEFGH") {
						want = append(want, record.LetterCase)
					}
					require.ElementsMatch(t, want, faultCodes(play(t, p, word)), word)
				}
			}
		})
	}
}

// faultCodes returns the codes of a report's faults, each once.
func faultCodes(r *replay.Report) []record.Code {
	var codes []record.Code
	for _, f := range r.Faults {
		if !slices.Contains(codes, f.Code) {
			codes = append(codes, f.Code)
		}
	}
	return codes
}

func TestPositionRefusals(t *testing.T) {
	for _, c := range positionCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			p := checkFEN(t, c.Variant, c.FEN)
			for _, refuse := range c.Refuse {
				r := play(t, p, refuse.Word)
				require.Empty(t, r.Moves, refuse.Word)
				require.Equal(t, p, r.Final, refuse.Word)
				require.Contains(t, faultCodes(r), refuse.Code, refuse.Word)
				require.GreaterOrEqual(t, r.Verdict, replay.Illegal, refuse.Word)
			}
		})
	}
}

func TestPositionLines(t *testing.T) {
	for _, c := range positionCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			p := checkFEN(t, c.Variant, c.FEN)
			for _, l := range c.Lines {
				r := play(t, p, l.Words...)
				require.Len(t, r.Moves, len(l.Words), "%v", r.Faults)
				require.Equal(t, l.Final, r.Final.FEN(), l.Words)
				require.Equal(t, l.Over, r.Over, l.Words)
				require.Equal(t, l.Score, r.Score, l.Words)
			}
		})
	}
}

// readStep parses a step in the syntax of words.toml.
func readStep(t *testing.T, s string) record.Step {
	t.Helper()
	step := record.Step{File: -1, Rank: -1}
	if s[0] >= '0' && s[0] <= '9' {
		n, err := strconv.Atoi(s)
		require.NoError(t, err)
		step.Number = uint8(n)
		return step
	}
	step.File = int8(s[0] - 'a')
	if len(s) > 1 {
		step.Rank = int8(s[1] - '1')
	}
	return step
}

func TestWords(t *testing.T) {
	for _, c := range wordCases(t) {
		t.Run(c.Text, func(t *testing.T) {
			w, err := grammar.ParseMove(c.Text)
			if c.Unreadable {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			var steps []record.Step
			var promotion uint32
			for i, s := range c.Steps {
				square, marked := strings.CutSuffix(s, "D")
				if marked {
					promotion |= 1 << i
				}
				steps = append(steps, readStep(t, square))
			}
			require.Equal(t, steps, w.Steps)
			require.Equal(t, promotion, w.Promotion)
			require.Equal(t, c.Separator, w.Separator)
			var codes []record.Code
			for _, r := range w.Repairs {
				codes = append(codes, r.Code)
			}
			slices.Sort(codes)
			require.Equal(t, c.Repairs, slices.Compact(codes))
		})
	}
}

// TestMarks checks that each mark is cut from the word before it, and "=" is reported as a draw
// offer.
func TestMarks(t *testing.T) {
	for _, c := range markCases(t) {
		g, alone := grammar.NewParser().ParseGame("1. a3:a7"+c.Text+" b6-c5", grammar.Sheet)
		require.True(t, alone)
		require.Len(t, g.Plies, 2, c.Text)
		note := g.Plies[0].Note
		require.NotNil(t, note, c.Text)
		if c.Text == "=" {
			require.True(t, note.DrawOffer)
			require.Empty(t, note.Marks)
		} else {
			require.Equal(t, []string{c.Text}, note.Marks)
		}
	}
}

// TestGamesAfter checks the intermediate positions that a book prints.
func TestGamesAfter(t *testing.T) {
	for _, c := range Games() {
		for n, after := range c.After {
			t.Run(fmt.Sprintf("%s/%d", c.Name, n), func(t *testing.T) {
				start := record.StartPosition(c.Variant)
				if c.Start != "" {
					start = checkFEN(t, c.Variant, c.Start)
				}
				r := play(t, start, c.Moves[:n]...)
				require.Equal(t, replay.Legal, r.Verdict, "%+v", r.Faults)
				require.Equal(t, after, r.Final.FEN())
			})
		}
	}
}

// TestPositionTexts checks positions as printed in the books, which do not name the side to move.
func TestPositionTexts(t *testing.T) {
	for _, c := range positionCases(t) {
		if c.Text == "" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			want := checkFEN(t, c.Variant, c.FEN)
			got, faults, err := grammar.ParsePosition(c.Text, c.Variant)
			require.NoError(t, err)
			want.Turn = got.Turn
			require.Equal(t, want.FEN(), got.FEN())
			require.Equal(t, c.Repairs, faultCodes(&replay.Report{Faults: faults}))
		})
	}
}

// TestOpenings checks that each line can be played and leads to a position of its own, and, if its
// games are available, that this is the first position that all games with the name reached and
// none with another name.
func TestOpenings(t *testing.T) {
	named := map[string]string{} // by variant and position
	line := func(v record.Variant, moves []string) []string {
		g := &record.Game{Variant: v}
		for _, m := range moves {
			w, err := grammar.ParseMove(m)
			require.NoError(t, err)
			g.Plies = append(g.Plies, record.Ply{Word: w})
		}
		r := replay.Judge(g, v)
		require.Equal(t, replay.Legal, r.Verdict)
		require.Equal(t, moves, r.Moves)
		return positions(r)
	}
	for _, c := range Openings() {
		at := line(c.Variant, c.Moves)
		key := c.Variant.String() + " " + at[len(at)-1]
		require.Empty(t, named[key], "%s has another name, too", c.Name)
		named[key] = c.Name
	}

	file, err := os.Open("../../shared/data/pdn/fail/abatsiev.pdn")
	if err != nil {
		t.Skip("the games that the names are from are not at ../shared")
	}
	defer file.Close()
	cutter, err := grammar.NewCutter(file, "abatsiev.pdn", "")
	require.NoError(t, err)
	parser := grammar.NewParser()
	spelling := strings.NewReplacer("ё", "е")
	games := map[string]map[string][]string{} // positions by name and number
	for {
		chunk, err := cutter.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		r := replay.Judge(parser.Parse(chunk), record.Russian)
		name := spelling.Replace(r.Game.Tag("Opening"))
		if strings.Trim(name, "*?") == "" || len(name) == len("ed4") || len(r.Moves) == 0 {
			continue
		}
		if games[name] == nil {
			games[name] = map[string][]string{}
		}
		games[name][strconv.Itoa(r.Game.Source.Number)] = positions(r)
	}
	for _, c := range Openings() {
		name := spelling.Replace(c.Name)
		_, numbers, found := strings.Cut(c.Source, "abatsiev.pdn, games ")
		require.True(t, found, c.Source)
		require.ElementsMatch(t, strings.Split(numbers, ", "), slices.Collect(maps.Keys(games[name])), c.Name)
		for i, position := range line(c.Variant, c.Moves) {
			own := true
			for other, of := range games {
				for _, at := range of {
					own = own && slices.Contains(at, position) == (other == name)
				}
			}
			require.Equal(t, i == len(c.Moves), own, "%s after %d plies", c.Name, i)
		}
		delete(games, name)
	}
	// The others are from one game each, except the one without such a position.
	for name, of := range games {
		require.True(t, len(of) == 1 || name == "Безымянная", name)
	}
}

// positions returns the FENs of a game.
func positions(r *replay.Report) []string {
	var all []string
	for _, ply := range r.Plies() {
		p := ply.Before.Record()
		all = append(all, p.FEN())
	}
	return all
}
