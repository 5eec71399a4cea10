package main

import (
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Options are the options of a run, which are sent to the workers.
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

	Provenance *convert.Provenance // of all that is written but lines of verdicts
}

// what are the things that can be written, besides faults. All but the last are written of
// themselves: a table is of one tournament, and not of an archive.
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

func build(p *beam.Pipeline, o Options) {
	s := p.Root()
	ranges, unread := survey(s, o)
	judge := s.Scope("Judge")
	written, counted, summaries := beam.ParDo3(judge, &judgeFn{Options: o}, beam.Reshuffle(judge, ranges))
	nothing := beam.Create(s, newSummary()) // so that there is a summary of no game
	summary := beam.Combine(s.Scope("Sum"), &sumFn{}, beam.Flatten(s, nothing, unread, summaries))
	count := s.Scope("Count")
	countedFiles := beam.ParDo(count, &countedFn{o}, beam.GroupByKey(count, counted), beam.SideInput{Input: summary})
	name := s.Scope("Name")
	all := beam.SideInput{Input: beam.Flatten(name, written, countedFiles)}
	beam.ParDo0(name, &nameFn{o}, beam.Impulse(name), all, beam.SideInput{Input: summary})
}

func init() { register.Combiner1[Summary](&sumFn{}) }

type Summary struct {
	Files       int64            `json:"files"`
	Games       int64            `json:"games"`
	Plies       int64            `json:"plies"`    // legal moves
	Verdicts    map[string]int64 `json:"verdicts"` // games by the verdict's name
	Faults      map[string]int64 `json:"faults"`   // by code
	UnreadFiles int64            `json:"unreadFiles"`
	Unread      []string         `json:"unread"` // what could not be read, some of it where that is much
}

// newSummary returns the summary of no games, which has all verdicts.
func newSummary() Summary {
	s := Summary{Verdicts: map[string]int64{}, Faults: map[string]int64{}}
	for v := replay.Legal; v <= replay.Unreadable; v++ {
		s.Verdicts[v.String()] = 0
	}
	return s
}

// maxUnread is how many messages on what cannot be read are kept.
const maxUnread = 1000

func unread(why string) Summary { return Summary{UnreadFiles: 1, Unread: []string{why}} }

func (s *Summary) add(r *replay.Report) {
	s.Games++
	s.Plies += int64(len(r.Moves))
	s.Verdicts[r.Verdict.String()]++
	for i := range r.Faults {
		s.Faults[string(r.Faults[i].Code)]++
	}
}

type sumFn struct{}

// MergeAccumulators adds b to a copy of a.
func (*sumFn) MergeAccumulators(a, b Summary) Summary {
	sum := newSummary()
	for _, s := range []Summary{a, b} {
		sum.Files += s.Files
		sum.Games += s.Games
		sum.Plies += s.Plies
		sum.UnreadFiles += s.UnreadFiles
		sum.Unread = append(sum.Unread, s.Unread...)
		for verdict, n := range s.Verdicts {
			sum.Verdicts[verdict] += n
		}
		for code, n := range s.Faults {
			sum.Faults[code] += n
		}
	}
	slices.Sort(sum.Unread)
	sum.Unread = sum.Unread[:min(len(sum.Unread), maxUnread)]
	return sum
}
