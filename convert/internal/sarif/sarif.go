// Package sarif writes what is wrong with games as SARIF 2.1.0, the Static Analysis
// Results Interchange Format, which editors and forges show beside the text.
//
// A log is one JSON object. Its results are written one by one, so that memory does
// not grow with them. Read Writer first, then result.go, what a fault becomes; the
// kinds of faults are the rules, in rules.go.
package sarif

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Schema is the address of the schema that a log follows.
const Schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// MaxNotes is how many errors of the run a log tells; what is beyond is dropped.
const MaxNotes = 1000

// Writer writes a log. Set its fields before the first call.
type Writer struct {
	// Version is that of the program that judged, "" where it has none.
	Version string
	// Language is that of all that is said.
	Language message.Language
	// Strict makes a recorded result that the board contradicts an error.
	Strict bool

	w     io.Writer
	begun bool // the head is written
	some  bool // a result is written
	notes []notification
	err   error
}

// NewWriter returns a Writer to w. Its Close must be called.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// AppendResults appends the results of a judged game to dst, for WriteResults. It
// may be called by several goroutines at once.
func (w *Writer) AppendResults(dst []byte, r *replay.Report) []byte {
	buffer := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	for _, result := range w.resultsOf(r) {
		// What stands between two results is for whoever puts them together.
		buffer.WriteByte(',')
		if err := encoder.Encode(result); err != nil {
			panic(err) // it consists of strings and numbers
		}
	}
	return buffer.Bytes()
}

// WriteResults writes what AppendResults made, of any number of games.
func (w *Writer) WriteResults(results []byte) error {
	w.begin()
	if len(results) == 0 {
		return w.err
	}
	if !w.some {
		results = results[1:] // the comma
		w.some = true
	}
	w.write(results)
	return w.err
}

// Note tells an error of the run, such as a file that cannot be read.
func (w *Writer) Note(err error) {
	if len(w.notes) < MaxNotes {
		w.notes = append(w.notes, notification{Level: levelError, Message: text{message.Say(err, w.Language)}})
	}
}

// Close writes the end of the log. Whole says that all was judged that was to be.
// It does not close what is written to.
func (w *Writer) Close(whole bool) error {
	w.begin()
	end, err := json.Marshal([]invocation{{whole, w.notes}})
	if err != nil {
		return err
	}
	w.write([]byte("],\"invocations\":"))
	w.write(end)
	w.write([]byte("}]}\n"))
	return w.err
}

// begin writes what stands before the results.
func (w *Writer) begin() {
	if w.begun {
		return
	}
	w.begun = true
	tool, err := json.Marshal(map[string]any{"driver": driver{
		Name: "stolb", Version: w.Version, InformationURI: "https://github.com/stolb/stolb", Rules: rules(w.Language),
	}})
	if err != nil {
		panic(err) // it consists of strings
	}
	w.write([]byte(`{"$schema":"` + Schema + `","version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","language":"` + w.Language.String() + `","tool":`))
	w.write(tool)
	w.write([]byte(",\"results\":[\n"))
}

func (w *Writer) write(part []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(part)
	}
}

// What of SARIF is written; the names are those of its specification, 3.18 and on.
type (
	driver struct {
		Name           string `json:"name"`
		Version        string `json:"version,omitempty"`
		InformationURI string `json:"informationUri"`
		Rules          []rule `json:"rules"`
	}
	rule struct {
		ID       string        `json:"id"`
		Short    text          `json:"shortDescription"`
		Help     text          `json:"help"`
		Defaults configuration `json:"defaultConfiguration"`
	}
	configuration struct {
		Level string `json:"level"`
	}
	text struct {
		Text string `json:"text"`
	}
	invocation struct {
		Successful bool           `json:"executionSuccessful"`
		Notes      []notification `json:"toolExecutionNotifications,omitempty"`
	}
	notification struct {
		Level   string `json:"level"`
		Message text   `json:"message"`
	}
	result struct {
		RuleID     string     `json:"ruleId"`
		RuleIndex  int        `json:"ruleIndex"`
		Level      string     `json:"level"`
		Message    text       `json:"message"`
		Locations  []location `json:"locations"`
		Fixes      []fix      `json:"fixes,omitempty"`
		Properties properties `json:"properties"`
	}
	location struct {
		Physical physicalLocation  `json:"physicalLocation"`
		Logical  []logicalLocation `json:"logicalLocations"`
	}
	physicalLocation struct {
		Artifact artifactLocation `json:"artifactLocation"`
		Region   region           `json:"region"`
	}
	artifactLocation struct {
		URI string `json:"uri"`
	}
	// region has lines and columns from 1; a column counts characters, and the end is
	// after the last of them.
	region struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	logicalLocation struct {
		Name      string `json:"name"`
		Qualified string `json:"fullyQualifiedName"`
		Kind      string `json:"kind"`
	}
	fix struct {
		Description text             `json:"description"`
		Changes     []artifactChange `json:"artifactChanges"`
	}
	artifactChange struct {
		Artifact     artifactLocation `json:"artifactLocation"`
		Replacements []replacement    `json:"replacements"`
	}
	replacement struct {
		Deleted  region `json:"deletedRegion"`
		Inserted text   `json:"insertedContent"`
	}
	// properties are our own.
	properties struct {
		Game        int      `json:"game"`
		Variation   int      `json:"variation,omitempty"`
		Ply         int      `json:"ply,omitempty"` // of the variation, where there is one
		Word        string   `json:"word,omitempty"`
		Verdict     string   `json:"verdict"`
		Suggestions []string `json:"suggestions,omitempty"`
	}
)
