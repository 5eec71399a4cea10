package replay

import (
	"slices"

	"github.com/stolb/stolb/record"
)

// alike knows where the first faults of each kind stand that a report has.
type alike struct {
	counted int // how many of the report's faults are among them
	kinds   []firstOf
}

// firstOf are the places of the first faults of a kind, in order, as many as are told.
type firstOf struct {
	code record.Code
	at   []int
}

// begin begins anew, with the memory of the report before.
func (a *alike) begin() { a.counted, a.kinds = 0, a.kinds[:0] }

// told says whether somebody will read of a fault of that kind which is found there now:
// not where as many as he asks for are known to stand before it.
func (j *Arbiter) told(code record.Code, at int) bool {
	if j.Alike <= 0 {
		return true
	}
	a := &j.first
	for ; a.counted < len(j.report.Faults); a.counted++ {
		f := &j.report.Faults[a.counted]
		a.of(f.Code).add(f.At, j.Alike)
	}
	first := a.of(code).at
	return len(first) < j.Alike || at < first[len(first)-1]
}

// of returns the first of a kind.
func (a *alike) of(code record.Code) *firstOf {
	for i := range a.kinds {
		if a.kinds[i].code == code {
			return &a.kinds[i]
		}
	}
	n := len(a.kinds)
	a.kinds = slices.Grow(a.kinds, 1)[:n+1]
	a.kinds[n] = firstOf{code, a.kinds[n].at[:0]}
	return &a.kinds[n]
}

// add adds a place, if it is among the first.
func (f *firstOf) add(at, limit int) {
	i := len(f.at)
	for i > 0 && f.at[i-1] > at {
		i--
	}
	switch {
	case len(f.at) < limit:
		f.at = slices.Insert(f.at, i, at)
	case i < limit:
		copy(f.at[i+1:], f.at[i:])
		f.at[i] = at
	}
}
