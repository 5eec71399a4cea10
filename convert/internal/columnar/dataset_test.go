package columnar

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// files returns the files below a folder.
func files(t *testing.T, folder string) (names []string) {
	require.NoError(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(folder, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	}))
	return names
}

// fill writes games of two variants into the dataset.
func fill(t *testing.T, d *Writer) {
	for _, v := range []record.Variant{record.Lasca, record.Bashni} {
		made, err := corpus.NewGenerator(v, 1)
		require.NoError(t, err)
		for range 3 {
			var rows Rows
			rows.Fill(replay.Judge(made.Next(), v))
			require.NoError(t, d.WriteRows(&rows))
		}
	}
}

// If the disk cannot be written to, Close returns an error.
func TestCloseError(t *testing.T) {
	for _, by := range [][]string{nil, {"variant"}} {
		folder := filepath.Join(t.TempDir(), "dataset")
		d, err := CreateDataset(folder, Format{Name: "arrow"}, by...)
		require.NoError(t, err)
		fill(t, d)
		if by == nil {
			for _, o := range d.parts[""].outputs {
				require.NoError(t, o.file.Close())
			}
		}
		if by != nil {
			require.NoError(t, os.RemoveAll(folder))
			require.NoError(t, os.WriteFile(folder, nil, 0o666))
		}
		require.Error(t, d.Close())
	}
}

// A partition is written in as many files as its size asks for.
func TestParts(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "dataset")
	d, err := CreateDataset(folder, Format{Name: "arrow"}, "variant")
	require.NoError(t, err)
	fill(t, d)
	for _, p := range d.parts {
		require.NoError(t, d.flush(p))
	}
	fill(t, d)
	require.NoError(t, d.Close())
	require.Equal(t, []string{
		"games/variant=bashni/part-0.arrow", "games/variant=bashni/part-1.arrow", "games/variant=lasca/part-0.arrow", "games/variant=lasca/part-1.arrow",
		"plies/variant=bashni/part-0.arrow", "plies/variant=bashni/part-1.arrow", "plies/variant=lasca/part-0.arrow", "plies/variant=lasca/part-1.arrow",
	}, files(t, folder))
}

// Faults are in files of their own, where there are any.
func TestFaultFiles(t *testing.T) {
	made, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(t, err)
	g := made.Next()
	g.Plies[2] = g.Plies[0] // which nobody can play
	var rows Rows
	rows.Fill(replay.Judge(g, record.Lasca))
	for _, c := range []struct{ by, want []string }{
		{nil, []string{"faults.arrow", "games.arrow", "plies.arrow"}},
		{[]string{"variant"}, []string{
			"faults/variant=lasca/part-0.arrow",
			"games/variant=bashni/part-0.arrow", "games/variant=lasca/part-0.arrow",
			"plies/variant=bashni/part-0.arrow", "plies/variant=lasca/part-0.arrow",
		}},
	} {
		folder := filepath.Join(t.TempDir(), "dataset")
		d, err := CreateDataset(folder, Format{Name: "arrow"}, c.by...)
		require.NoError(t, err)
		fill(t, d)
		require.NoError(t, d.WriteRows(&rows))
		require.NoError(t, d.Close())
		require.Equal(t, c.want, files(t, folder))
	}
}

// The variations are in a column of games, whether they can be played or not.
func TestVariationMoves(t *testing.T) {
	g, alone := grammar.NewParser().ParseGame("[Variant \"bashni\"]\n\n1. c3-b4 b6-c5 (1... f6-g5 2. b2-c3 (2. b4-a5)) 2. b4-a5 (2. b4-b8 a7-b6) *\n", grammar.PDN)
	require.True(t, alone)
	rows := new(Rows)
	rows.Fill(replay.Judge(g, record.UnknownVariant))
	require.Equal(t, []byte{3, 0, 0, 0}, valueOf(rows, "variations").fixed)
	require.Equal(t, "0.2: f6-g5 b2-c3\n1.2: b4-a5\n0.3:!", string(valueOf(rows, "variation_moves").text(0)))
}

// valueOf returns a column of the games of rows.
func valueOf(rows *Rows, name string) *Vector {
	i := slices.IndexFunc(Columns("games"), func(c Column) bool { return c.Name == name })
	v := &Vector{Column: Columns("games")[i]}
	v.fill(v, rows)
	return v
}

// Values that a record marks as unknown are missing, like those that it lacks.
func TestUnknownTags(t *testing.T) {
	for value, missing := range map[string]bool{"": true, "?": true, " ? ": true, "????.??.??": true, "1998.??.??": false, "?Иванов": false, "-": false, ".": false} {
		for _, name := range []string{"White", "Black", "Event", "Site", "Round", "Date"} {
			rows := new(Rows)
			rows.Fill(replay.Judge(&record.Game{Tags: []record.Tag{{Name: name, Value: value}}}, record.Bashni))
			require.Equal(t, missing, valueOf(rows, strings.ToLower(name)).missing[0], "%s %q", name, value)
		}
	}
}
