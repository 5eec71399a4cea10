package main

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// The number and line of a game depend on all games before it. So each file is first cut into
// games, in a tenth of the time of judging them, and divided where cutting can resume.

func init() {
	register.DoFn4x1[context.Context, []byte, func(File), func(Summary), error](&listFn{})
	register.DoFn4x1[context.Context, File, func(int, File), func(Summary), error](&surveyFn{})
	register.DoFn3x0[int, func(*File) bool, func(Range)](&planFn{})
	register.Emitter1[File]()
	register.Emitter2[int, File]()
	register.Emitter1[Summary]()
	register.Emitter1[Range]()
	register.Iter1[File]()
}

// Place is the beginning of a game where cutting can resume, with its number and line.
type Place struct {
	Begin              grammar.Beginning
	Number, LineNumber int
}

// File is a file of the input: its index and name, and what surveyFn finds out about it.
type File struct {
	Index   int64 // in the order of the input
	Name    string
	Games   int64
	Size    int64   // bytes
	Places  []Place // in order; none if it must be read as a whole
	Damaged bool    // it cannot be read to the end
}

// Piece is a part of a file: the games that begin at or after From and before byte To.
type Piece struct {
	Name    string
	From    Place // the zero Place is the file's beginning
	To      int64 // 0 for the file's end
	Before  int64 // games in the files before this one
	Damaged bool
}

// Range is what a worker judges at a time: consecutive pieces.
type Range struct{ Pieces []Piece }

// listFn lists the files of the input in order.
type listFn struct{ Options Options }

func (f *listFn) ProcessElement(ctx context.Context, _ []byte, emit func(File), tell func(Summary)) error {
	index := int64(0)
	for _, pattern := range f.Options.Input {
		names, err := listFiles(ctx, pattern)
		if err != nil {
			return err
		}
		if len(names) == 0 {
			tell(unread(message.Of("files.not-there", "file", pattern).In(f.Options.language())))
		}
		for _, name := range names {
			emit(File{Index: index, Name: name})
			index++
		}
	}
	return nil
}

// surveyFn cuts a file into games.
type surveyFn struct{ Options Options }

func (f *surveyFn) ProcessElement(ctx context.Context, file File, emit func(int, File), tell func(Summary)) error {
	err := f.survey(ctx, &file)
	if file.Damaged = err != nil; file.Damaged {
		tell(unread(message.Say(err, f.Options.language())))
	}
	tell(Summary{Files: 1})
	emit(0, file)
	return nil
}

// survey completes s. It returns an error if the file cannot be read to the end.
func (f *surveyFn) survey(ctx context.Context, s *File) error {
	in, err := f.Options.openGames(ctx, s.Name, nil)
	if err != nil {
		return err
	}
	encoded, last := false, int64(0) // the last place
	for text, err := range in.Texts() {
		s.Size = in.BytesRead()
		if err != nil {
			return err
		}
		s.Games++
		if text.Source.Width != nil {
			encoded, s.Places = true, nil
		}
		from, known := in.Place()
		if known && !encoded && from.Offset-last >= f.Options.RangeBytes {
			s.Places, last = append(s.Places, Place{from, text.Source.Number, text.Source.Line}), from.Offset
		}
	}
	return nil
}

// planFn divides the files into ranges.
type planFn struct{ Options Options }

func (f *planFn) ProcessElement(_ int, files func(*File) bool, emit func(Range)) {
	var all []File
	for f := (File{}); files(&f); f = (File{}) {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b File) int { return cmp.Compare(a.Index, b.Index) })
	for _, r := range plan(all, f.Options.RangeBytes) {
		emit(r)
	}
}

// plan divides the files, in order, into ranges of at most about most bytes. Small files share one.
func plan(files []File, most int64) []Range {
	var all []Range
	size := most // the bytes of the last range
	add := func(p Piece, bytes int64) {
		if size += bytes; len(all) == 0 || size > most {
			all, size = append(all, Range{}), bytes
		}
		last := &all[len(all)-1]
		last.Pieces = append(last.Pieces, p)
	}
	before := int64(0)
	for _, file := range files {
		p := Piece{Name: file.Name, Before: before, Damaged: file.Damaged}
		before += file.Games
		if file.Games == 0 {
			continue
		}
		for _, place := range file.Places {
			p.To = place.Begin.Offset
			add(p, p.To-p.From.Begin.Offset)
			p.From, p.To = place, 0
		}
		add(p, file.Size-p.From.Begin.Offset)
	}
	return all
}

// texts yields the texts of the piece's games, with their numbers and lines in the file.
func (p *Piece) texts(ctx context.Context, o *Options) iter.Seq2[convert.Text, error] {
	return func(yield func(convert.Text, error) bool) {
		var resume *grammar.Beginning
		games, lines := 0, 0 // before the piece
		if p.From.Begin.Offset > 0 {
			resume, games, lines = &p.From.Begin, p.From.Number-1, p.From.LineNumber-1
		}
		in, err := o.openGames(ctx, p.Name, resume)
		if err != nil {
			yield(convert.Text{}, err)
			return
		}
		for text, err := range in.Texts() {
			if err != nil && p.Damaged || err == nil && p.To > 0 && text.Source.Offset >= p.To {
				return
			}
			text.Source.Number += games
			text.Source.Line += lines
			if !yield(text, err) {
				return
			}
		}
	}
}

// survey returns the ranges of the input's files, and summaries of the files.
func survey(s beam.Scope, o Options) (ranges, unread beam.PCollection) {
	s = s.Scope("Survey")
	files, missing := beam.ParDo2(s, &listFn{o}, beam.Impulse(s))
	surveys, unread := beam.ParDo2(s, &surveyFn{Options: o}, beam.Reshuffle(s, files))
	return beam.ParDo(s, &planFn{o}, beam.GroupByKey(s, surveys)), beam.Flatten(s, missing, unread)
}
