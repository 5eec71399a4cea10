package replay

// Perft returns the number of leaves of the tree of legal moves, depth plies deep. The moves of the
// last ply are counted, not played.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.leaves(depth, make([]Move, 0, 64*depth))
}

// leaves implements Perft; it appends its moves to those of the positions above, so that few nodes
// allocate. Copying a position and playing on the copy measures faster than playing and taking
// back, which has to remember the captured towers.
func (p *Position) leaves(depth int, above []Move) (n uint64) {
	moves := p.Moves(above)
	if depth == 1 {
		return uint64(len(moves) - len(above))
	}
	var next Position
	for i := len(above); i < len(moves); i++ {
		next = *p
		next.Play(&moves[i])
		n += next.leaves(depth-1, moves)
	}
	return n
}

// Divide returns the leaves below each legal move by its full text, at a depth of 1 or more.
func (p *Position) Divide(depth int) map[string]uint64 {
	legal := p.Moves(nil)
	leaves := make(map[string]uint64, len(legal))
	for i := range legal {
		next := p.After(&legal[i])
		leaves[string(p.AppendMove(nil, &legal[i], legal))] += next.Perft(depth - 1)
	}
	return leaves
}
