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
var levels = map[record.Severity]string{
	record.Remark:     levelNote,
	record.Repaired:   levelWarning,
	record.Illegal:    levelError,
	record.Unreadable: levelError,
}

// maxSuggested is how many suggestions a message has; the properties have all.
const maxSuggested = 5

// resultsOf returns a result for each fault of a game.
func (w *Writer) resultsOf(r *replay.Report) []result {
	if len(r.Faults) == 0 {
		return nil
	}
	g := r.Game
	artifact := artifactLocation{artifactURI(g.Source.File)}
	game := message.Of("sarif.game", "number", g.Source.Number).In(w.Language)
	at := make([]int, len(r.Faults))
	for i := range r.Faults {
		at[i] = r.Faults[i].At
	}
	places := g.Places(at...)
	results := make([]result, len(r.Faults))
	for i := range r.Faults {
		f := &r.Faults[i]
		level := levels[f.Severity]
		if w.Strict && f.OnBoard {
			level = levelError
		}
		in := regionOf(g, f, places[i])
		logical := logicalLocation{game, game, "game"}
		if f.Ply > 0 {
			logical.Name = message.Of("sarif.ply", "ply", f.Ply).In(w.Language)
			if f.Variation > 0 {
				logical.Name = message.Of("sarif.variation-ply", "variation", f.Variation, "ply", f.Ply).In(w.Language)
			}
			logical.Qualified, logical.Kind = game+", "+logical.Name, "ply"
		}
		results[i] = result{
			RuleID:    string(f.Code),
			RuleIndex: ruleIndex[f.Code],
			Level:     level,
			Message:   text{said(f).In(w.Language)},
			Locations: []location{{physicalLocation{artifact, in}, []logicalLocation{logical}}},
			Properties: properties{
				Game: g.Source.Number, Variation: f.Variation, Ply: f.Ply, Word: f.Word, Verdict: r.Verdict.String(), Suggestions: f.Suggestions,
			},
		}
		if isCertain(g, f) {
			results[i].Fixes = []fix{{
				Description: text{message.Of("sarif.write", "word", f.Suggestions[0]).In(w.Language)},
				Changes:     []artifactChange{{artifact, []replacement{{in, text{f.Suggestions[0]}}}}},
			}}
		}
	}
	return results
}

// said is what is told of a fault, with what was probably meant.
func said(f *record.Fault) message.Message {
	if f.Severity == record.Repaired || len(f.Suggestions) == 0 {
		return f.Message
	}
	text := f.Message.Error()
	if !slices.ContainsFunc(f.Suggestions, func(move string) bool { return !strings.Contains(text, move) }) {
		return f.Message // it names them
	}
	moves := message.Or(f.Suggestions[:min(len(f.Suggestions), maxSuggested)]...)
	moves.More = len(f.Suggestions) - len(moves.Items)
	return message.Of("sarif.perhaps", "what", f.Message, "moves", moves)
}

// isCertain says whether a fault has a fix that changes no meaning: what was read
// is spelled otherwise, and the file holds the word as it is.
func isCertain(g *record.Game, f *record.Fault) bool {
	return f.Severity == record.Repaired && len(f.Suggestions) == 1 && f.Len > 0 &&
		f.At >= 0 && f.At+f.Len <= len(g.Text) && g.Text[f.At:f.At+f.Len] == f.Word &&
		g.Source.File != "-" && !isPacked(g.Source.File)
}

// isPacked says whether a file, by its name, is not the text itself.
func isPacked(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".gz", ".zst", ".arrow", ".parquet":
		return true
	}
	return false
}

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

// regionOf returns the place of a fault, of which from is where it begins: of one that is the
// whole game's its first line.
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
