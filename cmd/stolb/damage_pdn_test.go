package main

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/corpus"
)

func inPDN(s *style) bool { return s.layout == corpus.PDN }

// hurtTag returns a damage to the line of the damaged game's tag White.
func hurtTag(name string, w want, by func(line, player string) string) damage {
	return called("tag", damage{name, inPDN, func(c *damaged) bool {
		g := c.game()
		i := slices.IndexFunc(g.head, func(line string) bool { return strings.HasPrefix(line, "[White ") })
		g.head[i] = by(g.head[i], g.white)
		c.want = w
		return true
	}})
}

// wantNameless wants all moves, or a fault before the first; the names may be lost.
var wantNameless = want{ply: 1, nameless: true}

func pdnDamages() []damage {
	var list []damage
	for _, text := range corpus.DamageTexts("PDN remark") {
		list = append(list, called("remark", behindMove(" "+text, inPDN, wantWholeBehind)))
	}
	for _, text := range corpus.DamageTexts("stray") {
		list = append(list, called("stray", damage{text, inPDN, func(c *damaged) bool {
			ply := c.pick()
			cell := c.cell(ply)
			cell.text = string(hurtMark) + text + c.one(" ", " ", "") + cell.text
			c.want.ply = ply
			c.want.anyResult = true
			return true
		}}))
	}
	return append(list,
		hurtTag("without its last quote", wantNameless, func(line, player string) string { return `[White "` + player + `]` }),
		hurtTag("without quotes", wantNameless, func(_, player string) string { return "[White " + player + "]" }),
		hurtTag("without [", wantNameless, func(line, _ string) string { return line[1:] }),
		hurtTag("without ]", wantNameless, func(line, _ string) string { return strings.TrimSuffix(line, "]") }),
		hurtTag("with other quotes", wantNameless, func(_, player string) string { return "[White «" + player + "»]" }),
		hurtTag("with typographic quotes", wantNameless, func(_, player string) string { return "[White “" + player + "”]" }),
		hurtTag("in capitals", wantNameless, func(_, player string) string { return `[WHITE "` + player + `"]` }),
		hurtTag("misspelt", wantNameless, func(_, player string) string { return `[Whit "` + player + `"]` }),
		hurtTag("empty", wantNameless, func(string, string) string { return `[White ""]` }),
		hurtTag("left out", wantNameless, func(string, string) string { return `[Site "?"]` }),
		hurtTag("with a colon", wantNameless, func(_, player string) string { return `[White: "` + player + `"]` }),
		hurtTag("of two lines", wantNameless, func(_, player string) string { return "[White\n\"" + player + "\"]" }),
		hurtTag("with spaces", wantWhole, func(_, player string) string { return ` [ White  "` + player + `" ] ` }),
		hurtTag("with a comment behind", wantWhole, func(line, _ string) string { return line + " ; the first" }),
		hurtTag("with a line of % above", wantWhole, func(line, _ string) string { return "% 1. c3-b4 [White \"x\"]\n" + line }),
		hurtTag("with two on a line", wantWhole, func(line, _ string) string { return line + ` [Site "here"]` }),
		hurtTag("with a blank line behind", wantWhole, func(line, _ string) string { return line + "\n" }),
		hurtTag("in quotes within", wantNameless, func(_, player string) string { return `[White "` + player + ` "the boss""]` }),
		hurtTag("twice", wantNameless, func(line, _ string) string { return line + "\n" + line }),
		damage{"no blank line behind the tags", inPDN, func(c *damaged) bool {
			for _, g := range c.games {
				g.head = slices.DeleteFunc(g.head, func(line string) bool { return line == "" })
			}
			return true
		}},
		damage{"no blank line between games", inPDN, func(c *damaged) bool { c.gap = ""; return true }},
		damage{"no blank line at all", inPDN, func(c *damaged) bool {
			c.gap = ""
			for _, g := range c.games {
				g.head = slices.DeleteFunc(g.head, func(line string) bool { return line == "" })
			}
			return true
		}},
		damage{"no terminator", inPDN, func(c *damaged) bool {
			c.game().foot = nil
			c.gap = "\n\n"
			return true
		}},
		damage{"no terminator, no blank line", inPDN, func(c *damaged) bool {
			c.game().foot = nil
			c.gap = "\n"
			c.want.anyResult = true
			return true
		}},
		damage{"the result as terminator", inPDN, func(c *damaged) bool {
			g := c.game()
			g.foot = []string{g.result}
			return g.result != ""
		}},
		damage{"a result with a letter", inPDN, func(c *damaged) bool {
			g := c.game()
			g.foot = []string{c.one("1-O", "l-0", "О-1", "1 - 0", "1–0", "½", "1:0", "0:1")}
			c.want.anyResult = true
			c.want.ply = c.plies() + 1
			return g.result != ""
		}},
		damage{"a number too many at the end", inPDN, func(c *damaged) bool {
			g := c.game()
			g.rows[len(g.rows)-1].behind = " 19."
			return true
		}},
		damage{"words run to their numbers", inPDN, func(c *damaged) bool {
			for i := range c.game().rows {
				r := &c.game().rows[i]
				r.number = strings.TrimSpace(r.number)
			}
			return true
		}},
		damage{"a variation that is not closed", inPDN, func(c *damaged) bool {
			ply := c.pick()
			c.cell(ply).text += " (" + c.cell(ply).text
			c.want.ply, c.want.early, c.want.anyResult = ply+1, 1, true
			return ply < c.plies()
		}},
		damage{"no head", inPDN, func(c *damaged) bool {
			g := c.game()
			g.head = slices.DeleteFunc(g.head, func(line string) bool {
				return !strings.HasPrefix(line, "[Variant") && !strings.HasPrefix(line, "[GameType") && line != ""
			})
			g.white, g.black, g.result = "", "", ""
			return true
		}},
		damage{"a title line above", inPDN, func(c *damaged) bool {
			c.someGames(func(g *writtenGame) {
				g.head = slices.Insert(g.head, 0, c.one("Партия 2", "Game 2", "----", "***", "Партия сыграна в Киеве", "% game 2", "; game 2", "{game 2}"))
			})
			c.want.ply, c.want.nameless = 1, true
			return true
		}},
	)
}
