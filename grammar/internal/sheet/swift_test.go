package sheet

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// readSheet reads a sheet with every word looked at closely, or with those that
// are known read as swift reads them.
func readSheet(r *Reader, text string, closely bool) *record.Game {
	r.lex.closely = closely
	g := &record.Game{Text: text, Format: "sheet"}
	r.Read(g, record.UnknownVariant)
	return g
}

// byGrammar reads a sheet by its grammar, a line at a time, so that the tree
// stays small however long the sheet.
func (r *Reader) byGrammar(g *record.Game) {
	r.lex.reset(g.Text)
	b := &r.build
	b.reset(g, r)
	tokens := participleTokens{lex: r.lex}
	for !tokens.last {
		tokens.end = false
		peeking, err := lexer.Upgrade(&tokens)
		var tree *line
		if err == nil {
			tree, err = Grammar().ParseFromLexer(peeking)
		}
		if err != nil { // the grammar takes what the lexer gives, so this cannot be
			b.fault(record.Syntax, record.Unreadable, place{}, message.From(err))
			break
		}
		b.visit(tree)
		b.newline()
	}
	b.finish()
}

// visit takes the tokens of a line of the grammar's tree in their order.
func (b *builder) visit(l *line) {
	for _, t := range l.Tokens {
		if t.Type != tokenNewline && !t.EOF() {
			b.token(t, nil)
		}
	}
}

// readByGrammar reads a sheet with the grammar and nothing else.
func readByGrammar(r *Reader, text string) *record.Game {
	r.lex.closely = true
	r.asked = record.UnknownVariant
	g := &record.Game{Text: text, Format: "sheet"}
	r.byGrammar(g)
	dropVerdict(g)
	slices.SortStableFunc(g.Faults, func(a, b record.Fault) int { return a.At - b.At })
	return g
}

// sheetPieces are what sheets are made of, the awkward included.
var sheetPieces = []string{
	"1. ", "2. ", "3.", "1... ", "4 ", "c3-b4 ", "b6-c5 ", "a3:a7\t", "9-12 ", "15:9 ", "24x15 ", "f8:a3:c1:f4:h2 ", "cb4 ", "a:a7 ", "aa7 ",
	"5: 13 ", "1: 9 ", "3- 6 ", "c3 - b4 ", "c3 -b4 ", "1-0 ", "1 - 0", "1:0 ", "2:1 ", "0-1 ", "1/2 ", "1.5-0.5 ", "0.5:1.5 ", "1-1 ", "Счет 17:7. ",
	"Ничья. ", "draw ", "Black resigned ", "Черные сдались. ", "Иванов – Петров: ", "A - B: 1. cb4 ", "! ", "?! ", "=", "(дем. 3) ", "d8D ", "с3-b4 ",
	"C3-B4 ", "c3–b4 ", "d4 ", "32 ", "x ", "- ", ": ", "\n", "\n\n", "\r\n", "\t", "Белые: Иванов\tЧерные: Петров\n", "bad ", "head ", "де ",
}

func randomSheet(random *rand.Rand) string {
	var text strings.Builder
	number := 1
	for range 1 + random.IntN(20) {
		switch random.IntN(3) {
		case 0:
			text.WriteString(sheetPieces[random.IntN(len(sheetPieces))])
		default:
			text.WriteString(string(rune('0'+number)) + ". " + sheetPieces[5+random.IntN(10)] + sheetPieces[5+random.IntN(10)])
			if random.IntN(3) == 0 {
				text.WriteString("\n")
			}
			number = number%9 + 1
		}
	}
	return text.String()
}

// TestSwiftSheet: what is read by hand reads as what is looked at closely.
func TestSwiftSheet(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	p := NewReader(new(word.Table))
	plies, cases := 0, 600
	if *thorough {
		cases = 4000
	}
	for range cases {
		text := randomSheet(random)
		want := readSheet(p, text, true)
		require.Equal(t, want, readSheet(p, text, false), text)
		require.Equal(t, want, readByGrammar(p, text), text)
		plies += len(want.Plies)
	}
	require.Greater(t, plies, cases*2)
}

// TestSwiftLongSheet: so it is in long games, in which little is out of place.
func TestSwiftLongSheet(t *testing.T) {
	others := []string{"\n", "  ", "\t", "\r\n", "(x) ", "1-0 ", "7. ", "12 ", "0. ", "1000. ", "- ", "! ", "c3- ", "012. ", "e5", "12... "}
	random := rand.New(rand.NewPCG(17, 18))
	p := NewReader(new(word.Table))
	cases := 40
	if *thorough {
		cases = 200
	}
	for range cases {
		text := corpus.LongMovetext(random, others)
		want := readByGrammar(p, text)
		require.Equal(t, want, readSheet(p, text, false), text)
	}
}

// FuzzSwift holds that reading swiftly reads what the grammar reads, that what is
// told has its place in the text, and that every character is accounted for.
func FuzzSwift(f *testing.F) {
	for _, text := range corpus.SheetSeeds() {
		f.Add(text)
	}
	p := NewReader(new(word.Table))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 {
			return
		}
		want := readByGrammar(p, text)
		require.Equal(t, want, readSheet(p, text, true))
		require.Equal(t, want, readSheet(p, text, false))
		inPlace(t, want)
		accounted(t, p, text)
	})
}

// inPlace holds that what is told of a game has its place in its text.
func inPlace(t *testing.T, g *record.Game) {
	last := 0
	for _, ply := range g.Plies {
		require.True(t, ply.At >= 0 && ply.Len >= 0 && ply.At+ply.Len <= len(g.Text), "%+v", ply)
		if g.Layout != "columns" {
			require.GreaterOrEqual(t, ply.At, last, "plies out of order")
		}
		last = ply.At
	}
	for _, fault := range g.Faults {
		require.True(t, fault.At >= 0 && fault.Len >= 0 && fault.At+fault.Len <= len(g.Text) && !fault.Message.IsZero(), "%+v", fault)
		if fault.Word != "" && fault.Code != record.ColumnLength {
			require.Equal(t, g.Text[fault.At:fault.At+fault.Len], fault.Word)
		}
	}
	for _, tag := range g.Tags {
		require.True(t, tag.At >= 0 && tag.At <= len(g.Text))
		require.True(t, !utf8.ValidString(g.Text) || utf8.ValidString(tag.Value))
	}
}

// accounted holds that what a sheet was read as covers its text: what lies
// between the spans is space and the punctuation that parts headers, and none
// overlap. Where markup was taken out, before a line that has some or behind it, that
// is the text that is looked at, for characters stand elsewhere in a run then.
func accounted(t *testing.T, r *Reader, text string) {
	r.asked = record.UnknownVariant
	r.lex.reset(text)
	r.build.reset(&record.Game{Text: text, Format: "sheet"}, r)
	var spans []place
	for t := r.lex.next(); t.kind != lexer.EOF; t = r.lex.next() {
		if t.kind != tokenNewline {
			spans = append(spans, place{t.at, t.end})
		}
		r.build.token(r.lex.value(t), t.word)
	}
	at, read := 0, r.lex.text
	require.Len(t, read, len(text))
	none := func(from, to int) bool {
		return strings.TrimFunc(text[from:to], parts) == "" || strings.TrimFunc(read[from:to], parts) == ""
	}
	for _, s := range spans {
		require.GreaterOrEqual(t, s.at, at, "%q is read twice", text[s.at:s.end])
		require.True(t, none(at, s.at), "passed over between %d and %d: %q", at, s.at, text[at:s.at])
		at = s.end
	}
	require.True(t, none(at, len(text)), "passed over from %d on: %q", at, text[at:])
}

func parts(r rune) bool { return word.IsSpace(r) || strings.ContainsRune(",;:.|\"", r) }

// FuzzPlainLines: the Finder looks at a line that has nothing but moves and
// their numbers, and perhaps a win, as it looks at any line.
func FuzzPlainLines(f *testing.F) {
	f.Add("1. c3-b4 b6-c5", "2. b4:d6 e7:c5 3. d2-c3")
	f.Add("c3-b4 b6-c5 2. b4:d6", "1. 9-12 15:9")
	f.Add("1. cb4 12. a:a7", "12.03.2021")
	f.Add("1. c3-b4 1-0", "2. cb4 a:a7 3. c3-d4 0-1")
	f.Add("А – Б", "1. c3-b4 b6-c5 1-0")
	f.Add("1. 1-0 c3-b4", "cd4 1. cb4 1.c3-d4")
	f.Fuzz(func(t *testing.T, a, b string) {
		if strings.ContainsAny(a+b, "\r\n") || len(a)+len(b) > 4<<10 {
			return
		}
		plain, slow := NewFinder(), NewFinder()
		for _, line := range []string{a, "", b, a, b} {
			what, at := plain.Find(line, true)
			closely := line
			if plainLine(line).plies > 0 || wonRow(line).plies > 0 {
				closely += "\u00a0" // a space that is no plain one makes the Finder look closely
			}
			close, closeAt := slow.Find(closely, true)
			require.Equal(t, close, what, line)
			if what == cut.Here {
				require.Equal(t, closeAt, at)
			}
			slow.game.row = plain.game.row
			require.Equal(t, slow.game, plain.game, line)
			require.Equal(t, slow.lex.state, plain.lex.state, line)
		}
	})
}

// Names plainly written are found as any are.
func FuzzPlainPlayers(f *testing.F) {
	for _, line := range []string{
		"Иванов И. – Петров: 1. c3-b4 b6-c5", "Игрок1 – Игрок2: 1. c3-d4", "Ann - Bob: 1. 9-13", "A1 – B2: 1. cb4", "I. Ivanov — V. Vs: 1. c3-b4",
		"A – Q" + strings.Repeat("0", maxName) + ": 1. c3-b4",
		"Иванов – Петров – Сидоров: 1. c3-b4", "V – Vs. Bob: 1. c3:e5", "Иванов  – Петров: 1. c3-b4", "Белые – Чёрные: 1. c3-b4",
	} {
		f.Add(line)
	}
	for _, text := range corpus.SheetSeeds() {
		for line := range strings.Lines(text) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		if p := plainPlayers(line); p.ok {
			require.Equal(t, findPlayersClosely(line), p)
		}
	})
}

// A line that is a win is a result, whatever stands before it.
func TestLineOfUsualWin(t *testing.T) {
	for _, text := range []string{"1-0", "0-1"} {
		for bits := range 1 << 7 {
			is := func(bit int) bool { return bits>>bit&1 == 1 }
			for _, anew := range []anew{nowhere, atFirst, anywhere} {
				l := newLineLexer(new(word.Table))
				l.state = state{begun: is(0), ended: is(1), number: bits >> 2 & 1, blank: is(3), column: is(4), whole: is(5), matter: is(6), anew: anew}
				k, _ := l.closeKindOf(text)
				require.Equal(t, lineResult, k, "%+v", l.state)
			}
		}
	}
}
