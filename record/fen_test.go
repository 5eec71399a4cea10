package record

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record/message"
)

// stands checks the towers on some squares, by name, in the spelling "W10/00".
func stands(t *testing.T, p *Position, squares map[string]string) {
	t.Helper()
	b := p.Variant.Board()
	for _, s := range b.Squares() {
		got := ""
		if tower := p.At(s); tower != 0 {
			got = string(tower.Owner().Letter()) + tower.String()
		}
		require.Equal(t, squares[b.Name(s)], got, "on %s", b.Name(s))
	}
}

func TestParseFEN(t *testing.T) {
	for _, c := range []struct {
		where   string
		variant Variant
		fen     string
		turn    Colour
		squares map[string]string
	}{
		{"Codex 1.10, the diagram's ending", Bashni, "W:Wc1=1/0000,f4=0000,d6=000000:Ba1=110101/1,b2=00", White,
			map[string]string{"c1": "W1/0000", "f4": "W0000", "d6": "W000000", "a1": "B110101/1", "b2": "B00"}},
		{"Codex 1.10, the end of the game", Bashni, "B:Wc1,e1,g1,f2,b4=000,e5=00,h6=10/000000,a7=0/00:Bg7,b8,f8,h8", Black,
			map[string]string{"c1": "W0", "e1": "W0", "g1": "W0", "f2": "W0", "b4": "W000", "e5": "W00", "h6": "W10/000000", "a7": "W0/00",
				"g7": "B0", "b8": "B0", "f8": "B0", "h8": "B0"}},
		{"Codex 2.3, the end of the game", Lasca, "B:W2,5,8,10=0/0,18=0/0,23=1/00:B11=1/0000,16=0/0,19=00,20,24,25", Black,
			map[string]string{"2": "W0", "5": "W0", "8": "W0", "10": "W0/0", "18": "W0/0", "23": "W1/00",
				"11": "B1/0000", "16": "B0/0", "19": "B00", "20": "B0", "24": "B0", "25": "B0"}},
		{"PDN 3.0, FEN tag: kings", Checkers, "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", Black,
			map[string]string{"18": "W0", "24": "W0", "27": "W0", "28": "W0", "10": "W1", "15": "W1",
				"12": "B0", "16": "B0", "20": "B0", "22": "B1", "25": "B1", "29": "B1"}},
		{"PDN 3.0, FEN tag: ranges, of kings too", International, "W:W48-50:BK1-2,4", White,
			map[string]string{"48": "W0", "49": "W0", "50": "W0", "1": "B1", "2": "B1", "4": "B0"}},
		{"a range of one square", International, "W:W50-50:BK4-4", White, map[string]string{"50": "W0", "4": "B1"}},
		{"PDN 3.0: a number with a nought before it", International, "W:W09:B050", White,
			map[string]string{"9": "W0", "50": "B0"}},
		{"Black first", Russian, "B:BKa1:Wc3", Black, map[string]string{"a1": "B1", "c3": "W0"}},
		{"numbers on a board of letters", Russian, "W:W21,K29-30,32:B1-3,9", White, map[string]string{
			"a3": "W0", "a1": "W1", "c1": "W1", "g1": "W0", "b8": "B0", "d8": "B0", "f8": "B0", "b6": "B0"}},
		{"letters on a board of numbers", Checkers, "B:Wa1,KC3:Bb8,12", Black, map[string]string{
			"29": "W0", "22": "W1", "1": "B0", "12": "B0"}},
		{"one side left out", Russian, "W:Wc3", White, map[string]string{"c3": "W0"}},
		{"one side empty", Bashni, "W:W:Bb8", White, map[string]string{"b8": "B0"}},
		{"no pieces", Bashni, "W:W:B", White, nil},
		{"a side in two sections", Russian, "W:Wc3:Bb8:We3", White, map[string]string{"c3": "W0", "e3": "W0", "b8": "B0"}},
		{"small letters", Bashni, "b:wkc1,b4=000:bg7,b8", Black,
			map[string]string{"c1": "W1", "b4": "W000", "g7": "B0", "b8": "B0"}},
		{"capitals, as the Ukrainian rules write squares", Russian, "W:WC3,KA5:BB8", White,
			map[string]string{"c3": "W0", "a5": "W1", "b8": "B0"}},
		{"a dot", International, "W:W31,K32:B7.", White, map[string]string{"31": "W0", "32": "W1", "7": "B0"}},
		{"a dot behind an empty side", International, "W:W31:B.", White, map[string]string{"31": "W0"}},
		{"spaces", Bashni, " W : W c1 , K e1 , b4 = 000 / 01 : B g7 . ", White,
			map[string]string{"c1": "W0", "e1": "W1", "b4": "W000/01", "g7": "B0"}},
		{"a lone man and king behind =", Lasca, "W:W1=0,3=1:B25=1", White,
			map[string]string{"1": "W0", "3": "W1", "25": "B1"}},
		{"a lone man behind = in a flat game", Russian, "W:Wc3=0:Bb8=1", White, map[string]string{"c3": "W0", "b8": "B1"}},
	} {
		t.Run(c.where, func(t *testing.T) {
			p, err := ParseFEN(c.variant, c.fen)
			require.NoError(t, err)
			require.Equal(t, c.variant, p.Variant)
			require.Equal(t, c.turn, p.Turn)
			stands(t, &p, c.squares)
		})
	}
}

func TestParseFENRefuses(t *testing.T) {
	for _, c := range []struct {
		variant Variant
		fen     string
		want    PositionError
	}{
		{UnknownVariant, "W:W:B", PositionError{Reason: message.Verbatim("the variant is unknown")}},
		{Bashni, "", PositionError{Reason: message.Verbatim("unexpected end; expected the side to move, W or B")}},
		{Bashni, "c3", PositionError{Reason: message.Verbatim(`unexpected "c"; expected the side to move, W or B`)}},
		{Bashni, "W", PositionError{Offset: 1, Reason: message.Verbatim(`unexpected end; expected ":" and the pieces of a side, such as ":W" and its squares`)}},
		{Bashni, "W:", PositionError{Offset: 2, Reason: message.Verbatim("unexpected end; expected the colour of the pieces, W or B")}},
		{Bashni, "W:c3", PositionError{Offset: 2, Reason: message.Verbatim(`unexpected "c"; expected the colour of the pieces, W or B`)}},
		{Bashni, "W:Wa1,", PositionError{Offset: 6, Reason: message.Verbatim("unexpected end; expected a square, a1 to h8")}},
		{Bashni, "W:Wa1,,c1", PositionError{Offset: 6, Reason: message.Verbatim(`unexpected ","; expected a square, a1 to h8`)}},
		{Bashni, "W:Wa1 c1", PositionError{Offset: 6, Reason: message.Verbatim(`unexpected "c"; expected "," and a square, ":" and a colour, or the end`)}},
		{Bashni, "W:Wa1:B\x00", PositionError{Offset: 7, Reason: message.Verbatim(`unexpected "\x00"; expected a square, a1 to h8`)}},
		{Bashni, "W:Wa1,а3", PositionError{Offset: 6, Reason: message.Verbatim(`unexpected "а", a Cyrillic letter; expected a square, a1 to h8`)}},
		{Bashni, "W:Wa1:Bb8..", PositionError{Offset: 10, Reason: message.Verbatim(`unexpected "."; expected "," and a square, ":" and a colour, or the end`)}},
		{Bashni, "W:Wa1,Bb8,Wc", PositionError{Offset: 6, Reason: message.Verbatim(`unexpected "B"; expected a square, a1 to h8`)}},

		// Squares.
		{Bashni, "W:Wa1:Bb8,a1", PositionError{Square: "a1", Offset: 10, Reason: message.Verbatim("the square is listed twice")}},
		{Lasca, "W:W1-4:B3", PositionError{Square: "3", Offset: 8, Reason: message.Verbatim("the square is listed twice")}},
		{Bashni, "W:Wa2", PositionError{Square: "a2", Offset: 3, Reason: message.Verbatim("a light square; bashni is played on the dark squares")}},
		{Bashni, "W:Wa9", PositionError{Square: "a9", Offset: 3, Reason: message.Verbatim("off the board; expected a square, a1 to h8")}},
		{Bashni, "W:Wa0", PositionError{Square: "a0", Offset: 3, Reason: message.Verbatim("off the board; expected a square, a1 to h8")}},
		{Bashni, "W:Wi9", PositionError{Square: "i9", Offset: 3, Reason: message.Verbatim("off the board; expected a square, a1 to h8")}},
		{Bashni, "W:Wa11111111111111111111", PositionError{Square: "a11111111111111111111", Offset: 3, Reason: message.Verbatim("off the board; expected a square, a1 to h8")}},
		{Bashni, "W:W12", PositionError{Square: "12", Offset: 3, Reason: message.Verbatim("not a name of a square of bashni; expected a square, a1 to h8")}},
		{Lasca, "W:Wc3", PositionError{Square: "c3", Offset: 3, Reason: message.Verbatim("not a name of a square of lasca; expected a square, 1 to 25")}},
		{Lasca, "W:W26", PositionError{Square: "26", Offset: 3, Reason: message.Verbatim("off the board; expected a square, 1 to 25")}},
		{Checkers, "W:W33", PositionError{Square: "33", Offset: 3, Reason: message.Verbatim("off the board; expected a square, 1 to 32")}},
		{International, "W:W0", PositionError{Square: "0", Offset: 3, Reason: message.Verbatim("off the board; expected a square, 1 to 50")}},
		{International, "W:W99999999999999999999", PositionError{Square: "99999999999999999999", Offset: 3, Reason: message.Verbatim("off the board; expected a square, 1 to 50")}},
		{International, "W:WK", PositionError{Offset: 4, Reason: message.Verbatim("unexpected end; expected a square, 1 to 50")}},

		// Ranges.
		{International, "W:W5-3", PositionError{Square: "3", Offset: 5, Reason: message.Verbatim("no range: expected a lower number and a higher one, not 5-3")}},
		{Russian, "W:W1-c3", PositionError{Square: "c3", Offset: 5, Reason: message.Verbatim("no range: expected a lower number and a higher one, not b8-c3")}},
		{International, "W:W5-", PositionError{Offset: 5, Reason: message.Verbatim("unexpected end; expected a square, 1 to 50")}},
		{International, "W:W45-51", PositionError{Square: "51", Offset: 6, Reason: message.Verbatim("off the board; expected a square, 1 to 50")}},
		{Lasca, "W:W1-3=00", PositionError{Offset: 6, Reason: message.Verbatim(`unexpected "="; expected "," and a square, ":" and a colour, or the end`)}},
		{Bashni, "W:Wa1-c1", PositionError{Offset: 5, Reason: message.Verbatim(`unexpected "-"; expected "," and a square, ":" and a colour, or the end`)}},

		// Towers.
		{Bashni, "W:Wa1=", PositionError{Offset: 6, Reason: message.Verbatim("unexpected end; expected 0 for a man or 1 for a king")}},
		{Bashni, "W:Wa1=/0", PositionError{Offset: 6, Reason: message.Verbatim(`unexpected "/"; expected 0 for a man or 1 for a king`)}},
		{Bashni, "W:Wa1=0/", PositionError{Offset: 8, Reason: message.Verbatim("unexpected end; expected 0 for a man or 1 for a king")}},
		{Bashni, "W:Wa1=020", PositionError{Offset: 7, Reason: message.Verbatim(`unexpected "2"; expected "," and a square, ":" and a colour, or the end`)}},
		{Bashni, "W:Wa1=0/0/0", PositionError{Square: "a1", Offset: 9, Reason: message.Verbatim(`a second "/": a tower is the owner's pieces and, below them, prisoners; it never mixes the two (Codex 1.6.1)`)}},
		{Bashni, "W:WKa1=10", PositionError{Square: "a1", Offset: 3, Reason: message.Verbatim(`"K" before a tower; its own digits mark the kings: expected "=1" for a king on top`)}},
		{Bashni, "W:Wa1=0000000000000", PositionError{Square: "a1", Offset: 6, Reason: message.Verbatim("13 pieces of one colour in one tower, but bashni has at most 12 per side")}},
		{Bashni, "W:Wa1=0/00000000000000000", PositionError{Square: "a1", Offset: 8, Reason: message.Verbatim("17 pieces of one colour in one tower, but bashni has at most 12 per side")}},
		{Russian, "W:Wa1=00", PositionError{Square: "a1", Offset: 3, Reason: message.Verbatim("a tower of 2 pieces, but russian has no towers")}},
		{International, "W:W1=0/0", PositionError{Square: "1", Offset: 3, Reason: message.Verbatim("a tower of 2 pieces, but international has no towers")}},

		// Adiukh 3.5: kings need no mark.
		{Adiukh, "W:Wa1:BKb8", PositionError{Square: "b8", Offset: 7, Reason: message.Verbatim("a king mark, but adiukh marks no kings: a tower on the far rank is one (Adiukh 3.5)")}},
		{Adiukh, "W:Wa1=1", PositionError{Square: "a1", Offset: 3, Reason: message.Verbatim("a king mark, but adiukh marks no kings: a tower on the far rank is one (Adiukh 3.5)")}},
		{Adiukh, "W:Wa1=00/01", PositionError{Square: "a1", Offset: 3, Reason: message.Verbatim("a king mark, but adiukh marks no kings: a tower on the far rank is one (Adiukh 3.5)")}},

		// Codex 1.2.1, 2.2.1: twelve and eleven pieces.
		{Bashni, "W:Wa1=000000,c1=000000:Be1=0/0", PositionError{Offset: 24, Reason: message.Verbatim("13 white pieces, but bashni has at most 12 per side")}},
		{Lasca, "W:B1-12", PositionError{Offset: 3, Reason: message.Verbatim("12 black pieces, but lasca has at most 11 per side")}},
		{International, "W:W1-21", PositionError{Offset: 3, Reason: message.Verbatim("21 white pieces, but international has at most 20 per side")}},
	} {
		t.Run(c.variant.String()+" "+c.fen, func(t *testing.T) {
			p, err := ParseFEN(c.variant, c.fen)
			var refused *PositionError
			require.ErrorAs(t, err, &refused)
			require.Equal(t, c.want.Reason.Error(), refused.Reason.Error())
			refused.Reason = c.want.Reason
			require.Equal(t, &c.want, refused)
			require.Equal(t, Position{}, p)
		})
	}
}

// PDN 3.0 allows "?" for the side to move.
func TestParseFENUnknownTurn(t *testing.T) {
	p, err := ParseFEN(International, "?:W29,13,11:B22,4,2")
	require.ErrorIs(t, err, ErrUnknownTurn)
	var refused *PositionError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, 0, refused.Offset)
	require.Equal(t, "W:W11,13,29:B2,4,22", p.FEN())

	_, err = ParseFEN(International, "?:W29:B29")
	require.NotErrorIs(t, err, ErrUnknownTurn) // the worse fault
	require.EqualError(t, err, "position: 29: the square is listed twice")
}

func TestFEN(t *testing.T) {
	for _, c := range []struct {
		variant       Variant
		read, written string
	}{
		{Bashni, "b:bh8,f8,b8,g7:wa7=0/00,h6=10/000000,e5=00,b4=000,f2,g1,e1,c1.",
			"B:Wc1,e1,g1,f2,b4=000,e5=00,h6=10/000000,a7=0/00:Bg7,b8,f8,h8"},
		{Bashni, "W:Wa1=1,c1=0", "W:WKa1,c1:B"},
		{Lasca, "W:W10=0/0,1-3", "W:W1,2,3,10=0/0:B"},
		{International, "W:W31-34:BK1-2,3", "W:W31,32,33,34:BK1,K2,3"},
		{Checkers, "B:B5,1", "B:W:B1,5"},
	} {
		p, err := ParseFEN(c.variant, c.read)
		require.NoError(t, err)
		require.Equal(t, c.written, p.FEN())
	}
}

// The starting positions as the books list them: Codex 1.10 and 2.3, Adiukh
// 2.1, Ukrainian rules II.1.2.1, II.1.2.2 and III.1.2.
func TestStartPositionFEN(t *testing.T) {
	const a1 = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
	const lasca = "W:W1,2,3,4,5,6,7,8,9,10,11:B15,16,17,18,19,20,21,22,23,24,25"
	for v, fen := range map[Variant]string{
		Bashni: a1, BashniReverse: a1, Adiukh: a1, Russian: a1, RussianReverse: a1, Brazilian: a1,
		Lasca: lasca, LascaReverse: lasca,
		Checkers:      "B:W21-32:B1-12",
		International: "W:W31-50:B1-20",
	} {
		want, err := ParseFEN(v, fen)
		require.NoError(t, err)
		start := StartPosition(v)
		require.Equal(t, want.FEN(), start.FEN(), v)
		require.Equal(t, want, start, v)
		require.NoError(t, start.Validate())
	}
}

// The numbers of another board: of the corner at White's left, as GameType
// "25,W,8,8,N0,0" says, and of Italian draughts, as in a mirror.
func TestParseFENNumbered(t *testing.T) {
	fromLeft := Board{Files: 8, Ranks: 8, Numbering: Numeric, Corner: BottomLeft}
	p, err := ParseFENNumbered(Russian, fromLeft, "B:W1,K9-11:Bc5,32")
	require.NoError(t, err)
	require.Equal(t, "B:Wa1,Ka3,Kc3,Ke3:Bc5,h8", p.FEN())

	p, err = ParseFENNumbered(Russian, Italian.Board(), "W:W21,29-30:B1,K12")
	require.NoError(t, err)
	require.Equal(t, "W:We1,g1,g3:BKb6,h8", p.FEN())

	_, err = ParseFENNumbered(Russian, fromLeft, "W:W33:B1")
	var fault *PositionError
	require.ErrorAs(t, err, &fault)
	require.Equal(t, 3, fault.Offset)
}

// randomPosition puts up to all pieces of the variant on random squares.
func randomPosition(r *rand.Rand, v Variant) Position {
	p := Position{Variant: v, Turn: Colour(r.IntN(2))}
	squares := v.Board().Squares()
	r.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	left := [2]int{r.IntN(v.Pieces() + 1), r.IntN(v.Pieces() + 1)}
	marks := func(n int) uint16 {
		if !v.KingMarks() {
			return 0
		}
		return uint16(r.Uint32()) & (1<<n - 1)
	}
	for _, s := range squares {
		c := Colour(r.IntN(2))
		if left[c] == 0 {
			continue
		}
		own, prisoners := 1, 0
		if v.Towers() {
			own = 1 + r.IntN(min(left[c], 1+r.IntN(12)))
			prisoners = r.IntN(1 + min(left[c.Other()], r.IntN(12)))
		}
		left[c] -= own
		left[c.Other()] -= prisoners
		p.Put(s, NewTower(c, Block{own, marks(own)}, Block{prisoners, marks(prisoners)}))
	}
	return p
}

// Writing and reading back is the identity, and so is reading and writing what
// was written.
func TestFENIdentity(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 10))
	for _, v := range Variants() {
		for range 500 {
			p := randomPosition(r, v)
			require.NoError(t, p.Validate())
			fen := p.FEN()
			back, err := ParseFEN(v, fen)
			require.NoError(t, err, fen)
			require.Equal(t, p, back, fen)
			require.Equal(t, fen, back.FEN())
		}
	}
}

// Every position of the sample data, which comes from another program.
func TestFENOfSamples(t *testing.T) {
	files, err := filepath.Glob("../../shared/data/towers/*.ndjson")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("the sample data are not at ../shared/data")
	}
	for _, name := range files {
		f, err := os.Open(name)
		require.NoError(t, err)
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var line struct{ Variant, FEN, Final string }
			require.NoError(t, json.Unmarshal(lines.Bytes(), &line))
			v, err := ParseVariant(line.Variant)
			require.NoError(t, err)
			fen := line.FEN + line.Final // a line has one of the two
			p, err := ParseFEN(v, fen)
			require.NoError(t, err, "%s: %s", name, fen)
			require.Equal(t, fen, p.FEN(), name)
		}
		require.NoError(t, lines.Err())
	}
}

func FuzzParseFEN(f *testing.F) {
	for _, v := range Variants() {
		p := StartPosition(v)
		f.Add(uint8(v), p.FEN())
	}
	for _, s := range []string{
		"B:Wc1,e1,g1,f2,b4=000,e5=00,h6=10/000000,a7=0/00:Bg7,b8,f8,h8",
		"b : w k c1 , b4 = 0 : b .", "?:W1-3:BK5", "W:Wa1=0/0/0", "W:WKa1=1", "W:W:B", "W:Wа1", "W:W1-99999999999999999999",
		"W:Wa1=1111111111111111111111111/0",
	} {
		f.Add(uint8(Bashni), s)
		f.Add(uint8(International), s)
	}
	f.Fuzz(func(t *testing.T, variant uint8, s string) {
		v := Variant(variant)
		p, err := ParseFEN(v, s)
		if err != nil {
			var refused *PositionError
			require.ErrorAs(t, err, &refused)
			require.LessOrEqual(t, refused.Offset, len(s))
			require.GreaterOrEqual(t, refused.Offset, 0)
			return
		}
		require.NoError(t, p.Validate())
		fen := p.FEN()
		back, err := ParseFEN(v, fen)
		require.NoError(t, err, fen)
		require.Equal(t, p, back)
		require.Equal(t, fen, back.FEN())
	})
}

var benchmarkFENs = []struct {
	variant Variant
	fen     string
}{
	{Bashni, "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"},
	{Bashni, "B:Wc1,e1,g1,f2,b4=000,e5=00,h6=10/000000,a7=0/00:Bg7,b8,f8,h8"},
	{International, "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"},
}

func BenchmarkParseFEN(b *testing.B) {
	for _, c := range benchmarkFENs {
		b.Run(c.variant.String(), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(c.fen)))
			for b.Loop() {
				if _, err := ParseFEN(c.variant, c.fen); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAppendFEN(b *testing.B) {
	for _, c := range benchmarkFENs {
		b.Run(c.variant.String(), func(b *testing.B) {
			p, err := ParseFEN(c.variant, c.fen)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.SetBytes(int64(len(c.fen)))
			dst := make([]byte, 0, 256)
			for b.Loop() {
				dst = p.AppendFEN(dst[:0])
			}
		})
	}
}
