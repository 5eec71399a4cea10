package lsp

import (
	"strings"
	"testing"

	"github.com/stolb/stolb/record"
)

// FuzzChange checks that a text after any changes has the same judgements as from scratch, and
// that every request about the changed place is answered.
func FuzzChange(f *testing.F) {
	for name, text := range seeds() {
		if len(text) < 4<<10 {
			f.Add(name, text, []byte("\x00\x00\x01\x05\x01\x07\x03\x17"))
		}
	}
	f.Fuzz(func(t *testing.T, name, text string, changes []byte) {
		if len(text) > 8<<10 || len(changes) > 64 {
			return // slow, and finds nothing more
		}
		// check rejects a file full of control characters; an editor has opened it as text.
		text = strings.Map(func(r rune) rune {
			if r < ' ' && !strings.ContainsRune("\t\n\v\f\r", r) {
				return '?'
			}
			return r
		}, strings.ToValidUTF8(text, "?"))
		d := newGameText(name, text, record.Variant(len(changes)%6))
		requireAsFromScratch(t, d)
		for ; len(changes) >= 4; changes = changes[4:] {
			from := boundary(d, d.starts[int(changes[0])%len(d.starts)]+int(changes[1]))
			to := boundary(d, from+int(changes[2]))
			d.Change(from, to, pieces[int(changes[3])%len(pieces)])
			requireAsFromScratch(t, d)
			d.MoveAt(from)
			d.Complete(from)
			if i := d.GameAt(from); i >= 0 {
				g := &d.games[i]
				d.Range(g)
				d.Repairs(g)
				d.Fixes(g, func(*record.Fault) bool { return true })
				for k := range g.Faults {
					d.FaultRange(g, &g.Faults[k])
					for _, s := range g.slips[k] {
						d.SlipRange(g, &s)
					}
				}
			}
		}
	})
}
