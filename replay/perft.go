package replay

// Perft returns the number of leaves of the tree of legal moves, depth plies
// deep. The moves of the last ply are listed, not played.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	w := walker{line: make([]Position, depth), moves: make([]Move, 0, 64*depth)}
	w.line[0] = *p
	return w.leaves(0)
}

// walker walks the tree of moves depth first. It keeps the positions of the line from the root and
// one stack of moves, so that a node allocates nothing. Copying a position and playing the move on
// the copy measures faster than playing and taking back, which has to remember the captured towers.
type walker struct {
	line  []Position
	moves []Move
}

func (w *walker) leaves(ply int) (n uint64) {
	p, base := &w.line[ply], len(w.moves)
	if w.moves = p.Moves(w.moves); ply == len(w.line)-1 {
		n = uint64(len(w.moves) - base)
	} else {
		for i := base; i < len(w.moves); i++ {
			next := &w.line[ply+1]
			*next = *p
			next.Play(&w.moves[i])
			n += w.leaves(ply + 1)
		}
	}
	w.moves = w.moves[:base]
	return n
}

// Divide returns for each legal move, by its text in full, the leaves below it at the
// given depth, which is 1 or more.
func (p *Position) Divide(depth int) map[string]uint64 {
	legal := p.Moves(nil)
	leaves := make(map[string]uint64, len(legal))
	for i := range legal {
		next := *p
		next.Play(&legal[i])
		leaves[string(p.AppendMove(nil, &legal[i], legal))] += next.Perft(depth - 1)
	}
	return leaves
}
