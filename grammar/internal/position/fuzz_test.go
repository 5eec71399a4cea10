package position

import (
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// A position that was read is valid, its faults lie in the text, and its FEN is read as the same
// position.
func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"белые — а1, аЗ, b2, с1, сЗ (5). Черные - a7, b6 (2).",
		"белые:  с1 - 1/0000, d6 – 000000, f4 – 0000 (3); черные: а1 – 110101/1, b2 – 00 (2)",
		"белые – 2, 5, 8, 10 – 0/0, 18 – 0/0, 23 – 1/00 (6); черные – 11 –1/0000, 16 – 0/0, 19 – 00, 20, 24, 25 (6).",
		"белые: a5-1, d4-1, e5-2/1, f8-3/1, g5-1/1; черные: a1-1, b6-2/3, c7-3.",
		"Білі шашки розставляються на полях: 21-32; чорні – на полях: 1-12. Гру починають чорні.",
		"D.b8, пр. h6|c3, h8, f4", "e5, g3 / d6, h2", "b6, e3 / D. g1, пр. a7", "d4(2/2) | e5(2/2)",
		"B:Wc1,b4=000,h6=10/000000:BKg7,b8", "W:W31-50:B1-20", "White: c3 and e3-00 (2); Black: none. (Black to move)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		used := Read(text)
		used.Variants()
		for _, v := range record.Variants() {
			want, told, wrong := Parse(text, v)
			p, faults, err := used.As(v)
			require.Equal(t, want, p)
			require.Equal(t, told, faults)
			require.Equal(t, wrong, err)
		}
		for _, v := range record.Variants() {
			p, faults, err := Parse(text, v)
			if err != nil {
				var e *record.PositionError
				if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(text) {
					t.Fatalf("%v %q: %#v", v, text, err)
				}
				continue
			}
			if err := p.Validate(); err != nil {
				t.Fatalf("%v %q: %v", v, text, err)
			}
			for _, f := range faults {
				if f.At < 0 || f.Len <= 0 || f.At+f.Len > len(text) || text[f.At:f.At+f.Len] != f.Word || f.Message.IsZero() {
					t.Fatalf("%v %q: %#v", v, text, f)
				}
				if utf8.ValidString(text) && !utf8.ValidString(f.Message.Error()) {
					t.Fatalf("%v %q: %q", v, text, f.Message)
				}
			}
			again, _, err := Parse(p.FEN(), v)
			if err != nil || again != p {
				t.Fatalf("%v %q, as %q: %v", v, text, p.FEN(), err)
			}
		}
	})
}
