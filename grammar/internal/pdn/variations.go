package pdn

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// open begins a variation: in place of the last move, or of the next where its
// number stands already.
func (b *builder) open(at int) {
	m := &b.line
	inner := moves{at: at, count: m.count, second: m.second}
	if len(m.plies) > 0 && m.number == "" {
		if inner.second = !m.second; inner.second {
			inner.count--
		}
	}
	b.above = append(b.above, *m)
	b.line = inner
}

// close ends a variation, whose ) ends at byte end.
func (b *builder) close(end int) {
	b.settle()
	inner := b.line
	n := len(b.above) - 1
	b.line, b.above = b.above[n], b.above[:n]
	m := &b.line
	for _, line := range inner.variations {
		// One in a variation without moves stands where that does.
		b.vary(inner.at, line, end)
	}
	switch {
	case len(inner.plies) == 0 && inner.variations != nil:
		m.before = append(m.before, inner.before...)
		return
	case len(inner.plies) == 0:
		for _, text := range inner.before {
			b.attach(text)
		}
		if inner.before == nil {
			b.remark(inner.at, "(", message.Of("pdn.empty-variation"))
		}
		return
	case inner.before != nil:
		note := inner.note()
		note.Comments = append(note.Comments, inner.before...)
	}
	b.vary(inner.at, inner.plies, end)
}

// vary attaches a variation from byte at to end to the last move, or to the next
// where its number stands already.
func (b *builder) vary(at int, line []record.Ply, end int) {
	m := &b.line
	if len(m.plies) == 0 || m.number != "" {
		if m.variations == nil {
			m.variedAt = at
		}
		m.variations, m.variedEnd = append(m.variations, line), end
		return
	}
	note := m.note()
	note.Variations = append(note.Variations, line)
	m.varied = true
}

// unnumbered is the number of a variation before it is known.
const unnumbered = -1
