package book

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

var pattern = notation.Pattern

// The parts of moves. Cyrillic letters may replace Latin ones that look or sound alike, see
// word.FileOf.
const (
	fileLetter = `[a-lA-LабвсцдефгжнхАБВСЦДЕФГЖНХ]`
	squareName = fileLetter + `[0-9ОоЗзб][0-9]?`
	moveSign   = `[-:x×хХ*–—−]`
	signs      = `!?‼⁇⁉⁈`
	afterMove  = `[` + signs + `]*`
)

var (
	// moveNumber matches a move number. If it has no period, a move must follow it.
	moveNumber = pattern(`^([0-9]{1,4})(\.{1,3}|…|\)|)$`)
	// movePattern matches a move in full: two or more squares with signs between them.
	movePattern = pattern(`^(?:` + squareName + `|[0-9]{1,2})(?:D?` + moveSign + `(?:` + squareName + `|[0-9]{1,2}))+D?` + afterMove + `$`)
	// shortPattern matches a move in short notation: cb4, c:b4, c3b4.
	shortPattern = pattern(`^[a-lсеа]` + moveSign + `?[a-lсеа][0-9]{1,2}` + afterMove + `$|^(?:[a-lсеа][0-9]{1,2}){2}` + afterMove + `$`)
	// spaced matches a move number without a space after it.
	spaced = pattern(`([0-9](?:\.{1,3}|…))([^.…\s])`)
	// dashed matches a move whose dash has spaces around it.
	dashed = pattern(`(` + fileLetter + `?[0-9]{1,2}) (` + moveSign + `) (` + fileLetter + `?[0-9])`)
	// oneMove matches a move in a sentence, with its number if it has one.
	oneMove = pattern(`(?:` + itsNumber + `)?` + plainMove + afterMove)
	// sentence matches moves in a sentence: a number and a move in full, then more moves, with or
	// without numbers.
	sentence = pattern(itsNumber + plainMove + afterMove + `(?:[ \x{a0}](?:` + itsNumber + `)?` + plainMove + afterMove + `)*`)
)

// Numbers and moves outside code spans, which are matched more strictly.
const (
	itsNumber = `[0-9]{1,3}(?:\.{1,3}|…)[ \x{a0}]?`
	plainMove = `(?:[a-l][0-9]{1,2}(?:[-:x×–][a-l][0-9]{1,2})+|[0-9]{1,2}(?:[-:x×–][0-9]{1,2})+)`
)

// mention is a sequence of moves in a sentence.
type mention struct {
	at      int // offset in the manuscript
	text    string
	words   []string
	moves   []string
	where   []int // indexes of the moves in words
	numbers []numbered
}

type numbered struct {
	before int // moves of the mention before it
	number int
	second bool // with dots: the side that moves second
	either bool // without a period: either side
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
		if k := len(n.words); k > 0 && (w == "..." || w == "…" || w == "..") &&
			strings.ContainsAny(n.words[k-1], ".…)") && moveNumber().MatchString(n.words[k-1]) {
			n.words[k-1] = strings.TrimRight(n.words[k-1], ".…)") + "..."
			continue
		}
		n.words = append(n.words, w)
	}
	for i, w := range n.words {
		p := moveNumber().FindStringSubmatch(w)
		if p == nil || p[2] == "" && (i+1 == len(n.words) || !movePattern().MatchString(n.words[i+1])) {
			n.moves, n.where = append(n.moves, w), append(n.where, i)
			continue
		}
		number, _ := strconv.Atoi(p[1])
		n.numbers = append(n.numbers, numbered{len(n.moves), number, len(p[2]) > 1, p[2] == "" || p[2] == ")", w})
	}
	return n
}

// looksPlayed reports whether a code span consists of moves: it begins with a move number, with a
// move in full or, on a board with letters, with one in short notation.
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
	// Numbers are squares only on boards whose squares are numbered; elsewhere they may be a score.
	return numeric && !score().MatchString(first)
}

// score matches results that have the form of a move.
var score = pattern(`^(?:0-[0-2]|[0-2]-0|1-1)$`)

// code converts a code span: it plays moves and leaves any other text.
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

// sentence plays the moves in a text that begin with a number and are written in full: 12. b2:h6.
// It passes each error to wrong, with its byte offset in the text. The numbers need not be move
// numbers, for the text is not marked as moves.
func (m *manuscript) sentence(text string, wrong func(at int, why message.Message)) {
	f := &m.flow
	if f.report == nil {
		return
	}
	numeric := f.report.Variant.Board().Numbering == record.Numeric
	wrongFrom, wrongTo := math.MaxInt, -1 // plies of the last error; moves that continue them also fail
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

// pieces splits a text into moves, each with its number, and the text between them. It yields true
// with the moves.
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

// mention plays moves of a sentence, and returns their text with its spelling corrected, or the
// reason why they cannot be played. With perhaps, the numbers need not be move numbers.
func (m *manuscript) mention(n *mention, perhaps bool) (string, message.Message) {
	f := &m.flow
	if f.lost {
		return n.text, message.Message{}
	}
	if f.report == nil {
		return n.text, message.Of("book.no-flow", "moves", n.text)
	}
	ply := -1 // unknown
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

// impossible returns the message that a move cannot be played though the first legal moves of the
// mention can. If why begins with that move, the message does not repeat it.
func impossible(n *mention, legal int, why message.Message) message.Message {
	at := n.where[legal]
	if !strings.HasPrefix(why.In(message.English), strings.TrimRight(n.words[at], signs)+":") {
		return message.Of("book.impossible", "moves", strings.Join(n.words[:at+1], " "), "why", why)
	}
	if before := strings.Join(n.words[:at], " "); before != "" {
		return message.Of("book.impossible-word", "before", before, "why", why)
	}
	return why
}

// flow holds the moves that sentences refer to: those of the current game, and those with which
// sentences have departed from it.
type flow struct {
	report *replay.Report
	lost   bool     // some moves cannot be played; as that is a fault, no more are reported
	starts *starts  // before each ply of the line, and after the last
	short  []string // the game's moves in short notation
	last   int      // the last ply mentioned, from 0; -1 if none
	aside  starts   // the positions of moves that depart from the game, if any
}

// starts are the positions of a line from a ply on; earlier ones are those of another line, if any.
type starts struct {
	own    []record.Position
	before int     // plies before own
	of     *starts // the other line, or nil
}

// at returns the position before a ply, from 0, or nil if absent.
func (s *starts) at(ply int) *record.Position {
	for s.of != nil && ply < s.before {
		s = s.of
	}
	if ply -= s.before; ply < 0 || ply >= len(s.own) {
		return nil
	}
	return &s.own[ply]
}

// follow makes a game the current one.
func (f *flow) follow(r *replay.Report) {
	*f = flow{report: r, short: r.Spell(replay.Short), last: -1, lost: isLost(r), starts: new(starts)}
	for _, ply := range r.Plies() {
		f.starts.own = append(f.starts.own, ply.Before.Record())
	}
	if f.starts.own == nil {
		f.report = nil
	}
}

// isLost reports whether some move of a game cannot be played.
func isLost(r *replay.Report) bool { return len(r.Moves) < len(r.Game.Plies) }

// plyOf returns the ply, from 0, that has a move number, or -1 if absent.
func (f *flow) plyOf(n int, second bool) int {
	// Numbers rise by one every two plies; the first may be any number.
	begin := f.report.MoveNumber(1)
	first, _ := strconv.Atoi(strings.TrimRight(begin, "."))
	ply := 2 * (n - first)
	if second {
		ply++
	}
	if strings.HasSuffix(begin, "...") {
		ply--
	}
	return max(ply, -1)
}

// maxPlaces limits the places in a game at which a move without a number is tried.
const maxPlaces = 50

// from is a position from which mentioned moves may start.
type from struct {
	ply      int
	position *record.Position
}

// places returns the positions from which moves may start, likeliest first. Without a ply: after
// the last mentioned ply, wherever the game has the first move, and before the last mentioned ply.
func (f *flow) places(ply int, moves []string) []from {
	var all []from
	add := func(ply int) {
		for _, line := range []*starts{&f.aside, f.starts} {
			if p := line.at(ply); p != nil {
				all = append(all, from{ply, p})
			}
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
			all = append(all, from{i, f.starts.at(i)})
		}
	}
	add(f.last) // an alternative to the last mentioned ply
	return all
}

// mentioned records the positions that a sentence has reached, from a ply on.
func (f *flow) mentioned(ply int, positions []record.Position) {
	f.last = ply + len(positions) - 2
	for i := range positions {
		if p := f.starts.at(ply + i); p == nil || *p != positions[i] {
			f.aside = starts{own: positions, before: ply}
			return
		}
	}
	f.aside = starts{} // back in the game
}

// misspelled are the repairs that are applied to the text of moves. Other spellings, such as marks
// of kings, are the author's choice.
var misspelled = []record.Code{record.WrongSeparator, record.LookAlike, record.LetterCase, record.SquareOrder}

// play plays the moves of a mention from a position. It returns the positions before and after each
// of them and the text with its spelling corrected, or the reason why they cannot be played.
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
	for i, move := range n.moves { // each has been read as one move
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

// movesEnd is appended to the text of moves before it is parsed.
const movesEnd = " *\n"

// judged parses moves as PDN and replays them from a position.
func (m *manuscript) judged(start *record.Position, moves string) *replay.Report {
	var g record.Game
	text := "[GameType \"" + start.Variant.GameType() + "\"]\n[Variant \"" + start.Variant.String() + "\"]\n[FEN \"" + start.FEN() + "\"]\n\n" + moves + movesEnd
	m.parser.Variant = start.Variant
	m.parser.ParseInto(grammar.Chunk{Text: text, Format: grammar.PDN, Source: record.Source{File: m.book.File, Number: 1, Line: 1}}, &g)
	return replay.Judge(&g, start.Variant)
}

// together replaces the space between a move number and its move by a no-break space.
func together(text string) string {
	return strings.ReplaceAll(text, ". ", ".\u00a0")
}
