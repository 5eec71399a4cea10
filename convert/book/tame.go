package book

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/stolb/stolb/record/message"
)

// Limits of a manuscript's marks. What reads CommonMark takes the square of their
// number for a paragraph, and of the depth for quotations and lists.
const (
	maxMarks = 2000 // brackets, stars, underscores and the like in a paragraph, an item or a row
	maxDepth = 50   // quotations and lists within each other that one line begins
)

// footnote is how one begins in Markdown that has them. CommonMark takes many for the
// address of a link, which it does not print.
var footnote = pattern(`^\[\^[^\]]*\]:`)

// tame says whether no paragraph has more marks than the limits, and else tells the
// first that does.
func (m *manuscript) tame() bool {
	marks, at := 0, 0
	fence := ""
	for line := range bytes.Lines(m.source) {
		here := at
		at += len(line)
		text := bytes.TrimLeft(line, " \t")
		opens := bytes.HasPrefix(text, []byte("~~~")) || bytes.HasPrefix(text, []byte("```")) && !bytes.Contains(bytes.TrimLeft(text, "`"), []byte("`"))
		if fence != "" || opens {
			switch {
			case fence == "":
				fence = string(text[:3])
			case bytes.HasPrefix(text, []byte(fence)):
				fence = ""
			}
			marks = 0
			continue
		}
		if footnote().Match(text) {
			m.wrong(here+len(line)-len(text), message.Of("book.no-footnote"))
		}
		inside := bytes.TrimLeft(line, "> \t-+*0123456789.)")
		begun := line[:len(line)-len(inside)]
		if n := bytes.Count(begun, []byte(">")) + len(bytes.Fields(begun)); n > maxDepth {
			m.wrong(here, message.Of("book.too-deep", "n", maxDepth))
			return false
		}
		if len(bytes.TrimSpace(line)) == 0 || len(begun) > 0 || text[0] == '|' {
			marks = 0
		}
		for i, c := range inside {
			if c < 0x80 && strings.IndexByte("[]*_<`!", c) >= 0 {
				if marks++; marks > maxMarks {
					m.wrong(here+len(begun)+i, message.Of("book.too-many-marks", "n", maxMarks))
					return false
				}
			}
		}
	}
	return true
}

// headingID makes an ID of a heading's text: its letters and digits, of any script,
// with hyphens for spaces.
func headingID(text string) string {
	id := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case unicode.IsSpace(r):
			return '-'
		}
		return -1
	}, strings.TrimSpace(text))
	if id == "" || !unicode.IsLetter([]rune(id)[0]) {
		id = strings.TrimSuffix("heading-"+id, "-")
	}
	return id
}
