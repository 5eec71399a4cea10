package lsp

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Edit replaces the text between two bytes.
type Edit struct {
	From, To int
	Text     string
}

// Fix is an edit that corrects a fault of a game.
type Fix struct {
	Edit
	Fault int    // the index in the game's Faults
	Word  string // the word that it replaces, or ""
	Ply   int    // of the move, as in faults; 0 if the edit is not a move
	First bool   // the likeliest fix of its fault
}

// maxFixes is the most fixes of a fault.
const maxFixes = 8

// Fixes returns the fixes of a game's faults for which wanted returns true, in the order of the
// faults and the likeliest first: a move, spelt as the record spells its moves; the name of the
// variant; or a correction of anything else that was read differently from what is written.
func (d *gameText) Fixes(g *Game, wanted func(*record.Fault) bool) []Fix {
	var fixes []Fix
	var spell func(variation, ply int, full string) string
	for i := range g.Faults {
		f := &g.Faults[i]
		suggestions := f.Suggestions
		if to, ok := f.Message.Argument("to").(string); ok && len(suggestions) == 0 && f.Message.ID() == "grammar.read-as" {
			suggestions = []string{to}
		}
		if !g.own || len(suggestions) == 0 || f.At < 0 || f.Len < 0 || f.At+f.Len > len(g.chunk.Text)-g.base || !wanted(f) {
			continue
		}
		suggestions = suggestions[:min(len(suggestions), maxFixes)]
		switch f.Code {
		case record.ColumnLength: // its suggestions are the moves of which one may be too many
			continue
		case record.NoVariant, record.VariantGuessed:
			for k, name := range suggestions {
				if edit, ok := d.sayVariant(g, name); ok {
					fixes = append(fixes, Fix{Edit: edit, Fault: i, First: k == 0 && len(suggestions) == 1})
				}
			}
			continue
		}
		if f.Ply > 0 && spell == nil {
			spell = d.speller(g)
		}
		slips := g.slips[i] // only of the game's own moves
		for k, s := range slips {
			fix := Fix{Fault: i, Word: s.Word, Ply: s.Ply, First: k == 0 && s.Instead}
			from, to := d.SlipRange(g, &s)
			fix.Edit = Edit{from, to, spell(0, s.Ply, s.Move)}
			fixes = append(fixes, fix)
		}
		instead := len(slips) > 0 && slips[0].Instead
		for k, text := range suggestions {
			fix := Fix{Fault: i, Word: f.Word, First: k == 0 && !instead}
			if f.Ply > 0 {
				fix.Ply, text = f.Ply, spell(f.Variation, f.Ply, text)
			}
			at, length := g.base+f.At, f.Len
			if moveNumber.MatchString(g.chunk.Text[at : at+length]) { // the move after the number is missing
				at, length, fix.Word = at+length, 0, ""
			}
			fix.Edit = Edit{g.start + at, g.start + at + length, text}
			if length == 0 {
				fix.Text = parted(g.chunk.Text, at, text)
			}
			fixes = append(fixes, fix)
		}
	}
	return fixes
}

// Repairs returns the edits that correct every spelling of a game that was read differently from
// what is written, so that the game is legal without repairs. The edits do not overlap.
func (d *gameText) Repairs(g *Game) []Edit {
	var edits []Edit
	last := 0 // the end of the previous edit; a word may have several faults
	for _, fix := range d.Fixes(g, func(f *record.Fault) bool { return f.Severity == record.Repaired }) {
		if fix.First && fix.From >= last {
			last = fix.To
			edits = append(edits, fix.Edit)
		}
	}
	return edits
}

// sayVariant returns the edit that adds the name of its variant to a game, if possible.
func (d *gameText) sayVariant(g *Game, name string) (Edit, bool) {
	from, _ := d.Range(g)
	if _, first := slices.BinarySearch(d.starts, from); !first || g.base > 0 {
		return Edit{}, false // the game begins within a line
	}
	switch g.chunk.Format {
	case grammar.PDN:
		return Edit{from, from, "[Variant \"" + name + "\"]\n"}, true
	case grammar.Sheet:
		head := "Variant: "
		if strings.ContainsFunc(g.chunk.Text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
			head = "Вид: "
		}
		return Edit{from, from, head + name + "\n"}, true
	}
	return Edit{}, false
}

// moveNumber matches a number with its full stop.
var moveNumber = regexp.MustCompile(`^[0-9]+[.…)]+$`)

// parted returns text with the spaces that separate it from its neighbours at byte at.
func parted(in string, at int, text string) string {
	if r, size := utf8.DecodeLastRuneInString(in[:at]); size > 0 && !strings.ContainsRune(blank, r) {
		text = " " + text
	}
	if wordStartsAt(in[at:]) {
		text += " "
	}
	return text
}

// speller returns a function that spells a move of a ply as the game's record would. The move is
// given in full, possibly with the mark D, and with letters if the record uses them for squares.
// The plies are those played, and the one where a line stops.
func (d *gameText) speller(g *Game) func(variation, ply int, full string) string {
	r := d.read(g.chunk)
	as, positions := spellingOf(r), positionsOf(r)
	return func(variation, ply int, full string) string {
		p := positions[[2]int{variation, ply - 1}]
		if p == nil {
			return full
		}
		legal := p.Moves(nil)
		for i := range legal[:min(len(legal), maxCompletions)] {
			text := string(p.AppendMove(nil, &legal[i], legal))
			if as.letters {
				text = replay.InLetters(p.Rules().Variant.Board(), text)
			}
			if mark, ok := strings.CutPrefix(full, text); ok && (mark == "" || mark == "D") {
				return as.spell(p, &legal[i], legal) + mark
			}
		}
		return full
	}
}

// positionsOf returns the positions before the moves played, and those where lines stop, by the
// number of the variation, 0 for the game's own moves, and the index of the ply.
func positionsOf(r *replay.Report) map[[2]int]*replay.Position {
	all := make(map[[2]int]*replay.Position)
	for i, ply := range r.Tree() {
		before := *ply.Before
		all[[2]int{ply.Variation, i}] = &before
	}
	rules, err := replay.For(r.Variant)
	for number, l := range linesOf(r) {
		if err != nil {
			break
		}
		if p, err := rules.Position(&l.Final); err == nil {
			all[[2]int{number, len(l.Moves)}] = p
		}
	}
	return all
}

// Slip is an earlier move in whose place Move allows more of the record to be played.
type Slip struct {
	Ply     int // from 1
	Word    string
	Move    string // in full
	Instead bool   // no move at the fault itself allows as much

	at, length int // of the word, in the game's text
}

// appendSlips appends the slips that the message of a fault names.
func appendSlips(slips []Slip, m message.Message, plies []record.Ply) []Slip {
	for _, name := range [...]string{"said", "next"} {
		if part, ok := m.Argument(name).(message.Message); ok {
			slips = appendSlips(slips, part, plies)
		}
	}
	named, _ := m.Argument("slips").(message.Message) // zero if absent
	for _, item := range named.Items() {
		one, _ := item.(message.Message)
		ply, _ := one.Argument("ply").(int)
		move, _ := one.Argument("move").(string)
		if ply < 1 || ply > len(plies) || move == "" || plies[ply-1].Len == 0 {
			continue
		}
		p := &plies[ply-1]
		slips = append(slips, Slip{ply, p.Word.Text, move, m.ID() == "replay.earlier", p.At, p.Len})
	}
	return slips
}

// SlipRange returns the range of a slip's word.
func (d *gameText) SlipRange(g *Game, s *Slip) (from, to int) {
	at := g.start + g.base + s.at
	return at, at + s.length
}
