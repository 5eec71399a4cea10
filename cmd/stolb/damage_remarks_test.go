package main

import (
	"strings"

	"github.com/stolb/stolb/corpus"
)

// behindMove returns a damage that writes text after a move.
func behindMove(text string, on func(*style) bool, w func(c *damaged, ply int) want) damage {
	return damage{strings.ReplaceAll(strings.TrimSpace(text), "\n", "|"), on, func(c *damaged) bool {
		ply := c.pick()
		c.cell(ply).text += text
		c.want = w(c, ply)
		return true
	}}
}

func wantWholeBehind(*damaged, int) want { return wantWhole }

// orBehind wants all moves, or a fault at the text written after the ply.
func orBehind(c *damaged, ply int) want {
	if c.layout == corpus.Columns {
		return want{ply: ply + 2, early: 2}
	}
	return want{ply: ply + 1, early: 1}
}

func remarkDamages() []damage {
	var list []damage
	for _, text := range corpus.DamageTexts("remark") {
		list = append(list, behindMove(" "+text, anySheet, wantWholeBehind))
	}
	for _, mark := range corpus.DamageTexts("mark") {
		list = append(list, called("mark", behindMove(mark, anySheet, func(c *damaged, ply int) want {
			if strings.TrimSpace(mark) == "*" && ply == c.plies() {
				return want{anyResult: true} // it may be PDN's end, too
			}
			if mark == " ?" && ply == c.plies() {
				return want{ply: ply + 1} // where the next move is due it may be one that cannot be read
			}
			return wantWhole
		})))
	}
	for _, sign := range corpus.DamageTexts("sign") {
		list = append(list, called("sign", behindMove(sign, anySheet, orBehind)))
	}
	for _, time := range corpus.DamageTexts("time") {
		list = append(list,
			called("time behind", behindMove(" "+time, anySheet, func(c *damaged, ply int) want {
				if c.layout == corpus.Columns && time == "12:30" {
					return want{ply: ply + 2, early: ply + 1} // a capture by its shape: it makes White's column the longer
				}
				if c.lines() && !c.numeric() || time[0] == '(' {
					return wantWhole
				}
				return orBehind(c, ply)
			})),
			called("time in cells", damage{time, (*style).tabs, func(c *damaged) bool {
				for i := range c.game().rows {
					for j := range c.game().rows[i].cells {
						c.game().rows[i].cells[j].text += "\t" + time
					}
				}
				if c.numeric() {
					c.want.ply = 2 // 0:05 could be meant for a capture
					c.want.early = 1
				}
				return true
			}}))
	}
	for _, text := range corpus.DamageTexts("margin") {
		list = append(list,
			called("margin", damage{text, (*style).lines, func(c *damaged) bool {
				i, ok := c.pickRow(0)
				c.game().rows[i].behind = c.one("   ", "\t", " ") + text
				if strings.Contains(text, " 4. ") && c.layout == corpus.Columns {
					c.want = want{ply: c.plies() + 1, early: c.plies()} // the column may go on with it
				}
				return ok
			}}),
			called("in the run", damage{text, func(s *style) bool { return s.layout == corpus.Run }, func(c *damaged) bool {
				ply := c.pick()
				c.cell(ply).text += " " + text
				c.want = orBehind(c, ply)
				return !c.mayPlay(ply+1, text)
			}}))
	}
	for _, text := range corpus.DamageTexts("line") {
		list = append(list, called("line", damage{text, anySheet, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if i > 0 {
				r.above = append(r.above, text)
			}
			return ok && i > 0
		}}))
	}
	for _, text := range corpus.DamageTexts("ruler") {
		list = append(list, called("ruler", damage{text, (*style).lines, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if !ok || i == 0 || len(r.above) > 0 {
				return false
			}
			r.above = append(r.above, text)
			c.want.ply = r.cells[0].ply
			return !c.mayPlay(c.want.ply, text)
		}}))
	}
	return append(list,
		damage{"a correction in brackets", anySheet, func(c *damaged) bool {
			ply := c.pick()
			c.cell(ply).text += " (" + c.one("исправлено", "было a3-b4", "corrected from c3-d4", "зачеркнуто: 12-16") + ")"
			return true
		}},
		damage{"a remark of two lines", anySheet, func(c *damaged) bool {
			ply := c.pick()
			c.cell(ply).text += " (здесь лучше\n3. c3-d4 с атакой)"
			return true
		}},
		damage{"a remark between the moves of a capture", fullSheets, func(c *damaged) bool {
			ply := c.pick()
			cell := c.cell(ply)
			from, to, found := strings.Cut(cell.text, ":")
			cell.text = from + " (взята) :" + to
			return found
		}},
		damage{"a header in the middle", func(s *style) bool { return s.layout == corpus.Table && s.number != "" }, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if !ok || i == 0 || len(r.above) > 0 {
				return false
			}
			r.above = []string{c.one("Время белых: 0:45", "Судья: Петров", "Контроль: 30 ходов", "Time: 0:45", "Белые: 10 минут", "Примечание: белые думали")}
			c.want.ply = r.cells[0].ply
			return true
		}},
	)
}

// mayPlay says whether a remark ends with a move that could be played before a
// ply, so that nobody could tell it from the game's.
func (c *damaged) mayPlay(ply int, text string) bool {
	text = strings.TrimRight(text, "!?.")
	text = text[strings.LastIndexAny(text, " .")+1:]
	return strings.ContainsAny(text, "12345678") && c.fits(ply, text)
}

// called prefixes the name of a damage with a word.
func called(name string, d damage) damage {
	d.name = name + " " + strings.ReplaceAll(d.name, "\n", "|")
	return d
}
