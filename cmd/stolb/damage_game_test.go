package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// hurtGame is the index of the damaged game.
const hurtGame = 1

// hurtMark marks the damaged place in the text, if its line must be reported. It is removed
// before the text is read.
const hurtMark = '\ue000'

// style is how the games of a file are written down.
type style struct {
	layout  string
	variant record.Variant
	short   bool
	lang    int    // 0 Russian, 1 Ukrainian, 2 English
	named   bool   // every game names its variant
	head    int    // see (*damaged).headLines
	events  bool   // lines of the tournament are above the names
	number  string // after a move number; "" if rows have no numbers
	gap     string // between the moves of a row
	second  bool   // the second column has numbers
}

// The ways of naming the players.
const (
	headPair   = iota // Белые: A<tab>Черные: B
	headLines         // one below the other
	headNames         // A – B
	headVersus        // A – B: 1. ...
)

// in returns a word in the style's language.
func (s *style) in(russian, ukrainian, english string) string {
	return [...]string{russian, ukrainian, english}[s.lang]
}

func (s *style) numeric() bool { return s.variant.Board().Numbering == record.Numeric }

// tabs reports whether the moves of a row are in cells.
func (s *style) tabs() bool { return s.layout == corpus.Table && strings.Contains(s.gap, "\t") }

// lines reports whether every row has a line of its own.
func (s *style) lines() bool { return s.layout == corpus.Table || s.layout == corpus.Columns }

// flows reports whether rows follow each other on a line.
func (s *style) flows() bool { return !s.lines() }

// newStyle draws a style.
func newStyle(r *rand.Rand) *style {
	variants := record.Variants()
	variants = variants[:slices.Index(variants, record.International)+1]
	s := &style{
		layout:  corpus.Layouts()[r.IntN(len(corpus.Layouts()))],
		variant: variants[r.IntN(len(variants))],
		lang:    r.IntN(3),
		named:   r.IntN(3) > 0,
		events:  r.IntN(4) == 0,
		number:  []string{". ", ". ", ". ", ".", ") "}[r.IntN(5)],
		gap:     []string{"\t", "\t", "   ", " "}[r.IntN(4)],
		second:  r.IntN(2) > 0,
	}
	if r.IntN(2) > 0 { // prefer the tower games
		s.variant = []record.Variant{record.Bashni, record.Lasca, record.Adiukh}[r.IntN(3)]
	}
	s.short = !s.numeric() && s.layout != corpus.PDN && r.IntN(2) > 0
	switch s.layout {
	case corpus.Table:
		s.head = r.IntN(headVersus)
		if r.IntN(6) == 0 {
			s.number = ""
		}
	case corpus.Run:
		s.head = []int{headVersus, headVersus, headVersus, headPair, headLines, headNames}[r.IntN(6)]
		s.number = []string{". ", ". ", "."}[r.IntN(3)]
		s.gap = " "
	case corpus.PDN:
		s.named = true
		s.number = []string{". ", "."}[r.IntN(2)]
		s.gap = " "
	}
	return s
}

// writtenGame is a written game, in parts that can be damaged, with the truth about it.
type writtenGame struct {
	head []string // lines above the moves
	open string   // before the first move on its line
	rows []writtenRow
	foot []string // lines after the moves

	white, black string
	result       string   // as check reports it
	moves        []string // in full
	positions    []*replay.Position
}

type writtenRow struct {
	above  []string // lines of their own
	number string   // with the text after it
	cells  []writtenCell
	gap    string
	behind string
	broken bool // in running text: begins a line
}

type writtenCell struct {
	ply  int // from 1
	text string
}

// damaged is a file whose middle game is to be damaged.
type damaged struct {
	*style
	random *rand.Rand
	games  []*writtenGame
	gap    string              // between games
	render func() string       // writes the whole text; nil by default
	after  func(string) string // changes the whole text; may be nil
	encode func(string) []byte // nil for UTF-8
	want   want
}

var damagedNames = [3][]string{
	{"Иванов", "Петрова А. С.", "Салтыков-Щедрин", "Ли", "О. Бендер", "Каа", "Асеев", "Ян", "Кузнецов", "Смирнова", "Вальдемарас", "Городецкий В."},
	{"Іваненко", "Петренко О. В.", "Ґалаґан", "Їжакевич", "Нечуй-Левицький", "Ле", "Саєнко", "Мельник", "Г. Сковорода", "Дем'янюк"},
	{"Smith", "Le Goff", "O'Neil", "Lee", "Abe", "Brown J.", "Cade", "Dee", "Saint-Exupery", "A. Beach", "Wells"},
}

func newDamaged(t *testing.T, r *rand.Rand, s *style) *damaged {
	c := &damaged{style: s, random: r, gap: "\n"}
	generator, err := corpus.NewGenerator(s.variant, r.Uint64())
	require.NoError(t, err)
	names := slices.Clone(damagedNames[s.lang])
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for n := range 3 {
		c.games = append(c.games, c.write(t, generator.Game(n+1), names[2*n], names[2*n+1]))
	}
	return c
}

// write writes the first plies of a game.
func (c *damaged) write(t *testing.T, game *record.Game, white, black string) *writtenGame {
	g := &writtenGame{white: white, black: black}
	rules, err := replay.For(c.variant)
	require.NoError(t, err)
	p := rules.Start()
	var words []string
	for i := range min(len(game.Plies), 6+c.random.IntN(13)) {
		before := *p
		g.positions = append(g.positions, &before)
		move := game.Plies[i].Word.Text
		legal := p.Moves(nil)
		k := slices.IndexFunc(legal, func(m replay.Move) bool { return string(p.AppendMove(nil, &m, legal)) == move })
		require.GreaterOrEqual(t, k, 0, move)
		g.moves = append(g.moves, move)
		words = append(words, c.spell(p, &legal[k], legal))
		p.Play(&legal[k])
	}
	g.positions = append(g.positions, p)
	result := ""
	if !p.Over() { // otherwise the board might contradict it
		g.result, result = c.ending()
	}
	c.compose(g, words)
	c.headOf(g)
	switch {
	case c.layout == corpus.PDN:
		g.foot = []string{"*"}
		if g.result != "" {
			g.head = append(g.head, fmt.Sprintf("[Result %q]", g.result))
		}
		g.head = append(g.head, "")
	case result != "":
		g.foot = []string{result}
	}
	return g
}

// spell writes a move in the style's notation.
func (c *damaged) spell(p *replay.Position, m *replay.Move, legal []replay.Move) string {
	switch {
	case c.layout == corpus.PDN:
		word := string(p.Append(nil, m, legal, replay.Landings))
		if !c.variant.Towers() && c.variant.Straight() != record.Russian {
			word = strings.ReplaceAll(word, ":", "x")
		}
		return word
	case c.short:
		return string(p.Append(nil, m, legal, replay.Short))
	}
	return string(p.AppendMove(nil, m, legal))
}

// ending draws a result: as check reports it, and as written. In Adiukh points follow from the
// board, so a game that is broken off has a result in words.
func (c *damaged) ending() (result, written string) {
	switch c.random.IntN(5) {
	case 0:
		return "", ""
	case 1:
		return "1-0", c.in("Черные сдались.", "Чорні здалися", "Black resigned")
	case 2:
		return "0-1", c.in("Белые сдались", "Білі здалися.", "White resigned.")
	}
	if c.variant == record.Adiukh || c.layout == corpus.PDN && c.variant == record.International {
		return "", "" // these have two numbers of their own
	}
	switch c.random.IntN(3) {
	case 0:
		return "1-0", "1-0"
	case 1:
		return "0-1", "0-1"
	}
	return "1/2-1/2", c.in("Ничья", "Нічия", "1/2-1/2")
}

// compose puts the words into rows.
func (c *damaged) compose(g *writtenGame, words []string) {
	number := func(i int, second bool) string {
		if c.number == "" || second && !c.second {
			return ""
		}
		return strconv.Itoa(i/2+1) + c.number
	}
	if c.layout == corpus.Columns {
		for side := range 2 {
			for i := side; i < len(words); i += 2 {
				g.rows = append(g.rows, writtenRow{number: number(i, side == 1), cells: []writtenCell{{i + 1, words[i]}}})
			}
		}
		return
	}
	for i := 0; i < len(words); i += 2 {
		row := writtenRow{number: number(i, false), gap: c.style.gap, cells: []writtenCell{{i + 1, words[i]}}}
		if i+1 < len(words) {
			row.cells = append(row.cells, writtenCell{i + 2, words[i+1]})
		}
		g.rows = append(g.rows, row)
	}
}

// headOf writes the lines above the moves of g.
func (c *damaged) headOf(g *writtenGame) {
	if c.layout == corpus.PDN {
		if c.events {
			g.head = append(g.head, fmt.Sprintf("[Event %q]", c.in("Чемпионат", "Чемпіонат", "Championship")), `[Date "1987.03.12"]`)
		}
		g.head = append(g.head, fmt.Sprintf("[White %q]", g.white), fmt.Sprintf("[Black %q]", g.black),
			fmt.Sprintf("[GameType %q]", c.variant.GameType()), fmt.Sprintf("[Variant %q]", c.variant))
		return
	}
	if c.named {
		g.head = append(g.head, c.in("Вид", "Вид", "Variant")+": "+c.variant.String())
	}
	if c.events {
		g.head = append(g.head, c.in("Турнир: Кубок города", "Турнір: Кубок міста", "Event: City Cup"), c.in("Дата", "Дата", "Date")+": 12.03.1987")
	}
	heads := [2]string{c.in("Белые", "Білі", "White") + ": " + g.white, c.in("Черные", "Чорні", "Black") + ": " + g.black}
	switch {
	case c.layout == corpus.Columns:
		if c.variant.First() == record.Black {
			heads[0], heads[1] = heads[1], heads[0]
		}
		g.rows[0].above = heads[:1]
		g.rows[(len(g.moves)+1)/2].above = heads[1:]
	case c.head == headPair:
		g.head = append(g.head, heads[0]+"\t"+heads[1])
	case c.head == headLines:
		g.head = append(g.head, heads[0], heads[1])
	case c.head == headNames:
		g.head = append(g.head, g.white+" – "+g.black)
	default:
		g.open = g.white + " – " + g.black + ": "
	}
}

// lineOfRun is where running text and PDN are broken, in characters.
const lineOfRun = 76

// write appends the game's text.
func (g *writtenGame) write(text *strings.Builder, s *style) {
	for _, line := range g.head {
		text.WriteString(line + "\n")
	}
	text.WriteString(g.open)
	width := len([]rune(g.open))
	for i := range g.rows {
		r := &g.rows[i]
		words := make([]string, len(r.cells))
		for j, cell := range r.cells {
			words[j] = cell.text
		}
		line := r.number + strings.Join(words, r.gap) + r.behind
		if s.flows() && i > 0 {
			if n := len([]rune(line)); r.broken || len(r.above) > 0 || width+n > lineOfRun {
				text.WriteString("\n")
				width = n
			} else {
				text.WriteString(" ")
				width += n + 1
			}
		}
		for _, above := range r.above {
			text.WriteString(above + "\n")
		}
		text.WriteString(line)
		if s.lines() {
			text.WriteString("\n")
		}
	}
	if s.layout == corpus.PDN && len(g.foot) > 0 {
		text.WriteString(" ")
	} else if s.flows() {
		text.WriteString("\n")
	}
	for _, line := range g.foot {
		text.WriteString(line + "\n")
	}
}

// marked returns the file with the mark of the damaged place.
func (c *damaged) marked() string {
	var text string
	if c.render != nil {
		text = c.render()
	} else {
		var plain strings.Builder
		for i, g := range c.games {
			if i > 0 {
				plain.WriteString(c.gap)
			}
			g.write(&plain, c.style)
		}
		text = plain.String()
	}
	if c.after != nil {
		return c.after(text)
	}
	return text
}

// text returns the file.
func (c *damaged) text() string { return strings.ReplaceAll(c.marked(), string(hurtMark), "") }

// line returns the damaged line, from 1, or 0 if none is marked.
func (c *damaged) line(string) int {
	before, _, found := strings.Cut(c.marked(), string(hurtMark))
	if !found {
		return 0
	}
	return 1 + strings.Count(strings.ReplaceAll(before, "\r\n", "\n"), "\n")
}

// String describes what is wanted.
func (c *damaged) String() string {
	w := &c.want
	what := "all its moves"
	if w.ply > 0 {
		what = fmt.Sprintf("a fault at ply %d", w.ply)
		if !w.lost {
			what += ", or all its moves"
		}
	}
	return fmt.Sprintf("Wanted of game 2 (%v, %s): %s; %+v: %v", c.variant, c.layout, what, *w, c.games[hurtGame].moves)
}

// game returns the game to be damaged.
func (c *damaged) game() *writtenGame { return c.games[hurtGame] }

// plies returns the number of its plies.
func (c *damaged) plies() int { return len(c.game().moves) }

// cell returns the cell of a ply.
func (c *damaged) cell(ply int) *writtenCell {
	row, i := c.rowOf(ply)
	return &c.game().rows[row].cells[i]
}

// rowOf returns the index of a ply's row and of its cell there; a removed ply has none.
func (c *damaged) rowOf(ply int) (row, cell int) {
	for i := range c.game().rows {
		for j := range c.game().rows[i].cells {
			if c.game().rows[i].cells[j].ply == ply {
				return i, j
			}
		}
	}
	panic(fmt.Sprintf("no ply %d", ply))
}

// pick draws a ply, the first and the last more often than others.
func (c *damaged) pick() int {
	switch c.random.IntN(6) {
	case 0:
		return 1
	case 1:
		return c.plies()
	}
	return 1 + c.random.IntN(c.plies())
}

// one draws one of several texts.
func (c *damaged) one(of ...string) string { return of[c.random.IntN(len(of))] }

// moveSigns matches the signs between squares.
var moveSigns = regexp.MustCompile(`[-:x]`)

// final returns the position after the last move.
func (g *writtenGame) final() *replay.Position { return g.positions[len(g.positions)-1] }

// fits reports whether a word could mean a legal move before a ply of the damaged game.
func (c *damaged) fits(ply int, word string) bool {
	if g := c.game(); ply <= len(g.positions) {
		return fits(c.variant, g.positions[ply-1], word)
	}
	return true // anything may follow the end
}

// fits reports whether a word could mean a legal move, or the beginning of one, in any notation:
// generously, so that a word that does not fit is not a move at all.
func fits(v record.Variant, p *replay.Position, word string) bool {
	plain := func(s []byte) string { return moveSigns.ReplaceAllString(string(s), "") }
	name := func(s record.Square) string { return v.Board().Name(s) }
	word = plain([]byte(word))
	legal := p.Moves(nil)
	for i := range legal {
		m := &legal[i]
		from, to := name(p.From(m)), name(p.To(m))
		for _, way := range []string{plain(p.AppendMove(nil, m, legal)), plain(p.Append(nil, m, legal, replay.Short)), plain(p.Append(nil, m, legal, replay.Landings)),
			from + to, from[:1] + to, p.From(m).Algebraic() + p.To(m).Algebraic()} {
			if strings.HasPrefix(way, word) || strings.HasPrefix(word, way) {
				return true
			}
		}
	}
	return false
}
