package record

import "github.com/stolb/stolb/record/message"

// Solution is the solution of a composition in abbreviated notation, as printed in books (Ukrainian
// rules VI.7.4.2-6). It omits forced moves, so its moves become plies of a game only when replay
// has filled them in.
type Solution struct {
	Task  Task
	Lines []SolutionLine // the main line first, then branches and false tries
}

// Task is the task of a composition: White wins (VI.7.4.1), the zero Task; White draws; or Black is
// left without a move with exactly the given towers (Codex 5.1.3 "задача", 5.2.8, Ukrainian rules
// VI.1.3.3).
type Task struct {
	Draw       bool
	Men, Kings int // to be locked
	Any        int // to be locked, of either kind; Men and Kings are 0
}

// Locks reports whether the task is to lock pieces.
func (t Task) Locks() bool { return t.Men > 0 || t.Kings > 0 || t.Any > 0 }

// Fits reports whether the given locked men and kings fulfil the task.
func (t Task) Fits(men, kings int) bool {
	if t.Any > 0 {
		return men+kings == t.Any
	}
	return men == t.Men && kings == t.Kings
}

// Pieces returns the pieces to be locked: "2 простые и 1 дамку".
func (t Task) Pieces() message.Message {
	switch {
	case t.Any > 0:
		return message.Of("composition.pieces", "pieces", t.Any)
	case t.Kings == 0:
		return message.Of("composition.men", "men", t.Men)
	case t.Men == 0:
		return message.Of("composition.kings", "kings", t.Kings)
	}
	return message.Of("composition.men-and-kings", "men", t.Men, "kings", t.Kings)
}

// In returns the task as a line of text; "" for a win, which is not stated (VI.7.4.1).
func (t Task) In(l message.Language) string {
	switch {
	case t.Draw:
		return message.Of("composition.draw").In(l)
	case t.Locks():
		return message.Of("composition.lock", "task", t.Pieces()).In(l)
	}
	return ""
}

// SolutionLine is a line of a solution.
type SolutionLine struct {
	Label string // А, Б of a branch of Black's (VI.7.4.3), I, II of a false try (VI.7.4.4); "" for the main line
	At    int    // byte offset of the label
	Moves []SolutionMove

	// Of and Move are the indices of the line and the move that this line replaces, if its label is
	// noted at a move; else Of is -1.
	Of, Move int
}

// SolutionMove is a written move of a solution.
type SolutionMove struct {
	Ply
	Black  bool     // a move of Black's, in brackets
	Labels []string // labels of the lines that replace it
}
