package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// What a game's number and line are, only whoever has counted all that stands before
// it knows. So each file is cut into games once, which takes a tenth of the time
// that judging them takes, and on the way places are noted from which cutting can go
// on. Ranges of bytes are cut at games exactly then, whoever works on them.

func init() {
	register.DoFn4x1[context.Context, []byte, func(File), func(Summary), error](&listFn{})
	register.DoFn4x1[context.Context, File, func(int, Survey), func(Summary), error](&surveyFn{})
	register.DoFn3x0[int, func(*Survey) bool, func(Stretch)](&planFn{})
	register.Emitter1[File]()
	register.Emitter2[int, Survey]()
	register.Emitter1[Summary]()
	register.Emitter1[Stretch]()
	register.Iter1[Survey]()
}

// File is a file of the input.
type File struct {
	Index int64 // its place in the order of the input
	Name  string
}

// Place is where a game begins from which a file can be cut on. All are the file's
// own: bytes, as a grammar.Beginning has them, and the number and line of the game.
type Place struct {
	Offset int64
	Format int64
	Line   bool // a line begins there, too
	Column int64

	Number     int64 // of the game
	LineNumber int64
}

func (p *Place) beginning() grammar.Beginning {
	return grammar.Beginning{Offset: p.Offset, Format: grammar.Format(p.Format), Line: p.Line, Column: int(p.Column)}
}

// Survey is what a file has.
type Survey struct {
	File    File
	Games   int64
	Size    int64   // bytes, at least 1
	Whole   bool    // it has to be read from its beginning in one go
	Places  []Place // in order
	Damaged bool    // it cannot be read to its end
}

// Piece is a part of a file, as a part of a Stretch: the games that begin from byte
// From on and before byte To.
type Piece struct {
	Name     string
	From, To int64
	Whole    bool    // the file is read from its beginning in one go
	Places   []Place // in the part, beside its beginning
	Begin    Place   // of the part; the zero Place is the file's beginning
	Before   int64   // games in the files before this one
	Start    int64   // its position in the stretch
	Damaged  bool
}

// Stretch is what is divided among workers: pieces laid end to end, and the
// positions in it are their bytes.
type Stretch struct {
	Pieces []Piece
	Length int64
}

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
			emit(File{index, name})
			index++
		}
	}
	return nil
}

// surveyFn cuts a file into games.
type surveyFn struct{ Options Options }

func (f *surveyFn) ProcessElement(ctx context.Context, file File, emit func(int, Survey), tell func(Summary)) error {
	s := Survey{File: file}
	err := f.survey(ctx, &s)
	if s.Damaged = err != nil; s.Damaged {
		tell(unread(message.Say(err, f.Options.language())))
	}
	tell(Summary{Files: 1})
	emit(0, s)
	return nil
}

// survey fills in what is known of the file. The error is what is wrong with it.
func (f *surveyFn) survey(ctx context.Context, s *Survey) error {
	in, err := f.Options.openGames(ctx, s.File.Name, nil)
	if err != nil {
		return err
	}
	spacing, last := f.Options.RangeBytes/placesInRange, int64(0)
	s.Whole = true // until a place is known
	encoded := false
	defer func() {
		s.Size = max(in.BytesRead(), 1)
		if s.Whole = s.Whole || encoded; s.Whole {
			s.Places = nil
		}
	}()
	for text, err := range in.Texts() {
		if err != nil {
			return err
		}
		s.Games++
		encoded = encoded || text.Source.Width != nil
		from, known := in.Place()
		if known {
			s.Whole = false
		}
		if known && from.Offset-last >= spacing {
			last = from.Offset
			s.Places = append(s.Places, Place{
				from.Offset, int64(from.Format), from.Line, int64(from.Column), int64(text.Source.Number), int64(text.Source.Line),
			})
		}
	}
	return nil
}

// A place is noted for each so many parts of a range, and a stretch has so many
// ranges at most: what is noted of its files goes with each range.
const (
	placesInRange   = 4
	rangesInStretch = 64
)

// planFn lays the files end to end, and divides them into stretches.
type planFn struct{ Options Options }

func (f *planFn) ProcessElement(_ int, surveys func(*Survey) bool, emit func(Stretch)) {
	var all []Survey
	for s := (Survey{}); surveys(&s); s = (Survey{}) {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Survey) int { return cmp.Compare(a.File.Index, b.File.Index) })
	for _, s := range plan(all, f.Options.RangeBytes*rangesInStretch, f.Options.RangeBytes) {
		emit(s)
	}
}

// plan divides the files, in their order, into stretches of about so many bytes.
// Small files share one up to the size of a range.
func plan(surveys []Survey, most, small int64) []Stretch {
	var all []Stretch
	var s Stretch
	add := func(p Piece) {
		if len(s.Pieces) > 0 && s.Length+p.To-p.From > small {
			all = append(all, s)
			s = Stretch{}
		}
		p.Start = s.Length
		s.Length += p.To - p.From
		s.Pieces = append(s.Pieces, p)
	}
	before := int64(0)
	for _, file := range surveys {
		p := Piece{Name: file.File.Name, Before: before, Damaged: file.Damaged, Whole: file.Whole}
		before += file.Games
		if file.Games == 0 {
			continue
		}
		for _, place := range file.Places {
			if place.Offset-p.From < most {
				p.Places = append(p.Places, place)
				continue
			}
			p.To = place.Offset
			add(p)
			p.From, p.Begin, p.Places = place.Offset, place, nil
		}
		p.To = file.Size
		add(p)
	}
	if len(s.Pieces) > 0 {
		all = append(all, s)
	}
	return all
}

// errDone ends the reading of a range.
var errDone = errors.New("the range is read")

// eachGame calls do with each game of the stretch that begins in the range from
// position from on, and its number in the input. A position is claimed before the
// games that begin there; where it is not given the reading ends with errDone.
func (s *Stretch) eachGame(ctx context.Context, from int64, o *Options, claim func(int64) bool, do func(grammar.Chunk, int64) error) error {
	for i := range s.Pieces {
		p := &s.Pieces[i]
		if p.Start+p.To-p.From <= from || p.Whole && p.Start < from {
			continue
		}
		if p.Whole && !claim(p.Start) {
			return errDone
		}
		err := p.eachGame(ctx, p.From+max(from-p.Start, 0), o, func(at int64) bool {
			return p.Whole || claim(p.Start+at-p.From)
		}, do)
		if err != nil {
			return err
		}
	}
	return nil
}

// eachGame is Stretch.eachGame for a piece, with places in its file.
func (p *Piece) eachGame(ctx context.Context, from int64, o *Options, claim func(int64) bool, do func(grammar.Chunk, int64) error) error {
	place := p.Begin
	for _, next := range p.Places {
		if next.Offset <= from {
			place = next
		}
	}
	var resume *grammar.Beginning
	if place.Offset > 0 {
		begin := place.beginning()
		resume = &begin
	} else {
		place.Number, place.LineNumber = 1, 1
	}
	in, err := o.openGames(ctx, p.Name, resume)
	if err != nil {
		return err
	}
	for text, err := range in.Texts() {
		if err != nil && p.Damaged {
			return nil
		}
		if err != nil {
			return err
		}
		text.Source.Number += int(place.Number) - 1
		text.Source.Line += int(place.LineNumber) - 1
		begin := text.Source.Offset
		if !p.Whole {
			if begin >= p.To {
				return nil
			}
			if begin < from {
				continue
			}
			if !claim(begin) {
				return errDone
			}
		}
		if err := do(text.Chunk, p.Before+int64(text.Source.Number)); err != nil {
			return err
		}
	}
	return nil
}

// survey has the stretches of the input's files, and what is to be told of them.
func survey(s beam.Scope, o Options) (stretches, told beam.PCollection) {
	s = s.Scope("Survey")
	files, missing := beam.ParDo2(s, &listFn{o}, beam.Impulse(s))
	surveys, told := beam.ParDo2(s, &surveyFn{Options: o}, beam.Reshuffle(s, files))
	return beam.ParDo(s, &planFn{o}, beam.GroupByKey(s, surveys)), beam.Flatten(s, missing, told)
}
