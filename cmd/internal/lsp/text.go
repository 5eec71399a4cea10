package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// maxText is the most bytes of text that a document keeps judged: some forty
// thousand games. People do not edit larger files.
const maxText = 32 << 20

// errTooLarge is returned by Judge for a text of more than maxText bytes.
var errTooLarge = errors.New("editor: the text is too large to be judged while it is edited")

// gameText is a text of games in any format that package grammar reads, and their
// verdicts. Change it, then Judge it, then ask: the answers are of the text as it
// was judged last. It is not safe for concurrent use.
type gameText struct {
	name  string
	asked record.Variant
	text  lines

	units  []*unit // in order
	starts []int   // where the lines begin, of the text as it was judged
	judged bool    // all that follows from the text is known
	games  []Game
	done   map[unitKey]*unit // what may be in the text still, while it is being judged

	parse   func(grammar.Chunk, *record.Game)
	divide  func(parts []grammar.Chunk, c grammar.Chunk) []grammar.Chunk
	arbiter replay.Arbiter
	game    record.Game
	report  replay.Report
}

// newGameText returns a text with the given text. The name tells what is PDN without
// tags, by its ending. The games are judged as of the variant that is asked for where
// they do not say what they are.
func newGameText(name, text string, asked record.Variant) *gameText {
	d := &gameText{name: name, text: newLines(text)}
	d.SetVariant(asked)
	return d
}

// SetVariant says which variant is asked for.
func (d *gameText) SetVariant(asked record.Variant) {
	if d.parse != nil && d.asked == asked {
		return
	}
	d.asked = asked
	parser := convert.NewParser(asked)
	d.parse, d.divide = parser.ParseInto, parser.Divide
	d.units, d.games, d.done, d.judged = nil, nil, nil, false
}

// Change puts text in place of what stands between two places.
func (d *gameText) Change(from, to Place, text string) {
	d.text.change(from, to, text)
	d.judged = false
}

// Replace puts another text in place of all.
func (d *gameText) Replace(text string) {
	d.text.replace(text)
	d.judged = false
}

// Lines returns the number of lines.
func (d *gameText) Lines() int { return len(d.text.all) }

// Line returns a line without its end; "" where there is none.
func (d *gameText) Line(n int) string {
	if n < 0 || n >= len(d.text.all) {
		return ""
	}
	return d.text.content(n)
}

// Text returns the whole text.
func (d *gameText) Text() string { return strings.Join(d.text.all, "") }

// Judge brings the verdicts up to date with the text. It does again what the changes
// since the last time touch, and no more. Where ctx ends, it returns its error; what
// was done is not lost, and the next Judge goes on from there.
func (d *gameText) Judge(ctx context.Context) error {
	if d.judged {
		return nil
	}
	starts := d.text.starts(make([]int, 0, len(d.text.all)+1))
	if size := starts[len(starts)-1]; size > maxText {
		d.units, d.games, d.done = nil, nil, nil
		return fmt.Errorf("%w: %d bytes, and the most is %d", errTooLarge, size, maxText)
	}
	units, err := d.cut(ctx, starts)
	if err != nil {
		return err
	}
	d.units, d.starts, d.done = d.units[:0], starts, nil
	d.games = d.games[:0]
	for _, u := range units {
		u.unit.start = u.start
		d.units = append(d.units, u.unit)
		for _, j := range u.games {
			d.games = append(d.games, Game{j, len(d.games) + 1, u.start + int(j.chunk.Source.Offset)})
		}
	}
	d.text.settle()
	d.judged = true
	return nil
}

// Games returns the games in order, with their verdicts; none where the text has
// changed since they were judged. They are valid until the next Judge.
func (d *gameText) Games() []Game {
	if !d.judged {
		return nil
	}
	return d.games
}

// place returns the place of a byte of the text as it was judged.
func (d *gameText) place(at int) Place {
	line, found := slices.BinarySearch(d.starts, at)
	if !found {
		line--
	}
	line = min(max(line, 0), len(d.text.all)-1)
	return d.text.clip(Place{line, at - d.starts[line]})
}

// offset returns the byte at which a place stands.
func (d *gameText) offset(p Place) int {
	p = d.text.clip(p)
	return d.starts[p.Line] + p.Byte
}

// GameAt returns the index in Games of the game in which a place stands, or -1.
func (d *gameText) GameAt(p Place) int {
	if !d.judged {
		return -1
	}
	at := d.offset(p)
	i, found := slices.BinarySearchFunc(d.games, at, func(g Game, at int) int { return g.start - at })
	if !found {
		i--
	}
	if i < 0 || at > d.games[i].start+len(d.games[i].chunk.Text) {
		return -1
	}
	return i
}
