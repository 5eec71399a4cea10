package lsp

import (
	"context"
	"strings"
	"testing"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
)

// BenchmarkKeystroke types a character in the middle of a text of 5,000 games, or deletes it, and
// updates the verdicts: an editor waits for that.
func BenchmarkKeystroke(b *testing.B) {
	for _, layout := range corpus.Layouts() {
		b.Run(layout, func(b *testing.B) {
			d := newGameText("x", made(layout, 5000), record.UnknownVariant)
			if err := d.Judge(context.Background()); err != nil {
				b.Fatal(err)
			}
			at := d.starts[len(d.starts)/2]
			at += strings.Index(d.text[at:], "-")
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				if n%2 == 0 {
					d.Change(at, at, "x")
				} else {
					d.Change(at, at+1, "")
				}
				if err := d.Judge(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(d.games)), "games")
		})
	}
}

// BenchmarkOpen judges a text of 5,000 games for the first time.
func BenchmarkOpen(b *testing.B) {
	for _, layout := range corpus.Layouts() {
		b.Run(layout, func(b *testing.B) {
			text := made(layout, 5000)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if err := newGameText("x", text, record.UnknownVariant).Judge(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
