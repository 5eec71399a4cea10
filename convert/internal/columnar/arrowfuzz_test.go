package columnar

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record/message"
)

// No input makes the reader of Arrow files and streams panic, hang, or allocate memory out of
// proportion to its length.
func FuzzArrow(f *testing.F) {
	// The columns that are read alone, so that what is changed matters.
	for _, format := range []string{"arrow", "arrow-stream"} {
		f.Add(someGames(f, Format{Name: format, Columns: recordedColumns[:]}))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		reader, err := NewArrowReader(bytes.NewReader(data))
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
	})
}
