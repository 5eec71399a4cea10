package grammar

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
)

// A word that is read, written again as the notation has it, is read as the
// same move without repairs.
func FuzzParseWord(f *testing.F) {
	for _, w := range benchmarkWords {
		f.Add(w)
	}
	for _, w := range []string{
		"1: 9", "3- 6", "17: 3D", "5x 14", "d8D:а5", "е:с5", "В4хЕ1хН4хF6хD4", `A5 \times C3`, "13х22х29", "gхх6",
		"h2-f4-h6-f8", "f6:d8Д:a5", "c3–b4", "аЗ-b4", "l-5", "сб-d5", "c7-d8d", "1-0", "c3,b4", "с3-и4", "d8:a5.", "32",
	} {
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, err := ParseWord(text)
		if err != nil {
			var e *WordError
			if w != nil || !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(e.Text) {
				t.Fatalf("%q: %#v, %#v", text, w, err)
			}
			if e.Meant != "" {
				if _, err := ParseWord(e.Meant); err != nil {
					t.Fatalf("%q: meant %q: %v", text, e.Meant, err)
				}
			}
			return
		}
		if w.Text != text || len(w.Steps) == 0 || len(w.Steps) > MaxWordSteps || w.Promotion>>len(w.Steps) != 0 {
			t.Fatalf("%q: %#v", text, w)
		}
		again, err := ParseWord(canonical(w))
		if err != nil {
			t.Fatalf("%q as %q: %v", text, canonical(w), err)
		}
		if len(again.Repairs) > 0 || !slices.Equal(again.Steps, w.Steps) || again.Separator != w.Separator || again.Promotion != w.Promotion {
			t.Fatalf("%q: %#v, as %q: %#v", text, w, canonical(w), again)
		}
		word, marks, _ := CutMarks(text + "!?")
		if !strings.HasPrefix(text, word) || !slices.Contains(marks, "!?") {
			t.Fatalf("%q with !?: %q %q", text, word, marks)
		}
	})
}

// A position that is read is valid, its faults lie in the text, and its FEN is
// read as the same position.
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
		for _, v := range record.Variants() {
			p, faults, err := ParsePosition(text, v)
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
				if f.At < 0 || f.Len <= 0 || f.At+f.Len > len(text) || text[f.At:f.At+f.Len] != f.Word || f.Message == "" {
					t.Fatalf("%v %q: %#v", v, text, f)
				}
				if utf8.ValidString(text) && !utf8.ValidString(f.Message) {
					t.Fatalf("%v %q: %q", v, text, f.Message)
				}
			}
			again, _, err := ParsePosition(p.FEN(), v)
			if err != nil || again != p {
				t.Fatalf("%v %q, as %q: %v", v, text, p.FEN(), err)
			}
		}
	})
}
