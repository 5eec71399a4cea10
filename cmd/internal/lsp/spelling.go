package lsp

import (
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// spelling is how a record writes its moves.
type spelling struct {
	short bool
	take  string // between the squares of a capture
	quiet string // of another move, where it is in full
	marks bool   // promotions are marked
	// letters says that the squares of a board with numbers are written with letters
	// and digits.
	letters bool
}

// usual is the spelling of a record that has no moves yet.
func usual(format string, variant record.Variant) spelling {
	s := spelling{take: ":", quiet: "-"}
	if format == "pdn" && !variant.Towers() && variant.Straight() != record.Russian {
		s.take = "x" // PDN 3.0
	}
	return s
}

// maxSpelt is how many moves of a record are asked for its spelling.
const maxSpelt = 400

// spellingOf returns how most of the moves are written, of which moves has those that
// are legal in full.
func spellingOf(variant record.Variant, plies []record.Ply, moves []string, s spelling) spelling {
	full, short, letters, words := 0, 0, 0, 0
	takes, quiets := make(map[string]int), make(map[string]int)
	for i := range plies[:min(len(plies), maxSpelt)] {
		w := plies[i].Word
		s.marks = s.marks || w.Promotion != 0
		if len(w.Steps) > 0 {
			words++
		}
		if replay.Lettered(variant, w) {
			letters++
		}
		if len(w.Steps) < 2 || len(w.Repairs) > 0 {
			continue
		}
		capture := w.Separator == record.Take
		if i < len(moves) {
			capture = strings.Contains(moves[i], ":")
		}
		if capture == (w.Separator == record.Quiet) && w.Separator != record.NoSeparator {
			continue // the wrong sign
		}
		switch {
		case !w.Steps[0].Whole():
			short++
			if capture {
				takes[between(w.Text)]++
			}
			continue
		case capture:
			takes[between(w.Text)]++
		default:
			quiets[between(w.Text)]++
		}
		full++
	}
	s.short, s.letters = short > full, 2*letters > words
	s.take, s.quiet = most(takes, s.take), most(quiets, s.quiet)
	return s
}

// between returns what stands between the first two squares of a word, without
// blanks: "" for none, and for signs that no spelling is kept of.
func between(word string) string {
	for _, sign := range [...]string{":", "-", "x", "×"} {
		if i := strings.Index(word, sign); i > 0 && i+len(sign) < len(word) {
			return sign
		}
	}
	return ""
}

// most returns the sign that there is most of, or else where there is none.
func most(signs map[string]int, otherwise string) string {
	best := 0
	for sign, n := range signs {
		if n > best || n == best && sign > otherwise {
			otherwise, best = sign, n
		}
	}
	return otherwise
}

// spell returns a legal move as the record would write it.
func (s spelling) spell(p *replay.Position, m *replay.Move, legal []replay.Move) string {
	var text string
	switch {
	case s.marks && m.Promotes():
		text = crowned(p, m, legal, s.short)
	case s.short:
		text = string(p.AppendShort(nil, m, legal))
	default:
		text = string(p.AppendMove(nil, m, legal))
	}
	if s.letters {
		text = replay.InLetters(p.Rules().Variant.Board(), text)
	}
	sign, other := "-", s.quiet
	if m.Captures() > 0 {
		sign, other = ":", s.take
		if other == "" && !(s.short && strings.Count(text, sign) == 1 && !isRank(text[1])) {
			other = sign // only "aa7" is read without it
		}
	}
	return strings.ReplaceAll(text, sign, other)
}

// isRank says whether a byte is a digit, so that a whole square stands before it.
func isRank(c byte) bool { return c >= '0' && c <= '9' }

// crowned returns the text of a move that makes a king, with the mark D behind the
// square on which it does.
func crowned(p *replay.Position, m *replay.Move, legal []replay.Move, short bool) string {
	board := p.Rules().Variant.Board()
	far := 0
	if p.Turn() == record.White {
		far = board.Ranks - 1
	}
	if p.To(m).Rank() == far {
		if short {
			return string(p.AppendShort(nil, m, legal)) + "D"
		}
		return string(p.AppendMove(nil, m, legal)) + "D"
	}
	// It went on as a king: every square is named, so that this one is.
	text, marked := board.Name(p.From(m)), false
	for _, square := range p.Landed(m) {
		text += ":" + board.Name(square)
		if !marked && square.Rank() == far {
			text, marked = text+"D", true
		}
	}
	return text
}

// typed returns how much of what was typed so far is the beginning of text, letters of
// other alphabets being taken for those that they stand for; false where it is not all.
func typed(so, text string) (n int, ok bool) {
	for len(so) > 0 {
		r, size := utf8.DecodeRuneInString(so)
		want, wide := utf8.DecodeRuneInString(text[n:])
		if wide == 0 || !grammar.CanStandFor(r, want) {
			return n, false
		}
		so, n = so[size:], n+wide
	}
	return n, true
}
