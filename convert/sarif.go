package convert

// This file writes the faults of games as SARIF 2.1.0, the Static Analysis Results Interchange
// Format, which editors and code hosts show beside the text. A log is one JSON object, in which a
// fault is a result, and the codes of faults are the rules.

import (
	"encoding/json"
	"fmt"
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

// sarifSchema is the URL of the JSON Schema of logs.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// maxNotes is the maximum number of errors of the run in a log; any more are dropped.
const maxNotes = 1000

// aroundResults returns the text of a log before and after its results.
func (w *Writer) aroundResults() (head, tail []byte) {
	driver := object{
		"name": "stolb", "informationUri": "https://github.com/stolb/stolb", "rules": w.rules(),
	}
	if w.o.Program != "" {
		driver["version"] = w.o.Program
	}
	head = fmt.Appendf(nil, `{"$schema":%q,"version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints",`+
		`"language":%q,"tool":%s,"results":[`+"\n", sarifSchema, w.o.Language.String(), encoded(object{"driver": driver}))
	run := object{"executionSuccessful": !w.failed}
	if len(w.notes) > 0 {
		run["toolExecutionNotifications"] = w.notes
	}
	if from := w.o.Provenance.JSON(); from != nil {
		run["properties"] = object{"provenance": json.RawMessage(from)}
	}
	return head, fmt.Appendf(nil, "],\"invocations\":%s}]}\n", encoded([]object{run}))
}

// encoded returns JSON of strings and numbers.
func encoded(value any) []byte {
	line, err := jsonLine(value)
	if err != nil {
		panic(err) // strings and numbers can be encoded
	}
	return line
}

// appendResults appends the results of a game, with commas between them.
func (w *Writer) appendResults(dst []byte, r *replay.Report) []byte {
	for i, result := range w.resultsOf(r) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, encoded(result)...)
	}
	return dst
}

// object is a JSON object. In logs, its names are those of the SARIF specification, 3.13 onwards.
type object map[string]any

// text returns a message as a SARIF object.
func (w *Writer) text(m message.Message) object { return object{"text": m.In(w.o.Language)} }

var levels = [...]string{
	record.Remark: "note", record.Repaired: "warning", record.Illegal: "error", record.Unreadable: "error",
}

// kinds are the codes of faults, and mostly the severity that most faults with the code have.
var (
	kinds  = slices.Concat(mostly[record.Illegal], mostly[record.Repaired], mostly[record.Remark])
	mostly = map[record.Severity][]record.Code{
		record.Illegal: {
			record.IllegalMove, record.AmbiguousMove, record.UnreadableWord, record.IllegibleMove, record.ColumnLength,
			record.BadPosition, record.NoVariant, record.Syntax, record.TooLarge, record.NoMoves,
		},
		record.Repaired: {
			record.WrongSeparator, record.LookAlike, record.LetterCase, record.SquareOrder, record.DashKind,
			record.PromotionMark, record.MissingStart, record.DateForm,
		},
		record.Remark: {
			record.MoveNumber, record.ResultMismatch, record.CountMismatch, record.VariantTag, record.VariantGuessed,
			record.Blunder, record.EndingResult, record.MoreRepairs, record.PostTime, record.TimeExceeded,
			record.FullNotation, record.NoRules,
		},
	}
)

func (w *Writer) rules() (all []object) {
	for _, severity := range []record.Severity{record.Illegal, record.Repaired, record.Remark} {
		for _, code := range mostly[severity] {
			all = append(all, object{
				"id":                   code,
				"shortDescription":     w.text(message.Of("sarif." + message.ID(code))),
				"help":                 w.text(message.Of("sarif." + message.ID(code) + "-help")),
				"defaultConfiguration": object{"level": levels[severity]},
			})
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
		if w.o.Strict && f.OnBoard {
			level = "error"
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

// logical returns the logical location of a fault: the game, or a ply.
func (w *Writer) logical(g *record.Game, f *record.Fault) object {
	name := message.Of("sarif.game", "number", g.Source.Number).In(w.o.Language)
	if f.Ply == 0 {
		return object{"name": name, "fullyQualifiedName": name, "kind": "game"}
	}
	ply := message.Of("sarif.ply", "ply", f.Ply)
	if f.Variation > 0 {
		ply = message.Of("sarif.variation-ply", "variation", f.Variation, "ply", f.Ply)
	}
	inGame := ply.In(w.o.Language)
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
	if !isRegular(s.File) {
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
	uri := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		uri.Scheme, uri.Path = "file", "/"+strings.TrimPrefix(uri.Path, "/") // also of C:/games
	}
	return uri.String()
}

// regionOf returns the region of a fault that begins at from, in lines and columns, in characters,
// from 1; the end is after the last character. For a whole game it is the first line.
func regionOf(g *record.Game, f *record.Fault, from record.Place) object {
	if f.Len == 0 && f.At == 0 {
		return object{"startLine": from.Line}
	}
	at := min(max(f.At, 0), len(g.Text))
	word := record.Game{
		Source: record.Source{Line: from.Line, Column: from.Column},
		Text:   g.Text[at:min(at+max(f.Len, 0), len(g.Text))],
	}
	to := word.Place(len(word.Text))
	return object{
		"startLine": from.Line, "startColumn": from.Column, "endLine": to.Line, "endColumn": to.Column,
	}
}
