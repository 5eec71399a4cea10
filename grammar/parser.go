package grammar

import (
	"cmp"
	"io"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/composition"
	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/pdn"
	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/sheet"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Parser turns the texts of games into games. It keeps what it has learnt of the words it met, so
// that each distinct word is parsed once; it is not safe for concurrent use.
type Parser struct {
	// Variant is the default variant. It decides only how a position is read
	// where the record does not name its variant.
	Variant record.Variant
	// Rules makes what plays the moves of a sheet that is read by itself, as Cutter.Rules does
	// where a Cutter reads it; nil for nothing.
	Rules func() Board

	words  *word.Table
	sheet  *sheet.Reader
	pdn    pdn.Reader
	inText bool // the text being read is in the lines of another game
}

// NewParser returns a Parser.
func NewParser() *Parser {
	words := new(word.Table)
	return &Parser{words: words, sheet: sheet.NewReader(words), pdn: pdn.Reader{Words: words}}
}

// Parse reads a game. It never fails: what cannot be read is a fault of the
// game, which keeps its text and all moves up to there.
func (p *Parser) Parse(c Chunk) *record.Game {
	g := new(record.Game)
	p.ParseInto(c, g)
	return g
}

// ParseGame reads a text in a format that is one game; false if it is not exactly one.
func (p *Parser) ParseGame(text string, f Format) (*record.Game, bool) {
	cutter := cut.OfText(text, f, languagesToCut)
	chunk, err := cutter.Next()
	if err != nil {
		return nil, false
	}
	g := p.Parse(chunk)
	_, err = cutter.Next()
	return g, err == io.EOF
}

// ParseInto is Parse with the game's memory reused: all that g holds of another
// game is overwritten, its slices included.
func (p *Parser) ParseInto(c Chunk, g *record.Game) {
	*g = record.Game{Source: c.Source, Text: c.Text, Format: c.Format.String(),
		Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: append(g.Faults[:0], c.Faults...)}
	p.pdn.Others, p.sheet.Others, p.sheet.Rules = c.Others, c.Others, p.Rules
	switch c.Format {
	case cut.PDN:
		p.pdn.Variant = p.Variant
		p.pdn.Read(g, c.Last)
		if text, ok := pdn.TextOf(g); !ok || !p.parseText(g, text) {
			p.tryTagged(g, c)
		}
	case cut.Composition:
		(&composition.Reader{Words: p.words, Variant: p.Variant}).Read(g)
	case cut.JSON:
		g.Faults = append(g.Faults, record.Fault{Code: record.Syntax, Severity: record.Unreadable,
			Len: len(g.Text), Message: message.Of("grammar.json")})
	default:
		p.parseSheet(g, c, cmp.Or(c.Variant, p.Variant))
		switch {
		case c.Variant == record.UnknownVariant || g.Variant != record.UnknownVariant || g.Tag("Variant") != "" || g.Tag("GameType") != "":
		case position.LooksOther(c.Variant, g), word.MentionsOther(g.Tag("Event"), c.Variant):
			c.Variant = record.UnknownVariant
			p.ParseInto(c, g)
		default:
			g.Variant = c.Variant
		}
		inherit(g, c.Section)
	}
}

// inherit gives a game what the head of its section says and it does not say itself: nothing if it is
// of another tournament, that alone if it is of another place, no day if it is of another round.
func inherit(g *record.Game, section cut.Section) {
	const event, site, round, day = 0, 1, 3, 4
	differs := func(i int) bool {
		own := g.Tag(cut.SectionTags[i])
		return own != "" && own != section.Head[i]
	}
	if differs(event) {
		return
	}
	elsewhere, later := differs(site), differs(round)
	for i, tag := range slices.Backward(cut.SectionTags[:]) {
		if value := section.Head[i]; value != "" && g.Tag(tag) == "" && !(elsewhere && i > event) && !(later && i == day) {
			g.Tags = append(g.Tags, record.Tag{Name: tag, Value: value})
		}
	}
}

// parseSheet reads a sheet, whose variant is the default one unless it names its own.
func (p *Parser) parseSheet(g *record.Game, c Chunk, defaultVariant record.Variant) {
	reading, _ := c.Reading.(*sheet.Reading)
	p.sheet.Read(g, defaultVariant, reading)
	if v := cmp.Or(g.Variant, defaultVariant); v != record.UnknownVariant {
		fen := ""
		if g.Start != nil {
			fen = g.Start.FEN()
		}
		position.ReadingOf(v, nil, g.Plies, fen).Rename(v, g.Plies)
	}
}

// maxTagged is the most bytes of a game that tryTagged reads again.
const maxTagged = 1 << 16

// tryTagged reads a game that PDN's grammar cannot read in full as a sheet after
// tag pairs, which people write, too. The sheet is taken only where it has what
// PDN cannot have, columns or a result in words, and nothing stops it.
func (p *Parser) tryTagged(g *record.Game, c Chunk) {
	stumbles, numbers := false, false
	for _, f := range g.Faults[len(c.Faults):] {
		stumbles = stumbles || f.Severity == record.Unreadable
		numbers = numbers || f.Code == record.MoveNumber
	}
	// A result in words is read as moves that cannot be.
	if len(g.Plies) < 2 || len(g.Text) > maxTagged || !numbers && !(stumbles && mayBeSheet(g)) {
		return
	}
	sheet := &record.Game{Source: c.Source, Text: c.Text, Format: cut.Sheet.String(), Faults: append([]record.Fault(nil), c.Faults...)}
	p.sheet.Read(sheet, p.Variant, nil)
	r, _ := utf8.DecodeRuneInString(sheet.Result.Text)
	if len(sheet.Plies) == 0 || sheet.Layout != "columns" && !unicode.IsLetter(r) {
		return
	}
	stops := func(f record.Fault) bool { return f.Severity == record.Unreadable || f.Code == record.Syntax }
	if !slices.ContainsFunc(sheet.Faults, stops) {
		*g = *sheet
	}
}

// mayBeSheet says whether a game may have what PDN cannot have: a word outside tags and comments, or
// columns. It takes ten times as long to read a damaged game of PDN as a sheet than as PDN.
func mayBeSheet(g *record.Game) bool {
	const most = 6 // moves of a line, in three blocks of rows
	text := aside().ReplaceAllLiteralString(g.Text, " ")
	return inWords().MatchString(text) || len(g.Plies) <= most*len(filledLine().FindAllString(text, -1))
}

var (
	aside      = word.Pattern(`(?:^|[\r\n])\[[^\r\n]*|\{[^}]*\}?`) // a tag or a comment
	inWords    = word.Pattern(`\pL{3}`)
	filledLine = word.Pattern(`[^\r\n]*\S[^\r\n]*`)
)

// parseText makes g the game whose text is in its last lines; false if g itself was
// read from such a text, or the format is not known.
func (p *Parser) parseText(g *record.Game, t pdn.Text) bool {
	formats := [...]Format{PDN, JSON, Composition, Sheet}
	i := slices.IndexFunc(formats[:], func(f Format) bool { return f.String() == t.Format })
	if i < 0 || p.inText {
		return false
	}
	variant, defaultVariant := g.Variant, p.Variant
	if variant != record.UnknownVariant {
		p.Variant = variant
	}
	p.inText = true
	p.ParseInto(Chunk{Text: t.Text, Format: formats[i], Source: g.SourceAt(t.At)}, g)
	p.inText, p.Variant = false, defaultVariant
	if g.Variant == record.UnknownVariant {
		g.Variant = variant
	}
	return true
}
