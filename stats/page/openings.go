package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
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
func Openings(tree *stats.Tree) *Page {
	root := &tree.Positions[0]
	p := &Page{
		Title: fmt.Sprintf("Openings: %v, %s, %s deep", tree.Variant,
			count(root.Tally.Games, "game", "games"), count(tree.Depth, "ply", "plies")),
		Notes: []string{"from " + root.Position.FEN()},
	}
	if tree.MinGames > 1 {
		p.Notes = append(p.Notes, fmt.Sprintf("positions that at least %d games reached, by moves that as many played", tree.MinGames))
	}
	t := treeTable{tree: tree, shown: make([][]string, len(tree.Positions))}
	scored := root.Tally.Scored > 0
	s := Section{Columns: append([]Column{{Title: "played"}}, tallyColumns...)}
	if scored {
		s.Columns = append(s.Columns, scoreColumns...)
	}
	s.Columns = append(s.Columns, Column{Title: "years"}, Column{Title: "moves", Left: true})
	t.section, t.scored = &s, scored
	t.add(0, "", "", []string{})
	s.Notes = append(s.Notes,
		"played: games with this move here; games and what follows: all that reached the position, in whatever order of moves;",
		"White: White's share, a draw being half a win"+map[bool]string{true: "; points: the mean of White's, with its standard deviation"}[scored])
	if t.left > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s more; JSON has all", count(t.left, "line", "lines")))
	}
	if root.Tally.Games > 0 && len(root.Moves) > 0 {
		s.Pictures = append(s.Pictures, chartOfMoves(tree))
	}
	for i := range min(diagrams, len(tree.Positions)) {
		n := &tree.Positions[i]
		caption := t.line(tree.Line(i))
		if caption == "" {
			caption = "the position from which the tree grows"
		}
		if n.Name != "" {
			caption += " «" + short(n.Name) + "»"
		}
		caption += ": " + count(n.Tally.Games, "game", "games") + ", White " + percent(n.Tally.Share())
		s.Pictures = append(s.Pictures, Picture{diagram.Position(&n.Position, n.Position.FEN()), caption})
	}
	p.Sections = []Section{s}
	return p
}

func chartOfMoves(tree *stats.Tree) Picture {
	root := &tree.Positions[0]
	stacks := []stack{{name: "White won"}, {name: "drawn"}, {name: "Black won"}}
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
		bars("", "games", names, stacks, "games by first move and outcome; the table has the numbers"),
		"What became of the games after the first move, by the position it leads to.",
	}
}

// treeTable sets a tree as an indented table.
type treeTable struct {
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
		text += "  = " + cmp.Or(t.line(t.shown[at]), "the first position")
	}
	row := append([]string{played}, tallyCells(&n.Tally)...)
	if t.scored {
		row = append(row, scoreCells(&n.Tally)...)
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
		row[len(row)-1] = strings.Repeat("  ", depth) + fmt.Sprintf("(%s in %s)",
			count(n.RareMoves, "rarer move", "rarer moves"), count(n.RareGames, "game", "games"))
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
