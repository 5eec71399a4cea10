package record

// Solution is the solution of a composition in abbreviated notation, as books
// print it (Ukrainian rules VI.7.4.2-6): what was forced is left out, so that
// its moves are no plies of a game before replay has found these.
type Solution struct {
	Draw  bool           // the task is a draw; a win is not named (VI.7.4.1)
	Lines []SolutionLine // the main line first, then branches and false tries
}

// SolutionLine is a line of a solution.
type SolutionLine struct {
	Label string // А, Б of a branch of Black's (VI.7.4.3), I, II of a false try (VI.7.4.4); "" for the main line
	At    int    // byte offset of the label, or of the first move
	Moves []SolutionMove

	// Of and Move are the indices of the line and of its move in place of which it
	// stands, where its label is noted at one; else Of is -1.
	Of, Move int
}

// SolutionMove is a written move of a solution.
type SolutionMove struct {
	Ply
	Black  bool     // Black's, which stand in brackets
	Labels []string // of the lines that stand in its place
}
