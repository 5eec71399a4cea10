package convert

// This file connects damaged records to package replay/restore. Read first: sheet, the text of a
// record, and recognised, a recogniser's output; Restored, the result; then lineJSON, the contract
// in JSON.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// sheet is one written record of a game. newSheet makes one from a text.
type sheet struct {
	Game  *record.Game // headers, result and place; the plies are not used
	moves grammar.Movetext
	// recognised is the recogniser's output, or nil for plain text. Its offsets refer to the
	// document, in which Game.Text begins at base.
	recognised *recognised
	base       int
}

// newSheet reads the text of a game, with the recogniser's output if any. A position after the
// moves is the final position, not the start.
func newSheet(p *textParser, c grammar.Chunk, said *recognised) *sheet {
	s := &sheet{Game: new(record.Game), recognised: said, base: int(c.Source.Offset)}
	p.ParseInto(c, s.Game)
	switch {
	case c.Format != grammar.JSON:
		s.moves = p.written.Movetext(c)
	case s.Game.Format != grammar.JSON.String() && strings.TrimSpace(s.Game.Text) != "": // the record's own text
		s.moves = p.written.Movetext(grammar.Chunk{Text: s.Game.Text})
	default:
		s.moves = grammar.MovetextOf(s.Game)
	}
	return s
}

// Restored is a damaged record, from one sheet or from both players' sheets, with the most
// probable legal game. Each of Sheets has a Game, with the headers, the result and the place. AppendJSON appends it as the line of JSON that the command writes; Report
// is the game for a writer.
type Restored struct {
	Sheets  []*sheet
	Variant record.Variant
	Guessed bool            // Variant was guessed by Restore
	Record  *restore.Record // nil if the variant is unknown
	Game    *restore.Game

	tried []*restore.Record // one for each variant, until it is known
	words grammar.Words
}

// newRestored prepares the sheets of one game for restoring. The variant is the one that a sheet
// names, or else defaultVariant, the only one that a sheet's text allows, or the one that Restore
// guesses.
func newRestored(defaultVariant record.Variant, sheets ...*sheet) *Restored {
	f := &Restored{Sheets: sheets}
	for _, s := range sheets {
		f.Variant = cmp.Or(f.Variant, s.Game.Variant)
	}
	f.Variant = cmp.Or(f.Variant, defaultVariant)
	for _, s := range sheets {
		if len(s.Game.Shows) == 1 {
			f.Variant = cmp.Or(f.Variant, s.Game.Shows[0])
		}
	}
	tried := []record.Variant{f.Variant}
	if f.Variant == record.UnknownVariant {
		// A reverse game has the same moves as the straight one.
		tried = slices.DeleteFunc(record.Variants(), record.Variant.Reversed)
	}
	for _, v := range tried {
		r := &restore.Record{Variant: v}
		for _, s := range sheets {
			s.addTo(r)
		}
		f.tried = append(f.tried, r)
	}
	reason := message.ID("restore.no-variant")
	switch {
	case !slices.ContainsFunc(sheets, func(s *sheet) bool { return len(s.moves.Written) > 0 }):
		reason, f.tried = "restore.no-moves", nil
	case len(f.tried) == 1:
		f.Record, f.tried = f.tried[0], nil
		return f
	}
	f.Game = &restore.Game{Verdict: restore.Lost, Reason: message.Of(reason)}
	return f
}

// addTo adds a sheet to the record. If two sheets differ in the result, it is ignored.
func (s *sheet) addTo(r *restore.Record) {
	g := s.Game
	if g.Start != nil && g.Start.Variant == r.Variant && r.Start == nil {
		r.Start = g.Start
	}
	if s.moves.Final != "" && r.Final == nil {
		// An unreadable position is no evidence.
		if p, err := s.moves.ReadFinal(r.Variant); err == nil {
			r.Final = &p
		}
	}
	result := g.Result
	for _, w := range s.moves.Written {
		if result.At >= w.At && result.At < w.At+w.Len {
			result = record.Result{} // it is a damaged move
		}
	}
	switch {
	case len(r.Sheets) == 0, r.Result.Outcome == record.NoResult:
		r.Result = result
	case result.Outcome != record.NoResult && result.Outcome != r.Result.Outcome:
		r.Result = record.Result{}
	}
	// In rows, and in columns without headings, the side that begins comes first.
	first := record.White
	if s.moves.Apart && !s.moves.Headed {
		first = (&record.Game{Start: r.Start}).Side(r.Variant.First(), 1)
	}
	cells := make([]restore.Cell, len(s.moves.Written))
	for i, w := range s.moves.Written {
		side := first
		if w.Column != grammar.FirstColumn {
			side = first.Other()
		}
		cells[i] = restore.Cell{
			Text: w.Text, Number: w.Number, At: w.At, Len: w.Len, Sided: w.Column != grammar.AnyColumn, Side: side,
		}
		if d := s.recognised; d != nil {
			said := d.at(s.base+w.At, w.Len)
			cells[i].Confidence, cells[i].Alternatives = said.Confidence, said.Alternatives
		}
	}
	r.Sheets = append(r.Sheets, restore.Sheet{Cells: cells, Apart: s.moves.Apart})
}

// Restore restores the game, given answers.
func (f *Restored) Restore(r *restore.Restorer, answers map[int]string) {
	if f.tried != nil {
		f.guess(r, answers)
	}
	if f.Record != nil {
		f.Game = r.Restore(f.Record, answers)
	}
}

// muchLess is the log-probability, relative to the best variant, at or below which a variant is
// ruled out.
const muchLess = -7

// guess restores the record under each variant. It adopts a variant if the text is far more
// probable under it than under every other.
func (f *Restored) guess(r *restore.Restorer, answers map[int]string) {
	games := make([]*restore.Game, len(f.tried))
	best := math.Inf(-1)
	r.Narrow = true
	for i, rec := range f.tried {
		if games[i] = r.Restore(rec, answers); games[i].Verdict != restore.Lost {
			best = max(best, games[i].Evidence)
		}
	}
	r.Narrow = false
	var fits []string
	at := 0
	for i, g := range games {
		if g.Verdict != restore.Lost && g.Evidence > best+muchLess {
			fits, at = append(fits, f.tried[i].Variant.String()), i
		}
	}
	if len(fits) > 1 {
		f.Game = &restore.Game{Verdict: restore.Lost,
			Reason: message.Of("restore.variants", "variants", message.And(fits...))}
		return
	}
	f.Game = games[at]
	if len(fits) == 1 {
		f.Variant, f.Guessed, f.Record, f.tried = f.tried[at].Variant, true, f.tried[at], nil
	}
}

// First returns the game of the first sheet, whose file and number identify the record.
func (f *Restored) First() *record.Game { return f.Sheets[0].Game }

// Key returns the key that identifies the game in Answers: its File and Game, the number. The key's
// method Line returns the line of a file of answers for an answer about a ply.
func (f *Restored) Key() gameKey { return gameKey{f.First().Source.File, f.First().Source.Number} }

// Tag returns the value of a tag from the first sheet that has it, or "" if absent.
func (f *Restored) Tag(name string) string {
	for _, s := range f.Sheets {
		if v := s.Game.Tag(name); v != "" {
			return v
		}
	}
	return ""
}

// Cell returns a cell of a sheet by index, or nil if absent, as for -1.
func (f *Restored) Cell(sheet, index int) *restore.Cell {
	if f.Record == nil || sheet >= len(f.Record.Sheets) || index < 0 || index >= len(f.Record.Sheets[sheet].Cells) {
		return nil
	}
	return &f.Record.Sheets[sheet].Cells[index]
}

// written returns the text of a ply's cell on a sheet, or "" if absent.
func (f *Restored) written(sheet int, cells [restore.MaxSheets]int) string {
	return cmp.Or(f.Cell(sheet, cells[sheet]), new(restore.Cell)).Text
}

// cellPlace is the place of a cell in the file or the recogniser's text, and on the page.
type cellPlace struct {
	Sheet          int // from 0
	Line, Column   int
	recognisedWord // At and Len refer to the text of the sheet's game
}

// Place returns the place of a ply: its cell on the first sheet that has one, or else, with
// length 0, the end of the cell of the nearest earlier ply that has one.
func (f *Restored) Place(ply int, cells [restore.MaxSheets]int) cellPlace {
	for i := range f.Sheets {
		if c := f.Cell(i, cells[i]); c != nil {
			return f.where(i, c.At, c.Len)
		}
	}
	for p := min(ply-1, len(f.Game.Plies)); p > 0; p-- {
		for i := range f.Sheets {
			if c := f.Cell(i, f.Game.Plies[p-1].Cells[i]); c != nil {
				w := f.where(i, c.At+c.Len, 0)
				w.Box = nil
				return w
			}
		}
	}
	return f.where(0, cmp.Or(f.Cell(0, 0), new(restore.Cell)).At, 0)
}

func (f *Restored) where(i, at, length int) cellPlace {
	s := f.Sheets[i]
	place := s.Game.Place(at)
	w := cellPlace{Sheet: i, Line: place.Line, Column: place.Column}
	if s.recognised != nil {
		w.recognisedWord = s.recognised.at(s.base+at, length)
	}
	w.At, w.Len = at, length
	return w
}

// Side returns the side that makes a ply.
func (f *Restored) Side(ply int) record.Colour {
	var g record.Game
	if f.Record != nil {
		g.Start = f.Record.Start
	}
	return g.Side(f.Variant.First(), ply)
}

// Before returns the position before a ply. It is false if there is none, as in a lost game.
func (f *Restored) Before(ply int) (*replay.Position, bool) {
	if f.Record == nil || f.Game.Verdict == restore.Lost {
		return nil, false
	}
	for i, p := range f.Report(message.English).Plies() {
		if i == ply-1 {
			return new(*p.Before), true
		}
	}
	return nil, false
}

// Says reports whether a ply has a readable move word on a sheet, and whether the word can denote
// the ply's move: its first and last squares match.
func (f *Restored) Says(sheet int, p *restore.Ply) (word, move bool) {
	c := f.Cell(sheet, p.Cells[sheet])
	if c == nil {
		return false, false
	}
	written, err := f.words.Parse(c.Text)
	meant, wrong := f.words.Parse(p.Move)
	if err != nil || wrong != nil || len(written.Steps) == 0 {
		return false, false
	}
	b := f.Variant.Board()
	from, _ := meant.Steps[0].Square(b)
	to, _ := meant.Steps[len(meant.Steps)-1].Square(b)
	first, last := written.Steps[0], written.Steps[len(written.Steps)-1]
	return true, last.Matches(b, to) && (len(written.Steps) == 1 || first.Matches(b, from)) // a word such as :e5 has only the last square
}

// Disagree reports whether the two sheets of a game have words for different moves at a ply.
func (f *Restored) Disagree(p *restore.Ply) bool {
	if len(f.Sheets) < 2 {
		return false
	}
	word, first := f.Says(0, p)
	other, second := f.Says(1, p)
	return word && other && first != second
}

// restoredTag is the tag of a restored game: its verdict and probability, and the numbers of
// moves read, mended, inserted and dropped.
const restoredTag = "Restored"

// Counts returns the numbers of moves read, mended, inserted and dropped.
func (f *Restored) Counts() (read, mended, inserted, dropped int) {
	how := make(map[string]int)
	for i := range f.Game.Plies {
		how[f.Game.Plies[i].How]++
	}
	return how[restore.Read], how[restore.Mended], how[restore.Inserted], len(f.Game.Dropped)
}

// Report returns the game for the writers of formats. Each move that differs from the written
// text has a comment that quotes the text; dropped text is quoted in a comment on the preceding
// move; the tag Restored gives the certainty; and the last comment is the original text, all in
// the given language. A lost game is reported as the record was read, which writers preserve.
func (f *Restored) Report(in message.Language) *replay.Report {
	if f.Game.Verdict == restore.Lost {
		return replay.Judge(f.First(), f.Variant)
	}
	from := f.First()
	g := &record.Game{
		Source: from.Source, Text: from.Text, Format: from.Format, Layout: from.Layout, Variant: f.Variant,
		Tags: slices.Clone(from.Tags), Start: f.Record.Start, Result: f.Record.Result, Before: slices.Clone(from.Before),
	}
	for _, s := range f.Sheets[1:] {
		for _, t := range s.Game.Tags {
			if g.Tag(t.Name) == "" {
				g.Tags = append(g.Tags, t)
			}
		}
	}
	read, mended, inserted, dropped := f.Counts()
	g.Tags = append(g.Tags, record.Tag{Name: restoredTag, Value: message.Of("restore.tag",
		"verdict", f.verdict(), "share", restore.Percent(f.Game.Probability),
		"read", read, "mended", mended, "inserted", inserted, "dropped", dropped).In(in)})
	for _, p := range f.Game.Plies {
		w, err := f.words.Parse(p.Move)
		if err != nil { // impossible: the rules spelled it
			w = &record.Word{Text: p.Move}
		}
		ply := record.Ply{Word: w}
		if remark := f.remark(&p, in); remark != "" {
			ply.Note = &record.Notes{Comments: []string{remark}}
		}
		g.Plies = append(g.Plies, ply)
	}
	for _, d := range f.Game.Dropped {
		said := f.leftOut(d, in)
		if d.After == 0 || d.After > len(g.Plies) {
			g.Before = append(g.Before, said)
			continue
		}
		p := &g.Plies[d.After-1]
		p.Note = cmp.Or(p.Note, new(record.Notes))
		p.Note.Comments = append(p.Note.Comments, said)
	}
	if f.Game.Verdict != restore.Certain {
		g.After = append(g.After, message.Of("restore.remark-verdict", "verdict", f.verdict(), "why", f.Game.Reason).In(in))
	}
	g.After = append(g.After, message.Of("restore.remark-from", "text", bracketless(f.original())).In(in))
	return replay.Judge(g, f.Variant)
}

// verdict returns the term for the verdict.
func (f *Restored) verdict() message.Message {
	return message.Term("restored-" + f.Game.Verdict.String())
}

// bracketless returns text safe in a comment of any format: on one line, without brackets.
func bracketless(text string) string {
	text = strings.NewReplacer("{", "<", "}", ">", "(", "<", ")", ">", "[", "<", "]", ">", `"`, "'").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

// quoted returns the text of a cell for a comment.
func quoted(text string) any {
	if text == "" {
		return message.Of("restore.empty-cell")
	}
	return bracketless(text)
}

// remark describes how a move differs from the written text, or returns "" if it does not.
func (f *Restored) remark(p *restore.Ply, in message.Language) string {
	share := restore.Percent(p.Probability)
	switch {
	case p.How == restore.Read && !f.Disagree(p):
		return ""
	case p.How == restore.Inserted:
		return message.Of("restore.remark-inserted", "share", share).In(in)
	}
	written := make([]any, len(f.Sheets))
	for i := range f.Sheets {
		written[i] = message.Of("restore.nothing")
		if c := f.Cell(i, p.Cells[i]); c != nil {
			written[i] = quoted(c.Text)
		}
	}
	if len(written) == 1 {
		return message.Of("restore.remark-written", "first", written[0], "share", share).In(in)
	}
	return message.Of("restore.remark-two-sheets", "first", written[0], "second", written[1], "share", share).In(in)
}

// leftOut returns the remark on dropped text.
func (f *Restored) leftOut(d restore.Dropped, in message.Language) string {
	id := map[bool][restore.MaxSheets]message.ID{
		false: {"restore.remark-left-out", "restore.remark-left-out-second"},
		true:  {"restore.remark-left-out-twice", "restore.remark-left-out-twice-second"},
	}[d.Repeats][d.Sheet]
	return message.Of(id, "word", quoted(f.Cell(d.Sheet, d.Cell).Text)).In(in)
}

// lineJSON is the line of JSON for a game. Names and order are a contract; fields with omitempty
// were added later.
type lineJSON struct {
	Game        int            `json:"game"`
	File        string         `json:"file"` // the first sheet's file
	Line        int            `json:"line"`
	Variant     string         `json:"variant"`
	White       string         `json:"white"`
	Black       string         `json:"black"`
	Verdict     string         `json:"verdict"`
	Probability float64        `json:"probability"`
	Moves       []string       `json:"moves"`
	Final       string         `json:"final"`
	Plies       []plyJSON      `json:"plies"`
	Dropped     []droppedJSON  `json:"dropped"`
	Questions   []questionJSON `json:"questions"`
	Reason      string         `json:"reason,omitempty"`  // why it is not certain
	Second      *secondJSON    `json:"second,omitempty"`  // the other player's sheet
	Guessed     bool           `json:"guessed,omitempty"` // the variant was guessed
}

// secondJSON is the place of the second sheet.
type secondJSON struct {
	gameKey
	Line int `json:"line"`
}

// plyJSON is a move of the game.
type plyJSON struct {
	Ply          int             `json:"ply"`
	Written      string          `json:"written"` // "" if absent
	Move         string          `json:"move"`
	Probability  float64         `json:"probability"`
	How          string          `json:"how"`
	Alternatives []candidateJSON `json:"alternatives"`
	Second       *string         `json:"second,omitempty"`   // the text on the second sheet
	Disagree     bool            `json:"disagree,omitempty"` // the two sheets say different moves
	Page         int             `json:"page,omitempty"`
	Box          *[4]int         `json:"box,omitempty"`
}

// candidateJSON is a possible move.
type candidateJSON struct {
	Move        string  `json:"move"`
	Probability float64 `json:"probability"`
}

// droppedJSON is written text without a move.
type droppedJSON struct {
	After   int    `json:"after"`
	Written string `json:"written"`
	Sheet   int    `json:"sheet,omitempty"` // 2 for the second sheet
}

// questionJSON is a ply to put to a person.
type questionJSON struct {
	Ply        int             `json:"ply"`
	Line       int             `json:"line"`
	Column     int             `json:"column"`
	Written    string          `json:"written"`
	Candidates []candidateJSON `json:"candidates"`
	Sheet      int             `json:"sheet,omitempty"`  // 2 if Line refers to the second sheet
	Second     *string         `json:"second,omitempty"` // the text on the second sheet
	Page       int             `json:"page,omitempty"`
	Image      string          `json:"image,omitempty"`
	Box        *[4]int         `json:"box,omitempty"`
}

// rounded rounds a probability to a millionth, the useful precision.
func rounded(p float64) float64 { return math.Round(p*1e6) / 1e6 }

func candidates(all []restore.Candidate) []candidateJSON {
	out := make([]candidateJSON, len(all))
	for i, c := range all {
		out[i] = candidateJSON{c.Text, rounded(c.Probability)}
	}
	return out
}

// second returns the text of a cell on the second sheet, or nil if there is no second sheet.
func (f *Restored) second(cells [restore.MaxSheets]int) *string {
	if len(f.Sheets) < 2 {
		return nil
	}
	return new(f.written(1, cells))
}

// line returns the line of JSON for the game, with the reason in the given language.
func (f *Restored) line(in message.Language) *lineJSON {
	g, found := f.First(), f.Game
	l := &lineJSON{
		Game: g.Source.Number, File: g.Source.File, Line: g.Source.Line,
		White: f.Tag("White"), Black: f.Tag("Black"),
		Verdict: found.Verdict.String(), Probability: rounded(found.Probability), Reason: found.Reason.In(in),
		Moves: make([]string, len(found.Plies)), Plies: make([]plyJSON, len(found.Plies)),
		Guessed: f.Guessed,
		Dropped: make([]droppedJSON, len(found.Dropped)), Questions: make([]questionJSON, len(found.Questions)),
	}
	if f.Variant != record.UnknownVariant {
		l.Variant = f.Variant.String()
	}
	if found.Verdict != restore.Lost {
		l.Final = found.Final.FEN()
	}
	if len(f.Sheets) > 1 {
		s := &f.Sheets[1].Game.Source
		l.Second = &secondJSON{gameKey{s.File, s.Number}, s.Line}
	}
	for i := range found.Plies {
		p := &found.Plies[i]
		l.Moves[i] = p.Move
		l.Plies[i] = plyJSON{
			Ply: i + 1, Written: f.written(0, p.Cells), Move: p.Move, Probability: rounded(p.Probability), How: p.How,
			Alternatives: candidates(p.Alternatives), Second: f.second(p.Cells), Disagree: f.Disagree(p),
		}
		if f.Sheets[0].recognised != nil && p.Cells[0] >= 0 {
			w := f.Place(i+1, p.Cells)
			l.Plies[i].Page, l.Plies[i].Box = w.Page, w.Box
		}
	}
	for i, d := range found.Dropped {
		l.Dropped[i] = droppedJSON{After: d.After, Written: f.Cell(d.Sheet, d.Cell).Text, Sheet: 2 * d.Sheet}
	}
	for i := range found.Questions {
		q := &found.Questions[i]
		w := f.Place(q.Ply, q.Cells)
		l.Questions[i] = questionJSON{
			Ply: q.Ply, Line: w.Line, Column: w.Column, Written: f.written(0, q.Cells), Candidates: candidates(q.Candidates),
			Second: f.second(q.Cells), Page: w.Page, Image: w.Image, Box: w.Box, Sheet: 2 * w.Sheet,
		}
	}
	return l
}

// AppendJSON appends the game's line of JSON, with the reason in the given language. Invalid
// UTF-8 becomes U+FFFD.
func (f *Restored) AppendJSON(dst []byte, in message.Language) ([]byte, error) {
	line, err := jsonLine(f.line(in))
	return append(dst, line...), err
}

// jsonLine returns a value as a line of JSON.
func jsonLine(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return b.Bytes(), err
}

// AppendTo appends the game's line from package jsonl, with the line of AppendJSON added to it as
// "restored".
func (f *Restored) AppendTo(dst, line []byte, in message.Language) ([]byte, error) {
	dst = append(dst, bytes.TrimSuffix(line, []byte("}\n"))...)
	dst = append(dst, `,"restored":`...)
	dst, err := f.AppendJSON(dst, in)
	return append(bytes.TrimSuffix(dst, []byte("\n")), "}\n"...), err
}

// original returns the text of the record, with a blank line between two sheets.
func (f *Restored) original() string {
	texts := make([]string, len(f.Sheets))
	for i, s := range f.Sheets {
		texts[i] = strings.Trim(s.Game.Text, "\r\n")
	}
	return strings.Join(texts, "\n\n")
}
