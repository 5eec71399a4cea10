package convert_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// For a packed file, both its own bytes and the unpacked bytes are counted.
func TestBytesUnpacked(t *testing.T) {
	text := strings.Repeat("Вид: башни\n1. c3-d4 d6-e5\n2. g3-h4 e5:c3\n\n", 500)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	size := int64(packed.Len())
	for name, content := range map[string]string{"games.txt": text, "games.txt.gz": packed.String()} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
		in := convert.Open([]string{path}, convert.Options{Variant: record.Bashni})
		games := 0
		for _, err := range convert.Judge(context.Background(), in) {
			require.NoError(t, err)
			games++
		}
		require.Equal(t, 500, games)
		if name == "games.txt" {
			require.Zero(t, in.BytesUnpacked())
			continue
		}
		require.Equal(t, size, in.BytesRead())
		require.Equal(t, int64(len(text)), in.BytesUnpacked())
	}
}

// A packed table that ends early is reported once.
func TestPackedTableCutShort(t *testing.T) {
	generator, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(t, err)
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	w, err := convert.NewWriter("arrow", zipped, convert.WriteOptions{Table: "games"})
	require.NoError(t, err)
	require.NoError(t, w.Write(replay.Judge(generator.Next(), record.Bashni)))
	require.NoError(t, w.Close())
	require.NoError(t, zipped.Close())
	half := bytes.NewReader(packed.Bytes()[:packed.Len()/2])
	for _, err := range convert.OpenReader(half, "x", convert.Options{}).Texts() {
		require.EqualError(t, err, "x: Arrow table: gzip: unexpected EOF")
	}
}
