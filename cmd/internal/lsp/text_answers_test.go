package lsp

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

func judged(t testing.TB, name, text string, variant record.Variant) *gameText {
	t.Helper()
	d := newGameText(name, text, variant)
	require.NoError(t, d.Judge(context.Background()))
	return d
}

// apply makes edits, the last first, so that the places of the others remain valid.
func apply(t testing.TB, d *gameText, edits []Edit) {
	t.Helper()
	for i := len(edits) - 1; i >= 0; i-- {
		d.Change(edits[i].From, edits[i].To, edits[i].Text)
	}
	require.NoError(t, d.Judge(context.Background()))
}

// marked returns a text without the sign |, and the offset of that sign.
func marked(t testing.TB, text string) (string, int) {
	t.Helper()
	before, after, found := strings.Cut(text, "|")
	require.True(t, found)
	return before + after, len(before)
}

func TestMoveAt(t *testing.T) {
	for _, test := range []struct {
		name, text    string
		written, full string
		ply           int
		number        string // (ply+1)/2 if absent
		side          record.Colour
		before, after string
		legal         []string
		variant       record.Variant // Bashni if absent
	}{
		{name: "the first", text: "1. |c3-d4 b6-c5\n", written: "c3-d4", full: "c3-d4", ply: 1, side: record.White,
			before: "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
			after:  "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"},
		{name: "a capture, short, at its end", text: "1. cd4 bc5\n2. d:b6|\n", written: "d:b6", full: "d4:b6", ply: 3, side: record.White,
			before: "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bc5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
			after:  "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,b6=0/0:Bd6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"},
		{name: "in Black's column", text: "Белые – А\n1. c3-d4\n2. d4:b6\nЧерные – Б\n1. b6-c|5\n", written: "b6-c5", full: "b6-c5", ply: 2, side: record.Black,
			before: "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
			after:  "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bc5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"},
		{name: "not legal", text: "1. c3-d4 b6-c5 2. e3-f|4\n", written: "e3-f4", ply: 3, side: record.White, legal: []string{"d4:b6"},
			before: "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bc5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"},
		{name: "in a variation", text: "[Variant \"bashni\"]\n\n1. c3-d4 b6-c5 (1... |b6-a5 2. d4-c5) 2. d4:b6 *\n", written: "b6-a5", full: "b6-a5", ply: 2, side: record.Black,
			before: "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
			after:  "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Ba5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"},
		{name: "not legal in a variation", text: "[Variant \"bashni\"]\n\n1. c3-d4 b6-c5 (1... f6-e5 2. e3-|f4) 2. d4:b6 *\n", written: "e3-f4", ply: 3, side: record.White, legal: []string{"d4:f6"},
			before: "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Be5,b6,d6,h6,a7,c7,e7,g7,b8,d8,f8,h8"},
		{name: "letters for numbers", text: "1. |f6-e5 c3-d4\n", variant: record.Checkers, written: "f6-e5", full: "f6-e5", ply: 1, side: record.Black,
			before: "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
			after:  "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"},
		{name: "letters for numbers, not legal", text: "1. f6-e5 c3-d4\n2. |g7-f6\n", variant: record.Checkers, written: "g7-f6", ply: 3, side: record.Black, legal: []string{"e5:c3"},
			before: "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"},
		{name: "from a position in which Black is to move", text: "[FEN \"B:Wc3,e3:Bb6,d6\"]\n\n7... b6-a5 8. |c3-b4 *\n", written: "c3-b4", full: "c3-b4", ply: 2, number: "8", side: record.White,
			before: "W:Wc3,e3:Ba5,d6", after: "B:We3,b4:Ba5,d6"},
		{name: "behind what is not legal", text: "1. c3-c5 |b6-c5\n", written: "b6-c5", ply: 2, side: record.Black},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, p := marked(t, test.text)
			d := judged(t, "x.txt", text, cmp.Or(test.variant, record.Bashni))
			m, ok := d.MoveAt(p)
			require.True(t, ok)
			require.Equal(t, test.written, m.Written)
			require.Equal(t, test.full, m.Full)
			require.Equal(t, test.ply, m.Ply)
			require.Equal(t, cmp.Or(test.number, strconv.Itoa((test.ply+1)/2)), m.Number)
			require.Equal(t, test.side, m.Side)
			require.Equal(t, test.before != "", m.Reached)
			if m.Reached {
				require.Equal(t, test.before, m.Before.FEN())
			}
			if test.after != "" {
				require.Equal(t, test.after, m.After.FEN())
			}
			require.Equal(t, test.legal, m.Legal)
			require.Equal(t, m.Written, d.text[m.From:m.To])
		})
	}
	d := judged(t, "x.txt", "Белые: А\n1. c3-d4 b6-c5\n", record.Bashni)
	for _, at := range []int{3, d.starts[1] + 1, d.starts[2], len(d.text)} {
		_, ok := d.MoveAt(at)
		require.False(t, ok, "%v", at)
	}
}

// variations returns a game in PDN with text in brackets after its first two plies.
func variations(text string) string {
	return "[Variant \"bashni\"]\n\n1. c3-d4 b6-c5 " + text + " 2. d4:b6 a7:c5 *\n"
}

func TestComplete(t *testing.T) {
	first := []string{"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"}
	for _, test := range []struct {
		name, text string
		file       string
		variant    record.Variant
		replaced   string
		want       []string
	}{
		{name: "nothing", text: "|", want: first},
		{name: "nothing but a head", text: "Белые: А\tЧерные: Б\n1. |", want: first},
		{name: "the second move", text: "1. c3-d4 |\n", want: []string{"b6-a5", "b6-c5", "d6-c5", "d6-e5", "f6-e5", "f6-g5", "h6-g5"}},
		{name: "behind the second number", text: "1. c3-d4 b6-c5\n2. |\n", want: []string{"d4:b6"}},
		{name: "in a word", text: "1. c3-d4 b6|-c5 2. d4:b6\n", replaced: "b6-c5", want: []string{"b6-a5", "b6-c5", "d6-c5", "d6-e5", "f6-e5", "f6-g5", "h6-g5"}},
		{name: "close to the number", text: "1.c3-d4 b6-c5 2.d|", replaced: "d", want: []string{"d4:b6"}},
		{name: "a cell of a table", text: "1. c3-d4\t|\n2. d4:b6\ta7:c5\n", want: []string{"b6-a5", "b6-c5", "d6-c5", "d6-e5", "f6-e5", "f6-g5", "h6-g5"}},
		{name: "short", text: "1. cd4 bc5 2. |\n", want: []string{"d:b6"}},
		{name: "Adiukh's short", text: "1. cd4 bc5 2. db6 |\n", variant: record.Adiukh, want: []string{"ac5", "ca5"}},
		{name: "numbers", text: "1. 9-12 |\n", variant: record.Lasca, want: []string{"15:9"}},
		{name: "Black's column", text: "Белые – А\n1. c3-d4\n2. d4:b6\nЧерные – Б\n1. |", want: []string{"b6-a5", "b6-c5", "d6-c5", "d6-e5", "f6-e5", "f6-g5", "h6-g5"}},
		{name: "PDN", file: "x.pdn", text: "[White \"A\"]\n[Variant \"checkers\"]\n\n1. 9-13 22-18 2. 12-16 18-14 3. |", variant: record.UnknownVariant, want: []string{"10x17"}},
		{name: "another game", text: "Белые: А\n1. c3-d4 b6-c5\n1-0\n\nБелые: В\n1. |", want: first},
		{name: "another game's spelling", text: "Белые: А\n1. cd4 bc5\n1-0\n\nБелые: В\n1. |", want: []string{"ab4", "cb4", "cd4", "ed4", "ef4", "gf4", "gh4"}},
		{name: "letters for numbers", text: "1. f6-e5 |\n", variant: record.Checkers, want: []string{"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"}},
		{name: "letters for numbers, a capture", text: "1. f6-e5 c3-d4\n2. e|\n", replaced: "e", variant: record.Checkers, want: []string{"e5:c3"}},
		{name: "letters for numbers of ten ranks", text: "1. b4-c5 a7-b6\n2. |\n", variant: record.International, want: []string{"c5:a7"}},
		{name: "a variation's first", text: variations("(1... |d6-e5 2. a3-b4)"), variant: record.UnknownVariant, replaced: "d6-e5",
			want: []string{"b6-a5", "b6-c5", "d6-c5", "d6-e5", "f6-e5", "f6-g5", "h6-g5"}},
		{name: "in a variation", text: variations("(1... d6-e5 2. a3-b|4 e5:c3)"), variant: record.UnknownVariant, replaced: "a3-b4",
			want: []string{"a3-b4", "b2-c3", "d2-c3", "d4-c5", "e3-f4", "g3-f4", "g3-h4"}},
		{name: "a variation's end", text: variations("(1... f6-e5 2. |)"), variant: record.UnknownVariant, want: []string{"d4:f6"}},
		{name: "a variation of a variation", text: variations("(1... f6-e5 2. d4:f6 (2. d|) e7:g5)"), variant: record.UnknownVariant, replaced: "d", want: []string{"d4:f6"}},
		{name: "in a variation behind what is not legal", text: variations("(1... f6-e5 2. a3-b4 |e5:c3)"), variant: record.UnknownVariant},
		{name: "JSON", text: "{\"game\":1,\"variant\":\"bashni\",\"moves\":[\"c3-d4\",\"f6-e5\",\"d|\"]}\n", variant: record.UnknownVariant, replaced: "d", want: []string{"d4:f6"}},
		{name: "JSON, an empty string", text: "{\"game\":1,\"variant\":\"lasca\",\"moves\":[\"9-12\",\"|\"]}\n", variant: record.UnknownVariant, want: []string{"15:9"}},
		{name: "JSON, a move among others", text: "{\"moves\":[\"c3-d4\",\"|d6-e5\",\"d4:f6\"],\"variant\":\"bashni\"}\n", variant: record.UnknownVariant, replaced: "d6-e5",
			want: []string{"b6-a5", "b6-c5", "d6-c5", "d6-e5", "f6-e5", "f6-g5", "h6-g5"}},
		{name: "JSON, no move", text: "{\"variant\":\"bash|ni\",\"moves\":[\"c3-d4\"]}\n", variant: record.UnknownVariant},
		{name: "JSON, a name", text: "{\"va|riant\":\"bashni\",\"moves\":[\"c3-d4\"]}\n", variant: record.UnknownVariant},
		{name: "a tag", text: "[White \"|\"]\n[Variant \"bashni\"]\n\n1. c3-d4 *\n", variant: record.UnknownVariant},
		{name: "in a number", text: "1|. c3-d4\n"},
		{name: "behind what is not legal", text: "1. c3-c5 b6-c5 2. |\n"},
		{name: "in a head", text: "Белые: |\n1. c3-d4\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.variant == record.UnknownVariant && test.file == "" && !strings.ContainsAny(test.text, "[{") {
				test.variant = record.Bashni
			}
			text, p := marked(t, test.text)
			d := judged(t, test.file, text, test.variant)
			from, to, moves := d.Complete(p)
			var texts []string
			for _, m := range moves {
				texts = append(texts, m.Text)
			}
			require.Equal(t, test.want, texts)
			if moves != nil {
				require.Equal(t, test.replaced, d.text[from:to])
			}
		})
	}
	text, p := marked(t, "1. c3-d4 b6-c5 2. д|") // the letter д stands for d
	_, _, moves := judged(t, "", text, record.Bashni).Complete(p)
	require.Equal(t, []Completion{{Text: "d4:b6", Full: "d4:b6", Typed: "д4:b6"}}, moves)
}

// The repairs of a text correct it: the moves stay the same, and no repair is left.
func TestRepairs(t *testing.T) {
	texts := seeds()
	texts["mixed.txt"] = "Вид: башни\n1. С3–b4 b6-с5 2. b4-a5 а7-b6 3. b2-c3 c5-b4\n4. a3-a7 c7-b6 5. a5 x e5\n\nВид: башни\n1. сЬ4 bc5\n"
	texts["numbers.txt"] = "Вид: башни\nl. c3-b4 b6-c5\n2. b4-a5 a7-b6\nЗ. b2-c3 c5-b4\n"
	texts["marks.txt"] = "Вид: башни\nПозиция: W:Wb6,d6:Be7,g5\n1. d6:f8D g5-h4 2. b6-a7\n"
	texts["dates.pdn"] = "[Date \"12.03.1987\"]\n[Variant \"bashni\"]\n\n1. c3-b4 l-0\n\n[Variant \"lasca\"]\n\n1. 9-12 15-9 1-O\n"
	repaired := 0
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			d := judged(t, name, text, record.UnknownVariant)
			var edits []Edit
			var moves [][]string
			for i := range d.games {
				g := &d.games[i]
				moves = append(moves, append([]string{}, d.read(g.chunk).Moves...))
				edits = append(edits, d.Repairs(g)...)
			}
			repaired += len(edits)
			apply(t, d, edits)
			require.Len(t, d.games, len(moves))
			for i := range d.games {
				g := &d.games[i]
				require.Equal(t, moves[i], append([]string{}, d.read(g.chunk).Moves...), "game %d of %q", i+1, d.text)
				for _, f := range g.Faults {
					if f.Severity == record.Repaired && f.Code != record.ColumnLength {
						require.Empty(t, f.Suggestions, "game %d of %q: %s", i+1, d.text, f.Message)
					}
				}
			}
		})
	}
	require.Greater(t, repaired, 10)
}

// The likeliest move for an illegal one is legal there, and spelt like the rest.
func TestFixes(t *testing.T) {
	fixed := 0
	for _, layout := range corpus.Layouts() {
		d := judged(t, "x", made(layout, 25), record.UnknownVariant)
		for n := range d.games {
			g := d.games[n]
			for _, fix := range d.Fixes(&g, func(f *record.Fault) bool { return f.Severity >= record.Illegal }) {
				f := g.Faults[fix.Fault]
				if fix.Ply == 0 || !fix.First {
					continue
				}
				again := judged(t, "x", d.text, record.UnknownVariant)
				apply(t, again, []Edit{fix.Edit})
				require.Greater(t, again.games[n].Moves, f.Ply-1, "%s for %s", fix.Text, f.Word)
				require.Equal(t, f.Suggestions[0], again.read(again.games[n].chunk).Moves[f.Ply-1])
				fixed++
			}
		}
	}
	require.Greater(t, fixed, 10)
}

func TestFixesAsWritten(t *testing.T) {
	for _, test := range []struct {
		name, text string
		variant    record.Variant
		want       []string // the first fix of each fault
	}{
		{"full", "1. c3-d4 b6-c5 2. e3-f4\n", record.Bashni, []string{"d4:b6"}},
		{"short", "1. cd4 bc5 2. ef4\n", record.Bashni, []string{"d:b6"}},
		{"numbers", "1. 9-12 15-9\n", record.Lasca, []string{"15:9"}},
		{"PDN's sign", "[Variant \"checkers\"]\n\n1. 9-13 22-18 2. 12-16 18-14 3. 10x18\n", record.UnknownVariant, []string{"10x17"}},
		{"a variant", "1. c3-d4 b6-c5 2. d4:b6 a7:c5\n", record.UnknownVariant, []string{"Variant: bashni\n"}},
		{"a variant, in Russian", "Белые: А\n1. c3-d4 b6-c5 2. d4:b6 a7:c5\n", record.UnknownVariant, []string{"Вид: bashni\n"}},
		{"behind a number", "1. cd4 de5 2.\n", record.Bashni, []string{" ab4"}},
		{"in a variation", "[Variant \"bashni\"]\n\n1. cd4 bc5 (1... fe5 2. ef4) 2. d:b6 *\n", record.UnknownVariant, []string{"d:f6"}},
		{"an earlier move", "1. c3-b4 b6-c5 2. b4-a5 a7-b6 3. d2-c3 c5-b4 4. a3:a7 c7-b6 5. a5:e5 f6:b2 6. a1:c3\n", record.Bashni, []string{"b2-c3"}},
		{"a letter for a number", "l. c3-d4 b6-c5\n", record.Bashni, []string{"1."}},
		{"a missing move", "1. c3-d4 b6-c5\n2. d4:b6\n3. e3-d4 c5:e3\n", record.Bashni, []string{" a7:c5"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := judged(t, "x", test.text, test.variant)
			var got []string
			last := -1
			for _, fix := range d.Fixes(&d.games[0], func(*record.Fault) bool { return true }) {
				if fix.Fault != last {
					got = append(got, fix.Text)
				}
				last = fix.Fault
			}
			require.Equal(t, test.want, got)
		})
	}
}

// Any position in a request is mapped into the text.
func TestAnyPlace(t *testing.T) {
	step := 31
	if *thorough {
		step = 1
	}
	for name, text := range seeds() {
		d := judged(t, name, text, record.Bashni)
		for at := 0; at <= len(text); at += step {
			if m, ok := d.MoveAt(at); ok {
				require.LessOrEqual(t, m.From, m.To)
				require.LessOrEqual(t, m.To, d.lineEnd(m.From))
			}
			if at%7 == 0 {
				from, to, _ := d.Complete(at)
				require.LessOrEqual(t, from, to)
			}
		}
		for i := range d.games {
			g := &d.games[i]
			from, to := d.Range(g)
			require.LessOrEqual(t, from, to)
			for k := range g.Faults {
				from, to := d.FaultRange(g, &g.Faults[k])
				require.LessOrEqual(t, from, to)
			}
			require.Less(t, g.Verdict, replay.Unreadable+1)
		}
	}
}
