package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/stats"
)

const (
	// firstMoves is how many moves of the root the chart shows.
	firstMoves = 14
	// diagrams is how many positions are drawn.
	diagrams = 6
)

// Openings returns the page of a tree. A position to which more than one way
// leads has its moves under the first of them; at the others the page says
// where.
func Openings(tree *stats.Tree, language message.Language) *Page {
	w := words{language}
	root := &tree.Positions[0]
	p := &Page{
		Language: language,
		Title:    w.tell("page.openings", "variant", message.Variant(tree.Variant.String()), "games", root.Tally.Games, "depth", tree.Depth),
		Notes:    []string{w.tell("page.from", "fen", root.Position.FEN())},
	}
	if tree.MinGames > 1 {
		p.Notes = append(p.Notes, w.tell("page.at-least", "n", tree.MinGames))
	}
	t := treeTable{words: w, tree: tree, shown: make([][]string, len(tree.Positions))}
	scored := root.Tally.Scored > 0
	s := Section{Columns: append(w.columns("page.played"), w.tallyColumns()...)}
	if scored {
		s.Columns = append(s.Columns, w.scoreColumns()...)
	}
	s.Columns = append(append(s.Columns, w.columns("page.years")...), w.left("page.moves"))
	t.section, t.scored = &s, scored
	t.add(0, "", "", []string{})
	share := w.tell("page.share-note")
	if scored {
		share = w.tell("page.share-and-points-note")
	}
	s.Notes = append(s.Notes, w.tell("page.played-note"), share)
	if t.left > 0 {
		s.Notes = append(s.Notes, w.tell("page.more-lines", "n", t.left))
	}
	if root.Tally.Games > 0 && len(root.Moves) > 0 {
		s.Pictures = append(s.Pictures, w.chartOfMoves(tree))
	}
	for i := range min(diagrams, len(tree.Positions)) {
		n := &tree.Positions[i]
		caption := t.line(tree.Line(i))
		if caption == "" {
			caption = w.tell("page.root")
		}
		if n.Name != "" {
			caption += " «" + short(n.Name) + "»"
		}
		caption += ": " + w.tell("page.reached", "n", n.Tally.Games, "share", w.percent(n.Tally.Share()))
		s.Pictures = append(s.Pictures, Picture{diagram.Position(&n.Position, n.Position.FEN()), caption})
	}
	p.Sections = []Section{s}
	return p
}

func (w words) chartOfMoves(tree *stats.Tree) Picture {
	root := &tree.Positions[0]
	stacks := []stack{{name: w.tell("page.white-won")}, {name: w.tell("page.drawn")}, {name: w.tell("page.black-won")}}
	var names []string
	for _, e := range root.Moves[:min(firstMoves, len(root.Moves))] {
		t := &tree.Positions[e.To].Tally
		names = append(names, e.Move)
		stacks[0].values = append(stacks[0].values, float64(t.WhiteWins))
		stacks[1].values = append(stacks[1].values, float64(t.Draws))
		stacks[2].values = append(stacks[2].values, float64(t.BlackWins))
	}
	// Grey is for draws.
	stacks[1], stacks[2] = stacks[2], stacks[1]
	return Picture{
		bars("", w.tell("page.games"), names, stacks, w.tell("page.first-moves-chart")),
		w.tell("page.first-moves-caption"),
	}
}

// treeTable sets a tree as an indented table.
type treeTable struct {
	words
	tree    *stats.Tree
	section *Section
	scored  bool
	shown   [][]string // the moves under which each position is shown; nil where it is not yet
	left    int        // rows beyond MaxRows
}

// add adds the rows of a position and of all below it; played is how many games
// played the last of the moves that lead there, and move how it is written.
func (t *treeTable) add(at int, played, move string, moves []string) {
	n := &t.tree.Positions[at]
	depth := len(moves)
	text := strings.Repeat("  ", max(depth-1, 0)) + move
	if n.Name != "" {
		text += "  «" + short(n.Name) + "»"
	}
	again := t.shown[at] != nil
	if again {
		text += "  = " + cmp.Or(t.line(t.shown[at]), t.tell("page.first-position"))
	}
	row := append([]string{played}, t.tallyCells(&n.Tally)...)
	if t.scored {
		row = append(row, t.scoreCells(&n.Tally)...)
	}
	t.row(append(row, years(n.Tally.FirstYear, n.Tally.LastYear), text))
	if again {
		return
	}
	t.shown[at] = []string{}
	if t.left == 0 { // else no row that can be seen refers to it
		t.shown[at] = moves
	}
	for _, e := range n.Moves {
		t.add(e.To, strconv.Itoa(e.Games), t.number(depth, true)+e.Move, append(slices.Clip(moves), e.Move))
	}
	if n.RareMoves > 0 {
		row := make([]string, len(t.section.Columns))
		row[len(row)-1] = strings.Repeat("  ", depth) + t.tell("page.rarer", "moves", n.RareMoves, "games", n.RareGames)
		t.row(row)
	}
}

func (t *treeTable) row(row []string) {
	if len(t.section.Rows) < MaxRows {
		t.section.Rows = append(t.section.Rows, row)
	} else {
		t.left++
	}
}

// number is what stands before the move after so many plies: "2. ", "2... " for
// the second side's where the first side's is not before it.
func (t *treeTable) number(ply int, alone bool) string {
	if t.tree.Positions[0].Position.Turn != t.tree.Variant.First() {
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

// line writes moves from the root with their numbers.
func (t *treeTable) line(moves []string) string {
	var words []string
	for ply, move := range moves {
		words = append(words, t.number(ply, ply == 0)+move)
	}
	return strings.Join(words, " ")
}

// line writes moves from the start of a variant with their numbers.
func line(v record.Variant, moves []string) string {
	start := record.StartPosition(v)
	t := treeTable{tree: &stats.Tree{Variant: v, Positions: []stats.Node{{Position: start}}}}
	return t.line(moves)
}
