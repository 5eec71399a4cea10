package jsonl

import (
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// maxDepth is how deep arrays and objects may be nested that are read; those that
// are passed over may be ten times as deep. A variation in a variation is three
// deeper; grammar reads a hundred of them.
const maxDepth = 1000

// maxRemarks is how many names a game gets a remark on that the schema does not
// have.
const maxRemarks = 20

// value is a value in a line as it is written there, in quotation marks if it is
// a string. The zero value is none.
type value struct {
	text string
	at   int
}

// reader reads the values of one line. The first fault stays in err; from then on
// nothing more is read, every method returns a zero value and every loop ends.
type reader struct {
	text    string
	escape  string           // see record.escape in the schema; "" for none
	decoder jsontext.Decoder // of the text from base on
	base    int
	err     *record.Fault

	name    string // of the member whose value is next; "" for none
	nameAt  int
	remarks []record.Fault
}

// start begins to read a part of the line.
func (r *reader) start(part value) {
	r.base = part.at
	r.decoder.Reset(strings.NewReader(part.text), jsontext.AllowDuplicateNames(true))
}

// offset returns where the last value or delimiter that was read ends.
func (r *reader) offset() int { return r.base + int(r.decoder.InputOffset()) }

// fail notes the first fault.
func (r *reader) fail(found value, why message.Message) {
	if r.err == nil {
		r.name = ""
		r.err = &record.Fault{
			Code: record.Syntax, Severity: record.Unreadable,
			At: found.at, Len: len(found.text), Word: found.text, Message: why,
		}
	}
}

// character returns the character at a place.
func (r *reader) character(at int) value {
	_, n := utf8.DecodeRuneInString(r.text[at:])
	return value{r.text[at : at+n], at}
}

// unexpected notes that what is at a place is not what was expected.
func (r *reader) unexpected(at int, expected message.ID) {
	found := r.character(at)
	r.fail(found, message.Of("json.does-not-belong",
		"found", found.text, "expected", message.Of(expected)))
}

// failed notes what is wrong with the JSON by the decoder's error.
func (r *reader) failed(err error) {
	end := len(strings.TrimRight(r.text, " \t\r\n"))
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) {
		r.fail(value{at: end}, message.Of("json.line-ends"))
		return
	}
	r.fail(r.character(min(end, r.base+int(syntax.ByteOffset))),
		message.Of("json.syntax", "what", syntax.Err.Error()))
}

// next returns the next value, which has to be of the kind (KindTrue: either truth
// value; KindInvalid: any).
func (r *reader) next(kind jsontext.Kind, expected message.ID) value {
	if r.err != nil {
		return value{}
	}
	found := r.decoder.PeekKind()
	raw, err := r.decoder.ReadValue()
	if err != nil {
		r.failed(err)
		return value{}
	}
	v := value{at: r.offset() - len(raw)}
	if found == jsontext.KindFalse {
		found = jsontext.KindTrue
	}
	if found != kind && kind != jsontext.KindInvalid {
		r.unexpected(v.at, expected)
		return value{}
	}
	v.text = r.text[v.at : v.at+len(raw)]
	return v
}

// any returns the next value of whatever kind.
func (r *reader) any() value { return r.next(jsontext.KindInvalid, "") }

// string reads a string. If it has no escapes it is a part of the line.
func (r *reader) string() (string, value) {
	v := r.next(jsontext.KindString, "json.a-string")
	if r.err != nil {
		return "", v
	}
	s := v.text[1 : len(v.text)-1]
	if strings.IndexByte(s, '\\') >= 0 {
		unquoted, _ := jsontext.AppendUnquote(nil, v.text) // which decoder has checked
		s = string(unquoted)
	}
	return unescape(s, r.escape), v
}

// delimiter reads a delimiter, if it is next.
func (r *reader) delimiter(kind jsontext.Kind) bool {
	if r.err != nil || r.decoder.PeekKind() != kind {
		return false
	}
	if _, err := r.decoder.ReadToken(); err != nil {
		r.failed(err)
	} else if r.decoder.StackDepth() > maxDepth {
		r.fail(r.character(r.offset()-1), message.Of("json.too-deep", "most", maxDepth))
	}
	return r.err == nil
}

// begin reads the delimiter that opens an object or array.
func (r *reader) begin(kind jsontext.Kind, expected message.ID) {
	if !r.delimiter(kind) {
		r.next(kind, expected)
	}
}

// member reads the name of the next member that is not null, and says whether
// there is one.
func (r *reader) member() bool {
	for r.name = ""; r.err == nil && !r.delimiter(jsontext.KindEndObject); {
		name, at := r.string()
		switch {
		case r.err != nil:
		case r.decoder.PeekKind() == jsontext.KindNull:
			r.any()
		case name == "": // which no member that is read has
			r.unknown(name, at.at)
		default:
			r.name, r.nameAt = name, at.at
			return true
		}
	}
	return false
}

// unknown passes over a member that the schema does not have, with a remark.
func (r *reader) unknown(name string, at int) {
	v := r.any()
	if r.err == nil && len(r.remarks) < maxRemarks {
		r.remarks = append(r.remarks, record.Fault{
			Code: record.Syntax, At: at, Len: v.at + len(v.text) - at, Word: name,
			Message: message.Of("json.no-name", "name", name),
		})
	}
}
