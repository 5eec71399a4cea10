package partial

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// A written file can be loaded; one that is truncated, changed or has more bytes is rejected.
func TestWriteAndLoad(t *testing.T) {
	made, err := corpus.NewGenerator(record.Lasca, 5)
	require.NoError(t, err)
	counted := stats.NewPlayers(stats.Memory)
	for range 4 {
		require.NoError(t, counted.Add(replay.Judge(made.Next(), record.UnknownVariant)))
	}
	var file, plain bytes.Buffer
	head := Head{Kind: "players", Stolb: "v1.2.3", Games: 4, Params: Params{Variant: "lasca"}}
	require.NoError(t, Write(&file, head, counted.Save))
	require.NoError(t, counted.Save(&plain))
	read := func(text string) (*Reader, *stats.Players, error) {
		r, err := NewReader(strings.NewReader(text))
		require.NoError(t, err)
		p := stats.NewPlayers(stats.Memory)
		return r, p, r.Load(p.Load)
	}
	r, p, err := read(file.String())
	require.NoError(t, err)
	head.Partial = Version
	require.Equal(t, head, r.Head)
	var again bytes.Buffer
	require.NoError(t, p.Save(&again))
	require.Equal(t, plain.String(), again.String())

	text := file.String()
	behind := strings.Index(text, "\n") + 1
	for i := behind; i < len(text); i++ {
		_, _, err = read(text[:i])
		require.ErrorIs(t, err, stats.ErrPartial, i)
		_, _, err = read(text[:i] + string(text[i]^1) + text[i+1:])
		require.ErrorIs(t, err, stats.ErrPartial, i)
	}
	_, _, err = read(text + "x")
	require.ErrorIs(t, err, stats.ErrPartial)
}

func TestErrors(t *testing.T) {
	for text, says := range map[string]string{
		"":                         "not written by stolb stats --partial",
		"{\"kind\":\"players\"}\n": "not written by stolb stats --partial",
		strings.Repeat("{", 1<<17): "not written by stolb stats --partial",
		"{\"partial\":9}\n":        "version 9 of the format",
	} {
		_, err := NewReader(strings.NewReader(text))
		require.ErrorContains(t, err, says)
	}
	save := func(io.Writer) error { return nil }
	require.ErrorIs(t, Write(io.Discard, Head{Params: Params{Event: strings.Repeat("x", 1<<16)}}, save), ErrLong)
}
