package sheet

import (
	"cmp"
	"strings"

	"github.com/stolb/stolb/grammar/internal/gametype"
	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// columnHead takes a player's key, which may head a column.
func (b *builder) columnHead(tag string) {
	colour := record.White
	if tag == "Black" {
		colour = record.Black
	}
	b.heads = append(b.heads, columnHead{colour, len(b.entries)})
}

// head takes one value of a head.
func (b *builder) head(tag string, p place) {
	text := b.read[p.at:p.end]
	switch tag {
	case "":
		b.text(p)
		return
	case "FEN":
		if len(b.entries) > 0 {
			b.endProse(false)
			b.remark(text) // of the game so far
		} else {
			b.start = p
		}
		return
	case "Turn":
		if len(b.entries) == 0 {
			b.turn, _ = matchTurn(text)
			b.turned = true
		}
		return
	case tagFact:
		if len(b.entries) > 0 {
			b.text(p)
			return
		}
		b.endProse(false)
		b.fact(p, text)
		return
	case "White", "Black":
		if word.IsDigit(text[0]) && len(b.entries) > 0 {
			tag += "Time" // "Белые: 10 минут"
		}
	}
	b.endProse(false)
	b.headValue(tag, text, p.at)
}

// headValue takes the value of a tag.
func (b *builder) headValue(tag, text string, at int) {
	switch tag {
	case "White", "Black":
		b.name(tag, text, at)
	case "Position":
	default:
		b.tag(tag, text, at)
	}
}

// fact takes a tournament, a place or a date that has no key.
func (b *builder) fact(p place, text string) {
	tag, value := factTag(text)
	if tag == "Event" && b.g.Variant == record.UnknownVariant {
		b.g.Variant = word.VariantMentioned(value)
	}
	if at := p.at + strings.Index(text, value); b.g.Tag(tag) == "" {
		b.tag(tag, value, at)
		if tag == "Event" {
			b.match = place{at, at + len(value)}
		}
	} else {
		b.remark(text)
	}
}

// matchPlayers takes the players from the title of a match, "Матч Иванов – Петров",
// where nothing else names them.
func (b *builder) matchPlayers() {
	if b.match.end == 0 || b.g.Tag("White") != "" || b.g.Tag("Black") != "" {
		return
	}
	text := b.g.Text[b.match.at:b.match.end]
	n := strings.IndexFunc(text, word.IsSpace) + 1
	if p := splitNames(text[n:], false, false); p.ok && p.white == 0 {
		b.name("White", text[n:][:p.whiteEnd], b.match.at+n)
		b.name("Black", text[n:][p.black:p.blackEnd], b.match.at+n+p.black)
	}
}

// tag adds a tag and takes what the reader needs from it.
func (b *builder) tag(name, value string, at int) {
	if value == "" {
		return
	}
	if strings.EqualFold(name, "Variant") && word.IsDigit(value[0]) {
		if _, err := gametype.Parse(value); err == nil {
			name = "GameType" // "Вид: 40"
		}
	}
	b.g.Tags = append(b.g.Tags, record.Tag{Name: name, Value: value, At: at})
	p := place{at, at + len(value)}
	switch strings.ToLower(name) {
	case "variant":
		if v := word.ParseVariantName(value); v != record.UnknownVariant {
			b.g.Variant = v
		} else if why, ok := gametype.Unruled(value); ok {
			b.fault(record.NoRules, record.Remark, p, why)
		} else if b.tell(at) {
			b.fault(record.VariantTag, record.Remark, p, message.Of("record.no-variant", "name", value, "names", variantList()))
		}
	case "gametype":
		t, err := gametype.Parse(value)
		switch {
		case err != nil || b.g.Variant != record.UnknownVariant:
		case t.Variant() == record.UnknownVariant:
			why, _ := gametype.Unruled(value)
			b.fault(record.NoRules, record.Remark, p, why)
		default:
			b.g.Variant = t.Variant()
		}
	case "result":
		if r, ok := result.Parse(value); ok {
			r.At = at
			b.setResult(r)
		}
	case "fen":
		b.start = p
	}
}

func variantList() string {
	var names []string
	for _, v := range record.Variants() {
		names = append(names, v.String())
	}
	return strings.Join(names, ", ")
}

func (b *builder) name(tag, text string, at int) {
	name, title := cutTitle(text)
	if name == "" {
		return
	}
	p := at + strings.Index(text, name)
	if len(b.entries) > 0 {
		if known := b.g.Tag(tag); otherName(known, name) {
			if b.wrong++; b.wrong <= maxTold {
				b.fault(record.Syntax, record.Remark, place{p, p + len(name)}, message.Of("sheet.other-players", "name", name, "known", known))
			}
			return
		} else if known == name {
			return // as at the head of a second page
		}
	}
	b.g.Tags = append(b.g.Tags, record.Tag{Name: tag, Value: name, At: p})
	if title != "" {
		b.g.Tags = append(b.g.Tags, record.Tag{Name: tag + "Title", Value: title, At: at + strings.Index(text, title)})
	}
}

// tagPair takes [Name "value"].
func (b *builder) tagPair(name string, p place) {
	text := b.read[p.at:p.end]
	if strings.IndexByte(text, '\\') >= 0 {
		text = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(text)
	}
	if text == "" {
		text = " " // kept, though empty
	}
	b.tag(name, strings.TrimSpace(text), p.at)
}

// result takes a result.
func (b *builder) result(p place, r record.Result) {
	b.endProse(false)
	r.At = p.at
	if result.Alike(r.Text) > 0 && b.tell(p.at) {
		b.fault(record.LookAlike, record.Repaired, p, message.Of("grammar.read-as", "text", r.Text, "to", result.PlainScore(r.Text)))
	}
	b.setResult(r)
	b.ended, b.over = b.ended || len(b.entries) > 0, p
	b.keepLost()
	b.number = number{}
}

// setResult takes a result; a second one adds to the first what that does not
// say, as in "Черные сдались. Счет 24:0".
func (b *builder) setResult(r record.Result) {
	old := &b.g.Result
	if old.Text == "" {
		*old = r
		return
	}
	if old.Manner == record.Unstated {
		old.Manner = r.Manner
	}
	switch {
	case r.Outcome == record.NoResult || r.Outcome == old.Outcome && r.Outcome != record.Points:
	case old.Outcome == record.NoResult || old.Outcome == record.Unfinished:
		r.Manner = old.Manner
		*old = r
	case resultSign(*old) == resultSign(r) && (old.Outcome != record.Points || r.Outcome != record.Points || old.White == r.White && old.Black == r.Black):
		if r.Outcome == record.Points {
			r.Manner = old.Manner
			*old = r
		}
	default:
		if b.wrong++; b.wrong > maxTold {
			return
		}
		b.fault(record.ResultMismatch, record.Remark, place{r.At, r.At + len(r.Text)},
			message.Of("sheet.second-result", "result", r.Text, "first", old.Text))
	}
}

// resultSign says who has more of a result: 1 for White, -1 for Black.
func resultSign(r record.Result) int {
	switch r.Outcome {
	case record.WhiteWins:
		return 1
	case record.BlackWins:
		return -1
	}
	return cmp.Compare(r.White, r.Black)
}

// variant is what the position is read for.
func (b *builder) variant() record.Variant {
	if b.g.Variant != record.UnknownVariant {
		return b.g.Variant
	}
	return b.asked
}

// outcome works out who has lost where the record only says why: it is the
// side to move that resigns or oversteps the time.
func (b *builder) outcome() {
	r := &b.g.Result
	if r.Text == "" || r.Outcome != record.NoResult || b.broken() {
		return
	}
	toMove := record.White
	if b.g.Start != nil {
		toMove = b.g.Start.Turn
	} else if v := b.variant(); v != record.UnknownVariant {
		toMove = v.First()
	}
	if len(b.g.Plies)%2 == 1 {
		toMove = toMove.Other()
	}
	r.Outcome = record.BlackWins
	if toMove == record.Black {
		r.Outcome = record.WhiteWins
	}
}

// broken says whether a fault has stopped the reading.
func (b *builder) broken() bool {
	for _, f := range b.g.Faults[b.faults:] {
		if f.Severity >= record.Illegal {
			return true
		}
	}
	return false
}
