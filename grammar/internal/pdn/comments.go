package pdn

import (
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// comment reads a comment, without its brackets.
func (b *builder) comment(at int, text string) {
	if word.Illegible(text) && at > 0 && b.g.Text[at-1] == '{' {
		b.doubtful(doubt{at: at - 1, end: at + len(text) + 1})
	}
	b.attach(text)
}

// semicolon reads a comment as PGN has it, from ; to the end of the line. One of
// moves alone, behind which no other follows, was hardly meant as one.
func (b *builder) semicolon(at int, text string) {
	if !b.semicolons {
		b.semicolons = true
		b.remark(at, text[:1], message.Of("pdn.semicolon"))
	}
	b.hidden(at, text)
	b.comment(at+1, text[1:])
}

// hidden looks whether a comment to the end of a line, whose sign stands at byte at,
// hides moves of the game: it is nothing but moves, and their first number is the one
// that is due, or no other moves follow.
func (b *builder) hidden(at int, text string) {
	if len(b.above) > 0 || b.result.text != "" || b.stopped {
		return
	}
	switch moves, due := areMoves(text[1:], b.line.count, b.line.second); {
	case due:
		b.stop(&record.Fault{Code: record.Syntax, Severity: record.Unreadable, At: at, Len: 1, Word: text[:1], Message: message.Of("pdn.semicolon-moves", "sign", text[:1])})
	case moves && len(b.line.plies) > 0:
		b.aside = at
	}
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
	var line strings.Builder
	line.Grow(len(text))
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && text[end] != '\r' && text[end] != '\n' {
			end++
		}
		line.WriteString(strings.TrimRight(text[i:end], " \t"))
		if end < len(text) {
			line.WriteByte(' ')
		}
		for i = end; i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n'); {
			i++
		}
	}
	return line.String()
}

// attach gives a comment to the move before it; but one behind a move's number,
// a variation or a position set up to the move behind it.
func (b *builder) attach(text string) {
	text = folded(text)
	m, list := &b.line, (*[]string)(nil)
	switch {
	case text == "":
		return
	case b.result.text != "" && len(b.above) == 0:
		list = &b.g.After
	case len(b.above) == 0 && len(m.plies) == 0 && m.setup == "":
		list = &b.g.Before
	case len(m.plies) == 0 || m.number != "" || m.varied || m.setup != "":
		list = &m.before
	default:
		annotate(m.note(), text)
		return
	}
	*list = append(*list, text)
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
		b.stop(&record.Fault{Code: record.Syntax, Severity: record.Unreadable, At: at, Len: 1, Word: "{",
			Message: message.Of("pdn.open-comment-moves")})
	}
	b.comment(at+1, text[1:])
}
