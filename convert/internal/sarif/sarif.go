// Package sarif writes the faults of games as SARIF 2.1.0, the Static Analysis Results Interchange
// Format, which editors and forges show beside the text.
//
// A log is one JSON object. Results are written one at a time, so that memory does not grow with
// their number. The codes of faults are the rules. Read Writer first, then resultsOf.
package sarif

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Schema is the URL of the JSON Schema of logs.
const Schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// MaxNotes is the maximum number of errors of the run in a log; any more are dropped.
const MaxNotes = 1000

// Writer writes a log. Set its fields before the first call.
type Writer struct {
	Version  string           // of the program that judged the games, or ""
	Language message.Language // of messages
	Strict   bool             // a recorded result that the board contradicts is an error
	// Provenance returns the provenance of the log as a JSON object, or nil. Close calls it.
	Provenance func() []byte

	w     io.Writer
	begun bool // the head has been written
	some  bool // a result has been written
	notes []object
	err   error
}

// NewWriter returns a Writer to w. Its Close must be called.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// AppendResults appends the results of a game to dst, for WriteResults. It is safe for
// concurrent use.
func (w *Writer) AppendResults(dst []byte, r *replay.Report) []byte {
	buffer := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	for _, result := range w.resultsOf(r) {
		// Each result follows a comma; WriteResults removes the first of all.
		buffer.WriteByte(',')
		if err := encoder.Encode(result); err != nil {
			panic(err) // it contains only strings and numbers
		}
	}
	return buffer.Bytes()
}

// WriteResults writes results from AppendResults, of any number of games.
func (w *Writer) WriteResults(results []byte) error {
	w.begin()
	if len(results) == 0 {
		return w.err
	}
	if !w.some {
		results = results[1:] // the comma
		w.some = true
	}
	w.write("%s", results)
	return w.err
}

// Note adds an error of the run to the log, such as a file that cannot be read.
func (w *Writer) Note(err error) {
	if len(w.notes) < MaxNotes {
		w.notes = append(w.notes, object{"level": levelError, "message": w.text(message.From(err))})
	}
}

// Close writes the end of the log; whole states whether every game was judged.
func (w *Writer) Close(whole bool) error {
	w.begin()
	run := object{"executionSuccessful": whole}
	if len(w.notes) > 0 {
		run["toolExecutionNotifications"] = w.notes
	}
	if w.Provenance != nil {
		if from := w.Provenance(); from != nil {
			run["properties"] = object{"provenance": json.RawMessage(from)}
		}
	}
	end, err := json.Marshal([]object{run})
	if err != nil {
		return err
	}
	w.write("],\"invocations\":%s}]}\n", end)
	return w.err
}

// begin writes the text before the results.
func (w *Writer) begin() {
	if w.begun {
		return
	}
	w.begun = true
	driver := object{
		"name": "stolb", "informationUri": "https://github.com/stolb/stolb", "rules": w.rules(),
	}
	if w.Version != "" {
		driver["version"] = w.Version
	}
	tool, err := json.Marshal(object{"driver": driver})
	if err != nil {
		panic(err) // it contains only strings
	}
	w.write(`{"$schema":%q,"version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints",`+
		`"language":%q,"tool":%s,"results":[`+"\n", Schema, w.Language.String(), tool)
}

func (w *Writer) write(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}

// object is a JSON object. Its names are those of the SARIF specification, 3.13 onwards.
type object map[string]any

// text returns a message as a SARIF object.
func (w *Writer) text(m message.Message) object { return object{"text": m.In(w.Language)} }

// The levels of SARIF.
const (
	levelError   = "error"
	levelWarning = "warning"
	levelNote    = "note"
)

// levels maps severities to levels.
var levels = [...]string{
	record.Remark: levelNote, record.Repaired: levelWarning,
	record.Illegal: levelError, record.Unreadable: levelError,
}

// The codes of faults, by the level that most faults with the code have.
var (
	hopeless = []record.Code{
		record.IllegalMove, record.AmbiguousMove, record.UnreadableWord, record.IllegibleMove, record.ColumnLength,
		record.BadPosition, record.NoVariant, record.Syntax, record.TooLarge, record.NoMoves,
	}
	repairs = []record.Code{
		record.WrongSeparator, record.LookAlike, record.LetterCase, record.SquareOrder, record.DashKind,
		record.PromotionMark, record.MissingStart, record.DateForm,
	}
	remarks = []record.Code{
		record.MoveNumber, record.ResultMismatch, record.CountMismatch, record.VariantTag, record.VariantGuessed,
		record.Blunder, record.EndingResult, record.MoreRepairs, record.PostTime, record.TimeExceeded,
		record.FullNotation, record.NoRules,
	}
	kinds = slices.Concat(hopeless, repairs, remarks)
)

func (w *Writer) rules() []object {
	all := make([]object, len(kinds))
	for i, code := range kinds {
		level := levelNote
		if slices.Contains(hopeless, code) {
			level = levelError
		} else if slices.Contains(repairs, code) {
			level = levelWarning
		}
		all[i] = object{
			"id":                   code,
			"shortDescription":     w.text(message.Of("sarif." + message.ID(code))),
			"help":                 w.text(message.Of("sarif." + message.ID(code) + "-help")),
			"defaultConfiguration": object{"level": level},
		}
	}
	return all
}

// maxSuggested limits the suggestions in a message; the properties contain all.
const maxSuggested = 5

func (w *Writer) resultsOf(r *replay.Report) []result {
	g := r.Game
	artifact := object{"uri": artifactURI(g.Source.File)}
	results := make([]result, len(r.Faults))
	for i, place := range r.Places() {
		f := &r.Faults[i]
		level := levels[f.Severity]
		if w.Strict && f.OnBoard {
			level = levelError
		}
		in := regionOf(g, f, place)
		results[i] = result{
			RuleID: f.Code, Level: level, Message: w.text(said(f)),
			RuleIndex: slices.Index(kinds, f.Code),
			Locations: []object{{
				"physicalLocation": object{"artifactLocation": artifact, "region": in},
				"logicalLocations": []object{w.logical(g, f)},
			}},
			Properties: properties{
				Game: g.Source.Number, Variation: f.Variation, Ply: f.Ply, Word: f.Word,
				Verdict: r.Verdict.String(), Suggestions: f.Suggestions,
			},
		}
		if isCertain(g, f, place.Byte) {
			change := object{"deletedRegion": in, "insertedContent": object{"text": f.Suggestions[0]}}
			results[i].Fixes = []object{{
				"description":     w.text(message.Of("sarif.write", "word", f.Suggestions[0])),
				"artifactChanges": []object{{"artifactLocation": artifact, "replacements": []object{change}}},
			}}
		}
	}
	return results
}

// result is a fault in a log. Programs that search logs as text rely on the order of the fields.
type result struct {
	RuleID     record.Code `json:"ruleId"`
	RuleIndex  int         `json:"ruleIndex"`
	Level      string      `json:"level"`
	Message    object      `json:"message"`
	Locations  []object    `json:"locations"`
	Fixes      []object    `json:"fixes,omitempty"`
	Properties properties  `json:"properties"`
}

// properties are Stolb's own data on a result.
type properties struct {
	Game        int      `json:"game"`
	Variation   int      `json:"variation,omitempty"`
	Ply         int      `json:"ply,omitempty"` // of the variation, if any
	Word        string   `json:"word,omitempty"`
	Verdict     string   `json:"verdict"`
	Suggestions []string `json:"suggestions,omitempty"`
}

// region has lines and columns, in characters, from 1; the end is after the last character.
type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

// logical returns the logical location of a fault: the game, or a ply.
func (w *Writer) logical(g *record.Game, f *record.Fault) object {
	name := message.Of("sarif.game", "number", g.Source.Number).In(w.Language)
	if f.Ply == 0 {
		return object{"name": name, "fullyQualifiedName": name, "kind": "game"}
	}
	ply := message.Of("sarif.ply", "ply", f.Ply)
	if f.Variation > 0 {
		ply = message.Of("sarif.variation-ply", "variation", f.Variation, "ply", f.Ply)
	}
	inGame := ply.In(w.Language)
	return object{"name": inGame, "fullyQualifiedName": name + ", " + inGame, "kind": "ply"}
}

// said returns a fault's message with its suggestions, if any.
func said(f *record.Fault) message.Message {
	if f.Severity == record.Repaired || len(f.Suggestions) == 0 {
		return f.Message
	}
	text := f.Message.Error()
	if !slices.ContainsFunc(f.Suggestions, func(move string) bool { return !strings.Contains(text, move) }) {
		return f.Message // it contains them all
	}
	moves := message.Some(f.Suggestions, maxSuggested, len(f.Suggestions))
	return message.Of("sarif.perhaps", "what", f.Message, "moves", moves)
}

// isCertain reports whether a fault has a fix that preserves the meaning: the repair concerns only
// the spelling, and the file contains the word literally.
func isCertain(g *record.Game, f *record.Fault, at int64) bool {
	return f.Severity == record.Repaired && len(f.Suggestions) == 1 && f.Len > 0 &&
		f.Len == len(f.Word) && contains(&g.Source, at, f.Word)
}

// contains reports whether a file contains a word at an offset. It does not if it is packed, a table
// whose text is escaped, or has changed since. In encodings other than UTF-8, only the word's ASCII
// characters are compared.
func contains(s *record.Source, at int64, word string) bool {
	info, err := os.Stat(s.File)
	if err != nil || !info.Mode().IsRegular() || s.File == "-" {
		return false
	}
	file, err := os.Open(s.File)
	if err != nil {
		return false // there is no fix, but the fault is reported
	}
	defer file.Close()
	length := len(word)
	if s.Width != nil {
		length = s.Width(word)
	}
	there := make([]byte, length)
	_, err = file.ReadAt(there, at)
	ascii := func(r rune) rune {
		if r == 0 || r >= utf8.RuneSelf {
			return -1
		}
		return r
	}
	return err == nil && (string(there) == word ||
		s.Width != nil && strings.Map(ascii, string(there)) == strings.Map(ascii, word))
}

// artifactURI returns the URI of a file, relative if its name is.
func artifactURI(file string) string {
	path := filepath.ToSlash(file)
	if !filepath.IsAbs(file) {
		return (&url.URL{Path: path}).String()
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/games
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// regionOf returns the region of a fault that begins at from. For a whole game it is the first line.
func regionOf(g *record.Game, f *record.Fault, from record.Place) region {
	if f.Len == 0 && f.At == 0 {
		return region{StartLine: from.Line}
	}
	at := min(max(f.At, 0), len(g.Text))
	word := record.Game{
		Source: record.Source{Line: from.Line, Column: from.Column},
		Text:   g.Text[at:min(at+max(f.Len, 0), len(g.Text))],
	}
	to := word.Place(len(word.Text))
	return region{from.Line, from.Column, to.Line, to.Column}
}
