package jsonl

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// maxRemarks is the maximum number of remarks on names of an object that the schema lacks.
const maxRemarks = 20

// object is the line of a game when read.
type object struct {
	Game    int              `json:"game"`
	File    *string          `json:"file"`
	Line    int              `json:"line"`
	Variant record.Variant   `json:"variant"`
	Record  *recorded        `json:"record"`
	Others  map[string]value `json:",embed"`

	remarks []record.Fault
}

// ParseInto parses the object in a chunk of format grammar.JSON into g. It overwrites g and reuses
// its memory, including its slices.
//
// An object with the name "record", as written by Append, yields the game as recorded, with the
// Source and Text of its original file; the results of judging it are ignored. Any other object,
// such as a line of "stolb check --format json", yields a game of its "moves", with the object as
// its Text. Such a game remains illegal or unreadable if its "verdict" says so, for then "moves"
// lacks the rest of it.
//
// A null counts as absent. Names that the schema lacks are ignored with a remark. ParseInto never
// fails: if the object is invalid, the game has its text, and the reason in its Faults.
func ParseInto(chunk grammar.Chunk, g *record.Game) {
	var err error
	if len(chunk.Faults) == 0 { // the object is complete
		if err = new(object).game(chunk, g); err == nil {
			return
		}
	}
	*g = record.Game{
		Source: chunk.Source, Text: chunk.Text, Format: chunk.Format.String(),
		Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: append(g.Faults[:0], chunk.Faults...),
	}
	if err != nil {
		at, n, why := refused(chunk.Text, err)
		g.Faults = append(g.Faults, record.Fault{
			Code: record.Syntax, Severity: record.Unreadable,
			At: at, Len: n, Word: chunk.Text[at : at+n], Message: why,
		})
	}
}

// refused returns the place and the message of an error of decoding a text.
func refused(text string, err error) (at, length int, why message.Message) {
	var semantic *json.SemanticError
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &semantic):
		at = int(semantic.ByteOffset)
		value, _ := jsontext.NewDecoder(strings.NewReader(text[at:])).ReadValue()
		switch {
		case semantic.Err == strconv.ErrRange:
			why = message.Of("json.too-large", "number", fmt.Sprintf("%.32s", semantic.JSONValue))
		case !errors.As(semantic.Err, &why):
			wanted := message.Of(expected(semantic.GoType))
			return at, 1, message.Of("json.does-not-belong", "found", text[at:at+1], "expected", wanted)
		}
		return at, len(value), why
	case errors.As(err, &why): // about the whole object
		return 0, 0, why
	case errors.As(err, &syntax) && !errors.Is(err, io.ErrUnexpectedEOF):
		at, why = int(syntax.ByteOffset), message.Of("json.syntax", "what", syntax.Err.Error())
		_, length = utf8.DecodeRuneInString(text[at:])
		return at, length, why
	}
	return len(strings.TrimRight(text, " \t\r\n")), 0, message.Of("json.line-ends")
}

// expected returns the name of the JSON type that encodes a Go type.
func expected(t reflect.Type) message.ID {
	if t == reflect.TypeFor[object]() {
		return "json.a-game"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "json.true-or-false"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "json.a-number"
	case reflect.Slice, reflect.Array:
		return "json.an-array"
	case reflect.Pointer:
		return expected(t.Elem())
	case reflect.Struct:
		return "json.an-object"
	}
	return "json.a-string"
}

// decode decodes an object; it keeps the remarks. With all, unknown names within the record are
// errors.
func (o *object) decode(text string, settings json.Options, all bool) error {
	*o = object{remarks: o.remarks}
	return json.Unmarshal([]byte(text), o, settings, jsontext.AllowDuplicateNames(true),
		json.RejectUnknownMembers(all))
}

// remark adds a remark that a member was ignored.
func (o *object) remark(id message.ID, name string, at, end int) {
	o.remarks = append(o.remarks, record.Fault{
		Code: record.Syntax, At: at, Len: end - at, Word: name, Message: message.Of(id, "name", name),
	})
}

// remarkOthers adds remarks on the first top-level names that the schema lacks.
func (o *object) remarkOthers(text string) {
	byPlace := func(a, b string) int { return o.Others[a].at - o.Others[b].at }
	for _, name := range slices.SortedFunc(maps.Keys(o.Others), byPlace) {
		v := o.Others[name]
		if v.written == "" || slices.Contains(judging, name) || len(o.remarks) == maxRemarks {
			continue
		}
		at := strings.LastIndex(text[:v.at], `"`+name+`"`)
		if at < 0 { // its name contains escapes
			at = v.at
		}
		o.remark("json.no-name", name, at, v.end())
	}
	record.SortFaults(o.remarks)
}

// judging lists the members of an object with the results of judging or restoring the game. Some
// are read if there is no record.
var judging = []string{
	"white", "black", "result", "verdict", "plies", "moves", "final", "over", "score", "faults",
	"variations", "id", "claims", "legal", "more_legal", "restored",
}

// game decodes the object of a chunk into g.
func (o *object) game(chunk grammar.Chunk, g *record.Game) error {
	settings := inLanguages()[message.English]
	err := o.decode(chunk.Text, settings, true)
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok && semantic.Err == json.ErrUnknownName {
		at, name := int(semantic.ByteOffset), semantic.JSONPointer.LastToken()
		o.remark("json.no-name-within", name, at, at+len(name)+len(`""`))
		err = o.decode(chunk.Text, settings, false)
	}
	if err == nil && o.Record != nil && o.Record.Escape == withBytes {
		err = o.decode(chunk.Text, options(message.English, withBytes), false)
	}
	if err != nil {
		return err
	}
	o.remarkOthers(chunk.Text)
	if o.Record == nil {
		*g = record.Game{
			Source: chunk.Source, Text: chunk.Text, Format: chunk.Format.String(), Variant: o.Variant,
			Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: append(g.Faults[:0], o.remarks...),
		}
		return o.unrecorded(g)
	}
	if err := o.recorded(g); err != nil {
		return err
	}
	if o.File == nil {
		chunk.Source.Width = g.Source.Width
		g.Source = chunk.Source
	}
	addUnreadable(g)
	object := record.Game{Source: chunk.Source, Text: chunk.Text}
	for _, f := range o.remarks {
		// The remark's place is in the object, not in the game's own text or file: put it in words.
		if o.File != nil {
			at := object.Place(f.At)
			f.Message = message.Of("json.at", "file", object.Source.File,
				"line", at.Line, "column", at.Column, "what", f.Message)
		}
		f.At, f.Len = 0, 0
		g.Faults = append(g.Faults, f)
	}
	return nil
}

// recorded converts an object's record to a game.
func (o *object) recorded(g *record.Game) error {
	r := o.Record
	*g = record.Game{
		Source: record.Source{
			Number: o.Game, Line: o.Line, Offset: r.Offset, Column: r.Column, Width: widths[r.Encoding],
		},
		Text: r.Text, Format: r.Format, Layout: r.Layout, Variant: o.Variant, Shows: r.Shows,
		Tags: r.Tags, Plies: r.Moves, Aside: r.Aside, Result: r.Result, Before: r.Before,
		After: r.After, Faults: r.Faults,
	}
	if o.File != nil {
		g.Source.File = *o.File
	}
	if r.Start.written == "" {
		return nil
	}
	fen, err := r.Start.text()
	if err != nil {
		return err
	}
	start, err := record.ParseFEN(cmp.Or(r.StartVariant, g.Variant), fen)
	if err != nil {
		return &json.SemanticError{ByteOffset: int64(r.Start.at), Err: message.From(err)}
	}
	g.Start = &start
	return nil
}

// addUnreadable adds a fault for the first word that is not a move, unless the game has a fault
// about it or that stops it there or earlier.
func addUnreadable(g *record.Game) {
	i := slices.IndexFunc(g.Plies, func(p record.Ply) bool { return len(p.Word.Steps) == 0 })
	if i < 0 {
		return
	}
	p := &g.Plies[i]
	if slices.ContainsFunc(g.Faults, func(f record.Fault) bool {
		return f.Stops() && (f.Ply > 0 && f.Ply <= i+1 || f.Word == p.Word.Text && f.At == p.At)
	}) {
		return
	}
	said := message.Of("json.no-move")
	if _, err := grammar.ParseMove(p.Word.Text); err != nil {
		said = message.From(err)
	}
	g.Faults = append(g.Faults, record.Fault{
		Code: record.UnreadableWord, Severity: record.Unreadable, Ply: i + 1,
		At: p.At, Len: p.Len, Word: p.Word.Text, Message: said,
	})
}

// unrecorded reads a game from the top-level members of an object without a record.
func (o *object) unrecorded(g *record.Game) error {
	if o.Others["moves"].written == "" {
		var has []any
		for _, f := range o.remarks {
			has = append(has, message.Quoted(f.Word))
		}
		if has == nil {
			return message.Of("json.no-game")
		}
		return message.Of("json.no-game-but", "names", message.And(has...))
	}
	var j struct { // what it has besides texts
		Moves   []value        `json:"moves"`
		Verdict replay.Verdict `json:"verdict"`
		Faults  []record.Fault `json:"faults"`
	}
	settings := inLanguages()[message.English]
	err := json.Unmarshal([]byte(g.Text), &j, settings, jsontext.AllowDuplicateNames(true))
	text := func(v value) string {
		text, wrong := v.text()
		err = cmp.Or(err, wrong)
		return text
	}
	for _, name := range []string{"White", "Black"} {
		player := o.Others[strings.ToLower(name)]
		if text := text(player); text != "" {
			g.Tags = append(g.Tags, record.Tag{Name: name, Value: text, At: player.at + 1})
		}
	}
	result := o.Others["result"]
	if text := text(result); text != "" {
		g.Result, _ = grammar.ParseResult(text)
		g.Result.Text, g.Result.At = text, result.at+1
		if g.Variant.First() == record.Black { // as in PDN, see record.Result.String
			g.Result = g.Result.Swapped()
		}
	}
	for _, m := range j.Moves {
		g.Plies = append(g.Plies, record.Ply{
			Word: wordOf(text(m)), At: m.at + 1, Len: max(len(m.written)-len(`""`), 0),
		})
	}
	if err != nil {
		return err
	}
	addUnreadable(g)
	if f, ok := stopping[j.Verdict]; ok {
		said := o.Others["verdict"]
		f.At, f.Len, f.Message = said.at, said.end()-said.at, message.Of("json.no-moves-on")
		ply := len(g.Plies) + 1 // where the game was stopped
		if f.Stops() {
			f.Ply = ply
		}
		for _, next := range j.Faults { // one may state the reason
			if next.Variation == 0 && (next.Ply == ply || next.Code == record.NoVariant ||
				next.Code == record.NoRules || next.Code == record.BadPosition) {
				next.Severity, next.Ply, next.At, next.Len = f.Severity, f.Ply, f.At, f.Len
				f = next
			}
		}
		g.Faults = append(g.Faults, f)
	}
	return nil
}

// stopping maps verdicts to faults that stop the game, in case the object does not state them.
var stopping = map[replay.Verdict]record.Fault{
	replay.Unjudged:   {Code: record.NoRules, Severity: record.Remark},
	replay.Illegal:    {Code: record.IllegalMove, Severity: record.Illegal},
	replay.Unreadable: {Code: record.UnreadableWord, Severity: record.Unreadable},
}
