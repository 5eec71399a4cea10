package pdn

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/gametype"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// maxRemarks is how many faults a game gets for its syntax and its words; a
// text that is no PDN at all would have one a character.
const maxRemarks = 50

// builder makes a game of the tree, walking it in the order of the text: it gives every
// comment, NAG and variation to its move and counts the moves.
type builder struct {
	r *Reader
	g *record.Game

	game       moves  // the game's own line
	line       *moves // the one that is read
	variations int    // so far
	setup      string // the position set up before the first move
	setupAt    int
	result     ending // the first result or *
	placed     bool   // it stands behind a number
	placedAt   int    // which
	stopAt     int    // where the full stop of a number stands that is none to the scanner, -1 for nowhere
	star       int    // where a * is glued to a move, -1 for nowhere
	end        int    // where the last token ends
	remarks    int

	gameType    *gametype.GameType // what the tag GameType says of board and notation, nil for nothing
	gameTypeTag record.Tag         // the tag
	reading     gametype.Reading   // how the record names its squares

	unruled     bool // a tag names a game that has no rules here
	misnumbered bool // these were told: a wrong number,
	semicolons  bool // comments behind ;
	aside       int  // where one stands that is nothing but moves; -1 where others follow
	deep        bool // a variation that is nested too deep

	doubts    []doubt // since the last number
	gap       *gap    // before the last number, nil for none
	gapless   bool    // a number said that a move is missing, and was wrong
	numbered  bool    // the game's own moves have numbers
	illegible int     // moves that cannot be read
	stopped   bool    // a fault was told of a ply
	stops     int     // the faults before the first of a ply
}

// begin returns the reader's builder for the next game.
func (r *Reader) begin(g *record.Game) *builder {
	b := &r.builder
	*b = builder{r: r, g: g, game: moves{count: 1, plies: g.Plies[:0]}, star: -1, stopAt: -1, aside: -1}
	b.line = &b.game
	return b
}

// token takes the next token.
func (b *builder) token(kind lexer.TokenType, at int, text string) {
	if b.star >= 0 && kind != tokenRow {
		b.starred(kind)
	}
	switch kind {
	case tokenTag:
		b.tag(at, text)
	case tokenBadTag:
		b.badTag(at, text)
	case tokenRow:
		b.row(at, text)
	case tokenNumber:
		b.pairBegins(at, text)
		b.lone()
		b.line.number, b.line.numberAt = text, at
	case tokenWord:
		b.word(at, text)
	case tokenUnknown:
		b.unknown(at, text)
	case tokenEllipsis:
		b.ellipsis(at, text)
	case tokenStrength:
		b.strength(at, text)
	case tokenNAG:
		b.nag(text)
	case tokenComment:
		b.comment(at, text)
	case tokenOpenComment:
		b.openComment(at, text)
	case tokenMarkup:
		return // it is nothing of the game's
	case tokenLine, tokenSemicolon:
		b.restOfLine(at, text)
	case tokenTitle:
		b.attach(text)
	case tokenSetup:
		b.position(at, text)
	case tokenResult, tokenStar:
		b.ending(kind, at, text)
	case tokenTooDeep:
		if !b.deep {
			b.deep = true
			b.fault(&record.Fault{Code: record.TooLarge, At: at, Len: 1, Word: "(",
				Message: message.Of("pdn.too-deep", "most", maxDepth)})
		}
	case tokenTooLong:
		b.fault(&record.Fault{Code: record.TooLarge, Severity: record.Unreadable, Ply: len(b.game.plies) + 1, At: at,
			Message: message.Of("pdn.too-many", "most", maxTokens)})
	case tokenStray:
		b.stray(at, text)
	}
	b.end = at + len(text)
}

func (b *builder) fault(f *record.Fault) {
	switch word := f.Code == record.UnreadableWord || f.Code == record.IllegibleMove; {
	case word && f.Ply > 0: // a variation's, too
		if b.illegible++; b.illegible > maxIllegible {
			return
		}
	case word || f.Code == record.Syntax && f.Severity == record.Remark:
		if b.remarks++; b.remarks > maxRemarks {
			return
		}
	}
	if f.Ply > 0 && f.Variation == 0 && !b.stopped {
		b.stopped, b.stops = true, len(b.g.Faults)
	}
	b.g.Faults = append(b.g.Faults, *f)
}

func (b *builder) remark(at int, word string, said message.Message) {
	b.fault(&record.Fault{Code: record.Syntax, At: at, Len: len(word), Word: word, Message: said})
}

// stop adds a fault that stops the game where the reading has come to.
func (b *builder) stop(at int, word string, said message.Message) {
	b.fault(&record.Fault{Code: record.Syntax, Severity: record.Unreadable, Ply: len(b.game.plies) + 1,
		At: at, Len: len(word), Word: word, Message: said})
}

// begun says whether the movetext has begun.
func (b *builder) begun() bool {
	m := &b.game
	return b.line.outer != nil || len(m.plies) > 0 || m.number != "" || b.result.text != ""
}

// finish ends the game: what waits for a move that does not come, the variant,
// the position, the result.
func (b *builder) finish(last bool) {
	g := b.g
	if b.star >= 0 {
		b.result = ending{"*", b.star}
	}
	b.settleRow()
	b.settle()
	if b.aside >= 0 {
		b.hidden(b.aside)
	}
	g.After = slices.Concat(b.line.before, g.After)
	if g.Plies = g.Plies[:0]; len(b.line.plies) > 0 { // without moves there may be room alone
		g.Plies = b.line.plies
	}
	if n := len(g.Plies); n > 0 && b.result.text != "" && g.Plies[n-1].At > b.result.at {
		b.fault(&record.Fault{Code: record.ResultMismatch, At: b.result.at, Len: len(b.result.text), Word: b.result.text,
			Message: message.Of("grammar.goes-on")})
	}
	b.verdict()
	b.variant()
	b.start()
	b.conclude(last)
	record.SortFaults(g.Faults)
}
