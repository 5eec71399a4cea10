package find

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer writes random queries.
type writer struct{ *rand.Rand }

func (w writer) one(words ...string) string { return words[w.IntN(len(words))] }

// maybe returns a text once in n calls.
func (w writer) maybe(n int, text func() string) string {
	if w.IntN(n) > 0 {
		return ""
	}
	return text()
}

func (w writer) number(most int) string {
	return w.one("", "at least ", "at most ", "more than ", "fewer than ") + fmt.Sprint(w.IntN(most+1))
}

func (w writer) squares() string {
	one := func() string {
		return w.one("a1", "c3", "d4", "b6", "h8", "12", "5", "rank 4", "rank 8", "rank 1", "file c", "file e", "far rank", "home rank", "far side", "home side", "main road", "edge", "centre", "$zone")
	}
	list := one()
	for w.IntN(3) == 0 {
		list += ", " + one()
	}
	return list
}

func (w writer) properties() string {
	s := w.maybe(3, func() string { return " of " + w.number(4) })
	s += w.maybe(5, func() string { return " with " + w.number(2) + " own" })
	s += w.maybe(4, func() string { return " with " + w.one("no", "at least 1", "2", "at least 2") + " prisoners" })
	s += w.maybe(9, func() string { return " with " + w.number(1) + " kings" })
	s += w.maybe(9, func() string { return " with " + w.number(1) + " captive kings" })
	s += w.maybe(8, func() string { return fmt.Sprintf(" like %q", w.stack()) })
	s += w.maybe(4, func() string { return " on " + w.squares() })
	return s + w.maybe(6, func() string { return " off " + w.squares() })
}

func (w writer) stack() string {
	return w.one("0", "*", "1*", "0*/0*", "?*/*0", "*/?", "00", "?0*/*1*")
}

func (w writer) colour() string { return w.one("", "white ", "black ", "mover ", "opponent ") }

func (w writer) phrase() string {
	return w.colour() + w.one("tower", "towers", "king", "kings", "man", "men", "tower", "king") + w.properties()
}

func (w writer) term() string {
	switch w.IntN(4) {
	case 0:
		return w.one(fmt.Sprint(w.IntN(24)), "$least")
	case 1:
		return w.phrase()
	case 2:
		return w.one("mobility", "ply", "plies", "white score", "year", "ply")
	}
	return w.colour() + w.one("material", "pieces", "prisoners", "tallest", "home", "away", "mobility")
}

func (w writer) move(same string) string {
	s := same
	if s == "" {
		s = w.maybe(2, w.phrase)
	}
	if s != "" {
		s += " "
	}
	switch w.IntN(5) {
	case 0:
		s += "moves" + w.one("", " quietly")
	case 1:
		s += "captures" + w.one("", " 1", " at least 2", " 2 pieces", " kings", " 1 king", " no men", " at least 2 from one tower", " fewer than 3")
	case 2:
		s += "promotes"
	case 3:
		s += "frees" + w.one("", " "+w.number(2)+" prisoners", " "+w.phrase(), " at least 1 "+w.one("king", "tower of at least 2", "black towers"))
	case 4:
		s += "captures"
	}
	s += w.maybe(5, func() string { return " from " + w.squares() })
	s += w.maybe(4, func() string { return " to " + w.squares() })
	s += w.maybe(6, func() string { return " over " + w.phrase() })
	return s + w.maybe(7, func() string { return " turning" + w.one("", " 1", " at least 2", " at "+w.squares()) })
}

func (w writer) game() string {
	return w.one(
		`player "игрок1"`, "player $who", `white player "2"`, `black player "Игрок 4"`, `tag White "игрок"`, `tag white is "игрок1"`, `tag Event`,
		"tag WhiteElo > 2000", "tag whiteelo != 2100", "tag WhiteElo <= -3", "tag WhiteElo = 1999", `tag WhiteElo >= "21"`, `tag "Белые Ё" < "б"`, `tag Round is 3`,
		`date >= "1998-05"`, `date < "1998.05.12"`, `date = "1999"`, `date != "1998"`, `year > 1998`,
		"white wins", "black wins", "draw", `result "1-0"`, `result "none"`, `result "12-12"`,
		"plies > 30", "verdict legal", "verdict illegal, repaired", "claim", "claim repetition", "variant bashni, lasca", "variant adiukh",
		`opening "c3-d4"`, `opening "11-13"`, `white score > black score`,
	)
}

// atom returns a condition on a moment; same is "", or the "tower" or "piece" to which it may
// refer.
func (w writer) atom(same string) string {
	if same != "" && w.IntN(2) == 0 {
		return w.ofSame(same)
	}
	switch w.IntN(12) {
	case 0, 1, 2:
		return w.phrase()
	case 3:
		return w.one("no ", "2 ", "at least 3 ", "at most 1 ", "more than 2 ") + w.phrase()
	case 4, 5:
		left := w.one("", "", "-") + w.term()
		for w.IntN(3) == 0 {
			left += w.one(" + ", " - ") + w.term()
		}
		return left + w.one(" = ", " != ", " < ", " <= ", " > ", " >= ") + w.one("", "", "", "-") + w.term()
	case 6, 7, 8:
		return w.move("")
	case 9:
		return w.game()
	case 10:
		return w.one("white to move", "black to move", "must capture", "start", "end")
	}
	return w.board()
}

func (w writer) board() string {
	if w.IntN(4) == 0 {
		return fmt.Sprintf("position %q", w.one(
			"W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8", "?:W1-11:B15-25",
			"?:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"))
	}
	item := func() string {
		return w.one("c3", "d4", "h8", "Kh8", "a1", "e5") + w.one("", "=*/*", "=?*", "=0*/0", "=1*/*")
	}
	s := w.one("W", "B", "?")
	for range 1 + w.IntN(2) {
		switch side := w.one(":W", ":B", ":?", ":-"); side {
		case ":-":
			s += side + w.one("c3", "d4", "h8", "a1", "e5", "g3,h2")
		default:
			s += side + strings.ReplaceAll(strings.ReplaceAll(item(), "Kh8=", "h8="), "==", "=")
		}
	}
	return fmt.Sprintf("pattern %q", s)
}

func (w writer) ofSame(same string) string {
	if same == "tower" {
		s := "the same tower" + w.one("", "", " is white", " is king", " is black man", " is mover", " is opponent king") + w.properties()
		switch w.IntN(4) {
		case 0:
			return w.move(s)
		case 1:
			return "captures over the same tower"
		}
		return s
	}
	s := "the same piece" + w.one("", "", " is top", " is captive", " is free", " is white", " is king", " is black man captive", " is mover top", " is captive king") +
		w.maybe(4, func() string { return " on " + w.squares() })
	if w.IntN(3) == 0 {
		return s + w.one(" moves", " captures", " promotes", " moves quietly to edge")
	}
	return s
}

// query returns a query with names for some of its parts.
func (w writer) query(depth int) string {
	s := "let centre be squares c3, d4, e5, file f; "
	if depth > 1 && w.IntN(2) == 0 {
		s += "let named be " + w.condition(depth-1, "") + "; "
		s += w.one("mirrored named", "either colour named", "named and not (X)", "(X) then named", "named or (X)", "first named and (X)", "mirrored either colour named", "mirrored (X) and named")
		return strings.ReplaceAll(s, "X", w.condition(depth-2, ""))
	}
	return s + w.condition(depth, "")
}

// condition returns a condition of a given depth.
func (w writer) condition(depth int, same string) string {
	if depth == 0 {
		return w.atom(same)
	}
	of := func() string { return "(" + w.condition(depth-1, same) + ")" }
	switch w.IntN(13) {
	case 0, 1:
		return of() + " and " + of()
	case 2, 3:
		return of() + " or " + of()
	case 4:
		return "not " + of()
	case 5:
		return w.one("sometime", "never", "always", "first", "last", w.number(4)+" times", "no times", "within variations") + " (" + w.condition(depth-1, "") + ")"
	case 6, 7:
		first := of()
		if strings.Contains(first, " or ") {
			same = "" // one of the alternatives may have no tower
		}
		return first + " then " + w.one("", "", "never ", "always ") + of() + w.maybe(2, func() string { return fmt.Sprintf(" within %d plies", 1+w.IntN(12)) })
	case 8:
		return of() + " until " + of()
	case 9:
		word, inner := w.one("mirrored ", "either colour ", "shifted "), of()
		if strings.Contains(inner, "shifted ") {
			word = "mirrored " // shifting twice exceeds the limit of conditions
		}
		return word + inner
	case 10, 11:
		// A step with a tower, and a step about its fate.
		same := w.one("tower", "piece")
		first := w.one(w.phrase(), w.move(""), "("+w.phrase()+" and "+w.atom("")+")", "("+w.move("")+" or "+w.phrase()+")", "first "+w.phrase(), "(either colour "+w.phrase()+")", "(shifted "+w.phrase()+")")
		return first + " then " + w.one("", "", "never ", "always ") + "(" + w.condition(depth-1, same) + ")" + w.maybe(3, func() string { return fmt.Sprintf(" within %d plies", 1+w.IntN(12)) })
	}
	return w.atom(same)
}
