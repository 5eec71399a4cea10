package lsp

import (
	"encoding/json"
	"math"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/sourcegraph/jsonrpc2"
)

// These are the parts of the Language Server Protocol 3.17 that the server reads, under the
// protocol's names. Other fields that a client sends are ignored. What the server sends is
// built as objects in place.

type object = map[string]any

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct { // the protocol's Range
	Start position `json:"start"`
	End   position `json:"end"`
}

type initializeParams struct {
	Locale       string          `json:"locale"`
	Options      json.RawMessage `json:"initializationOptions"`
	Capabilities object          `json:"capabilities"`
}

// can returns the value of a client's capability by its path, or nil if absent.
func (p *initializeParams) can(names ...string) (said any) {
	said = p.Capabilities
	for _, name := range names {
		all, _ := said.(object)
		said = all[name]
	}
	return said
}

// documentParams has the parameters of all other messages. Each message uses some of them.
type documentParams struct {
	TextDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"` // like Text, only in didOpen
		Text       string `json:"text"`
		Version    *int   `json:"version"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Range *span  `json:"range"`
		Text  string `json:"text"`
	} `json:"contentChanges"`
	Position position `json:"position"`
	Range    span     `json:"range"`
	Context  struct {
		Only []string `json:"only"`
	} `json:"context"`
	ID       jsonrpc2.ID     `json:"id"` // of a request to cancel
	Settings json.RawMessage `json:"settings"`
}

const (
	syncIncremental = 2

	severityError       = 1
	severityWarning     = 2
	severityInformation = 3

	completionValue = 12
	symbolEvent     = 24

	kindQuickFix = "quickfix"
	kindFixAll   = "source.fixAll"

	messageError   = 1
	messageWarning = 2

	// The protocol's own error codes, in addition to those of JSON-RPC.
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
	codeContentModified  = -32801
	codeRequestFailed    = -32803
)

// widths returns the units that a client counts for a character, by the encoding it counts in.
var widths = map[string]func(rune) int{
	"utf-8": utf8.RuneLen, "utf-16": utf16.RuneLen, "utf-32": func(rune) int { return 1 },
}

// places converts byte offsets of a text to the client's positions and back. It continues from the
// previous position in a line, so that positions in order take one pass over the line.
type places struct {
	*gameText
	width func(rune) int

	line, byte, character int
}

func newPlaces(d *gameText, encoding string) *places {
	return &places{gameText: d, width: widths[encoding]}
}

// walk moves to a byte or a character of a line, whichever is first.
func (p *places) walk(line, at, character int) {
	if line != p.line || at < p.byte || character < p.character {
		p.line, p.byte, p.character = line, p.starts[line], 0
	}
	for p.byte < min(at, len(p.text)) {
		r, size := utf8.DecodeRuneInString(p.text[p.byte:])
		width := p.width(r)
		if r == '\r' || r == '\n' || p.character+width > character {
			break
		}
		p.byte += size
		p.character += width
	}
}

func (p *places) position(at int) position {
	line, first := slices.BinarySearch(p.starts, at)
	if !first {
		line--
	}
	p.walk(line, at, math.MaxInt32)
	return position{line, p.character}
}

// place returns the byte offset of a position. A position within a character is taken for its
// beginning, and one past the end of a line for that end.
func (p *places) place(at position) int {
	switch {
	case at.Line < 0:
		return 0
	case at.Line >= len(p.starts):
		return len(p.text)
	}
	p.walk(at.Line, len(p.text), at.Character)
	return p.byte
}

func (p *places) span(from, to int) span {
	start := p.position(from)
	return span{start, p.position(to)}
}

func (p *places) edit(e Edit) object {
	return object{"range": p.span(e.From, e.To), "newText": e.Text}
}
