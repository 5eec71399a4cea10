package word

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

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
		"c3b4", "c3b4:d6", "c3:c3", "c3-b4:d6", "9x12", "9:12:19", "109-12", "a10-b9", "0-12", "a0-b1", "aa7", "ca", "d8d4",
	} {
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, err := Parse(text)
		if plain := plainWord(text); plain != nil {
			byGrammar, err := byGrammar(text)
			if err != nil || !reflect.DeepEqual(byGrammar, plain) {
				t.Fatalf("%q: plainly %#v, by the grammar %#v, %v", text, plain, byGrammar, err)
			}
		}
		for _, numeric := range []bool{false, true} {
			sameTree(t, text, numeric)
		}
		if err != nil {
			var e *Error
			if w != nil || !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(e.Text) {
				t.Fatalf("%q: %#v, %#v", text, w, err)
			}
			if e.Meant != "" {
				if _, err := Parse(e.Meant); err != nil {
					t.Fatalf("%q: meant %q: %v", text, e.Meant, err)
				}
			}
			return
		}
		if w.Text != text || len(w.Steps) == 0 || len(w.Steps) > MaxSteps || w.Promotion>>len(w.Steps) != 0 {
			t.Fatalf("%q: %#v", text, w)
		}
		if w.Steps[0].Number > 0 && w.Separator == record.NoSeparator && len(w.Steps) > 1 {
			signed := *w // 12;16: numbers have a sign between them, whichever it is
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

// sameTree holds swift and misfit to the grammar.
func sameTree(t *testing.T, text string, numeric bool) {
	lex := &WordLexer{Text: text, numeric: numeric}
	var tokens TokenList
	for len(tokens) == 0 || !tokens[len(tokens)-1].EOF() {
		next, _ := lex.Next()
		tokens = append(tokens, next)
		if next.Type == TokenBad {
			return
		}
	}
	tree, at := swift(tokens), misfit(tokens)
	all := tokens
	upgraded, err := lexer.Upgrade(&tokens)
	if err != nil {
		t.Fatal(err)
	}
	byGrammar, err := Grammar().ParseFromLexer(upgraded)
	var syntax participle.Error
	if errors.As(err, &syntax) != (at >= 0) || at >= 0 && syntax.Position().Offset != all[at].Pos.Offset {
		t.Fatalf("%q: breaks off at token %d, by the grammar %v", text, at, err)
	}
	if tree == nil {
		return
	}
	if err != nil || !reflect.DeepEqual(byGrammar, tree) {
		t.Fatalf("%q: swiftly %#v, by the grammar %#v, %v", text, tree, byGrammar, err)
	}
}

// TestMisfit holds words that the grammar does not take to break off where it does.
func TestMisfit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a1", "c3", "a", "h", "9", "12", "-", ":", "x", "–", "D", "Д", " ", "0", "б", "с", "З", "l9", "j10", "."}
	for range 50_000 {
		var text strings.Builder
		for range 1 + random.IntN(7) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		sameTree(t, text.String(), false)
		sameTree(t, text.String(), true)
	}
}
