package columnar_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// damaged returns a table of games in a format, to be damaged.
func damaged(tb testing.TB, format string) []byte {
	made, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(tb, err)
	var games bytes.Buffer
	w := columnar.NewWriter(columnar.Format{Name: format, Columns: every}, map[string]io.Writer{"games": &games})
	var rows columnar.Rows
	rows.Fill(replay.Judge(made.Next(), record.UnknownVariant))
	require.NoError(tb, w.WriteRows(&rows))
	require.NoError(tb, w.Close())
	return games.Bytes()
}

// Reading a truncated table ends with an error, after correct games if any.
func TestCutOff(t *testing.T) {
	for _, format := range formats {
		whole := damaged(t, format)
		for n := 0; n < len(whole); n += 69 {
			r, err := readerOf(format, whole[:n])
			for err == nil {
				_, err = r.Chunk()
			}
			if err == io.EOF { // a stream may do without a sign of its end
				require.Equal(t, "arrow-stream", format, "cut off at %d of %d", n, len(whole))
			}
		}
	}
}

// No bytes make a reader panic.
func TestFlipped(t *testing.T) {
	step := map[bool]int{false: 171, true: 57}[*thorough]
	for _, format := range formats {
		whole := damaged(t, format)
		for n := 0; n < len(whole); n += step {
			broken := bytes.Clone(whole)
			broken[n] ^= 0x55
			r, err := readerOf(format, broken)
			for err == nil {
				_, err = r.Chunk()
			}
			if err != io.EOF {
				var m message.Message
				require.ErrorAs(t, err, &m, format)
				require.Regexp(t, `^(columnar|parquet)\.`, m.ID(), format)
			}
		}
	}
}
