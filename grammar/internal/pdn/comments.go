package pdn

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// comment reads a comment in brackets.
func (b *builder) comment(at int, text string) {
	inside := text[1 : len(text)-1]
	if word.Illegible(inside) {
		b.doubtful(doubt{at: at, end: at + len(text)})
	}
	b.attach(inside)
}

// restOfLine reads a comment from % or, as PGN has it, from ; to the end of the line. One of
// moves alone, without others after it, was hardly meant as one: its first number is the one
// that is due, or no other moves follow.
func (b *builder) restOfLine(at int, text string) {
	sign, comment := text[:1], text
	if sign == ";" {
		comment = text[1:]
		if !b.semicolons {
			b.semicolons = true
			b.remark(at, sign, message.Of("pdn.semicolon"))
		}
	}
	if b.line.outer == nil && b.result.text == "" && !b.stopped {
		switch moves, due := areMoves(text[1:], b.line.count, b.line.second); {
		case due:
			b.hidden(at)
		case moves && len(b.line.plies) > 0:
			b.aside = at
		}
	}
	b.attach(comment)
}

// hidden tells of a comment that begins at byte at and hides moves of the game.
func (b *builder) hidden(at int) {
	sign := b.g.Text[at : at+1]
	b.stop(at, sign, message.Of("pdn.semicolon-moves", "sign", sign))
}

// areMoves says whether a text is nothing but moves, with their numbers, and whether
// the first of these goes on from the number of the next move, whose second move is
// next or not.
func areMoves(text string, count int, second bool) (moves, due bool) {
	numbered := false
	s := newScanner(text)
	for s.single = true; ; {
		switch kind, at, end := s.next(); kind {
		case lexer.EOF:
			return moves, moves && due
		case tokenWord:
			if w, err := word.Parse(text[at:end]); err != nil || len(w.Steps) < 2 {
				return false, false
			}
			if moves = true; second {
				count++
			}
			second = !second
		case tokenNumber:
			if n, _ := strconv.Atoi(strings.TrimRight(text[at:end], ".")); !numbered {
				numbered, due = true, n == count && second == isSecond(text[at:end])
			}
		case tokenStray:
			if text[at:end] != "," {
				return false, false
			}
		case tokenStrength, tokenSemicolon, tokenResult, tokenStar:
		default:
			return false, false
		}
	}
}

// folded returns the text without spaces at its ends and with its lines joined:
// where PDN's lines end means nothing.
func folded(text string) string {
	text = strings.Trim(text, " \t\r\n")
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	return lineEnds.ReplaceAllString(text, " ")
}

var lineEnds = regexp.MustCompile(`[ \t]*[\r\n][ \t\r\n]*`)

// attach gives a comment to the move before it; but one behind a move's number,
// a variation or a position set up to the move behind it.
func (b *builder) attach(text string) {
	text = folded(text)
	m := b.line
	switch {
	case text == "":
		return
	case b.result.text != "" && m.outer == nil:
		b.g.After = append(b.g.After, text)
	case m.outer == nil && len(m.plies) == 0 && m.setup == "":
		b.g.Before = append(b.g.Before, text)
	case len(m.plies) == 0 || m.number != "" || m.varied || m.setup != "":
		m.before = append(m.before, text)
	default:
		annotate(m.note(), text)
	}
}

// annotate adds a comment to a move. The comment (=) stands for an offered draw,
// a mark for itself that has no NAG, and commands are taken out.
func annotate(note *record.Notes, text string) {
	switch text {
	case "(=)":
		note.DrawOffer = true
		return
	case "~", "+":
		note.Marks = append(note.Marks, text)
		return
	}
	text, taken := word.Commands(text)
	for _, command := range taken {
		word.AddCommand(note, command)
	}
	if text != "" {
		note.Comments = append(note.Comments, text)
	}
}

func (b *builder) openComment(at int, text string) {
	if b.result.text != "" {
		b.remark(at, "{", message.Of("pdn.open-comment"))
	} else {
		b.stop(at, "{", message.Of("pdn.open-comment-moves"))
	}
	b.attach(text[1:])
}
