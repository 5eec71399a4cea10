package columnar

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Rows is the rows of some games in both tables, not yet in a dataset: the
// games are numbered from 1. Many goroutines may each fill their own and one
// hand them to a Writer. The zero Rows is ready.
type Rows struct {
	// Verbatim says that the games come from a grammar.Parser and nothing in
	// them was changed, so that their text gives them again. Else each game is
	// kept as its line of JSON, which takes several times as much room.
	Verbatim bool

	games, plies *Table
	text         []byte
	json         bytes.Buffer
}

// Reset empties the rows and keeps their memory.
func (rows *Rows) Reset() {
	if rows.games == nil {
		rows.games, rows.plies = newTable(gameColumns), newTable(plyColumns)
	}
	rows.games.reset()
	rows.plies.reset()
}

// Add adds a judged game.
func (rows *Rows) Add(r *replay.Report) {
	if rows.games == nil {
		rows.Reset()
	}
	t := rows.games
	t.Rows++
	v := t.Vectors
	text := func(column int, s string) { v[column].addText(strings.ToValidUTF8(s, "\ufffd")) }
	int8s := func(column int, n int) { v[column].Int8s = append(v[column].Int8s, int8(n)) }
	int16s := func(column int, n int) { v[column].Int16s = append(v[column].Int16s, int16(n)) }
	int32s := func(column int, n int) {
		v[column].Int32s = append(v[column].Int32s, int32(min(max(n, 0), math.MaxInt32)))
	}
	int64s := func(column int, n int64) { v[column].Int64s = append(v[column].Int64s, n) }
	float64s := func(column int, n float64) { v[column].Float64s = append(v[column].Float64s, n) }

	g := r.Game
	int64s(gameID, int64(t.Rows))
	text(gameFile, g.Source.File)
	int32s(gameNumber, g.Source.Number)
	int32s(gameLine, g.Source.Line)
	int64s(gameByte, g.Source.Offset)
	int16s(gameVariant, int(r.Variant))
	text(gameWhite, g.Tag("White"))
	text(gameBlack, g.Tag("Black"))
	text(gameEvent, g.Tag("Event"))
	text(gameSite, g.Tag("Site"))
	text(gameRound, g.Tag("Round"))
	dateText := g.Tag("Date")
	date, _ := record.ParseDate(dateText)
	text(gameDate, dateText)
	int16s(gameYear, date.Year)
	int8s(gameMonth, date.Month)
	int8s(gameDay, date.Day)
	text(gameResult, g.Result.String())
	int16s(gameOutcome, int(g.Result.Outcome))
	int16s(gameManner, int(g.Result.Manner))
	float64s(gameWhitePoints, g.Result.White)
	float64s(gameBlackPoints, g.Result.Black)
	int16s(gameVerdict, int(r.Verdict))
	rows.fault(r)
	int32s(gamePlies, len(r.Moves))
	int32s(gameWritten, len(g.Plies))
	rows.positions(r)
	white, black := -1, -1
	if r.Score != nil {
		white, black = r.Score[0], r.Score[1]
	}
	int8s(gameWhiteScore, white)
	int8s(gameBlackScore, black)
	rows.text = rows.text[:0]
	for i, c := range r.Claims {
		if i > 0 {
			rows.text = append(rows.text, ' ')
		}
		rows.text = append(append(rows.text, c.Kind...), ':')
		rows.text = strconv.AppendInt(rows.text, int64(c.Ply), 10)
	}
	v[gameClaims].addText(string(rows.text))
	format, whole := rows.record(r)
	int16s(gameFormat, slices.Index(formatWords, format))
	v[gameRecord].addText(whole)
	rows.addPlies(r)
}

// fault writes the columns of the first fault of the worst kind.
func (rows *Rows) fault(r *replay.Report) {
	v := rows.games.Vectors
	var f record.Fault
	var place record.Place
	for i := range r.Faults {
		if i == 0 || r.Faults[i].Severity > f.Severity {
			f = r.Faults[i]
		}
	}
	if len(r.Faults) > 0 {
		place = r.Game.Place(f.At)
	}
	v[gameFault].addText(string(f.Code))
	v[gameFaultPly].Int32s = append(v[gameFaultPly].Int32s, int32(f.Ply))
	v[gameFaultLine].Int32s = append(v[gameFaultLine].Int32s, int32(place.Line))
	v[gameFaultColumn].Int32s = append(v[gameFaultColumn].Int32s, int32(place.Column))
	v[gameFaultMessage].addText(strings.ToValidUTF8(f.Message, "\ufffd"))
}

// positions writes the columns of the first and the last position.
func (rows *Rows) positions(r *replay.Report) {
	v := rows.games.Vectors
	turn := len(sideWords) - 1 // not known
	start, final := "", ""
	if r.Final.Variant != record.UnknownVariant {
		rows.text = r.Final.AppendFEN(rows.text[:0])
		final, turn = string(rows.text), int(r.Final.Turn)
		if r.Game.Start == nil && r.Game.Tag("FEN") == "" {
			start = startFEN[r.Variant]
		} else if p, ok := r.Start(); ok {
			begin := p.Record()
			start = begin.FEN()
		}
	}
	v[gameStart].addText(start)
	v[gameFinal].addText(final)
	v[gameOver].Bools = append(v[gameOver].Bools, r.Over)
	v[gameTurn].Int16s = append(v[gameTurn].Int16s, int16(turn))
}

// record returns the game as it was recorded, and the format in which that is.
func (rows *Rows) record(r *replay.Report) (format, text string) {
	g := r.Game
	// Whatever reading the text depends on but the text itself: an encoding,
	// what the cutter found, the variant that was asked for.
	if rows.Verbatim && g.Text != "" && g.Source.Width == nil && len(g.Faults) == 0 && (g.Format == "pdn" || g.Format == "sheet") &&
		g.Variant != record.UnknownVariant && utf8.ValidString(g.Text) {
		return g.Format, g.Text
	}
	rows.json.Reset()
	w := jsonl.NewWriter(&rows.json)
	_ = w.Write(r) // a buffer takes everything
	_ = w.Close()
	return "json", strings.TrimSuffix(rows.json.String(), "\n")
}

func (rows *Rows) addPlies(r *replay.Report) {
	n := len(r.Moves)
	if n == 0 {
		return
	}
	t := rows.plies
	t.Rows += n
	v := t.Vectors
	game := grown(&v[plyGame].Int64s, n)
	number := grown(&v[plyPly].Int32s, n)
	mover := grown(&v[plyMover].Int16s, n)
	from, to := grown(&v[plyFrom].Int16s, n), grown(&v[plyTo].Int16s, n)
	captured := grown(&v[plyCaptured].Int8s, n)
	promotion := grown(&v[plyPromotion].Bools, n)
	before, after := grown(&v[plyHashBefore].Int64s, n), grown(&v[plyHashAfter].Int64s, n)
	var sides [2]struct{ towers, pieces, prisoners, kings, tallest, home, away []int8 }
	for c := range sides {
		s := &sides[c]
		s.towers, s.pieces = grown(&v[plyWhiteTowers+c].Int8s, n), grown(&v[plyWhitePieces+c].Int8s, n)
		s.prisoners, s.kings = grown(&v[plyWhitePrisoners+c].Int8s, n), grown(&v[plyWhiteKings+c].Int8s, n)
		s.tallest = grown(&v[plyWhiteTallest+c].Int8s, n)
		s.home, s.away = grown(&v[plyWhiteHome+c].Int8s, n), grown(&v[plyWhiteAway+c].Int8s, n)
	}
	index := &squareIndex[r.Variant]
	id := int64(rows.games.Rows)
	done := 0
	for i, step := range r.Steps() {
		done++
		game[i], number[i] = id, int32(i+1)
		mover[i] = int16(step.After.Turn().Other())
		v[plyMove].addText(r.Moves[i])
		from[i], to[i] = index[step.After.From(step.Move)], index[step.After.To(step.Move)]
		captured[i], promotion[i] = int8(step.Move.Captures()), step.Move.Promotes()
		before[i], after[i] = int64(step.Before), int64(step.After.Hash())
		for c := range sides {
			s, have := &sides[c], &step.Have[c]
			s.towers[i], s.pieces[i] = int8(have.Towers), int8(have.Pieces)
			s.prisoners[i], s.kings[i] = int8(have.Prisoners), int8(have.Kings)
			s.tallest[i] = int8(have.Tallest)
			s.home[i], s.away[i] = int8(have.Home), int8(have.Away)
		}
	}
	if done < n {
		t.truncate(t.Rows - (n - done)) // no report of Judge's
	}
}
