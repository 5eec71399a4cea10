package columnar

import (
	"bytes"
	"io"
	"runtime"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// row has the columns of games from which a game is restored.
type row struct {
	File   string `parquet:"file"`
	Number int32  `parquet:"number"`
	Line   int32  `parquet:"line"`
	Byte   int64  `parquet:"byte"`
	Format string `parquet:"format"`
	Record string `parquet:"record"`
}

// someGames returns the table of a few games in a format.
func someGames(tb testing.TB, format Format) []byte {
	made, err := corpus.NewGenerator(record.Lasca, 1)
	require.NoError(tb, err)
	var games bytes.Buffer
	w := NewWriter(format, map[string]io.Writer{"games": &games})
	for range 3 {
		g := made.Next()
		g.Plies = g.Plies[:5]
		var judged Rows
		judged.Fill(replay.Judge(g, record.UnknownVariant))
		require.NoError(tb, w.WriteRows(&judged))
	}
	require.NoError(tb, w.Close())
	return games.Bytes()
}

// some returns the columns of a few games that are read, as Stolb writes them.
func some(tb testing.TB) []row {
	whole := someGames(tb, Format{Name: "parquet"})
	rows, err := parquet.Read[row](bytes.NewReader(whole), int64(len(whole)))
	require.NoError(tb, err)
	return rows
}

// written are ways in which other programs write the same rows.
var written = map[string][]parquet.WriterOption{
	"zstd":                 {parquet.Compression(&parquet.Zstd)},
	"zstd, old pages":      {parquet.Compression(&parquet.Zstd), parquet.DataPageVersion(1)},
	"snappy":               {parquet.Compression(&parquet.Snappy)},
	"snappy, old pages":    {parquet.Compression(&parquet.Snappy), parquet.DataPageVersion(1)},
	"not packed":           {},
	"not packed, old":      {parquet.DataPageVersion(1)},
	"no dictionaries":      {parquet.DefaultEncoding(&parquet.Plain)},
	"differences":          {parquet.DefaultEncodingFor(parquet.ByteArray, &parquet.DeltaByteArray), parquet.DefaultEncodingFor(parquet.Int32, &parquet.DeltaBinaryPacked)},
	"lengths apart":        {parquet.DefaultEncodingFor(parquet.ByteArray, &parquet.DeltaLengthByteArray), parquet.DefaultEncodingFor(parquet.Int64, &parquet.DeltaBinaryPacked)},
	"bytes apart":          {parquet.DefaultEncodingFor(parquet.Int32, &parquet.ByteStreamSplit), parquet.DefaultEncodingFor(parquet.Int64, &parquet.ByteStreamSplit)},
	"a page for each game": {parquet.PageBufferSize(1)},
}

func file(tb testing.TB, rows []row, options []parquet.WriterOption) []byte {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b, options...)
	_, err := w.Write(rows)
	require.NoError(tb, err)
	require.NoError(tb, w.Close())
	return b.Bytes()
}

// readAll returns what is read, and the error that is not the end.
func readAll(data []byte, most int64) (rows []string, err error) {
	r, err := newParquetReader(guard{file: bytes.NewReader(data), size: int64(len(data)), most: most})
	for err == nil {
		c, e := r.Chunk()
		if err = e; err == nil {
			rows = append(rows, c.Text)
		}
	}
	if err == io.EOF {
		err = nil
	}
	return rows, err
}

// requireSaid requires that an error is a message of this package or of columnar,
// all through.
func requireSaid(t *testing.T, err error) {
	t.Helper()
	m, ok := err.(message.Message)
	require.True(t, ok, "%T: %v", err, err)
	require.Regexp(t, `^(columnar|parquet)\.`, m.ID())
	if why, ok := m.Argument("why").(error); ok {
		requireSaid(t, why)
	}
}

// requireColumn requires that an error says what is wrong with a column: why, ""
// for whatever it is.
func requireColumn(t *testing.T, err error, column string, why message.ID, of any) {
	t.Helper()
	var m message.Message
	require.ErrorAs(t, err, &m, of)
	require.Equal(t, message.ID("parquet.column"), m.ID(), of)
	require.Equal(t, column, m.Argument("column"), of)
	said, ok := m.Argument("why").(message.Message)
	require.True(t, ok, of)
	if why != "" {
		require.Equal(t, why, said.ID(), of)
	}
}

// Files of other programs are read, in all these ways, also with optional columns, which are the
// only ones that many programs write.
func TestWritten(t *testing.T) {
	rows := some(t)
	require.Len(t, rows, 3)
	type optional struct {
		Record *string `parquet:"record,optional,zstd"`
		Format string  `parquet:"format,optional,snappy"`
		File   string  `parquet:"file,optional"`
		Number int32   `parquet:"number,optional"`
		Line   int64   `parquet:"line,optional"`
		Byte   int64   `parquet:"byte"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[optional](&b, parquet.DataPageVersion(1))
	for i := range rows {
		_, err := w.Write([]optional{{&rows[i].Record, rows[i].Format, rows[i].File, rows[i].Number, int64(rows[i].Line), rows[i].Byte}})
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	got, err := readAll(b.Bytes(), maxPage)
	require.NoError(t, err)
	require.Equal(t, []string{rows[0].Record, rows[1].Record, rows[2].Record}, got)
	for name, options := range written {
		got, err := readAll(file(t, rows, options), maxPage)
		require.NoError(t, err, name)
		require.Len(t, got, len(rows), name)
		for i := range rows {
			require.Equal(t, rows[i].Record, got[i], name)
		}
		r, err := NewParquetReader(bytes.NewReader(file(t, rows, options)), int64(len(file(t, rows, options))))
		require.NoError(t, err, name)
		for i := range rows {
			c, err := r.Chunk()
			require.NoError(t, err, name)
			require.Equal(t, row{c.Source.File, int32(c.Source.Number), int32(c.Source.Line), c.Source.Offset, rows[i].Format, c.Text}, rows[i], name)
		}
	}
	for _, codec := range []compress.Codec{&parquet.Gzip, &parquet.Brotli, &parquet.Lz4Raw} {
		_, err := readAll(file(t, rows, []parquet.WriterOption{parquet.Compression(codec)}), maxPage)
		requireColumn(t, err, "file", "parquet.codec", codec)
	}
}

// A page that decompresses to more than the limit is rejected before it is decompressed.
func TestBombs(t *testing.T) {
	rows := some(t)
	rows[1].Record = string(make([]byte, 3<<20)) // a few bytes when packed
	for name, options := range written {
		data := file(t, rows, options)
		_, err := readAll(data, maxPage)
		require.NoError(t, err, name)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = readAll(data, 1<<18)
		runtime.ReadMemStats(&after)
		requireColumn(t, err, "record", "", name)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2*len(data)), name)
	}
}

// No bytes make the reader panic, hang or take memory that they do not have.
func FuzzParquet(f *testing.F) {
	rows := some(f)
	for _, options := range written {
		f.Add(file(f, rows, options))
	}
	const most = 1 << 20 // bytes of a page
	f.Fuzz(func(t *testing.T, data []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := readAll(data, most)
		runtime.ReadMemStats(&after)
		if err != nil {
			requireSaid(t, err)
		}
		size := uint64(0)
		for _, text := range got {
			size += uint64(len(text)) + 200
		}
		require.Less(t, after.TotalAlloc-before.TotalAlloc, 64*most+1000*uint64(len(data))+3*size)
	})
}
