package sheet

import "github.com/stolb/stolb/grammar/cut"

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
