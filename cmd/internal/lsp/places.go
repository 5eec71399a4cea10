package lsp

import (
	"unicode/utf8"
)

// encoding is what the client counts the characters of a line in.
type encoding string

const (
	utf8Encoding  encoding = "utf-8"
	utf16Encoding encoding = "utf-16"
	utf32Encoding encoding = "utf-32"
)

// chosen returns the encoding that the client wants most of those that it offers.
func chosen(offered []string) encoding {
	for _, e := range offered {
		switch e := encoding(e); e {
		case utf8Encoding, utf16Encoding, utf32Encoding:
			return e
		}
	}
	return utf16Encoding // which every client knows
}

// width returns what a character counts.
func (e encoding) width(r rune, size int) int {
	switch {
	case e == utf8Encoding:
		return size
	case e == utf16Encoding && r >= 0x10000:
		return 2
	}
	return 1
}

// places turns places of a document into the client's and back. It goes on from the
// place before in the same line, so that places in order cost their lines once.
type places struct {
	document *gameText
	encoding encoding

	line, byte, character int
	text                  string
}

func newPlaces(d *gameText, e encoding) *places {
	return &places{document: d, encoding: e, line: -1}
}

// to goes to the beginning of a line, unless it stands before what is wanted in it.
func (p *places) to(line int, further bool) {
	if p.line != line || !further {
		if p.line != line {
			p.line, p.text = line, p.document.Line(line)
		}
		p.byte, p.character = 0, 0
	}
}

func (p *places) position(at Place) position {
	p.to(at.Line, p.byte <= at.Byte)
	for p.byte < at.Byte && p.byte < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.byte:])
		p.byte += size
		p.character += p.encoding.width(r, size)
	}
	return position{at.Line, p.character}
}

// place returns the place of a position. One within a character stands before it, and
// one behind its line at the line's end.
func (p *places) place(at position) Place {
	p.to(at.Line, p.character <= at.Character)
	for p.byte < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.byte:])
		width := p.encoding.width(r, size)
		if p.character+width > at.Character {
			break
		}
		p.byte += size
		p.character += width
	}
	if at.Line >= p.document.Lines() {
		return Place{Line: at.Line}
	}
	return Place{Line: at.Line, Byte: p.byte}
}

func (p *places) span(from, to Place) span {
	start := p.position(from)
	return span{start, p.position(to)}
}

func (p *places) edit(e Edit) textEdit { return textEdit{p.span(e.From, e.To), e.Text} }
