package grammar

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/sheet"
	"github.com/stolb/stolb/record"
)

// FuzzCut holds that no text is lost or made up by cutting, that places are
// those of the file, and that nothing depends on how the stream is read.
func FuzzCut(f *testing.F) {
	for _, s := range corpus.SheetSeeds() {
		f.Add([]byte(s))
	}
	f.Add([]byte("[White \"A\"]\n\n1. c3-b4 {x\n\n[White \"B\"]\n1-0\n"))
	f.Add([]byte("1. c3-b4 Ничья 1. c3-d4 1-0 1. e3-f4 xx 0-1\r1. c3-b4 1-0 1. c3-d4"))
	f.Add([]byte("{\"game\":1}\n\n{\"game\":2}\n"))
	f.Add([]byte("\xff\xfe1\x00.\x00 \x00\x04\x43"))
	f.Add([]byte("\xc1\xe5\xeb\xfb\xe5: \xc8\n1. cb4\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := cut.Decode(bytes.NewReader(data), "", sheet.KnownWord)
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		offset := int64(-1)
		var begins []begin
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
				begins = append(begins, begin{joined.Len(), chunk.Source})
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
		whole := record.Game{Text: string(text)}
		for _, b := range begins {
			game := record.Game{Source: b.source}
			got, want := game.Place(0), whole.Place(len(text)-all.Len()+b.at)
			if got.Line != want.Line || got.Column != want.Column {
				t.Fatalf("game %d of %q begins at %+v, not at %+v", b.source.Number, text, got, want)
			}
		}
	})
}

// begin is where a game begins: in the text of all, and as it says itself.
type begin struct {
	at     int
	source record.Source
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
