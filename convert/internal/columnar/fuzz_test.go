package columnar

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func namesOf(columns []Column) (names []string) {
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}

// No bytes make the reader of Arrow files and streams panic, hang or take
// memory that they do not have.
func FuzzReader(f *testing.F) {
	made, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(f, err)
	// The columns that are read alone, so that what is changed matters.
	read := append(recorded[:], places[:]...)
	some := newTable(Games()).without(slices.DeleteFunc(namesOf(Games()), func(name string) bool {
		return slices.Contains(read, name)
	}))
	var rows Rows
	for range 3 {
		g := made.Next()
		g.Plies = g.Plies[:5]
		rows.Add(replay.Judge(g, record.UnknownVariant))
	}
	for i, place := range some.places {
		some.Vectors[i].add(&rows.games.Vectors[place], 0, 3)
	}
	some.Rows = 3
	for _, encoder := range []func(io.Writer, []Column) Encoder{NewFileEncoder, NewStreamEncoder} {
		var games bytes.Buffer
		e := encoder(&games, some.Columns)
		require.NoError(f, e.Encode(some))
		require.NoError(f, e.Close())
		f.Add(games.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, r := range []io.Reader{bytes.NewReader(data), struct{ io.Reader }{bytes.NewReader(data)}} {
			reader, err := NewReader(r)
			for err == nil {
				_, err = reader.Chunk()
			}
			if err != io.EOF {
				m, ok := err.(message.Message)
				require.True(t, ok, "%T: %v", err, err)
				require.Regexp(t, `^columnar\.`, m.ID())
				if why, ok := m.Argument("why").(error); ok {
					require.IsType(t, message.Message{}, why, why.Error())
				}
			}
		}
	})
}
