package book

import (
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/convert/internal/records"
	"github.com/stolb/stolb/grammar/cut"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// flow is the moves that sentences talk about: those of a game, and those that a
// sentence has gone on with since it left them.
type flow struct {
	report *replay.Report
	starts []record.Position // before each ply of the game's own moves, and behind the last
	short  []string          // its moves in short notation
	last   int               // the ply, from 0, that was last mentioned; -1 for none
	aside  []record.Position // behind the moves mentioned since the game was left, the first being that of the game
	from   int               // the ply of aside's first position
}

// follow makes a game the one that sentences talk about.
func (f *flow) follow(r *replay.Report) {
	*f = flow{report: r, short: r.Spell(replay.Short), last: -1}
	start, ok := r.Start()
	if !ok {
		f.report = nil
		return
	}
	f.starts = append(f.starts, start.Record())
	for _, step := range r.Steps() {
		f.starts = append(f.starts, step.After.Record())
	}
}

// plyOf returns the ply, from 0, that has a number; -1 where the game has none.
func (f *flow) plyOf(n int, second bool) int {
	number := strconv.Itoa(n) + "."
	if second {
		number += ".."
	}
	// Numbers rise by one with two plies, whatever the first is.
	first, _ := strconv.Atoi(strings.TrimRight(f.report.MoveNumber(1), "."))
	for ply := max(0, 2*(n-first)-1); ply <= 2*(n-first)+1; ply++ {
		if f.report.MoveNumber(ply+1) == number {
			return ply
		}
	}
	return -1
}

// maxPlaces is of how many moves of a game a move without a number may be one.
const maxPlaces = 50

// from is a position from which moves that are mentioned may be meant.
type from struct {
	ply      int
	position *record.Position
}

// places returns the positions from which moves may be meant, likeliest first: a
// ply that is not said is the one behind the last, or any at which the game has
// the first move.
func (f *flow) places(ply int, moves []string) []from {
	var all []from
	add := func(ply int) {
		if at := ply - f.from; f.aside != nil && at >= 0 && at < len(f.aside) {
			all = append(all, from{ply, &f.aside[at]})
		}
		if ply >= 0 && ply < len(f.starts) {
			all = append(all, from{ply, &f.starts[ply]})
		}
	}
	if ply >= 0 {
		add(ply)
		return all
	}
	add(f.last + 1)
	first := strings.TrimRight(moves[0], "!?‼⁇⁉⁈")
	for i, played := range f.report.Moves {
		if (played == first || f.short[i] == first) && len(all) < maxPlaces {
			all = append(all, from{i, &f.starts[i]})
		}
	}
	add(f.last) // an alternative to the last
	return all
}

// mentioned notes where a sentence has come to.
func (f *flow) mentioned(ply int, positions []record.Position) {
	f.last = ply + len(positions) - 2
	for i := range positions {
		if at := ply + i; at >= len(f.starts) || f.starts[at] != positions[i] {
			f.aside, f.from = positions, ply
			return
		}
	}
	f.aside = nil // back in the game
}

// played is what becomes of moves that are mentioned.
type played struct {
	positions []record.Position // before and behind each, nil where they cannot be played
	spelt     []string          // those that are misspelled, in the right spelling; else ""
	why       message.Message   // they cannot be
	legal     int               // how many of them can
}

// misspelled are the repairs of a book's moves. Which dash stands in them, and
// whether a king is marked, is the author's choice.
var misspelled = []record.Code{record.WrongSeparator, record.LookAlike, record.LetterCase, record.SquareOrder}

// play plays moves from a position.
func (m *manuscript) play(start *record.Position, moves []string) played {
	text := strings.Join(moves, " ")
	r := m.judged(start, text)
	p := played{spelt: make([]string, len(moves))}
	for i := range r.Faults {
		f := &r.Faults[i]
		if f.Severity >= record.Illegal {
			at := min(max(f.At-(len(r.Game.Text)-len(movesEnd)-len(text)), 0), len(text))
			p.legal, p.why = min(strings.Count(text[:at], " "), len(moves)-1), f.Message
			return p
		}
	}
	for i, move := range moves { // each of them is one
		if i >= len(r.Game.Plies) || !strings.HasPrefix(move, r.Game.Plies[i].Word.Text) {
			p.legal, p.why = i, message.Of("book.not-moves", "word", move)
			return p
		}
	}
	p.legal = len(moves)
	for i := range r.Faults {
		f := &r.Faults[i]
		if f.Ply < 1 || f.Ply > p.legal || !slices.Contains(misspelled, f.Code) {
			continue
		}
		p.spelt[f.Ply-1] = r.Moves[f.Ply-1]
		if slices.ContainsFunc(r.Game.Plies[f.Ply-1].Word.Steps, func(s record.Step) bool { return !s.Whole() }) {
			p.spelt[f.Ply-1] = r.Spell(replay.Short)[f.Ply-1]
		}
	}
	p.positions = []record.Position{*start}
	for _, step := range r.Steps() {
		p.positions = append(p.positions, step.After.Record())
	}
	return p
}

// movesEnd stands behind moves that are played.
const movesEnd = " *\n"

// judged plays written moves from a position.
func (m *manuscript) judged(start *record.Position, moves string) *replay.Report {
	var g record.Game
	text := "[GameType \"" + start.Variant.GameType() + "\"]\n[Variant \"" + start.Variant.String() + "\"]\n[FEN \"" + start.FEN() + "\"]\n\n" + moves + movesEnd
	if m.parsers[start.Variant] == nil {
		m.parsers[start.Variant] = records.NewParser(start.Variant)
	}
	m.parsers[start.Variant].ParseInto(cut.Chunk{Text: text, Format: cut.PDN, Source: record.Source{File: m.name, Number: 1, Line: 1}}, &g)
	return replay.Judge(&g, start.Variant)
}
