package main

import (
	"bytes"
	"iter"
	"strings"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/convert/pdn"
	"github.com/stolb/stolb/convert/restored"
	"github.com/stolb/stolb/convert/restored/review"
	sheetwriter "github.com/stolb/stolb/convert/sheet"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// restoreInput is the record of a game, on one sheet or two, as a piece of work.
type restoreInput struct{ sheets []convert.Text }

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
	*convert.Parser
	restorer *restore.Restorer
}

func (c *restoring) newReader() *sheetReader {
	r := &sheetReader{Parser: convert.NewParser(c.asked), restorer: restore.New(c.hand)}
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

func (r *sheetReader) sheet(in *convert.Text) *restored.Sheet {
	if in.Format != grammar.JSON {
		s := restored.NewSheet(r.Written(), in.Chunk)
		s.Recognised = in.Recognised
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
)

// learn returns the hand that wrote the records, from those that stand evenly
// among them. What cannot be read is told when the games are written.
func (c *restoring) learn(s *streams, hand *restore.Confusions) (*restore.Confusions, error) {
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
	for r, err := range replay.Stream(s.ctx, c.jobs, c.inputs(), newWorker) {
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
	learned, err := restore.Learn(s.ctx, hand, records, learnRounds, c.jobs)
	if err != nil {
		return nil, c.unlearned(s)
	}
	return learned, nil
}

// unlearned tells that learning was interrupted.
func (c *restoring) unlearned(s *streams) error {
	s.tell("restore.interrupted-before")
	return errInterrupted
}

// openAll opens the files of records; with --together each of the two alone.
func (c *restoring) openAll(s *streams, args []string) {
	o := c.options(s)
	o.Damaged = true
	if c.together {
		c.in, c.partner = convert.Open(args[:1], o), convert.Open(args[1:], o)
	} else {
		c.in, c.partner = convert.Open(args, o), nil
	}
	c.names = args
}

// progress says how far the work is: bytes read and games.
func (c *restoring) progress() (int64, string) {
	done, about := c.checker.progress()
	if c.partner != nil {
		done += c.partner.BytesRead()
	}
	return done, about
}

// size returns how many bytes there are to read, -1 where it is not known.
func (c *restoring) size() int64 {
	size := c.in.Size()
	if c.partner != nil && size >= 0 {
		other := c.partner.Size()
		if size += other; other < 0 {
			size = -1
		}
	}
	return size
}

// filesRead returns how many files were read the last time.
func (c *restoring) filesRead() int {
	n := c.in.FilesRead()
	if c.partner != nil {
		n += c.partner.FilesRead()
	}
	return n
}

// inputs returns the records of the files. Errors are yielded in their place.
func (c *restoring) inputs() iter.Seq2[restoreInput, error] {
	if c.together {
		return c.pairs
	}
	return func(yield func(restoreInput, error) bool) {
		for t, err := range c.in.Texts() {
			if err != nil {
				if !yield(restoreInput{}, err) {
					return
				}
			} else if !yield(restoreInput{[]convert.Text{t}}, nil) {
				return
			}
		}
	}
}

// pairs yields the n-th records of two files together. One that has no partner
// is yielded alone, and told as an error behind it.
func (c *restoring) pairs(yield func(restoreInput, error) bool) {
	next, stop := iter.Pull2(c.in.Texts())
	defer stop()
	other, stopOther := iter.Pull2(c.partner.Texts())
	defer stopOther()
	read := func(next func() (convert.Text, error, bool)) (convert.Text, bool, bool) {
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
					yield(restoreInput{}, message.Of("restore.alone", "file", c.names[i], "n", n, "other", c.names[1-i]))
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
