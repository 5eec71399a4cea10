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
	maxText   = 32 << 20 // bytes that are kept judged: people do not edit larger files
	lookEvery = 16       // chunks, before it is looked whether the work is still wanted
	maxKnown  = 1 << 17  // judgements that are kept of a text that changes while it is judged
)

// errTooLarge is returned by Judge for a text of more than maxText bytes.
var errTooLarge = errors.New("editor: the text is too large to be judged while it is edited")

// gameText is a text of games in any format that package grammar reads, and their
// verdicts. Change it, then Judge it, then ask: the answers are of the text as it
// was judged last. It is not safe for concurrent use.
type gameText struct {
	name           string
	defaultVariant record.Variant // of games that do not name one

	text string
	// starts are where its lines begin. They end with LF, CRLF or CR alone, as they do to
	// grammar and to the protocol of editors.
	starts []int
	judged bool                    // all that follows from the text is known
	games  []Game                  // in order, with their verdicts
	known  map[chunkKey]*judgement // of the text as it was judged last, and since
	round  int                     // how often judging the text was begun

	parse   func(grammar.Chunk, *record.Game)
	arbiter replay.Arbiter
	game    record.Game
	report  replay.Report
}

// newGameText returns a gameText. The ending of the name shows what is PDN without tags.
func newGameText(name, text string, defaultVariant record.Variant) *gameText {
	d := &gameText{name: name}
	d.Replace(text)
	d.SetVariant(defaultVariant)
	return d
}

// SetVariant sets the default variant.
func (d *gameText) SetVariant(v record.Variant) {
	if d.parse != nil && d.defaultVariant == v {
		return
	}
	d.defaultVariant = v
	d.parse = convert.NewParser(v).ParseInto
	d.known, d.games, d.judged = make(map[chunkKey]*judgement), nil, false
}

// Change replaces what is between two bytes with text.
func (d *gameText) Change(from, to int, text string) {
	from, to = min(from, to), max(from, to)
	d.Replace(d.text[:from] + text + d.text[to:])
}

// Replace puts another text in place of all.
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

// lineEnd returns where the line of a byte ends.
func (d *gameText) lineEnd(at int) int {
	end := len(d.text)
	if next, _ := slices.BinarySearch(d.starts, at+1); next < len(d.starts) {
		end = d.starts[next]
	}
	return at + len(strings.TrimRight(d.text[at:end], "\r\n"))
}

// Judge cuts the text anew, and judges what is cut differently from the last time. Where ctx
// ends, it returns its error; what was judged is not lost.
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
	next := convert.Tried(cutter.Next, d.defaultVariant)
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

// chunkKey tells chunks with different games apart.
type chunkKey struct {
	text string
	at   grammar.Beginning // but for its place
	last bool
}

// judgement returns what was found of the game of a chunk before, or is now: it depends on
// nothing but the chunk and its section.
func (d *gameText) judgement(c grammar.Chunk) *judgement {
	key := chunkKey{c.Text, grammar.Beginning{Format: c.Format, Section: c.Section, Others: c.Others}, c.Last}
	j := d.known[key]
	if j == nil || len(c.Faults) > 0 {
		c.Text = strings.Clone(c.Text) // it shares its memory with others
		c.Source.Number, c.Source.Line, c.Source.Offset = 1, 1, 0
		d.parse(c, &d.game)
		d.arbiter.Judge(&d.game, d.defaultVariant, &d.report)
		j = judge(c, &d.report)
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
	start  int // where its chunk begins in the text, in bytes
}

// judgement is what was found of a game, independent of its place. Its faults are those
// of the report: gameText.FaultRange returns their places.
type judgement struct {
	Verdict      replay.Verdict
	Variant      record.Variant
	White, Black string
	Result       record.Result // as recorded
	Moves        int           // the legal ones, up to the first fault that stops the game
	Over         bool          // the side to move, Turn, has no move, so that Outcome is how it ended
	Turn         record.Colour
	Outcome      record.Outcome
	Score        *[2]int // Adiukh's points, White first
	Faults       []record.Fault

	slips [][]Slip // that each fault may come of, the likeliest first

	round int // in which it was in the text last
	chunk grammar.Chunk
	base  int  // where the game's own text begins in the chunk's
	own   bool // and is it; else the game is carried over, and no place in it is one of this text
}

// judge keeps what a report says of the game that was read in a chunk.
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

// Range returns where the game begins and ends without the blanks around it.
func (d *gameText) Range(g *Game) (from, to int) {
	text := g.chunk.Text
	begin := len(text) - len(strings.TrimLeft(text, blank))
	end := max(begin, len(strings.TrimRight(text, blank)))
	return g.start + begin, g.start + end
}

const blank = " \t\r\n\f\v\u00a0\ufeff"

// FaultRange returns where a fault is; if it has no place in the text, the game's first line.
func (d *gameText) FaultRange(g *Game, f *record.Fault) (from, to int) {
	at, end := f.At, f.At+f.Len
	if !g.own || f.Code == record.NoVariant || f.Code == record.VariantGuessed || f.Code == record.NoMoves || at < 0 || f.Len < 0 || end > len(g.chunk.Text)-g.base {
		from, _ = d.Range(g)
		return from, d.lineEnd(from)
	}
	at, end = at+g.base, end+g.base
	if at == end { // between characters: the word that begins there, else the one before
		inWord := func(r rune) bool { return !strings.ContainsRune(blank, r) }
		text := g.chunk.Text
		end = len(text) - len(strings.TrimLeftFunc(text[at:], inWord))
		if end == at {
			at = len(strings.TrimRightFunc(strings.TrimRight(text[:at], blank), inWord))
		}
	}
	return g.start + at, g.start + end
}
