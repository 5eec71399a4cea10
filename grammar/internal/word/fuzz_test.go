package word

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// A word that was read and is written in the notation is read as the same move without repairs.
func FuzzParseWord(f *testing.F) {
	for _, w := range benchmarkWords {
		f.Add(w)
	}
	for _, w := range []string{
		"1: 9", "3- 6", "17: 3D", "5x 14", "d8D:а5", "е:с5", "В4хЕ1хН4хF6хD4", `A5 \times C3`, "13х22х29", "gхх6",
		"h2-f4-h6-f8", "f6:d8Д:a5", "c3–b4", "аЗ-b4", "l-5", "сб-d5", "c7-d8d", "1-0", "c3,b4", "с3-и4", "d8:a5.", "32",
		"c3b4", "c3b4:d6", "c3:c3", "c3-b4:d6", "9x12", "9:12:19", "109-12", "a10-b9", "0-12", "a0-b1", "aa7", "ca", "d8d4",
	} {
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, err := Parse(text)
		tokens, _ := tokensOf(text, false)
		_, at, refused := ParseTokens(Grammar(), tokens)
		if i := accepted(tokens); (refused == nil) != (i == len(tokens)) || refused != nil && tokens[i].Pos.Offset != at {
			t.Fatalf("%q: the grammar does not take byte %d, %v; of its kinds of token %d", text, at, refused, i)
		}
		if err != nil {
			var e *Error
			if w != nil || !errors.As(err, &e) || e.at < 0 || e.at > len(e.Text) {
				t.Fatalf("%q: %#v, %#v", text, w, err)
			}
			if meant := e.Meant(); meant != "" {
				if _, err := Parse(meant); err != nil {
					t.Fatalf("%q: meant %q: %v", text, meant, err)
				}
			}
			return
		}
		if w.Text != text || len(w.Steps) == 0 || len(w.Steps) > MaxSteps || w.Promotion>>len(w.Steps) != 0 {
			t.Fatalf("%q: %#v", text, w)
		}
		if w.Steps[0].Number > 0 && w.Separator == record.NoSeparator && len(w.Steps) > 1 {
			signed := *w // 12;16: numbers need some sign between them
			signed.Separator = record.Take
			w = &signed
		}
		again, err := Parse(canonical(w))
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

// FuzzFastPath compares the rows of plain text with the grammar.
func FuzzFastPath(f *testing.F) {
	for _, w := range benchmarkWords {
		f.Add(w + " " + w)
	}
	for _, text := range []string{
		"1. c3-b4 b6-c5 2. b4-a5 a7-b6\n3. b2-c3", "1. 9-12 15x9 2. 5:13 24x15x6", "c3-b4  b6-c5\tb4-a5 ", "a1-a1 1:1 a9-b9 a10-b10 01-2 100-2",
		"cb4 aa7 a:a7 c3-b4! c3-b4? c3-b4 - c3", "1-0 a1-b2-c3:d4 a1xb2xc3 x 12 7. 7-8 12. 9-13", "a1-b2:c3 a1--b2 a1b2 c3-b4.b6-c5",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table := new(Table)
		for w := range strings.FieldsSeq(text) {
			_, _ = table.Parse(w)
		}
		plies, numbers := table.Row(make([]record.Ply, 0, 16), text, 0, 2)
		at := 0
		for i, p := range plies {
			if i%2 == 0 && text[at:p.At] != "" {
				require.Equal(t, strconv.Itoa(1+i/2)+". ", text[at:p.At])
				numbers--
			}
			w, err := Parse(text[p.At : p.At+p.Len])
			require.NoError(t, err, "%q", text)
			require.Equal(t, w, p.Word)
			at = p.At + p.Len + 1
		}
		require.Zero(t, numbers)
	})
}

// The signs expected after the beginning of a word.
func TestExpected(t *testing.T) {
	require.Equal(t, "expected a square such as c3, a file such as c or a number such as 9", expected(nil, false).Error())
	require.Equal(t, "expected a number such as 9", expected(nil, true).Error())
	nine, _ := tokensOf("9", true)
	require.Equal(t, "expected -, :, the mark D or the end of the move", expected(nine[:1], true).Error())
}
