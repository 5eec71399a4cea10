package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/convert/pdn"
	"github.com/stolb/stolb/convert/recognised"
	"github.com/stolb/stolb/convert/records"
	"github.com/stolb/stolb/convert/restored"
	"github.com/stolb/stolb/convert/restored/review"
	sheetwriter "github.com/stolb/stolb/convert/sheet"
	"github.com/stolb/stolb/convert/source"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// sheetText is the text of a record, with what a recogniser said of it.
type sheetText struct {
	grammar.Chunk
	recognised *recognised.Document // nil where the text is all that there is
}

// restoreInput is the record of a game, on one sheet or two, as a piece of work.
type restoreInput struct{ sheets []sheetText }

// Size makes a batch of a few games: to restore one takes as long as to judge
// thousands.
func (in restoreInput) Size() int { return 48 << 10 }

// restoredGame is a game as it will be written. The texts are reused.
type restoredGame struct {
	key       restored.Key
	verdict   restore.Verdict
	counts    restored.Counts
	questions int
	nameless  bool
	answered  bool
	text      []byte
	page      []byte
	err       error
}

func (g *restoredGame) of(f *restored.Found, answers restored.Answers) {
	g.key = keyOf(f)
	g.verdict, g.counts, g.questions, g.nameless = f.Game.Verdict, f.Counts(), len(f.Game.Questions), f.Variant == record.UnknownVariant
	_, g.answered = answers[g.key]
}

func keyOf(f *restored.Found) restored.Key {
	return restored.Key{File: f.First().Source.File, Game: f.First().Source.Number}
}

// sheetReader reads records and restores their games, one goroutine's.
type sheetReader struct {
	*records.Parser
	restorer *restore.Restorer
}

func (c *restoring) newReader() *sheetReader {
	r := &sheetReader{Parser: records.NewParser(c.asked), restorer: restore.New(c.hand)}
	r.restorer.Certain = c.certain
	return r
}

// found reads a record; its game is not restored yet.
func (r *sheetReader) found(asked record.Variant, in restoreInput) *restored.Found {
	sheets := make([]*restored.Sheet, len(in.sheets))
	for i := range in.sheets {
		sheets[i] = r.sheet(&in.sheets[i])
	}
	return restored.New(asked, sheets...)
}

func (r *sheetReader) sheet(in *sheetText) *restored.Sheet {
	if in.Format != grammar.JSON {
		s := restored.NewSheet(r.Written(), in.Chunk)
		s.Recognised = in.recognised
		return s
	}
	g := new(record.Game)
	r.ParseInto(in.Chunk, g)
	s := &restored.Sheet{Game: g}
	if g.Format != grammar.JSON.String() && strings.TrimSpace(g.Text) != "" {
		// The object has the record's own text.
		s.Moves = r.Written().Movetext(grammar.Chunk{Text: g.Text})
		return s
	}
	s.Moves = grammar.MovetextOf(g)
	return s
}

// restore reads a record and restores its game.
func (c *restoring) restore(r *sheetReader, in restoreInput) *restored.Found {
	f := r.found(c.asked, in)
	f.Restore(r.restorer, c.answers[keyOf(f)])
	return f
}

// The hand is learned from so many records, and in so many rounds.
const (
	maxLearned  = 256
	learnRounds = 2
	learnBatch  = 8 // records that are counted together, whatever the number of jobs
)

// learn returns the hand that wrote the records, from those that stand evenly
// among them. What cannot be read is told when the games are written.
func (c *restoring) learn(s *streams, args []string, hand *restore.Confusions) (*restore.Confusions, error) {
	c.hand = hand
	type result struct{ record *restore.Record }
	newWorker := func() func(restoreInput, *result) {
		reader := c.newReader()
		return func(in restoreInput, out *result) {
			for i := range in.sheets {
				in.sheets[i].Text = strings.Clone(in.sheets[i].Text) // and not the texts around it
			}
			out.record = reader.found(c.asked, in).Record
		}
	}
	var records []*restore.Record
	step, n := 1, 0
	for r, err := range replay.Stream(s.ctx, c.jobs, c.inputs(s, args), newWorker) {
		if s.ctx.Err() != nil {
			return nil, c.unlearned(s)
		}
		if err != nil || r.record == nil {
			continue
		}
		if n++; (n-1)%step != 0 {
			continue
		}
		if records = append(records, r.record); len(records) > maxLearned {
			half := records[:0]
			for i := 0; i < len(records); i += 2 {
				half = append(half, records[i])
			}
			clear(records[len(half):])
			records = half
			step *= 2
		}
	}
	batches := slices.Collect(slices.Chunk(records, learnBatch))
	learned := hand
	for range learnRounds {
		counts := make([]restore.Counts, len(batches))
		next := make(chan int)
		var workers sync.WaitGroup
		for range c.jobs {
			workers.Go(func() {
				r := restore.New(learned)
				for i := range next {
					for _, rec := range batches[i] {
						if s.ctx.Err() == nil {
							r.Restore(rec, nil)
							r.Count(&counts[i])
						}
					}
				}
			})
		}
		for i := range batches {
			next <- i
		}
		close(next)
		workers.Wait()
		if s.ctx.Err() != nil {
			return nil, c.unlearned(s)
		}
		var all restore.Counts
		for i := range counts {
			all.Add(&counts[i])
		}
		learned = all.Hand(hand)
	}
	return learned, nil
}

// unlearned tells that learning was interrupted.
func (c *restoring) unlearned(s *streams) error {
	s.tell("restore.interrupted-before")
	return errInterrupted
}

// inputs returns the records of the files. Errors are yielded in their place.
func (c *restoring) inputs(s *streams, args []string) iter.Seq2[restoreInput, error] {
	if c.together {
		return c.pairs(s, args)
	}
	return func(yield func(restoreInput, error) bool) {
		for t, err := range c.sheets(s, args) {
			if err != nil {
				if !yield(restoreInput{}, err) {
					return
				}
			} else if !yield(restoreInput{[]sheetText{t}}, nil) {
				return
			}
		}
	}
}

// pairs returns the n-th records of two files together. One that has no partner
// is yielded alone, and told as an error behind it.
func (c *restoring) pairs(s *streams, args []string) iter.Seq2[restoreInput, error] {
	return func(yield func(restoreInput, error) bool) {
		next, stop := iter.Pull2(c.sheets(s, args[:1]))
		defer stop()
		other, stopOther := iter.Pull2(c.sheets(s, args[1:]))
		defer stopOther()
		read := func(next func() (sheetText, error, bool)) (sheetText, bool, bool) {
			for {
				t, err, ok := next()
				if err == nil {
					return t, ok, true
				}
				if !yield(restoreInput{}, err) {
					return t, false, false
				}
			}
		}
		alone := [2]int{}
		for {
			a, okA, more := read(next)
			if !more {
				return
			}
			b, okB, more := read(other)
			if !more {
				return
			}
			var in restoreInput
			if okA {
				in.sheets = append(in.sheets, a)
			}
			if okB {
				in.sheets = append(in.sheets, b)
			}
			switch {
			case !okA && !okB:
				for i, n := range alone {
					if n > 0 {
						yield(restoreInput{}, message.Of("restore.alone", "file", args[i], "n", n, "other", args[1-i]))
					}
				}
				return
			case !okB:
				alone[0]++
			case !okA:
				alone[1]++
			}
			if !yield(in, nil) {
				return
			}
		}
	}
}

// sheets cuts the files into records. What a cutter takes for two games because
// a move that is hurt looked like a result is put together again.
func (c *restoring) sheets(s *streams, args []string) iter.Seq2[sheetText, error] {
	return func(yield func(sheetText, error) bool) {
		stopped := errors.New("stopped")
		fail := func(err error) error {
			if !yield(sheetText{}, err) {
				return stopped
			}
			return nil
		}
		whole := grammar.NewParser()
		_ = eachFile(args, c.include, func(name string) error {
			cutter, document, file, err := c.openSheets(name, s.in)
			if passedOver(err, args, name) {
				return errPassedOver
			}
			if err != nil {
				return fail(err)
			}
			defer file.Close()
			c.files.Add(1)
			var last grammar.Chunk
			games, joined := 0, 0
			give := func() error {
				if games > 0 && !yield(sheetText{last, document}, nil) {
					return stopped
				}
				return nil
			}
			for {
				next, err := cutter.Next()
				switch {
				case err == nil && games > 0 && whole.Continues(last, next):
					last.Text += next.Text
					last.Last = next.Last
					joined++
				case err == nil:
					if err := give(); err != nil {
						return err
					}
					games++
					next.Source.Number -= joined
					last = next
				default:
					if err := give(); err != nil {
						return err
					}
					switch {
					case err != io.EOF:
						return fail(message.Of("files.cut-short", "file", name, "why", err, "n", games))
					case games == 0:
						return fail(message.Of("files.no-game", "file", name))
					}
					return nil
				}
			}
		}, fail)
	}
}

// openSheets is checker.open for what recognisers write, too.
func (c *restoring) openSheets(name string, stdin io.Reader) (records.Source, *recognised.Document, io.Closer, error) {
	if table, file, err := source.OpenTable(name); err != nil || table != nil {
		if err != nil {
			err = message.Of("message.path", "path", name, "why", err)
		}
		return table, nil, file, err
	}
	file, err := open(name, stdin, &c.read)
	if err != nil {
		return nil, nil, nil, err
	}
	fail := func(err error) (records.Source, *recognised.Document, io.Closer, error) {
		return nil, nil, nil, errors.Join(message.Of("message.path", "path", name, "why", err), file.Close())
	}
	text, table, err := source.Stream(file)
	if err != nil {
		return fail(err)
	}
	if table != nil {
		return table, nil, file, nil
	}
	buffered := bufio.NewReaderSize(text, recognised.SniffLen)
	begin, err := buffered.Peek(recognised.SniffLen)
	if err != nil && err != io.EOF {
		return fail(err)
	}
	var document *recognised.Document
	if text = buffered; recognised.Sniff(begin) {
		if document, err = recognised.Read(buffered); err != nil {
			return fail(err)
		}
		text = strings.NewReader(document.Text)
	}
	encoding := c.encoding
	if document != nil {
		encoding = "utf-8"
	}
	cutter, err := grammar.NewCutter(text, name, encoding)
	if err != nil {
		return fail(err)
	}
	if document != nil {
		cutter.SetFormat(grammar.Sheet)
	}
	return cutter, document, file, nil
}

// newWriter returns what appends what was found to dst, in the format that is
// asked for, and its questions to page where the page is wanted.
func (c *restoring) newWriter(wanted bool) func(f *restored.Found, dst, page []byte) ([]byte, []byte, error) {
	var text bytes.Buffer
	var writer gameWriter
	switch c.to {
	case "pdn":
		w := pdn.NewWriter(&text)
		w.Remarks = language
		writer = w
	case "json":
		writer = speaking(jsonl.NewWriter(&text))
	case "sheet":
		w := sheetwriter.NewWriter(&text)
		w.Layout, w.Language, w.Remarks = sheetLayout, sheetLanguage, language
		writer = w
	}
	pictures := new(review.Pictures)
	return func(f *restored.Found, dst, page []byte) ([]byte, []byte, error) {
		var err error
		switch {
		case writer != nil:
			text.Reset()
			if err = writer.Write(f.Report(language)); err == nil {
				err = writer.Close()
			}
			if c.to == "json" && err == nil {
				dst, err = f.AppendTo(dst, text.Bytes(), language)
				break
			}
			// What stands between two games is for whoever puts them into a file.
			dst = append(dst, bytes.TrimPrefix(text.Bytes(), []byte("\n"))...)
		case c.format == "json":
			dst, err = f.AppendJSON(dst, language)
		default:
			dst = appendRestored(dst, f)
		}
		if wanted && err == nil {
			page, err = review.Append(page, f, pictures, language)
		}
		return dst, page, err
	}
}
