package sheet

import (
	"slices"

	"github.com/stolb/stolb/grammar/internal/word"
)

// pairs finds what closes the brackets of a text. It looks no further ahead than it
// has to, and once, also where a text is looked at anew from further on. Offsets in
// it count from where the first of these texts began.
type pairs struct {
	all   []bracket // by their opening
	gone  int       // how many before these are forgotten
	open  [3]opened // those of each kind that nothing has closed so far
	from  int       // where the text begins
	begun int       // from where brackets have been looked for
	to    int       // up to where; -1 for nowhere
	last  int       // the place in all of the bracket last asked for
	first int       // the first that was asked for: those before it are not known; -1 for none
	blank bool      // the line there is blank so far
	deep  bool      // however deep they are nested
}

// bracket is a bracket and what closes it.
type bracket struct{ open, close int }

// opened are brackets that nothing has closed so far, by how many stand before them.
type opened struct {
	all []int
	low int // so many of them are alone
}

// What bracket.close is where it is no place.
const (
	unpaired = -2 // so far
	alone    = -1 // for good
)

// maxNested is how deep brackets may be nested; one with deeper ones in it pairs with
// none. So what a bracket pairs with does not depend on what stands before it.
const maxNested = 64

// reset forgets all.
func (p *pairs) reset() {
	p.from, p.to, p.first = 0, -1, -1
}

// begin begins at a place with nothing known.
func (p *pairs) begin(at int) {
	p.begun, p.to, p.all, p.gone, p.blank = at, at, p.all[:0], 0, false
	for k := range p.open {
		p.open[k] = opened{all: p.open[k].all[:0]}
	}
}

func byOpening(b bracket, at int) int { return b.open - at }

// close returns where the remark of a text ends that the bracket at byte at opens,
// behind its pair; 0 where it has none.
func (p *pairs) close(text string, at int) int {
	if at += p.from; p.to < 0 {
		p.begin(at)
	}
	if p.first < 0 {
		p.first = at
	}
	if at >= p.to {
		p.find(text, at+1, -1)
	}
	i := p.last // it is asked for several times, and then for the next
	if i < len(p.all) && p.all[i].open < at {
		i++
	}
	if i >= len(p.all) || p.all[i].open != at {
		var known bool
		if i, known = slices.BinarySearchFunc(p.all, at, byOpening); !known {
			return 0
		}
	}
	p.last = i
	if at < p.first {
		return 0
	}
	if p.all[i].close == unpaired {
		p.find(text, p.from+len(text), i)
	}
	if end := p.all[i].close; end >= 0 {
		return end - p.from + 1
	}
	return 0
}

// find finds pairs of brackets up to a place or until it is known of one of them
// where it ends. A bracket pairs only with one of its kind, before the next blank
// line: so one that nobody closed swallows nothing.
func (p *pairs) find(text string, to, until int) {
	for ; p.to < to && (until < 0 || p.all[until].close == unpaired); p.to++ {
		i := p.to - p.from
		c := text[i]
		switch c {
		case '\n', '\r':
			if p.blank && !(c == '\n' && text[i-1] == '\r') {
				p.leave()
			}
			p.blank = true
			continue
		case ' ', '\t':
			continue
		}
		p.blank = false
		if bracketKind[c] == 0 || c == ')' && endsNumber(text, i) {
			continue
		}
		if k := bracketKind[c] - 1; k < 3 {
			open := &p.open[k]
			if len(open.all)-open.low == maxNested && !p.deep {
				p.at(open.all[open.low]).close = alone
				if open.low++; open.low == 4*maxNested {
					open.all, open.low = append(open.all[:0], open.all[open.low:]...), 0
				}
			}
			open.all = append(open.all, p.gone+len(p.all))
			p.all = append(p.all, bracket{p.to, unpaired})
		} else if open := &p.open[k-3]; len(open.all) > open.low {
			last := len(open.all) - 1
			p.at(open.all[last]).close = p.to
			open.all = open.all[:last]
		}
	}
}

// at returns the bracket before which so many stand.
func (p *pairs) at(i int) *bracket { return &p.all[i-p.gone] }

// leave says of all brackets that are open that nothing closes them.
func (p *pairs) leave() {
	for k := range p.open {
		open := &p.open[k]
		for _, i := range open.all[open.low:] {
			p.at(i).close = alone
		}
		*open = opened{all: open.all[:0]}
	}
}

// bracketKind is 1 to 3 for what opens, 4 to 6 for what closes, 0 for what is none.
var bracketKind = func() (kinds [256]uint8) {
	for i, c := range "({[)}]" {
		kinds[c] = uint8(i + 1)
	}
	return kinds
}()

// leadingDigits returns how many digits a text begins with.
func leadingDigits(text string) int {
	n := 0
	for n < len(text) && word.IsDigit(text[n]) {
		n++
	}
	return n
}

// endsNumber says whether the bracket at byte i is that of a number with which
// its line begins: "1) c3-b4".
func endsNumber(text string, i int) bool {
	at := i
	for at > 0 && i-at < 4 && word.IsDigit(text[at-1]) {
		at--
	}
	if at == i {
		return false
	}
	for at > 0 && (text[at-1] == ' ' || text[at-1] == '\t') {
		at--
	}
	return at == 0 || word.IsEnd(text[at-1])
}
