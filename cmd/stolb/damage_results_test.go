package main

import (
	"strings"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
)

func resultDamages() []damage {
	var list []damage
	for _, result := range []string{"1-0", "0-1", "1/2-1/2"} {
		for _, text := range corpus.DamageTexts(result) {
			list = append(list, called(result, damage{text, func(s *style) bool {
				// In these two a result is in points.
				return anySheet(s) && s.variant != record.Adiukh
			}, func(c *damaged) bool {
				g := c.game()
				if g.result == "" { // broken off, or the board decides
					return false
				}
				g.result, g.foot = result, strings.Split(text, "\n")
				if c.layout == corpus.Run && c.random.IntN(2) == 0 {
					g.foot = nil
					g.rows[len(g.rows)-1].behind = " " + text
				}
				return true
			}}))
		}
	}
	for _, text := range corpus.DamageTexts("spoilt result") {
		list = append(list, called("spoilt", damage{text, anySheet, func(c *damaged) bool {
			g := c.game()
			g.foot = []string{text}
			c.want = want{ply: c.plies() + 1, anyResult: true}
			if c.layout == corpus.Columns { // the next ply of the column
				c.want = want{ply: c.plies() + 2, early: 1, anyResult: true}
			}
			return true
		}}))
	}
	return append(list,
		damage{"a blank line before the result", anySheet, func(c *damaged) bool {
			g := c.game()
			g.foot = append([]string{""}, g.foot...)
			return len(g.foot) > 1
		}},
		damage{"results behind blank lines", anySheet, func(c *damaged) bool {
			for _, g := range c.games {
				if len(g.foot) > 0 {
					g.foot = append([]string{"", ""}, g.foot...)
				}
			}
			return true
		}},
		damage{"the result in the last cell", (*style).tabs, func(c *damaged) bool {
			g := c.game()
			last := &g.rows[len(g.rows)-1]
			if len(last.cells) != 1 || g.result == "" || len(g.foot) == 0 {
				return false
			}
			last.behind = "\t" + g.foot[0]
			g.foot = nil
			return true
		}},
		damage{"the result behind the last move", anySheet, func(c *damaged) bool {
			g := c.game()
			if len(g.foot) == 0 {
				return false
			}
			g.rows[len(g.rows)-1].behind = c.one(" ", ". ", ", ", "  ") + g.foot[0]
			g.foot = nil
			return true
		}},
		damage{"no results at all", anySheet, func(c *damaged) bool {
			for _, g := range c.games {
				if g.result != "" {
					g.result, g.foot = "", nil
				}
			}
			return true
		}},
		damage{"a remark behind the result", anySheet, func(c *damaged) bool {
			g := c.game()
			if len(g.foot) == 0 {
				return false
			}
			g.foot = append(g.foot, c.one("Хорошая партия.", "(комментарии Иванова)", "Время: 1:05 – 0:58", "Судья: Петров", "Примечание: на 3. ходу можно было c3-d4", "Подпись", "Лучше было 3. c3-d4."))
			return true
		}},
		damage{"the next game on the same line", hasVersus, func(c *damaged) bool {
			g := c.game()
			if len(g.foot) == 0 || len(c.games[0].foot) == 0 {
				return false
			}
			c.gap = " "
			c.render = func() string {
				var text strings.Builder
				for i, g := range c.games {
					if i > 0 {
						text.WriteString(" ")
					}
					var one strings.Builder
					g.write(&one, c.style)
					text.WriteString(strings.TrimSpace(one.String()))
				}
				return text.String() + "\n"
			}
			return true
		}},
	)
}
