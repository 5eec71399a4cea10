package position

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// Positions as printed in the rule books, with their meaning.
func TestParsePosition(t *testing.T) {
	const (
		start8     = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
		startLasca = "W:W1,2,3,4,5,6,7,8,9,10,11:B15,16,17,18,19,20,21,22,23,24,25"
	)
	type faults = []string // code, text
	tests := []struct {
		from    string // its source
		variant record.Variant
		text    string
		want    string
		faults  faults
	}{
		{
			"Codex 1.10, diagram 2", record.Bashni,
			"белые — а1, аЗ, b2, с1, сЗ, d2, е1, еЗ, f2, g1, g3, h2 (12). Черные - a7, b6, b8, c7, d6, d8, e7, f6, f8, g7, h6, h8 (12). ",
			start8, faults{"look-alike а1", "look-alike аЗ", "look-alike с1", "look-alike е1"},
		},
		{
			"Codex 1.10, diagram 4", record.Bashni,
			"белые:  с1 - 1/0000, d6 – 000000, f4 – 0000 (3); черные: а1 – 110101/1, b2 – 00 (2)",
			"W:Wc1=1/0000,f4=0000,d6=000000:Ba1=110101/1,b2=00", faults{"look-alike с1", "look-alike а1"},
		},
		{
			"Codex 2.3, the start", record.Lasca,
			"белые – 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 и 11 (11); черные – 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 и 25 (11).",
			startLasca, nil,
		},
		{
			"Codex 2.3, diagram 10", record.Lasca,
			"белые – 2, 5, 8, 10 – 0/0, 18 – 0/0, 23 – 1/00 (6); черные – 11 –1/0000, 16 – 0/0, 19 – 00, 20, 24, 25 (6).",
			"W:W2,5,8,10=0/0,18=0/0,23=1/00:B11=1/0000,16=0/0,19=00,20,24,25", nil,
		},
		{
			"Adiukh 7.2, figure 2", record.Adiukh,
			"белые - a1, a3, b2, c1, c3, d2, e1, e3, f2, g1, g3, h2; черные - a7, b6, b8, c7, d6, d8, e7, f6, f8, g7, h6, h8.",
			start8, nil,
		},
		{
			"Adiukh 7.2, figure 4", record.Adiukh,
			"белые: a5-1, d4-1, e5-2/1, f8-3/1, g5-1/1; черные: a1-1, b6-2/3, c7-3.",
			"W:Wd4,a5,e5=00/0,g5=0/0,f8=000/0:Ba1,b6=00/000,c7=000", nil,
		},
		{
			"Adiukh 11, figure 13", record.Adiukh, "белые: d4(2/2); черные: e5(2/2). Ход белых",
			"W:Wd4=00/00:Be5=00/00", nil,
		},
		{
			"Ukrainian II.2.1", record.Russian,
			"Білі шашки розставляються на полях: A1, A3, B2, C1, C3, D2, E1, E3, F2, G1, G3, H2; чорні – на полях: A7, B6, B8, C7, D6, D8, E7, F6, F8, G7, H6, H8. Гру починають білі.",
			start8, faults{"letter-case A1", "letter-case B2", "letter-case C1", "letter-case D2", "letter-case E1", "letter-case F2", "letter-case G1", "letter-case H2"},
		},
		{
			"Ukrainian II.2.2", record.Checkers,
			"Білі шашки розставляються на полях: 21-32; чорні – на полях: 1-12. Гру починають чорні.",
			"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", nil,
		},
		{
			"Ukrainian III.2", record.International,
			"білі шашки на полях 31-50, а чорні – на полях 1-20. Гру починають білі.",
			"W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20", nil,
		},
		{"Ukrainian VI.7.4.2, first captures", record.Russian, "e5, g3 / d6, h2", "W:Wg3,e5:Bh2,d6", nil},
		{"Ukrainian VI.7.4.2, second captures", record.Russian, "b6, e3 / D. g1, пр. a7", "W:We3,b6:BKg1,a7", nil},
		{"Ukrainian VI.7.4.2, both from one file", record.Russian, "g5, h6 | e3, f4, f8", "W:Wg5,h6:Be3,f4,f8", nil},
		{"Ukrainian VI.7.4.5", record.Russian, "D.b8, пр. h6|c3, h8, f4", "W:Wh6,Kb8:Bc3,f4,h8", nil},

		{"the contract's", record.Bashni, "белые: с1 - 1/0000, d6 – 000000 (2); черные: a1 - 0", "W:Wc1=1/0000,d6=000000:Ba1", faults{"look-alike с1"}},
		{"FEN", record.Bashni, " B:Wc1,b4=000:BKg7,b8", "B:Wc1,b4=000:BKg7,b8", nil},
		{"all letters for men", record.Bashni, "белые: c3-О, e3-оо, g3-Oo/О1", "W:Wc3,e3=00,g3=00/01:B", nil},
		{"a tower in FEN's way", record.Bashni, "белые: b4=000; черные: b8", "W:Wb4=000:Bb8", nil},
		{"Ukrainian words", record.Bashni, "Хід чорних. Білі: c3 та e3-00 (2); Чорні: b8 (1)", "B:Wc3,e3=00:Bb8", nil},
		{"English words", record.Bashni, "White: c3 and e3-00 (2); Black: none. (Black to move)", "B:Wc3,e3=00:B", nil},
		{"the turn in brackets after a tower", record.Bashni, "White: c3; Black: a7 (Black to move)", "B:Wc3:Ba7", nil},
		{"the turn, its words the other way round", record.Bashni, "Начинают черные. Белые: c3", "B:Wc3:B", nil},
		{"the turn in brackets, in other words", record.Bashni, "(Починають чорні) Білі: c3 (Хід чорних)", "B:Wc3:B", nil},
		{"the turn behind the sides", record.Bashni, "Белые: c3. Черные: b8. Черные начинают.", "B:Wc3:Bb8", nil},
		{"the turn before, and more signs", record.Bashni, "Ход черных, белые: c3 (1); черные: b8", "B:Wc3:Bb8", nil},
		{"kinds with signs", record.Russian, "White: kings - f6, men: d4", "W:Wd4,Kf6:B", nil},
		{"full stops between", record.Russian, "Белые: c3. e3. Черные: нет.", "W:Wc3,e3:B", nil},
		{"full stops between those of a composition", record.Russian, "c3. e3 | b6. h8.", "W:Wc3,e3:Bb6,h8", nil},
		{"the turn before", record.Bashni, "Ход черных: Белые: c3. Черные: b8", "B:Wc3:Bb8", nil},
		{"kings by word", record.Russian, "Белые: дамки a1, c1, простые c3, e3; черные: дамка h8, пр. b8", "W:WKa1,Kc1,c3,e3:Bb8,Kh8", nil},
		{"counts before lists", record.Russian, "Белые (2): c3, e5; черные (1): d6", "W:Wc3,e5:Bd6", nil},
		{"kings by letter", record.Russian, "Белые: Дa1, Кc1, c3; черные: Kh8, D8", "W:WKa1,Kc1,c3:Bd8,Kh8", faults{"letter-case D8"}},
		{"kings by a letter alone", record.Russian, "White: K a1, c3; Black: К h8", "W:WKa1,c3:BKh8", nil},
		{"kings by letter and number", record.International, "White: K4, 31, D46; Black: 1, Д13, К50", "W:WK4,31,K46:B1,K13,K50", nil},
		{"towers after the word for men", record.Bashni, "Белые: дамка f8, пр. c3 - 0/00, e3; черные: h8", "W:Wc3=0/00,e3,Kf8:Bh8", nil},
		{"the turn after a colon", record.Bashni, "Белые: c3; черные: b8. Очередь хода: черные", "B:Wc3:Bb8", nil},
		{"the turn after a dash", record.Bashni, "Белые: c3; черные: b8. Ход – черных", "B:Wc3:Bb8", nil},
		{"the first move", record.Bashni, "White: c3. Black: b8. Black plays first.", "B:Wc3:Bb8", nil},
		{"whose the move is", record.Bashni, "Білі: c3. Чорні: b8. Хід за чорними.", "B:Wc3:Bb8", nil},
		{"a wrong count", record.Bashni, "белые: c3, e3 (3); черные: b8 (1)", "W:Wc3,e3:Bb8", faults{"count-mismatch (3)"}},
		{"zeros in Adiukh", record.Adiukh, "белые: c3-000/00; черные: b8-00", "W:Wc3=000/00:Bb8=00", nil},
		{"no prisoners counted", record.Adiukh, "белые: c3-2/0", "W:Wc3=00:B", nil},
		{"two kings in Lasca", record.Lasca, "белые: 1 - 11, 7", "W:W1=11,7:B", nil},
		{"a range in Lasca", record.Lasca, "белые: 1-9", "W:W1,2,3,4,5,6,7,8,9:B", nil},
		{"a range in checkers", record.Checkers, "черные: 1-11; белые: 31-1", "B:WK31:B1,2,3,4,5,6,7,8,9,10,11", nil},
		{"О in a number", record.Lasca, "белые: 1О, l", "W:W1,10:B", faults{"look-alike 1О", "look-alike l"}},
	}
	for _, tt := range tests {
		t.Run(tt.from, func(t *testing.T) {
			p, fs, err := Parse(tt.text, tt.variant)
			require.NoError(t, err)
			want, err := record.ParseFEN(tt.variant, tt.want)
			require.NoError(t, err)
			require.Equal(t, want.FEN(), p.FEN())
			var got faults
			for _, f := range fs {
				require.Equal(t, f.Word, tt.text[f.At:f.At+f.Len])
				got = append(got, string(f.Code)+" "+f.Word)
			}
			require.Equal(t, tt.faults, got)
		})
	}
}

// Texts that are not positions, or impossible ones: the place and the message.
func TestParsePositionErrors(t *testing.T) {
	tests := []struct {
		variant record.Variant
		text    string
		at      string // the text at the offset; "" for the end
		says    string
	}{
		{record.Bashni, "", "", "not finished; expected a side"},
		{record.Bashni, "белые", "", ""},
		{record.Bashni, "черные: c3 -", "", "expected a tower"},
		{record.Bashni, "белые: c3, зпт", "зпт", `"зпт" does not belong here`},
		{record.Bashni, "белые: c3; белые: e3", "белые: e3", "listed twice"},
		{record.Bashni, "белые: c3, e3; черные: c3", "c3", "c3: the square is listed twice"},
		{record.Bashni, "белые: c4", "c4", "not a playing square of bashni, whose squares are a1 to h8"},
		{record.Bashni, "белые: c13", "c13", "expected one such as c3"},
		{record.Bashni, "белые: 12", "12", "whose squares are a1 to h8"},
		{record.Lasca, "белые: 26", "26", "whose squares are 1 to 25"},
		{record.Bashni, "белые: c3-2/3", "2/3", "2 is not a piece"},
		{record.Bashni, "белые: c3-0000000000000", "0000000000000", "13 pieces of one colour in one tower, but bashni has at most 12 per side"},
		{record.Bashni, "белые: c3-000000000000, e3", "e3", "13 white pieces, but bashni has at most 12 per side"},
		{record.Adiukh, "белые: c3-16", "16", "16 pieces of one colour in one tower"},
		{record.Adiukh, "белые: c3-1/0000", "1/0000", "0000 is not a number of pieces"},
		{record.Adiukh, "белые: c3-0/1", "c3", "king mark"},
		{record.Adiukh, "белые: дамка c3", "дамка c3", "king mark"},
		{record.Bashni, "белые: дамка c3-00", "дамка c3", "the list itself shows"},
		{record.Russian, "D.b8, d8 | c3", "d8", `expected "пр." before the men`},
		{record.Russian, "белые: c3-00", "c3", "no towers"},
		{record.Bashni, "белые: c3. Ход", "", "expected the side to move"},
		{record.Bashni, "белые: c3 черных", "черных", `"черных" does not belong here; expected a square`},
		{record.Bashni, "D.b8 | белые: c3", "белые", `"белые" does not belong here; expected Black`},
		{record.UnknownVariant, "белые: c3", "белые", "the variant is unknown"},
		{record.Bashni, "W:Wc4", "c4", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			p, _, err := Parse(tt.text, tt.variant)
			if tt.text == "белые" { // a side without towers is a position
				require.NoError(t, err)
				require.Zero(t, p.Count(record.White))
				return
			}
			var e *record.PositionError
			require.ErrorAs(t, err, &e)
			require.Contains(t, err.Error(), tt.says)
			require.Equal(t, record.Position{}, p)
			if tt.at == "" {
				require.Equal(t, len(tt.text), e.Offset)
			} else {
				require.True(t, strings.HasPrefix(tt.text[e.Offset:], tt.at), "offset %d of %q: %v", e.Offset, tt.text, err)
			}
		})
	}
}

// The position of a composition ends before its solution.
func TestReadPair(t *testing.T) {
	for line, want := range map[string]string{
		"D.b8, пр. h6|c3, h8, f4 (g7, b2) g7! x": "D.b8, пр. h6|c3, h8, f4",
		"c3 | b6 1. cd4":        "c3 | b6",
		"c3 | b6. 1. cd4":       "c3 | b6.",
		"e5, g3 / d6, h2":       "e5, g3 / d6, h2",
		"белые: c3; черные: b6": "",
		"М. Абацієв":            "",
	} {
		_, n := ReadPair(line)
		require.Equal(t, want, line[:n])
	}
}

func TestPositionVariants(t *testing.T) {
	// Adiukh 7.2: only counts can be more than 1.
	require.Equal(t, []record.Variant{record.Adiukh}, Read("белые: a5-1, e5-2/1; черные: b6-2/3").Variants())
	// Codex 1.10: prisoners 0000 are not a count.
	require.Equal(t, []record.Variant{record.Bashni, record.BashniReverse}, Read("белые: с1 - 1/0000; черные: а1 – 110101/1").Variants())
	require.Empty(t, Read("Иванов").Variants())
}
