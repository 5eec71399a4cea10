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
	Word  string // in place of which it is, "" for none
	Ply   int    // of the move, from 1; 0 where it is not a move that is put in
	Move  string // in full
	First bool   // the likeliest of the fault's
}

// textEdit is an edit of a game's chunk.
type textEdit struct {
	at, length int
	text       string
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
		slips := d.Slips(g, i)
		for k, s := range slips {
			fix := Fix{Fault: i, Word: s.Word, Ply: s.Ply, Move: s.Move, First: k == 0 && s.Instead}
			fix.Edit = Edit{s.From, s.To, moves.spell(s.Ply, s.Move)}
			fixes = append(fixes, fix)
		}
		instead := len(slips) > 0 && slips[0].Instead
		for k, text := range suggestions {
			fix := Fix{Fault: i, Word: f.Word, First: k == 0 && !instead}
			if f.Ply > 0 {
				fix.Ply, fix.Move = f.Ply, text
				text = moves.spell(f.Ply, text)
			}
			at, length := g.base+f.At, f.Len
			if isMoveNumber(g.chunk.Text[at : at+length]) { // the move is missing behind it
				at, length, fix.Word = at+length, 0, ""
			}
			fix.Edit = Edit{d.place(g.start + at), d.place(g.start + at + length), text}
			if length == 0 {
				fix.Text = apart(g.chunk.Text, at, text)
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
	if !g.known {
		g.known = true
		last := 0 // where the edit before ends; a word may have several faults
		for _, fix := range d.Fixes(g, func(f *record.Fault) bool { return f.Severity == record.Repaired }) {
			at := d.offset(fix.From) - g.start
			if fix.First && at >= last {
				last = d.offset(fix.To) - g.start
				g.repairs = append(g.repairs, textEdit{at, last - at, fix.Text})
			}
		}
	}
	edits := make([]Edit, len(g.repairs))
	for i, e := range g.repairs {
		edits[i] = Edit{d.place(g.start + e.at), d.place(g.start + e.at + e.length), e.text}
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

// isMoveNumber says whether a word is a number with its full stop.
func isMoveNumber(word string) bool {
	digits := strings.TrimRight(word, ".…)")
	return len(digits) < len(word) && isNumber(digits)
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
	report  *replay.Report
	as      spelling
	played  []string            // the moves that were played
	others  []map[string]string // by ply, all that were legal, by their texts in full; nil where nobody asked
	stopped int                 // the ply at which they stop
}

// texts returns how the game spells its moves, up to those that are legal where it
// stops. It is valid until the next read.
func (d *Document) texts(g *Game) *moveTexts {
	r := d.read(g)
	t := &moveTexts{
		report: r, as: spellingOf(r.Game.Plies, r.Moves, usual(r.Game.Format, r.Variant)),
		played: make([]string, len(r.Moves)), others: make([]map[string]string, len(r.Moves)+1), stopped: len(r.Moves) + 1,
	}
	r.Replay(func(i int, p *replay.Position, m *replay.Move, legal []replay.Move) {
		t.played[i] = t.as.spell(p, m, legal)
	})
	return t
}

// all returns the spelling of each legal move of a position by its text in full.
func (t *moveTexts) all(p *replay.Position, legal []replay.Move) map[string]string {
	all := make(map[string]string)
	for i := range legal[:min(len(legal), maxCompletions)] {
		all[string(p.AppendMove(nil, &legal[i], legal))] = t.as.spell(p, &legal[i], legal)
	}
	return all
}

// spell returns a move of a ply, which is given in full, or is the one that was played
// where there is no other of that text.
func (t *moveTexts) spell(ply int, full string) string {
	if ply < 1 || ply > t.stopped {
		return full
	}
	others := &t.others[ply-1]
	if ply < t.stopped && t.report.Moves[ply-1] == strings.TrimSuffix(full, "D") {
		return t.played[ply-1]
	}
	if *others == nil {
		*others = map[string]string{}
		if ply < t.stopped {
			t.report.Replay(func(i int, p *replay.Position, _ *replay.Move, legal []replay.Move) {
				if i == ply-1 {
					*others = t.all(p, legal)
				}
			})
		} else if rules, err := replay.For(t.report.Variant); err == nil {
			if p, err := rules.Position(&t.report.Final); err == nil {
				*others = t.all(p, p.Moves(nil))
			}
		}
	}
	if text, ok := (*others)[full]; ok {
		return text
	}
	return full
}
