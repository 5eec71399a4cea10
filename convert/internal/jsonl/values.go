package jsonl

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// The names of some values in JSON and in tables, by value. An empty name is not written.
var (
	MannerNames = []string{
		record.Unstated: "", record.Resigned: "resigned", record.OnTime: "on-time",
		record.Agreed: "agreed", record.Forfeit: "forfeit",
	}
	SeverityNames = NamesOf(record.Remark, record.Repaired, record.Illegal, record.Unreadable)
	VerdictNames  = NamesOf(replay.Legal, replay.Repaired, replay.Unjudged, replay.Illegal,
		replay.Unreadable)
)

// NamesOf returns the names of values.
func NamesOf[T fmt.Stringer](all ...T) (names []string) {
	for _, x := range all {
		names = append(names, x.String())
	}
	return names
}

// The names of other values in JSON.
var (
	outcomeNames = []string{
		record.NoResult: "", record.WhiteWins: "white-wins", record.BlackWins: "black-wins",
		record.Draw: "draw", record.Points: "points", record.Unfinished: "unfinished",
		record.Unplayed: "unplayed",
	}
	separatorNames = []string{
		record.NoSeparator: "none", record.Quiet: "quiet", record.Take: "take",
	}
	encodingNames = []string{"", "8-bit", "utf-16"}
)

// encoding is the encoding of the file that a game's text was read from, as an index of
// encodingNames. It determines byte offsets in the file (record.Source.Width).
type encoding int

// widths are the values of record.Source.Width by encoding, nil for UTF-8.
var widths = []func(string) int{
	nil,
	utf8.RuneCountInString,
	func(text string) int { return 2 * len(utf16.Encode([]rune(text))) },
}

func encodingOf(width func(string) int) encoding {
	return encoding(1 + slices.IndexFunc(widths[1:], func(of func(string) int) bool {
		return width != nil && width("a") == of("a") && width("я") == of("я")
	}))
}

// Functions that read values return errors without offsets: the library adds the offset of the
// value, which refused extracts.

// value is a value with its offset in the line, to be decoded later, if at all. It is zero if absent
// or null.
type value struct {
	written string
	at      int
}

func (v value) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteValue(jsontext.Value(v.written))
}

func (v *value) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	written, err := d.ReadValue()
	if v.at = int(d.InputOffset()) - len(written); err == nil && written.Kind() != 'n' {
		v.written = string(written)
	}
	return err
}

func (v value) end() int { return v.at + len(v.written) }

// text decodes a string; it returns "" if absent.
func (v value) text() (string, error) {
	text, err := jsontext.AppendUnquote(nil, v.written)
	if err != nil && v.written != "" {
		return "", &json.SemanticError{ByteOffset: int64(v.at), GoType: reflect.TypeFor[string]()}
	}
	return string(text), nil
}

// codec encodes and decodes values of some types.
type codec struct {
	write *json.Marshalers
	read  *json.Unmarshalers
}

// spelt returns the codec of a type that is encoded as strings. Errors of read are messages.
func spelt[T any](write func(T) string, read func(string) (T, error)) codec {
	return codec{
		json.MarshalToFunc(func(e *jsontext.Encoder, v T) error {
			return e.WriteToken(jsontext.String(write(v)))
		}),
		json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *T) error {
			var from value
			if err := from.UnmarshalJSONFrom(d); err != nil || from.written == "" {
				return err
			}
			text, err := from.text()
			if err == nil {
				*v, err = read(text)
			}
			return err
		}),
	}
}

// named returns the codec of a type whose values have names.
func named[T ~uint8 | ~int](names []string) codec {
	return spelt(func(v T) string { return names[v] }, func(name string) (T, error) {
		i := slices.Index(names, name)
		if i < 0 {
			known := strings.TrimPrefix(strings.Join(names, ", "), ", ")
			return 0, message.Of("json.one-of", "found", name, "names", known)
		}
		return T(i), nil
	})
}

func parseVariant(name string) (record.Variant, error) {
	v, err := record.ParseVariant(name)
	if v.String() == name { // possibly that of UnknownVariant
		return v, nil
	}
	return v, cmp.Or(err, error(message.Of("json.small-letters")))
}

// maxPlace is the maximum offset, length, number or ply that is accepted.
const maxPlace = math.MaxInt32

// signed are the names of whole numbers that may be negative.
var signed = []string{"nags", "behind", "step", "offset", "column"}

// readWhole reads a whole number from least to most, or a name in signed from -maxPlace to maxPlace.
func readWhole(d *jsontext.Decoder, least, most int64) (int64, error) {
	if d.PeekKind() != '0' {
		return 0, errors.ErrUnsupported // null, or an error
	}
	written, err := d.ReadValue()
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(string(written), 10, 64)
	if err != nil || n < least {
		for name := range d.StackPointer().Tokens() {
			if slices.Contains(signed, name) {
				least, most = -maxPlace, maxPlace
			}
		}
	}
	if err != nil || n < least || n > most {
		return 0, message.Of("json.whole-number", "number", fmt.Sprintf("%.32s", written), "least", least, "most", most)
	}
	return n, nil
}

// whole returns the codec of a type of whole numbers from 0 to most.
func whole[T ~int | ~int64](most int64) codec {
	return codec{read: json.UnmarshalFromFunc(func(d *jsontext.Decoder, n *T) error {
		read, err := readWhole(d, 0, most)
		if err == nil {
			*n = T(read)
		}
		return err
	})}
}

// points encodes points. As JSON lacks infinities and NaN, it writes the largest numbers and 0.
var points = codec{write: json.MarshalToFunc(func(e *jsontext.Encoder, n float64) error {
	if math.IsNaN(n) {
		n = 0
	}
	return e.WriteToken(jsontext.Float(min(max(n, -math.MaxFloat64), math.MaxFloat64)))
})}

// files are the files of the largest board (record.Board).
const files = "abcdefghijkl"

var square = regexp.MustCompile(`^([a-l]?)([1-9]|1[0-2])?$`)

// steps is the codec of steps: a number, or the recorded part of a square, "c3", "c" or "3".
var steps = codec{
	json.MarshalToFunc(func(e *jsontext.Encoder, s record.Step) error {
		if s.Number > 0 {
			return e.WriteToken(jsontext.Uint(uint64(s.Number)))
		}
		return e.WriteToken(jsontext.String(s.String()))
	}),
	json.UnmarshalFromFunc(func(d *jsontext.Decoder, s *record.Step) error {
		if d.PeekKind() == '0' {
			n, err := readWhole(d, 1, math.MaxUint8)
			*s = record.Step{File: -1, Rank: -1, Number: uint8(n)}
			return err
		}
		var from value
		if err := from.UnmarshalJSONFrom(d); err != nil {
			return err
		}
		text, err := from.text()
		if err != nil {
			return err
		}
		parts := square.FindStringSubmatch(text)
		if parts == nil {
			return message.Of("json.no-square", "text", text)
		}
		rank, _ := strconv.Atoi(parts[2]) // 0 if absent
		*s = record.Step{File: int8(strings.IndexAny(files, parts[1])), Rank: int8(rank) - 1}
		return nil
	}),
}

// options returns the options for encoding and decoding a line.
func options(l message.Language, bytes mark) json.Options {
	write, read := func(s string) string { return s }, func(s string) string { return s }
	if bytes == withBytes {
		write, read = escaped, unescaped
	}
	all := []codec{
		named[record.Outcome](outcomeNames), named[record.Manner](MannerNames),
		named[record.Severity](SeverityNames), named[record.Separator](separatorNames),
		named[encoding](encodingNames), named[replay.Verdict](VerdictNames),
		named[mark](escapes), spelt(record.Variant.String, parseVariant), steps, plies, points,
		whole[int](maxPlace), whole[int64](math.MaxInt64), whole[promotion](grammar.MaxSteps - 1),
		spelt(func(m message.Message) string { return write(m.In(l)) },
			func(s string) (message.Message, error) { return message.Verbatim(read(s)), nil }),
	}
	if bytes == withBytes {
		all = append(all,
			spelt(write, func(s string) (string, error) { return read(s), nil }),
			spelt(func(c record.Code) string { return write(string(c)) },
				func(s string) (record.Code, error) { return record.Code(read(s)), nil }))
	}
	var joined codec
	for _, c := range all {
		joined.write = json.JoinMarshalers(joined.write, c.write)
		joined.read = json.JoinUnmarshalers(joined.read, c.read)
	}
	return json.JoinOptions(json.WithMarshalers(joined.write), json.WithUnmarshalers(joined.read),
		jsontext.EscapeForJS(true))
}
