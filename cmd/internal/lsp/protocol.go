package lsp

import (
	"encoding/json"
	"math"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/sourcegraph/jsonrpc2"
)

// These are the parts of the Language Server Protocol 3.17 that the server uses, with
// the names that they have there. What a client sends and is not here is passed over;
// what the server makes is an object where it is made.

type object = map[string]any

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct { // Range, in the protocol
	Start position `json:"start"`
	End   position `json:"end"`
}

type initializeParams struct {
	Locale       string          `json:"locale"`
	Options      json.RawMessage `json:"initializationOptions"`
	Capabilities object          `json:"capabilities"`
}

// can returns what a client says of something that it can do, by the names that lead there.
func (p *initializeParams) can(names ...string) (said any) {
	said = p.Capabilities
	for _, name := range names {
		all, _ := said.(object)
		said = all[name]
	}
	return said
}

// documentParams are the parameters of all other messages, of which each has some.
type documentParams struct {
	TextDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"` // of one that is opened, as its text
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
	ID       jsonrpc2.ID     `json:"id"` // of a request that is cancelled
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

	// The protocol's own error codes, beside those of JSON-RPC.
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
	codeContentModified  = -32801
	codeRequestFailed    = -32803
)

// widths are how many characters a client counts for one, by the encoding in which it counts.
var widths = map[string]func(rune) int{
	"utf-8": utf8.RuneLen, "utf-16": utf16.RuneLen, "utf-32": func(rune) int { return 1 },
}

// chosen returns the encoding that the client wants most of those that it offers.
func chosen(offered any) string {
	all, _ := offered.([]any)
	for _, offer := range all {
		if name, _ := offer.(string); widths[name] != nil {
			return name
		}
	}
	return "utf-16" // which every client knows
}

// places turns the bytes of a text into the client's places and back. It goes on from the
// place before in the same line, so that places in order cost their lines once.
type places struct {
	*gameText
	width func(rune) int

	line, byte, character int
}

func newPlaces(d *gameText, encoding string) *places {
	return &places{gameText: d, width: widths[encoding]}
}

// walk goes on in a line, or from its beginning, up to a byte and a character of it.
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

// place returns the byte of a position. A position within a character is before it,
// and one past its line is at the line's end.
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
