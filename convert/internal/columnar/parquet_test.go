package columnar

import (
	"bytes"
	"encoding/binary"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
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

// A footer or the header of a page that states a list longer than itself, or nests without end, for
// which the library would use all memory, is rejected.
func TestNested(t *testing.T) {
	const version = "\x15\x02" // the first field of a footer, before the list of columns
	for name, body := range map[string]string{
		"a long list":        version + "\x19\xfc\xff\xff\xff\xff\x07" + "\x15\x02",
		"lists of lists":     version + strings.Repeat("\x89", 10<<20),
		"structs in structs": version + strings.Repeat("\x8c", 10<<20),
		"lists of structs":   version + strings.Repeat("\x89\x1c", 5<<20),
		"maps of maps":       version + "\x8b" + strings.Repeat("\x01\xbb", 5<<20),
		"lists of sets":      version + "\x89" + strings.Repeat("\x8a", 10<<20),
		"sets of sets":       version + strings.Repeat("\x8a", 10<<20),
	} {
		size := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
		_, err := readAll([]byte("PAR1"+body+string(size)+"PAR1"), maxPage)
		requireFooter(t, err, name)
		g := guard{file: strings.NewReader(body)}
		require.Panics(t, func() { g.header(0, int64(len(body))) }, name)
	}
}

// So is a footer with columns in columns without end, or with many groups of rows that lack the
// many columns of the table.
func TestSchemas(t *testing.T) {
	var text, group format.SchemaElement
	text.Type.Valid, text.Type.V = true, format.ByteArray
	group.NumChildren.Valid, group.NumChildren.V = true, 1
	many := group
	many.NumChildren.V = 1 << 14
	for name, meta := range map[string]*format.FileMetaData{
		"nested": {Schema: append(slices.Repeat([]format.SchemaElement{group}, 1<<17), text)},
		"wide": {
			Schema: append([]format.SchemaElement{many},
				slices.Repeat([]format.SchemaElement{text}, 1<<14)...),
			RowGroups: make([]format.RowGroup, 1<<14),
		},
	} {
		body, err := thrift.Marshal(new(thrift.CompactProtocol), meta)
		require.NoError(t, err, name)
		size := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
		_, err = readAll([]byte("PAR1"+string(body)+string(size)+"PAR1"), maxPage)
		requireFooter(t, err, name)
	}
}

// requireFooter requires that an error says that the footer is damaged.
func requireFooter(t *testing.T, err error, of string) {
	t.Helper()
	var m message.Message
	require.ErrorAs(t, err, &m, of)
	why, ok := m.Argument("why").(message.Message)
	require.True(t, ok, of)
	require.Equal(t, message.ID("parquet.footer"), why.ID(), of)
}

// Fields that the library does not know are skipped.
func TestUnknownFields(t *testing.T) {
	const fields = "\x05\x80\x02\x02" + // an i32 of number 128
		"\x08\x82\x02\x03abc" + // bytes
		"\x0c\x84\x02\x18\x02de\x19\x2c\x15\x02\x00\x15\x04\x00\x00" + // a struct of bytes and a list of two structs
		"\x15\x06\x00" // an i32, and the end
	n, err := decode([]byte(fields+"rest"), new(struct {
		Version int32 `thrift:"1,optional"`
	}))
	require.NoError(t, err)
	require.Equal(t, len(fields), n)
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
