package editor

import (
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Slip is an earlier move that a fault may come of: with Move in its place more of the
// record can be played.
type Slip struct {
	From, To Place // of the word
	Ply      int   // from 1
	Word     string
	Move     string // in full
	Instead  bool   // only so, for no move where the fault is allows as much
}

// slip is the same in the game's text.
type slip struct {
	fault, ply, at, length int
	word, move             string
	instead                bool
}

// appendSlips appends the slips that the message of a fault names.
func appendSlips(slips []slip, fault int, m message.Message, plies []record.Ply) []slip {
	for _, name := range [...]string{"said", "next"} {
		if part, ok := m.Argument(name).(message.Message); ok {
			slips = appendSlips(slips, fault, part, plies)
		}
	}
	named, _ := m.Argument("slips").(message.List) // else there are none
	for _, item := range named.Items {
		one, ok := item.(message.Message)
		if !ok {
			continue
		}
		ply, _ := one.Argument("ply").(int)
		move, _ := one.Argument("move").(string)
		if ply < 1 || ply > len(plies) || move == "" {
			continue
		}
		p := &plies[ply-1]
		slips = append(slips, slip{fault, ply, p.At, p.Len, p.Word.Text, move, m.ID() == "replay.earlier"})
	}
	return slips
}

// Slips returns the earlier moves that the fault of a game with this index may come of,
// the likeliest first.
func (d *Document) Slips(g *Game, fault int) []Slip {
	var slips []Slip
	for _, s := range g.slips {
		if s.fault == fault && g.own && s.length > 0 {
			at := g.start + g.base + s.at
			slips = append(slips, Slip{d.place(at), d.place(at + s.length), s.ply, s.word, s.move, s.instead})
		}
	}
	return slips
}
