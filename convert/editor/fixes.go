package editor

import (
	"strings"

	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Edit is a text to put in place of what stands between two places.
type Edit struct {
	From, To Place
	Text     string
}

// Fix is an edit that puts a fault of a game right.
type Fix struct {
	Edit
	Fault int    // the index in the game's Faults
	Move  string // in full; "" where it is not a move that is put in
	First bool   // the likeliest of the fault's
}

// maxFixes is the most fixes of a fault, the likeliest first.
const maxFixes = 8

// Fixes returns what puts the faults of a game right that wanted says, in the order of
// the faults and the likeliest first: a move, spelt as the record spells its moves; the
// name of the game that is played; what else was read differently from what is written.
func (d *Document) Fixes(g *Game, wanted func(*record.Fault) bool) []Fix {
	var fixes []Fix
	var moves *moveTexts
	for i := range g.Faults {
		f := &g.Faults[i]
		if !g.own || len(f.Suggestions) == 0 || !wanted(f) {
			continue
		}
		suggestions := f.Suggestions[:min(len(f.Suggestions), maxFixes)]
		switch f.Code {
		case record.ColumnLength: // these are what may be too much
			continue
		case record.NoVariant, record.VariantGuessed:
			for k, name := range suggestions {
				if edit, ok := d.sayVariant(g, name); ok {
					fixes = append(fixes, Fix{Edit: edit, Fault: i, First: k == 0 && len(suggestions) == 1})
				}
			}
			continue
		}
		if f.Ply > 0 && moves == nil {
			moves = d.texts(g)
		}
		for k, text := range suggestions {
			fix := Fix{Fault: i, First: k == 0}
			if f.Ply > 0 {
				fix.Move = text
				text = moves.spell(f.Ply, text)
			}
			at := g.start + g.base + f.At
			fix.Edit = Edit{d.place(at), d.place(at + f.Len), text}
			if f.Len == 0 {
				fix.Text = apart(g.chunk.Text, g.base+f.At, text)
			}
			fixes = append(fixes, fix)
		}
	}
	return fixes
}

// Repairs returns the edits that put every spelling of a game right that was read
// differently from what is written, so that the game is legal as it stands; no two of
// them touch the same text.
func (d *Document) Repairs(g *Game) []Edit {
	var edits []Edit
	for _, fix := range d.Fixes(g, func(f *record.Fault) bool { return f.Severity == record.Repaired }) {
		if !fix.First || len(edits) > 0 && before(fix.From, edits[len(edits)-1].To) {
			continue // a second fault of the same word
		}
		edits = append(edits, fix.Edit)
	}
	return edits
}

// before says whether a place stands before another.
func before(a, b Place) bool { return a.Line < b.Line || a.Line == b.Line && a.Byte < b.Byte }

// sayVariant returns the edit that has a game say what it is.
func (d *Document) sayVariant(g *Game, name string) (Edit, bool) {
	from, _ := d.Range(g)
	if from.Byte > 0 || g.base > 0 {
		return Edit{}, false // it begins in the middle of a line
	}
	switch g.chunk.Format {
	case cut.PDN:
		return Edit{from, from, "[Variant \"" + name + "\"]\n"}, true
	case cut.Sheet:
		return Edit{from, from, "Вид: " + name + "\n"}, true
	}
	return Edit{}, false
}

// apart returns text with the blanks that part it from what stands about byte at.
func apart(in string, at int, text string) string {
	if r, size := lastRune(in[:at]); size > 0 && !strings.ContainsRune(blank, r) {
		text = " " + text
	}
	if wordStartsAt(in[at:]) {
		text += " "
	}
	return text
}

// moveTexts spells the moves of a game as its record does.
type moveTexts struct {
	spelling spelling
	played   []string // the moves that were played
	stop     map[string]string
	stopped  int // the ply at which they stop
}

// texts returns how the game spells its moves, up to those that are legal where it
// stops.
func (d *Document) texts(g *Game) *moveTexts {
	r := d.read(g)
	t := &moveTexts{
		spelling: spellingOf(r.Game.Plies, r.Moves, usual(r.Game.Format, r.Variant)),
		played:   make([]string, len(r.Moves)), stopped: len(r.Moves) + 1, stop: make(map[string]string),
	}
	r.Replay(func(i int, p *replay.Position, m *replay.Move, legal []replay.Move) {
		t.played[i] = t.spelling.spell(p, m, legal)
	})
	rules, err := replay.For(r.Variant)
	if err != nil {
		return t
	}
	if p, err := rules.Position(&r.Final); err == nil {
		legal := p.Moves(nil)
		for i := range legal[:min(len(legal), maxCompletions)] {
			t.stop[string(p.AppendMove(nil, &legal[i], legal))] = t.spelling.spell(p, &legal[i], legal)
		}
	}
	return t
}

// spell returns a move of a ply, which is given in full.
func (t *moveTexts) spell(ply int, full string) string {
	switch {
	case ply < t.stopped && t.played[ply-1] != "":
		return t.played[ply-1]
	case ply == t.stopped && t.stop[full] != "":
		return t.stop[full]
	}
	return full
}
