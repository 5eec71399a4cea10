package grammar

import (
	"cmp"
	"io"
	"slices"
	"strings"
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

// Parser turns the texts of games into games; NewParser returns one. It caches words, so that each
// distinct word is parsed once; it is not safe for concurrent use. It does not read JSON, which
// convert.NewParser does: such a game gets a fault.
type Parser struct {
	// Variant is the default variant. It affects only how a position is read if the record does not
	// name its variant.
	Variant record.Variant
	// Rules returns a Board for a sheet that is read without a Cutter (see Cutter.Rules), or is
	// nil.
	Rules func() Board

	words  *word.Table
	sheet  *sheet.Reader
	pdn    pdn.Reader
	inText bool // the text being read is carried in the lines of another game
}

// NewParser returns a new Parser.
func NewParser() *Parser {
	words := new(word.Table)
	return &Parser{words: words, sheet: sheet.NewReader(words), pdn: pdn.Reader{Words: words}}
}

// Parse reads a game. It never fails: unreadable text becomes a fault of the game, which keeps its
// text and all moves up to there.
func (p *Parser) Parse(c Chunk) *record.Game {
	g := new(record.Game)
	p.ParseInto(c, g)
	return g
}

// ParseGame reads a text of exactly one game in the given format; false if it is not.
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

// ParseInto is like Parse but reuses the memory of g: all its contents are overwritten, including
// the slices of an earlier game.
func (p *Parser) ParseInto(c Chunk, g *record.Game) {
	*g = record.Game{Source: c.Source, Text: c.Text, Format: c.Format.String(),
		Tags: g.Tags[:0], Plies: g.Plies[:0], Faults: append(g.Faults[:0], c.Faults...)}
	p.pdn.Others, p.sheet.Others, p.sheet.Rules = c.Others, c.Others, p.Rules
	p.pdn.Numbers, p.sheet.Numbers = c.Numbers, c.Numbers
	switch c.Format {
	case cut.PDN:
		p.pdn.Variant = p.Variant
		p.pdn.Read(g, c.Last)
		if text, ok := pdn.TextOf(g); !ok || !p.parseText(g, text, c.Faults) {
			p.tryTagged(g, c)
		}
	case cut.Composition:
		composition.Read(g, p.words, p.Variant, record.Task{})
	case cut.JSON:
		g.Faults = append(g.Faults, record.Fault{Code: record.Syntax, Severity: record.Unreadable,
			Len: len(g.Text), Message: message.Of("grammar.json")})
	default:
		p.parseSheet(g, c, cmp.Or(c.Variant, p.Variant))
		switch {
		case c.Variant == record.UnknownVariant || g.Variant != record.UnknownVariant || g.Tag("Variant") != "" || g.Tag("GameType") != "":
		case position.LooksOther(c.Variant, g), position.MentionsOther(g.Tag("Event"), c.Variant):
			c.Variant = record.UnknownVariant
			p.ParseInto(c, g)
		default:
			g.Variant = c.Variant
		}
		inherit(g, c.Section)
	}
}

// inherit copies to a game the tags of its section's head that it lacks: none if it names another
// tournament, only the tournament if it names another place, no date if it names another round.
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

// parseSheet reads a sheet. defaultVariant applies unless the sheet names its own.
func (p *Parser) parseSheet(g *record.Game, c Chunk, defaultVariant record.Variant) {
	reading, _ := c.Reading.(*sheet.Reading)
	p.sheet.Read(g, defaultVariant, reading)
	if v := cmp.Or(g.Variant, defaultVariant); v != record.UnknownVariant {
		fen := ""
		if g.Start != nil {
			fen = g.Start.FEN()
		}
		as := position.ReadingOf(v, nil, g.Plies, fen, c.Numbers)
		if start, err := record.ParseFENNumbered(v, as.Board, fen); c.Numbers != 0 && fen != "" && err == nil {
			g.Start = &start // which has the usual numbers
		}
		as.Rename(v, g.Plies)
	}
}

// maxTagged is the size in bytes of the largest game that tryTagged reads again.
const maxTagged = 1 << 16

// tryTagged reads a game that PDN's grammar cannot read in full as a sheet after tag pairs, which
// people also write. It keeps the sheet only if that has something PDN cannot have, columns or a
// result in words, and no unreadable text, nor wrong numbers if nothing else is wrong with the PDN.
func (p *Parser) tryTagged(g *record.Game, c Chunk) {
	stumbles, numbers := false, false
	for _, f := range g.Faults[len(c.Faults):] {
		stumbles = stumbles || f.Severity == record.Unreadable
		numbers = numbers || f.Code == record.MoveNumber
	}
	// PDN's grammar reads a result in words as unreadable moves.
	if len(g.Plies) < 2 || len(g.Text) > maxTagged || !numbers && !(stumbles && mayBeSheet(g)) {
		return
	}
	sheet := &record.Game{Source: c.Source, Text: c.Text, Format: cut.Sheet.String(), Faults: append([]record.Fault(nil), c.Faults...)}
	p.sheet.Read(sheet, p.Variant, nil)
	r, _ := utf8.DecodeRuneInString(sheet.Result.Text)
	if len(sheet.Plies) == 0 || sheet.Layout != "columns" && !unicode.IsLetter(r) {
		return
	}
	stops := func(f record.Fault) bool {
		return f.Severity == record.Unreadable || f.Code == record.Syntax || f.Code == record.MoveNumber && f.Severity == record.Remark && !stumbles
	}
	if !slices.ContainsFunc(sheet.Faults, stops) {
		*g = *sheet
	}
}

// mayBeSheet reports whether a game may have what PDN cannot: a word outside tags and comments, or
// columns. Reading a damaged PDN game as a sheet takes ten times as long as reading it as PDN.
func mayBeSheet(g *record.Game) bool {
	const most = 6 // moves in a line, for three blocks of rows
	text := aside().ReplaceAllLiteralString(g.Text, " ")
	return inWords().MatchString(text) || len(g.Plies) <= most*len(filledLine().FindAllString(text, -1))
}

var (
	aside      = word.Pattern(`(?:^|[\r\n])\[[^\r\n]*|\{[^}]*\}?`) // a tag or a comment
	inWords    = word.Pattern(`\pL{3}`)
	filledLine = word.Pattern(`[^\r\n]*\S[^\r\n]*`)
)

// parseText replaces g by the game whose text is in its last lines. It returns false if g itself
// was read from such a text, or the format is unknown.
func (p *Parser) parseText(g *record.Game, t pdn.Text, faults []record.Fault) bool {
	formats := [...]Format{PDN, JSON, Composition, Sheet}
	i := slices.IndexFunc(formats[:], func(f Format) bool { return strings.EqualFold(f.String(), t.Format) })
	if i < 0 || p.inText {
		return false
	}
	variant, defaultVariant := g.Variant, p.Variant
	if variant != record.UnknownVariant {
		p.Variant = variant
	}
	p.inText = true
	p.ParseInto(Chunk{Text: t.Text, Format: formats[i], Source: g.SourceAt(t.At)}, g)
	g.Faults = append(g.Faults, faults...)
	p.inText, p.Variant = false, defaultVariant
	if g.Variant == record.UnknownVariant {
		g.Variant = variant
	}
	return true
}
