package columnar

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Rows is the rows of some games in all tables, not yet in a dataset. Many
// goroutines may each fill their own and one hand them to a Writer. The zero
// Rows is ready.
type Rows struct {
	// Verbatim says that the games come from a grammar.Parser and nothing in
	// them was changed, so that their text gives them again. Else each game is
	// kept as its line of JSON, which takes several times as much room.
	Verbatim bool
	Language message.Language // of what is said of faults

	games  []gameRow
	plies  []plyRow
	faults []faultRow
	moves  []span // what plyRow.move tells
	text   []byte // of the spans

	json bytes.Buffer
}

// span is a part of Rows.text.
type span struct{ begin, end int }

// gameRow is a row of games but for its id, as yet without memory of its own:
// the texts are the game's.
type gameRow struct {
	file, white, black, event, site, round, date string
	result, fault, reason                        string
	message, start, record                       string
	final, claims, lines                         span
	byte                                         int64
	whitePoints, blackPoints                     float64
	number, line, written, variations            int32
	faultPly, faultLine, faultColumn             int32
	played                                       int32 // days
	year                                         int16
	month, day                                   int8
	variant, outcome, manner, verdict            int8
	turn, whiteScore, blackScore, format         int8
	over                                         bool
	plies, told                                  int // how many rows of Rows.plies and Rows.faults are its own
}

// faultRow is a row of faults but for the game's id, with "" and 0 for what is
// missing.
type faultRow struct {
	code, reason, word, message     string
	squares, paragraph, suggestions string
	byte                            int64
	ply, variation, line, column    int32
	severity                        int8
}

// plyRow is a row of plies but for the game's id and the ply.
type plyRow struct {
	before, after int64
	move          int32 // the code of a plain move, or ^ its place in Rows.moves
	have          [2]replay.Census
	mover         int8
	from, to      int8
	captured      int8
	promotion     bool
}

// Reset empties the rows and keeps their memory.
func (rows *Rows) Reset() {
	clear(rows.games) // let go of the texts
	clear(rows.faults)
	rows.faults = rows.faults[:0]
	rows.games, rows.plies, rows.moves, rows.text = rows.games[:0], rows.plies[:0], rows.moves[:0], rows.text[:0]
}

// setsUp says whether the record sets up a position before the i-th ply.
func setsUp(g *record.Game, i int) bool {
	return i < len(g.Plies) && g.Plies[i].Note != nil && g.Plies[i].Note.Setup != ""
}

// reach fills in what a row tells of the position after its move.
func (row *plyRow) reach(p *replay.Position) {
	row.after = int64(p.Hash())
	row.have = [2]replay.Census{p.Census(record.White), p.Census(record.Black)}
}

// addPly adds the row of a game's i-th ply but for what reach fills in.
func (rows *Rows) addPly(r *replay.Report, i int, ply replay.Ply) {
	p, m := ply.Before, ply.Move
	index := &squareIndex[r.Variant]
	captured := m.Captures()
	row := &grown(&rows.plies, 1)[0]
	row.before = int64(p.Hash())
	row.mover, row.captured, row.promotion = int8(p.Turn()), int8(captured), m.Promotes()
	row.from, row.to = index[p.From(m)], index[p.To(m)]
	text := r.Moves[i]
	if len(text) == 1+len(squareWords[row.from])+len(squareWords[row.to]) {
		row.move = plainMove(row.from, row.to, captured > 0)
		return
	}
	row.move = ^int32(len(rows.moves))
	rows.moves = append(rows.moves, rows.span(text))
}

func (rows *Rows) span(text string) span {
	begin := len(rows.text)
	rows.text = append(rows.text, text...)
	return span{begin, len(rows.text)}
}

// Add adds a judged game.
func (rows *Rows) Add(r *replay.Report) {
	n := len(rows.plies)
	for i, ply := range r.Plies() {
		if i > 0 && !setsUp(r.Game, i) {
			rows.plies[len(rows.plies)-1].reach(ply.Before)
		}
		if ply.Move != nil {
			rows.addPly(r, i, ply)
		}
		if setsUp(r.Game, i+1) && ply.Move != nil {
			after := ply.After()
			rows.plies[len(rows.plies)-1].reach(&after)
		}
	}
	n = len(rows.plies) - n
	g := r.Game
	rows.games = append(rows.games, gameRow{plies: n})
	row := &rows.games[len(rows.games)-1]
	row.file = valid(g.Source.File)
	row.number, row.line, row.byte = whole(g.Source.Number), whole(g.Source.Line), g.Source.Offset
	row.variant, row.verdict = int8(r.Variant), int8(r.Verdict)
	hasFEN := row.tags(g)
	row.result = valid(g.Result.String())
	row.outcome, row.manner = int8(g.Result.Outcome), int8(g.Result.Manner)
	row.whitePoints, row.blackPoints = g.Result.White, g.Result.Black
	row.written, row.over = whole(len(g.Plies)), r.Over
	rows.addFaults(r, row)
	rows.positions(r, row, hasFEN)
	row.whiteScore, row.blackScore = -1, -1
	if r.Score != nil {
		row.whiteScore, row.blackScore = int8(r.Score[0]), int8(r.Score[1])
	}
	begin := len(rows.text)
	for i, c := range r.Claims {
		if i > 0 {
			rows.text = append(rows.text, ' ')
		}
		rows.text = append(append(rows.text, c.Kind...), ':')
		rows.text = strconv.AppendInt(rows.text, int64(c.Ply), 10)
	}
	row.claims = span{begin, len(rows.text)}
	row.variations = whole(len(r.Variations))
	row.lines = rows.variationMoves(r.Variations)
	format, text := rows.recorded(r)
	row.format, row.record = int8(slices.Index(formatWords, format)), text
}

// variationMoves adds the text of the moves of variations.
func (rows *Rows) variationMoves(all []replay.Variation) span {
	begin := len(rows.text)
	for i := range all {
		v := &all[i]
		if i > 0 {
			rows.text = append(rows.text, '\n')
		}
		rows.text = strconv.AppendInt(rows.text, int64(v.Of), 10)
		rows.text = append(rows.text, '.')
		rows.text = strconv.AppendInt(rows.text, int64(v.Ply), 10)
		rows.text = append(rows.text, ':')
		for _, move := range v.Moves {
			rows.text = append(append(rows.text, ' '), move...)
		}
		if !v.Legal {
			rows.text = append(rows.text, '!')
		}
	}
	return span{begin, len(rows.text)}
}

func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

func whole(n int) int32 { return int32(min(max(n, 0), math.MaxInt32)) }

// unknown says whether a tag's value says that nobody knows it, as PDN does: "?", and
// of a date "????.??.??".
func unknown(value string) bool {
	return strings.Contains(value, "?") && strings.Trim(value, "?. ") == ""
}

// tags fills the columns of what is in tags, of each name the first, and says
// whether there is one FEN that is not empty.
func (row *gameRow) tags(g *record.Game) (hasFEN bool) {
	fen := ""
	columns := [...]struct {
		name string
		text *string
	}{
		{"White", &row.white}, {"Black", &row.black}, {"Event", &row.event}, {"Site", &row.site},
		{"Round", &row.round}, {"Date", &row.date}, {"FEN", &fen},
	}
	seen := 0
	for i := range g.Tags {
		t := &g.Tags[i]
		if t.Name == "" {
			continue
		}
		first := t.Name[0]
		for j := range columns {
			c := &columns[j]
			// As Game.Tag, whose names fold letters of other scripts, too.
			if seen&(1<<j) != 0 || first < 0x80 && first&^0x20 != c.name[0] || t.Name != c.name && !strings.EqualFold(t.Name, c.name) {
				continue
			}
			seen |= 1 << j
			if *c.text = valid(t.Value); unknown(t.Value) && c.text != &fen {
				*c.text = ""
			}
			if c.text == &row.date {
				date, _ := record.ParseDate(t.Value)
				row.year, row.month, row.day = int16(date.Year), int8(date.Month), int8(date.Day)
				if date.Day > 0 {
					row.played = int32(time.Date(date.Year, time.Month(date.Month), date.Day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
				}
			}
			break
		}
	}
	return fen != ""
}

// addFaults adds the rows of the faults, and fills the columns of the first of the
// worst kind.
func (rows *Rows) addFaults(r *replay.Report, row *gameRow) {
	if row.told = len(r.Faults); row.told == 0 {
		return
	}
	at := make([]int, len(r.Faults))
	for i := range r.Faults {
		at[i] = r.Faults[i].At
	}
	worst := 0
	for i, place := range r.Game.Places(at...) {
		f := &r.Faults[i]
		if f.Severity > r.Faults[worst].Severity {
			worst = i
		}
		rows.faults = append(rows.faults, faultRow{
			code: string(f.Code), reason: string(f.Reason), word: valid(f.Word), message: valid(f.Message.In(rows.Language)),
			squares: strings.Join(f.Squares, " "), paragraph: string(f.Paragraph), suggestions: valid(strings.Join(f.Suggestions, "\n")),
			byte: place.Byte, ply: whole(f.Ply), variation: whole(f.Variation), line: whole(place.Line), column: whole(place.Column),
			severity: int8(f.Severity),
		})
	}
	f := &rows.faults[len(rows.faults)-row.told+worst]
	row.fault, row.reason, row.message = f.code, f.reason, f.message
	row.faultPly, row.faultLine, row.faultColumn = f.ply, f.line, f.column
}

// positions fills the columns of the first and the last position.
func (rows *Rows) positions(r *replay.Report, row *gameRow, hasFEN bool) {
	row.turn = int8(len(sideWords) - 1) // not known
	if r.Final.Variant == record.UnknownVariant {
		return
	}
	row.turn = int8(r.Final.Turn)
	begin := len(rows.text)
	rows.text = r.Final.AppendFEN(rows.text)
	row.final = span{begin, len(rows.text)}
	if r.Game.Start == nil && !hasFEN {
		row.start = startFEN[r.Variant]
	} else if p, ok := r.Start(); ok {
		start := p.Record()
		row.start = start.FEN()
	}
}

// recorded returns the game as it was recorded, and the format in which that
// is.
func (rows *Rows) recorded(r *replay.Report) (format, text string) {
	g := r.Game
	// Whatever reading the text depends on but the text itself: an encoding,
	// what the cutter found, the variant that was asked for.
	if rows.Verbatim && g.Text != "" && g.Source.Width == nil && len(g.Faults) == 0 && (g.Format == "pdn" || g.Format == "sheet") &&
		g.Variant != record.UnknownVariant && utf8.ValidString(g.Text) {
		return g.Format, g.Text
	}
	rows.json.Reset()
	w := jsonl.NewWriter(&rows.json)
	w.Language = rows.Language
	_ = w.Write(r) // a buffer takes everything
	_ = w.Close()
	return "json", strings.TrimSuffix(rows.json.String(), "\n")
}
