package book

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/convert/records"
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
	last   int               // the ply, from 0, that was last mentioned; -1 for none
	aside  []record.Position // behind the moves mentioned since the game was left, the first being that of the game
	from   int               // the ply of aside's first position
}

// follow makes a game the one that sentences talk about.
func (f *flow) follow(r *replay.Report) {
	*f = flow{report: r, last: -1}
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

// pattern returns a regular expression that is compiled when it is first wanted.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// numbered finds numbers before moves.
var numbered = pattern(`^([0-9]{1,4})(\.{1,3}|…)$`)

// movePattern is what a word of a move in full looks like: two squares or more
// with signs between. Cyrillic letters may stand for those that look like them.
var movePattern = pattern(`^(?:[a-lA-LасеАВСЕНК][0-9]{1,2}|[0-9]{1,2})(?:D?[-:x×–—](?:[a-lA-LасеАВСЕНК][0-9]{1,2}|[0-9]{1,2}))+D?[!?‼⁇⁉⁈]*$`)

// spaced puts a space behind the number of a move that has none.
var spaced = pattern(`([0-9]\.{1,3})([^.\s])`)

// code returns a span of code: a text, or moves, which are played.
func (m *manuscript) code(n *ast.CodeSpan) Inline {
	var b strings.Builder
	at := -1
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			if at < 0 {
				at = t.Segment.Start
			}
			b.Write(t.Segment.Value(m.source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
	}
	text := strings.TrimSpace(b.String())
	words := strings.Fields(spaced().ReplaceAllString(text, "$1 $2"))
	if !m.looksPlayed(words) {
		return Inline{Kind: Verbatim, Text: text}
	}
	return Inline{Kind: Moves, Text: m.mention(at, text, words)}
}

// looksPlayed says whether words of code are moves: they begin with a number and a
// point, or with a move in full.
func (m *manuscript) looksPlayed(words []string) bool {
	switch {
	case len(words) == 0:
		return false
	case numbered().MatchString(words[0]):
		return len(words) > 1
	case !movePattern().MatchString(words[0]):
		return false
	case words[0][0] > '9':
		return true
	}
	// Numbers are squares only where squares have numbers; else they may be a score.
	return m.flow.report != nil && m.flow.report.Variant.Board().Numbering == record.Numeric && !score().MatchString(words[0])
}

// score finds results, which have the form of a move.
var score = pattern(`^(?:0-[0-2]|[0-2]-0|1-1)$`)

// mention plays moves that a sentence has, and returns their text with what is
// misspelled in it put right.
func (m *manuscript) mention(at int, text string, words []string) string {
	f := &m.flow
	if f.report == nil {
		m.wrong(at, message.Of("book.no-flow", "moves", text))
		return text
	}
	ply := -1 // not said
	if p := numbered().FindStringSubmatch(words[0]); p != nil {
		n, _ := strconv.Atoi(p[1])
		if ply = f.plyOf(n, len(p[2]) > 1); ply < 0 {
			m.wrong(at, message.Of("book.no-move-number", "moves", text, "number", words[0]))
			return text
		}
	}
	var moves []string
	var where []int // they stand in words
	for i, w := range words {
		if !numbered().MatchString(w) {
			moves, where = append(moves, w), append(where, i)
		}
	}
	why := message.Message{}
	for _, from := range f.places(ply, moves) {
		p := m.play(from.position, moves)
		if p.positions != nil {
			f.mentioned(from.ply, p.positions)
			return spelt(text, words, where, p.spelt)
		}
		if why.IsZero() {
			why = impossible(text, words, where[p.legal:], p.why)
		}
	}
	if why.IsZero() {
		why = message.Of("book.no-move-number", "moves", text, "number", words[0])
	}
	m.wrong(at, why)
	return text
}

// impossible says why moves cannot be played, of which the first of those at rest
// cannot. What is told of that may begin with it: then it is not said twice.
func impossible(text string, words []string, rest []int, why message.Message) message.Message {
	if len(rest) == 0 {
		return message.Of("book.impossible", "moves", text, "why", why)
	}
	for _, l := range message.Languages() {
		if !strings.HasPrefix(why.In(l), words[rest[0]]+":") {
			return message.Of("book.impossible", "moves", text, "why", why)
		}
	}
	if before := strings.Join(words[:rest[0]], " "); before != "" {
		return message.Of("book.impossible-word", "before", before, "why", why)
	}
	return why
}

// spelt returns the text of moves in which those are put right that have a spelling
// in spelt.
func spelt(text string, words []string, where []int, spelt []string) string {
	right := slices.Clone(words)
	for i, move := range spelt {
		if move != "" {
			_, marks, _ := strings.Cut(strings.Map(func(r rune) rune {
				if strings.ContainsRune("!?‼⁇⁉⁈", r) {
					return r
				}
				return ' '
			}, words[where[i]]), " ")
			right[where[i]] = move + strings.TrimSpace(marks)
		}
	}
	if slices.Equal(right, words) {
		return text
	}
	return strings.Join(right, " ")
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
	for i, played := range f.report.Moves {
		if played == strings.TrimRight(moves[0], "!?‼⁇⁉⁈") && len(all) < maxPlaces {
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
	r := m.judged(start, strings.Join(moves, " "))
	p := played{legal: min(len(r.Moves), len(moves)), spelt: make([]string, len(moves))}
	for i := range r.Faults {
		f := &r.Faults[i]
		if f.Severity >= record.Illegal {
			p.why = f.Message
			return p
		}
		if f.Ply < 1 || f.Ply > p.legal || !slices.Contains(misspelled, f.Code) {
			continue
		}
		p.spelt[f.Ply-1] = r.Moves[f.Ply-1]
		if w := r.Game.Plies[f.Ply-1].Word; w != nil && slices.ContainsFunc(w.Steps, func(s record.Step) bool { return !s.Whole() }) {
			p.spelt[f.Ply-1] = r.Spell(replay.Short)[f.Ply-1]
		}
	}
	if len(r.Moves) < len(moves) {
		p.why = message.Of("book.not-moves", "word", moves[len(r.Moves)])
		return p
	}
	p.positions = []record.Position{*start}
	for _, step := range r.Steps() {
		p.positions = append(p.positions, step.After.Record())
	}
	return p
}

// judged plays written moves from a position.
func (m *manuscript) judged(start *record.Position, moves string) *replay.Report {
	var g record.Game
	text := "[GameType \"" + start.Variant.GameType() + "\"]\n[Variant \"" + start.Variant.String() + "\"]\n[FEN \"" + start.FEN() + "\"]\n\n" + moves + " *\n"
	records.NewParser(start.Variant).ParseInto(cut.Chunk{Text: text, Format: cut.PDN, Source: record.Source{File: m.name, Number: 1, Line: 1}}, &g)
	return replay.Judge(&g, start.Variant)
}
