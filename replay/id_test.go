package replay

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// The IDs were computed by another program (Python's hashlib) from the lines that the comment on
// Report.ID describes.
func TestID(t *testing.T) {
	id := func(g *record.Game) string {
		t.Helper()
		id, ok := Judge(g, record.UnknownVariant).ID()
		require.True(t, ok)
		return id
	}
	require.Equal(t, "55923a3239b9ec44848e4261317ce0e4", id(gameOf(t, record.Bashni, "c3-b4 b6-c5")))
	require.Equal(t, "8f4683f4ced1589533da9dc6f7ce4a96", id(gameOf(t, record.BashniReverse, "c3-b4 b6-c5")))
	require.Equal(t, "41ae175d93c1d9d29942166f9a197a0e", id(gameOf(t, record.Bashni, "")))
	require.Equal(t, "fe20b314781b64309de9693bbd11df1d", id(gameOf(t, record.Bashni, codexFull)))
	require.Equal(t, "b087735c8e029222a9e55f2bc82b7e04", id(from(t, gameOf(t, record.Adiukh, "f8:d2"), "W:Wf8:Be7,c3")))

	setup := gameOf(t, record.Bashni, "c3-b4 a1-b2")
	setup.Plies[1].Note = &record.Notes{Setup: "W:Wa1:Bh8"}
	require.Equal(t, "ade5f76a74dfc4a0a21e121fc8fe460d", id(setup))

	// Stopped at the first word after a position is set up.
	stopped := gameOf(t, record.Bashni, "c3-b4 a1-a3")
	stopped.Plies[1].Note = &record.Notes{Setup: "W:Wa1:Bh8"}
	require.Equal(t, "00d1a88fb7817c1feb2562ee69ddcbf0", id(stopped))

	// A game without text has only its words.
	stopped.Text = ""
	require.Equal(t, "00d1a88fb7817c1feb2562ee69ddcbf0", id(stopped))
	stopped.Plies[1].Word = &record.Word{Text: "zz"}
	require.Equal(t, "6b6c5fcf57b47e6658fc1dd0051556d8", id(stopped))

	// Stopped: e5 must capture d4.
	require.Equal(t, "c543ccc3a1deef85ace41104af595843", id(gameOf(t, record.Bashni, "c3-d4 d6-e5 g3-h4 f6-g5 h2-g3")))
	require.Equal(t, "c543ccc3a1deef85ace41104af595843", id(gameOf(t, record.Bashni, "c3-d4 d6-e5 g3-h4 f6-g5 h2-g3 ")))
}

// Notation, repairs and headers make no difference.
func TestIDOfContentAlone(t *testing.T) {
	first, ok := Judge(gameOf(t, record.Bashni, codexFull), record.UnknownVariant).ID()
	require.True(t, ok)
	short := gameOf(t, record.UnknownVariant, codexShort)
	short.Tags = []record.Tag{{Name: "White", Value: "Иванов"}}
	short.Result = record.Result{Outcome: record.WhiteWins}
	second, ok := Judge(short, record.Bashni).ID()
	require.True(t, ok)
	require.Equal(t, first, second)
	third, ok := Judge(gameOf(t, record.Bashni, strings.Replace(codexFull, "c3-b4", "C3:B4", 1)), record.UnknownVariant).ID()
	require.True(t, ok)
	require.Equal(t, first, third)

	_, ok = Judge(gameOf(t, record.UnknownVariant, "c3-b4"), record.UnknownVariant).ID()
	require.False(t, ok, "nobody says what is played")
}
