package book

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

func (m *manuscript) turn(p *record.Position) string {
	return message.Of([...]message.ID{"play.white-to-move", "play.black-to-move"}[p.Turn]).In(m.Language)
}

// describe lists the pieces in words, for readers who cannot see the board: "White to move.
// White: c3, king e5, tower b4 (3 of its own, prisoners 2). Black: h8." The FEN follows.
func (m *manuscript) describe(p *record.Position) string {
	text := m.turn(p) + ". "
	for side, id := range [...]message.ID{record.White: "book.white-pieces", record.Black: "book.black-pieces"} {
		if pieces := m.pieces(p, record.Colour(side)); len(pieces) > 0 {
			text += message.Of(id, "pieces", strings.Join(pieces, ", ")).In(m.Language) + ". "
		}
	}
	return text + p.FEN()
}

// pieces returns the pieces of a side in words: the squares of its men, then its kings, then its
// towers.
func (m *manuscript) pieces(p *record.Position, side record.Colour) []string {
	var men, kings, towers []string
	board := p.Variant.Board()
	for _, s := range board.Squares() {
		t := p.At(s)
		if t == 0 || t.Owner() != side {
			continue
		}
		name := board.Name(s)
		switch {
		case t.Height() > 1:
			height := message.Of("play.own", "n", t.Own().N).In(m.Language)
			if n := t.Prisoners().N; n > 0 {
				height += ", " + message.Of("play.prisoners", "n", n).In(m.Language)
			}
			id := map[bool]message.ID{true: "book.king-tower-on", false: "book.tower-on"}[t.King()]
			towers = append(towers, message.Of(id, "square", name, "height", height).In(m.Language))
		case t.King():
			kings = append(kings, message.Of("book.king-on", "square", name).In(m.Language))
		default:
			men = append(men, name)
		}
	}
	return append(append(men, kings...), towers...)
}

// months are the names of the months: alone, and after a day.
var months = [12][2]message.ID{
	{"book.january", "book.of-january"}, {"book.february", "book.of-february"}, {"book.march", "book.of-march"},
	{"book.april", "book.of-april"}, {"book.may", "book.of-may"}, {"book.june", "book.of-june"},
	{"book.july", "book.of-july"}, {"book.august", "book.of-august"}, {"book.september", "book.of-september"},
	{"book.october", "book.of-october"}, {"book.november", "book.of-november"}, {"book.december", "book.of-december"},
}

// dateInWords writes out the known parts of a record's date: "17 May 1998", "May 1998", "1998".
// Of other text it only trims trailing signs of an unknown date.
func dateInWords(text string, l message.Language) string {
	d, ok := record.ParseDate(text)
	switch {
	case !ok || d.Year == 0:
		return strings.Trim(strings.TrimRight(text, "?.-/ "), " ")
	case d.Month < 1 || d.Month > 12:
		return strconv.Itoa(d.Year)
	case d.Day == 0:
		return message.Of("book.month", "month", message.Of(months[d.Month-1][0]), "year", strconv.Itoa(d.Year)).In(l)
	}
	return message.Of("book.day", "day", d.Day, "month", message.Of(months[d.Month-1][1]), "year", strconv.Itoa(d.Year)).In(l)
}

// numberedRound matches the tag Round: a round, 2, a round and a board, 2.1, or more parts.
var numberedRound = pattern(`^([0-9]{1,4})(?:\.([0-9]{1,4}))?(\.[0-9]{1,4})*$`)

// roundInWords writes out a record's round: "round 2" for 2, "round 2, board 1" for 2.1. It returns
// other text unchanged.
func roundInWords(text string, l message.Language) string {
	switch found := numberedRound().FindStringSubmatch(text); {
	case found == nil:
		return text
	case found[3] != "":
		return message.Of("book.round-part", "round", text).In(l)
	case found[2] != "":
		return message.Of("book.round-game", "round", found[1], "board", found[2]).In(l)
	}
	return message.Of("book.round", "round", text).In(l)
}

func upperFirst(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:n]) + text[n:]
}

// openingPlies is the number of plies of an opening in the index.
const openingPlies = 4

var indexTitles = map[string]message.ID{
	"players": "book.players", "openings": "book.openings", "authors": "book.authors", "figures": "book.figures",
}

// entries returns the entries of an index: players or openings with their games, authors with their
// compositions, all in absolute alphabetical order (Ukrainian rules VI.7.4.8), or the figures in
// the order of the book.
func (m *manuscript) entries(of string) []line {
	names := make(notation.Index[line])
	add := func(name, id string, n int) {
		if name = strings.TrimSpace(name); strings.Trim(name, "?-.") != "" {
			names[name] = append(names[name], line{ID: id, Name: strconv.Itoa(n)})
		}
	}
	var all []line
	for _, g := range m.book.games {
		white, black := g.player("White"), g.player("Black")
		switch {
		case of == "players":
			add(white, g.ID, g.Number)
			if black != white {
				add(black, g.ID, g.Number)
			}
		case of == "openings" && g.Report.Game.Start == nil && len(g.Report.Moves) > 0:
			add(m.opening(g), g.ID, g.Number)
		}
	}
	for _, f := range m.book.figures {
		switch of {
		case "authors":
			for _, author := range notation.Authors(f.Author) {
				add(author, f.ID, f.Number)
			}
		case "figures":
			caption := m.book.caption(f)
			if f.Composition {
				caption = strings.TrimSuffix(m.book.name(f)+". "+f.Author, ". ")
			}
			all = append(all, line{Name: caption, To: []line{{ID: f.ID, Name: strconv.Itoa(f.Number)}}})
		}
	}
	for _, name := range names.Names(m.Language) {
		all = append(all, line{Name: name, Players: of != "openings", To: names[name]})
	}
	return all
}

// opening returns the first moves of a game, numbered.
func (m *manuscript) opening(g *game) string {
	var words []string
	for i, move := range g.Report.Spell(m.Notation)[:min(openingPlies, len(g.Report.Moves))] {
		if n := g.Report.MoveNumber(i + 1); i == 0 || !strings.HasSuffix(n, "...") {
			words = append(words, n)
		}
		words = append(words, move)
	}
	return strings.Join(words, " ")
}
