package sheet

import "github.com/stolb/stolb/grammar/internal/cut"

// resting is the lines that have left all that a Finder knows as it was, those last met
// since anything changed, with what was decided: where results, or words, stand one below
// the other, few lines come again and again.
type resting struct {
	lines [8]restingLine
	n     int // how many have been met
}

type restingLine struct {
	line []byte
	what cut.Decision
}

// find returns what was decided on a line, where it has been met.
func (r *resting) find(line string) (cut.Decision, bool) {
	for i := range min(r.n, len(r.lines)) {
		if known := &r.lines[i]; string(known.line) == line {
			return known.what, true
		}
	}
	return 0, false
}

// add keeps a line, unless it is long, in the place of that met first.
func (r *resting) add(line string, what cut.Decision) {
	if len(line) > maxAsked {
		return
	}
	at := &r.lines[r.n%len(r.lines)]
	at.line, at.what = append(at.line[:0], line...), what
	if r.n++; r.n == 2*len(r.lines) {
		r.n = len(r.lines)
	}
}

// findRested is find for a line that may come again, where so many rest: it is one more
// if it leaves all as it was.
func (f *Finder) findRested(text string, again bool, rests int) (cut.Decision, int) {
	game, keys, state, row := f.game, len(f.keys), f.lex.state, f.lex.row
	what, at := f.find(text, true, again)
	if at == 0 && f.open == 0 && !f.title.is && state == f.lex.state && f.game == game && len(f.keys) == keys && f.lex.row == row {
		f.resting.n = rests
		f.resting.add(text, what)
	}
	return what, at
}
