package grammar

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

var codings = map[string]encoding.Encoding{
	"utf-8": unicode.UTF8, "utf-16le": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16be": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	"cp1251": charmap.Windows1251, "koi8-r": charmap.KOI8R, "koi8-u": charmap.KOI8U, "cp866": charmap.CodePage866,
}

func encode(t testing.TB, name, text string) ([]byte, bool) {
	t.Helper()
	b, err := codings[name].NewEncoder().Bytes([]byte(text))
	return b, err == nil // some encodings have no ї
}

func TestByteOrderMarks(t *testing.T) {
	text := "Белые: Иванов\n1. c3-b4 b6-c5\n\n1. c3-d4 ничья"
	for _, c := range []struct {
		name string
		bom  string
	}{{"utf-8", "\xef\xbb\xbf"}, {"utf-16le", "\xff\xfe"}, {"utf-16be", "\xfe\xff"}} {
		b, _ := encode(t, c.name, text)
		cutter, err := NewCutter(strings.NewReader(c.bom+string(b)), "x", "")
		require.NoError(t, err)
		first, err := cutter.Next()
		require.NoError(t, err)
		second, err := cutter.Next()
		require.NoError(t, err)
		require.Equal(t, text, first.Text+second.Text)
		g := NewParser().Parse(second)
		at := strings.Index(second.Text, "ничья")
		tail, _ := encode(t, c.name, "ничья")
		require.Equal(t, int64(len(c.bom)+len(b)-len(tail)), g.Place(at).Byte, c.name)
		require.Equal(t, 4, g.Place(at).Line)
	}
}

// The decision waits for the first byte that is not ASCII, however late.
func TestDetectLate(t *testing.T) {
	text := strings.Repeat("1. c3-b4 b6-c5\n\n", 20000) + "1. c3-b4 b6-c5\nЧерные сдались.\n"
	for _, name := range []string{"cp1251", "cp866", "koi8-r", "koi8-u"} {
		b, _ := encode(t, name, text)
		chunks := cutAll(t, string(b), "")
		require.Len(t, chunks, 20001)
		require.Equal(t, text, joined(chunks))
		last := chunks[20000]
		require.Equal(t, int64(16*20000), last.Source.Offset)
		require.Equal(t, len(b)-16*20000, last.Source.Width(last.Text))
	}
}

func TestEncodingByName(t *testing.T) {
	b, _ := encode(t, "koi8-r", "Ц")
	for name, want := range map[string]string{"koi8-r": "Ц", "KOI8-R": "Ц", "cp1251": "г", "windows-1251": "г"} {
		chunks := cutAll(t, string(b), name)
		require.Equal(t, want, chunks[0].Text, name)
	}
	_, err := NewCutter(strings.NewReader(""), "x", "latin-7")
	require.True(t, errors.Is(err, ErrEncoding))
	require.ErrorContains(t, err, `"latin-7"; the encodings are utf-8, utf-16le`)
}

func TestInvalidUTF8(t *testing.T) {
	// Too late for the sample: the bytes stay as they are.
	text := "Белые: Иванов\n" + strings.Repeat("1. c3-b4 b6-c5\n", 10000) + "\xff\n"
	require.Equal(t, text, joined(cutAll(t, text, "")))
}

func TestDamagedUTF8(t *testing.T) {
	text := "Белые: Иванов\tЧерные: Пет\xd1ов\n1. c3-b4 b6-c5\n"
	require.Equal(t, text, joined(cutAll(t, text, "")))
}

func TestUTF16Surrogates(t *testing.T) {
	text := "{😀} 1. c3-b4"
	b, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(text))
	require.NoError(t, err)
	chunks := cutAll(t, string(b), "")
	require.Equal(t, text, joined(chunks))
	require.Equal(t, len(b)-2, chunks[0].Source.Width(text))
}
