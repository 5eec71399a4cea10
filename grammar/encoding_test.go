package grammar

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"
)

// The sheets by which the detector is held: short, mostly ASCII.
var encodingSheets = []string{
	"Белые: Иванов\tЧерные: Петров\n1. c3-b4\tb6-c5\n2. b4-a5\ta7-b6\n3. b2-c3\tc5-b4\n",
	"1. c3-b4 b6-c5 2. b4-a5 a7-b6 Черные сдались.\n",
	"1. c3-b4 b6-c5 2. b4-a5 a7-b6 Счет 17:7.\n",
	"1. c3-b4 b6-c5 2. b4-a5 a7-b6 Ничья\n",
	"Білі: Шевченко\tЧорні: Коваль\n1. c3-b4\tb6-c5\nЧорні здалися.\n",
	"Білі: Їжак\tЧорні: Євген\n1. c3-b4\tb6-c5\nНічия.\n",
	"Рахунок 17:7",
	"1. с3-b4 b6-с5 2. b4-а5 а7-b6 3. аЗ-b4\n",
	"1. с3-b4 d6-e5\n",
	"1. cb4 de5 2. bа5\n",
	"БЕЛЫЕ: ИВАНОВ\tЧЕРНЫЕ: ПЕТРОВ\n1. c3-b4\tb6-c5\n",
	"ИВАНОВ - ПЕТРОВ: 1. c3-b4 b6-c5\n",
	"Ким - Ли: 1. c3-b4 b6-c5 2. b4-a5 a7-b6",
	"Иванов - Петров: 1. cb4 bc5",
	"Щукин - Цой: 1. cb4 bc5",
	"Юдин И. - Эхов Ю.: 1. cb4 bc5",
	"Фёдоров - Жуйков: 1. cb4 bc5 Счёт 12:12",
	"1. c3-b4 b6-c5 (диаграмма 5)\n",
	"Игрок1 - Игрок2: 1. ed4 dc5",
}

func encode(t testing.TB, name, text string) ([]byte, bool) {
	t.Helper()
	e, err := encodingByName(name)
	require.NoError(t, err)
	if e.coding == nil {
		return []byte(text), true
	}
	b, err := e.coding.NewEncoder().Bytes([]byte(text))
	return b, err == nil // some encodings have no ї
}

func TestDetect(t *testing.T) {
	for _, sheet := range encodingSheets {
		for _, name := range Encodings() {
			b, ok := encode(t, name, sheet)
			if !ok {
				continue
			}
			r, err := newTextReader(bytes.NewReader(b), "")
			require.NoError(t, err)
			text, err := io.ReadAll(r)
			require.NoError(t, err)
			require.Equal(t, sheet, string(text), "%s: %s", name, sheet)
			require.Equal(t, int64(len(b)), int64(widthOf(r, sheet)), name)
		}
	}
}

func widthOf(r *textReader, text string) int {
	if w := r.width(); w != nil {
		return w(text)
	}
	return len(text)
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
	for _, name := range oneByte {
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
