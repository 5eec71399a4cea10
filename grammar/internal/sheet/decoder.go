package sheet

import (
	"fmt"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Decoder reads sheets by decoding. It is not safe for concurrent use.
type Decoder struct {
	search search
}

// NewDecoder returns a Decoder.
func NewDecoder(words *word.Table, board Board) *Decoder {
	if board == nil {
		board = noRules{}
	}
	return &Decoder{search{arcs: arcs{words: words}, board: board}}
}

// Path returns the reading of a text, a line for each step: its role, the text, what it
// costs there, the layout.
func (d *Decoder) Path(text string, defaultVariant record.Variant) string {
	text = unmarked(text)
	var b strings.Builder
	for text != "" {
		d.search.reset(defaultVariant, -1)
		d.search.goOn(text, true)
		steps, n := d.search.first()
		for _, a := range steps {
			fmt.Fprintf(&b, "%-8s %-24q %6.2f %d\n", roleTexts[a.role].name, text[a.at:a.end], a.surprise, a.layout)
		}
		text = text[n:]
	}
	return b.String()
}
