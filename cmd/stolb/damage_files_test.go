package main

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/stolb/stolb/corpus"
)

// hurtText returns a damage to the whole text.
func hurtText(name string, on func(*style) bool, f func(c *damaged, text string) string) damage {
	return damage{name, on, func(c *damaged) bool {
		text := c.marked()
		c.after = func(text string) string { return f(c, text) }
		return c.after(text) != text
	}}
}

// hurtEncoding returns a damage that writes the file in an encoding without naming it.
func hurtEncoding(name string, with encoding.Encoding) damage {
	return damage{name, nil, func(c *damaged) bool {
		c.after = func(text string) string { return strings.ReplaceAll(text, " – ", " - ") }
		if _, err := with.NewEncoder().String(c.text()); err != nil {
			return false // the encoding lacks a letter
		}
		c.encode = func(text string) []byte {
			bytes, err := with.NewEncoder().Bytes([]byte(text))
			if err != nil {
				panic(err)
			}
			return bytes
		}
		return true
	}}
}

// spreadsheet writes the tables of all games as a spreadsheet or a Markdown page has them.
func spreadsheet(name, before, between, behind, quote string, point bool, heads ...string) damage {
	return damage{name, func(s *style) bool { return s.layout == corpus.Table && s.number != "" }, func(c *damaged) bool {
		c.render = func() string {
			var text strings.Builder
			for i, g := range c.games {
				if i > 0 {
					text.WriteString("\n")
				}
				for _, line := range g.head {
					if c.head == headPair {
						line = strings.ReplaceAll(line, "\t", between)
					}
					text.WriteString(line + "\n")
				}
				for _, line := range heads {
					text.WriteString(line + "\n")
				}
				for _, r := range g.rows {
					number := strings.TrimSpace(r.number)
					if !point {
						number = strings.Trim(number, ".)")
					}
					row := []string{quote + number + quote}
					for _, cell := range r.cells {
						row = append(row, quote+cell.text+quote)
					}
					if len(row) == 2 {
						row = append(row, quote+quote)
					}
					text.WriteString(before + strings.Join(row, between) + behind + "\n")
				}
				for _, line := range g.foot {
					text.WriteString(line + "\n")
				}
			}
			return text.String()
		}
		if c.random.IntN(3) == 0 {
			c.ruin(1+c.random.IntN(c.plies()-1), c.one("???", "нрзб", "zz-z9"))
		}
		return true
	}}
}

func fileDamages() []damage {
	return []damage{
		hurtText("CRLF", nil, func(_ *damaged, text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }),
		hurtText("lone CR", nil, func(_ *damaged, text string) string { return strings.ReplaceAll(text, "\n", "\r") }),
		hurtText("mixed line ends", nil, func(_ *damaged, text string) string {
			var mixed strings.Builder
			for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
				mixed.WriteString(line + []string{"\n", "\r\n"}[i%3/2])
			}
			return mixed.String()
		}),
		hurtText("no line end", nil, func(_ *damaged, text string) string { return strings.TrimRight(text, "\n") }),
		hurtText("trailing spaces", nil, func(c *damaged, text string) string {
			return strings.ReplaceAll(text, "\n", c.oneOf(text, " ", "   ", "\t", "\u00a0")+"\n")
		}),
		hurtText("indented", anySheet, func(c *damaged, text string) string {
			by := c.oneOf(text, " ", "    ", "\t", "\u00a0")
			return by + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+by) + "\n"
		}),
		hurtText("spaces that do not break", nil, func(c *damaged, text string) string { return c.spaced(text, "\u00a0") }),
		hurtText("thin spaces", anySheet, func(c *damaged, text string) string { return c.spaced(text, "\u2009") }),
		hurtText("two spaces for one", nil, func(c *damaged, text string) string { return c.spaced(text, "  ") }),
		hurtText("tabs for spaces", func(s *style) bool { return s.layout == corpus.Run }, func(_ *damaged, text string) string {
			lines := strings.Split(text, "\n")
			for i, line := range lines {
				if strings.ContainsAny(line, "123456789") && !strings.Contains(line, ": ") && !strings.Contains(line, "–") {
					lines[i] = strings.ReplaceAll(line, " ", "\t")
				}
			}
			return strings.Join(lines, "\n")
		}),
		hurtText("one space for tabs", func(s *style) bool { return s.tabs() && s.head != headPair }, func(_ *damaged, text string) string {
			return strings.ReplaceAll(text, "\t", " ")
		}),
		hurtText("four spaces for tabs", (*style).tabs, func(_ *damaged, text string) string { return strings.ReplaceAll(text, "\t", "    ") }),
		hurtText("two tabs for one", (*style).tabs, func(_ *damaged, text string) string { return strings.ReplaceAll(text, "\t", "\t\t") }),
		hurtText("a byte order mark", nil, func(_ *damaged, text string) string { return "\ufeff" + text }),
		hurtText("blank lines at both ends", nil, func(_ *damaged, text string) string { return "\n\n" + text + "\n\n\n" }),
		hurtText("every line twice as far", func(s *style) bool { return s.number != "" && anySheet(s) && s.layout != corpus.Columns }, func(_ *damaged, text string) string {
			return strings.ReplaceAll(text, "\n", "\n\n")
		}),
		hurtText("lines broken anywhere", func(s *style) bool { return s.flows() }, func(_ *damaged, text string) string {
			lines := strings.Split(text, "\n")
			for i, line := range lines {
				if words := strings.Split(line, " "); len(words) > 9 && !strings.Contains(line, "[") && !strings.Contains(line, ": ") {
					lines[i] = strings.Join(words[:5], " ") + "\n" + strings.Join(words[5:], " ")
				}
			}
			return strings.Join(lines, "\n")
		}),
		hurtText("all on long lines", func(s *style) bool { return s.layout == corpus.Run && s.head == headVersus && !s.named }, func(c *damaged, text string) string {
			for _, g := range c.games {
				for _, line := range g.foot {
					text = strings.ReplaceAll(text, line+"\n", line+"\x00")
				}
			}
			for i := range 9 {
				text = strings.ReplaceAll(text, "\n"+string(rune('1'+i)), " "+string(rune('1'+i)))
			}
			return strings.ReplaceAll(text, "\x00", "\n")
		}),
		{"no blank line between games", anySheet, func(c *damaged) bool { c.gap = ""; return true }},
		{"no blank line before the hurt game", anySheet, func(c *damaged) bool {
			c.games[0].foot = append(c.games[0].foot, c.games[1].head...)
			c.games[1].head = nil
			c.render = func() string {
				var text strings.Builder
				c.games[0].write(&text, c.style)
				c.games[1].write(&text, c.style)
				text.WriteString("\n")
				c.games[2].write(&text, c.style)
				return text.String()
			}
			return true
		}},
		{"blank lines between games", nil, func(c *damaged) bool { c.gap = c.one("\n\n", "\n\n\n\n", " \n", "\t\n\n", "\f\n", "\n\f"); return true }},
		{"a ruler between games", anySheet, func(c *damaged) bool {
			c.gap = c.one("\n-----\n\n", "\n***\n", "\n* * *\n\n", "====================\n", "\n---\n", "\n___\n\n", "\n~~~\n")
			return true
		}},
		{"blank lines in the head", hasHeads, func(c *damaged) bool {
			c.someGames(func(g *writtenGame) {
				g.head = strings.Split(strings.Join(g.head, "\n\n"), "\n")
				if c.random.IntN(2) == 0 {
					g.head = append(g.head, "")
				}
			})
			return true
		}},
		{"a blank line behind the head", hasHeads, func(c *damaged) bool {
			for _, g := range c.games {
				g.head = append(g.head, "")
			}
			return true
		}},
		{"a byte that is no UTF-8", nil, func(c *damaged) bool {
			ply := c.pick()
			cell := c.cell(ply)
			at := c.random.IntN(len(cell.text) + 1)
			cell.text = string(hurtMark) + cell.text[:at] + c.one("\xff", "\xc3", "\x80", "\x00", "\x1b", "\xe9") + cell.text[at:]
			c.want.ply, c.want.told = ply, true
			return true
		}},
		{"a byte that is no UTF-8 in a remark", anySheet, func(c *damaged) bool {
			c.cell(c.pick()).text += " (\xe9\xf7)"
			return true
		}},
		hurtEncoding("cp1251", charmap.Windows1251),
		hurtEncoding("koi8-r", charmap.KOI8R),
		hurtEncoding("koi8-u", charmap.KOI8U),
		hurtEncoding("cp866", charmap.CodePage866),
		hurtEncoding("iso-8859-5", charmap.ISO8859_5),
		hurtEncoding("utf-16 little", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)),
		hurtEncoding("utf-16 big", unicode.UTF16(unicode.BigEndian, unicode.UseBOM)),
		hurtEncoding("utf-16 without mark", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)),
		spreadsheet("semicolons", "", ";", "", "", true),
		spreadsheet("semicolons, no points", "", ";", "", "", false),
		spreadsheet("semicolons with heads", "", ";", "", "", false, "№;Белые;Черные"),
		spreadsheet("commas", "", ",", "", "", false),
		spreadsheet("commas, quoted", "", ",", "", `"`, true),
		spreadsheet("commas, quoted, no points", "", ",", "", `"`, false, `"№","Белые","Черные"`),
		spreadsheet("semicolons, quoted", "", ";", "", `"`, false),
		spreadsheet("bars", "| ", " | ", " |", "", true),
		spreadsheet("Markdown", "| ", " | ", " |", "", false, "| № | Белые | Черные |", "|---|---|---|"),
		spreadsheet("bars, narrow", "", "|", "", "", false),
		linesOfGames("a game a line", true),
		linesOfGames("a game a line without results", false),
		{"games a line behind one with a head", func(s *style) bool { return hasVersus(s) }, func(c *damaged) bool {
			if len(c.games[0].foot) == 0 {
				return false
			}
			c.render = func() string {
				var text strings.Builder
				c.games[0].write(&text, c.style)
				text.WriteString("\n" + c.games[1].line(true) + "\n" + c.games[2].line(true) + "\n")
				return text.String()
			}
			for _, g := range c.games[1:] {
				if len(g.foot) == 0 {
					return false
				}
				g.white, g.black = "", ""
			}
			return true
		}},
	}
}

// spaced replaces spaces, except within names and PDN's tags.
func (c *damaged) spaced(text, by string) string {
	var back []string
	for _, g := range c.games {
		for _, name := range []string{g.white, g.black} {
			back = append(back, strings.ReplaceAll(name, " ", by), name)
		}
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "[") {
			lines[i] = strings.NewReplacer(back...).Replace(strings.ReplaceAll(line, " ", by))
		}
	}
	return strings.Join(lines, "\n")
}

// oneOf draws a text like one, but always the same for the same text.
func (c *damaged) oneOf(text string, of ...string) string { return of[len(text)%len(of)] }

// line returns the whole game on a line, without numbers.
func (g *writtenGame) line(result bool) string {
	var words []string
	for _, r := range g.rows {
		for _, cell := range r.cells {
			words = append(words, cell.text)
		}
	}
	if result {
		words = append(words, g.foot...)
	}
	return strings.Join(words, " ")
}

// linesOfGames returns a damage that writes a file with a game per line and nothing else.
func linesOfGames(name string, results bool) damage {
	return damage{name, func(s *style) bool { return s.layout == corpus.Run && !s.named }, func(c *damaged) bool {
		for i, g := range c.games {
			g.white, g.black = "", ""
			if !results {
				g.result = ""
				if i > 0 && fits(c.variant, c.games[i-1].final(), g.rows[0].cells[0].text) {
					return false // it could continue the game before
				}
			} else if len(g.foot) == 0 {
				return false
			}
		}
		if c.random.IntN(3) == 0 {
			ply := 2 + c.random.IntN(c.plies()-2)
			c.ruin(ply, c.one("???", "нрзб", "zz-z9"))
		}
		c.render = func() string {
			return c.games[0].line(results) + "\n" + c.games[1].line(results) + "\n" + c.games[2].line(results) + "\n"
		}
		return true
	}}
}
