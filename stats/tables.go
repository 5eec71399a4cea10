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

// Statistics describe themselves as tables. What is printed of them has headings
// in a language; JSON and the other formats for programs have names.

// MaxRows is the most rows of a table made for printing; a note says how many more there are.
const MaxRows = 2000

// words says things in a language.
type words struct{ message.Language }

func (w words) say(id message.ID, args ...any) string { return message.Of(id, args...).In(w.Language) }

// columns describes columns by pairs: a name for programs and a heading for people, of which
// either may be "". A mark of the name says how a column is printed, and what JSON has of it:
// "<" before it is for words, "%" after it for shares from 0 to 1, ".2" for so many decimals,
// and "?" for what JSON leaves out where it is missing.
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
		c.Digits, _ = strconv.Atoi(digits) // none where it says nothing of them
		columns = append(columns, c)
	}
	return columns
}

// part is a share of a whole; NaN where there is none.
func part(n, of int) float64 { return float64(n) / float64(of) }

// sharePrinted is a share in a sentence.
func (w words) sharePrinted(n, of int) string {
	return message.Decimal(100*part(n, of), 1).In(w.Language) + "%"
}

// rows yields a row for each of some things; nil is none.
func rows[T any](all []T, row func(i int, of T) []any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for i, of := range all {
			if cells := row(i, of); cells != nil && !yield(cells, nil) {
				return
			}
		}
	}
}

func yearsPrinted(first, last int) string {
	switch {
	case first == 0:
		return "-"
	case first == last:
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}

// tallyColumns describe Tally.cells; Adiukh's points are printed if points is set.
func (w words) tallyColumns(points bool) []table.Column {
	return append(w.columns(
		"games", "page.games", "whiteWins", "1-0", "draws", "page.draw", "blackWins", "0-1",
		"share%", "page.of-white", // White's, of the games with a known outcome
		"meanPlies.1", "page.plies", "firstYear?", "", "lastYear?", "",
	), w.pointColumns(points)...)
}

// pointColumns are the games with Adiukh's points, their mean and their standard deviation.
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

// within puts columns into an object of JSON; they are not printed.
func within(object string, columns []table.Column) []table.Column {
	for i := range columns {
		columns[i].Name, columns[i].Title = object+"."+columns[i].Name, ""
	}
	return columns
}

// Table returns the players of at least so many games, in order of name. In the
// numbers of a player as White and as Black the share and the points are the
// player's; the others are of the games, "whiteWins" being those that White won.
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

// Printed returns for printing the players of at least so many games, those with the most first.
func (p *Players) Printed(ctx context.Context, minGames int, l message.Language) (*table.Table, error) {
	t, all, err := words{l}.printedPlayers(ctx, p, minGames)
	t.Title = words{l}.say("page.players", "n", all)
	return t, err
}

// printedPlayers returns a table for printing, and how many players there are.
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

// playerTable is a table of players without its rows, Adiukh's points printed if points is set.
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
	asBlack := black.cells() // whose share and points are White's
	asBlack[4], asBlack[9] = 1-black.Share(), adiukhPoints-black.MeanPoints()
	return slices.Concat([]any{
		p.Name, all.Games, all.WhiteWins, all.Draws, all.BlackWins, all.Share(),
		white.Games, white.Share(), black.Games, 1 - black.Share(), all.MeanPlies(),
		all.Scored, all.MeanPoints(), all.Spread(), yearsPrinted(all.FirstYear, all.LastYear),
	}, white.cells(), asBlack)
}

// Tables returns the scores: a table of one row with all numbers, those of more than one row as
// tables in it, which JSON has as arrays; and the tables for printing, in the order of their
// columns there: scores, endings, margins, how points arose, blocked sides, lengths, squares,
// years, openings, players. Openings and players are those of at least so many games.
func (a *Adiukh) Tables(ctx context.Context, minGames int, l message.Language) (
	all *table.Table, printed []*table.Table, err error) {
	w, s := words{l}, &a.summary
	openings, err := a.openings(ctx, minGames)
	if err != nil {
		return nil, nil, err
	}
	openingTable, printedOpenings := w.openings(openings)
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

// scores has the scores that occur; the printed table ends with their sum.
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

// endingName is what an ending is called in JSON, by itself and as a column, and in print.
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

// endings distinguishes resignations and the like from games that were played out,
// whose scores say how good the play was.
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

// sides are what the sides are called.
var sides = [...]message.ID{record.White: "page.white", record.Black: "page.black"}

// margins has the wins of each side.
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

// sourceColumns describe pointSources.cells.
func (w words) sourceColumns() []table.Column {
	return w.columns(
		"games", "", "walked.2", "page.walked", "given.2", "page.given", "taken.2", "page.taken",
		"stayed.2", "page.stayed", "captures.2", "page.captures", "lost.2", "page.pieces-lost")
}

func (s *pointSources) cells() []any {
	return []any{s.Games, s.Walked, s.Given, s.Taken, s.Stayed, s.Captures, s.Lost}
}

// giving is the book's claim, put to the test: the means of pointSources.
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

// blocked has the sides that were left without a move.
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

// lengths has the margins of games of similar length.
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

// squares has what was on each square at the end of games that were played out.
func (w words) squares(s *adiukhSummary) (all, printed *table.Table) {
	games := s.ending(playedOut).Games
	all = &table.Table{Title: w.say("page.squares"), Notes: []string{w.say("page.squares-note")}, Columns: w.columns(
		"<square", "page.square", "whiteTowers", "", "blackTowers", "", "whitePieces", "",
		"blackPieces", "", "%", "page.towers-white", "%", "page.towers-black",
		".2", "page.pieces-white", ".2", "page.pieces-black",
	), Rows: rows(s.Squares[:], func(i int, q squareTally) []any {
		return []any{
			record.Adiukh.Board().Name(boards[record.Adiukh][i]), q.Towers[0], q.Towers[1], q.Pieces[0], q.Pieces[1],
			part(q.Towers[0], games), part(q.Towers[1], games), part(q.Pieces[0], games), part(q.Pieces[1], games),
		}
	})}
	if games == 0 {
		return all, &table.Table{Title: all.Title, Notes: []string{w.say("page.not-played-out")}, Rows: table.Of(nil)}
	}
	return all, all
}

// years has the games of each year.
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

// moveColumns are the moves of an opening, however many.
func (w words) moveColumns() []table.Column {
	return []table.Column{{Title: w.say("page.moves"), Left: true}}
}

// openings has the first moves of games.
func (w words) openings(nodes []lineTally) (all, printed *table.Table) {
	row := func(_ int, n lineTally) []any {
		text := numbered(record.Adiukh.First(), record.Adiukh.First(), n.line)
		return slices.Concat([]any{n.line}, n.tally.cells(), []any{text})
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

// Table returns the positions as a table for databases, the root first and the
// others in the order of their distance. convert/TABLES.md has its columns.
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

// Nodes returns the positions with the moves that were played in each, for JSON.
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

// Printed returns the tree as an indented table. A position to which more than one way leads has
// its moves under the first of them; at the others the table says where.
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
	if scored {
		made.Notes[1] = w.say("page.share-and-points-note")
	}
	if o.more > 0 {
		made.Notes = append(made.Notes, w.say("page.more-lines", "n", o.more))
	}
	return made
}

// outline sets a tree as an indented table.
type outline struct {
	words
	tree  *Tree
	rows  [][]any
	shown [][]string // the moves under which each position is shown; nil where it is not yet
	more  int        // rows beyond MaxRows
}

// add adds the rows of a position and of all below it; played is how many games
// played the last of the moves that lead there, and move how it is written.
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
	o.row(slices.Concat([]any{played}, n.Tally.cells(), []any{yearsPrinted(n.Tally.FirstYear, n.Tally.LastYear), text}))
	if again {
		return
	}
	o.shown[at] = []string{}
	if o.more == 0 { // else no row that can be seen refers to it
		o.shown[at] = moves
	}
	first, turn := o.tree.Variant.First(), o.tree.Positions[0].Position.Turn
	for _, e := range n.Moves {
		o.add(e.To, e.Games, moveNumber(first, turn, len(moves), true)+e.Move, append(slices.Clip(moves), e.Move))
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

// Numbered writes moves from the root with their numbers.
func (t *Tree) Numbered(moves []string) string {
	return numbered(t.Variant.First(), t.Positions[0].Position.Turn, moves)
}

// numbered writes moves with their numbers, the first of the side whose turn it is.
func numbered(first, turn record.Colour, moves []string) string {
	var words []string
	for ply, move := range moves {
		words = append(words, moveNumber(first, turn, ply, ply == 0)+move)
	}
	return strings.Join(words, " ")
}

// moveNumber is the number before the move after so many plies: "2. ", "2... "
// for the second side's where the first side's is not before it.
func moveNumber(first, turn record.Colour, ply int, alone bool) string {
	if turn != first {
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

// points are half points as they are printed and in JSON, where a win is 1.
type points struct{ half }

// MarshalJSON writes the points as a number.
func (p points) MarshalJSON() ([]byte, error) { return json.Marshal(p.value()) }

// shown is half points as tables have them: a win is 1, or 2 if whole.
func (h half) shown(whole bool) any {
	if whole {
		return int(h)
	}
	return points{h}
}

// maxCrossed is how many participants have the results between them printed: of
// more the table would be wider than any page.
const maxCrossed = 40

// Tables returns the table of the tournament, places decided by points and, where they are equal,
// by the criteria of the book for the system: a table of one row, whose rows JSON has as an
// array; and the tables for printing, of results and, unless teams play, of coefficients. They
// have no columns if there is no result. With whole points a win is 2 and a draw 1 (Codex 3.6),
// else 1 and ½ as in the Codex's own tables. The error says that games are of several Events, or
// that there is no such system or book.
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
	var listed any // nil where there are none
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

// results is the crosstable. Its columns are named: place, name, 1, 2 and so on
// for the results against each, what these come to, and the coefficients that break ties.
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
	add("place", "page.place", func(r *row) any { return r.place() })
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
	add("games", "page.games", func(r *row) any { return r.Games })
	add("wins", "page.won", func(r *row) any { return r.Wins })
	add("draws", "page.drawn", func(r *row) any { return r.Draws })
	add("losses", "page.lost", func(r *row) any { return r.Losses })
	add("points", "page.points", func(r *row) any { return r.Points.shown(whole) })
	if slices.ContainsFunc(s.Rows, func(r *row) bool { return r.Pluses > 0 }) {
		add("norm", "page.norm", func(r *row) any { return r.Norm().shown(whole) })
		t.Notes = []string{w.say("page.norm-note", "rule", message.Rule("Codex 3.6"))}
	}
	if slices.ContainsFunc(s.Rows, func(r *row) bool { return r.Scored > 0 }) {
		add("score", "page.score", func(r *row) any { return fmt.Sprintf("%d:%d", r.ScoreFor, r.ScoreAgainst) })
	}
	if s.Teams {
		add("team", "page.coefficient", func(r *row) any { return team(r.Team, whole) })
	}
	for _, c := range s.Criteria {
		if c < numCoefficients && criteria[c].column != "" { // which the other table prints
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

// place returns the place, or those that are shared.
func (r *row) place() string {
	if r.Last > r.Place {
		return fmt.Sprintf("%d-%d", r.Place, r.Last)
	}
	return strconv.Itoa(r.Place)
}

// coefficients has the participants in the order of their places; JSON has all of the numbers.
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
			against := []any{}
			for _, c := range r.Against[other] {
				against = append(against, c.shown(whole))
			}
			results = append(results, against)
		}
		for _, m := range r.Medians {
			medians = append(medians, of(m))
		}
		var made, lost, team any // floats, since JSON has their zeros
		if r.Scored > 0 {
			made, lost = float64(r.ScoreFor), float64(r.ScoreAgainst)
		}
		if r.Team != nil {
			team = float64(*r.Team) / map[bool]float64{false: 4, true: 1}[whole]
		}
		line := []any{
			r.place(), r.Place, r.Last, r.Name, of(r.Points), of(r.Norm()), r.Games, r.Wins, r.Draws, r.Losses,
			results, made, lost,
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

// shown is a cell as tables and JSON have it.
func (c cell) shown(whole bool) any {
	if c.Unplayed {
		return c.String()
	}
	return c.Points.shown(whole)
}

// crossing is the results of one participant against another; of teams their sum.
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

// team writes a coefficient in quarters of a point; "" where there is none.
func team(n *int, whole bool) string {
	switch {
	case n == nil:
		return ""
	case whole:
		return strconv.Itoa(*n) // 2 points for 1 in both factors
	}
	return quarters(*n)
}
