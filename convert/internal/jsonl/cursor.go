package jsonl

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stolb/stolb/record/message"
)

// maxDepth is how deep arrays and objects may be nested. A variation in a
// variation is three deeper; grammar reads a hundred of them.
const maxDepth = 1000

// cursor reads the JSON (RFC 8259) of one line from left to right. The first
// fault stays in err; from then on nothing more is read, and every method
// returns a zero value and every loop ends.
type cursor struct {
	text   string
	at     int // byte offset of what comes next
	err    *syntaxError
	first  bool // an array or object has just begun
	depth  int
	escape string // see record.escape in the schema; "" for none
}

// syntaxError is why a line is not what it should be.
type syntaxError struct {
	at, length int // in the line, in bytes
	why        message.Message
}

// fail notes the first fault: the place, and what is there and what was
// expected.
func (c *cursor) fail(at, length int, id message.ID, args ...any) {
	if c.err == nil {
		c.err = &syntaxError{at, length, message.Of(id, args...)}
	}
}

// wrong notes the first fault as an error that has been found.
func (c *cursor) wrong(at, length int, err error) {
	if c.err == nil {
		c.err = &syntaxError{at, length, message.From(err)}
	}
}

// unexpected notes that what comes next is not what was expected.
func (c *cursor) unexpected(expected message.ID) { c.lacks(message.Of(expected)) }

// lacks is unexpected with the message itself.
func (c *cursor) lacks(expected message.Message) {
	if c.at >= len(c.text) {
		c.fail(len(strings.TrimRight(c.text, " \t\r\n")), 0, "json.line-ends", "expected", expected)
		return
	}
	r, n := utf8.DecodeRuneInString(c.text[c.at:])
	switch {
	case r == utf8.RuneError && n == 1:
		c.fail(c.at, 1, "json.not-utf-8", "byte", fmt.Sprintf("%#02x", c.text[c.at]), "expected", expected)
	default:
		c.fail(c.at, n, "json.does-not-belong", "found", string(r), "expected", expected)
	}
}

// peek passes over blanks and returns the next byte, 0 at the end and after a
// fault.
func (c *cursor) peek() byte {
	if c.err != nil {
		return 0
	}
	for c.at < len(c.text) {
		switch b := c.text[c.at]; b {
		case ' ', '\t', '\n', '\r':
			c.at++
		default:
			return b
		}
	}
	return 0
}

// begin reads the sign that opens an object or an array.
func (c *cursor) begin(open byte, expected message.ID) {
	if c.peek() != open {
		c.unexpected(expected)
		return
	}
	if c.depth++; c.depth > maxDepth {
		c.fail(c.at, 1, "json.too-deep", "most", maxDepth)
	}
	c.at++
	c.first = true
}

// more says whether another member or element comes, and reads the comma
// before it or the sign that closes the object or array.
func (c *cursor) more(closing byte) bool {
	b := c.peek()
	if c.err != nil {
		return false
	}
	if b == closing {
		c.at++
		c.depth--
		c.first = false
		return false
	}
	if !c.first {
		if b != ',' {
			c.lacks(message.Of("json.comma-or", "sign", string(closing)))
			return false
		}
		c.at++
		if c.peek() == closing {
			c.unexpected("json.behind-comma")
			return false
		}
	}
	c.first = false
	return true
}

// name reads a member's name and the colon behind it.
func (c *cursor) name() string {
	if c.peek() != '"' {
		c.unexpected("json.a-name")
		return ""
	}
	name := c.string()
	if c.peek() != ':' {
		c.unexpected("json.colon")
		return ""
	}
	c.at++
	return name
}

// null reads a null, if one comes: it stands for what is not there.
func (c *cursor) null() bool {
	if c.peek() == 'n' && strings.HasPrefix(c.text[c.at:], "null") {
		c.at += len("null")
		return true
	}
	return false
}

// plainBytes are the bytes of strings that stand for themselves.
var plainBytes = func() (plain [256]bool) {
	for b := ' '; b < utf8.RuneSelf; b++ {
		plain[b] = b != '"' && b != '\\'
	}
	return plain
}()

// string reads a string. Where it has no escapes it is a part of the line.
func (c *cursor) string() string {
	if c.peek() != '"' {
		c.unexpected("json.a-string")
		return ""
	}
	start := c.at + 1
	for i := start; i < len(c.text); {
		if plainBytes[c.text[i]] {
			i++
			continue
		}
		switch b := c.text[i]; {
		case b == '"':
			c.at = i + 1
			return c.unescape(c.text[start:i])
		case b == '\\':
			return c.escaped(start, i)
		case b < ' ':
			c.fail(i, 1, "json.control", "sign", fmt.Sprintf("%#02x", b), "escape", fmt.Sprintf("\\u%04x", b))
			return ""
		default:
			r, n := utf8.DecodeRuneInString(c.text[i:])
			if r == utf8.RuneError && n == 1 {
				c.fail(i, 1, "json.bytes", "byte", fmt.Sprintf("%#02x", b))
				return ""
			}
			i += n
		}
	}
	c.fail(start-1, 1, "json.open-string")
	return ""
}

// escaped reads the rest of a string that begins at start and has its first
// escape at i.
func (c *cursor) escaped(start, i int) string {
	var s strings.Builder
	from := start
	for i < len(c.text) {
		if plainBytes[c.text[i]] {
			i++
			continue
		}
		switch b := c.text[i]; {
		case b == '"':
			s.WriteString(c.text[from:i])
			c.at = i + 1
			return c.unescape(s.String())
		case b == '\\':
			s.WriteString(c.text[from:i])
			r, n := escapeAt(c.text[i:])
			if n == 0 {
				c.fail(i, 1, "json.no-escape", "escapes", `\" \\ \/ \b \f \n \r \t`)
				return ""
			}
			s.WriteRune(r)
			i += n
			from = i
		case b < ' ':
			c.fail(i, 1, "json.control", "sign", fmt.Sprintf("%#02x", b), "escape", fmt.Sprintf("\\u%04x", b))
			return ""
		default:
			r, n := utf8.DecodeRuneInString(c.text[i:])
			if r == utf8.RuneError && n == 1 {
				c.fail(i, 1, "json.bytes", "byte", fmt.Sprintf("%#02x", b))
				return ""
			}
			i += n
		}
	}
	c.fail(start-1, 1, "json.open-string")
	return ""
}

// escapeAt returns the character of the escape that text begins with and the
// length of the escape, or 0 where it is none.
func escapeAt(text string) (rune, int) {
	if len(text) < 2 {
		return 0, 0
	}
	switch b := text[1]; b {
	case '"', '\\', '/':
		return rune(b), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r, ok := fourDigits(text[2:])
		switch {
		case !ok:
			return 0, 0
		case !utf16.IsSurrogate(r):
			return r, 6
		case !strings.HasPrefix(text[6:], `\u`):
			return 0, 0
		}
		low, ok := fourDigits(text[8:])
		if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
			return 0, 0
		}
		return r, 12
	}
	return 0, 0
}

func fourDigits(text string) (rune, bool) {
	if len(text) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(text[:4], 16, 16)
	return rune(n), err == nil
}

// unescape puts back the bytes that are not UTF-8 and stand in the string as
// the escape and two digits.
func (c *cursor) unescape(s string) string {
	if c.escape == "" || !strings.Contains(s, c.escape) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if rest, ok := strings.CutPrefix(s[i:], c.escape); ok && len(rest) >= 2 {
			if n, err := strconv.ParseUint(rest[:2], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += len(c.escape) + 2
				continue
			}
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		b.WriteString(s[i : i+n])
		i += n
	}
	return b.String()
}

// int reads a whole number from least to most.
func (c *cursor) int(least, most int64) int64 {
	c.peek()
	start := c.at
	if n, ok := c.digits(); ok && n >= least && n <= most { // nearly always
		return n
	}
	c.at = start
	text := c.number()
	if c.err != nil {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		c.fail(start, len(text), "json.whole-number", "number", text, "least", least, "most", most)
		return 0
	}
	return n
}

// digits reads a number of a few digits and nothing else, and says whether there
// is one.
func (c *cursor) digits() (n int64, ok bool) {
	text := c.text[c.at:min(len(c.text), c.at+10)]
	for i := range len(text) {
		digit := text[i] - '0'
		if digit > 9 {
			c.at += i
			return n, i > 0 && (text[0] != '0' || i == 1) && text[i] != '.' && text[i]|0x20 != 'e'
		}
		n = 10*n + int64(digit)
	}
	return 0, false
}

// float reads a number.
func (c *cursor) float() float64 {
	c.peek()
	start := c.at
	text := c.number()
	if c.err != nil {
		return 0
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		c.fail(start, len(text), "json.too-large", "number", text)
		return 0
	}
	return n
}

// number reads a number's text, at most 32 bytes of it.
func (c *cursor) number() string {
	c.peek()
	start := c.at
	digits := func() bool {
		from := c.at
		for c.at < len(c.text) && c.text[c.at]-'0' <= 9 {
			c.at++
		}
		return c.at > from
	}
	sign := func(signs string) bool {
		if c.at < len(c.text) && strings.IndexByte(signs, c.text[c.at]) >= 0 {
			c.at++
			return true
		}
		return false
	}
	sign("-")
	zero := strings.HasPrefix(c.text[c.at:], "0")
	whole := c.at
	ok := digits() && !(zero && c.at > whole+1)
	if ok && sign(".") {
		ok = digits()
	}
	if ok && sign("eE") {
		sign("+-")
		ok = digits()
	}
	switch {
	case c.err != nil:
		return ""
	case c.at == start:
		c.unexpected("json.a-number")
		return ""
	case !ok || c.at-start > 32:
		c.fail(start, c.at-start, "json.no-number")
		return ""
	}
	return c.text[start:c.at]
}

// bool reads true or false.
func (c *cursor) bool() bool {
	c.peek()
	switch {
	case c.err != nil:
	case strings.HasPrefix(c.text[c.at:], "true"):
		c.at += len("true")
		return true
	case strings.HasPrefix(c.text[c.at:], "false"):
		c.at += len("false")
	default:
		c.unexpected("json.true-or-false")
	}
	return false
}

// strings reads an array of strings.
func (c *cursor) strings() []string {
	var list []string
	for c.begin('[', "json.array-of-strings"); c.more(']'); {
		list = append(list, c.string())
	}
	return list
}

// enum reads a string that is one of names and returns its index.
func (c *cursor) enum(names []string) int {
	c.peek()
	at := c.at
	s := c.string()
	if c.err != nil {
		return 0
	}
	known := ""
	for i, name := range names {
		if s == name {
			return i
		}
		if name != "" {
			if known != "" {
				known += ", "
			}
			known += name
		}
	}
	c.fail(at, c.at-at, "json.one-of", "found", s, "names", known)
	return 0
}

// skip reads a value of any kind.
func (c *cursor) skip() {
	// Without recursion: open has the signs that close what is open.
	var open []byte
	for c.err == nil {
		switch b := c.peek(); b {
		case '{':
			c.begin('{', "")
			open = append(open, '}')
		case '[':
			c.begin('[', "")
			open = append(open, ']')
		case '"':
			c.string()
		case 't', 'f':
			c.bool()
		case 'n':
			if !c.null() {
				c.unexpected("json.null")
			}
		default:
			c.number()
		}
		for len(open) > 0 && !c.more(open[len(open)-1]) {
			open = open[:len(open)-1]
			if c.err != nil {
				return
			}
		}
		if len(open) == 0 {
			return
		}
		if open[len(open)-1] == '}' {
			c.name()
		}
	}
}
