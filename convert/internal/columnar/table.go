package columnar

import (
	"slices"
)

// Type is what a column's values are.
type Type uint8

// The types. Whole numbers are signed, because some engines have no others.
const (
	Bool Type = iota
	Int8
	Int16
	Int32
	Int64
	Float64
	Text       // UTF-8
	Symbol     // one of the column's Words, of which there are at most 128
	Dictionary // text of which there are few different ones, which the format writes once
	Date       // days since 1970-01-01
)

// String returns the type's name in the documentation.
func (t Type) String() string {
	return [...]string{"bool", "int8", "int16", "int32", "int64", "float64", "text", "symbol", "dictionary", "date"}[t]
}

// Column is what a column is called and means.
type Column struct {
	Name    string
	Type    Type
	Unit    string   // of a number; "" where there is none
	Meaning string   // a sentence
	Words   []string // of a Symbol: all that it can be, by its index
	// Distinct: hardly two values are alike. The bits of a number are as good as
	// drawn by lot, so that nothing makes it smaller, and a dictionary of texts
	// would be as large as they are.
	Distinct bool
	// Optional: a value may be missing, which says that it is not known, or that
	// there is none.
	Optional bool
}

// Table is rows of one of the tables in columns.
type Table struct {
	Columns []Column
	Vectors []Vector // by column
	Rows    int
	text    int   // bytes of it
	places  []int // of games: which of gameColumns the columns are
}

// Vector is the values of one column: that of its fields has them that the
// column's type tells. The values of a Symbol are indices, in Int8s. Those of
// a Dictionary are in Int32s and are for a Vocabulary to tell.
type Vector struct {
	Bools    []bool
	Int8s    []int8
	Int16s   []int16
	Int32s   []int32
	Int64s   []int64
	Float64s []float64
	Bytes    []byte  // the texts one behind the other
	Ends     []int32 // where each text ends in Bytes
	Missing  []bool  // of an Optional column: the value, though there is one, is none
}

// newGames returns an empty table of the columns of games in some places.
func newGames(places []int) *Table {
	columns := make([]Column, len(places))
	for i, place := range places {
		columns[i] = gameColumns[place]
	}
	return &Table{Columns: columns, Vectors: make([]Vector, len(columns)), places: places}
}

// newPlies returns an empty table plies.
func newPlies() *Table {
	return &Table{Columns: plyColumns, Vectors: make([]Vector, len(plyColumns))}
}

// newFaults returns an empty table faults.
func newFaults() *Table {
	return &Table{Columns: faultColumns, Vectors: make([]Vector, len(faultColumns))}
}

// Text returns the i-th text of a Text column.
func (v *Vector) Text(i int) []byte {
	begin := int32(0)
	if i > 0 {
		begin = v.Ends[i-1]
	}
	return v.Bytes[begin:v.Ends[i]]
}

// AddText adds a text to a Text column.
func (v *Vector) AddText(s string) {
	v.Bytes = append(v.Bytes, s...)
	v.Ends = append(v.Ends, int32(len(v.Bytes)))
}

// AddWord adds a word to a Dictionary column.
func (v *Vector) AddWord(s string) {
	v.Int32s = append(v.Int32s, ^int32(len(v.Ends)))
	v.AddText(s)
}

// addText adds a text to a column of the table.
func addText[T string | []byte](t *Table, v *Vector, s T) {
	v.Bytes = append(v.Bytes, s...)
	v.Ends = append(v.Ends, int32(len(v.Bytes)))
	t.text += len(s)
}

// reset empties the table and keeps its memory.
func (t *Table) reset() {
	t.Rows, t.text = 0, 0
	for i := range t.Vectors {
		v := &t.Vectors[i]
		*v = Vector{v.Bools[:0], v.Int8s[:0], v.Int16s[:0], v.Int32s[:0], v.Int64s[:0], v.Float64s[:0], v.Bytes[:0], v.Ends[:0], v.Missing[:0]}
	}
}

// bytes returns about how many bytes the rows take.
func (t *Table) bytes() int {
	return t.text + t.Rows*4*len(t.Columns)
}

// addGame appends the row of a game.
func (t *Table) addGame(id int64, g *gameRow, text []byte) {
	t.Rows++
	for i, place := range t.places {
		v := &t.Vectors[i]
		switch place {
		case gameID:
			v.Int64s = append(v.Int64s, id)
		case gameFile:
			addText(t, v, g.file)
		case gameNumber:
			v.Int32s = append(v.Int32s, g.number)
		case gameLine:
			v.Int32s = append(v.Int32s, g.line)
		case gameByte:
			v.Int64s = append(v.Int64s, g.byte)
		case gameVariant:
			v.Int8s = append(v.Int8s, g.variant)
		case gameWhite:
			addText(t, v, g.white)
		case gameBlack:
			addText(t, v, g.black)
		case gameEvent:
			addText(t, v, g.event)
		case gameSite:
			addText(t, v, g.site)
		case gameRound:
			addText(t, v, g.round)
		case gameDate:
			addText(t, v, g.date)
		case gamePlayed:
			v.Int32s = append(v.Int32s, g.played)
		case gameYear:
			v.Int16s = append(v.Int16s, g.year)
		case gameMonth:
			v.Int8s = append(v.Int8s, g.month)
		case gameDay:
			v.Int8s = append(v.Int8s, g.day)
		case gameResult:
			addText(t, v, g.result)
		case gameOutcome:
			v.Int8s = append(v.Int8s, g.outcome)
		case gameManner:
			v.Int8s = append(v.Int8s, g.manner)
		case gameWhitePoints:
			v.Float64s = append(v.Float64s, g.whitePoints)
		case gameBlackPoints:
			v.Float64s = append(v.Float64s, g.blackPoints)
		case gameVerdict:
			v.Int8s = append(v.Int8s, g.verdict)
		case gameFault:
			v.AddWord(g.fault)
		case gameFaultReason:
			v.AddWord(g.reason)
		case gameFaultPly:
			v.Int32s = append(v.Int32s, g.faultPly)
		case gameFaultLine:
			v.Int32s = append(v.Int32s, g.faultLine)
		case gameFaultColumn:
			v.Int32s = append(v.Int32s, g.faultColumn)
		case gameFaultMessage:
			addText(t, v, g.message)
		case gamePlies:
			v.Int32s = append(v.Int32s, int32(g.plies))
		case gameWritten:
			v.Int32s = append(v.Int32s, g.written)
		case gameStart:
			addText(t, v, g.start)
		case gameFinal:
			addText(t, v, text[g.final.begin:g.final.end])
		case gameOver:
			v.Bools = append(v.Bools, g.over)
		case gameTurn:
			v.Int8s = append(v.Int8s, g.turn)
		case gameWhiteScore:
			v.Int8s = append(v.Int8s, g.whiteScore)
		case gameBlackScore:
			v.Int8s = append(v.Int8s, g.blackScore)
		case gameClaims:
			addText(t, v, text[g.claims.begin:g.claims.end])
		case gameVariations:
			v.Int32s = append(v.Int32s, g.variations)
		case gameVariationMoves:
			addText(t, v, text[g.lines.begin:g.lines.end])
		case gameFormat:
			v.Int8s = append(v.Int8s, g.format)
		case gameRecord:
			addText(t, v, g.record)
		}
		if gameColumns[place].Optional {
			v.Missing = append(v.Missing, g.missing(place))
		}
	}
}

// missing says whether the value of an optional column is missing.
func (g *gameRow) missing(place int) bool {
	switch place {
	case gameWhite:
		return g.white == ""
	case gameBlack:
		return g.black == ""
	case gameEvent:
		return g.event == ""
	case gameSite:
		return g.site == ""
	case gameRound:
		return g.round == ""
	case gameDate:
		return g.date == ""
	case gamePlayed:
		return g.day == 0
	case gameYear:
		return g.year == 0
	case gameMonth:
		return g.month == 0
	case gameDay:
		return g.day == 0
	case gameResult:
		return g.result == ""
	case gameOutcome:
		return outcomeWords[g.outcome] == ""
	case gameManner:
		return mannerWords[g.manner] == ""
	case gameWhitePoints, gameBlackPoints:
		return outcomeWords[g.outcome] != "points"
	case gameFault:
		return g.fault == ""
	case gameFaultReason:
		return g.reason == ""
	case gameFaultPly:
		return g.faultPly == 0
	case gameFaultLine:
		return g.fault == "" || g.faultLine == 0
	case gameFaultColumn:
		return g.fault == "" || g.faultColumn == 0
	case gameFaultMessage:
		return g.fault == ""
	case gameStart:
		return g.start == ""
	case gameFinal, gameOver:
		return g.final.begin == g.final.end
	case gameTurn:
		return sideWords[g.turn] == ""
	}
	return g.whiteScore < 0 // and black's
}

// addPlies appends the rows of a game's plies. They are rows of structs until
// here, where each column is written for a whole game at once.
func (t *Table) addPlies(game int64, plies []plyRow, moves []span, text []byte) {
	n := len(plies)
	t.Rows += n
	v := t.Vectors
	games, numbers := grown(&v[plyGame].Int64s, n), grown(&v[plyPly].Int32s, n)
	for i := range plies {
		games[i], numbers[i] = game, int32(i+1)
	}
	before, after := grown(&v[plyHashBefore].Int64s, n), grown(&v[plyHashAfter].Int64s, n)
	for i := range plies {
		before[i], after[i] = plies[i].before, plies[i].after
	}
	mover, captured, promotion := grown(&v[plyMover].Int8s, n), grown(&v[plyCaptured].Int8s, n), grown(&v[plyPromotion].Bools, n)
	from, to := grown(&v[plyFrom].Int8s, n), grown(&v[plyTo].Int8s, n)
	for i := range plies {
		p := &plies[i]
		mover[i], captured[i], promotion[i], from[i], to[i] = p.mover, p.captured, p.promotion, p.from, p.to
	}
	words := grown(&v[plyMove].Int32s, n)
	for i := range plies {
		move := plies[i].move
		if move < 0 {
			m := moves[^move]
			move = ^int32(len(v[plyMove].Ends))
			addText(t, &v[plyMove], text[m.begin:m.end])
		}
		words[i] = move
	}
	for c := range 2 {
		towers, pieces := grown(&v[plyWhiteTowers+c].Int8s, n), grown(&v[plyWhitePieces+c].Int8s, n)
		prisoners, kings := grown(&v[plyWhitePrisoners+c].Int8s, n), grown(&v[plyWhiteKings+c].Int8s, n)
		tallest := grown(&v[plyWhiteTallest+c].Int8s, n)
		home, away := grown(&v[plyWhiteHome+c].Int8s, n), grown(&v[plyWhiteAway+c].Int8s, n)
		for i := range plies {
			h := plies[i].have[c]
			towers[i], pieces[i], prisoners[i], kings[i] = int8(h.Towers()), int8(h.Pieces()), int8(h.Prisoners()), int8(h.Kings())
			tallest[i], home[i], away[i] = int8(h.Tallest()), int8(h.Home()), int8(h.Away())
		}
	}
}

// addFaults appends the rows of a game's faults.
func (t *Table) addFaults(game int64, faults []faultRow) {
	t.Rows += len(faults)
	v := t.Vectors
	optional := func(place int, text string) *Vector {
		v[place].Missing = append(v[place].Missing, text == "")
		return &v[place]
	}
	word := func(v *Vector, text string) {
		v.AddWord(text)
		t.text += len(text)
	}
	number := func(place int, n int32) {
		v[place].Int32s, v[place].Missing = append(v[place].Int32s, n), append(v[place].Missing, n == 0)
	}
	for i := range faults {
		f := &faults[i]
		v[faultGame].Int64s = append(v[faultGame].Int64s, game)
		word(&v[faultCode], f.code)
		word(optional(faultReason, f.reason), f.reason)
		v[faultSeverity].Int8s = append(v[faultSeverity].Int8s, f.severity)
		number(faultPly, f.ply)
		number(faultVariation, f.variation)
		v[faultLine].Int32s = append(v[faultLine].Int32s, f.line)
		v[faultColumn].Int32s = append(v[faultColumn].Int32s, f.column)
		v[faultByte].Int64s = append(v[faultByte].Int64s, f.byte)
		addText(t, optional(faultWord, f.word), f.word)
		addText(t, &v[faultMessage], f.message)
		addText(t, optional(faultSquares, f.squares), f.squares)
		word(optional(faultParagraph, f.paragraph), f.paragraph)
		addText(t, optional(faultSuggestions, f.suggestions), f.suggestions)
	}
}

// grown makes a slice n longer and returns the new part.
func grown[T any](s *[]T, n int) []T {
	*s = slices.Grow(*s, n)
	*s = (*s)[:len(*s)+n]
	return (*s)[len(*s)-n:]
}
