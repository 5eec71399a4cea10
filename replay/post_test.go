package replay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// TestPost judges the dates of games by post: those beside each move, "-" if absent, with a remark
// after a bar, and the expected messages, worked out by hand from the paragraphs.
func TestPost(t *testing.T) {
	moves := strings.Fields("c3-b4 f6-g5 b2-c3 g5-h4 e3-f4 d6-c5 b4:d6")
	for name, c := range map[string]struct {
		control, before string
		posts, said     []string
	}{
		"the Codex's sheet (4.3.6)": {posts: []string{"01.03 03.03 2 2", "12.03 15.03 3 3", "22.03 26.03 4 6", "10.04 11.04 1 4"}},
		"answered on the same day (4.3.1)": {posts: []string{"01.03 01.03 0 0", "05.03 05.03 1 1"},
			said: []string{"2: from 05.03 to 05.03 it is 0 days, but 1 is written (Codex 4.3.1)"}},
		"over the new year":                  {posts: []string{"28.12 30.12 2 2", "05.01 08.01 3 3"}},
		"over the end of February":           {posts: []string{"27.02 02.03 3 3", "05.03 06.03 1 1", "10.03 11.03 1 4"}},
		"in a leap year, which is not named": {posts: []string{"27.02 02.03 4 4"}},
		"in a year of 365 days, which is named": {posts: []string{"27.02.97 02.03.97 4 4"},
			said: []string{"1: from 27.02.97 to 02.03.97 it is 3 days, but 4 are written (Codex 4.3.1)"}},
		"a total that does not go on": {posts: []string{"01.03 03.03 2 2", "12.03 15.03 3 3", "22.03 26.03 4 7"},
			said: []string{"3: White has taken 6 days in all, but 7 are written (Codex 4.3.1)"}},
		"a day before the one before": {posts: []string{"01.03 03.03 2 2", "12.02 15.03 3 3"},
			said: []string{"2: 12.02 is before 03.03, the day named last"}},
		"a break of 16 days (4.4.3)": {posts: []string{"01.10.97 03.10.97 2 2|беру перерыв с 10.10.97 по 25.10.97", "05.10.97 28.10.97 7 7"}},
		"a break announced in another's remark does not make up for more": {posts: []string{"01.10 03.10 2 2|перерва з 10.10 по 25.10", "05.10 28.10 8 8"},
			said: []string{"2: from 05.10 to 28.10 it is 7 days, but 8 are written (Codex 4.3.1)"}},
		"six penalty days (4.2.11)": {posts: []string{"01.03 03.03 2 2|6 штрафных дней черным за невозможный ход", "12.03 15.03 3 9"}},
		"penalty days are given once": {posts: []string{"01.03 03.03 2 2|штраф 6 дней", "12.03 15.03 3 9", "20.03 21.03 1 9"},
			said: []string{"3: White has taken 3 days in all, but 9 are written (Codex 4.3.1)"}},
		"51 days for ten moves (4.3.5)": {posts: []string{"01.03 20.04 50 50", "25.04 26.04 1 1", "30.04 01.05 1 51"},
			said: []string{"3: White exceeded the time: 51 days for 2 moves, where 50 are allowed (Codex 4.3.5)"}},
		"the Ukrainian federation's 30 days; time is counted anew (V.6.1, V.6.4)": {control: "30 днів на 10 ходів",
			posts: []string{"01.03 01.04 31 31", "02.04 03.04 1 1", "05.04 15.04 10 10", "16.04 17.04 1 2"},
			said:  []string{"1: White exceeded the time: 31 days for 1 move, where 30 are allowed (Ukrainian rules V.6.1)"}},
		"PDN's time control, in seconds": {control: "2/432000", posts: []string{"01.03 07.03 6 6"},
			said: []string{"1: White exceeded the time: 6 days for 1 move, where 5 are allowed (Codex 4.3.5)"}},
		"days that are not known":            {posts: []string{"01.03 03.03", "-", "22.03 26.03 4 6"}},
		"three dates and a fraction (4.3.1)": {posts: []string{"- 25.02 25.02 0/0", "25.02 12.03 15.03 0/3", "15.03 22.03 26.03 4/3", "26.03 10.04 11.04 4/4"}},
		"a fraction with another time of the other side": {posts: []string{"25.02 01.03 03.03 2/0", "03.03 12.03 15.03 3/3", "15.03 16.03 17.03 4/4"},
			said: []string{"2: White has taken 2 days in all, but 3 are written (Codex 4.3.1)", "3: Black has taken 3 days in all, but 4 are written (Codex 4.3.1)"}},
		"a postmark of two days after the day that was written (4.3.1)": {posts: []string{"25.02 01.03 03.03 2/0", "05.03 12.03 15.03 4/3", "15.03 16.03 17.03 5/3"}},
		"a postmark that is not counted (4.3.1)":                        {posts: []string{"25.02 01.03 03.03 2/0", "05.03 12.03 15.03 2/3"}},
		"a postmark of which more is counted": {posts: []string{"25.02 01.03 03.03 2/0", "05.03 12.03 15.03 5/3"},
			said: []string{"2: White has taken 2 days in all, but 5 are written (Codex 4.3.1)"}},
		"a postmark of the day before": {posts: []string{"25.02 01.03 03.03 2/0", "02.03 12.03 15.03 2/3"},
			said: []string{"2: 02.03 is before 03.03, the day named last"}},
		"the day on which it came is not known": {posts: []string{"- 03.03 - 0", "12.03 15.03 3 3", "20.03 - 4 4"}},
		"no such day": {posts: []string{"31.02 03.03 2 2", "00.03 31.04"},
			said: []string{"1: there is no day 31.02", "2: there is no day 00.03", "2: there is no day 31.04"}},
		"no such day, of which the next year is the nearest": {posts: []string{"28.12 28.12", "31.02"}, said: []string{"2: there is no day 31.02"}},
		"a leap day, where no year is named":                 {posts: []string{"27.02 29.02 2 2", "29.02 02.03 2 2", "03.03 05.03 2 4"}},
		"one day too many up to a leap day": {posts: []string{"27.02 29.02 3 3"},
			said: []string{"1: from 27.02 to 29.02 it is 2 days, but 3 are written (Codex 4.3.1)"}},
		"no day at all":              {posts: []string{"03.03 soon 2 2"}, said: []string{"1: there is no day soon"}},
		"a leap day of another year": {posts: []string{"29.02.97 02.03.97 2 2"}, said: []string{"1: there is no day 29.02.97"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := &record.Game{Variant: record.Bashni}
			if c.control != "" {
				g.Tags = []record.Tag{{Name: "TimeControl", Value: c.control}}
			}
			for i, post := range c.posts {
				days, remark, _ := strings.Cut(post, "|")
				note := &record.Notes{}
				if remark != "" {
					note.Comments = []string{remark}
				}
				if days != "-" {
					note.Clock = "[%post " + days + "]"
				}
				w, err := grammar.ParseMove(moves[i])
				require.NoError(t, err)
				g.Plies = append(g.Plies, record.Ply{Word: w, Note: note})
			}
			r := replay.Judge(g, record.UnknownVariant)
			require.Equal(t, replay.Legal, r.Verdict)
			require.Len(t, r.Moves, len(c.posts))
			var said []string
			for _, f := range r.Faults {
				said = append(said, fmt.Sprintf("%d: %s", f.Ply, f.Message.In(message.English)))
			}
			require.Equal(t, c.said, said)
		})
	}
}
