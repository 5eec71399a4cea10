package main

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

// page is a set of tables, written as text for a terminal, or as one HTML file with pictures,
// which needs neither network nor scripts, and is light or dark as the reader chooses.
type page struct {
	Title      string
	Notes      []string
	Sections   []section
	Provenance template.JS // a JSON object in the page, or ""
}

// section is a table, if any, and in HTML the pictures of its numbers.
type section struct {
	*table.Table
	Pictures []picture
}

type picture struct {
	SVG     template.HTML
	Chart   *chart // nil if SVG is set
	Caption string
}

// writeText writes the page as text. w must be buffered and keep its errors until it is flushed.
func (p *page) writeText(w io.Writer) error {
	lines := func(lines ...string) {
		for _, line := range lines {
			fmt.Fprintln(w, table.Printable(line))
		}
	}
	lines(p.Title)
	lines(p.Notes...)
	for _, s := range p.Sections {
		lines("")
		if s.Title != "" {
			lines(s.Title)
		}
		if err := s.Write(w, "text", language); err != nil {
			return err
		}
		lines(s.Notes...)
	}
	return nil
}

// HTML returns the table as an HTML element, or "" if it has no rows.
func (s *section) HTML() (template.HTML, error) {
	for range s.Rows {
		var text strings.Builder
		err := s.Write(&text, "html", language)
		return template.HTML(text.String()), err
	}
	return "", nil
}

//go:embed *.html *.css *.js
var pageFiles embed.FS

// templates returns the pages that the command writes and serves, by file name.
var templates = sync.OnceValue(func() *template.Template {
	file := func(name string) string {
		text, err := pageFiles.ReadFile(name)
		if err != nil {
			panic(err) // the file is embedded
		}
		return string(text)
	}
	return template.Must(template.New("").Funcs(template.FuncMap{
		"printable": table.Printable,
		"language":  func() string { return language.String() },
		"label":     func(id message.ID) string { return say(id) },
		"say":       say,
		"answered":  func() string { return say("review.answered", "n", "$n", "all", "$all") },
		// A page's own style sets the colours of charts, and those of boards in dark mode.
		"boards":   func() template.CSS { return template.CSS(diagram.StyleSheet()) },
		"examples": func() []string { return exampleQueries },
		// It contains no text of a record.
		"diagram": func(p *record.Position) template.HTML { return template.HTML(diagram.Position(p, p.FEN())) },
		"part":    func(name string) template.HTML { return convert.PagePart(name, language) }, // for pages with a board
		"style":   func(name string) template.CSS { return template.CSS(file(name)) },
		"script":  func(name string) template.JS { return template.JS(file(name)) },
	}).ParseFS(pageFiles, "*.html"))
})

func writePage(out *output, p *page) error {
	if err := templates().ExecuteTemplate(out, "pages.html", p); err != nil {
		return err
	}
	return out.commit()
}

const (
	firstMoves    = 14 // moves of the root in the chart
	drawnBoards   = 6  // positions that are drawn
	chartedNames  = 20 // players in the chart
	chartedPlaces = 40 // places of a tournament in the chart
	allRows       = stats.MaxRows
)

// column returns at most most cells of the named column, or none if it is absent.
func column(t *table.Table, name string, most int) (cells []any) {
	i := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == name })
	for row := range t.Rows {
		if i < 0 || len(cells) == most {
			break
		}
		cells = append(cells, row[i])
	}
	return cells
}

// numbers returns such cells as numbers, with NaN for nil.
func numbers(t *table.Table, name string, most int) (values []float64) {
	for _, cell := range column(t, name, most) {
		switch n := cell.(type) {
		case int:
			values = append(values, float64(n))
		case float64:
			values = append(values, n)
		case nil:
			values = append(values, math.NaN())
		}
	}
	return values
}

// textsIn returns such cells as text.
func textsIn(t *table.Table, name string, most int) (texts []string) {
	for _, cell := range column(t, name, most) {
		texts = append(texts, table.Cut(fmt.Sprint(cell), table.MaxName))
	}
	return texts
}

// stacksOf returns a stack for each part, a pair of its title's message and a column's name.
func stacksOf(t *table.Table, most int, parts ...[2]string) (stacks []stack) {
	for _, part := range parts {
		stacks = append(stacks, stack{say(message.ID(part[0])), numbers(t, part[1], most)})
	}
	return stacks
}

func openingsPage(tree *stats.Tree) *page {
	root, lines := &tree.Positions[0], tree.Printed(language)
	p := &page{Title: lines.Title, Notes: []string{say("page.from", "fen", root.Position.FEN())}}
	if tree.MinGames > 1 {
		p.Notes = append(p.Notes, say("page.at-least", "n", tree.MinGames))
	}
	lines.Title = ""
	s := section{Table: lines}
	if root.Tally.Games > 0 && len(root.Moves) > 0 {
		s.Pictures = append(s.Pictures, chartOfMoves(tree))
	}
	for i := range min(drawnBoards, len(tree.Positions)) {
		n := &tree.Positions[i]
		caption := cmp.Or(tree.Numbered(tree.Line(i)), say("page.root"))
		if n.Name != "" {
			caption += " «" + table.Cut(n.Name, table.MaxName) + "»"
		}
		share := "-"
		if n.Tally.Decided() > 0 {
			share = message.Decimal(100*n.Tally.Share(), 1).In(language) + "%"
		}
		caption += ": " + say("page.reached", "n", n.Tally.Games, "share", share)
		s.Pictures = append(s.Pictures, picture{SVG: template.HTML(diagram.Position(&n.Position, n.Position.FEN())), Caption: caption})
	}
	p.Sections = []section{s}
	return p
}

func chartOfMoves(tree *stats.Tree) picture {
	root := &tree.Positions[0]
	// Grey, the last colour, is for draws.
	stacks := []stack{{name: say("page.white-won")}, {name: say("page.black-won")}, {name: say("page.drawn")}}
	var moves []string
	for _, e := range root.Moves[:min(firstMoves, len(root.Moves))] {
		t := &tree.Positions[e.To].Tally
		moves = append(moves, e.Move)
		for i, n := range []int{t.WhiteWins, t.BlackWins, t.Draws} {
			stacks[i].values = append(stacks[i].values, float64(n))
		}
	}
	return bars("", say("page.games"), moves, stacks, say("page.first-moves-chart"), say("page.first-moves-caption"))
}

// playersPage returns the page of the table that stats.Players.Printed returns.
func playersPage(t *table.Table) *page {
	p := &page{Title: t.Title}
	if len(t.Columns) == 0 {
		return p
	}
	t.Title = ""
	stacks := stacksOf(t, chartedNames, [2]string{"page.won", "wins"}, [2]string{"page.lost", "losses"},
		[2]string{"page.drawn", "draws"})
	chart := bars("", say("page.games"), textsIn(t, "name", chartedNames), stacks, say("page.players-chart"), say("page.players-caption"))
	p.Sections = []section{{t, []picture{chart}}}
	return p
}

func tablesPage(about *table.Table, printed []*table.Table) *page {
	p := &page{Title: about.Title, Notes: about.Notes}
	for _, t := range printed {
		p.Sections = append(p.Sections, section{Table: t})
	}
	return p
}

// tournamentPage returns the page of the tables that stats.Tournament.Tables returns.
func tournamentPage(about *table.Table, printed []*table.Table) *page {
	p := tablesPage(about, printed)
	if len(printed) > 0 {
		t := printed[0]
		stacks := stacksOf(t, chartedPlaces, [2]string{"page.by-wins", "wins"}, [2]string{"page.by-draws", "draws"})
		for i := range stacks[1].values {
			stacks[1].values[i] /= 2
		}
		chart := bars("", say("page.points"), textsIn(t, "name", chartedPlaces), stacks, say("page.table-chart"), say("page.table-caption"))
		p.Sections[0].Pictures = []picture{chart}
	}
	return p
}

// adiukhPage returns the page of the tables that stats.Adiukh.Tables returns.
func adiukhPage(about *table.Table, printed []*table.Table) *page {
	p := tablesPage(about, printed)
	scores, giving, lengths, squares, years := &p.Sections[0], &p.Sections[3], &p.Sections[5], &p.Sections[6], &p.Sections[7]
	scores.Pictures = []picture{chartOfScores(scores.Table)}
	if len(giving.Columns) > 0 {
		stacks := stacksOf(giving.Table, allRows, [2]string{"page.walked", "walked"}, [2]string{"page.given", "given"},
			[2]string{"page.taken", "taken"}, [2]string{"page.stayed", "stayed"})
		won := []string{say("page.winners"), say("page.losers")}
		chart := bars("", say("page.points-a-game"), won, stacks, say("page.giving-chart"), say("page.giving-caption"))
		giving.Pictures = []picture{chart}
	}
	// Each mean is in the middle of its ten plies.
	ends := points(lengths.Table, "from", 4.5, "mean")
	lengths.Pictures = means(say("page.plies"), say("page.margin"), ends,
		say("page.lengths-chart"), say("page.lengths-caption"))
	if len(squares.Columns) > 0 {
		playedOut := numbers(scores.Table, "playedOut", allRows)
		squares.Pictures = shadedBoards(squares.Table, playedOut[len(playedOut)-1])
	}
	dated := points(years.Table, "year", 0, "meanPoints")
	if len(dated) > 0 && math.IsNaN(dated[0].X) { // games without a date
		dated = dated[1:]
	}
	if len(dated) > 1 {
		years.Pictures = means(say("page.year"), say("page.points-white"), dated,
			say("page.years-chart"), say("page.years-caption"))
	}
	return p
}

// points returns means and spreads by the values of a column plus add.
func points(t *table.Table, x string, add float64, mean string) (all []point) {
	means, spreads := numbers(t, mean, allRows), numbers(t, "spread", allRows)
	for i, at := range numbers(t, x, allRows) {
		all = append(all, point{at + add, means[i], spreads[i]})
	}
	return all
}

// chartOfScores shows all scores from 24:0 to 0:24, including those of no game.
func chartOfScores(t *table.Table) picture {
	white := numbers(t, "white", allRows)
	white = white[:len(white)-1] // without the row of sums
	var scores []string
	const most = 24
	for n := most; n >= 0; n-- {
		scores = append(scores, fmt.Sprintf("%d:%d", n, most-n))
	}
	var stacks []stack
	for _, c := range t.Columns[5:] {
		part := stack{name: c.Title, values: make([]float64, most+1)}
		games := 0.0
		for i, n := range numbers(t, c.Name, len(white)) {
			part.values[most-int(white[i])] = n
			games += n
		}
		if games > 0 {
			stacks = append(stacks, part)
		}
	}
	return bars(say("page.score"), say("page.games"), scores, stacks, say("page.scores-chart"), say("page.scores-caption"))
}

// shadedBoards shows how often each square had towers of each side, and how many pieces.
func shadedBoards(t *table.Table, games float64) []picture {
	at := map[string]int{} // the row of a square
	for i, name := range textsIn(t, "square", allRows) {
		at[name] = i
	}
	sides := [2][]float64{numbers(t, "whiteTowers", allRows), numbers(t, "blackTowers", allRows)}
	pieces, ofBlack := numbers(t, "whitePieces", allRows), numbers(t, "blackPieces", allRows)
	mostTowers, mostPieces := 1.0, 1.0
	for i := range pieces {
		pieces[i] += ofBlack[i]
		mostTowers, mostPieces = max(mostTowers, sides[0][i], sides[1][i]), max(mostPieces, pieces[i])
	}
	board := func(label, caption string, values []float64, most float64, text func(n float64) string) picture {
		shades := diagram.DrawShades(record.Adiukh, label, func(s record.Square) (float64, string) {
			n := values[at[record.Adiukh.Board().Name(s)]]
			return n / most, text(n)
		})
		return picture{SVG: template.HTML(shades.AppendSVG(nil, diagram.Length{})), Caption: caption}
	}
	share := func(n float64) string { return message.Decimal(100*n/games, 0).In(language) + "%" }
	mean := func(n float64) string { return message.Decimal(n/games, 2).In(language) }
	return []picture{
		board(say("page.towers-white-picture"), say("page.towers-white-caption"), sides[0], mostTowers, share),
		board(say("page.towers-black-picture"), say("page.towers-black-caption"), sides[1], mostTowers, share),
		board(say("page.pieces-picture"), say("page.pieces-caption"), pieces, mostPieces, mean),
	}
}

// Sizes of charts, in pixels.
const (
	chartHeight = 373
	fontSize    = 13
	letterWidth = 7.3 // approximately the widest character
	legendLine  = 18
	tickLength  = 5
	maxMark     = 24 // the most characters of a name under a bar
)

// chart is drawn by pages.html: bars, or points joined by a line.
type chart struct {
	Label         string // the alternative text
	Width, Height pixel
	X, Y          axis
	Turned        bool     // the labels of X are rotated
	Legend        []string // the names of several series
	Bars          []bar
	Points        []point
}

// pixel is a position or a length in a chart.
type pixel float64

// String formats p for SVG.
func (p pixel) String() string { return fmt.Sprintf("%.1f", float64(p)) }

// axis maps the values from low to high to the pixels between From and To.
type axis struct {
	Title     string
	low, high float64
	Ticks     []tick
	From, To  pixel
}

func (a *axis) At(value float64) pixel {
	return a.From + pixel((value-a.low)/(a.high-a.low))*(a.To-a.From)
}

func (a *axis) Middle() pixel { return (a.From + a.To) / 2 }

type tick struct {
	At    float64
	Label string
}

// longest returns the approximate width of the widest label.
func (a *axis) longest() pixel {
	n := 0
	for _, t := range a.Ticks {
		n = max(n, utf8.RuneCountInString(t.Label))
	}
	return pixel(letterWidth * float64(n))
}

// wholeTicks returns ticks at whole numbers, about eight at most.
func wholeTicks(low, high float64) []tick {
	step := 1.0
	for i := 0; (high-low)/step > 8; i++ {
		step *= [...]float64{2, 2.5, 2}[i%3] // 1, 2, 5, 10, 20, ...
	}
	var ticks []tick
	for n := math.Ceil(low / step); n*step <= high; n++ {
		ticks = append(ticks, tick{n * step, fmt.Sprintf("%.0f", n*step+0)}) // + 0 turns -0 into 0
	}
	return ticks
}

// place positions the axes so that labels and legend have space.
func (c *chart) place() *chart {
	c.Height = chartHeight
	c.X.From, c.X.To = 12+c.Y.longest()+tickLength, c.Width-8
	c.Y.From, c.Y.To = c.Height-fontSize-12, 8
	if c.Turned { // by 45 degrees: they need space below, and the first one to the left
		aside := math.Sqrt2 / 2 * c.X.longest()
		c.Y.From -= aside
		c.X.From = max(c.X.From, aside/2)
	}
	if c.Y.Title != "" {
		c.X.From += fontSize + 4
	}
	if c.X.Title != "" {
		c.Y.From -= fontSize + 6
	}
	if len(c.Legend) > 0 {
		c.Y.To += pixel(legendLine*len(c.Legend)) + 6
	}
	return c
}

// bar is a segment of a stacked bar, with the number of its colour.
type bar struct {
	X, Y, Width, Height pixel
	Series              int // a colour of pages.html: they are distinct in light and dark mode, without red and green
}

type stack struct {
	name   string
	values []float64 // by bar, not negative
}

// bars draws a stacked bar for each name.
func bars(x, y string, names []string, stacks []stack, label, caption string) picture {
	tops := make([]float64, len(names)+1) // one more, since slices.Max needs an element
	c := &chart{Label: label, Width: max(pixel(len(names))*35, 400)}
	for _, s := range stacks {
		if len(stacks) > 1 {
			c.Legend = append(c.Legend, s.name)
		}
		for j, value := range s.values {
			tops[j] += value
		}
	}
	if len(names) > 30 {
		c.Width = 1067
	}
	high := cmp.Or(slices.Max(tops), 1)
	c.X = axis{Title: x, low: -0.6, high: float64(len(names)) - 0.4}
	c.Y = axis{Title: y, high: high, Ticks: wholeTicks(0, high)}
	for i, name := range names {
		name = table.Cut(table.Printable(name), maxMark)
		c.X.Ticks = append(c.X.Ticks, tick{float64(i), name})
	}
	c.Turned = c.X.longest() > (c.Width-70)/pixel(len(names))
	c.place()
	wide := min(0.7*(c.X.At(1)-c.X.At(0)), 53)
	for i := range names {
		below := 0.0
		for j, s := range stacks {
			if i < len(s.values) && s.values[i] > 0 {
				top := c.Y.At(below + s.values[i])
				c.Bars = append(c.Bars, bar{c.X.At(float64(i)) - wide/2, top, wide, c.Y.At(below) - top, j})
				below += s.values[i]
			}
		}
	}
	return picture{Chart: c, Caption: caption}
}

// point is a mean with its spread in both directions.
type point struct{ X, Mean, Spread float64 }

// Low and High return the ends of the spread.
func (p point) Low() float64  { return p.Mean - p.Spread }
func (p point) High() float64 { return p.Mean + p.Spread }

// means draws points joined by a line, or returns nil if there are none.
func means(x, y string, points []point, label, caption string) []picture {
	points = slices.DeleteFunc(slices.Clone(points), func(p point) bool { return math.IsNaN(p.Mean) || math.IsNaN(p.Spread) })
	if len(points) == 0 {
		return nil
	}
	c := &chart{Label: label, Width: 613, Points: points}
	first := points[0]
	c.X, c.Y = axis{Title: x, low: first.X, high: first.X}, axis{Title: y, low: first.Mean, high: first.Mean}
	for _, p := range points {
		c.X.low, c.X.high = min(c.X.low, p.X), max(c.X.high, p.X)
		c.Y.low, c.Y.high = min(c.Y.low, p.Low()), max(c.Y.high, p.High())
	}
	for _, a := range []*axis{&c.X, &c.Y} {
		if a.low == a.high {
			a.low, a.high = a.low-1, a.high+1
		}
		a.Ticks = wholeTicks(a.low, a.high)
	}
	margin := (c.X.high - c.X.low) / 50 // for the first and the last point
	c.X.low, c.X.high = c.X.low-margin, c.X.high+margin
	return []picture{{Chart: c.place(), Caption: caption}}
}
