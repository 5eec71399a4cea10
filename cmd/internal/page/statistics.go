package page

import (
	"fmt"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

const (
	firstMoves    = 14 // how many moves of the root the chart shows
	diagrams      = 6  // how many positions are drawn
	chartedNames  = 20 // how many players the chart shows
	chartedPlaces = 40 // how many places of a tournament
)

// column returns the cells of a table under a name, at most so many; nil if it
// has no such column.
func column(t *table.Table, name string, most int) (cells []any) {
	for i, c := range t.Columns {
		if c.Name != name {
			continue
		}
		for row := range t.Rows {
			if len(cells) == most {
				break
			}
			cells = append(cells, row[i])
		}
	}
	return cells
}

// numbers returns such cells as numbers, times a factor.
func numbers(t *table.Table, name string, most int, factor float64) (values []float64) {
	for _, cell := range column(t, name, most) {
		switch n := cell.(type) {
		case int:
			values = append(values, float64(n)*factor)
		case float64:
			values = append(values, n*factor)
		}
	}
	return values
}

// names returns such cells as texts.
func names(t *table.Table, name string, most int) (texts []string) {
	for _, cell := range column(t, name, most) {
		texts = append(texts, table.Cut(fmt.Sprint(cell), table.MaxName))
	}
	return texts
}

const all = stats.MaxRows

// words says things in a page's language.
type words struct{ message.Language }

func (w words) tell(id message.ID, args ...any) string { return message.Of(id, args...).In(w.Language) }

// stack is a part of each bar, by the values of a column.
func (w words) stack(title message.ID, t *table.Table, name string, most int, factor float64) stack {
	return stack{w.tell(title), numbers(t, name, most, factor)}
}

// Openings returns the page of a tree.
func Openings(tree *stats.Tree, l message.Language) *Page {
	w, root := words{l}, &tree.Positions[0]
	lines := tree.Printed(l)
	p := &Page{Language: l, Title: lines.Title, Notes: []string{w.tell("page.from", "fen", root.Position.FEN())}}
	if tree.MinGames > 1 {
		p.Notes = append(p.Notes, w.tell("page.at-least", "n", tree.MinGames))
	}
	lines.Title = ""
	s := Section{Table: lines}
	if root.Tally.Games > 0 && len(root.Moves) > 0 {
		s.Pictures = append(s.Pictures, w.chartOfMoves(tree))
	}
	for i := range min(diagrams, len(tree.Positions)) {
		n := &tree.Positions[i]
		caption := tree.Numbered(tree.Line(i))
		if caption == "" {
			caption = w.tell("page.root")
		}
		if n.Name != "" {
			caption += " «" + table.Cut(n.Name, table.MaxName) + "»"
		}
		share := "-"
		if n.Tally.Decided() > 0 {
			share = message.Decimal{Value: 100 * n.Tally.Share(), Digits: 1}.In(l) + "%"
		}
		caption += ": " + w.tell("page.reached", "n", n.Tally.Games, "share", share)
		s.Pictures = append(s.Pictures, Picture{diagram.Position(&n.Position, n.Position.FEN()), caption})
	}
	p.Sections = []Section{s}
	return p
}

func (w words) chartOfMoves(tree *stats.Tree) Picture {
	root := &tree.Positions[0]
	// Grey, the last colour, is for draws.
	stacks := []stack{{name: w.tell("page.white-won")}, {name: w.tell("page.black-won")}, {name: w.tell("page.drawn")}}
	var moves []string
	for _, e := range root.Moves[:min(firstMoves, len(root.Moves))] {
		t := &tree.Positions[e.To].Tally
		moves = append(moves, e.Move)
		for i, n := range []int{t.WhiteWins, t.BlackWins, t.Draws} {
			stacks[i].values = append(stacks[i].values, float64(n))
		}
	}
	return Picture{
		bars("", w.tell("page.games"), moves, stacks, w.tell("page.first-moves-chart")),
		w.tell("page.first-moves-caption"),
	}
}

// Players returns the page of the table that stats.Players.Printed returns.
func Players(t *table.Table, l message.Language) *Page {
	w := words{l}
	p := &Page{Language: l, Title: t.Title}
	if len(t.Columns) == 0 {
		return p
	}
	t.Title = ""
	stacks := []stack{
		w.stack("page.won", t, "wins", chartedNames, 1), w.stack("page.lost", t, "losses", chartedNames, 1),
		w.stack("page.drawn", t, "draws", chartedNames, 1),
	}
	chart := bars("", w.tell("page.games"), names(t, "name", chartedNames), stacks, w.tell("page.players-chart"))
	p.Sections = []Section{{t, []Picture{{chart, w.tell("page.players-caption")}}}}
	return p
}

// Tournament returns the page of the tables that stats.Tournament.Tables returns.
func Tournament(about *table.Table, printed []*table.Table, l message.Language) *Page {
	w := words{l}
	p := &Page{Language: l, Title: about.Title, Notes: about.Notes}
	for i, t := range printed {
		s := Section{Table: t}
		if i == 0 {
			stacks := []stack{
				w.stack("page.by-wins", t, "wins", chartedPlaces, 1), w.stack("page.by-draws", t, "draws", chartedPlaces, 0.5),
			}
			chart := bars("", w.tell("page.points"), names(t, "name", chartedPlaces), stacks, w.tell("page.table-chart"))
			s.Pictures = []Picture{{chart, w.tell("page.table-caption")}}
		}
		p.Sections = append(p.Sections, s)
	}
	return p
}

// Adiukh returns the page of the tables that stats.Adiukh.Tables returns.
func Adiukh(about *table.Table, printed []*table.Table, l message.Language) *Page {
	w := words{l}
	p := &Page{Language: l, Title: about.Title, Notes: about.Notes}
	for _, t := range printed {
		p.Sections = append(p.Sections, Section{Table: t})
	}
	scores, giving, lengths, squares, years := &p.Sections[0], &p.Sections[3], &p.Sections[5], &p.Sections[6], &p.Sections[7]
	scores.Pictures = []Picture{w.chartOfScores(scores.Table)}
	if len(giving.Columns) > 0 {
		var stacks []stack
		for _, part := range []struct {
			title message.ID
			name  string
		}{{"page.walked", "walked"}, {"page.given", "given"}, {"page.taken", "taken"}, {"page.stayed", "stayed"}} {
			stacks = append(stacks, w.stack(part.title, giving.Table, part.name, all, 1))
		}
		won := []string{w.tell("page.winners"), w.tell("page.losers")}
		chart := bars("", w.tell("page.points-a-game"), won, stacks, w.tell("page.giving-chart"))
		giving.Pictures = []Picture{{chart, w.tell("page.giving-caption")}}
	}
	// In the middle of its ten plies.
	if chart := means(w.tell("page.plies"), w.tell("page.margin"), points(lengths.Table, "from", 4.5, "mean"), w.tell("page.lengths-chart")); chart != "" {
		lengths.Pictures = []Picture{{chart, w.tell("page.lengths-caption")}}
	}
	if len(squares.Columns) > 0 {
		playedOut := numbers(scores.Table, "playedOut", all, 1)
		squares.Pictures = w.boards(squares.Table, playedOut[len(playedOut)-1])
	}
	dated := points(years.Table, "year", 0, "meanPoints")
	if len(dated) > 0 && dated[0].x == 0 { // games without a date
		dated = dated[1:]
	}
	if len(dated) > 1 {
		years.Pictures = []Picture{{
			means(w.tell("page.year"), w.tell("page.points-white"), dated, w.tell("page.years-chart")),
			w.tell("page.years-caption"),
		}}
	}
	return p
}

// points returns means by a column, to which something is added.
func points(t *table.Table, x string, add float64, mean string) (all []point) {
	means, spreads := numbers(t, mean, stats.MaxRows, 1), numbers(t, "spread", stats.MaxRows, 1)
	for i, at := range numbers(t, x, stats.MaxRows, 1) {
		all = append(all, point{at + add, means[i], spreads[i]})
	}
	return all
}

// chartOfScores shows all scores, 24:0 to 0:24, those too that no game has.
func (w words) chartOfScores(t *table.Table) Picture {
	white := numbers(t, "white", all, 1)
	white = white[:len(white)-1] // without the sum
	var scores []string
	const most = 24
	for n := most; n >= 0; n-- {
		scores = append(scores, fmt.Sprintf("%d:%d", n, most-n))
	}
	var stacks []stack
	for _, c := range t.Columns[5:] {
		part := stack{name: c.Title, values: make([]float64, most+1)}
		games := 0.0
		for i, n := range numbers(t, c.Name, len(white), 1) {
			part.values[most-int(white[i])] = n
			games += n
		}
		if games > 0 {
			stacks = append(stacks, part)
		}
	}
	return Picture{
		bars(w.tell("page.score"), w.tell("page.games"), scores, stacks, w.tell("page.scores-chart")),
		w.tell("page.scores-caption"),
	}
}

// boards shows who stood where in so many games: White's towers, Black's, and all
// pieces.
func (w words) boards(t *table.Table, games float64) []Picture {
	at := map[string]int{} // the row of a square
	for i, name := range names(t, "square", all) {
		at[name] = i
	}
	white, black := numbers(t, "whiteTowers", all, 1), numbers(t, "blackTowers", all, 1)
	ofWhite, ofBlack := numbers(t, "whitePieces", all, 1), numbers(t, "blackPieces", all, 1)
	towers, pieces := 1.0, 1.0
	for i := range white {
		towers, pieces = max(towers, white[i], black[i]), max(pieces, ofWhite[i]+ofBlack[i])
	}
	board := func(label, caption message.ID, most float64, of func(i int) float64, text func(n float64) string) Picture {
		return Picture{diagram.Shades(record.Adiukh, w.tell(label), func(s record.Square) (float64, string) {
			n := of(at[record.Adiukh.Board().Name(s)])
			return n / most, text(n)
		}), w.tell(caption)}
	}
	share := func(n float64) string { return message.Decimal{Value: 100 * n / games}.In(w.Language) + "%" }
	mean := func(n float64) string { return message.Decimal{Value: n / games, Digits: 2}.In(w.Language) }
	return []Picture{
		board("page.towers-white-picture", "page.towers-white-caption", towers, func(i int) float64 { return white[i] }, share),
		board("page.towers-black-picture", "page.towers-black-caption", towers, func(i int) float64 { return black[i] }, share),
		board("page.pieces-picture", "page.pieces-caption", pieces, func(i int) float64 { return ofWhite[i] + ofBlack[i] }, mean),
	}
}
