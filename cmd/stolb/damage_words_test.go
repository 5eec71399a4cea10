package main

import (
	"regexp"
	"strings"

	"github.com/stolb/stolb/corpus"
)

// wordOf matches a move in full of two squares.
var wordOf = regexp.MustCompile(`^([a-h])([1-8])([-:])([a-h])([1-8])$`)

// algebraic reports whether moves are written with letters, in full.
func algebraic(s *style) bool { return !s.numeric() && !s.short }

// respell returns a damage to the spelling of one word: by returns the new spelling, or "" if this
// word cannot have it; w is what is wanted, without the ply.
func respell(name string, on func(*style) bool, w want, by func(c *damaged, word string) string) damage {
	return damage{name, on, func(c *damaged) bool {
		ply := c.pick()
		cell := c.cell(ply)
		spelt := by(c, cell.text)
		if spelt == "" || spelt == cell.text {
			return false
		}
		cell.text = string(hurtMark) + spelt
		c.want = w
		if w.ply > 0 {
			c.want.ply = ply
		}
		return true
	}}
}

// wantWhole wants all moves; wantEither wants them, or a fault at the ply; wantTold is wantEither
// with a report.
var (
	wantWhole  = want{}
	wantEither = want{ply: 1}
	wantTold   = want{ply: 1, told: true}
)

func sheets8(s *style) bool    { return !s.numeric() && s.layout != corpus.PDN }
func anySheet(s *style) bool   { return s.layout != corpus.PDN }
func fullSheets(s *style) bool { return algebraic(s) && s.layout != corpus.PDN }

func wordDamages() []damage {
	on := map[string]func(*style) bool{"letters": sheets8, "sheet": anySheet, "full": fullSheets, "numbers": (*style).numeric}
	wants := map[string]want{"whole": wantWhole, "either": wantEither}
	var list []damage
	for _, d := range corpus.Damages("respelling") {
		if _, ok := wants[d.Want]; !ok || on[d.On] == nil {
			panic("damage.toml: " + d.Name + " is on " + d.On + " and wants " + d.Want)
		}
		list = append(list, respell(d.Name, on[d.On], wants[d.Want], func(c *damaged, word string) string { return d.Respell(word, c.variant.Board()) }))
	}
	return append(list, []damage{
		// Repairs, named in DESIGN.
		respell("capitals", sheets8, wantWhole, func(_ *damaged, word string) string { return strings.ToUpper(word) }),
		respell("the other sign", nil, wantWhole, func(c *damaged, word string) string {
			if m := wordOf.FindStringSubmatch(word); m == nil || m[1]+m[2] == m[4]+m[5] {
				return ""
			}
			return strings.NewReplacer("-", ":", ":", "-").Replace(word)
		}),

		// People write these, too: they have only one meaning.
		respell("7a-b6", fullSheets, wantWhole, func(c *damaged, word string) string {
			return swapFirst(word)
		}),
		respell("a7-6b", fullSheets, wantWhole, func(c *damaged, word string) string {
			if wordOf.MatchString(word) {
				return word[:3] + word[4:] + word[3:4]
			}
			return ""
		}),
		respell("c5-64", fullSheets, wantWhole, func(_ *damaged, word string) string {
			if m := wordOf.FindStringSubmatch(word); m != nil && m[4] == "b" {
				return word[:3] + "6" + m[5]
			}
			return ""
		}),
		respell("a trailing full stop", nil, wantWhole, func(_ *damaged, word string) string { return word + "." }),

		// These may be understood or not.
		respell("a trailing comma", anySheet, wantEither, func(_ *damaged, word string) string { return word + "," }),
		respell("a trailing semicolon", anySheet, wantEither, func(_ *damaged, word string) string { return word + ";" }),
		respell("in quotes", nil, wantEither, func(c *damaged, word string) string {
			return c.one(`"`+word+`"`, "«"+word+"»", "'"+word+"'")
		}),
		respell("struck out", anySheet, wantEither, func(c *damaged, word string) string {
			return c.one("~~"+word+"~~", "<s>"+word+"</s>", "*"+word+"*", "_"+word+"_")
		}),
		respell("torn at the letter", fullSheets, wantEither, func(c *damaged, word string) string {
			return word[:1] + " " + word[1:]
		}),
		respell("torn at the digit", fullSheets, wantEither, func(c *damaged, word string) string {
			return word[:len(word)-1] + " " + word[len(word)-1:]
		}),
		respell("half", fullSheets, wantTold, func(c *damaged, word string) string {
			if !wordOf.MatchString(word) {
				return ""
			}
			return c.one(word[:2], word[:3], word[:1])
		}),
		{"two readings", fullSheets, func(c *damaged) bool {
			ply := c.pick()
			cell := c.cell(ply)
			m := wordOf.FindStringSubmatch(cell.text)
			if m == nil {
				return false
			}
			cell.text += c.one("/"+m[1]+m[2]+m[3]+"h8", "|a1-h2", "/h8", " (или) a1-h2")
			c.surplus(ply)
			return true
		}},

		// These are another move or none, which cannot be played.
		{"a wrong digit", nil, func(c *damaged) bool { return c.wrong("12345678", '1', '9') }},
		{"a wrong letter", func(s *style) bool { return !s.numeric() }, func(c *damaged) bool { return c.wrong("abcdefgh", 'a', 'h') }},
		{"off the board", nil, func(c *damaged) bool { return c.wrong("09", '0', '9') }},
		{"a move of nobody's", nil, func(c *damaged) bool {
			words := []string{"a1-h8", "b8-c7", "d4-e5", "h8:a1", "c1-c2", "e3-e4"}
			if c.numeric() {
				words = []string{"1-25", "25-1", "13-14", "3:21", "24-24", "7-19"}
			}
			word := c.one(words...)
			ply := c.pick()
			if c.fits(ply, word) {
				return false
			}
			c.cell(ply).text = string(hurtMark) + word
			c.want.ply, c.want.lost = ply, true
			return true
		}},
		{"doubled", nil, func(c *damaged) bool {
			ply := c.pick()
			cell := c.cell(ply)
			if ply == c.plies() || c.fits(ply+1, cell.text) {
				return false
			}
			cell.text += " " + cell.text
			c.surplus(ply)
			return true
		}},
		{"a wrong one before", nil, func(c *damaged) bool {
			ply := c.pick()
			word := c.one("a1-h8", "h8-a1", "b8:b1")
			if c.numeric() {
				word = "1-25"
			}
			cell := c.cell(ply)
			cell.text = word + " " + cell.text
			c.want.ply, c.want.told = ply, true
			return !c.fits(ply, word)
		}},
		{"swapped with the next", func(s *style) bool { return s.layout != corpus.Columns }, func(c *damaged) bool {
			ply := c.pick()
			if ply == c.plies() || c.fits(ply, c.cell(ply+1).text) {
				return false
			}
			a, b := c.cell(ply), c.cell(ply+1)
			a.text, b.text = string(hurtMark)+b.text, a.text
			c.want.ply, c.want.told = ply, true
			return true
		}},
		{"run together", func(s *style) bool { return s.layout != corpus.Columns }, func(c *damaged) bool {
			row := &c.game().rows[c.random.IntN(len(c.game().rows))]
			if len(row.cells) < 2 {
				return false
			}
			row.gap = ""
			row.cells[0].text = string(hurtMark) + row.cells[0].text
			c.want.ply = row.cells[0].ply
			// 9-12 and 15:9 are 9-1215:9.
			c.want.early = 0
			return true
		}},
		{"run into the next number", func(s *style) bool { return s.flows() && s.number != "" }, func(c *damaged) bool {
			i := c.random.IntN(len(c.game().rows))
			if i == 0 || len(c.game().rows[i-1].cells) < 2 {
				return false
			}
			last := &c.game().rows[i-1].cells[1]
			last.text = string(hurtMark) + last.text + c.game().rows[i].number + c.game().rows[i].cells[0].text
			c.want.ply = last.ply
			c.game().rows[i].number = ""
			c.game().rows[i].cells = c.game().rows[i].cells[1:]
			return true
		}},
		{"lost", nil, (*damaged).lose},
	}...)
}

// surplus wants the text after a ply to be reported: as a part of the ply, or as one move too
// many, which in a column is the same side's.
func (c *damaged) surplus(ply int) {
	c.want = want{ply: ply + 1, early: 1, told: true}
	if c.layout == corpus.Columns {
		c.want = want{ply: ply + 2, early: 2, told: true}
	}
}

// swapFirst writes a7-b6 as 7a-b6.
func swapFirst(word string) string {
	if wordOf.MatchString(word) {
		return word[1:2] + word[:1] + word[2:]
	}
	return ""
}

// wrong replaces a character between low and high with one of by, so that the word is not a legal
// move.
func (c *damaged) wrong(by string, low, high rune) bool {
	ply := c.pick()
	cell := c.cell(ply)
	runes := []rune(cell.text)
	i := c.random.IntN(len(runes))
	put := rune(by[c.random.IntN(len(by))])
	if runes[i] < low || runes[i] > high || runes[i] == put {
		return false
	}
	runes[i] = put
	if c.fits(ply, string(runes)) {
		return false
	}
	cell.text = string(hurtMark) + string(runes)
	c.want.ply, c.want.lost = ply, true
	return true
}

// lose leaves out a word, so that the rest moves up.
func (c *damaged) lose() bool {
	ply := c.pick()
	g := c.game()
	row, i := c.rowOf(ply)
	r := &g.rows[row]
	if c.layout == corpus.Columns {
		// The numbers show the gap; without them, the next move of the column is read instead.
		if ply+2 > c.plies() || c.fits(ply, c.cell(ply+2).text) {
			return false
		}
		if row+1 < len(g.rows) && len(r.above) > 0 {
			g.rows[row+1].above = r.above
		}
		g.rows = append(g.rows[:row:row], g.rows[row+1:]...)
		c.want.ply, c.want.lost = ply, true
		return true
	}
	next := ply + 1
	if ply == c.plies() || c.fits(ply, c.cell(next).text) {
		return false
	}
	c.want.ply, c.want.lost = ply, true
	if len(r.cells) == 1 {
		return false
	}
	r.cells = append(r.cells[:i:i], r.cells[i+1:]...)
	if c.number == "" && i == 0 && ply > 1 {
		c.want.early = 0
	}
	return true
}
