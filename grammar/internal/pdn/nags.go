package pdn

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
)

const (
	// nagDigits is how many digits the number of a NAG may have. PGN has 0 to 255; PDN
	// 3.0 has any number, and Turbo Dambase writes $902.
	nagDigits = 6
	// spacedDigits is how many are where $ does not stand right before them.
	spacedDigits = 3
)

// nag reads what begins with $: a NAG, one that is misspelt, which is a tokenStray, or
// the sign alone. That does not take a move with it, nor what may be one, or a result:
// these are read as if it did not stand there.
func (s *scanner) nag(at int) (lexer.TokenType, int) {
	text := s.text
	from := at + 1
	n := digitsAt(text, from)
	run := runEnd(text, from)
	switch {
	case run == from:
		return tokenStray, s.spacedNAG(at)
	case joined(text[from:min(len(text), from+maxJoined)]) > 0:
		return tokenStray, from // $28 x 19
	case n > 0 && from+n == run:
		if n > nagDigits {
			return tokenStray, run
		}
		return tokenNAG, run
	}
	if _, ok := usualResult(text[from:run]); ok {
		return tokenStray, from
	}
	switch {
	case misspeltNumber(text[from:run]):
		return tokenStray, run
	case n > 0 && n <= nagDigits && !beginsMove(text[from:run]):
		return tokenNAG, from + n // $1+-
	}
	return tokenStray, from
}

// spacedNAG returns where the misspelt NAG ends that begins at byte at with $, before
// blanks and a number; without that it is the sign alone.
func (s *scanner) spacedNAG(at int) int {
	text := s.text
	from := at + 1 + leading(text[at+1:], " \t")
	n := digitsAt(text, from)
	end := from + n
	if n == 0 || n > spacedDigits || runEnd(text, from) != end || end < len(text) && strings.IndexByte("./$", text[end]) >= 0 ||
		joined(text[from:min(len(text), from+maxJoined)]) > 0 {
		return at + 1
	}
	return end
}

// nagBefore returns where a misspelt NAG ends that begins at byte at with its number, of
// n digits, and has $ behind it; 0 where none does.
func nagBefore(text string, at, n int) int {
	end := at + n + 1
	if n > spacedDigits || end > len(text) || text[end-1] != '$' || runEnd(text, end) != end || end < len(text) && text[end] == '$' {
		return 0
	}
	return end
}

// misspeltNumber says whether what stands right behind $ was hardly meant as anything
// else than the number of a NAG: letters, a few digits among them or a sign before
// them, which neither are a move nor say that one cannot be read.
func misspeltNumber(run string) bool {
	core := strings.TrimLeft(run, "-+")
	letters, digits := 0, 0
	for _, r := range core {
		switch {
		case r < utf8.RuneSelf && word.IsDigit(byte(r)):
			digits++
		case word.IsLetter(r):
			letters++
		default:
			return false
		}
	}
	switch {
	case letters+digits == 0:
		return false
	case len(core) < len(run):
		return letters == 0
	case letters == 1 && digits == 0:
		return true
	case word.Illegible(run):
		return false
	case letters > 0 && digits > 0 && letters+digits > 2 && !word.IsDigit(core[0]):
		return false // c3b, which may be hurt
	}
	w, err := word.Parse(run)
	return err != nil || len(w.Steps) == 1 && w.Steps[0].Number > 0
}

// beginsMove says whether a run that begins with digits is a move.
func beginsMove(run string) bool {
	w, err := word.Parse(run)
	return err == nil && len(w.Steps) > 1
}

// isMisspeltNAG says of a tokenStray whether it is one.
func isMisspeltNAG(text string) bool {
	return len(text) > 1 && (text[0] == '$' || word.IsDigit(text[0]) && text[len(text)-1] == '$')
}

// nag takes a NAG. One that stands before any move is kept as a comment.
func (b *builder) nag(text string) {
	if m := &b.line; len(m.plies) > 0 {
		n, _ := strconv.Atoi(text[1:])
		note := m.note()
		note.NAGs = append(note.NAGs, n)
		return
	}
	b.attach(text)
}

// misspeltNAG takes one that is misspelt: it is kept as a comment. Where a move may stand
// it may be that.
func (b *builder) misspeltNAG(at int, text string) {
	b.attach(text)
	if !b.doubtful(doubt{at: at, end: at + len(text), told: true, kept: true}) {
		b.stray(at, text)
	}
}

// withdraw takes a comment back that was kept behind the ply with the given index, or
// for the next one.
func (b *builder) withdraw(text string, ply int) {
	lists := []*[]string{&b.line.before, &b.g.Before}
	if ply >= 0 && b.line.plies[ply].Note != nil {
		lists = append(lists, &b.line.plies[ply].Note.Comments)
	}
	for _, list := range lists {
		for i := len(*list) - 1; i >= 0; i-- {
			if (*list)[i] == text {
				*list = slices.Delete(*list, i, i+1)
				return
			}
		}
	}
}
