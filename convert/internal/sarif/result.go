package sarif

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// The levels of SARIF.
const (
	levelError   = "error"
	levelWarning = "warning"
	levelNote    = "note"
)

// levels are those of the severities.
var levels = [...]string{
	record.Remark: levelNote, record.Repaired: levelWarning,
	record.Illegal: levelError, record.Unreadable: levelError,
}

// maxSuggested is how many suggestions a message has; the properties have all.
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
			RuleIndex: slices.IndexFunc(kinds, func(k about) bool { return k.code == f.Code }),
			Locations: []object{{
				"physicalLocation": object{"artifactLocation": artifact, "region": in},
				"logicalLocations": []object{w.logical(g, f)},
			}},
			Properties: properties{
				Game: g.Source.Number, Variation: f.Variation, Ply: f.Ply, Word: f.Word,
				Verdict: r.Verdict.String(), Suggestions: f.Suggestions,
			},
		}
		if isCertain(g, f) {
			change := object{"deletedRegion": in, "insertedContent": object{"text": f.Suggestions[0]}}
			results[i].Fixes = []object{{
				"description":     w.text(message.Of("sarif.write", "word", f.Suggestions[0])),
				"artifactChanges": []object{{"artifactLocation": artifact, "replacements": []object{change}}},
			}}
		}
	}
	return results
}

// result is a fault as a log has it; those who search logs go by the order.
type result struct {
	RuleID     record.Code `json:"ruleId"`
	RuleIndex  int         `json:"ruleIndex"`
	Level      string      `json:"level"`
	Message    object      `json:"message"`
	Locations  []object    `json:"locations"`
	Fixes      []object    `json:"fixes,omitempty"`
	Properties properties  `json:"properties"`
}

// properties are our own.
type properties struct {
	Game        int      `json:"game"`
	Variation   int      `json:"variation,omitempty"`
	Ply         int      `json:"ply,omitempty"` // of the variation, if there is one
	Word        string   `json:"word,omitempty"`
	Verdict     string   `json:"verdict"`
	Suggestions []string `json:"suggestions,omitempty"`
}

// region has lines and columns of characters, from 1; the end is after the last.
type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

// logical returns what a fault is a fault of: the game, or a ply.
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

// said returns a fault's message, with what was probably meant.
func said(f *record.Fault) message.Message {
	if f.Severity == record.Repaired || len(f.Suggestions) == 0 {
		return f.Message
	}
	text := f.Message.Error()
	if !slices.ContainsFunc(f.Suggestions, func(move string) bool { return !strings.Contains(text, move) }) {
		return f.Message // it names them
	}
	moves := message.Some(f.Suggestions, maxSuggested, len(f.Suggestions))
	return message.Of("sarif.perhaps", "what", f.Message, "moves", moves)
}

// isCertain says whether a fault has a fix that changes no meaning: what was read
// is spelled otherwise, and the file holds the word as it is.
func isCertain(g *record.Game, f *record.Fault) bool {
	return f.Severity == record.Repaired && len(f.Suggestions) == 1 && f.Len > 0 &&
		f.At >= 0 && f.At+f.Len <= len(g.Text) && g.Text[f.At:f.At+f.Len] == f.Word &&
		g.Source.File != "-" && !slices.Contains(packed, strings.ToLower(filepath.Ext(g.Source.File)))
}

// packed are the extensions of files that are not the text itself.
var packed = []string{".gz", ".zst", ".arrow", ".parquet", ".xlsx", ".ods", ".docx", ".odt"}

// artifactURI is the reference to a file: relative where its name is.
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

// regionOf returns the place of a fault that begins at from; a whole game's is its first line.
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
