package book

import (
	"iter"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// pattern returns a regular expression that is compiled when it is first wanted.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// What moves are made of. Cyrillic letters may stand for those that look or sound
// like them, see word.FileOf.
const (
	fileLetter = `[a-lA-LабвсцдефгжнхАБВСЦДЕФГЖНХ]`
	squareName = fileLetter + `[0-9ОоЗзб][0-9]?`
	moveSign   = `[-:x×хХ*–—−]`
	signs      = `!?‼⁇⁉⁈`
	afterMove  = `[` + signs + `]*`
)

var (
	// moveNumber finds numbers before moves.
	moveNumber = pattern(`^([0-9]{1,4})(\.{1,3}|…|\))$`)
	// bareNumber is one without a point, which a move must follow.
	bareNumber = pattern(`^[0-9]{1,4}$`)
	// movePattern is what a word of a move in full looks like: two squares or more
	// with signs between.
	movePattern = pattern(`^(?:` + squareName + `|[0-9]{1,2})(?:D?` + moveSign + `(?:` + squareName + `|[0-9]{1,2}))+D?` + afterMove + `$`)
	// shortPattern is what one looks like that is shorter: cb4, c:b4, c3b4.
	shortPattern = pattern(`^[a-lсеа]` + moveSign + `?[a-lсеа][0-9]{1,2}` + afterMove + `$|^(?:[a-lсеа][0-9]{1,2}){2}` + afterMove + `$`)
	// spaced puts a space after the number of a move that has none.
	spaced = pattern(`([0-9](?:\.{1,3}|…))([^.…\s])`)
	// dashed is a move whose dash has spaces around it.
	dashed = pattern(`(` + fileLetter + `?[0-9]{1,2}) (` + moveSign + `) (` + fileLetter + `?[0-9])`)
	// oneMove finds a move in a sentence, with its number if it has one.
	oneMove = pattern(`(?:` + itsNumber + `)?` + plainMove + afterMove)
	// sentence finds moves in sentences: a number and a move in full, and what follows
	// of the kind.
	sentence = pattern(itsNumber + plainMove + `(?:[ \x{a0}](?:` + itsNumber + `)?` + plainMove + `)*`)
)

// Moves in sentences that are not in code, which have to be plain.
const (
	itsNumber = `[0-9]{1,3}(?:\.{1,3}|…)[ \x{a0}]?`
	plainMove = `(?:[a-l][0-9]{1,2}(?:[-:x×–][a-l][0-9]{1,2})+|[0-9]{1,2}(?:[-:x×–][0-9]{1,2})+)`
)

// mention is moves that a sentence has.
type mention struct {
	at      int // byte of the manuscript
	text    string
	words   []string
	moves   []string
	where   []int // they stand in words
	numbers []numbered
}

type numbered struct {
	before int // so many moves
	number int
	second bool // with dots, of the side that moves second
	either bool // without a point
	text   string
}

func mentionOf(at int, text string) *mention {
	inside := text
	for _, pair := range []string{"()", "[]"} {
		if begun, ok := strings.CutPrefix(inside, pair[:1]); ok && strings.HasSuffix(begun, pair[1:]) && strings.Count(begun, pair[:1]) == 0 {
			inside = begun[:len(begun)-1]
		}
	}
	inside = dashed().ReplaceAllString(spaced().ReplaceAllString(inside, "$1 $2"), "$1$2$3")
	n := &mention{at: at, text: text}
	for _, w := range strings.Fields(inside) {
		// 1. ... b6-c5
		if k := len(n.words); k > 0 && (w == "..." || w == "…" || w == "..") && moveNumber().MatchString(n.words[k-1]) {
			n.words[k-1] = strings.TrimRight(n.words[k-1], ".…)") + "..."
			continue
		}
		n.words = append(n.words, w)
	}
	for i, w := range n.words {
		p := moveNumber().FindStringSubmatch(w)
		if p == nil && bareNumber().MatchString(w) && i+1 < len(n.words) && movePattern().MatchString(n.words[i+1]) {
			p = []string{w, w, ""}
		}
		if p == nil {
			n.moves, n.where = append(n.moves, w), append(n.where, i)
			continue
		}
		number, _ := strconv.Atoi(p[1])
		n.numbers = append(n.numbers, numbered{len(n.moves), number, len(p[2]) > 1, p[2] == "" || p[2] == ")", w})
	}
	return n
}

// looksPlayed says whether code is moves: it begins with a number before others, or
// with a move in full, or in short where squares have letters.
func (m *manuscript) looksPlayed(n *mention) bool {
	switch {
	case len(n.moves) == 0:
		return false
	case len(n.numbers) > 0 && n.numbers[0].before == 0:
		return true
	}
	numeric := m.flow.report != nil && m.flow.report.Variant.Board().Numbering == record.Numeric
	first := n.moves[0]
	switch {
	case !movePattern().MatchString(first):
		return m.flow.report != nil && !numeric && shortPattern().MatchString(first)
	case first[0] > '9':
		return true
	}
	// Numbers are squares only where squares have numbers; else they may be a score.
	return numeric && !score().MatchString(first)
}

// score finds results, which have the form of a move.
var score = pattern(`^(?:0-[0-2]|[0-2]-0|1-1)$`)

// code returns a span of code: a text, or moves, which are played.
func (m *manuscript) code(n *ast.CodeSpan) ast.Node {
	said := mentionOf(n.FirstChild().(*ast.Text).Segment.Start, m.book.textOf(n))
	if !m.looksPlayed(said) {
		return n
	}
	printed, why := m.mention(said, false)
	if !why.IsZero() {
		m.wrong(said.at, why)
	}
	return &part{name: "Unbroken", content: unbroken{printed, "move"}}
}

// sentence plays the moves in the text of a sentence, as far as they have numbers and are
// in full: 12. b2:h6. It passes what is wrong, with its byte in the text. Who has not said
// that they are moves may have meant something else with the number.
func (m *manuscript) sentence(text string, wrong func(at int, why message.Message)) {
	f := &m.flow
	if f.report == nil {
		return
	}
	numeric := f.report.Variant.Board().Numbering == record.Numeric
	wrongFrom, wrongTo := math.MaxInt, -1 // by half-moves: what continues these cannot be played either
	for _, found := range sentence().FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:found[0]])
		after := text[found[1]:]
		next, size := utf8.DecodeRuneInString(after)
		further, _ := utf8.DecodeRuneInString(after[size:])
		if joined(before) || strings.ContainsRune(".,:/-", before) || joined(next) || strings.ContainsRune(".,-–:/", next) && joined(further) {
			continue
		}
		n := mentionOf(found[0], text[found[0]:found[1]])
		if len(n.moves) == 0 || (n.moves[0][0] <= '9') != numeric {
			continue
		}
		begin := 2 * n.numbers[0].number
		if n.numbers[0].second {
			begin++
		}
		if _, why := m.mention(n, true); !why.IsZero() {
			if begin <= wrongFrom || begin > wrongTo {
				wrong(n.at, why)
				wrongFrom = begin
			}
			wrongTo = begin + len(n.moves)
		} else {
			wrongFrom, wrongTo = math.MaxInt, -1
		}
	}
}

// pieces divides a text into moves, each with its number, and what is between them.
func pieces(text string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		end := 0
		for _, found := range oneMove().FindAllStringIndex(text, -1) {
			if found[0] > end && !yield(text[end:found[0]], false) || !yield(text[found[0]:found[1]], true) {
				return
			}
			end = found[1]
		}
		if end < len(text) {
			yield(text[end:], false)
		}
	}
}

func joined(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// mention plays moves that a sentence has, and returns their text with what is misspelled in it
// put right, or why they cannot be played. What is perhaps no number of a move need not be right.
func (m *manuscript) mention(n *mention, perhaps bool) (string, message.Message) {
	f := &m.flow
	if f.lost {
		return n.text, message.Message{}
	}
	if f.report == nil {
		return n.text, message.Of("book.no-flow", "moves", n.text)
	}
	ply := -1 // not said
	if len(n.numbers) > 0 {
		first := &n.numbers[0]
		if ply = f.plyOf(first.number, first.second); ply >= 0 {
			ply -= first.before
		}
		if ply < 0 && !perhaps {
			return n.text, message.Of("book.no-move-number", "moves", n.text, "number", first.text)
		}
		for _, number := range n.numbers[1:] {
			expected := f.report.MoveNumber(ply + number.before + 1)
			right := strconv.Itoa(number.number) + "."
			if number.second || number.either && strings.HasSuffix(expected, "...") {
				right += ".."
			}
			if right != expected && !perhaps {
				return n.text, message.Of("book.wrong-number",
					"number", number.text, "move", n.moves[number.before], "expected", expected)
			}
		}
	}
	why := message.Message{}
	places := f.places(ply, n.moves)
	if perhaps && ply >= 0 {
		places = append(places, f.places(-1, n.moves)...)
	}
	for _, from := range places {
		positions, text, said := m.play(from.position, n)
		if positions != nil {
			f.mentioned(from.ply, positions)
			return text, message.Message{}
		}
		if why.IsZero() {
			why = said
		}
	}
	if why.IsZero() {
		why = message.Of("book.no-move-number", "moves", n.text, "number", n.numbers[0].text)
	}
	return n.text, why
}

// impossible returns the message that moves cannot be played, though the first legal of
// them can. If the reason begins with the next of them, that move is named once.
func impossible(n *mention, legal int, why message.Message) message.Message {
	at := n.where[legal]
	if !strings.HasPrefix(why.In(message.English), n.words[at]+":") {
		return message.Of("book.impossible", "moves", strings.Join(n.words[:at+1], " "), "why", why)
	}
	if before := strings.Join(n.words[:at], " "); before != "" {
		return message.Of("book.impossible-word", "before", before, "why", why)
	}
	return why
}

// flow is the moves that sentences talk about: those of a game, and those that a
// sentence has gone on with since it left them.
type flow struct {
	report *replay.Report
	lost   bool              // not all of its moves can be played, which is reported: no more is
	starts []record.Position // before each ply of the game's own moves, and after the last
	short  []string          // its moves in short notation
	last   int               // the ply, from 0, that was last mentioned; -1 for none
	aside  []record.Position // after the moves mentioned since the game was left, the first being that of the game
	from   int               // the ply of aside's first position
}

// follow makes a game the one that sentences talk about.
func (f *flow) follow(r *replay.Report) {
	*f = flow{report: r, short: r.Spell(replay.Short), last: -1, lost: isLost(r)}
	for _, ply := range r.Plies() {
		f.starts = append(f.starts, ply.Before.Record())
	}
	if f.starts == nil {
		f.report = nil
	}
}

// isLost says whether not all moves of a game can be played.
func isLost(r *replay.Report) bool { return len(r.Moves) < len(r.Game.Plies) }

// plyOf returns the ply, from 0, that has a number; -1 where the game has none.
func (f *flow) plyOf(n int, second bool) int {
	number := strconv.Itoa(n) + "."
	if second {
		number += ".."
	}
	// Numbers rise by one with two plies, from any first number.
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

// places returns the positions from which moves may be meant, likeliest first: a ply that is not
// said is the one after the last, or any at which the game has the first move.
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
	first := strings.TrimRight(moves[0], signs)
	for i, short := range f.short {
		if (short == first || f.report.Moves[i] == first) && len(all) < maxPlaces {
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

// misspelled are the repairs of a book's moves. Which dash they have, and whether
// a king is marked, is the author's choice.
var misspelled = []record.Code{record.WrongSeparator, record.LookAlike, record.LetterCase, record.SquareOrder}

// play plays the moves of a mention from a position. It returns the positions before and
// after each of them, and the text with what is misspelled put right; or why they cannot be.
func (m *manuscript) play(start *record.Position, n *mention) (
	positions []record.Position, text string, why message.Message,
) {
	moves := strings.Join(n.moves, " ")
	r := m.judged(start, moves)
	for _, f := range r.Faults {
		if f.Severity >= record.Illegal {
			at := min(max(f.At-(len(r.Game.Text)-len(movesEnd)-len(moves)), 0), len(moves))
			return nil, "", impossible(n, min(strings.Count(moves[:at], " "), len(n.moves)-1), f.Message)
		}
	}
	for i, move := range n.moves { // each of them is one
		if i >= len(r.Game.Plies) || !strings.HasPrefix(move, r.Game.Plies[i].Word.Text) {
			return nil, "", impossible(n, i, message.Of("book.not-moves", "word", move))
		}
	}
	right := slices.Clone(n.words)
	for _, f := range r.Faults {
		if f.Ply < 1 || f.Ply > len(n.moves) || !slices.Contains(misspelled, f.Code) {
			continue
		}
		move := r.Moves[f.Ply-1]
		if slices.ContainsFunc(r.Game.Plies[f.Ply-1].Word.Steps, func(s record.Step) bool { return !s.Whole() }) {
			move = r.Spell(replay.Short)[f.Ply-1]
		}
		at := n.where[f.Ply-1]
		right[at] = move + n.words[at][len(strings.TrimRight(n.words[at], signs)):]
	}
	for _, ply := range r.Plies() {
		positions = append(positions, ply.Before.Record())
	}
	if slices.Equal(right, n.words) {
		return positions, n.text, why
	}
	return positions, strings.Join(right, " "), why
}

// movesEnd is appended to moves that are played.
const movesEnd = " *\n"

// judged plays written moves from a position.
func (m *manuscript) judged(start *record.Position, moves string) *replay.Report {
	var g record.Game
	text := "[GameType \"" + start.Variant.GameType() + "\"]\n[Variant \"" + start.Variant.String() + "\"]\n[FEN \"" + start.FEN() + "\"]\n\n" + moves + movesEnd
	m.parser.Variant = start.Variant
	m.parser.ParseInto(grammar.Chunk{Text: text, Format: grammar.PDN, Source: record.Source{File: m.book.File, Number: 1, Line: 1}}, &g)
	return replay.Judge(&g, start.Variant)
}

// together keeps the number of a move with it.
func together(text string) string {
	return spaced().ReplaceAllString(strings.ReplaceAll(text, ". ", ".\u00a0"), "$1$2")
}
