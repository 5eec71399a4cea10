package record

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Separator is the sign between the squares of a written move.
type Separator uint8

// The separators. Short notation has none for a quiet move (Codex 1.10) and, in Adiukh's book, none
// for a capture (Adiukh 7.2).
const (
	NoSeparator Separator = iota
	Quiet                 // a dash
	Take                  // a colon, or one of its equivalents x and ×
)

// Step is one element of a written move: a square, or the part of one that the notation writes.
// Exactly one of these holds: Number is set (numeric notation); File and Rank are set (a whole
// square); only File or Rank is set (a file in short notation, a bare rank in a composition).
type Step struct {
	File   int8  // 0 for file a; -1 if not written
	Rank   int8  // 0 for rank 1; -1 if not written
	Number uint8 // from 1; 0 if not written
}

// Square returns the step's square on board b, and reports whether the step names a whole one.
func (s Step) Square(b Board) (Square, bool) {
	sq := NoSquare
	switch {
	case s.Number > 0:
		if b.Numbering == Numeric {
			sq = b.Numbered(int(s.Number))
		}
	case s.File >= 0 && s.Rank >= 0:
		sq = SquareAt(int(s.File), int(s.Rank))
	}
	return sq, b.Has(sq)
}

// Matches reports whether square s of board b fits the square, file or rank that is written.
func (st Step) Matches(b Board, s Square) bool {
	if st.Number > 0 {
		return b.Numbering == Numeric && b.Numbered(int(st.Number)) == s
	}
	return (st.File < 0 || int(st.File) == s.File()) && (st.Rank < 0 || int(st.Rank) == s.Rank())
}

// Whole reports whether the step is a whole square or number.
func (s Step) Whole() bool { return s.Number > 0 || s.File >= 0 && s.Rank >= 0 }

// String returns the step as written: "12", or "c3", "c" or "3".
func (s Step) String() (written string) {
	if s.Number > 0 {
		return strconv.Itoa(int(s.Number))
	}
	if s.File >= 0 {
		written = string(rune('a' + s.File))
	}
	if s.Rank >= 0 {
		written += strconv.Itoa(int(s.Rank) + 1)
	}
	return written
}

// Repair is a part of a written word that was read differently from its spelling.
type Repair struct {
	Code Code   `json:"code"`          // one of the repair codes
	From string `json:"from,omitzero"` // the written text, such as "а" (Cyrillic)
	To   string `json:"to,omitzero"`   // the reading, such as "a" (Latin); "" for a sign that the board determines
}

// Word is a move as written. Words are shared between games and must not be changed.
type Word struct {
	Text      string // as written, without marks
	Steps     []Step // from, any landing squares, to; none if the word is unreadable, which a fault reports
	Separator Separator

	// Plain means that Text is just two whole squares or numbers with "-" or ":" between them: the
	// move in full, unless start and end fit several moves.
	Plain bool

	Promotion uint32   // bit i set: a promotion mark D follows Steps[i]
	Repairs   []Repair // parts read differently from their spelling
}

// Ply is one move of a game: the word with its place and annotations.
type Ply struct {
	Word *Word
	At   int    // byte offset of the word in Game.Text
	Len  int    // length of the word in bytes, marks excluded
	Note *Notes // nil if there are none
}

// Notes are a record's annotations of a move. The JSON names are those of games as JSON lines.
type Notes struct {
	// Number is the move number written before the word, or 0 if absent. The PDN parser keeps only
	// one that counting does not give, or before a variation's first move.
	Number int `json:"number,omitzero"`

	// StartOffset, in the note of a variation's first move, is the start of the variation according
	// to its move number: in plies from the move that it belongs to. It is 0 if the variation
	// replaces that move, 1 if it continues after it, -1 if it replaces the move before.
	StartOffset int `json:"behind,omitzero"`

	Marks      []string `json:"marks,omitempty"`      // !, ?, !?, =, +- ... as written (Adiukh 11, Ukrainian rules IV.4.2)
	NAGs       []int    `json:"nags,omitempty"`       // PDN's $ numbers
	DrawOffer  bool     `json:"draw_offer,omitzero"`  // "=" of an offered draw (Adiukh 6.1.3.2)
	Before     []string `json:"before,omitempty"`     // comments before the word, without brackets
	Comments   []string `json:"comments,omitempty"`   // comments after the word, without brackets
	Inside     []Inside `json:"inside,omitempty"`     // remarks in the middle of the word (Codex 1.10, move 11)
	Clock      string   `json:"clock,omitzero"`       // PDN's clock commands, as written: [%clk 1:55:21]
	Commands   []string `json:"commands,omitempty"`   // other commands in comments, as written: [%eval 0.5]
	Diagram    bool     `json:"diagram,omitzero"`     // [#] in a comment: print the position after the move as a diagram
	Setup      string   `json:"setup,omitzero"`       // FEN of a position set up before the move (PDN's /FEN "..."/)
	Variations [][]Ply  `json:"variations,omitempty"` // alternatives to this move, unless their StartOffset is not 0
}

// Inside is a remark in the middle of a word, after its step with the index Step.
type Inside struct {
	Step int    `json:"step"`
	Text string `json:"text"`
}

// Outcome is the recorded outcome of a game.
type Outcome uint8

// The outcomes.
const (
	NoResult  Outcome = iota // not recorded
	WhiteWins                // 1-0, 2-0, "Черные сдались"
	BlackWins
	Draw
	Points     // a score in points, such as Adiukh's 17:7 (5.1)
	Unfinished // PDN's "*"
	Unplayed   // "+" and "-" for a game that was not played (Codex 3.6)
)

// Manner is the recorded reason for an outcome.
type Manner uint8

// The manners of ending.
const (
	Unstated Manner = iota
	Resigned        // Codex 1.12, Adiukh 5.2
	OnTime          // Adiukh 5.4
	Agreed          // a draw by agreement
	Forfeit         // not played, or lost for a breach of the rules
)

// Result is a game's result as recorded.
type Result struct {
	Outcome Outcome `json:"outcome,omitzero"`
	Manner  Manner  `json:"manner,omitzero"`

	// Points; set if Outcome is Points or Unplayed, or for PDN's 2-0.
	White float64 `json:"white,omitzero"`
	Black float64 `json:"black,omitzero"`

	Text string `json:"text,omitzero"` // as written: "Счет 17:7"
	At   int    `json:"at,omitzero"`   // byte offset in Game.Text
}

// String returns the recorded text with PDN's signs if PDN has it, else PDN's spelling of the result,
// so that games of all formats compare: "1-0", "0-1", "1/2-1/2", points "17-7" or "2-0", "*";
// "+/-", "-/+" or "-/-" for an unplayed game; "" if absent. Numbers keep the record's order: PDN
// puts the side that begins first, which in checkers is Black, so that there 1-0 is a win for
// Black. Outcome has the winner.
func (r Result) String() string {
	text := r.Text
	if strings.ContainsAny(text, ":–—− ") {
		text = inPDN.Replace(text)
	}
	switch {
	case text == "*" || strings.ContainsAny(text, "0123456789") && strings.Contains(text, "-") && strings.Trim(text, "0123456789./-") == "":
		return text
	case r.Outcome == Unplayed:
		sign := map[bool]string{true: "+", false: "-"}
		return sign[r.White > 0] + "/" + sign[r.Black > 0]
	case r.Outcome == Points || r.White+r.Black > 0:
		return strconv.FormatFloat(r.White, 'g', -1, 64) + "-" + strconv.FormatFloat(r.Black, 'g', -1, 64)
	}
	return [...]string{NoResult: "", WhiteWins: "1-0", BlackWins: "0-1", Draw: "1/2-1/2", Unfinished: "*"}[r.Outcome]
}

// inPDN puts the signs of a result in PDN's spelling.
var inPDN = strings.NewReplacer(":", "-", "–", "-", "—", "-", "−", "-", " ", "")

// Swapped returns the result with White and Black exchanged.
func (r Result) Swapped() Result {
	r.White, r.Black = r.Black, r.White
	if r.Outcome == WhiteWins || r.Outcome == BlackWins {
		r.Outcome ^= WhiteWins ^ BlackWins
	}
	return r
}

// Tag is a header of a game: a tag pair of PDN, or a line of a score sheet under PDN's name for it
// (Event, Site, Date, Round, White, Black, Result, ...).
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	At    int    `json:"at,omitzero"` // byte offset of the value in Game.Text
}

// Is reports whether the tag has the name, ignoring case.
func (t *Tag) Is(name string) bool {
	return len(t.Name) == len(name) && (t.Name == name || strings.EqualFold(t.Name, name))
}

// Source locates a game: its file, its number, and the place of its text in the file. Game.Place
// computes the line and column of a place within the text.
type Source struct {
	File   string // as given by the user; "-" for standard input
	Number int    // of the game in the file, from 1
	Offset int64  // byte offset of Game.Text in the file
	Line   int    // line of the text's first byte, from 1
	Column int    // of that byte in its line, from 1; 0 if the text begins a line; negative if the text begins with added characters

	// Width returns the number of bytes that a part of the text takes in the file; nil if the file
	// is UTF-8 and the numbers are equal.
	Width func(text string) int
}

// Place is a point in a file.
type Place struct {
	Line   int   // from 1
	Column int   // in characters, from 1
	Byte   int64 // offset in the file, from 0
}

// Game is one game as recorded. Faults has everything that could not be read, Text every byte.
type Game struct {
	Source  Source
	Text    string    // the game's text verbatim (as UTF-8)
	Format  string    // "sheet", "pdn", "json" or "composition"
	Layout  string    // of a sheet: "table", "run" or "columns"
	Variant Variant   // as recorded; UnknownVariant if absent
	Shows   []Variant // the possible variants, if the text implies them without naming one
	Tags    []Tag     // in the order of the record
	Start   *Position // nil for the variant's starting position
	Plies   []Ply
	Result  Result
	Before  []string // comments before the first move
	After   []string // comments after the last move that belong to no move
	Faults  []Fault  // found while parsing, in order of place

	// Aside is the first of the moves in brackets after the last ply of a sheet that does not
	// explain them; nil for nearly all games. The parser cannot know whether they were played: the
	// board shows whether they can be.
	Aside *Ply

	// Solution is the solution of a composition, from which replay derives Plies; else nil.
	Solution *Solution
}

// Tag returns the value of the first tag with the given name, ignoring case, or "".
func (g *Game) Tag(name string) string {
	for i := range g.Tags {
		if g.Tags[i].Is(name) {
			return g.Tags[i].Value
		}
	}
	return ""
}

// AddTag adds a tag. The time of day after a date becomes the tag Time.
func (g *Game) AddTag(t Tag) {
	end, time := t.At+len(t.Value), ""
	if t.Is("Date") {
		t.Value, time = CutTime(t.Value)
	}
	if g.Tags = append(g.Tags, t); time != "" {
		g.Tags = append(g.Tags, Tag{Name: "Time", Value: time, At: end - len(time)})
	}
}

// Side returns the side that makes a ply, counted from 1, if first is the side that begins games.
func (g *Game) Side(first Colour, ply int) Colour {
	if g.Start != nil {
		first = g.Start.Turn
	}
	if ply%2 == 0 {
		first = first.Other()
	}
	return first
}

// Year returns the year of the Date tag, or 0 if absent.
func (g *Game) Year() int {
	date, _ := ParseDate(g.Tag("Date")) // the zero Date has year 0
	return date.Year
}

// Place returns the place in the file of byte at of the text. Lines end with LF, CRLF or CR alone.
func (g *Game) Place(at int) Place { return g.Places(at)[0] }

// SourceAt returns the source of the part of the game's text that begins with byte at.
func (g *Game) SourceAt(at int) Source {
	p, s := g.Place(at), g.Source
	s.Line, s.Column, s.Offset = p.Line, p.Column, p.Byte
	if s.Column == 1 {
		s.Column = 0
	}
	return s
}

// Places returns the places in the file of bytes of the game's text. It scans the text once if they
// are in ascending order.
func (g *Game) Places(at ...int) []Place {
	places := make([]Place, 0, len(at))
	first := Place{Line: max(g.Source.Line, 1), Column: cmp.Or(g.Source.Column, 1), Byte: g.Source.Offset}
	p, from := first, 0
	for _, a := range at {
		a = min(max(a, 0), len(g.Text))
		if a < from {
			p, from = first, 0
		}
		// Continue from the start of a character: the text's characters are counted.
		start := a
		for start > from && a-start < utf8.UTFMax-1 && start < len(g.Text) && !utf8.RuneStart(g.Text[start]) {
			start--
		}
		if start < len(g.Text) && !utf8.RuneStart(g.Text[start]) {
			start = a
		}
		p, from = g.advance(p, from, start), start
		place := g.advance(p, from, a)
		for place.Column < 1 && a < len(g.Text) { // among added characters
			_, w := utf8.DecodeRuneInString(g.Text[a:])
			place, a = g.advance(place, a, a+w), a+w
		}
		place.Column = max(place.Column, 1)
		places = append(places, place)
	}
	return places
}

// advance returns the place of byte to, given that p is the place of byte from.
func (g *Game) advance(p Place, from, to int) Place {
	part := g.Text[from:to]
	start := 0
	for i := 0; i < len(part); i++ {
		next := from + i + 1
		if part[i] == '\n' || part[i] == '\r' && (next == len(g.Text) || g.Text[next] != '\n') {
			p.Line++
			p.Column = 1
			start = i + 1
		}
	}
	p.Column += utf8.RuneCountInString(strings.TrimSuffix(part[start:], "\r")) // of a CRLF
	if g.Source.Width != nil {
		p.Byte += int64(g.Source.Width(part))
	} else {
		p.Byte += int64(len(part))
	}
	return p
}

// LineBounds returns the bounds of the line of the game's text that contains byte at, without its
// line end.
func (g *Game) LineBounds(at int) (start, end int) {
	at = min(max(at, 0), len(g.Text))
	if at > 0 && at < len(g.Text) && g.Text[at] == '\n' && g.Text[at-1] == '\r' {
		at-- // within a CRLF, which ends the line before it
	}
	start, end = strings.LastIndexAny(g.Text[:at], "\r\n")+1, len(g.Text)
	if n := strings.IndexAny(g.Text[at:], "\r\n"); n >= 0 {
		end = at + n
	}
	return start, end
}
