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
	"fmt"
	"io"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Schema is the address of the schema that a log follows.
const Schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// MaxNotes is how many errors of the run a log reports; any more are dropped.
const MaxNotes = 1000

// Writer writes a log. Set its fields before the first call.
type Writer struct {
	Version  string           // of the program that judged, "" where it has none
	Language message.Language // of all that is said
	Strict   bool             // a recorded result that the board contradicts is an error
	// Provenance returns where the log comes from as an object of JSON, nil for none, when
	// the log is closed.
	Provenance func() []byte

	w     io.Writer
	begun bool // the head is written
	some  bool // a result is written
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
	w.write("%s", results)
	return w.err
}

// Note adds an error of the run to the log, such as a file that cannot be read.
func (w *Writer) Note(err error) {
	if len(w.notes) < MaxNotes {
		w.notes = append(w.notes, object{"level": levelError, "message": w.text(message.From(err))})
	}
}

// Close writes the end of the log; whole says that every game was judged.
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
		panic(err) // it consists of strings
	}
	w.write(`{"$schema":%q,"version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints",`+
		`"language":%q,"tool":%s,"results":[`+"\n", Schema, w.Language.String(), tool)
}

func (w *Writer) write(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}

// object is an object of JSON. The names are those of SARIF's specification, 3.13 and on.
type object map[string]any

// text returns a message as SARIF has it.
func (w *Writer) text(m message.Message) object { return object{"text": m.In(w.Language)} }
