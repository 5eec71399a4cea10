package restore

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record/message"
)

// A hand is written as lines of text, so that a person can read it, and change
// what is known better:
//
//	# comment
//	lost 0.004
//	char 3 3 0.62 5 0.31 8 0.012 nothing 0.004
//
// A line has a name and a probability, or the name "char", what should have
// been written, and what is written instead with the probability of each,
// "nothing" where it is left out. "other" stands for any character that has no
// name of its own. What a line leaves of 1 is shared evenly by the characters
// that it does not name. Names that do not occur keep what General has.

// head stands above what is written.
const head = `# Stolb: the confusions of a hand or of a recogniser. Every figure is a probability.
# "char b h 0.1": where b is meant, h is written. "nothing": it is left out.
`

// minWritten is the share of a character's mistakes from which one is written.
const minWritten = 0.002

// rates lists the figures that have a name.
func (c *Confusions) rates() []rate {
	return []rate{
		{"lost", &c.Lost, "a ply has no word"},
		{"gap", &c.Gap, "the numbers show that a word is lost"},
		{"twice", &c.Twice, "a word is written twice"},
		{"swapped", &c.Swapped, "a word changes places with the next"},
		{"together", &c.Together, "two words are run together"},
		{"torn", &c.Torn, "a word is torn into two"},
		{"stray", &c.Stray, "a word stands where there was no move"},
		{"illegible", &c.Illegible, "a mark, or nothing, stands for the word"},
		{"garbled", &c.Garbled, "what is written has nothing to do with the move"},
		{"misnumber", &c.Misnumber, "a move number does not count on"},
		{"stops", &c.Stops, "the record stops at a ply though a move could be made"},
		{"omitted", &c.Omitted, "turning squares are left out that are needed"},
		{"superfluous", &c.Superfluous, "turning squares are written that are not needed"},
		{"added", &c.added, "another character stands behind one"},
		{"transposed", &c.transposed, "a character changes places with the next"},
	}
}

type rate struct {
	name  string
	value *float64
	means string
}

// MarshalText returns the hand as text. The error is always nil.
func (c *Confusions) MarshalText() ([]byte, error) {
	dst := []byte(head)
	number := func(p float64) string { return strconv.FormatFloat(p, 'g', 5, 64) }
	for _, r := range c.rates() {
		dst = fmt.Appendf(dst, "%-11s %-10s # %s\n", r.name, number(*r.value), r.means)
	}
	list := func(p []float64, total float64, skip int) {
		var order []int
		for w := range p {
			if p[w] >= minWritten*total && w != skip {
				order = append(order, w)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
		for _, w := range order {
			dst = fmt.Appendf(dst, " %s %s", symbolName(w), number(p[w]))
		}
	}
	for s := range c.char {
		dst = fmt.Appendf(dst, "char %s", symbolName(s))
		dst = fmt.Appendf(dst, " %s %s", symbolName(s), number(c.char[s][s]))
		list(c.char[s][:], 1-c.char[s][s], s)
		dst = fmt.Appendf(dst, " nothing %s\n", number(c.lose[s]))
	}
	dst = append(dst, "extra"...)
	list(c.extra[:], 1, -1)
	return append(dst, '\n'), nil
}

func symbolName(s int) string {
	if s == symbolOther {
		return "other"
	}
	return string(written[s])
}

// MaxConfusions is the most bytes that a hand's text may have.
const MaxConfusions = 1 << 20

// UnmarshalText reads what MarshalText writes. The error tells the line.
func (c *Confusions) UnmarshalText(text []byte) error {
	if len(text) > MaxConfusions {
		return message.Of("confusions.too-long", "most", MaxConfusions)
	}
	h := *General()
	rates := h.rates()
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, MaxConfusions+1)
	for number := 1; lines.Scan(); number++ {
		fields := strings.Fields(lines.Text())
		if at := slices.Index(fields, "#"); at >= 0 {
			fields = fields[:at]
		}
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if err := h.readLine(rates, fields); err != nil {
			return message.Of("confusions.line", "line", number, "why", err)
		}
	}
	if err := lines.Err(); err != nil {
		return message.Of("confusions.not-read", "why", err)
	}
	if h.Illegible+h.Garbled > 0.95 || h.added > 0.9 {
		return message.Of("confusions.nothing")
	}
	*c = h
	return nil
}

func (c *Confusions) readLine(rates []rate, fields []string) error {
	switch name := fields[0]; name {
	case "char":
		if len(fields) < 4 {
			return message.Of("confusions.after-char", "name", strconv.Quote(name))
		}
		s, err := symbolNamed(fields[1])
		if err != nil {
			return err
		}
		if s >= trueSymbols {
			return message.Of("confusions.no-move-has", "name", strconv.Quote(fields[1]))
		}
		return readList(fields[2:], c.char[s][:], &c.lose[s])
	case "extra":
		return readList(fields[1:], c.extra[:], nil)
	default:
		at := slices.IndexFunc(rates, func(r rate) bool { return r.name == name })
		if at < 0 {
			return message.Of("confusions.unknown", "name", strconv.Quote(name))
		}
		if len(fields) != 2 {
			return message.Of("confusions.one-probability", "name", strconv.Quote(name))
		}
		p, err := probability(fields[1])
		*rates[at].value = within(p, leastRate, 1-leastRate)
		return err
	}
}

// leastRate is what a probability of none is taken for: nothing is impossible
// on a sheet, and what is would leave no game at all.
const leastRate = 1e-9

// readList reads characters with their probabilities into p, and the
// probability of nothing.
func readList(fields []string, p []float64, nothing *float64) error {
	var given [numSymbols]bool
	var values [numSymbols]float64
	total := 0.0
	for ; len(fields) >= 2; fields = fields[2:] {
		value, err := probability(fields[1])
		if err != nil {
			return err
		}
		if fields[0] == "nothing" && nothing != nil {
			if value > 0.95 {
				return message.Of("confusions.left-out", "value", value)
			}
			*nothing = max(value, leastRate)
			continue
		}
		s, err := symbolNamed(fields[0])
		if err != nil {
			return err
		}
		if given[s] {
			return message.Of("confusions.twice", "name", strconv.Quote(fields[0]))
		}
		given[s] = true
		values[s] = value
		total += value
	}
	if len(fields) > 0 {
		return message.Of("confusions.no-probability", "name", strconv.Quote(fields[0]))
	}
	if total > 1.001 {
		return message.Of("confusions.sum", "total", total)
	}
	missing := 0
	for _, ok := range given {
		if !ok {
			missing++
		}
	}
	rest := max(1-total, 1e-6)
	for s := range p {
		p[s] = values[s]
		if !given[s] {
			p[s] = rest / float64(missing)
		}
	}
	for s := range p {
		p[s] = max(p[s], leastRate)
	}
	all := sum(p)
	for s := range p {
		p[s] /= all
	}
	return nil
}

func probability(text string) (float64, error) {
	p, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(p) || p < 0 || p > 1 {
		return 0, message.Of("confusions.wrong-probability", "name", strconv.Quote(text))
	}
	return p, nil
}

func symbolNamed(name string) (symbol, error) {
	if name == "other" {
		return symbolOther, nil
	}
	if r := []rune(name); len(r) == 1 {
		if s := slices.Index(written, r[0]); s >= 0 && s != symbolOther {
			return symbol(s), nil
		}
	}
	return 0, message.Of("confusions.no-character", "name", strconv.Quote(name))
}
