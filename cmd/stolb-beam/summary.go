package main

import (
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/stolb/stolb/replay"
)

func init() { register.Combiner1[Summary](&sumFn{}) }

// Summary is what all comes to.
type Summary struct {
	Files       int64            `json:"files"`
	Games       int64            `json:"games"`
	Plies       int64            `json:"plies"`    // legal moves
	Verdicts    []int64          `json:"verdicts"` // games by verdict: legal, repaired, unjudged, illegal, unreadable
	Faults      map[string]int64 `json:"faults"`   // by code
	UnreadFiles int64            `json:"unreadFiles"`
	Unread      []string         `json:"unread"` // what could not be read, some of it where that is much
}

// maxUnread is how many messages on what cannot be read are kept.
const maxUnread = 1000

func unread(why string) Summary { return Summary{UnreadFiles: 1, Unread: []string{why}} }

// add adds a game.
func (s *Summary) add(r *replay.Report) {
	if s.Verdicts == nil {
		s.Verdicts, s.Faults = make([]int64, replay.Unreadable+1), map[string]int64{}
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
		Verdicts: make([]int64, replay.Unreadable+1), Faults: map[string]int64{}, Unread: slices.Concat(a.Unread, b.Unread),
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
