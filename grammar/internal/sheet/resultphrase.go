package sheet

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"
)

// resultReader reads a phrase from the tokens of a result as ResultGrammar does,
// which takes thirty times as long (FuzzResultPhrase holds the two against each
// other). A method whose rule the tokens do not begin with takes none of them.
type resultReader struct {
	lex *resultLexer
	at  int
}

// takes takes the next token where it is of one of the kinds.
func (t *resultReader) takes(kinds ...lexer.TokenType) (value string, ok bool) {
	next := t.lex.token(t.at)
	if ok = slices.Contains(kinds, next.Type); ok {
		t.at++
	}
	return next.Value, ok
}

// phrase reads a phrase, and the offset of what stands behind it.
func (t *resultReader) phrase() (p resultPhrase, end int, ok bool) {
	switch t.lex.token(0).Type {
	case lexer.EOF, resultOpen, resultClose, resultColon, resultSlash, resultTime, resultFiller: // as nearly always
		return p, 0, false
	}
	if head, ok := t.takes(resultScore); ok {
		p.Head = head
		t.takes(resultColon, resultDash)
	}
	if p.Forfeit = t.forfeit(); p.Forfeit == nil {
		if p.Points = t.points(); p.Points == nil {
			if _, p.Open = t.takes(resultStar); !p.Open {
				if p.Draw = t.draw(); p.Draw == nil {
					if p.Side = t.side(); p.Side == nil {
						p.Event = t.event()
					}
				}
			}
		}
	}
	if !p.Open && p.Forfeit == nil && p.Points == nil && p.Draw == nil && p.Side == nil && p.Event == nil {
		return p, 0, false
	}
	p.Manner = t.manner()
	return p, t.lex.token(t.at).Pos.Offset, true
}

func (t *resultReader) forfeit() *resultForfeit {
	before := t.at
	if white, ok := t.takes(resultPlus, resultDash); ok {
		t.takes(resultColon, resultSlash)
		if black, ok := t.takes(resultPlus, resultDash); ok {
			return &resultForfeit{white, black}
		}
	}
	t.at = before
	return nil
}

func (t *resultReader) points() *resultPoints {
	white, ok := t.takes(resultNumber, resultHalf)
	if !ok {
		return nil
	}
	before := t.at
	if _, ok := t.takes(resultColon, resultDash); ok {
		if black, ok := t.takes(resultNumber, resultHalf); ok {
			return &resultPoints{white, black}
		}
	}
	t.at = before
	return &resultPoints{White: white}
}

func (t *resultReader) draw() *resultDraw {
	before := t.at
	var d resultDraw
	if _, d.Agreed = t.takes(resultAgreed); d.Agreed {
		t.fillers()
	}
	if _, d.Draw = t.takes(resultDrawn); !d.Draw {
		t.at = before
		return nil
	}
	before = t.at
	t.fillers()
	if _, d.Then = t.takes(resultAgreed); !d.Then {
		t.at = before
	}
	return &d
}

func (t *resultReader) side() *resultSide {
	before := t.at
	if side, ok := t.takes(resultWhite, resultBlack); ok {
		if what, ok := t.takes(resultResigned, resultWon, resultLost, resultOverstepped, resultAbsent); ok {
			t.takes(resultTime)
			return &resultSide{side, what}
		}
	}
	t.at = before
	return nil
}

func (t *resultReader) event() *resultEvent {
	what, ok := t.takes(resultResigned, resultWon, resultLost, resultOverstepped, resultAbsent)
	if !ok {
		return nil
	}
	t.takes(resultTime)
	t.fillers()
	e := resultEvent{What: what}
	if side, ok := t.takes(resultWhite, resultBlack); ok {
		e.Side = side
	}
	return &e
}

func (t *resultReader) manner() *resultManner {
	before := t.at
	t.takes(resultOpen)
	t.fillers()
	what, ok := t.takes(resultTime, resultOverstepped, resultAbsent, resultResigned, resultAgreed)
	if !ok {
		t.at = before
		return nil
	}
	t.takes(resultTime)
	t.takes(resultClose)
	return &resultManner{what}
}

func (t *resultReader) fillers() {
	for ok := true; ok; {
		_, ok = t.takes(resultFiller)
	}
}
