package jsonl

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// startPosition reads where the record's game starts from.
func (r *reader) startPosition(at values) {
	v := at.startVariant
	if v == record.UnknownVariant {
		v = r.g.Variant
	}
	r.at = at.start
	fen := r.string()
	p, err := record.ParseFEN(v, fen)
	if err != nil {
		r.wrong(at.start, r.at-at.start, err)
		return
	}
	r.g.Start = &p
}

// taggedStart reads the position of the tag FEN, where nobody could when the game
// was recorded, for its variant was told only later.
func (r *reader) taggedStart() {
	g := r.g
	fen := strings.TrimSpace(g.Tag("FEN"))
	if fen == "" || fen == "?" || fen == "-" || g.Variant == record.UnknownVariant ||
		slices.ContainsFunc(g.Faults, func(f record.Fault) bool { return f.Code == record.BadPosition }) {
		return
	}
	p, err := record.ParseFEN(g.Variant, fen)
	if err != nil && !errors.Is(err, record.ErrUnknownTurn) {
		g.Faults = append(g.Faults, record.Fault{Code: record.BadPosition, Severity: record.Unreadable, Word: fen, Message: message.From(err)})
		return
	}
	g.Start = &p
}

// record reads the game as it was recorded.
func (r *reader) record(g *record.Game, source *record.Source, at *values) {
	g.Format = ""
	for r.begin('{', "json.a-record"); r.more('}'); {
		switch name, begin, value := r.member(); name {
		case "":
		case "escape":
			r.escape = r.string()
		case "format":
			g.Format = r.string()
		case "layout":
			g.Layout = r.string()
		case "offset":
			source.Offset = r.int(0, math.MaxInt64)
		case "column":
			source.Column = int(r.int(0, maxPlace))
		case "encoding":
			source.Width = widthOf(encodings[r.enum(encodings[:])])
		case "shows":
			g.Shows = nil
			for r.begin('[', "json.array-of-variants"); r.more(']'); {
				g.Shows = append(g.Shows, r.variant())
			}
		case "tags":
			g.Tags = r.tags(g.Tags[:0])
		case "start":
			at.start = value
			r.string()
		case "start_variant":
			at.startVariant = r.variant()
		case "before":
			g.Before = r.strings()
		case "moves":
			g.Plies = r.moves(g.Plies[:0])
		case "aside":
			aside := r.ply()
			g.Aside = &aside
		case "after":
			g.After = r.strings()
		case "result":
			g.Result = r.result()
		case "faults":
			g.Faults = r.faults(g.Faults[:0])
		case "text":
			g.Text = r.string()
		default:
			r.unknown(begin, name)
		}
	}
}

func (r *reader) tags(tags []record.Tag) []record.Tag {
	for r.begin('[', "json.array-of-tags"); r.more(']'); {
		var t record.Tag
		for r.begin('{', "json.a-tag"); r.more('}'); {
			switch name, begin, _ := r.member(); name {
			case "":
			case "name":
				t.Name = r.string()
			case "value":
				t.Value = r.string()
			case "at":
				t.At = r.place()
			default:
				r.unknown(begin, name)
			}
		}
		tags = append(tags, t)
	}
	return tags
}

func (r *reader) result() record.Result {
	var result record.Result
	for r.begin('{', "json.a-result"); r.more('}'); {
		switch name, begin, _ := r.member(); name {
		case "":
		case "outcome":
			result.Outcome = record.Outcome(r.enum(outcomeNames[:]))
		case "manner":
			result.Manner = record.Manner(r.enum(mannerNames[:]))
		case "white":
			result.White = r.float()
		case "black":
			result.Black = r.float()
		case "text":
			result.Text = r.string()
		case "at":
			result.At = r.place()
		default:
			r.unknown(begin, name)
		}
	}
	return result
}
