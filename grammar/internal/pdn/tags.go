package pdn

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// standardTag returns PDN's name for a tag, or the name itself. Names in Latin letters are PDN's,
// or come from Italian and Dutch files.
func standardTag(name string) string {
	tag := word.ForeignTag(name)
	if tag == "" && hasForeign(name) {
		tag = word.HeaderTag(name)
	}
	if tag == "Position" {
		tag = "FEN"
	}
	return cmp.Or(tag, name)
}

// isForeign reports whether a tag's name has non-ASCII letters and is unknown.
func isForeign(name string) bool { return hasForeign(name) && standardTag(name) == name }

func hasForeign(name string) bool { return utf8.RuneCountInString(name) < len(name) }

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// tag reads a tag pair. Quotation marks and backslashes in its value are escaped; any other
// backslash is kept.
func (b *builder) tag(at int, text string) {
	if b.begun {
		b.remark(at, text, message.Of("pdn.tag-among-moves"))
		b.attach(text)
		return
	}
	name, from := cut.TagPair(text)
	if isForeign(name) {
		b.noTag(at, text)
		b.attach(text)
		return
	}
	if hasForeign(name) {
		b.remark(at, text, message.Of("pdn.tag-name", "name", name, "standard", standardTag(name)))
	}
	b.addTag(name, text[from:strings.LastIndexByte(text, '"')], at+from)
}

// badTag reads as much as possible of a line that begins like a tag pair.
func (b *builder) badTag(at int, text string) {
	if b.begun {
		b.tag(at, text)
		return
	}
	b.noTag(at, text)
	m := badTag().FindStringSubmatchIndex(text)
	if m == nil || m[2] < 0 || isForeign(text[m[2]:m[3]]) || strings.Count(text[m[4]:m[5]], `"`) == 1 { // [White Rating "2100"]
		b.attach(text)
		return
	}
	b.addTag(text[m[2]:m[3]], text[m[4]:m[5]], at+m[4])
}

// noTag reports text that looks like a tag pair but is not one.
func (b *builder) noTag(at int, text string) {
	b.remark(at, text, message.Of("pdn.no-tag", "example", `[Name "value"]`))
}

// addTag adds a tag under PDN's name, as sheets do. written is its value as in the text.
func (b *builder) addTag(name, written string, at int) {
	t := record.Tag{Name: standardTag(name), Value: written, At: at}
	if strings.ContainsAny(written, "\\\r\n") { // as hardly any
		if t.Value = unescape.Replace(written); strings.ContainsAny(written, "\r\n") {
			t.Value = folded(t.Value)
		}
	}
	n := len(b.g.Tags)
	if b.g.AddTag(t); t.Is("Date") || t.Is("EventDate") {
		b.date(&b.g.Tags[n], written)
	}
}

// Date is grammar.DateInPDN. Dates with the year last begin with the day.
func Date(text string) (date string, ok bool) {
	d, ok := record.ParseDate(text)
	if !ok || d.Day == 0 {
		return text, ok
	}
	_, time := record.CutTime(text)
	return strings.TrimSpace(d.String() + " " + time), true
}

// date converts a date to PDN's form.
func (b *builder) date(t *record.Tag, written string) {
	date, ok := Date(t.Value)
	switch {
	case !ok && strings.Trim(t.Value, "?.-/ ") != "":
		b.say(record.DateForm, t.At, written, message.Of("pdn.no-date", "example", "1987.03.12"))
	case date != t.Value:
		b.repair(record.DateForm, t.At, written, date, message.Of("pdn.date", "date", date))
	}
	t.Value = date
}

// variant determines the variant: the tag Variant prevails over GameType.
func (b *builder) variant() {
	g := b.g
	contradict := func(t *record.Tag, said message.Message) {
		b.say(record.VariantTag, t.At, t.Value, said)
	}
	for i := range g.Tags {
		t := &g.Tags[i]
		if !t.Is("Variant") || t.Value == "" || g.Variant != record.UnknownVariant {
			continue
		}
		v, err := record.ParseVariant(t.Value)
		if err != nil {
			v = position.ParseVariantName(t.Value)
		}
		if v == record.UnknownVariant {
			if why, known := position.Unruled(t.Value); known {
				b.noRules(t, why)
				return
			}
			if !position.IsAnyVariant(t.Value) {
				contradict(t, message.From(err))
			}
		}
		g.Variant = v
	}
	var byType record.Variant
	for i := range g.Tags {
		t := &g.Tags[i]
		if !t.Is("GameType") || t.Value == "" || byType != record.UnknownVariant {
			continue
		}
		game, err := b.r.gameType(t.Value)
		if err != nil {
			contradict(t, message.From(err))
			continue
		}
		byType = game.Variant()
		own := byType.Board()
		otherBoard := game.Full && (game.Board.Files != own.Files || game.Board.Ranks != own.Ranks)
		switch said := g.Variant != record.UnknownVariant; {
		case said && byType != g.Variant.Straight():
			contradict(t, message.Of("pdn.variant-mismatch", "variant", g.Variant.String(), "type", g.Variant.GameType()))
		case said && otherBoard:
			contradict(t, message.Of("pdn.board-mismatch", "variant", byType.Term(), "type", byType.GameType()))
		case byType == record.UnknownVariant:
			b.noRules(t, position.WithoutRules(game.Number))
		case otherBoard:
			b.noRules(t, message.Of("pdn.other-board", "variant", byType.Term(), "files", game.Board.Files, "ranks", game.Board.Ranks))
			byType = record.UnknownVariant
		case game.Full:
			b.gameType, b.gameTypeTag = game, t // later ones are ignored
		}
		if g.Variant == record.UnknownVariant {
			g.Variant = byType
		}
	}
	if g.Variant == record.UnknownVariant && !b.unruled {
		g.Shows = position.Shows(g, b.fen(), b.r.Others, b.r.Numbers)
	}
	b.reading = position.ReadingOf(b.played(), b.gameType, g.Plies, b.fen(), b.r.Numbers)
	b.reading.Rename(b.played(), g.Plies)
	b.players()
	if t := b.gameType; t != nil && !t.Short && t.Board.Numbering == record.Numeric && t.Board != b.reading.Board {
		contradict(b.gameTypeTag, message.Of("pdn.other-names", "type", byType.GameType()))
	}
}

var playerTags = [...]string{record.White: "White", record.Black: "Black"}

// players renames PlayStrategy's tags of the players, numbered in the order in which they move,
// such as P1 and P2Elo, by their colours.
func (b *builder) players() {
	for i := range b.g.Tags {
		rest, is := strings.CutPrefix(b.g.Tags[i].Name, "P")
		if !is || rest == "" || strings.IndexByte("12", rest[0]) < 0 || len(rest) > 1 && !word.IsLatin(rest[1]) {
			continue
		}
		side := b.reading.Begins
		if rest[0] == '2' {
			side = side.Other()
		}
		b.g.Tags[i].Name = playerTags[side] + rest[1:]
	}
}

// gameType is position.ParseGameType, but parses repeated values once.
func (r *Reader) gameType(value string) (*position.GameType, error) {
	if r.lastType == "" || r.lastType != value {
		game, err := position.ParseGameType(value)
		r.lastType, r.lastGame, r.lastErr = strings.Clone(value), &game, err
	}
	return r.lastGame, r.lastErr
}

// noRules reports that the game named by a tag has no rules here.
func (b *builder) noRules(t *record.Tag, said message.Message) {
	b.unruled = true
	b.say(record.NoRules, t.At, t.Value, said)
}

// fen returns the initial position as written, or "" if it is the usual one.
func (b *builder) fen() string {
	if fen := b.g.Tag("FEN"); strings.TrimSpace(fen) != "" && fen != "?" && fen != "-" {
		return fen
	}
	return b.setup
}

// played returns the variant under which the game will be judged, as far as known here.
func (b *builder) played() record.Variant {
	v := cmp.Or(b.g.Variant, b.r.Variant)
	if v == record.UnknownVariant && len(b.g.Shows) == 1 {
		v = b.g.Shows[0]
	}
	return v
}

// start reads the initial position if the variant is known. Otherwise the tag FEN keeps it for the
// caller that determines the variant.
func (b *builder) start() {
	g, fen, v := b.g, b.fen(), b.played()
	if fen == "" && v != record.UnknownVariant && b.reading.Begins != v.First() {
		p := record.StartPosition(v)
		p.Turn, g.Start = b.reading.Begins, &p
	}
	if fen == "" {
		b.startUnread()
	}
	if fen == "" || v == record.UnknownVariant {
		if b.setup != "" && g.Tag("FEN") == "" {
			g.Tags = append(g.Tags, record.Tag{Name: "FEN", Value: b.setup, At: b.setupAt})
		}
		return
	}
	at := b.setupAt
	if i := slices.IndexFunc(g.Tags, func(t record.Tag) bool { return t.Is("FEN") }); i >= 0 {
		at = g.Tags[i].At
		for _, t := range g.Tags[i+1:] {
			if t.Is("FEN") && t.Value != fen {
				b.remark(t.At, t.Value, message.Of("sheet.second-result", "result", t.Value, "first", fen))
			}
		}
	}
	p, err := record.ParseFENNumbered(v, b.reading.Board, fen)
	if err == nil {
		g.Start = &p
		return
	}
	f := record.Fault{Code: record.BadPosition, Severity: record.Unreadable, At: at, Len: len(fen), Word: fen, Message: message.From(err)}
	if errors.Is(err, record.ErrUnknownTurn) {
		g.Start, f.Code, f.Severity = &p, record.Syntax, record.Remark
	}
	var fault *record.PositionError
	if errors.As(err, &fault) && fault.Offset < len(fen) {
		f.At, f.Len = at+fault.Offset, 1
	}
	b.fault(&f)
}

// startUnread reports a tag or a comment above the moves that says where the game begins, but is not
// the tag FEN: [StartFEN "W:Wc3:Bd6"], [Odds "c3"], {FEN W:Wc3:Bd6}.
func (b *builder) startUnread() {
	g := b.g
	say := func(from int, text string) {
		if at, end, said := position.Unread(text); at >= 0 && len(g.Plies) > 0 {
			from = max(from, strings.Index(g.Text, text[at:end])-at)
			b.fault(&record.Fault{Code: record.BadPosition, Severity: record.Unreadable, At: from + at, Len: end - at, Word: text[at:end], Message: said})
		}
	}
	for _, t := range g.Tags {
		switch {
		case t.Is("Odds") || t.Is("Handicap"):
			say(t.At-len(t.Name)-len(" \""), t.Name+" \""+t.Value)
		case len(t.Value) > len("W:W1") && t.Value[1] == ':' && !strings.Contains(t.Name, "inal"):
			say(t.At, t.Value)
		}
	}
	for _, text := range g.Before {
		say(0, text)
	}
}

// Text is the text of a game carried in the lines of another.
type Text struct {
	Text   string
	At     int    // offset in the other text of the first line, after its sign
	Format string // as returned by cut.Format.String
}

// TextOf returns the text, in another format or in PDN that cannot be rewritten, that a game with
// the tag Text, its format, carries in lines that begin with "% " at the end of its movetext. It
// returns false if there is none.
func TextOf(g *record.Game) (t Text, ok bool) {
	if t.Format = g.Tag("Text"); t.Format == "" {
		return Text{}, false
	}
	m := carried().FindStringSubmatchIndex(g.Text)
	if m == nil {
		return Text{}, false
	}
	var lines strings.Builder
	for line := range strings.SplitSeq(strings.ReplaceAll(g.Text[m[2]:], "\r", "\n"), "\n") {
		if said, is := strings.CutPrefix(line, "%"); is {
			lines.WriteString(strings.TrimPrefix(said, " ") + "\n")
		}
	}
	t.Text, t.At = lines.String(), min(m[2]+len("% "), len(g.Text))
	return t, true
}

// carried matches the last lines of a game, each after a %, including its * and blank lines.
var carried = word.Pattern(`(?:^|[\r\n])(%[^\r\n]*(?:[\r\n](?:%[^\r\n]*|[* \t]*))*)\z`)

// verdict removes the tag Verdict, since judging determines it again. A verdict without a reason is
// from a former version, which wrote only the legal moves.
func (b *builder) verdict() {
	for i, t := range b.g.Tags {
		if t.Is("Verdict") && result.IsVerdict(t.Value) {
			b.g.Tags = slices.Delete(b.g.Tags, i, i+1)
			if !strings.Contains(t.Value, ":") {
				b.stop(t.At, t.Value, message.Of("pdn.former-verdict"))
			}
			return
		}
	}
}
