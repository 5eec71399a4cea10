package replay

import (
	"regexp"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// maxJoined is the most squares of a word that is examined as two moves.
const maxJoined = 12

// typingSlip names the typing slip in the word of the i-th ply, where the game stops, if it is one
// of these: two moves without a space, a capture that a spreadsheet turned into a time, a
// duplicated row. The prospects are the moves that could be played.
func (j *Arbiter) typingSlip(i int, prospects []prospect) message.Message {
	plies := j.report.Game.Plies
	if slip := j.runTogether(plies[i].Word); !slip.IsZero() {
		return slip
	}
	times := []string{plies[i].Word.Text}
	if times[0] == "" { // a time is read as a remark of an adjacent move
		for _, ply := range plies[max(i-1, 0):min(i+2, len(plies))] {
			if ply.Note != nil {
				times = append(append(times, ply.Note.Before...), ply.Note.Comments...)
			}
		}
	}
	for _, time := range times {
		n := clockTime.FindStringSubmatch(strings.TrimSpace(time))
		if n == nil || n[0] == n[1]+":"+n[2] {
			continue
		}
		capture := n[1] + ":" + n[2]
		if slices.ContainsFunc(prospects, func(p prospect) bool { return p.text == capture }) {
			return message.Of("replay.time-of-capture", "time", time, "move", capture)
		}
	}
	same := func(a, b *record.Ply) bool { return a.Word.Text == b.Word.Text }
	if i >= 2 && i+1 < j.follower.end && same(&plies[i-2], &plies[i]) && same(&plies[i-1], &plies[i+1]) {
		defer j.share(workPerPly / 2 * len(plies))()
		if reach, open := j.follower.follow(&j.p, -1, i+2); reach == len(plies) && !open {
			return message.Of("replay.row-twice", "first", plies[i].Word.Text, "second", plies[i+1].Word.Text)
		}
	}
	return message.Message{}
}

// runTogether names the two moves that a word consists of if the space between them is missing.
func (j *Arbiter) runTogether(w *record.Word) message.Message {
	for k := 2; k+2 <= len(w.Steps) && len(w.Steps) <= maxJoined; k++ {
		first := j.p.resolve(&record.Word{Steps: w.Steps[:k], Separator: w.Separator}, j.legal).move
		if first == nil {
			continue
		}
		p := j.p.After(first)
		replies := p.Moves(nil)
		if second := p.resolve(&record.Word{Steps: w.Steps[k:], Separator: w.Separator}, replies).move; second != nil {
			return message.Of("replay.run-together",
				"first", j.p.rules.asWritten(string(j.p.AppendMove(nil, first, j.legal)), w),
				"second", p.rules.asWritten(string(p.AppendMove(nil, second, replies)), w))
		}
	}
	return message.Message{}
}

// clockTime matches what a spreadsheet makes of a capture: 17:09 or 17:09:00 of 17:9.
var clockTime = regexp.MustCompile(`^0?([1-9]\d?):0?([1-9]\d?)(?::00)?$`)
