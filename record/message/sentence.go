package message

import "strconv"

// Argument is one of a sentence that is said at once and not kept as a Message: it
// costs no memory.
type Argument struct {
	name   string
	kind   argumentKind
	text   []byte
	number int
	term   Term
}

type argumentKind uint8

const (
	text argumentKind = iota
	written
	count
	named
)

// Said is an argument that is said as it is, whatever is in it.
func Said(name string, said []byte) Argument { return Argument{name: name, kind: text, text: said} }

// Written is a text with what cannot be printed as Go escapes it, as Of says a string.
func Written(name string, said []byte) Argument {
	return Argument{name: name, kind: written, text: said}
}

// Count is a number, which may have its plural forms.
func Count(name string, n int) Argument { return Argument{name: name, kind: count, number: n} }

// Named is a term.
func Named(name string, t Term) Argument { return Argument{name: name, kind: named, term: t} }

// AppendSentence appends what Of says in a language of the identifier and arguments.
func AppendSentence(dst []byte, l Language, id ID, arguments ...Argument) []byte {
	s := sentenceOf(l, id)
	if s == nil {
		return append(dst, id...)
	}
	_ = s.ready(l)
	for i := range s.parts {
		p := &s.parts[i]
		if p.name == "" {
			dst = append(dst, p.text...)
			continue
		}
		for k := range arguments {
			a := &arguments[k]
			if a.name != p.name {
				continue
			}
			switch {
			case p.forms != nil:
				dst = append(dst, p.forms[l.formOf(int64(a.number))]...)
			case a.kind == count:
				dst = strconv.AppendInt(dst, int64(a.number), 10)
			case a.kind == named:
				dst = appendTerm(dst, a.term, p.form, l)
			case a.kind == written && !isPrinted(a.text):
				dst = appendVerbatim(dst, string(a.text))
			default:
				dst = append(dst, a.text...)
			}
			break
		}
	}
	return dst
}

// isPrinted says whether a text has nothing but characters of ASCII that print.
func isPrinted(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c >= 0x7f {
			return false
		}
	}
	return true
}
