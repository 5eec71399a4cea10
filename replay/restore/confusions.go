package restore

import "math"

// Confusions is a hand, or a recogniser: how often it takes which character
// for which, and how often it loses, doubles and swaps words. It is the noisy
// channel through which the game came (Shannon 1948; for spelling, Kernighan,
// Church and Gale 1990). Every figure is a probability. A Confusions is not
// changed once it is made, so that it may be used by many at once.
type Confusions struct {
	// Of words.
	Lost        float64 // a ply has no word
	Gap         float64 // the numbers show a lost word; else they go on
	Twice       float64 // a word, or a row, is written twice
	Swapped     float64 // a word and the next have changed places
	Together    float64 // two words are run together
	Torn        float64 // a word is torn into two
	Stray       float64 // a word stands where no move was made
	Illegible   float64 // a mark stands for the word, or nothing
	Garbled     float64 // what is written has nothing to do with the move
	Misnumber   float64 // a move number does not count on
	Stops       float64 // a record stops, at any one ply, though a move could be made
	Omitted     float64 // turning squares that a capture needs are left out
	Superfluous float64 // turning squares that it does not need are written

	// Of characters: char[s][w] is the probability that symbol s is written as
	// w, lose[s] that it is left out, added that another is written behind it,
	// which is then w with probability extra[w], transposed that it changes
	// places with the next. What is left of 1 behind lose is spread over char.
	char       [trueSymbols][numSymbols]float64
	lose       [trueSymbols]float64
	added      float64
	extra      [numSymbols]float64
	transposed float64
}

// lookAlikes has what each character is taken for by hands and by recognisers
// of print and of handwriting, the commonest first: the shapes that look alike,
// Latin and Cyrillic (в and 8, б and 6, ч and 4, з and 3), the neighbours of
// digits in a hurried hand.
var lookAlikes = map[rune]string{
	'a': "oduqce4gn", 'b': "hd68ьlpбk", 'c': "eo(garl", 'd': "abogclu0", 'e': "coag6ь", 'f': "tpebrs7", 'g': "qy9dcas",
	'h': "bnkm4ul", 'i': "1lj!|t", 'j': "i1;yg", 'k': "hbrx", 'l': "1i|!t",
	'0': "o6d9a8u", '1': "7l|i!/t4'", '2': "z731?", '3': "5з8z92", '4': "ч91yhua", '5': "s3689", '6': "bб058gь", '7': "1?2t/9)",
	'8': "b36s0g9", '9': "gq4073", '-': "_~.='\":,r+", ':': ";.-i!,=/'z",
}

// General returns the table to begin with, before a hand is known: a sheet
// with a wrong character in every thirtieth or so, and now and then a word
// gone wrong. Learn makes more of it.
func General() *Confusions {
	c := &Confusions{
		Lost: 0.004, Gap: 0.5, Twice: 0.003, Swapped: 0.001, Together: 0.002, Torn: 0.002, Stray: 0.002,
		Illegible: 0.01, Garbled: 0.003, Misnumber: 0.01, Stops: 0.005, Omitted: 0.03, Superfluous: 0.05,
		added: 0.004, transposed: 0.001,
	}
	const wrong, lost = 0.03, 0.004
	extra := spread(func(w symbol) float64 {
		if w < trueSymbols {
			return 1
		}
		return 0.2
	})
	c.extra = extra
	for s := range c.char {
		c.lose[s] = lost
		like, kind, any := alike(symbol(s)), sameKind(symbol(s)), spread(func(w symbol) float64 { return notItself(s, w) })
		for w := range c.char[s] {
			c.char[s][w] = wrong * (0.45*like[w] + 0.4*kind[w] + 0.1*any[w])
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

// alike returns the distribution of what looks like s.
func alike(s symbol) (d [numSymbols]float64) {
	for i, r := range []rune(lookAlikes[written[s]]) {
		if w := symbolOf(r); w != s {
			d[w] += 1 / float64(i+2)
		}
	}
	total := sum(d[:])
	for w := range d {
		d[w] /= total
	}
	return d
}

// sameKind returns the even distribution over the other files of a large
// board, the other digits, or the other separator.
func sameKind(s symbol) [numSymbols]float64 {
	return spread(func(w symbol) float64 {
		switch {
		case w == s:
			return 0
		case s < symbolDigits && w < 8, isDigit(s) && isDigit(w), s >= symbolDash && (w == symbolDash || w == symbolTake):
			return 1
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

// within returns p between the bounds.
func within(p, low, high float64) float64 { return math.Min(math.Max(p, low), high) }
