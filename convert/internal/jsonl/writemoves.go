package jsonl

import (
	"slices"
	"strconv"

	"github.com/stolb/stolb/record"
)

// ply writes a move of a record.
func (e *encoder) ply(p *record.Ply) {
	e.dst = append(e.dst, '{')
	e.name("word")
	e.string(p.Word.Text)
	if !same(p.Word, e.words.read(p.Word.Text)) {
		e.reading(p.Word)
	}
	e.number("at", int64(p.At))
	if p.Len != len(p.Word.Text) {
		e.name("length")
		e.int(int64(p.Len))
	}
	if p.Note != nil {
		e.notes(p.Note)
	}
	e.dst = append(e.dst, '}')
}

// same says whether two words were read alike.
func same(a, b *record.Word) bool {
	return a == b || a.Separator == b.Separator && a.Promotion == b.Promotion &&
		slices.Equal(a.Steps, b.Steps) && slices.Equal(a.Repairs, b.Repairs)
}

// reading writes how a word was read where that is not what grammar.ParseMove
// makes of its text.
func (e *encoder) reading(w *record.Word) {
	e.name("reading")
	e.dst = append(e.dst, '{')
	e.name("steps")
	array(e, w.Steps, func(s *record.Step) {
		if s.Number > 0 {
			e.int(int64(s.Number))
			return
		}
		e.dst = append(e.dst, '"')
		if s.File >= 0 && s.File < maxSide {
			e.dst = append(e.dst, 'a'+byte(s.File))
		}
		if s.Rank >= 0 && s.Rank < maxSide {
			e.dst = strconv.AppendInt(e.dst, int64(s.Rank)+1, 10)
		}
		e.dst = append(e.dst, '"')
	})
	e.name("separator")
	e.string(separatorNames[w.Separator])
	if w.Promotion != 0 {
		e.name("promotions")
		e.dst = append(e.dst, '[')
		for i := range 32 {
			if w.Promotion>>i&1 == 0 {
				continue
			}
			if w.Promotion<<(32-i) != 0 {
				e.dst = append(e.dst, ',')
			}
			e.int(int64(i))
		}
		e.dst = append(e.dst, ']')
	}
	arrayOf(e, "repairs", w.Repairs, func(r *record.Repair) {
		e.dst = append(e.dst, '{')
		e.name("code")
		e.string(string(r.Code))
		e.member("from", r.From)
		e.member("to", r.To)
		e.dst = append(e.dst, '}')
	})
	e.dst = append(e.dst, '}')
}

func (e *encoder) notes(n *record.Notes) {
	e.number("number", int64(n.Number))
	e.number("behind", int64(n.Behind))
	e.list("marks", n.Marks)
	arrayOf(e, "nags", n.NAGs, func(nag *int) { e.int(int64(*nag)) })
	if n.DrawOffer {
		e.name("draw_offer")
		e.dst = append(e.dst, "true"...)
	}
	e.list("before", n.Before)
	e.list("comments", n.Comments)
	arrayOf(e, "inside", n.Inside, func(in *record.Inside) {
		e.dst = append(e.dst, '{')
		e.name("step")
		e.int(int64(in.Step))
		e.name("text")
		e.string(in.Text)
		e.dst = append(e.dst, '}')
	})
	e.member("clock", n.Clock)
	e.list("commands", n.Commands)
	if n.Diagram {
		e.name("diagram")
		e.dst = append(e.dst, "true"...)
	}
	e.member("setup", n.Setup)
	arrayOf(e, "variations", n.Variations, func(v *[]record.Ply) { array(e, *v, e.ply) })
}
