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
	Input      []string // patterns, as the filesystems define them
	Output     string   // a folder
	Variant    string   // "" for that of each game
	Encoding   string   // "" to detect it
	Language   string   // en, ru, uk
	Write      []string // verdicts, dataset, openings, players, adiukh, crosstable
	Partition  []string // variant, year
	Columns    []string // additional columns of the dataset
	Depth      int      // of the openings, in plies
	Event      string   // of the crosstable; "" if all games are of one event
	Teams      bool     // the crosstable is of teams
	RangeBytes int64    // of the input that a worker judges at a time

	Provenance *convert.Provenance // of every output except lines of verdicts
}

// what are the outputs, besides faults. All but the last are written by default: a crosstable is
// of one tournament, not of an archive.
var what = []string{"verdicts", "dataset", "openings", "players", "adiukh", "crosstable"}

func (o *Options) writes(name string) bool { return slices.Contains(o.Write, name) }

func (o *Options) variant() record.Variant {
	v, _ := record.ParseVariant(o.Variant) // valid, or ""
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
	nothing := beam.Create(s, newSummary()) // so that a run without games has a summary
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
	Unread      []string         `json:"unread"` // what could not be read, at most maxUnread
}

// newSummary returns the summary of no games, with every verdict.
func newSummary() Summary {
	s := Summary{Verdicts: map[string]int64{}, Faults: map[string]int64{}}
	for v := replay.Legal; v <= replay.Unreadable; v++ {
		s.Verdicts[v.String()] = 0
	}
	return s
}

// maxUnread is how many messages about unreadable input are kept.
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
