package stats

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Statistics describe themselves as tables. Printed columns have headings in a language;
// columns for JSON and other formats for programs have names.

// MaxRows is the maximum number of rows of a printed table; a note gives the number left out.
const MaxRows = 2000

// words renders messages in a language.
type words struct{ message.Language }

func (w words) say(id message.ID, args ...any) string { return message.Of(id, args...).In(w.Language) }

// columns returns columns from pairs of a name for programs and a heading for people, either of
// which may be "". Marks in the name set the format: "<" before it for left-aligned words, and
// after it "%" for shares from 0 to 1, ".2" for two decimals, and "?" for values that JSON omits
// if missing.
func (w words) columns(namesAndHeadings ...string) (columns []table.Column) {
	for pair := range slices.Chunk(namesAndHeadings, 2) {
		c := table.Column{Title: pair[1]}
		if strings.HasPrefix(c.Title, "page.") {
			c.Title = w.say(message.ID(c.Title))
		}
		c.Name, c.Left = strings.CutPrefix(pair[0], "<")
		c.Name, c.Omit = strings.CutSuffix(c.Name, "?")
		c.Name, c.Percent = strings.CutSuffix(c.Name, "%")
		name, digits, _ := strings.Cut(c.Name, ".")
		c.Name, c.Short = name, c.Left
		c.Digits, _ = strconv.Atoi(digits) // 0 if absent
		columns = append(columns, c)
	}
	return columns
}

// part returns the share n/of, or NaN for 0/0.
func part(n, of int) float64 { return float64(n) / float64(of) }

// sharePrinted formats a share as per cent.
func (w words) sharePrinted(n, of int) string {
	return message.Decimal(100*part(n, of), 1).In(w.Language) + "%"
}

// rows yields the row of each element, skipping nil rows.
func rows[T any](all []T, row func(i int, of T) []any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for i, of := range all {
			if cells := row(i, of); cells != nil && !yield(cells, nil) {
				return
			}
		}
	}
}

// span formats a range of years or places, 0 if unknown.
func span(first, last int) string {
	switch {
	case first == 0:
		return "-"
	case first == last:
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}

// tallyColumns returns the columns of Tally.cells; points prints Adiukh's points.
func (w words) tallyColumns(points bool) []table.Column {
	return append(w.columns(
		"games", "page.games", "whiteWins", "1-0", "draws", "page.draw", "blackWins", "0-1",
		"share%", "page.of-white", // White's share of the games with a known outcome
		"meanPlies.1", "page.plies", "firstYear?", "", "lastYear?", "",
	), w.pointColumns(points)...)
}

// pointColumns returns columns for the games with Adiukh's points, their mean and spread.
func (w words) pointColumns(shown bool) []table.Column {
	if !shown {
		return w.columns("scored?", "", "meanPoints?", "", "spread?", "")
	}
	return w.columns("scored?", "", "meanPoints.2?", "page.points", "spread.2?", "page.spread")
}

func (t *Tally) cells() []any {
	return []any{
		t.Games, t.WhiteWins, t.Draws, t.BlackWins, t.Share(), t.MeanPlies(), t.FirstYear, t.LastYear,
		t.Scored, t.MeanPoints(), t.Spread(),
	}
}

// within puts columns into a JSON object and does not print them.
func within(object string, columns []table.Column) []table.Column {
	for i := range columns {
		columns[i].Name, columns[i].Title = object+"."+columns[i].Name, ""
	}
	return columns
}

// Table returns the players of at least minGames games in order of name. Of a player's numbers
// as White and as Black, the share and the points are the player's; the others describe the
// games: "whiteWins" counts those that White won.
func (p *Players) Table(ctx context.Context, minGames int) *table.Table {
	t := words{}.playerTable(false)
	t.Rows = func(yield func([]any, error) bool) {
		for one, err := range p.all(ctx, minGames) {
			if !yield(playerRow(0, one), err) {
				return
			}
		}
	}
	return t
}

// Printed returns a printed table of the players of at least minGames games, most games first.
func (p *Players) Printed(ctx context.Context, minGames int, l message.Language) (*table.Table, error) {
	t, all, err := words{l}.printedPlayers(ctx, p, minGames)
	t.Title = words{l}.say("page.players", "n", all)
	return t, err
}

// printedPlayers returns a printed table and the number of all players.
func (w words) printedPlayers(ctx context.Context, p *Players, minGames int) (*table.Table, int, error) {
	var top []*player // those with the most games
	more := 0
	for p, err := range p.all(ctx, minGames) {
		if err != nil {
			return &table.Table{}, 0, err
		}
		one := *p
		at, _ := slices.BinarySearchFunc(top, &one, func(a, b *player) int {
			return cmp.Or(cmp.Compare(b.games(), a.games()), strings.Compare(a.Name, b.Name))
		})
		if top = slices.Insert(top, at, &one); len(top) > MaxRows {
			top, more = top[:MaxRows], more+1
		}
	}
	if len(top) == 0 {
		return &table.Table{Notes: []string{w.say("page.no-player")}, Rows: table.Of(nil)}, 0, nil
	}
	scored := slices.ContainsFunc(top, func(p *player) bool { return p.As[0].Scored+p.As[1].Scored > 0 })
	t := w.playerTable(scored)
	t.Rows = rows(top, playerRow)
	if more > 0 {
		t.Notes = []string{w.say("page.more-players", "n", more)}
	}
	return t, len(top) + more, nil
}

// playerTable returns a table of players without rows; points prints Adiukh's points.
func (w words) playerTable(points bool) *table.Table {
	columns := slices.Concat(w.columns(
		"<name", "page.player", "games", "page.games", "wins", "page.won", "draws", "page.drawn",
		"losses", "page.lost", "share%", "page.share", "", "page.as-white", "%", "page.share",
		"", "page.as-black", "%", "page.share", ".1", "page.plies",
	), w.pointColumns(points), w.columns("", "page.years"))
	for _, object := range []string{"asWhite", "asBlack"} {
		columns = append(columns, within(object, w.tallyColumns(false))...)
	}
	return &table.Table{Columns: columns}
}

func playerRow(_ int, p *player) []any {
	all, white, black := p.all(), &p.As[record.White], &p.As[record.Black]
	asBlack := black.cells() // share and points are White's; replace them
	asBlack[4], asBlack[9] = 1-black.Share(), adiukhPoints-black.MeanPoints()
	return slices.Concat([]any{
		p.Name, all.Games, all.WhiteWins, all.Draws, all.BlackWins, all.Share(),
		white.Games, white.Share(), black.Games, 1 - black.Share(), all.MeanPlies(),
		all.Scored, all.MeanPoints(), all.Spread(), span(all.FirstYear, all.LastYear),
	}, white.cells(), asBlack)
}

// Tables returns the scores: a table of one row with all numbers, in which nested tables become
// JSON arrays, and the printed tables in this order: scores, endings, margins, sources of points,
// blocked sides, lengths, squares, years, openings, players. Openings and players are those of at
// least minGames games.
func (a *Adiukh) Tables(ctx context.Context, minGames int, l message.Language) (
	all *table.Table, printed []*table.Table, err error) {
	w, s := words{l}, &a.summary
	tree, openings, err := a.openings(ctx, minGames)
	if err != nil {
		return nil, nil, err
	}
	openingTable, printedOpenings := w.openings(tree, openings)
	printedPlayers, _, err := w.printedPlayers(ctx, a.players, minGames)
	if err != nil {
		return nil, nil, err
	}
	printedPlayers.Title = w.say("page.by-player")
	scores, printedScores := w.scores(s)
	squares, printedSquares := w.squares(s)
	endings, margins, blocked, lengths, years := w.endings(s), w.margins(s), w.blocked(s), w.lengths(s), w.years(s)
	all = &table.Table{
		Title: w.say("page.adiukh", "n", s.Tally.Games),
		Columns: slices.Concat(
			w.tallyColumns(false),
			named("unscored", "scores", "endings", "margins", "lengths", "correlation", "blocked"),
			within("winners", w.sourceColumns()), within("losers", w.sourceColumns()),
			named("givenMore", "takenMore", "asMany", "squares", "years", "openings", "players"),
		),
		Rows: table.Of([][]any{slices.Concat(s.Tally.cells(),
			[]any{s.Unscored, scores, endings, margins, lengths, s.Relation.Correlation(), blocked},
			s.Winners.cells(), s.Losers.cells(),
			[]any{s.Given[2], s.Given[0], s.Given[1], squares, years, openingTable, a.players.Table(ctx, minGames)})}),
	}
	if s.Unscored > 0 {
		all.Notes = []string{w.say("page.unscored", "n", s.Unscored)}
	}
	return all, []*table.Table{
		printedScores, endings, margins, w.giving(s), blocked, lengths, printedSquares, years, printedOpenings, printedPlayers,
	}, nil
}

// scores returns the scores that occur; the printed table ends with their sum.
func (w words) scores(s *adiukhSummary) (all, printed *table.Table) {
	all = &table.Table{Title: w.say("page.scores"), Notes: []string{w.say("page.scores-note", "rule", message.Rule("Adiukh 5.1"))}}
	all.Columns = w.columns(
		"white", "", "black", "", "", "page.score", "games", "page.games", "%", "page.share")
	for _, e := range endingNames {
		all.Columns = append(all.Columns, w.columns(e.column, string(e.title))...)
	}
	row := func(points int, score string, endings [numEndings]int) []any {
		games := 0
		cells := []any{points, adiukhPoints - points, score, 0, 0.0}
		for _, n := range endings {
			games += n
			cells = append(cells, n)
		}
		cells[3], cells[4] = games, part(games, s.Tally.Games)
		return cells
	}
	var rows [][]any
	var sum [numEndings]int
	for points := adiukhPoints; points >= 0; points-- {
		cells := row(points, fmt.Sprintf("%d:%d", points, adiukhPoints-points), s.Scores[points])
		if cells[3] != 0 {
			rows = append(rows, cells)
		}
		addTo(&sum, &s.Scores[points])
	}
	all.Rows = table.Of(rows)
	with := *all
	with.Rows = table.Of(append(slices.Clip(rows), row(0, w.say("page.all"), sum)))
	return all, &with
}

// endingName holds the names of an ending: in JSON as a value and as a column, and in print.
type endingName struct {
	words, column string
	title         message.ID
}

var endingNames = [...]endingName{
	playedOut:     {"played out", "playedOut", "page.played-out"},
	resignation:   {"resigned", "resigned", "page.resigned"},
	timeLoss:      {"lost on time", "onTime", "page.lost-on-time"},
	agreedDraw:    {"drawn by agreement", "agreed", "page.agreed-draw"},
	unknownEnding: {"unknown", "unknown", "page.ending-unknown"},
}

// endings returns the scores by ending: those of played-out games show how well the sides
// played, those of resignations and the like do not.
func (w words) endings(s *adiukhSummary) *table.Table {
	return &table.Table{Title: w.say("page.by-ending"), Columns: w.columns(
		"ending", "", "<", "", "games", "page.games", "%", "page.share",
		"meanPoints.2", "page.points-white", ".2", "page.points-black", "spread.2", "page.spread",
	), Rows: rows(endingNames[:], func(i int, e endingName) []any {
		m := s.ending(ending(i))
		if m.Games == 0 {
			return nil
		}
		return []any{e.words, w.say(e.title), m.Games, part(m.Games, s.Tally.Games), m.Mean(), adiukhPoints - m.Mean(), m.Spread()}
	})}
}

// sides are the names of the sides.
var sides = [...]message.ID{record.White: "page.white", record.Black: "page.black"}

// margins returns the wins of each side.
func (w words) margins(s *adiukhSummary) *table.Table {
	points := [2]float64{s.Tally.MeanPoints(), adiukhPoints - s.Tally.MeanPoints()}
	share := [2]float64{s.Tally.Share(), 1 - s.Tally.Share()}
	return &table.Table{
		Title: w.say("page.by-colour"),
		Notes: []string{w.say("page.colour-note"), w.say("page.drawn-games", "n", s.Tally.Draws)},
		Columns: w.columns(
			"winner", "", "<", "", "games", "page.wins", "%", "page.share",
			".2", "page.points", ".2", "page.spread", "mean.2", "page.won-by", "spread.2", "page.spread",
		),
		Rows: rows(s.Margins[:], func(c int, m moments) []any {
			return []any{
				record.Colour(c).String(), w.say(sides[c]), m.Games, share[c], points[c], s.Tally.Spread(), m.Mean(), m.Spread(),
			}
		}),
	}
}

// sourceColumns returns the columns of pointSources.cells.
func (w words) sourceColumns() []table.Column {
	return w.columns(
		"games", "", "walked.2", "page.walked", "given.2", "page.given", "taken.2", "page.taken",
		"stayed.2", "page.stayed", "captures.2", "page.captures", "lost.2", "page.pieces-lost")
}

func (s *pointSources) cells() []any {
	return []any{s.Games, s.Walked, s.Given, s.Taken, s.Stayed, s.Captures, s.Lost}
}

// giving returns the means of pointSources, which test the book's claim about giving pieces away.
func (w words) giving(s *adiukhSummary) *table.Table {
	t := &table.Table{Title: w.say("page.giving"), Rows: table.Of(nil)}
	n := s.Winners.Games
	if n == 0 {
		t.Notes = []string{w.say("page.no-win")}
		return t
	}
	t.Columns = append(w.columns("<", "", "points.2", "page.points"), w.sourceColumns()...)
	t.Rows = rows([]*pointSources{&s.Winners, &s.Losers}, func(i int, side *pointSources) []any {
		row := []any{w.say([...]message.ID{"page.winners", "page.losers"}[i]), part(side.Points(), side.Games)}
		for _, sum := range side.cells() {
			row = append(row, part(sum.(int), side.Games))
		}
		return row
	})
	byGiving := s.Blocked[0][2].Games + s.Blocked[1][2].Games
	t.Notes = []string{
		w.say("page.giving-note-1"),
		w.say("page.giving-note-2"),
		w.say("page.by-giving", "n", byGiving, "all", n, "share", w.sharePrinted(byGiving, n)),
		w.say("page.given-more", "given", s.Given[2], "share", w.sharePrinted(s.Given[2], n),
			"taken", s.Given[0], "part", w.sharePrinted(s.Given[0], n), "equal", s.Given[1]),
	}
	return t
}

// blocked returns the games in which each side was left without a move.
func (w words) blocked(s *adiukhSummary) *table.Table {
	return &table.Table{Title: w.say("page.blocked"), Notes: []string{w.say("page.blocked-note")}, Columns: w.columns(
		"side", "", "<", "", "", "page.games", "wins", "page.wins", "draws", "page.draws",
		"losses", "page.losses", "%", "page.share-of-wins", "winsWithoutTower", "page.wins-without-tower",
		"drawsWithoutTower", "page.draws", "lossesWithoutTower", "page.losses",
	), Rows: rows(s.Blocked[:], func(c int, b blocked) []any {
		games := b[0].Games + b[1].Games + b[2].Games
		return []any{
			record.Colour(c).String(), w.say(sides[c]), games, b[2].Games, b[1].Games, b[0].Games, part(b[2].Games, games),
			b[2].Without, b[1].Without, b[0].Without,
		}
	})}
}

// lengths returns the margins of games by length.
func (w words) lengths(s *adiukhSummary) *table.Table {
	correlation := message.Decimal(s.Relation.Correlation(), 3).In(w.Language)
	if math.IsNaN(s.Relation.Correlation()) {
		correlation = "-"
	}
	return &table.Table{
		Title: w.say("page.lengths"),
		Notes: []string{w.say("page.margin-note"), w.say("page.correlation", "number", correlation)},
		Columns: w.columns("from", "", "to?", "", "", "page.plies", "games", "page.games",
			"mean.2", "page.margin", "spread.2", "page.spread"),
		Rows: rows(s.Lengths[:], func(i int, l moments) []any {
			from, to := i*lengthStep, i*lengthStep+lengthStep-1
			name := fmt.Sprintf("%d-%d", from, to)
			if i == maxLengths {
				to, name = 0, w.say("page.or-more", "n", from)
			}
			if l.Games == 0 {
				return nil
			}
			return []any{from, to, name, l.Games, l.Mean(), l.Spread()}
		}),
	}
}

// squares returns the towers and pieces on each square at the end of played-out games.
func (w words) squares(s *adiukhSummary) (all, printed *table.Table) {
	games, board := s.ending(playedOut).Games, record.Adiukh.Board()
	squares := board.Squares()
	all = &table.Table{Title: w.say("page.squares"), Notes: []string{w.say("page.squares-note")}, Columns: w.columns(
		"<square", "page.square", "whiteTowers", "", "blackTowers", "", "whitePieces", "",
		"blackPieces", "", "%", "page.towers-white", "%", "page.towers-black",
		".2", "page.pieces-white", ".2", "page.pieces-black",
	), Rows: rows(s.Squares[:], func(i int, q squareTally) []any {
		return []any{
			board.Name(squares[i]), q.Towers[0], q.Towers[1], q.Pieces[0], q.Pieces[1],
			part(q.Towers[0], games), part(q.Towers[1], games), part(q.Pieces[0], games), part(q.Pieces[1], games),
		}
	})}
	if games == 0 {
		return all, &table.Table{Title: all.Title, Notes: []string{w.say("page.not-played-out")}, Rows: table.Of(nil)}
	}
	return all, all
}

// years returns the games of each year.
func (w words) years(s *adiukhSummary) *table.Table {
	return &table.Table{
		Title:   w.say("page.by-year"),
		Columns: append(w.columns("year", "", "", "page.year"), w.tallyColumns(true)...),
		Rows: rows(slices.Sorted(maps.Keys(s.Years)), func(_, year int) []any {
			t := s.Years[year]
			if year == 0 {
				return append([]any{nil, w.say("page.unknown")}, t.cells()...)
			}
			return append([]any{year, strconv.Itoa(year)}, t.cells()...)
		}),
	}
}

// moveColumns returns a column for the moves of an opening.
func (w words) moveColumns() []table.Column {
	return []table.Column{{Title: w.say("page.moves"), Left: true}}
}

// openings returns the openings at indices of a tree, and their outcomes.
func (w words) openings(tree *Tree, nodes []int) (all, printed *table.Table) {
	row := func(_, at int) []any {
		line := tree.Line(at)
		return slices.Concat([]any{line}, tree.Positions[at].Tally.cells(), []any{tree.Numbered(line)})
	}
	all = &table.Table{
		Title:   w.say("page.by-opening"),
		Columns: slices.Concat(named("line"), w.tallyColumns(true), w.moveColumns()),
		Rows:    rows(nodes, row),
	}
	if len(nodes) == 0 {
		return all, &table.Table{Title: all.Title, Notes: []string{w.say("page.no-opening")}, Rows: all.Rows}
	}
	most := *all
	if more := len(nodes) - MaxRows; more > 0 {
		most.Rows, most.Notes = rows(nodes[:MaxRows], row), []string{w.say("page.more-openings", "n", more)}
	}
	return all, &most
}

// Table returns the positions as a table for databases, the root first and the others by their
// distance from it. convert/TABLES.md describes the columns.
func (t *Tree) Table() *table.Table {
	ways, played := make([]int, len(t.Positions)), make([]int, len(t.Positions))
	for i := range t.Positions {
		for _, m := range t.Positions[i].Moves {
			ways[m.To]++
			if to := &t.Positions[m.To]; m.To > 0 && to.Parent == i && to.Move == m.Move {
				played[m.To] = m.Games
			}
		}
	}
	played[0] = t.Positions[0].Tally.Games
	return &table.Table{Columns: table.Described("openings"), Variants: []string{t.Variant.String()}, Rows: rows(t.Positions, func(i int, n Node) []any {
		c := &n.Tally
		return []any{
			int(t.Variant), strings.Join(t.Line(i), " "), n.Ply, n.Move, int64(n.Hash), int64(t.Positions[n.Parent].Hash),
			ways[i], played[i], c.Games, c.WhiteWins, c.Draws, c.BlackWins, c.Share(), c.MeanPlies(),
			c.Scored, c.MeanPoints(), c.Spread(), c.FirstYear, c.LastYear, n.RareMoves, n.RareGames, n.Name, n.Position.FEN(),
		}
	})}
}

// Nodes returns the positions with the moves played in each, for JSON.
func (t *Tree) Nodes() *table.Table {
	columns := slices.Concat(
		named("position", "hash", "line", "name?"), words{}.tallyColumns(false),
		named("moves", "rareMoves?", "rareGames?"),
	)
	return &table.Table{Columns: columns, Rows: rows(t.Positions, func(i int, n Node) []any {
		moves := &table.Table{Columns: named("move", "games", "position")}
		moves.Rows = rows(n.Moves, func(_ int, e Edge) []any {
			return []any{e.Move, e.Games, t.Positions[e.To].Position.FEN()}
		})
		return slices.Concat([]any{n.Position.FEN(), fmt.Sprintf("%016x", n.Hash), t.Line(i), n.Name},
			n.Tally.cells(), []any{moves, n.RareMoves, n.RareGames})
	})}
}

// Printed returns the tree as an indented table. A position reached by several move orders has
// its moves under the first of them, and the others refer to it.
func (t *Tree) Printed(l message.Language) *table.Table {
	w, root := words{l}, &t.Positions[0]
	scored := root.Tally.Scored > 0
	o := outline{words: w, tree: t, shown: make([][]string, len(t.Positions))}
	o.add(0, nil, "", []string{})
	made := &table.Table{
		Title: w.say("page.openings", "variant", t.Variant.Term(), "games", root.Tally.Games, "depth", t.Depth),
		Columns: slices.Concat(w.columns("", "page.played"), w.tallyColumns(scored),
			w.columns("", "page.years"), w.moveColumns()),
		Notes: []string{w.say("page.played-note"), w.say("page.share-note")},
		Rows:  table.Of(o.rows),
	}
	if white, black := &made.Columns[2], &made.Columns[4]; t.Variant.First() == record.Black {
		white.Title, black.Title = black.Title, white.Title // the side that begins is first: see record.Result
	}
	if scored {
		made.Notes[1] = w.say("page.share-and-points-note")
	}
	if o.more > 0 {
		made.Notes = append(made.Notes, w.say("page.more-lines", "n", o.more))
	}
	return made
}

// outline formats a tree as an indented table.
type outline struct {
	words
	tree  *Tree
	rows  [][]any
	shown [][]string // the moves under which each position is shown; nil if not shown yet
	more  int        // rows beyond MaxRows
}

// add adds the rows of a position and of all below it. moves leads to the position; move is the
// printed form of the last of them, and played the number of games that played it.
func (o *outline) add(at int, played any, move string, moves []string) {
	n := &o.tree.Positions[at]
	text := strings.Repeat("  ", max(len(moves)-1, 0)) + move
	if n.Name != "" {
		text += "  «" + table.Cut(n.Name, table.MaxName) + "»"
	}
	again := o.shown[at] != nil
	if again {
		text += "  = " + cmp.Or(o.tree.Numbered(o.shown[at]), o.say("page.first-position"))
	}
	o.row(slices.Concat([]any{played}, n.Tally.cells(), []any{span(n.Tally.FirstYear, n.Tally.LastYear), text}))
	if again {
		return
	}
	o.shown[at] = []string{}
	if o.more == 0 { // otherwise no visible row refers to it
		o.shown[at] = moves
	}
	for _, e := range n.Moves {
		o.add(e.To, e.Games, o.tree.moveNumber(len(moves), true)+e.Move, append(slices.Clip(moves), e.Move))
	}
	if n.RareMoves > 0 {
		row := make([]any, len(n.Tally.cells())+3)
		row[len(row)-1] = strings.Repeat("  ", len(moves)) + o.say("page.rarer", "moves", n.RareMoves, "games", n.RareGames)
		o.row(row)
	}
}

func (o *outline) row(row []any) {
	if len(o.rows) < MaxRows {
		o.rows = append(o.rows, row)
	} else {
		o.more++
	}
}

// Numbered formats moves from the root with move numbers.
func (t *Tree) Numbered(moves []string) string {
	var words []string
	for ply, move := range moves {
		words = append(words, t.moveNumber(ply, ply == 0)+move)
	}
	return strings.Join(words, " ")
}

// moveNumber returns the number before the move at a ply: "2. ", or "2... " for the second
// side's move if alone, that is, not printed after the first side's.
func (t *Tree) moveNumber(ply int, alone bool) string {
	// See replay.Report.MoveNumber.
	if t.Positions[0].Position.Turn == record.Black && t.Variant.First() == record.White {
		ply++
	}
	switch {
	case ply%2 == 0:
		return fmt.Sprintf("%d. ", ply/2+1)
	case alone:
		return fmt.Sprintf("%d... ", ply/2+1)
	}
	return ""
}

// points are half points in tables and JSON with 1 for a win.
type points struct{ half }

// MarshalJSON writes the points as a number.
func (p points) MarshalJSON() ([]byte, error) { return json.Marshal(p.value()) }

// shown returns half points for tables: a win is 1, or 2 if whole.
func (h half) shown(whole bool) any {
	if whole {
		return int(h)
	}
	return points{h}
}

// maxCrossed is the maximum number of participants whose results against one another are
// printed; more columns would not fit on a page.
const maxCrossed = 40

// Tables returns the table of the tournament, with places by points and then by the book's
// criteria for the system: a table of one row, whose participants are a JSON array, and the
// printed tables, of results and, unless teams play, of coefficients; there are none without a
// result. With whole a win is 2 points and a draw 1 (Codex 3.6), otherwise 1 and ½ as in the
// Codex's own tables. The error says that the games are of several Events, or that there is no
// such system or book.
func (t *Tournament) Tables(system, book string, whole bool, l message.Language) (
	all *table.Table, printed []*table.Table, err error) {
	s, err := t.standings(system, book)
	if err != nil {
		return nil, nil, err
	}
	w := words{l}
	title := w.say("page.table")
	if s.Event != "" {
		title += ": " + table.Cut(s.Event, table.MaxName)
	}
	number := w.say("page.participants", "n", len(s.Rows))
	if s.Teams {
		number = w.say("page.teams", "n", len(s.Rows))
	}
	names, deciding := []string{}, []string{}
	for _, c := range s.Criteria {
		names, deciding = append(names, criteria[c].name), append(deciding, w.say(criteria[c].title))
	}
	notes := []string{w.say("page.table-note", "system", message.Of(titles[s.System]), "number", number, "book", message.Of(titles[s.Book]),
		"criteria", strings.Join(deciding, ", "))}
	if t.kept.Unfinished > 0 {
		notes = append(notes, w.say("page.unfinished", "n", t.kept.Unfinished))
	}
	if t.kept.MissingPlayers > 0 {
		notes = append(notes, w.say("page.no-names", "n", t.kept.MissingPlayers))
	}
	var listed any // nil without slips
	if len(s.Slips) > 0 {
		for _, slip := range s.Slips {
			notes = append(notes, slip.Message.In(l))
		}
		listed = &table.Table{Columns: named("code", "message"), Rows: rows(s.Slips, func(_ int, f record.Fault) []any {
			return []any{f.Code, f.Message.In(l)}
		})}
	}
	coefficients := w.coefficients(s, whole)
	all = &table.Table{
		Title: title, Notes: notes,
		Columns: named("event", "teams", "system", "rules", "criteria", "unfinished", "withoutNames",
			"slips?", "rows"),
		Rows: table.Of([][]any{{
			s.Event, s.Teams, s.System, s.Book, names, t.kept.Unfinished, t.kept.MissingPlayers, listed, coefficients,
		}}),
	}
	if len(s.Rows) == 0 {
		return all, nil, nil
	}
	printed = []*table.Table{w.results(s, whole)}
	if !s.Teams {
		printed = append(printed, coefficients)
	}
	return all, printed, nil
}

// results returns the crosstable. Its columns are place, name, 1, 2 and so on for the results
// against each participant, the totals, and the coefficients that break ties.
func (w words) results(s *standings, whole bool) *table.Table {
	who := "page.player"
	if s.Teams {
		who = "page.team"
	}
	t := &table.Table{}
	var cells []func(*row) any
	add := func(name, heading string, cell func(*row) any) {
		t.Columns = append(t.Columns, w.columns(name, heading)...)
		cells = append(cells, cell)
	}
	add("place", "page.place", func(r *row) any { return span(r.Place, r.Last) })
	add("<name", who, func(r *row) any { return r.Name })
	for i, other := range s.Rows {
		heading := ""
		if len(s.Rows) <= maxCrossed {
			heading = strconv.Itoa(i + 1)
		}
		add(strconv.Itoa(i+1), heading, func(r *row) any {
			return crossing(r.Against[other], r == other, s.Teams, whole)
		})
	}
	add("games", "page.games", func(r *row) any { return len(r.meetings) })
	add("wins", "page.won", func(r *row) any { return r.Results[beaten] })
	add("draws", "page.drawn", func(r *row) any { return r.Results[drawn] })
	add("losses", "page.lost", func(r *row) any { return r.Results[lost] })
	add("points", "page.points", func(r *row) any { return r.Points.shown(whole) })
	if slices.ContainsFunc(s.Rows, func(r *row) bool { return r.Pluses > 0 }) {
		add("norm", "page.norm", func(r *row) any { return r.Norm().shown(whole) })
		t.Notes = []string{w.say("page.norm-note", "rule", message.Rule("Codex 3.6"))}
	}
	if slices.ContainsFunc(s.Rows, func(r *row) bool { return r.Scored > 0 }) {
		add("score", "page.score", func(r *row) any { return fmt.Sprintf("%d:%d", r.ScoreFor, r.ScoreAgainst) })
	}
	if s.Teams {
		add("team", "page.coefficient", func(r *row) any {
			if r.Team == nil {
				return ""
			}
			return quarters(*r.Team * map[bool]int{false: 1, true: 4}[whole]) // 2 points for 1 in both factors
		})
	}
	for _, c := range s.Criteria {
		if c < numCoefficients && criteria[c].column != "" { // printed in the other table
			add(criteria[c].column, "", func(r *row) any { return r.Coefficients[c].shown(whole) })
		}
	}
	t.Rows = rows(s.Rows, func(_ int, r *row) (line []any) {
		for _, cell := range cells {
			line = append(line, cell(r))
		}
		return line
	})
	return t
}

// coefficients returns the participants by place; JSON has all of the numbers.
func (w words) coefficients(s *standings, whole bool) *table.Table {
	t := &table.Table{Title: w.say("page.coefficients"), Columns: slices.Concat(
		w.columns("", "page.place", "place", "", "last", "", "<name", "page.player", "points", "page.points"),
		named("norm", "games", "wins", "draws", "losses", "results", "scoreFor?", "scoreAgainst?"),
	)}
	for c, of := range criteria[:numCoefficients] {
		columns := w.columns(of.column, string(of.heading))
		switch {
		case criterion(c) == medianSolkoff:
			columns = append(named("medians"), columns...)
		case criterion(c) == progress && !s.Rounds:
			columns = []table.Column{{}}
		}
		t.Columns = append(t.Columns, columns...)
	}
	t.Columns = append(t.Columns, named("team?")...)
	of := func(h half) any { return h.shown(whole) }
	t.Rows = rows(s.Rows, func(_ int, r *row) []any {
		results, medians := [][]any{}, []any{}
		for _, other := range s.Rows {
			cells := []any{}
			for _, c := range r.Against[other] {
				cells = append(cells, c.shown(whole))
			}
			results = append(results, cells)
		}
		for _, m := range r.Medians {
			medians = append(medians, of(m))
		}
		var made, against, team any // floats, since JSON keeps their zeros
		if r.Scored > 0 {
			made, against = float64(r.ScoreFor), float64(r.ScoreAgainst)
		}
		if r.Team != nil {
			team = float64(*r.Team) / map[bool]float64{false: 4, true: 1}[whole]
		}
		line := []any{
			span(r.Place, r.Last), r.Place, r.Last, r.Name, of(r.Points), of(r.Norm()),
			len(r.meetings), r.Results[beaten], r.Results[drawn], r.Results[lost], results, made, against,
		}
		for c, value := range r.Coefficients {
			if criterion(c) == medianSolkoff {
				line = append(line, medians)
			}
			line = append(line, of(value))
		}
		return append(line, team)
	})
	return t
}

// shown returns the cell for tables and JSON.
func (c cell) shown(whole bool) any {
	if c.Unplayed {
		return c.String()
	}
	return c.Points.shown(whole)
}

// crossing formats the results of one participant against another, or with sum their total.
func crossing(cells []cell, same, sum, whole bool) string {
	if same {
		return "×"
	}
	var words []string
	total := half(0)
	for _, c := range cells {
		total += c.Points
		words = append(words, fmt.Sprint(c.shown(whole)))
	}
	if sum && len(cells) > 0 {
		return fmt.Sprint(total.shown(whole))
	}
	return strings.Join(words, " ")
}
