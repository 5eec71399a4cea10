package find

import (
	"reflect"
	"slices"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// shifts evaluates a condition unchanged, and with every shift that keeps its squares on the
// board.
func (n *naive) shifts(s *sentence, is func() bool) bool {
	if is() {
		return true
	}
	right, up := n.right, n.up
	defer func() { n.right, n.up = right, up }()
	key := shiftKey{s, n.board, right, up}
	if ways, known := waysToShift[key]; known {
		for _, by := range ways {
			if n.right, n.up = by[0], by[1]; is() {
				return true
			}
		}
		return false
	}
	parts := squaresIn(s)
	ways := [][2]int{}
	on := func(p squarePart) bool {
		return slices.ContainsFunc(n.board.Squares(), func(s record.Square) bool { return n.isPart(p, s, record.White) })
	}
	for dx := -n.board.Files; dx <= n.board.Files; dx++ {
		for dy := -n.board.Ranks; dy <= n.board.Ranks; dy++ {
			if dx == 0 && dy == 0 || (dx+dy)%2 != 0 {
				continue
			}
			off := slices.ContainsFunc(parts, func(p squarePart) bool {
				n.right, n.up = 0, 0
				there := on(p)
				n.right, n.up = right+dx, up+dy
				return there && !on(p)
			})
			if !off {
				ways = append(ways, [2]int{right + dx, up + dy})
			}
		}
	}
	waysToShift[key], n.right, n.up = ways, right, up
	return n.shifts(s, is)
}

// waysToShift caches the shifts.
var waysToShift = map[shiftKey][][2]int{}

type shiftKey struct {
	*sentence
	record.Board
	right, up int
}

// squaresIn returns all squares, ranks and files of a condition.
func squaresIn(s *sentence) (all []squarePart) {
	for _, of := range s.of {
		all = append(all, squaresIn(of)...)
	}
	var look func(v reflect.Value)
	look = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if list, ok := v.Interface().(*squareList); ok && list != nil {
				all = append(all, list.all...)
			} else if board, ok := v.Interface().(*onBoard); ok && board.Pattern != nil {
				for _, item := range readPattern(board.Pattern).items {
					all = append(all, item.at)
				}
			} else if !v.IsNil() {
				look(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					look(v.Field(i))
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				look(v.Index(i))
			}
		}
	}
	if s.leaf != nil {
		look(reflect.ValueOf(s.leaf))
	}
	return all
}

// varied returns the moments with variations in which a condition is true.
func (n *naive) varied(s *sentence) (found []int) {
	for _, line := range n.lines() {
		one := *line.naive
		one.mirrored, one.exchanged, one.right, one.up = n.mirrored, n.exchanged, n.right, n.up
		for i := line.from; i < len(one.moments); i++ {
			if one.is(s, i, nil) {
				found = append(found, line.root)
				break
			}
		}
	}
	return found
}

// naiveLine is a variation as a game of its own, which includes the moves before it, up to from;
// root is the ply of the game that it, or the variation around it, replaces.
type naiveLine struct {
	*naive
	from, root int
}

// naiveLines returns the variations of a game, each as a game of its legal moves.
func naiveLines(r *replay.Report) (found []naiveLine) {
	lines := make([][]record.Ply, len(r.Variations)+1)
	begun := make([]bool, len(lines))
	for i, node := range r.Tree() {
		k := node.Variation
		recorded := r.Game.Plies
		if k > 0 {
			v := r.Variations[k-1]
			if recorded = v.Line; !begun[k] {
				begun[k], lines[k] = true, slices.Clone(lines[v.Of][:v.Before])
			}
		}
		ply := record.Ply{Word: node.Before.Word(node.Move, node.Before.Moves(nil))}
		if note := recorded[i].Note; note != nil {
			ply.Note = &record.Notes{Setup: note.Setup}
			if k > 0 {
				ply.Note.Variations = note.Variations
			}
		}
		lines[k] = append(lines[k], ply)
	}
	for k, line := range lines {
		if k == 0 || !begun[k] {
			continue
		}
		root := r.Variations[k-1]
		for root.Of > 0 {
			root = r.Variations[root.Of-1]
		}
		g := *r.Game
		g.Plies = line
		judged := replay.Judge(&g, r.Variant)
		judged.Verdict = r.Verdict
		found = append(found, naiveLine{newNaive(judged), r.Variations[k-1].Before, root.Before})
	}
	return found
}
