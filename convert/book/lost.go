package book

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/record/message"
)

// apart are attributes beside which others of their block say nothing.
var apart = [][2]string{
	{"use", "file"}, {"use", "number"}, {"use", "variant"}, {"use", "id"}, {"use", "show"}, {"game", "variant"},
}

// agree tells what would be lost of a block: attributes that another makes idle, and
// text where none is read.
func (m *manuscript) agree(f *fence) bool {
	for _, pair := range apart {
		_, one := f.values[pair[0]]
		if _, other := f.values[pair[1]]; one && other {
			m.wrong(f.place(pair[1]), message.Of("book.not-beside", "name", pair[1], "other", pair[0]))
			return false
		}
	}
	if show, given := f.values["show"]; given && show != "no" && show != "yes" {
		m.wrong(f.place("show"), message.Of("book.no-show", "name", "show", "value", show, "values", message.Or("yes", "no")))
		return false
	}
	_, file := f.values["file"]
	_, use := f.values["use"]
	read := 0 // lines of the body
	switch {
	case f.name == "position", f.name == "game" && !file && !use:
		return true
	case f.name == "diagram":
		read = 1
	}
	for i, line := range strings.Split(f.body, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if read--; read < 0 {
			said := message.Of("book.no-body", "fence", f.name)
			if f.name == "diagram" {
				said = message.Of("book.one-line")
			}
			m.inBody(f.line+i, len(line)-len(strings.TrimLeft(line, " \t"))+1, said)
			return false
		}
	}
	return true
}

// open says whether a fenced block is never closed, and at which byte it begins.
func (m *manuscript) open(n *ast.FencedCodeBlock) (at int, open bool) {
	next := 0 // the byte at which the line behind the block's text begins
	switch lines := n.Lines(); {
	case lines.Len() > 0:
		next = lines.At(lines.Len() - 1).Stop
		at = bytes.LastIndexByte(m.source[:max(lines.At(0).Start-1, 0)], '\n') + 1
	case n.Info != nil:
		next = len(m.source)
		if i := bytes.IndexByte(m.source[n.Info.Segment.Stop:], '\n'); i >= 0 {
			next = n.Info.Segment.Stop + i + 1
		}
	default: // nothing is in it
		return 0, false
	}
	if n.Info != nil {
		at = n.Info.Segment.Start
	}
	end, _, _ := bytes.Cut(m.source[min(next, len(m.source)):], []byte("\n"))
	end = bytes.TrimLeft(end, " \t>")
	return at, !bytes.HasPrefix(end, []byte("```")) && !bytes.HasPrefix(end, []byte("~~~"))
}
