package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/corpus"
)

// numbered reports whether rows of a sheet have numbers of their own.
func numbered(s *style) bool { return s.layout != corpus.PDN && s.number != "" }

// numberedRows reports the same for sheets with a line per row.
func numberedRows(s *style) bool { return s.lines() && s.number != "" }

// pickRow draws a row that has moves, with at least so many rows after it.
func (c *damaged) pickRow(behind int) (i int, ok bool) {
	rows := c.game().rows
	if len(rows) <= behind {
		return 0, false
	}
	i = c.random.IntN(len(rows) - behind)
	return i, len(rows[i].cells) > 0
}

func rowDamages() []damage {
	var list []damage
	for _, number := range corpus.DamageTexts("number") {
		list = append(list, damage{strings.TrimSpace(number) + " for the number", numbered, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if !ok || r.number == "" || c.lines() && len(r.above) > 0 && c.random.IntN(3) > 0 {
				return false
			}
			n := strings.TrimRight(r.number, ".) ")
			r.number = strings.ReplaceAll(number, "3", n)
			if strings.ContainsAny(number, "ЗзЧx") || strings.Contains(number, "III") {
				if n != "3" && n != "4" {
					return false
				}
				r.number = number
			}
			r.broken = true
			r.cells[0].text = string(hurtMark) + r.cells[0].text
			c.want.ply = r.cells[0].ply
			return true
		}})
	}
	for _, number := range []string{"3 ", "3) ", "3.", "3."} {
		list = append(list, damage{strings.TrimSpace(number) + " in one row", func(s *style) bool { return numberedRows(s) && !s.numeric() }, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if !ok || r.number == "" {
				return false
			}
			r.number = strings.ReplaceAll(number, "3", strings.TrimRight(r.number, ".) "))
			return true
		}})
	}
	// A wrong number is only a remark: the board decides.
	for _, by := range []struct {
		name string
		n    func(c *damaged, n int) int
	}{
		{"a number too high", func(c *damaged, n int) int { return n + 2 + c.random.IntN(9) }},
		{"a number twice", func(_ *damaged, n int) int { return n - 1 }},
		{"a number with a digit too many", func(_ *damaged, n int) int { return 10*n + n }},
		{"a number 1 in the middle", func(*damaged, int) int { return 1 }},
		{"a number 0", func(*damaged, int) int { return 0 }},
	} {
		list = append(list, damage{by.name, numbered, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if !ok || r.number == "" {
				return false
			}
			n := r.cells[0].ply/2 + r.cells[0].ply%2
			if n < 2 || by.n(c, n) == n {
				return false
			}
			r.number = strconv.Itoa(by.n(c, n)) + c.number
			return true
		}})
	}
	return append(list,
		damage{"a number too many", numbered, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if !ok || r.number == "" {
				return false
			}
			r.number += r.number
			c.want.ply = r.cells[0].ply
			return true
		}},
		damage{"a number lost", numbered, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if !ok || r.number == "" || i == 0 {
				return false
			}
			r.number = ""
			r.broken = c.random.IntN(2) == 0
			return true
		}},
		damage{"all numbers lost", func(s *style) bool { return s.layout == corpus.Table }, func(c *damaged) bool {
			for i := range c.game().rows {
				c.game().rows[i].number = ""
			}
			return true
		}},
		damage{"numbers from 2 on", numbered, func(c *damaged) bool {
			for i := range c.game().rows {
				if r := &c.game().rows[i]; r.number != "" {
					r.number = strconv.Itoa((r.cells[0].ply+1)/2+1) + c.number
				}
			}
			c.want.ply = 1 // something may be missing
			return true
		}},
		damage{"a number left out", numbered, func(c *damaged) bool {
			at, ok := c.pickRow(0)
			rows := c.game().rows
			if !ok || rows[at].number == "" || at == 0 {
				return false
			}
			for i := at; i < len(rows) && (i == at || len(rows[i].above) == 0); i++ {
				rows[i].number = strconv.Itoa((rows[i].cells[0].ply+1)/2+1) + c.number
			}
			if c.layout == corpus.Columns {
				c.want.ply = rows[at].cells[0].ply // or a word of the column is missing
			}
			return true
		}},
		damage{"numbers at every move", func(s *style) bool { return s.flows() }, func(c *damaged) bool {
			for i := range c.game().rows {
				if r := &c.game().rows[i]; len(r.cells) > 1 {
					r.cells[1].text = strings.TrimSpace(r.number) + c.one("..", "...", ".. ", " ... ") + r.cells[1].text
				}
			}
			return c.number != ") "
		}},
		damage{"a row lost", func(s *style) bool { return s.layout != corpus.Columns }, func(c *damaged) bool {
			i, ok := c.pickRow(1)
			if !ok {
				return false
			}
			g := c.game()
			ply := g.rows[i].cells[0].ply
			if c.fits(ply, g.rows[i+1].cells[0].text) {
				return false
			}
			g.rows = slices.Delete(g.rows, i, i+1)
			c.want.ply, c.want.lost = ply, true
			return true
		}},
		damage{"the last row lost", func(s *style) bool { return s.layout != corpus.Columns }, func(c *damaged) bool {
			// Nothing can be known, except the head and the result.
			g := c.game()
			n := len(g.rows) - 1
			g.moves = g.moves[:2*n]
			g.rows = g.rows[:n]
			return !g.positions[len(g.positions)-1].Over()
		}},
		damage{"a row twice", nil, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			g := c.game()
			if !ok || len(g.rows[i].above) > 0 {
				return false
			}
			ply := g.rows[i].cells[0].ply
			next := ply + 2
			if c.layout != corpus.Columns && len(g.rows[i].cells) == 1 {
				next = ply + 1
			}
			if c.fits(next, g.rows[i].cells[0].text) {
				return false
			}
			g.rows = slices.Insert(g.rows, i, g.rows[i])
			c.want = want{ply: next, told: true}
			return true
		}},
		damage{"rows swapped", func(s *style) bool { return s.layout != corpus.Columns }, func(c *damaged) bool {
			i, ok := c.pickRow(1)
			g := c.game()
			if !ok || len(g.rows[i+1].cells) < 2 || c.fits(g.rows[i].cells[0].ply, g.rows[i+1].cells[0].text) {
				return false
			}
			c.want.ply, c.want.told = g.rows[i].cells[0].ply, true
			g.rows[i], g.rows[i+1] = g.rows[i+1], g.rows[i]
			return true
		}},
		damage{"a move on the next line", func(s *style) bool { return s.layout != corpus.Columns }, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if !ok || len(r.cells) < 2 {
				return false
			}
			r.gap = c.one("\n", "\n    ", "\n\t")
			if c.lines() {
				c.want.ply = r.cells[1].ply
			}
			return true
		}},
		damage{"a number on the line above", numbered, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if !ok || r.number == "" {
				return false
			}
			r.number = strings.TrimRight(r.number, " ") + "\n"
			if c.lines() {
				c.want.ply = r.cells[0].ply
			}
			return true
		}},
		damage{"two rows on a line", numberedRows, func(c *damaged) bool {
			i, ok := c.pickRow(1)
			rows := c.game().rows
			if !ok || len(rows[i+1].above) > 0 || rows[i].number == "" {
				return false
			}
			rows[i].behind = c.one(" ", "\t", "    ") + rows[i+1].number + rows[i+1].cells[0].text
			if len(rows[i+1].cells) > 1 {
				rows[i].behind += rows[i+1].gap + rows[i+1].cells[1].text
			}
			c.game().rows = slices.Delete(rows, i+1, i+2)
			return true
		}},
		damage{"a blank line", func(s *style) bool { return s.number != "" && s.layout != corpus.PDN }, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if !ok || i == 0 || r.number == "" || c.layout == corpus.Columns && len(r.above) > 0 {
				return false
			}
			r.above = append(r.above, slices.Repeat([]string{c.one("", "", "  ", "\t", "\u00a0")}, 1+c.random.IntN(3))...)
			return true
		}},
		damage{"a blank line behind every row", func(s *style) bool { return s.layout == corpus.Table && s.number != "" }, func(c *damaged) bool {
			for i := range c.game().rows[1:] {
				c.game().rows[i+1].above = []string{""}
			}
			return true
		}},
	)
}
