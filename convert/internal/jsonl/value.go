package jsonl

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// maxDepth is how deep arrays and objects may be nested. A variation in a
// variation is three deeper; grammar reads a hundred of them.
const maxDepth = 1000

// maxPlace is the largest place in a text, length, number or ply that is read.
const maxPlace = math.MaxInt32

// maxRemarks is how many names a game gets a remark on that the schema does not
// have.
const maxRemarks = 20

// reader reads one object. The JSON library does that by the types of line.go;
// for each value it asks value first, which knows what the schema wants there.
type reader struct {
	text    string
	escape  string     // see record.escape in the schema; "" for none
	at      int        // where the value begins that was asked for last
	wanted  message.ID // and what it was to be, "" for any
	remarks []record.Fault
}

// syntaxError is why a line is not what it should be.
type syntaxError struct {
	at, length int // in the line, in bytes
	why        message.Message
}

func (e *syntaxError) Error() string { return e.why.Error() }

func fail(at, length int, id message.ID, args ...any) error {
	return &syntaxError{at, length, message.Of(id, args...)}
}

// decode reads the line into what to points to.
func (r *reader) decode(to any, options json.Options) *syntaxError {
	err := json.Unmarshal([]byte(r.text), to, options)
	if err == nil {
		return nil
	}
	var fault *syntaxError
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &fault):
	case errors.As(err, &syntactic):
		errors.As(r.syntax(int(syntactic.ByteOffset)), &fault)
	case errors.As(err, &semantic):
		fault = &syntaxError{int(semantic.ByteOffset), 0, message.From(semantic.Err)}
	default:
		fault = &syntaxError{0, 0, message.From(err)}
	}
	return fault
}

// value reads the next value into what v points to, where that takes more than
// the library does by itself. It has to be of the kind, 0 for any or where v says
// itself, which the message names.
func (r *reader) value(
	dec *jsontext.Decoder, v any, want jsontext.Kind, id message.ID,
) (err error) {
	kind, at := dec.PeekKind(), r.next(dec)
	r.at, r.wanted = at, id
	switch kind {
	case jsontext.KindInvalid, jsontext.KindEndArray, jsontext.KindEndObject:
		return errors.ErrUnsupported // which the library tells
	case jsontext.KindNull:
		if in, _ := dec.StackIndex(dec.StackDepth()); in == jsontext.KindBeginObject {
			return dec.SkipValue() // it stands for what is not there
		}
	case jsontext.KindFalse:
		kind = jsontext.KindTrue
	case jsontext.KindBeginObject, jsontext.KindBeginArray:
		if dec.StackDepth() == maxDepth {
			return fail(at, 1, "json.too-deep", "most", maxDepth)
		}
	}
	if want != 0 && kind != want {
		if kind == jsontext.KindNull || kind == jsontext.KindTrue {
			if err := dec.SkipValue(); err != nil { // nul, maybe
				return err
			}
		}
		return r.lacks(at, message.Of(id))
	}
	switch v := v.(type) {
	case *string:
		if r.escape == "" {
			return errors.ErrUnsupported
		}
		*v, err = r.string(dec)
	case *located:
		v.text, err = r.string(dec)
		v.at, v.length = at, int(dec.InputOffset())-at
	case *variant:
		*v, err = r.variant(dec, at)
	case *outcome:
		err = name(r, dec, at, v, outcomes[:])
	case *manner:
		err = name(r, dec, at, v, manners[:])
	case *severity:
		err = name(r, dec, at, v, severities[:])
	case *separator:
		err = name(r, dec, at, v, separators[:])
	case *encoding:
		err = name(r, dec, at, v, encodings[:])
	case *int:
		*v, err = number[int](dec, at, 0, maxPlace)
	case *int64:
		*v, err = number[int64](dec, at, 0, math.MaxInt64)
	case *signed:
		*v, err = number[signed](dec, at, -maxPlace, maxPlace)
	case *nag:
		*v, err = number[nag](dec, at, math.MinInt, math.MaxInt)
	case *promotion:
		*v, err = number[promotion](dec, at, 0, grammar.MaxSteps-1)
	case *float64:
		var text jsontext.Value
		if text, err = dec.ReadValue(); err == nil {
			if *v, err = strconv.ParseFloat(string(text), 64); err != nil {
				err = fail(at, len(text), "json.too-large", "number", clip(text))
			}
		}
	case *step:
		*v, err = r.step(dec, at, kind)
	case *ply:
		if err = json.UnmarshalDecode(dec, (*members)(v)); err == nil && v.Word == nil {
			err = fail(at, int(dec.InputOffset())-at, "json.no-word")
		}
	case *unknown:
		err = r.unknown(dec)
	default:
		return errors.ErrUnsupported
	}
	return err
}

// blanks returns the place behind the blanks at a place.
func (r *reader) blanks(at int) int {
	for at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[at]) >= 0 {
		at++
	}
	return at
}

// next returns where the value begins that the decoder reads next.
func (r *reader) next(dec *jsontext.Decoder) int {
	at := r.blanks(int(dec.InputOffset()))
	if at < len(r.text) && (r.text[at] == ',' || r.text[at] == ':') {
		at = r.blanks(at + 1)
	}
	return at
}

// clip returns as much of a number as is shown.
func clip(number jsontext.Value) string { return string(number[:min(len(number), 32)]) }

func number[T ~int | ~int64](dec *jsontext.Decoder, at int, least, most int64) (T, error) {
	text, err := dec.ReadValue()
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n < least || n > most {
		return 0, fail(at, len(text), "json.whole-number",
			"number", clip(text), "least", least, "most", most)
	}
	return T(n), nil
}

// string reads a string and puts back the bytes that are not UTF-8 and stand in
// it as the escape and two digits.
func (r *reader) string(dec *jsontext.Decoder) (string, error) {
	token, err := dec.ReadToken()
	if err != nil {
		return "", err
	}
	return r.unescape(token.String()), nil
}

func (r *reader) unescape(s string) string {
	if r.escape == "" || !strings.Contains(s, r.escape) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if rest, ok := strings.CutPrefix(s[i:], r.escape); ok && len(rest) >= 2 {
			if n, err := strconv.ParseUint(rest[:2], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += len(r.escape) + 2
				continue
			}
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		b.WriteString(s[i : i+n])
		i += n
	}
	return b.String()
}

// name reads a string that is one of names into the value that it stands for.
func name[T ~uint8 | ~int](r *reader, dec *jsontext.Decoder, at int, v *T, names []string) error {
	s, err := r.string(dec)
	if err != nil {
		return err
	}
	i := slices.Index(names, s)
	if i < 0 {
		known := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
		return fail(at, int(dec.InputOffset())-at, "json.one-of",
			"found", s, "names", strings.Join(known, ", "))
	}
	*v = T(i)
	return nil
}

func (r *reader) variant(dec *jsontext.Decoder, at int) (variant, error) {
	s, err := r.string(dec)
	if err != nil || s == record.UnknownVariant.String() {
		return variant(record.UnknownVariant), err
	}
	v, err := record.ParseVariant(s)
	if err == nil && v.String() != s {
		err = message.Of("json.small-letters")
	}
	if err != nil {
		return 0, &syntaxError{at, int(dec.InputOffset()) - at, message.From(err)}
	}
	return variant(v), nil
}

// step reads a square, or as much of one as is written: "c3", "c", "3", or a
// number.
func (r *reader) step(dec *jsontext.Decoder, at int, kind jsontext.Kind) (s step, err error) {
	if _, before := dec.StackIndex(dec.StackDepth()); before == grammar.MaxSteps {
		return s, fail(at, 0, "json.too-many-squares", "most", grammar.MaxSteps)
	}
	s.File, s.Rank = -1, -1
	if kind == jsontext.KindNumber {
		n, err := number[int](dec, at, 1, math.MaxUint8)
		s.Number = uint8(n)
		return s, err
	}
	if kind != jsontext.KindString {
		return s, r.lacks(at, message.Of("json.a-number"))
	}
	text, err := r.string(dec)
	if err != nil {
		return s, err
	}
	rest := text
	if rest != "" && rest[0] >= 'a' && rest[0] < 'a'+maxSide {
		s.File = int8(rest[0] - 'a')
		rest = rest[1:]
	}
	if rest != "" {
		n, err := strconv.ParseUint(rest, 10, 8)
		if err != nil || n < 1 || n > maxSide {
			return s, fail(at, int(dec.InputOffset())-at, "json.no-square", "text", text)
		}
		s.Rank = int8(n - 1)
	}
	return s, nil
}

// unknown passes over the value of a name that the schema does not have, with a
// remark.
func (r *reader) unknown(dec *jsontext.Decoder) error {
	end := int(dec.InputOffset())
	name := r.unescape(dec.StackPointer().LastToken())
	if dec.StackDepth() == 1 && slices.Contains(judging[:], name) {
		return dec.SkipValue()
	}
	for depth, first := dec.StackDepth(), true; first || dec.StackDepth() > depth; first = false {
		if _, err := dec.ReadToken(); err != nil {
			return err
		}
		if dec.StackDepth() > maxDepth {
			return fail(int(dec.InputOffset())-1, 1, "json.too-deep", "most", maxDepth)
		}
	}
	if len(r.remarks) == maxRemarks {
		return nil
	}
	at := strings.LastIndexByte(r.text[:end-1], '"')
	for escapes(r.text[:at])%2 > 0 {
		at = strings.LastIndexByte(r.text[:at], '"')
	}
	r.remarks = append(r.remarks, record.Fault{
		Code: record.Syntax, At: at, Len: int(dec.InputOffset()) - at, Word: name,
		Message: message.Of("json.no-name", "name", name),
	})
	return nil
}

// escapes returns how many backslashes text ends with.
func escapes(text string) int { return len(text) - len(strings.TrimRight(text, `\`)) }

// lacks says that something else was expected at a place.
func (r *reader) lacks(at int, expected message.Message) error {
	if at >= len(r.text) {
		end := len(strings.TrimRight(r.text, " \t\r\n"))
		return fail(end, 0, "json.line-ends", "expected", expected)
	}
	c, n := utf8.DecodeRuneInString(r.text[at:])
	if c == utf8.RuneError && n == 1 {
		return fail(at, 1, "json.not-utf-8",
			"byte", fmt.Sprintf("%#02x", r.text[at]), "expected", expected)
	}
	return fail(at, n, "json.does-not-belong", "found", string(c), "expected", expected)
}

// syntax says what is wrong with the JSON at the place where the library stopped.
// What it could go on with follows from what stands before.
func (r *reader) syntax(at int) error {
	dec := jsontext.NewDecoder(strings.NewReader(r.text), jsontext.AllowDuplicateNames(true))
	for err := error(nil); err == nil && (dec.InputOffset() == 0 || dec.StackDepth() > 0); {
		_, err = dec.ReadToken()
	}
	begin := r.blanks(int(dec.InputOffset()))
	in, n := dec.StackIndex(dec.StackDepth()) // a name and its value are two
	sign, id, next := byte(','), message.ID("json.comma-or"), message.ID("json.a-value")
	closing := byte(']')
	if in == jsontext.KindBeginObject {
		closing = '}'
		if n%2 == 1 {
			sign, id = ':', "json.colon"
		} else {
			next = "json.a-name"
		}
	}
	switch {
	case dec.StackDepth() == 0 && n == 0:
		id = "json.a-game"
	case dec.StackDepth() == 0:
		id = "json.the-end"
	case n == 0:
		id = next
	case begin < len(r.text) && r.text[begin] == sign:
		begin = r.blanks(begin + 1)
		if id = next; sign == ',' && (begin == len(r.text) || r.text[begin] == closing) {
			id = "json.behind-comma"
		}
	default:
		return r.lacks(begin, message.Of(id, "sign", string(closing)))
	}
	if begin < len(r.text) && dec.StackDepth() > 0 {
		switch c := r.text[begin]; {
		case c == '"':
			return r.inString(begin, at)
		case (c == '-' || c-'0' <= 9) && id == "json.a-value":
			return fail(begin, min(max(at, begin+1), len(r.text))-begin, "json.no-number")
		}
	}
	if begin == r.at && r.wanted != "" {
		id = r.wanted
	}
	return r.lacks(begin, message.Of(id))
}

// inString says what is wrong at a place in the string that begins at begin.
func (r *reader) inString(begin, at int) error {
	if at >= len(r.text) {
		return fail(begin, 1, "json.open-string")
	}
	switch b := r.text[at]; {
	case b == '\\':
		return fail(at, 1, "json.no-escape", "escapes", `\" \\ \/ \b \f \n \r \t`)
	case b < ' ':
		return fail(at, 1, "json.control",
			"sign", fmt.Sprintf("%#02x", b), "escape", fmt.Sprintf("\\u%04x", b))
	case b >= utf8.RuneSelf:
		return fail(at, 1, "json.bytes", "byte", fmt.Sprintf("%#02x", b))
	}
	return fail(begin, 1, "json.open-string")
}

// options are how lines are read.
func (r *reader) options() json.Options {
	const (
		text, number, truth = jsontext.KindString, jsontext.KindNumber, jsontext.KindTrue
		list, members       = jsontext.KindBeginArray, jsontext.KindBeginObject
	)
	values := json.JoinUnmarshalers(
		by[carried](r, members, "json.a-game"),
		by[verdict](r, members, "json.a-game"),
		by[recorded](r, members, "json.a-record"),
		by[tag](r, members, "json.a-tag"),
		by[result](r, members, "json.a-result"),
		by[fault](r, members, "json.a-fault"),
		by[ply](r, members, "json.a-move"),
		by[inside](r, members, "json.a-remark"),
		by[reading](r, members, "json.an-object"),
		by[repair](r, members, "json.a-repair"),
		by[[]string](r, list, "json.array-of-strings"),
		by[[]variant](r, list, "json.array-of-variants"),
		by[[]tag](r, list, "json.array-of-tags"),
		by[[]fault](r, list, "json.array-of-faults"),
		by[[]ply](r, list, "json.array-of-moves"),
		by[[]located](r, list, "json.array-of-moves"),
		by[[][]ply](r, list, "json.array-of-variations"),
		by[[]inside](r, list, "json.array-of-remarks"),
		by[[]repair](r, list, "json.array-of-repairs"),
		by[[]step](r, list, "json.array-of-squares"),
		by[[]nag](r, list, "json.array-of-numbers"),
		by[[]promotion](r, list, "json.array-of-numbers"),
		by[string](r, text, "json.a-string"),
		by[located](r, text, "json.a-string"),
		by[variant](r, text, "json.a-string"),
		by[outcome](r, text, "json.a-string"),
		by[manner](r, text, "json.a-string"),
		by[severity](r, text, "json.a-string"),
		by[encoding](r, text, "json.a-string"),
		by[separator](r, text, "json.a-string"),
		by[int](r, number, "json.a-number"),
		by[int64](r, number, "json.a-number"),
		by[float64](r, number, "json.a-number"),
		by[signed](r, number, "json.a-number"),
		by[nag](r, number, "json.a-number"),
		by[promotion](r, number, "json.a-number"),
		by[bool](r, truth, "json.true-or-false"),
		by[step](r, 0, ""),
		by[unknown](r, 0, ""),
	)
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), json.WithUnmarshalers(values))
}

// by lets r.value read what is of the type.
func by[T any](r *reader, kind jsontext.Kind, id message.ID) *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v *T) error {
		return r.value(dec, v, kind, id)
	})
}
