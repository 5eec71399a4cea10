package record

import "github.com/stolb/stolb/record/message"

// Solution is the solution of a composition in abbreviated notation, as books
// print it (Ukrainian rules VI.7.4.2-6): what was forced is left out, so that
// its moves are no plies of a game before replay has found these.
type Solution struct {
	Draw  bool           // the task is a draw; a win is not named (VI.7.4.1)
	Lock  Lock           // or to lock pieces
	Lines []SolutionLine // the main line first, then branches and false tries
}

// Lock is the task of a lock problem (Codex 5.1.3 "задача", Ukrainian rules
// VI.1.3.3): Black is to be left without a move with so many towers, and no others
// (Codex 5.2.8). The zero Lock is no such task.
type Lock struct{ Men, Kings int }

// Message says what is to be locked, or is: "2 простые и 1 дамку".
func (l Lock) Message() message.Message {
	switch {
	case l.Kings == 0:
		return message.Of("composition.men", "men", l.Men)
	case l.Men == 0:
		return message.Of("composition.kings", "kings", l.Kings)
	}
	return message.Of("composition.men-and-kings", "men", l.Men, "kings", l.Kings)
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
