package corpus

import (
	"bytes"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
)

// respell returns the word at a ply with its first or all characters replaced,
// nil where nothing changes.
func (w *Writer) respell(ply int, pairs ...string) []byte {
	if ply == len(w.words) {
		return nil
	}
	word := []byte(strings.NewReplacer(pairs...).Replace(string(w.words[ply])))
	if bytes.Equal(word, w.words[ply]) {
		return nil
	}
	return word
}

// wrongSeparator writes a colon for a dash and the other way round. A quiet
// move in short notation has no dash, and gets a colon. A capture that ends where
// it begins is no move at all with a dash.
func (w *Writer) wrongSeparator(ply int) []byte {
	if ply == len(w.words) {
		return nil
	}
	if p, m := &w.line[ply], &w.moves[ply]; p.From(m) == p.To(m) {
		return nil
	}
	word := slices.Clone(w.words[ply])
	if !bytes.ContainsAny(word, "-:x") {
		return slices.Insert(word, 1, ':')
	}
	for i, c := range word {
		switch c {
		case '-':
			word[i] = ':'
		case ':', 'x':
			word[i] = '-'
		}
	}
	w.sign(word)
	return word
}

// lookAlike writes Cyrillic letters for Latin ones and for digits.
func (w *Writer) lookAlike(ply int) []byte {
	if w.variant().Board().Numbering == record.Numeric {
		return w.respell(ply, "3", "З", "0", "О")
	}
	return w.respell(ply, "a", "а", "c", "с", "e", "е")
}

// letterCase writes capitals.
func (w *Writer) letterCase(ply int) []byte {
	if ply == len(w.words) {
		return nil
	}
	word := slices.Clone(w.words[ply])
	for i, c := range word {
		if c >= 'a' && c <= 'l' {
			word[i] = c - 'a' + 'A'
		}
	}
	if bytes.Equal(word, w.words[ply]) {
		return nil
	}
	return word
}

// dashKind writes an en dash.
func (w *Writer) dashKind(ply int) []byte { return w.respell(ply, "-", "–") }

// unreadable ends a word with what is no square of any board.
func (w *Writer) unreadable(ply int) []byte {
	if ply == len(w.words) {
		return nil
	}
	p := &w.line[ply]
	b := w.variant().Board()
	word := append(b.AppendName(nil, p.From(&w.moves[ply])), '-')
	if w.moves[ply].Captures() > 0 {
		word[len(word)-1] = ':'
	}
	w.sign(word)
	ends := []string{"q9", "d0", "b33"}
	if b.Numbering == record.Numeric {
		ends = []string{"q9", "100", "137"}
	}
	return append(word, ends[w.generator.draw(len(ends))]...)
}
