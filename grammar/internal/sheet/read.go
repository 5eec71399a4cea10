package sheet

import (
	"slices"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Reader reads score sheets. It is not safe for concurrent use.
type Reader struct {
	words   *word.Table
	asked   record.Variant
	decoder *Decoder
	build   builder
	plain   plain
	things  []thing // reused by Written
}

// NewReader returns a Reader that looks words up in the table.
func NewReader(words *word.Table) *Reader {
	r := &Reader{words: words}
	r.decoder = NewDecoder(words, noRules{})
	return r
}

// Read reads the game whose text is in g. It never fails: what cannot be read is
// a fault of the game. asked is what the user says is played; it decides only
// how a position is read where the record does not say that.
func (r *Reader) Read(g *record.Game, asked record.Variant) {
	r.asked = asked
	if r.readPlain(g) {
		return
	}
	text := unmarked(g.Text)
	r.readAs(g, &Reading{text, r.decoder.search.read(text, asked)})
}

// ReadAs fills in the game whose text is in g and has been read so by a Splitter.
func (r *Reader) ReadAs(g *record.Game, asked record.Variant, reading *Reading) {
	if reading.steps == nil { // plain
		r.Read(g, asked)
		return
	}
	r.asked = asked
	r.readAs(g, reading)
}

// dropVerdict takes the tag Verdict out of a game that was carried over, for judging
// tells anew what it says.
func dropVerdict(g *record.Game) {
	g.Tags = slices.DeleteFunc(g.Tags, func(t record.Tag) bool { return t.Name == "Verdict" && word.IsVerdict(t.Value) })
}

// begins says whether the steps of a text, beside the game's beginning, begin with these.
func (r *Reader) begins(text string, roles ...role) bool {
	steps := r.decoder.search.read(text, record.UnknownVariant)[1:]
	return len(steps) >= len(roles) && slices.EqualFunc(steps[:len(roles)], roles, func(s path, what role) bool { return s.role == what })
}

// isHead says whether the first line of a text has headers and nothing else.
func (r *Reader) isHead(text string) bool {
	steps := r.decoder.search.read(text, record.UnknownVariant)[1:]
	for len(steps) > 0 && steps[0].role == roleKey {
		steps = steps[1:]
	}
	return len(steps) > 0 && steps[0].role == roleNewline
}

// maxPlain is how many moves usualMoves reads at once.
const maxPlain = 32
