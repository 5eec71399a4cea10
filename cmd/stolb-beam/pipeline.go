package main

import (
	"encoding/json"
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
	ranges, unread := survey(s, o)
	judge := s.Scope("Judge")
	written, faults, counted, played, summaries := beam.ParDo5(judge, &judgeFn{Options: o}, beam.Reshuffle(judge, ranges))
	nothing := beam.Create(s, Summary{}) // so that there is a summary of no game
	summary := beam.Combine(s.Scope("Sum"), &sumFn{}, beam.Flatten(s, nothing, unread, summaries))
	faultFiles := beam.ParDo(s.Scope("Faults"), &faultsFn{o}, beam.GroupByKey(s, faults))
	count := s.Scope("Count")
	countedFiles := beam.ParDo(count, &countedFn{o}, beam.CombinePerKey(count, &mergeFn{}, counted), beam.SideInput{Input: summary})
	table := beam.ParDo(count, &tournamentFn{o}, beam.GroupByKey(count, played), beam.SideInput{Input: summary})
	nameAll(s, o, summary, written, faultFiles, countedFiles, table)
}

func init() { register.Combiner1[Summary](&sumFn{}) }

// Summary is what all comes to.
type Summary struct {
	Files       int64            `json:"files"`
	Games       int64            `json:"games"`
	Plies       int64            `json:"plies"` // legal moves
	Verdicts    verdicts         `json:"verdicts"`
	Faults      map[string]int64 `json:"faults"` // by code
	UnreadFiles int64            `json:"unreadFiles"`
	Unread      []string         `json:"unread"` // what could not be read, some of it where that is much
}

// verdicts are numbers of games by verdict. In JSON they have their names.
type verdicts []int64

func (v verdicts) MarshalJSON() ([]byte, error) {
	named := map[string]int64{}
	for verdict := replay.Legal; verdict <= replay.Unreadable; verdict++ {
		named[verdict.String()] = 0
		if len(v) > 0 {
			named[verdict.String()] = v[verdict]
		}
	}
	return json.Marshal(named)
}

func (v *verdicts) UnmarshalJSON(text []byte) error {
	var named map[string]int64
	err := json.Unmarshal(text, &named)
	*v = make(verdicts, replay.Unreadable+1)
	for verdict := range *v {
		(*v)[verdict] = named[replay.Verdict(verdict).String()]
	}
	return err
}

// maxUnread is how many messages on what cannot be read are kept.
const maxUnread = 1000

func unread(why string) Summary { return Summary{UnreadFiles: 1, Unread: []string{why}} }

// add adds a game.
func (s *Summary) add(r *replay.Report) {
	if s.Verdicts == nil {
		s.Verdicts, s.Faults = make(verdicts, replay.Unreadable+1), map[string]int64{}
	}
	s.Games++
	s.Plies += int64(len(r.Moves))
	s.Verdicts[r.Verdict]++
	for i := range r.Faults {
		s.Faults[string(r.Faults[i].Code)]++
	}
}

// sumFn adds up summaries.
type sumFn struct{}

// MergeAccumulators adds b to a copy of a.
func (*sumFn) MergeAccumulators(a, b Summary) Summary {
	sum := Summary{
		Files: a.Files + b.Files, Games: a.Games + b.Games, Plies: a.Plies + b.Plies, UnreadFiles: a.UnreadFiles + b.UnreadFiles,
		Verdicts: make(verdicts, replay.Unreadable+1), Faults: map[string]int64{}, Unread: slices.Concat(a.Unread, b.Unread),
	}
	for _, s := range []Summary{a, b} {
		for v, n := range s.Verdicts {
			sum.Verdicts[v] += n
		}
		for code, n := range s.Faults {
			sum.Faults[code] += n
		}
	}
	slices.Sort(sum.Unread)
	sum.Unread = sum.Unread[:min(len(sum.Unread), maxUnread)]
	return sum
}
