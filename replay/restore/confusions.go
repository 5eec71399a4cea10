package restore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record/message"
)

// Confusions is a model of a hand, or of a recogniser: how often it takes one character for
// another, and how often it loses, doubles and swaps words. It is the noisy channel of the game
// (Shannon 1948; for spelling, Kernighan, Church and Gale 1990). Every figure is a probability. A
// Confusions does not change once made, and is safe for concurrent use.
type Confusions struct {
	// Of words.
	Lost        float64 // a ply has no word
	Gap         float64 // the numbers show a lost word; else they count on without it
	Twice       float64 // a word, or a row, is written twice
	Swapped     float64 // a word and the next have changed places
	Together    float64 // two words are run together
	Torn        float64 // a word is torn into two
	Stray       float64 // a word is written where no move was made
	Illegible   float64 // a mark is written for the word, or nothing
	Garbled     float64 // the word has nothing to do with the move
	Misnumber   float64 // a move number does not continue the count
	Stops       float64 // a record stops, at any given ply, though a move could be made
	Omitted     float64 // turning squares, or a rank, that a move needs are left out
	Superfluous float64 // turning squares that it does not need are written

	// char[s][w] is the probability that symbol s is written as w, lose[s] that it is omitted,
	// added that another is inserted after it, which is w with probability extra[w], transposed
	// that it changes places with the next. char[s] distributes the remaining 1-lose[s].
	char       [trueSymbols][numSymbols]float64
	lose       [trueSymbols]float64
	added      float64
	extra      [numSymbols]float64
	transposed float64
}

// lookAlikes lists the characters that hands and recognisers of print and of handwriting confuse
// with each one, the commonest first: similar shapes, Latin and Cyrillic (в and 8, б and 6, ч and
// 4, з and 3), and the neighbours of digits in a hurried hand.
var lookAlikes = map[rune]string{
	'a': "oduqce4gn", 'b': "hd68ьlpбk", 'c': "eo(garl", 'd': "abogclu0", 'e': "coag6ь",
	'f': "tpebrs7", 'g': "qy9dcas", 'h': "bnkm4ul", 'i': "1lj!|t", 'j': "i1;yg", 'k': "hbrx",
	'l': "1i|!t", '0': "o6d9a8u", '1': "7l|i!/t4'", '2': "z731?", '3': "5з8z92", '4': "ч91yhua",
	'5': "s3689", '6': "bб058gь", '7': "1?2t/9)", '8': "b36s0g9", '9': "gq4073",
	'-': "_~.='\":,r+", ':': ";.-i!,=/'z",
}

// General returns the initial table for an unknown hand: about one wrong character in thirty, and
// now and then a damaged word. Learn refines it.
func General() *Confusions {
	c := &Confusions{
		Lost: 0.004, Gap: 0.5, Twice: 0.003, Swapped: 0.001, Together: 0.002, Torn: 0.002,
		Stray: 0.002, Illegible: 0.01, Garbled: 0.003, Misnumber: 0.01, Stops: 0.005,
		Omitted: 0.03, Superfluous: 0.05, added: 0.004, transposed: 0.001,
	}
	const wrong, lost = 0.03, 0.004
	c.extra = spread(func(w symbol) float64 {
		if w < trueSymbols {
			return 1
		}
		return 0.2
	})
	for s := range c.char {
		c.lose[s] = lost
		var alike [numSymbols]float64 // weights of the symbols that look like it
		for i, r := range []rune(lookAlikes[written[s]]) {
			if w := symbolOf(r); int(w) != s {
				alike[w] += 1 / float64(i+2)
			}
		}
		like, kind := spread(func(w symbol) float64 { return alike[w] }), sameKind(symbol(s))
		other := spread(func(w symbol) float64 { return notItself(s, w) })
		for w := range c.char[s] {
			c.char[s][w] = wrong * (0.45*like[w] + 0.4*kind[w] + 0.1*other[w])
		}
		c.char[s][symbolMark] += wrong * 0.05
		c.char[s][s] = 0
		c.char[s][s] = 1 - sum(c.char[s][:])
	}
	return c
}

func notItself(s int, w symbol) float64 {
	if s == int(w) {
		return 0
	}
	return 1
}

// spread returns a distribution over all symbols in proportion to weight.
func spread(weight func(symbol) float64) (d [numSymbols]float64) {
	for w := range d {
		d[w] = weight(symbol(w))
	}
	total := sum(d[:])
	for w := range d {
		d[w] /= total
	}
	return d
}

// sameKind returns the even distribution over the other files, digits, or separator.
func sameKind(s symbol) [numSymbols]float64 {
	isSeparator := func(w symbol) bool { return w == symbolDash || w == symbolTake }
	return spread(func(w symbol) float64 {
		if isFile(s) && w < 8 || isDigit(s) && isDigit(w) || isSeparator(s) && isSeparator(w) {
			return notItself(int(s), w)
		}
		return 0
	})
}

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}

// within clamps p to the bounds.
func within(p, low, high float64) float64 { return min(max(p, low), high) }

// A hand is written as lines of text, so that a person can read it and correct its figures:
//
//	# comment
//	lost 0.004
//	char 3 3 0.62 5 0.31 8 0.012 nothing 0.004
//
// A line is a name and a probability, or "char", the intended character, and the characters written
// for it with their probabilities, "nothing" for an omission. "other" is any character without a
// name of its own. The characters that a line does not list share the rest of 1 evenly. Names that
// do not occur keep the value of General.

// head is the beginning of the text.
const head = `# Stolb: the confusions of a hand or of a recogniser. Every figure is a probability.
# "char b h 0.1": where b is meant, h is written. "nothing": it is left out.
`

// minWritten is the least share of a character's mistakes that is written.
const minWritten = 0.002

// rate is a figure with a name.
type rate struct {
	name        string
	value       *float64
	means       string
	counted, of int // the counts it is learned from; it is not learned if both are 0
}

func (c *Confusions) rates() []rate {
	return []rate{
		{"lost", &c.Lost, "a ply has no word", countedLost, countedPlies},
		{"gap", &c.Gap, "the numbers show that a word is lost", 0, 0},
		{"twice", &c.Twice, "a word is written twice", countedTwice, countedPlies},
		{"swapped", &c.Swapped, "a word changes places with the next", countedSwapped, countedPlies},
		{"together", &c.Together, "two words are run together", countedTogether, countedPlies},
		{"torn", &c.Torn, "a word is torn into two", countedTorn, countedPlies},
		{"stray", &c.Stray, "there is a word where there was no move", countedStray, countedPlies},
		{"illegible", &c.Illegible, "a mark, or nothing, takes the place of the word", countedIllegible, countedWords},
		{"garbled", &c.Garbled, "what is written has nothing to do with the move", countedGarbled, countedWords},
		{"misnumber", &c.Misnumber, "a move number does not count on", 0, 0},
		{"stops", &c.Stops, "the record stops at a ply though a move could be made", countedStopped, countedPlies},
		{"omitted", &c.Omitted, "turning squares, or a rank, are left out that are needed", 0, 0},
		{"superfluous", &c.Superfluous, "turning squares are written that are not needed", 0, 0},
		{"added", &c.added, "another character follows one", countedAdded, countedSpelled},
		{"transposed", &c.transposed, "a character changes places with the next", countedTransposed, countedSpelled},
	}
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
		dst = fmt.Appendf(dst, "char %s %[1]s %s", symbolName(s), number(c.char[s][s]))
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

// MaxConfusions is the greatest length of a hand's text, in bytes.
const MaxConfusions = 1 << 20

// UnmarshalText parses the format that MarshalText writes. An error in a line gives its number.
func (c *Confusions) UnmarshalText(text []byte) error {
	if len(text) > MaxConfusions {
		return message.Of("confusions.too-long", "most", MaxConfusions)
	}
	h := *General()
	rates, number := h.rates(), 0
	for line := range strings.Lines(string(text)) {
		number++
		fields := strings.Fields(line)
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
	if h.Illegible+h.Garbled > 0.95 || h.added > 0.9 || slices.Max(h.lose[:]) > 0.95 {
		return message.Of("confusions.nothing")
	}
	*c = h
	return nil
}

func (c *Confusions) readLine(rates []rate, fields []string) error {
	name := fields[0]
	at := slices.IndexFunc(rates, func(r rate) bool { return r.name == name })
	switch {
	case name == "char" && len(fields) >= 4:
		s, err := symbolNamed(fields[1], written[:trueSymbols])
		if err != nil {
			return err
		}
		return readList(fields[2:], c.char[s][:], &c.lose[s])
	case name == "char":
		return message.Of("confusions.after-char", "name", message.Quoted(name))
	case name == "extra":
		return readList(fields[1:], c.extra[:], nil)
	case at < 0:
		return message.Of("confusions.unknown", "name", message.Quoted(name))
	case len(fields) != 2:
		return message.Of("confusions.one-probability", "name", message.Quoted(name))
	}
	p, err := probability(fields[1])
	*rates[at].value = within(p, leastRate, 1-leastRate)
	return err
}

// leastRate replaces a probability of 0: nothing is impossible on a sheet, and an impossible word
// would leave no game at all.
const leastRate = 1e-9

// readList parses characters with their probabilities into p, and the probability of nothing.
func readList(fields []string, p []float64, nothing *float64) error {
	values, total := make(map[symbol]float64), 0.0
	for ; len(fields) >= 2; fields = fields[2:] {
		value, err := probability(fields[1])
		if err != nil {
			return err
		}
		if fields[0] == "nothing" && nothing != nil {
			*nothing = max(value, leastRate)
			continue
		}
		s, err := symbolNamed(fields[0], written)
		if err != nil {
			return err
		}
		if _, given := values[s]; given {
			return message.Of("confusions.twice", "name", message.Quoted(fields[0]))
		}
		values[s] = value
		total += value
	}
	if len(fields) > 0 {
		return message.Of("confusions.no-probability", "name", message.Quoted(fields[0]))
	}
	if total > 1.001 {
		return message.Of("confusions.sum", "total", total)
	}
	rest := max(1-total, 1e-6) / float64(numSymbols-len(values))
	for s := range p {
		value, given := values[symbol(s)]
		if !given {
			value = rest
		}
		p[s] = max(value, leastRate)
	}
	all := sum(p)
	for s := range p {
		p[s] /= all
	}
	return nil
}

func probability(text string) (float64, error) {
	p, err := strconv.ParseFloat(text, 64)
	if err != nil || !(p >= 0 && p <= 1) {
		return 0, message.Of("confusions.wrong-probability", "name", message.Quoted(text))
	}
	return p, nil
}

// symbolNamed returns the symbol with a name, among the given characters.
func symbolNamed(name string, among []rune) (symbol, error) {
	if name == "other" && len(among) == numSymbols {
		return symbolOther, nil
	}
	if r := []rune(name); len(r) == 1 && r[0] != written[symbolOther] {
		if s := slices.Index(among, r[0]); s >= 0 {
			return symbol(s), nil
		}
	}
	return 0, message.Of("confusions.no-character", "name", message.Quoted(name))
}
