package sheet

import (
	"strings"
	"unicode"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// aside notes what stands in brackets behind the last move so far, where it is
// nothing but moves and how sure of them the writer was: an editor completed the
// game, or speaks of what was not played. The board decides (record.Aside).
func (b *builder) aside(p place, inner string) {
	if b.ended || b.prose.end > 0 || b.number.end > 0 || b.asideAt == len(b.entries)+1 || len(inner) > maxAside {
		return
	}
	from := 0
	if e := b.lastEntry(); e != nil {
		if from = e.At + e.Len; from == p.at && e.At < p.at && !word.IsEnd(b.g.Text[from-1]) {
			return // at the move itself, which it is said of
		}
	}
	// From behind: what stands before it in the line may be long.
	before := strings.TrimRight(b.g.Text[from:p.at], " \t\u00a0|;,.\"?!")
	if before != "" && !word.IsEnd(before[len(before)-1]) {
		return
	}
	due, second := b.lastNumber(), true
	if n := len(b.entries); n == 0 || b.entries[n-1].number.n == 0 || b.entries[n-1].number.dots {
		due, second = due+1, false
	}
	w, said, ok := asideMoves(inner, func(n int, dots bool) bool { return n == due && dots == second }, b.words.Parse)
	if !ok {
		return
	}
	if w == nil {
		w = &record.Word{Text: said}
	}
	at := p.at + max(strings.Index(b.g.Text[p.at:p.end], said), 0)
	b.g.Aside, b.asideAt = &record.Ply{Word: w, At: at, Len: len(said)}, len(b.entries)+1
}

// maxAside is how long an aside may be, in bytes.
const maxAside = 4 << 10

// asideMoves returns the first of the moves in brackets, and as it is written,
// where they are nothing else and their first number, if any, is the one that is
// due, with dots or without; w is nil where it cannot be read.
func asideMoves(text string, due func(n int, dots bool) bool, parse func(string) (*record.Word, error)) (w *record.Word, said string, ok bool) {
	for i := 0; i < len(text); {
		if strings.IndexByte(" \t\r\n,;|.\"'?!()[]", text[i]) >= 0 {
			i++
			continue
		}
		rest := text[i:]
		if digits, end := numberAt(rest); end > digits {
			dots := dotsAt(rest[digits:])
			if !ok && !due(numberValue(rest[:digits]), dots > 0) {
				return nil, "", false
			}
			i += max(end, digits+dots)
			continue
		}
		n := shapeAt(rest)
		if n == 0 {
			n = len(rest)
			if k := strings.IndexAny(rest, " \t\r\n,;|\"()[]"); k >= 0 {
				n = k
			}
			switch unsure, _ := word.LookUp(asideWords, strings.TrimRight(rest[:n], ".:?!")); {
			case unsure:
				i += n
				continue
			case clockAt(rest[:n]) == n:
				i += n
				continue
			}
			if _, result := result.Parse(strings.TrimRight(rest[:n], "?!")); result {
				i += n
				continue
			}
			if !isHurt(rest[:n]) {
				return nil, "", false
			}
		}
		if !ok {
			ok, said = true, rest[:n]
			move, _, _ := word.CutMarks(said)
			w, _ = parse(move) // what cannot be read is none
			if _, result := result.Parse(move); w == nil && (result || clockAt(said) == len(said)) {
				ok, said = false, ""
			}
		}
		i += n
	}
	return w, said, ok
}

// asideWords are what may be said of moves in brackets that were played all the
// same.
var asideWords = word.Vocabulary("вероятно видимо возможно наверно наверное очевидно предположительно кажется похоже или либо быть может по-видимому должно ход хода дальше далее " +
	"ймовірно мабуть можливо певно здається або чи хід далі « » – — - → > " +
	"probably perhaps maybe possibly apparently likely presumably or move sic")

// A remark that would be taken for a move in the place where a game may go on has
// braces within its brackets: ({h6-g5}).
const remarkOpen, remarkClose = "({", "})"

// isRemark says whether text in brackets is a remark for certain.
func isRemark(text string) bool {
	return len(text) > len(remarkOpen)+len(remarkClose) && strings.HasPrefix(text, remarkOpen) && strings.HasSuffix(text, remarkClose)
}

// certain returns a comment in brackets, so that it is read as one even where the
// game ends.
func (w *sheetWriter) certain(text string) string {
	whole := bracketed(text)
	inside := whole[1 : len(whole)-1]
	due := func(n int, dots bool) bool {
		next, leads := w.number(len(w.g.Plies))
		return n == next && dots != leads
	}
	if _, _, moves := asideMoves(inside, due, word.Parse); !moves && !standsForMove(inside, whole[0], true, true) && !isRemark(whole) && !isCorrection(inside) {
		return whole
	}
	if sure := remarkOpen + inside + remarkClose; closing(sure) == len(sure)-1 && closing(sure[1:]) == len(sure)-3 {
		return sure
	}
	return whole
}

// isHurt says whether a word that is no move to the lexer may well be one that
// is hurt: it has a digit beside a sign or a letter, and not many letters that
// no square has.
func isHurt(text string) bool {
	text = strings.TrimRight(text, ".,;!")
	digits, places, signs, others := 0, 0, 0, 0
	for _, r := range text {
		_, _, file := word.FileOf(r)
		switch {
		case r >= '0' && r <= '9':
			digits++
		case isSign(r):
			signs++
		case file:
			places++
		case unicode.IsLetter(r):
			others++
		}
	}
	return len(text) <= maxDamaged && digits > 0 && (signs > 0 || places > 0) && others <= 3
}
