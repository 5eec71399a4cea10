package book

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/stolb/stolb/record/message"
)

// unescaped returns text without the backslashes and entities of CommonMark.
func unescaped(raw []byte) []byte {
	return util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(raw)))
}

// link returns a link; one to #ID is a reference, which must be to something, and
// others are to addresses.
func (m *manuscript) link(n *ast.Link) Inline {
	target := string(unescaped(n.Destination))
	at := m.linkStart(n)
	in := Inline{Kind: Link, Target: target, Inlines: m.inlines(n)}
	id, ok := strings.CutPrefix(target, "#")
	switch {
	case !ok && !safe(target):
		m.later = append(m.later, func() {
			said := message.Of("book.no-address", "target", target)
			if _, known := m.ids[target]; known {
				said = message.Of("book.meant-reference", "id", target, "meant", target)
			}
			m.wrong(at, said)
		})
		return in
	case !ok:
		if len(in.Inlines) == 0 {
			in.Inlines = plain(target)
		}
		return in
	}
	if unescaped, err := url.PathUnescape(id); err == nil {
		id = unescaped
	}
	if in.Kind, in.Target = Reference, id; id == "" {
		m.wrong(at, message.Of("book.empty-reference"))
		return in
	}
	holder := &[]Inline{}
	if len(in.Inlines) == 0 {
		*holder = []Inline{{Kind: Plain}}
		in.Inlines = *holder
	}
	m.later = append(m.later, func() {
		to, known := m.ids[id]
		switch {
		case !known:
			m.wrong(at, m.noReference(id))
		case len(*holder) > 0:
			(*holder)[0].Text = to.Name
		}
	})
	return in
}

// maxNear is among how many names that is looked for which was meant by a wrong one.
const maxNear = 1000

// noReference says that nothing has a name, and which was probably meant.
func (m *manuscript) noReference(id string) message.Message {
	if g := m.games[id]; g != nil {
		return message.Of("book.not-shown", "id", id)
	}
	if len(m.ids) <= maxNear {
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(m.ids)), func(name string) bool { return withoutDigits(name) == withoutDigits(id) && name != strings.ToLower(id) })
		if near := nearest(id, names, 2); near != "" {
			return message.Of("book.meant-reference", "id", "#"+id, "meant", near)
		}
	}
	return message.Of("book.no-reference", "id", id)
}

// withoutDigits returns a name without digits: figure-2 is no slip for figure-1.
func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

// linkStart returns about where a link stands: the bracket before its text, or
// behind what stands before it.
func (m *manuscript) linkStart(n ast.Node) int {
	at := start(n)
	if at < 0 {
		for before := n.PreviousSibling(); before != nil; before = before.PreviousSibling() {
			if t, ok := before.(*ast.Text); ok {
				at = t.Segment.Stop
				break
			}
		}
	} else {
		at--
	}
	if at < 0 {
		at = start(n.Parent())
	}
	return at
}
