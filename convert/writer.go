package convert

import (
	"errors"
	"io"
	"os"
	"slices"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// WriteOptions control how games are written. A format ignores options that it does not use.
type WriteOptions struct {
	Language message.Language // of messages, including remarks
	Words    message.Language // of the text of sheets, compositions and pages
	Notation replay.Notation  // of sheets: replay.Full or replay.Short
	Layout   string           // of sheets; "" is grammar.Table

	Strict  bool   // SARIF: a result that the board contradicts is an error
	Program string // SARIF: the program's version, or "" if unknown

	// Provenance is written, unless nil, with tables, HTML and SARIF, and as the first line of
	// JSON. Tables and SARIF take its value at Close.
	Provenance *Provenance

	Table  string // Arrow and Parquet: games, plies or faults, if a single table is written
	Stream bool   // Arrow: the stream format instead of the file format
	// Columns are names of columns of Arrow and Parquet, "all" for all; tag:NAME is a tag pair's
	// column. A table that has none of them gets its usual ones.
	Columns   []string
	Partition []string // of a dataset: names from Partitions
}

// Writer writes judged games in a format. It is not safe for concurrent use, but each function
// returned by NewWorker may be called in its own goroutine.
type Writer struct {
	format string
	o      WriteOptions
	w      io.Writer
	games  int // written or skipped
	err    error

	worker func(*replay.Report, *Part) // of Write
	part   Part

	authors notation.Index[string]
	notes   []object // SARIF: errors of the run
	failed  bool     // an error was noted, or the output aborted
	closed  bool
	tables  *columnar.Writer
}

// Part is a game formatted by a Writer's worker. Its memory is reused.
type Part struct {
	Text []byte // in text formats, without the gap between games

	// Verbatim is set before a worker is called for a game that its Text fully describes, so that
	// tables need not store it in another form. A game read from JSON may have been changed
	// since.
	Verbatim bool

	rows           columnar.Rows
	author, number string // of a composition
}

// Formats returns the names of NewWriter's formats: text formats, which hold one game after
// another, then arrow and parquet, for which CreateDataset writes all tables. NewWriter also
// accepts sarif.
func Formats() []string {
	return []string{"pdn", "json", "sheet", "composition", "html", "arrow", "parquet"}
}

// NewWriter returns a Writer to w in a format. The caller must call Close, which does not close
// w. An unknown format or table is an error.
func NewWriter(format string, w io.Writer, o WriteOptions) (*Writer, error) {
	writer := &Writer{format: format, o: o, w: w, authors: make(notation.Index[string])}
	switch format {
	case "arrow", "parquet":
		if columnar.Columns(o.Table) == nil {
			return nil, errors.New("convert: no table " + o.Table)
		}
		writer.tables = columnar.NewWriter(writer.tableFormat(), map[string]io.Writer{o.Table: w})
	case "sarif":
	default:
		if !slices.Contains(Formats(), format) {
			return nil, errors.New("convert: no format " + format)
		}
	}
	return writer, nil
}

// CreateDataset returns a Writer of all tables, as "arrow" or "parquet", into a folder. The
// folder is created if absent, and is complete once Close has returned nil. An unknown format or
// partition is an error.
func CreateDataset(folder, format string, o WriteOptions) (*Writer, error) {
	w := &Writer{format: format, o: o}
	if format != "arrow" && format != "parquet" {
		return nil, errors.New("convert: no format of datasets " + format)
	}
	var err error
	if w.tables, err = columnar.CreateDataset(folder, w.tableFormat(), o.Partition...); err != nil {
		return nil, err
	}
	return w, nil
}

// Columns returns the names of the columns of a table: games, plies or faults.
func Columns(table string) (names []string) {
	for _, c := range columnar.Columns(table) {
		names = append(names, c.Name)
	}
	return names
}

// Partitions returns the columns by which a dataset can be partitioned.
func Partitions() []string { return columnar.Partitions() }

// AppendVerdict appends the line of JSON that "stolb check --format json" prints for a game.
func AppendVerdict(dst []byte, r *replay.Report, l message.Language) []byte {
	return jsonl.AppendVerdict(dst, r, l)
}

func (w *Writer) tableFormat() columnar.Format {
	name := w.format
	if w.o.Stream && name == "arrow" {
		name = "arrow-stream"
	}
	provenance := func() string { return string(w.o.Provenance.JSON()) }
	return columnar.Format{Name: name, Columns: w.o.Columns, Provenance: provenance}
}

// gaps are the texts between two games.
var gaps = map[string]string{"pdn": "\n", "sheet": "\n", "composition": "\n", "sarif": ","}

// Around returns the text before the first game, between two games, and after the last, in a text
// format.
func (w *Writer) Around() (head, gap, tail []byte) {
	switch w.format {
	case "json":
		head = w.o.Provenance.Line()
	case "sarif":
		head, tail = w.aroundResults()
	case "html":
		head, tail = []byte(PagePart("head", w.o.Words)), []byte(PagePart("tail", w.o.Words))
		if w.o.Provenance != nil {
			tail = slices.Concat([]byte(`<script type="application/json" id="provenance">`), w.o.Provenance.JSON(), []byte("</script>\n"), tail)
		}
	}
	return head, []byte(gaps[w.format]), tail
}

// NewWorker returns a function that formats a game as a Part for WritePart. Each goroutine needs
// its own, and may call NewWorker itself.
func (w *Writer) NewWorker() func(*replay.Report, *Part) {
	var add func([]byte, *replay.Report) []byte
	switch w.format {
	case "arrow", "parquet":
		format := w.tableFormat()
		rows := columnar.Rows{Language: w.o.Language, Tags: format.Tags(), FEN: format.Wants("fen")}
		return func(r *replay.Report, out *Part) {
			out.rows, out.rows.Verbatim = rows, out.Verbatim
			out.rows.Fill(r)
		}
	case "sarif":
		add = w.appendResults
	case "html":
		add = func(dst []byte, r *replay.Report) []byte { return appendArticle(dst, r, w.o.Words) }
	case "pdn":
		add = (&notation.PDN{Remarks: w.o.Language}).Append
	case "json":
		add = func(dst []byte, r *replay.Report) []byte { return jsonl.Append(dst, r, w.o.Language) }
	case "sheet":
		add = (&notation.Sheet{
			Layout: w.o.Layout, Notation: w.o.Notation, Language: w.o.Words, Remarks: w.o.Language,
		}).Append
	case "composition":
		add = (&notation.Composition{Language: w.o.Words}).Append
	}
	return func(r *replay.Report, out *Part) {
		out.Text = add(out.Text[:0], r)
		if w.format == "composition" {
			out.author, out.number = r.Game.Tag("Author"), notation.NumberOf(r.Game)
		}
	}
}

// Write writes a game. The error is that of the underlying writer, or os.ErrClosed after Close.
func (w *Writer) Write(r *replay.Report) error {
	if w.worker == nil {
		w.worker = w.NewWorker()
	}
	w.worker(r, &w.part)
	return w.WritePart(&w.part)
}

// WritePart writes a game formatted by a worker; see Write.
func (w *Writer) WritePart(p *Part) error {
	switch {
	case w.closed:
		return os.ErrClosed
	case w.tables != nil:
		defer p.rows.Reset() // releases the text
		return w.tables.WriteRows(&p.rows)
	case w.format == "sarif" && len(p.Text) == 0: // a game without faults
		return w.err
	}
	before := []byte(gaps[w.format])
	if w.games == 0 {
		before, _, _ = w.Around()
	}
	w.games++
	for _, name := range notation.Authors(p.author) {
		w.authors[name] = append(w.authors[name], p.number)
	}
	w.write(before)
	w.write(p.Text)
	return w.err
}

func (w *Writer) write(text []byte) {
	if w.err == nil && len(text) > 0 {
		_, w.err = w.w.Write(text)
	}
}

// Skip continues the output as if so many games had been written: tables with the next number,
// text with the gap between two games.
func (w *Writer) Skip(games int64) {
	if w.tables != nil {
		w.tables.Skip(games)
	} else {
		w.games += int(games)
	}
}

// Note reports an error of the run in SARIF, such as an unreadable file; other formats have no
// place for it.
func (w *Writer) Note(err error) {
	if w.failed = true; w.format == "sarif" && len(w.notes) < maxNotes {
		w.notes = append(w.notes, object{"level": "error", "message": w.text(message.From(err))})
	}
}

// Close completes the output.
func (w *Writer) Close() error {
	if w.closed {
		return w.err
	}
	w.closed = true
	if tables := w.tables; tables != nil {
		w.tables = nil
		return tables.Close()
	}
	head, _, tail := w.Around()
	if w.games == 0 {
		w.write(head)
	}
	w.write(tail)
	if index := notation.AuthorsText(w.authors, w.o.Words); w.format == "composition" && index != "" {
		w.write([]byte("\n" + index))
	}
	return w.err
}

// Abort ends the output early. Tables remain incomplete; SARIF is ended, marked as incomplete.
// After Close, Abort does nothing.
func (w *Writer) Abort() error {
	if w.tables != nil {
		w.tables.Abort()
	} else if w.format == "sarif" {
		w.failed = true
		return w.Close()
	}
	return nil
}
