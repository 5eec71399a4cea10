package main

import (
	"strings"

	"github.com/stolb/stolb/corpus"
)

// bracketRemarks are remarks behind a move that no reader may take for anything
// else.
var bracketRemarks = []string{
	"(белые предложили ничью)", "(a draw)", "(ничья?)", "(взял, 1-0 впереди)", "(лучше 3...f6-e5)", "(3. c3-d4!)", "(нічия)", "[белые думали 20 мин]",
	"{сильный ход}", "(0:05)", "(5)", "(1-0)", "(0-1?)", "(Черные сдались бы)", "(a3-b4)", "(Иванов – Петров: 1. c3-b4)", "(1.)", "(?!)", "(=)",
	"(c3-d4 e5:c3 b2:d4 и белые лучше)", "(Белые: 5 мин)", "(12.03.1987)", "(диагр. 3)", "(see 2. (c3-d4))", "(¹)", "(Result: 1-0)", "(white resigned here)",
	"(цейтнот)", "(9-13!)", "(15:24)", "(…)", "(15 мин.)",
}

// marginRemarks are remarks at the end of a row.
var marginRemarks = []string{
	"лучше 3...f6-e5", "с идеей a3-b4", "better 3...f6-e5", "with the idea a3-b4", "угрожая a3-b4", "краще було c3-d4", "ошибка, надо было 4. c3-d4",
	"сильно", "ошибка!", "жертва?", "цейтнот", "интересно", "единственный ход", "белые предложили ничью", "отказался от ничьей", "sacrifice", "hmm",
	"здесь белые могли сдаться", "ход записан", "time trouble", "слабо; правильно 2...d6-c5", "(!)", "думал 20 минут",
}

// ownLineRemarks are remarks on a line of their own between rows, in which nothing is
// like a move.
var ownLineRemarks = []string{
	"Интересное продолжение.", "Сильный ход!", "Белые жертвуют.", "Перерыв.", "Продолжение", "(Белые думали 20 минут)", "Сложная позиция, у белых лучше.",
	"A strong move.", "{комментарий}", "После обеда", "Записанный ход",
}

// rulerLines are lines between rows that may be a page's, or a row that cannot be
// read.
var rulerLines = []string{"-----", "* * *", "=====", "стр. 2", "- 2 -", "2", "page 2", "~~~~~", ".....", "(2)", "лист 2 из 3", "#", "— — —", "12.03.1987", "10:30", "Позиция:", "лучше 3...f6-e5", "a3-b4!?"}

// markSigns stand behind a move and tell what somebody thought of it.
var markSigns = []string{"!", "?", "!!", "??", "!?", "?!", " !", " ?", "*", "=", " =", " +-", " -+", " ±", "~", " !!", "! ?"}

// signsBehind may be markSigns, and may be a letter that nobody can read.
var signsBehind = []string{"+", "#", "¹", "²", "†", "^", "°", "✓", " ✓", " √", " :)", " ;-)", " N", " x", " v", " 1)", "'", " —", "¶", " ok", " [1]", " $", " //", " |", "…", "...", " да"}

// clockTimes stand in cells of their own or behind a move.
var clockTimes = []string{"0:05", "0.05", "(5)", "0:05:30", "5'", "12:30", "(0.05)", "0ч05", "1 мин", "5 min", "00:05"}

// behindMove is a damage that writes something behind a move.
func behindMove(text string, on func(*style) bool, w func(c *damaged, ply int) want) damage {
	return damage{strings.ReplaceAll(strings.TrimSpace(text), "\n", "|"), on, func(c *damaged) bool {
		ply := c.pick()
		c.cell(ply).text += text
		c.want = w(c, ply)
		return true
	}}
}

func wantWholeBehind(*damaged, int) want { return wantWhole }

// orBehind wants all moves, or a fault at what was written behind the ply.
func orBehind(c *damaged, ply int) want {
	if c.layout == corpus.Columns {
		return want{ply: ply + 2, early: 2}
	}
	return want{ply: ply + 1, early: 1}
}

func remarkDamages() []damage {
	var list []damage
	for _, text := range bracketRemarks {
		list = append(list, behindMove(" "+text, anySheet, wantWholeBehind))
	}
	for _, mark := range markSigns {
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
	for _, sign := range signsBehind {
		list = append(list, called("sign", behindMove(sign, anySheet, orBehind)))
	}
	for _, time := range clockTimes {
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
	for _, text := range marginRemarks {
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
	for _, text := range ownLineRemarks {
		list = append(list, called("line", damage{text, anySheet, func(c *damaged) bool {
			i, ok := c.pickRow(0)
			r := &c.game().rows[i]
			if i > 0 {
				r.above = append(r.above, text)
			}
			return ok && i > 0
		}}))
	}
	for _, text := range rulerLines {
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

// called puts a word before the name of a damage.
func called(name string, d damage) damage {
	d.name = name + " " + strings.ReplaceAll(d.name, "\n", "|")
	return d
}
