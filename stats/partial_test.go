package stats_test

import (
	"bufio"
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// saver is implemented by all statistics.
type saver interface {
	Save(io.Writer) error
	Load(*bufio.Reader) error
}

// empty returns a statistic of each kind, by number.
func empty(tb testing.TB, memory int) []saver {
	rules, err := replay.For(record.Adiukh)
	require.NoError(tb, err)
	return []saver{stats.NewOpenings(rules.Start(), 3, memory), stats.NewPlayers(memory), stats.NewAdiukh(2, memory), stats.NewTournament("", false)}
}

func closeAll(tb testing.TB, all []saver) {
	for _, s := range all {
		if c, ok := s.(io.Closer); ok {
			require.NoError(tb, c.Close())
		}
	}
}

// counted returns statistics of generated games.
func counted(tb testing.TB, memory int, games ...int) []saver {
	made, err := corpus.NewGenerator(record.Adiukh, 4)
	require.NoError(tb, err)
	all := empty(tb, memory)
	tournament := all[3].(*stats.Tournament)
	for i := range games[1] {
		g := made.Next()
		g.Tags = []record.Tag{{Name: "White", Value: string(rune('A' + i%5))}, {Name: "Black", Value: string(rune('F' + i%3))}, {Name: "Date", Value: "1998"}}
		r := replay.Judge(g, record.Adiukh)
		if i < games[0] {
			continue
		}
		require.NoError(tb, all[0].(*stats.Openings).Add(r))
		require.NoError(tb, all[1].(*stats.Players).Add(r))
		require.NoError(tb, all[2].(*stats.Adiukh).Add(r))
		require.NoError(tb, tournament.Add(r))
	}
	return all
}

func saved(tb testing.TB, s saver) []byte {
	var b bytes.Buffer
	require.NoError(tb, s.Save(&b))
	return b.Bytes()
}

// Loading what two statistics saved equals one statistic of all games, spilled to temporary files
// or not; and saving changes nothing.
func TestSaveAndLoad(t *testing.T) {
	whole := counted(t, stats.Memory, 0, 60)
	defer closeAll(t, whole)
	for _, memory := range []int{0, stats.Memory} {
		first, second, both := counted(t, memory, 0, 25), counted(t, memory, 25, 60), empty(t, memory)
		for _, all := range [][]saver{first, second, both} {
			defer closeAll(t, all)
		}
		for i := range both {
			for _, part := range []saver{first[i], second[i]} {
				data := saved(t, part)
				require.Equal(t, data, saved(t, part))
				r := bufio.NewReader(bytes.NewReader(append(data, "rest"...)))
				require.NoError(t, both[i].Load(r))
				rest, err := io.ReadAll(r)
				require.NoError(t, err)
				require.Equal(t, "rest", string(rest))
			}
			require.Equal(t, saved(t, whole[i]), saved(t, both[i]), "%T", both[i])
		}
	}
}

// No bytes make Load, or a later report of the statistic, panic.
func FuzzLoad(f *testing.F) {
	games := counted(f, stats.Memory, 0, 4)
	defer closeAll(f, games)
	for i, s := range games {
		f.Add(i, saved(f, s))
	}
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		all := empty(t, 1<<16)
		defer closeAll(t, all)
		s := all[uint(i)%uint(len(all))]
		if err := s.Load(bufio.NewReader(bytes.NewReader(data))); err != nil {
			return
		}
		switch s := s.(type) {
		case *stats.Openings:
			_, _ = s.Tree(t.Context(), 1)
		case *stats.Players:
			require.NoError(t, s.Table(t.Context(), 1).Write(io.Discard, "json", message.English))
		case *stats.Adiukh:
			if all, _, err := s.Tables(t.Context(), 1, message.English); err == nil {
				require.NoError(t, all.Write(io.Discard, "json", message.English))
			}
		case *stats.Tournament:
			_, _, _ = s.Tables(stats.Whichever, stats.Codex, false, message.English)
		}
		require.NoError(t, s.Load(bufio.NewReader(bytes.NewReader(saved(t, s)))))
	})
}
