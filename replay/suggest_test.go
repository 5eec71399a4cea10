package replay

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// spoil returns a record of the Codex's game (1.10) with some of its words replaced from the ply
// with the given number on.
func spoil(t testing.TB, ply, words int, by ...string) *record.Game {
	t.Helper()
	return gameOf(t, record.Bashni, strings.Join(slices.Replace(strings.Fields(codexFull), ply-1, ply-1+words, by...), " "))
}

// The words after one that cannot be played show what it should be.
func TestTheRestTells(t *testing.T) {
	for _, test := range []struct {
		name      string
		game      *record.Game
		ply       int
		suggested string // the first suggestion
		says      string // the end of the message
	}{
		{"a wrong square", spoil(t, 3, 1, "b4-c6"), 3, "b4-a5", "; b4-a5 is the only move with which the rest can be played"},
		{"a word missing", spoil(t, 4, 1), 4, "a7-b6", "; with a7-b6 inserted before it, and only with that, the rest can be played"},
		{"two swapped", spoil(t, 3, 2, "a7-b6", "b4-a5"), 3, "b4-a5", "; with the next move, b4-a5, played before it, the rest can be played"},
		{"one too many", spoil(t, 4, 0, "b4-a5"), 4, "a7-b6", "; without it, and with the next move, a7-b6, in its place, the rest can be played"},
		// d2-c3 leaves a man on b2, where f6:b2 ends.
		{"an earlier slip", spoil(t, 5, 1, "d2-c3"), 10, "f6:d4", "; perhaps ply 5, d2-c3, should be b2-c3: then the rest can be played"},
		{"too few behind", spoil(t, 19, 3, "d2-b3", "f4:b4"), 19, "d2-e3", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := Judge(test.game, record.UnknownVariant)
			require.Equal(t, Illegal, r.Verdict)
			require.Len(t, r.Faults, 1)
			f := r.Faults[0]
			require.Equal(t, test.ply, f.Ply)
			if test.says == "" {
				require.NotContains(t, f.Message.Error(), "the rest")
			} else {
				require.True(t, strings.HasSuffix(f.Message.Error(), test.says), f.Message.Error())
			}
			require.Equal(t, test.suggested, f.Suggestions[0])
			require.ElementsMatch(t, r.Legal, f.Suggestions, "all are there")
		})
	}
}

// A word that cannot be read gets the legal moves as suggestions, and its fault from reading keeps
// its message.
func TestUnreadGetsSuggestions(t *testing.T) {
	for _, code := range []record.Code{record.IllegibleMove, record.UnreadableWord} {
		for word, first := range map[string]string{"???": "b4-a5", "c?-d4": "b4-a5", "": "b4-a5"} {
			g := spoil(t, 3, 0)
			g.Plies[2].Word = &record.Word{Text: word}
			g.Faults = []record.Fault{{Code: code, Severity: record.Unreadable, Ply: 3, Message: message.Verbatim("it cannot be read")}}
			r := Judge(g, record.UnknownVariant)
			require.Equal(t, Unreadable, r.Verdict)
			require.Len(t, r.Faults, 1)
			require.Equal(t, "it cannot be read; b4-a5 is the only move with which the rest can be played", r.Faults[0].Message.Error())
			require.Equal(t, first, r.Faults[0].Suggestions[0])
			require.ElementsMatch(t, r.Legal, r.Faults[0].Suggestions)
			require.Equal(t, "it cannot be read", g.Faults[0].Message.Error())
			require.Nil(t, g.Faults[0].Suggestions)
		}
	}
	// At the end of the record, its own characters decide.
	g := gameOf(t, record.Bashni, "c3-b4 b6-c5 b4-a5")
	for word, first := range map[string]string{"b4?": "b4-a5", "б4-а5": "b4-a5", "q3-f4": "g3-f4", "Е3–F4": "e3-f4"} {
		g.Plies[2].Word = &record.Word{Text: word}
		g.Faults = []record.Fault{{Code: record.IllegibleMove, Severity: record.Unreadable, Ply: 3}}
		require.Equal(t, first, Judge(g, record.UnknownVariant).Faults[0].Suggestions[0], word)
	}
}

// A word that fits two moves, without the squares between, is read as the only one after which the
// rest can be played.
func TestAmbiguityToldByTheRest(t *testing.T) {
	// TestWays: f8:h2 may be f8:a3:c1:f4:h2, which takes b2, or f8:b4:d2:f4:h2, which takes c3.
	const fen = "W:Wf8:Bb2,c3,e3,g3,c5,h8"
	const takesB2, takesC3 = "f8:a3:c1:f4:h2", "f8:b4:d2:f4:h2"
	for _, test := range []struct {
		name    string
		moves   string
		verdict Verdict
		read    string // "" if ambiguous
		played  int    // number of moves
	}{
		{"nothing follows", "f8:h2", Unreadable, "", 0},
		{"both can be played", "f8:h2 h8-g7", Unreadable, "", 0},
		{"both can be played for long", "f8:h2 h8-g7 h2-g3 g7-h6 g3-f4", Unreadable, "", 0},
		{"c3 is still there", "f8:h2 c3-d2", Repaired, takesB2, 2},
		{"b2 is still there", "f8:h2 b2-c1", Repaired, takesC3, 2},
		{"c3 is there later", "f8:h2 h8-g7 h2-g3 c3-d2", Repaired, takesB2, 4},
		{"neither can be played for long", "f8:h2 c3-d2 a1-b2", Unreadable, "", 0},
		{"neither can be played to the end", "f8:h2 c3-d2 h2-g3 h8-g7 g3-f4 a1-b2", Illegal, takesB2, 5},
		{"neither can be played", "f8:h2 f6-e5", Unreadable, "", 0},
		{"what cannot be read tells nothing", "f8:h2 ? h2-g3", Unreadable, "", 0},
		{"but what is behind it does", "f8:h2 ? h2-g3 c3-d2", Unreadable, takesB2, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := from(t, gameOf(t, record.Adiukh, strings.ReplaceAll(test.moves, "?", "h1-h8")), fen)
			for i, ply := range g.Plies {
				if ply.Word.Text == "h1-h8" {
					g.Plies[i].Word = &record.Word{Text: "?"}
					g.Faults = []record.Fault{{Code: record.IllegibleMove, Severity: record.Unreadable, Ply: i + 1, At: ply.At}}
				}
			}
			r := Judge(g, record.UnknownVariant)
			require.Equal(t, test.verdict, r.Verdict)
			require.Len(t, r.Moves, test.played)
			f := r.Faults[0]
			require.Equal(t, record.AmbiguousMove, f.Code)
			require.Equal(t, 1, f.Ply)
			if test.read == "" {
				require.Equal(t, record.Unreadable, f.Severity)
				require.Equal(t, []string{takesB2, takesC3}, f.Suggestions)
				require.Equal(t, "f8:h2 may be f8:a3:c1:f4:h2 or f8:b4:d2:f4:h2: write the move in full", f.Message.Error())
				return
			}
			require.Equal(t, record.Repaired, f.Severity)
			require.Equal(t, []string{test.read}, f.Suggestions)
			require.Equal(t, "f8:h2 may be f8:a3:c1:f4:h2 or f8:b4:d2:f4:h2: read as "+test.read+
				", the only one with which the following moves can be played", f.Message.Error())
			require.Equal(t, test.read, r.Moves[0])
			require.Equal(t, r.Moves, r.Spell(Full))
			require.Len(t, r.Spell(Short), len(r.Moves))
			var last record.Position
			for i, ply := range r.Plies() {
				require.LessOrEqual(t, i, len(r.Moves))
				last = ply.Before.Record()
			}
			require.Equal(t, r.Final, last)
		})
	}
}

// No game takes more work than its length allows, except for the captures of one position.
func TestWorkIsBounded(t *testing.T) {
	for _, moves := range []string{
		"a1-h8 " + strings.Repeat("h8-g7 c1-d2 g7-h8 d2-c1 ", 500),
		strings.Repeat("c1-d2 h8-g7 d2-c1 g7-h8 ", 500) + "a1-h8 h8-g7 c1-d2 g7-h8 d2-c1",
		"c1-d2 " + strings.Repeat("h1-h8 ", 500) + "c1-d2",
	} {
		g := from(t, gameOf(t, record.Bashni, moves), "W:WKc1,Ka3,Ke1,Kg1:BKh8,Kh6,Kb8")
		for i := range g.Plies {
			if g.Plies[i].Word.Text == "h1-h8" {
				g.Plies[i].Word = &record.Word{Text: "?"}
				g.Faults = append(g.Faults, record.Fault{Code: record.IllegibleMove, Severity: record.Unreadable, Ply: i + 1})
			}
		}
		var j Arbiter
		var r Report
		j.Judge(g, record.UnknownVariant, &r)
		require.GreaterOrEqual(t, r.Verdict, Illegal)
		require.NotEmpty(t, r.Faults[0].Suggestions)
		require.Positive(t, j.work)
		require.LessOrEqual(t, j.work, workPerGame+workPerPly*len(g.Plies))
		require.Greater(t, j.follower.left, -maxFront*maxFront)
	}
}

// For any text, suggestions are the legal moves, and the work is bounded.
func TestSuggestionsOfAnything(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 12))
	for _, v := range record.Variants() {
		rules, err := For(v)
		require.NoError(t, err)
		var j Arbiter
		var r Report
		stopped := 0
		for range 200 {
			g := &record.Game{Variant: v}
			p := rules.Start()
			for legal := p.Moves(nil); len(legal) > 0 && len(g.Plies) < 80; legal = p.Moves(nil) {
				m := legal[random.IntN(len(legal))]
				g.Plies = append(g.Plies, record.Ply{Word: p.Word(&m, legal)})
				p.Play(&m)
			}
			for range 1 + random.IntN(6) {
				i, k := random.IntN(len(g.Plies)), random.IntN(len(g.Plies))
				switch random.IntN(6) {
				case 0:
					g.Plies[i], g.Plies[k] = g.Plies[k], g.Plies[i]
				case 1:
					g.Plies[i].Word = g.Plies[k].Word
				case 2:
					g.Plies = slices.Insert(g.Plies, i, g.Plies[k])
				case 3:
					final := p.Record()
					g.Plies[i].Note = &record.Notes{Setup: final.FEN()}
				default:
					g.Plies[i].Word = &record.Word{Text: g.Plies[i].Word.Text[:1] + "?-д"}
				}
			}
			j.Judge(g, v, &r)
			require.LessOrEqual(t, j.work, workPerGame+workPerPly*len(g.Plies))
			if r.Verdict < Illegal {
				continue
			}
			stopped++
			f := r.Faults[len(r.Faults)-1] // after the repairs
			require.Equal(t, len(r.Moves)+1, f.Ply)
			if f.Code != record.AmbiguousMove {
				require.ElementsMatch(t, r.Legal, f.Suggestions)
			}
		}
		require.Greater(t, stopped, 100)
	}
}
