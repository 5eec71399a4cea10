package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

const (
	maxText   = 32 << 20 // bytes of a text that is judged: people do not edit larger files
	lookEvery = 16       // chunks between checks for cancellation
	maxKnown  = 1 << 17  // judgements that are kept, of a text that changes while it is judged
)

// errTooLarge is returned by Judge for a text of more than maxText bytes.
var errTooLarge = errors.New("editor: the text is too large to be judged while it is edited")

// gameText is a text of games, in any format that package grammar reads, with their verdicts.
// After Change or Replace call Judge: answers are about the text as judged last. It is not safe
// for concurrent use.
type gameText struct {
	name           string
	defaultVariant record.Variant // for games that do not name one

	text string
	// starts are the offsets of the lines, which end with LF, CRLF or CR alone, as in grammar
	// and in the Language Server Protocol.
	starts []int
	judged bool                    // games is up to date
	games  []Game                  // in order, with their verdicts
	known  map[chunkKey]*judgement // judgements of the text as judged last, and since
	round  int                     // the number of calls of Judge that did work

	parse   func(grammar.Chunk, *record.Game)
	arbiter replay.Arbiter
	game    record.Game
	report  replay.Report
}

// newGameText returns a gameText. The extension of the name identifies PDN without tags.
func newGameText(name, text string, defaultVariant record.Variant) *gameText {
	d := &gameText{name: name}
	d.Replace(text)
	d.SetVariant(defaultVariant)
	return d
}

func (d *gameText) SetVariant(v record.Variant) {
	if d.parse != nil && d.defaultVariant == v {
		return
	}
	d.defaultVariant = v
	d.parse = convert.NewParser(v).ParseInto
	d.known, d.games, d.judged = make(map[chunkKey]*judgement), nil, false
}

// Change replaces the text between two bytes.
func (d *gameText) Change(from, to int, text string) {
	from, to = min(from, to), max(from, to)
	d.Replace(d.text[:from] + text + d.text[to:])
}

// Replace replaces the whole text.
func (d *gameText) Replace(text string) {
	d.text, d.judged, d.starts = text, false, d.starts[:0]
	at := 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		d.starts = append(d.starts, at)
		for i := strings.IndexByte(line, '\r'); i >= 0 && line[i:] != "\r\n"; i = strings.IndexByte(line, '\r') {
			at, line = at+i+1, line[i+1:]
			d.starts = append(d.starts, at)
		}
		at += len(line)
	}
}

// lineEnd returns the offset of the end of a byte's line.
func (d *gameText) lineEnd(at int) int {
	end := len(d.text)
	if next, _ := slices.BinarySearch(d.starts, at+1); next < len(d.starts) {
		end = d.starts[next]
	}
	return at + len(strings.TrimRight(d.text[at:end], "\r\n"))
}

// Judge cuts the text into games again, and judges the chunks that have changed. If ctx ends, it
// returns that error and keeps the judgements made so far.
func (d *gameText) Judge(ctx context.Context) error {
	if d.judged {
		return nil
	}
	if size := len(d.text); size > maxText {
		clear(d.known)
		d.games = nil
		return fmt.Errorf("%w: %d bytes, and the most is %d", errTooLarge, size, maxText)
	}
	cutter, err := convert.NewCutter(strings.NewReader(d.text), d.name, "utf-8", d.defaultVariant)
	if err != nil {
		return err
	}
	next := convert.Tried(cutter.Next, convert.Options{Variant: d.defaultVariant})
	d.round++
	d.games = d.games[:0]
	for n := 1; ; n++ {
		if n%lookEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		chunk, err := next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		d.games = append(d.games, Game{d.judgement(chunk), len(d.games) + 1, int(chunk.Source.Offset)})
	}
	maps.DeleteFunc(d.known, func(_ chunkKey, j *judgement) bool { return j.round < d.round })
	d.judged = true
	return nil
}

// GameAt returns the index of the game that contains a byte, or -1.
func (d *gameText) GameAt(at int) int {
	i, found := slices.BinarySearchFunc(d.games, at, func(g Game, at int) int { return g.start - at })
	if !found {
		i--
	}
	if i < 0 || at > d.games[i].start+len(d.games[i].chunk.Text) {
		return -1
	}
	return i
}

// chunkKey identifies a chunk by all that its judgement depends on.
type chunkKey struct {
	text string
	at   grammar.Beginning // without its offset
	last bool
}

// judgement returns the judgement of a chunk's game, from an earlier round if possible: it depends
// only on the chunk and its section.
func (d *gameText) judgement(c grammar.Chunk) *judgement {
	key := chunkKey{c.Text, grammar.Beginning{Format: c.Format, Section: c.Section, Others: c.Others, Numbers: c.Numbers}, c.Last}
	j := d.known[key]
	if j == nil || len(c.Faults) > 0 {
		c.Text = strings.Clone(c.Text) // it shares memory with other chunks
		c.Source.Number, c.Source.Line, c.Source.Offset = 1, 1, 0
		j = judge(c, d.read(c))
		if key.text = c.Text; len(d.known) < maxKnown && len(c.Faults) == 0 {
			d.known[key] = j
		}
	}
	j.round = d.round
	return j
}

// Game is a game of a document, with its verdict.
type Game struct {
	*judgement
	Number int // in the text, from 1
	start  int // the byte offset of its chunk in the text
}

// judgement is the result for a game, independent of its place. Faults are those of the report;
// gameText.FaultRange returns their places.
type judgement struct {
	Verdict      replay.Verdict
	Variant      record.Variant
	White, Black string
	Result       record.Result // as recorded
	Moves        int           // the legal ones, up to the first fault that stops the game
	Over         bool          // Turn, the side to move, has no move, and Outcome is the result
	Turn         record.Colour
	Outcome      record.Outcome
	Score        *[2]int // Adiukh's points, White first
	Faults       []record.Fault

	slips [][]Slip // by fault: possible causes, the likeliest first

	round int // the last round in which it was in the text
	chunk grammar.Chunk
	base  int  // the offset of the game's text in the chunk's
	own   bool // the game's text is there; else the game is carried over, and its places are not in this text
}

// judge returns the judgement of a chunk's game from its report.
func judge(c grammar.Chunk, r *replay.Report) *judgement {
	j := &judgement{
		Verdict: r.Verdict, Variant: r.Variant,
		White: r.Game.Tag("White"), Black: r.Game.Tag("Black"), Result: r.Game.Result,
		Moves: len(r.Moves), Over: r.Over, Turn: r.Final.Turn, Outcome: r.Outcome(),
		Score: r.Score, Faults: slices.Clone(r.Faults), slips: make([][]Slip, len(r.Faults)), chunk: c,
	}
	if base := r.Game.Source.Offset - c.Source.Offset; base >= 0 && base <= int64(len(c.Text)) {
		j.base = int(base)
		j.own = strings.HasPrefix(c.Text[base:], r.Game.Text)
	}
	for i := range j.Faults {
		if j.own && j.Faults[i].Variation == 0 {
			j.slips[i] = appendSlips(nil, j.Faults[i].Message, r.Game.Plies)
		}
	}
	return j
}

// Range returns the beginning and end of a game, without the blanks around it.
func (d *gameText) Range(g *Game) (from, to int) {
	text := g.chunk.Text
	begin := len(text) - len(strings.TrimLeft(text, blank))
	end := max(begin, len(strings.TrimRight(text, blank)))
	return g.start + begin, g.start + end
}

const blank = " \t\r\n\f\v\u00a0\ufeff"

// FaultRange returns the range of a fault, or the game's first line if it has no place.
func (d *gameText) FaultRange(g *Game, f *record.Fault) (from, to int) {
	at, end := f.At, f.At+f.Len
	if !g.own || f.Code == record.NoVariant || f.Code == record.VariantGuessed || f.Code == record.NoMoves || at < 0 || f.Len < 0 || end > len(g.chunk.Text)-g.base {
		from, _ = d.Range(g)
		return from, d.lineEnd(from)
	}
	at, end = at+g.base, end+g.base
	if at == end { // between characters: take the word that begins there, or else the one before
		inWord := func(r rune) bool { return !strings.ContainsRune(blank, r) }
		text := g.chunk.Text
		end = len(text) - len(strings.TrimLeftFunc(text[at:], inWord))
		if end == at {
			at = len(strings.TrimRightFunc(strings.TrimRight(text[:at], blank), inWord))
		}
	}
	return g.start + at, g.start + end
}
