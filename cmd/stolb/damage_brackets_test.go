package main

import (
	"strings"

	"github.com/stolb/stolb/corpus"
)

// bracketDamages are brackets without a partner, or with a wrong one.
func bracketDamages() []damage {
	var list []damage
	for _, b := range []string{"(", "[", "{", ")", "]", "}", "((", "<", "»", "\"", "/*", "(?"} {
		// In PDN a brace and a bracket are tokens, and the fault of a missing partner may be
		// at any place.
		pdn := strings.ContainsAny(b, "<»\"/?")
		on := func(s *style) bool { return s.layout != corpus.PDN || !pdn }
		list = append(list,
			damage{b + " before a move", on, func(c *damaged) bool {
				ply := c.pick()
				cell := c.cell(ply)
				cell.text = string(hurtMark) + b + c.one(" ", " ", "") + cell.text
				c.want.ply = ply
				return true
			}},
			damage{b + " behind a move", on, func(c *damaged) bool {
				ply := c.pick()
				c.cell(ply).text += c.one(" ", " ", "") + b
				c.want.ply, c.want.early = ply+1, 1
				if c.layout == corpus.Columns {
					c.want.ply, c.want.early = ply+2, 2
				}
				return ply < c.plies()
			}},
			damage{b + " in a move", on, func(c *damaged) bool {
				ply := c.pick()
				cell := c.cell(ply)
				at := 1 + c.random.IntN(len(cell.text)-1)
				if before := cell.text[at-1]; before >= '0' && before <= '9' && (c.numeric() || at > 2) {
					return false // the text before it may be a move
				}
				cell.text = string(hurtMark) + cell.text[:at] + b + cell.text[at:]
				c.want.ply = ply
				return true
			}},
			damage{b + " behind the last move", on, func(c *damaged) bool {
				c.cell(c.plies()).text += c.one(" ", "") + b
				c.want.ply, c.want.early, c.want.anyResult = c.plies()+1, 1, true
				return c.layout != corpus.Columns
			}},
			damage{b + " before the number", func(s *style) bool { return on(s) && s.number != "" }, func(c *damaged) bool {
				i, ok := c.pickRow(0)
				r := &c.game().rows[i]
				if !ok || r.number == "" {
					return false
				}
				r.number = b + c.one(" ", "") + r.number
				c.want.ply = r.cells[0].ply
				return true
			}},
		)
	}
	for _, pair := range []string{"()", "[]", "{}"} {
		on := func(s *style) bool { return s.layout == corpus.Run || s.layout == corpus.Table && s.number != "" }
		list = append(list,
			damage{pair + " around a move", on, func(c *damaged) bool {
				ply := c.pick()
				cell := c.cell(ply)
				if ply == c.plies() || c.fits(ply, c.cell(ply+1).text) {
					return false
				}
				cell.text = pair[:1] + cell.text + pair[1:]
				c.want.ply = ply
				return true
			}},
			damage{pair + " around several moves", on, func(c *damaged) bool {
				i, ok := c.pickRow(2)
				rows := c.game().rows
				if !ok || len(rows[i].cells) < 2 || len(rows[i+1].cells) < 2 {
					return false
				}
				first, last := &rows[i].cells[1], &rows[i+1].cells[0]
				if c.fits(first.ply, rows[i+1].cells[1].text) {
					return false
				}
				first.text = pair[:1] + first.text
				last.text += pair[1:]
				c.want.ply = first.ply
				return true
			}},
		)
	}
	return append(list, damage{"a ( whose ) is a remark's", anySheet, func(c *damaged) bool {
		ply := 1 + c.random.IntN(c.plies()-2)
		c.cell(ply).text += " ("
		behind := ply + 1 + c.random.IntN(c.plies()-ply)
		c.cell(behind).text += " " + c.one("(сильно)", "(!)", ")")
		c.want.ply, c.want.early = ply+1, 1
		if c.layout == corpus.Columns {
			c.want.ply, c.want.early = ply+2, 2
		}
		// If all the rest would be in the remark, it may be a remark.
		if behind == c.plies() {
			return false
		}
		return c.layout == corpus.Columns || !c.fits(ply+1, c.cell(behind+1).text)
	}})
}
