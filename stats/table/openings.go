// Package table sets what package stats has counted as a table in columns, for
// the formats of package columnar. convert/columnar/README.md documents the
// columns, beside those of the games.
package table

import (
	"math"
	"strings"

	"github.com/stolb/stolb/convert/columnar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/stats"
)

// batchRows is how many rows are encoded at a time.
const batchRows = 1 << 14

// openingVariants are the words of the column variant.
var openingVariants = func() (names []string) {
	for v := record.UnknownVariant; int(v) <= len(record.Variants()); v++ {
		names = append(names, v.String())
	}
	return names
}()

// openingColumns are the columns of a tree of openings, each with what a row has
// there.
var openingColumns = []struct {
	columnar.Column
	add func(*columnar.Vector, *opening)
}{
	{columnar.Column{Name: "variant", Type: columnar.Symbol, Meaning: "the game that is played", Words: openingVariants}, func(v *columnar.Vector, o *opening) {
		v.Int8s = append(v.Int8s, int8(o.tree.Variant))
	}},
	{columnar.Column{Name: "path", Type: columnar.Text, Distinct: true, Meaning: "the moves in full from the root, with spaces between: the way that was found first; empty for the root, which is the first row"}, func(v *columnar.Vector, o *opening) {
		v.AddText(strings.Join(o.tree.Line(o.at), " "))
	}},
	{columnar.Column{Name: "ply", Type: columnar.Int32, Unit: "plies", Meaning: "the number of these moves, which is the least that leads to the position; 0 for the root"}, func(v *columnar.Vector, o *opening) {
		v.Int32s = append(v.Int32s, int32(o.Ply))
	}},
	{columnar.Column{Name: "move", Type: columnar.Text, Meaning: "the last of them; none for the root", Optional: true}, func(v *columnar.Vector, o *opening) {
		v.AddText(o.Move)
		v.Missing = append(v.Missing, o.Move == "")
	}},
	{columnar.Column{Name: "hash", Type: columnar.Int64, Distinct: true, Meaning: "64 bits that tell the position, the same as in plies.hash_after; each position of the tree is one row"}, func(v *columnar.Vector, o *opening) {
		v.Int64s = append(v.Int64s, int64(o.Hash))
	}},
	{columnar.Column{Name: "parent", Type: columnar.Int64, Meaning: "hash of the position before move; of the root its own"}, func(v *columnar.Vector, o *opening) {
		v.Int64s = append(v.Int64s, int64(o.tree.Positions[o.Parent].Hash))
	}},
	{columnar.Column{Name: "ways", Type: columnar.Int32, Unit: "moves", Meaning: "how many moves of the tree lead to the position; more than 1 where it comes about in several ways"}, func(v *columnar.Vector, o *opening) {
		v.Int32s = append(v.Int32s, int32(o.ways))
	}},
	{columnar.Column{Name: "played", Type: columnar.Int64, Unit: "games", Meaning: "the games with move in the position parent; of the root all that reached it"}, func(v *columnar.Vector, o *opening) {
		v.Int64s = append(v.Int64s, int64(o.played))
	}},
	{columnar.Column{Name: "games", Type: columnar.Int64, Unit: "games", Meaning: "the games that reached the position, in whatever order of moves; this column and those that follow are of them"}, func(v *columnar.Vector, o *opening) {
		v.Int64s = append(v.Int64s, int64(o.Tally.Games))
	}},
	{columnar.Column{Name: "white_wins", Type: columnar.Int64, Unit: "games", Meaning: "those that White won"}, func(v *columnar.Vector, o *opening) {
		v.Int64s = append(v.Int64s, int64(o.Tally.WhiteWins))
	}},
	{columnar.Column{Name: "draws", Type: columnar.Int64, Unit: "games", Meaning: "those that were drawn"}, func(v *columnar.Vector, o *opening) {
		v.Int64s = append(v.Int64s, int64(o.Tally.Draws))
	}},
	{columnar.Column{Name: "black_wins", Type: columnar.Int64, Unit: "games", Meaning: "those that Black won; of the rest nobody knows who did"}, func(v *columnar.Vector, o *opening) {
		v.Int64s = append(v.Int64s, int64(o.Tally.BlackWins))
	}},
	{columnar.Column{Name: "share", Type: columnar.Float64, Meaning: "White's share, 0 to 1, of the games with a known outcome, a draw being half a win", Optional: true}, func(v *columnar.Vector, o *opening) {
		addNumber(v, o.Tally.Share())
	}},
	{columnar.Column{Name: "mean_plies", Type: columnar.Float64, Unit: "plies", Meaning: "the mean length of the games", Optional: true}, func(v *columnar.Vector, o *opening) {
		addNumber(v, o.Tally.MeanPlies())
	}},
	{columnar.Column{Name: "scored", Type: columnar.Int64, Unit: "games", Meaning: "those with Adiukh's points; 0 in the other games"}, func(v *columnar.Vector, o *opening) {
		v.Int64s = append(v.Int64s, int64(o.Tally.Scored))
	}},
	{columnar.Column{Name: "mean_points", Type: columnar.Float64, Unit: "points", Meaning: "the mean of White's points, 0 to 24", Optional: true}, func(v *columnar.Vector, o *opening) {
		addNumber(v, o.Tally.MeanPoints())
	}},
	{columnar.Column{Name: "spread_points", Type: columnar.Float64, Unit: "points", Meaning: "their standard deviation", Optional: true}, func(v *columnar.Vector, o *opening) {
		addNumber(v, o.Tally.Spread())
	}},
	{columnar.Column{Name: "first_year", Type: columnar.Int16, Unit: "years", Meaning: "the earliest year of the games that have a date", Optional: true}, func(v *columnar.Vector, o *opening) {
		addYear(v, o.Tally.FirstYear)
	}},
	{columnar.Column{Name: "last_year", Type: columnar.Int16, Unit: "years", Meaning: "the latest year", Optional: true}, func(v *columnar.Vector, o *opening) {
		addYear(v, o.Tally.LastYear)
	}},
	{columnar.Column{Name: "rare_moves", Type: columnar.Int32, Unit: "moves", Meaning: "how many moves from here are left out, because fewer games than --min-games played them"}, func(v *columnar.Vector, o *opening) {
		v.Int32s = append(v.Int32s, int32(o.RareMoves))
	}},
	{columnar.Column{Name: "rare_games", Type: columnar.Int64, Unit: "games", Meaning: "the sum of the games with these moves"}, func(v *columnar.Vector, o *opening) {
		v.Int64s = append(v.Int64s, int64(o.RareGames))
	}},
	{columnar.Column{Name: "name", Type: columnar.Text, Meaning: "the name of the opening", Optional: true}, func(v *columnar.Vector, o *opening) {
		v.AddText(o.Name)
		v.Missing = append(v.Missing, o.Name == "")
	}},
	{columnar.Column{Name: "fen", Type: columnar.Text, Distinct: true, Unit: "FEN", Meaning: "the position"}, func(v *columnar.Vector, o *opening) {
		v.AddText(o.Position.FEN())
	}},
}

// opening is a position of a tree as a row.
type opening struct {
	*stats.Node
	tree         *stats.Tree
	at           int
	ways, played int
}

// addNumber adds a mean or a share, none where there is nothing to take it of.
func addNumber(v *columnar.Vector, x float64) {
	none := math.IsNaN(x)
	if none {
		x = 0
	}
	v.Float64s, v.Missing = append(v.Float64s, x), append(v.Missing, none)
}

// addYear adds a year, none for 0.
func addYear(v *columnar.Vector, year int) {
	v.Int16s, v.Missing = append(v.Int16s, int16(year)), append(v.Missing, year == 0)
}

// Openings returns the columns of the table openings, in which a row is a
// position of a tree.
func Openings() []columnar.Column {
	columns := make([]columnar.Column, len(openingColumns))
	for i, c := range openingColumns {
		columns[i] = c.Column
	}
	return columns
}

// WriteOpenings writes a tree with an encoder of the columns Openings, and closes
// the encoder. The root comes first, the others follow in the order of their
// distance. The error is the encoder's.
func WriteOpenings(e columnar.Encoder, tree *stats.Tree) error {
	columns := Openings()
	ways, played := make([]int, len(tree.Positions)), make([]int, len(tree.Positions))
	for i := range tree.Positions {
		for _, m := range tree.Positions[i].Moves {
			ways[m.To]++
			if to := &tree.Positions[m.To]; m.To > 0 && to.Parent == i && to.Move == m.Move {
				played[m.To] = m.Games
			}
		}
	}
	played[0] = tree.Positions[0].Tally.Games
	for from := 0; from < len(tree.Positions); from += batchRows {
		to := min(from+batchRows, len(tree.Positions))
		t := &columnar.Table{Columns: columns, Vectors: make([]columnar.Vector, len(columns)), Rows: to - from}
		for at := from; at < to; at++ {
			o := &opening{&tree.Positions[at], tree, at, ways[at], played[at]}
			for i := range openingColumns {
				openingColumns[i].add(&t.Vectors[i], o)
			}
		}
		if err := e.Encode(t); err != nil {
			return err
		}
	}
	columnar.NoteVersion(e, tree.Variant.String())
	return e.Close()
}
