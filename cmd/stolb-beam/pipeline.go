package main

import (
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Options is what is asked for. It goes to the workers.
type Options struct {
	Input      []string // patterns of the filesystems
	Output     string   // a folder
	Variant    string   // "" for what the games say
	Encoding   string   // "" for what is found
	Language   string   // en, ru, uk
	Write      []string // verdicts, dataset, openings, players, adiukh, crosstable
	Partition  []string // variant, year
	Columns    []string // of the dataset; none for those that are written of themselves
	Depth      int      // of the openings, in plies
	Event      string   // of the crosstable; "" for games that are all of one event
	Teams      bool     // the crosstable is the teams'
	RangeBytes int64    // of the input, which one worker judges in one go
}

// what are the things that can be written, besides faults. All but the last are
// written of themselves: a table is of one tournament, and has no room for the games
// of an archive.
var what = []string{"verdicts", "dataset", "openings", "players", "adiukh", "crosstable"}

func (o *Options) writes(name string) bool { return slices.Contains(o.Write, name) }

func (o *Options) variant() record.Variant {
	v, _ := record.ParseVariant(o.Variant) // it is one, or ""
	return v
}

func (o *Options) language() message.Language {
	l, _ := message.ParseLanguage(o.Language) // it is one
	return l
}

// build builds the pipeline.
func build(p *beam.Pipeline, o Options) {
	s := p.Root()
	ranges, told := survey(s, o)
	judge := s.Scope("Judge")
	written, faults, counted, summaries := beam.ParDo4(judge, &judgeFn{Options: o}, beam.Reshuffle(judge, ranges))
	nothing := beam.Create(s, Summary{}) // so that there is a summary of no game
	summary := beam.Combine(s.Scope("Sum"), &sumFn{}, beam.Flatten(s, nothing, told, summaries))
	faultFiles := beam.ParDo(s.Scope("Faults"), &faultsFn{o}, beam.GroupByKey(s, faults))
	count := s.Scope("Count")
	countedFiles := beam.ParDo(count, &countedFn{o}, beam.CombinePerKey(count, &mergeFn{}, counted), beam.SideInput{Input: summary})
	nameAll(s, o, summary, written, faultFiles, countedFiles)
}
