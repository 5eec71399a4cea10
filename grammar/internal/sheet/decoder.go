package sheet

import (
	"fmt"
	"regexp"
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
func (d *Decoder) Path(text string, asked record.Variant) string {
	text = unmarked(text)
	var b strings.Builder
	for text != "" {
		d.search.reset(asked, -1)
		d.search.goOn(text, true)
		steps, n := d.search.first()
		for _, a := range steps {
			fmt.Fprintf(&b, "%-8s %-24q %6.2f %d\n", roleTexts[a.role].name, text[a.at:a.end], a.surprise, a.layout)
		}
		text = text[n:]
	}
	return b.String()
}

// unmarked returns a text without what is no part of a record: every character stays where
// it is.
func unmarked(text string) string {
	text = strings.ReplaceAll(withoutMarkup(text, 0), "\r\n", " \n")
	text = strings.NewReplacer("\r", "\n", "\f", "\n", "`", " ", "**", "  ").Replace(text)
	text = stressed.ReplaceAllString(text, " $1 ")
	text = escaped.ReplaceAllString(text, "$1 ")
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// stressed is a move between stars.
var stressed = regexp.MustCompile("\\*([a-h0-9][^* \t\n]{2,12})\\*")

// escaped is a sign before which Markdown puts a backslash.
var escaped = regexp.MustCompile(`\\([.*_)-])`)
