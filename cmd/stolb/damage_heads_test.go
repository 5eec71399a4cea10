package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
)

// hasVersus reports whether a run begins after two names.
func hasVersus(s *style) bool { return s.layout == corpus.Run && s.head == headVersus && !s.named }

// hasHeads reports whether the names are on lines of their own above the moves.
func hasHeads(s *style) bool {
	return s.layout == corpus.Table || s.layout == corpus.Run && s.head != headVersus
}

// nameLines replaces the lines of a game's head that name the players.
func (c *damaged) nameLines(g *writtenGame, lines ...string) {
	n := len(g.head)
	if c.head == headLines {
		n--
	}
	g.head = append(g.head[:n-1:n-1], lines...)
}

// initials reports whether a player's name ends with a full stop.
func (c *damaged) initials() bool {
	return slices.ContainsFunc(c.games, func(g *writtenGame) bool { return strings.HasSuffix(g.white, ".") || strings.HasSuffix(g.black, ".") })
}

// someGames calls f with the damaged game, and in some cases with others: games of a file often
// share a style.
func (c *damaged) someGames(f func(g *writtenGame)) {
	f(c.game())
	switch c.random.IntN(3) {
	case 0:
		f(c.games[2])
	case 1:
		f(c.games[0])
		f(c.games[2])
	}
}

func headDamages() []damage {
	var list []damage
	open := func(format string, g *writtenGame) {
		g.open = format
		if n := strings.Count(format, "%s"); n == 2 {
			g.open = fmt.Sprintf(format, g.white, g.black)
		} else if n == 1 {
			g.open = fmt.Sprintf(format, g.white)
		}
	}
	for _, format := range corpus.DamageTexts("opening") {
		list = append(list, called("opening", damage{strings.ReplaceAll(strings.TrimRight(format, " "), "\n", "|"), hasVersus, func(c *damaged) bool {
			if strings.Contains(format, "%s.") && c.initials() {
				return false
			}
			c.someGames(func(g *writtenGame) {
				open(format, g)
				if strings.Contains(format, "1-0") {
					g.result, g.foot = "1-0", nil
				}
			})
			return true
		}}))
	}
	for _, format := range corpus.DamageTexts("loose opening") {
		list = append(list, called("loose opening", damage{strings.TrimSpace(format), hasVersus, func(c *damaged) bool {
			open(format, c.game())
			c.want = wantNameless
			return true
		}}))
	}
	for _, format := range corpus.DamageTexts("head") {
		list = append(list, called("head", damage{strings.ReplaceAll(format, "\n", "|"), hasHeads, func(c *damaged) bool {
			if strings.Contains(format, "%s.") && c.initials() {
				return false
			}
			c.someGames(func(g *writtenGame) {
				c.nameLines(g, strings.Split(fmt.Sprintf(format, g.white, g.black), "\n")...)
			})
			return true
		}}))
	}
	for _, format := range corpus.DamageTexts("loose head") {
		list = append(list, called("loose head", damage{strings.ReplaceAll(format, "\n", "|"), hasHeads, func(c *damaged) bool {
			g := c.game()
			line := format
			switch strings.Count(format, "%s") {
			case 1:
				line = fmt.Sprintf(format, g.white)
			case 2:
				line = fmt.Sprintf(format, g.white, g.black)
			}
			c.nameLines(g, strings.Split(line, "\n")...)
			c.want.nameless = true
			return c.number != "" // otherwise only a blank line separates games
		}}))
	}
	for _, title := range corpus.DamageTexts("title") {
		list = append(list, called("title", damage{title, anySheet, func(c *damaged) bool {
			c.someGames(func(g *writtenGame) {
				at := 0
				if c.random.IntN(3) == 0 {
					at = len(g.head)
				}
				g.head = slices.Insert(g.head, at, title)
				if c.random.IntN(3) == 0 && at == 0 {
					g.head = slices.Insert(g.head, 1, "")
				}
			})
			return true
		}}))
	}
	for _, title := range corpus.DamageTexts("loose title") {
		list = append(list, called("loose title", damage{title, anySheet, func(c *damaged) bool {
			g := c.game()
			g.head = slices.Insert(g.head, 0, title)
			c.want.ply = 1
			return len(c.games[0].foot) > 0 // otherwise it may be a row of the game before
		}}))
	}
	for _, number := range corpus.DamageTexts("first number") {
		list = append(list, called("first number", damage{strings.TrimSpace(number), numbered, func(c *damaged) bool {
			c.game().rows[0].number = number
			c.want.ply = 1
			return c.game().rows[0].cells[0].ply == 1
		}}))
	}
	for _, name := range []string{"G19", "A1", "12", "Ничья", "X", "B. Black", "White", "Ход", "e4", "Д4", "ab4"} {
		list = append(list, called("the name", damage{name, func(s *style) bool {
			return s.layout == corpus.Columns || s.layout == corpus.Table && s.head < headNames
		}, func(c *damaged) bool {
			g := c.game()
			was := ": " + g.white
			replace := func(lines []string) {
				for i, line := range lines {
					if at := strings.Index(line, was); at >= 0 {
						lines[i] = line[:at+2] + name + line[at+len(was):]
						return
					}
				}
			}
			replace(g.head)
			for i := range g.rows {
				replace(g.rows[i].above)
			}
			g.white = name
			return true
		}}))
	}
	for _, key := range []string{"Результат", "Итог", "Result", "Підсумок"} {
		list = append(list, called("the result above", damage{key, hasHeads, func(c *damaged) bool {
			done := false
			c.someGames(func(g *writtenGame) {
				if len(g.foot) == 0 || !strings.Contains(g.foot[0], "-") {
					return
				}
				g.head = slices.Insert(g.head, c.random.IntN(len(g.head)+1), key+": "+g.result)
				if c.random.IntN(2) == 0 {
					g.foot = nil
				}
				done = true
			})
			return done
		}}))
	}
	return append(list,
		damage{"the result behind the names", hasHeads, func(c *damaged) bool {
			g := c.game()
			if g.result != "1-0" && g.result != "0-1" {
				return false
			}
			c.nameLines(g, g.white+" – "+g.black+c.one(" ", "  ", "\t", ", ")+g.result)
			if c.random.IntN(2) == 0 {
				g.foot = nil
			}
			return true
		}},
		damage{"a title that tells the game", anySheet, func(c *damaged) bool {
			name, found := map[record.Variant]string{
				record.Bashni:        c.one("Башни", "Чемпионат Москвы по столбовым шашкам, 12.03.1987", "Вид: русские башни", "Столбовые шашки", "Вид: Башни"),
				record.Lasca:         c.one("Ласка", "Вид: ласка", "Lasca", "Турнир по ласке"),
				record.Adiukh:        c.one("Адиюх", "Шашки адиюх", "Вид: шашки Адиюх"),
				record.Russian:       c.one("Русские шашки", "Вид: русские шашки"),
				record.International: c.one("Международные шашки", "Вид: стоклеточные шашки"),
			}[c.variant]
			c.someGames(func(g *writtenGame) { g.head = slices.Insert(g.head, 0, name) })
			return found && !c.named
		}},
		damage{"no head", func(s *style) bool {
			return s.layout != corpus.PDN && !s.named && s.number != "" && s.layout != corpus.Columns
		}, func(c *damaged) bool {
			g := c.game()
			g.head, g.open, g.white, g.black = nil, "", "", ""
			return true
		}},
		damage{"no head and no blank line", func(s *style) bool {
			return s.layout != corpus.PDN && !s.named && s.number != "" && s.layout != corpus.Columns
		}, func(c *damaged) bool {
			g := c.game()
			g.head, g.open, g.white, g.black = nil, "", "", ""
			c.gap = ""
			return true
		}},
		damage{"no heads at all", func(s *style) bool {
			return s.layout != corpus.PDN && !s.named && s.number != "" && s.layout != corpus.Columns
		}, func(c *damaged) bool {
			for _, g := range c.games {
				g.head, g.open, g.white, g.black = nil, "", "", ""
			}
			return true
		}},
		damage{"the first word illegible", nil, func(c *damaged) bool {
			c.ruin(1, c.one("нрзб", "zz-z9", "e?-f?", "[неразб.]", "illegible"))
			return canStand(strings.TrimPrefix(c.cell(1).text, string(hurtMark)), c.style)
		}},
		damage{"the first row illegible", func(s *style) bool { return s.layout != corpus.Columns }, func(c *damaged) bool {
			c.ruin(2, c.one("нрзб", "zz-z9", "xx"))
			c.ruin(1, c.one("нрзб", "zz-z9", "xx"))
			c.game().rows[0].number = c.one("", "нрзб ", c.game().rows[0].number)
			c.want.lost, c.want.or = true, nil
			c.want.also = nil
			return true
		}},
	)
}
