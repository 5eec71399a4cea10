package main

import (
	"strings"

	"github.com/stolb/stolb/corpus"
)

// ruin replaces a ply by text that is not a move.
func (c *damaged) ruin(ply int, text string) {
	c.cell(ply).text = string(hurtMark) + text
	c.want.ply, c.want.lost = ply, true
	last := ply == c.plies()
	switch text {
	case "?", "??", "\u00a0?\u00a0":
		// After a space it may as well be a mark of the move before it.
		if last && !c.tabs() && c.layout != corpus.Columns && ply%2 == 0 {
			c.want.or = c.game().moves[:ply-1]
		}
		if !c.tabs() && c.layout != corpus.Columns {
			c.cell(ply).text = text // then the number after it shows the gap
		}
	case "___":
		// A form has blanks after the last move.
		if last && ply%2 == 0 {
			c.want.or = c.game().moves[:ply-1]
		}
	case "-b4", ":b4":
		// After a space it may continue the word before it.
		if !c.tabs() && c.layout != corpus.Columns && ply > 1 {
			c.want.early = 1
			c.cell(ply).text = text
		}
	}
}

// again makes a second, later ply illegible, in half the cases.
func (c *damaged) again() {
	first := c.want.ply
	if first+2 > c.plies() || c.random.IntN(2) == 0 || c.want.early > 0 || strings.HasSuffix(c.cell(first).text, "-") {
		return
	}
	ply := first + 2 + c.random.IntN(c.plies()-first-1)
	c.cell(ply).text = c.one("zz-z9", "e?-f?", "нрзб", "???", "[нрзб]")
	c.want.also = append(c.want.also, ply)
	c.want.or = nil
}

func illegibleDamages() []damage {
	var list []damage
	for _, text := range corpus.DamageTexts("illegible") {
		list = append(list, damage{text, func(s *style) bool { return canStand(text, s) }, func(c *damaged) bool {
			c.ruin(c.pick(), text)
			c.again()
			return true
		}})
	}
	// The whole row, or the rest of it, cannot be read.
	rows := func(s *style) bool { return s.layout != corpus.Columns }
	for _, text := range []string{"— —", "e?-f? d?-c?", "??? ???", "[нрзб] [нрзб]", "… …", "нрзб нрзб", "? ?", "-- --", "xx xx", "20 20", "..... ....."} {
		list = append(list, damage{"both: " + text, rows, func(c *damaged) bool {
			first, second, _ := strings.Cut(text, " ")
			row := c.random.IntN(len(c.game().rows))
			if c.random.IntN(2) == 0 {
				row = len(c.game().rows) - 1
			}
			cells := c.game().rows[row].cells
			if len(cells) < 2 {
				return false
			}
			c.ruin(cells[1].ply, second)
			c.ruin(cells[0].ply, first)
			c.want.or = nil
			return true
		}})
	}
	return append(list,
		damage{"the rest of the row", func(s *style) bool { return s.layout == corpus.Table }, func(c *damaged) bool {
			row := &c.game().rows[c.random.IntN(len(c.game().rows))]
			c.ruin(row.cells[0].ply, c.one("нрзб", "залито", "???", "[неразб.]", "(дальше неразборчиво)", "....."))
			row.cells = row.cells[:1]
			return row.number != ""
		}},
		damage{"a number and nothing", func(s *style) bool { return s.layout != corpus.PDN && s.number != "" }, func(c *damaged) bool {
			rows := c.game().rows
			i := c.random.IntN(len(rows))
			if rows[i].number == "" || i == len(rows)-1 || rows[i].cells[0].ply == c.plies() {
				return false // a number that was written before its moves
			}
			c.want.ply, c.want.lost = rows[i].cells[0].ply, true
			rows[i].cells = nil
			return true
		}},
		damage{"a blank cell", (*style).tabs, func(c *damaged) bool {
			ply := c.pick()
			if ply == c.plies() {
				return false
			}
			c.ruin(ply, c.one("", "", " ", "\u00a0"))
			c.again()
			return true
		}},
		damage{"blank cells at the end", (*style).tabs, func(c *damaged) bool {
			// Forms have more rows than the game has moves.
			n := len(c.game().rows)
			c.game().rows[n-1].behind = c.one("\t", "", "\t\t")
			c.game().foot = append([]string{"\t", "\t\t"}, c.game().foot...)
			return true
		}},
		damage{"a letter or digit of it", nil, func(c *damaged) bool {
			ply := c.pick()
			word := c.cell(ply).text
			runes := []rune(word)
			i := c.random.IntN(len(runes))
			if strings.ContainsRune("-:x", runes[i]) {
				return false
			}
			hole := []rune(c.one("?", "_", "■", "*", "\ufffd", "#", "¿"))[0]
			if hole == '*' && c.layout == corpus.PDN || c.numeric() && hole == '?' && i == len(runes)-1 {
				return false
			}
			runes[i] = hole
			if i == len(runes)-1 && (c.fits(ply, string(runes[:i])) || strings.ContainsRune("?*#", hole)) {
				return false
			}
			c.cell(ply).text = string(hurtMark) + string(runes)
			c.want.ply, c.want.told = ply, true
			return true
		}},
	)
}

// canStand reports whether a text has no other meaning in the layout.
func canStand(text string, s *style) bool {
	switch text {
	case "c3-", "c?", "cb", "a-b":
		return !s.numeric()
	case "20":
		// If rows have no numbers, it may be one.
		return s.number != ""
	}
	return true
}
