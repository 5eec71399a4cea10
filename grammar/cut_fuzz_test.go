package grammar

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/grammar/sheet"
)

var fuzzSheets = []string{
	"Белые: Иванов\tЧерные: Петров\n1. c3-b4\tb6-c5\n2. b4-a5\na7-b6\nСчет 17:7.\n\nБелые: А\n",
	"А – Б: 1. cb4 bc5 2. ba5 (диаграмма 5) Черные сдались. В – Г: 1... e5-g7 ничья",
	"Белые – А\n1.c3-b4\n\n2.b4-a5\nЧерные – Б\nb6-c5 \nb6-c5\n\na7-b6\n3.b2:d4 (взята):f6 (так) :h8D. Черные сдались",
	"белые:  с1 - 1/0000, d6 (2); черные: а1 – 110101/1. Ход белых\n1. d6-e5!? +- $5 = {x}",
	"Дата: 1.1.2020, Тур 3\nВид: ласка\nПозиция: W:W1:B9\n1. 1: 9 3- 6 17: 3D диагр.9\r\n\r+ -",
	"[White \"A\"]\n1 c3-b4 x\n2. ??? b6-c5 ( [ {\n\n1. bc3(a3 АБ)",
	"12.03.2021\n1. c3-b4 1-0 17:7",
	"5 x 14 1/2 ½-½ 0-0 З. аЗ-b4 с3",
	"аЗО-b2|c3 (1)\nall, | a1\n[A \"x\"]аЗО-|",
	"1...\n1. ... b6-c5 [A \"\"] Ход белых\nb2:d4 (x) :f6? :h8",
}

// FuzzCut holds that no text is lost or made up by cutting, that places are
// those of the file, and that nothing depends on how the stream is read.
func FuzzCut(f *testing.F) {
	for _, s := range fuzzSheets {
		f.Add([]byte(s))
	}
	f.Add([]byte("[White \"A\"]\n\n1. c3-b4 {x\n\n[White \"B\"]\n1-0\n"))
	f.Add([]byte("{\"game\":1}\n\n{\"game\":2}\n"))
	f.Add([]byte("\xff\xfe1\x00.\x00 \x00\x04\x43"))
	f.Add([]byte("\xc1\xe5\xeb\xfb\xe5: \xc8\n1. cb4\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := cut.Decode(bytes.NewReader(data), sheet.KnownWord)
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		offset := int64(-1)
		for i, read := range []io.Reader{bytes.NewReader(data), &trickle{data}} {
			c, err := NewCutter(read, "x", "")
			if err != nil {
				t.Fatal(err)
			}
			var joined strings.Builder
			for n := 1; ; n++ {
				chunk, err := c.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if chunk.Source.Number != n || chunk.Text == "" {
					t.Fatalf("chunk %d: %+v", n, chunk.Source)
				}
				if n > 1 && chunk.Source.Offset != offset {
					t.Fatalf("chunk %d is at %d, not at %d", n, chunk.Source.Offset, offset)
				}
				offset = chunk.Source.Offset + int64(len(chunk.Text))
				if w := chunk.Source.Width; w != nil {
					offset = chunk.Source.Offset + int64(w(chunk.Text))
				}
				joined.WriteString(chunk.Text)
			}
			if i == 0 {
				all = joined
			} else if all.String() != joined.String() {
				t.Fatalf("%q read at once, %q by bytes", all.String(), joined.String())
			}
		}
		if got := all.String(); !strings.HasSuffix(string(text), got) || strings.TrimLeft(strings.TrimSuffix(string(text), got), " \t\r\n\f\v\u00a0\ufeff") != "" {
			t.Fatalf("%q cut from %q", got, text)
		}
	})
}

// trickle gives a byte at a time.
type trickle struct{ data []byte }

func (r *trickle) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:1], r.data)
	r.data = r.data[n:]
	return n, nil
}
