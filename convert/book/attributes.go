package book

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// fence is a block of code that is a part of the book.
type fence struct {
	name   string
	values map[string]string
	places map[string]int // the bytes of the manuscript at which the attributes stand
	at     int            // byte of the manuscript
	body   string         // its lines
	line   int            // of the body, in the manuscript
}

// fences are the kinds, with the attributes that each has.
var fences = map[string][]string{
	"game":       {"file", "number", "variant", "id", "show", "use"},
	"diagram":    {"game", "ply", "variant", "id", "caption", "from", "mark"},
	"position":   {"variant", "author", "year", "source", "task", "id", "from"},
	"crosstable": {"file", "event", "variant"},
	"rounds":     {"file", "event", "variant"},
	"games":      {"file", "event", "variant"},
	"bulletin":   {"file", "event", "variant"},
	"index":      {"of"},
}

// place returns the byte of the manuscript at which an attribute stands, that of the
// block where it is not given.
func (f *fence) place(name string) int {
	if at, given := f.places[name]; given {
		return at
	}
	return f.at
}

// begun reads the line with which a fenced block begins. It returns nil where the
// block is no part of the book; ok says whether there is nothing wrong with it.
func (m *manuscript) begun(n *ast.FencedCodeBlock) (f *fence, ok bool) {
	if n.Info == nil {
		return nil, true
	}
	info, at := string(n.Info.Segment.Value(m.source)), n.Info.Segment.Start
	text := strings.TrimLeft(info, " \t")
	at += len(info) - len(text)
	name, rest := text, ""
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		name, rest = text[:i], text[i:]
	}
	if _, known := fences[name]; !known {
		return nil, m.noFence(name, text, at)
	}
	f = &fence{name: name, values: map[string]string{}, places: map[string]int{}, at: at, body: m.text(n)}
	f.line = m.lineOf(at) + 1
	for i := range n.Lines().Len() {
		if begin := n.Lines().At(i).Start; begin > m.begins[f.line+i-2] {
			m.indents[f.line+i] = begin - m.begins[f.line+i-2] // of marks and spaces, a byte each
		}
	}
	return f, m.attributes(f, rest, at+len(name))
}

// noFence tells a block whose name is a slip, and says whether it is none: then it is
// code in a language of programs.
func (m *manuscript) noFence(name, info string, at int) bool {
	isLetter := func(r rune) bool { return unicode.IsLetter(r) }
	word := name
	if begin := strings.IndexFunc(name, isLetter); begin >= 0 {
		word = name[begin:]
		if end := strings.IndexFunc(word, func(r rune) bool { return !isLetter(r) }); end >= 0 {
			word = word[:end]
		}
	}
	attributed := strings.Contains(info, "=")
	switch {
	case meant(word, attributed) != "":
		m.wrong(at, message.Of("book.meant-fence", "name", name, "meant", meant(word, attributed)))
		return false
	case attributed, strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 && isLetter(r) }):
		m.wrong(at, message.Of("book.no-fence", "name", name, "names", message.Or(slices.Sorted(maps.Keys(fences))...)))
		return false
	}
	return true
}

// meant returns the block that a word probably means, "" for none. A word with
// attributes behind it, sure, is no programming language, such as gams.
func meant(name string, sure bool) string {
	if len(name) < 4 {
		return ""
	}
	if sure {
		return nearest(name, slices.Sorted(maps.Keys(fences)), 2)
	}
	return nearest(name, slices.Sorted(maps.Keys(fences)), 1)
}

// attributes reads what stands behind a block's name, from a byte of the manuscript
// on, and tells the first thing that is wrong with it.
func (m *manuscript) attributes(f *fence, text string, at int) bool {
	known := fences[f.name]
	for {
		rest := strings.TrimLeft(text, " \t")
		at += len(text) - len(rest)
		if rest == "" {
			break
		}
		key, behind, found := strings.Cut(rest, "=")
		if !found || strings.ContainsAny(key, " \t\"'") {
			m.wrong(at, message.Of("book.bad-attribute", "text", rest))
			return false
		}
		var value string
		if quote := behind[:min(len(behind), 1)]; quote == `"` || quote == "'" {
			if value, text, found = strings.Cut(behind[1:], quote); !found {
				m.wrong(at, message.Of("book.bad-attribute", "text", rest))
				return false
			}
		} else if i := strings.IndexAny(behind, " \t"); i >= 0 {
			value, text = behind[:i], behind[i:]
		} else {
			value, text = behind, ""
		}
		said := message.Message{}
		switch _, twice := f.values[key]; {
		case !slices.Contains(known, key):
			said = message.Of("book.no-attribute", "fence", f.name, "name", key, "names", message.Or(known...))
			if near := nearest(key, known, 2); near != "" {
				said = message.Of("book.meant-attribute", "fence", f.name, "name", key, "meant", near)
			}
		case twice:
			said = message.Of("book.attribute-twice", "name", key)
		case strings.TrimSpace(value) == "":
			said = message.Of("book.empty-attribute", "name", key)
		case key == "id" && !isID(value):
			said = message.Of("book.no-id", "name", key, "value", value)
		}
		if !said.IsZero() {
			m.wrong(at, said)
			return false
		}
		f.values[key], f.places[key] = value, at
		at += len(rest) - len(text)
	}
	if name, given := f.values["variant"]; given {
		if _, err := record.ParseVariant(name); err != nil {
			said := message.From(err)
			var names []string
			for _, v := range record.Variants() {
				names = append(names, v.String())
			}
			if near := nearest(name, names, 2); near != "" {
				said = message.Of("book.meant-variant", "name", name, "meant", near)
			}
			m.wrong(f.place("variant"), said)
			return false
		}
	}
	return true
}

// isID says whether a text can be the name of a part of the book: letters and digits
// of any script, hyphens, underscores and points, since it stands in addresses.
func isID(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !strings.ContainsRune("-_.", r)
	})
}

// variant returns what is played by the attribute of that name, which is the name of
// a variant.
func (f *fence) variant() (record.Variant, bool) {
	name, given := f.values["variant"]
	v, _ := record.ParseVariant(name) // attributes told where it is none
	return v, given
}
