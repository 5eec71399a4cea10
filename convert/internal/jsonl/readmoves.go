package jsonl

import (
	"math"
	"strconv"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// severities are those of the faults that lead to a verdict.
var severities = [...]record.Severity{
	replay.Legal:      record.Remark,
	replay.Repaired:   record.Repaired,
	replay.Unjudged:   record.Remark,
	replay.Illegal:    record.Illegal,
	replay.Unreadable: record.Unreadable,
}

// stopping reads the check's faults and takes over what stopped the game.
func (r *reader) stopping(f *record.Fault) {
	for r.begin('[', "json.array-of-faults"); r.more(']'); {
		var next record.Fault
		for r.begin('{', "json.a-fault"); r.more('}'); {
			switch name, _, _ := r.member(); name {
			case "":
			case "code":
				next.Code = record.Code(r.string())
			case "ply":
				next.Ply = int(r.int(0, maxPlace))
			case "variation":
				next.Variation = int(r.int(0, maxPlace))
			case "word":
				next.Word = r.string()
			case "message":
				next.Message = message.Verbatim(r.string())
			case "suggestions":
				next.Suggestions = r.strings()
			case "reason":
				next.Reason = record.Reason(r.string())
			case "squares":
				next.Squares = r.strings()
			case "paragraph":
				next.Paragraph = message.Rule(r.string())
			default:
				r.skip()
			}
		}
		if next.Variation > 0 {
			continue // the object does not have its moves
		}
		if next.Ply == len(r.g.Plies)+1 || next.Code == record.NoVariant || next.Code == record.NoRules || next.Code == record.BadPosition {
			next.Severity, next.Ply, next.At, next.Len = f.Severity, f.Ply, f.At, f.Len
			*f = next
		}
	}
}

// unreadable adds a fault for the first word that is none, where the record
// does not say that itself.
func (r *reader) unreadable() {
	for i, p := range r.g.Plies {
		if len(p.Word.Steps) > 0 {
			continue
		}
		for _, f := range r.g.Faults {
			if f.Ply > 0 && f.Ply <= i+1 && f.Stops() {
				return
			}
		}
		_, err := grammar.ParseMove(p.Word.Text)
		said := message.Of("json.no-move")
		if err != nil {
			said = message.From(err)
		}
		r.g.Faults = append(r.g.Faults, record.Fault{
			Code: record.UnreadableWord, Severity: record.Unreadable, Ply: i + 1, At: p.At, Len: p.Len, Word: p.Word.Text, Message: said,
		})
		return
	}
}

// place reads a place in a text, a length or a ply.
func (r *reader) place() int { return int(r.int(0, maxPlace)) }

func (r *reader) faults(faults []record.Fault) []record.Fault {
	for r.begin('[', "json.array-of-faults"); r.more(']'); {
		var f record.Fault
		for r.begin('{', "json.a-fault"); r.more('}'); {
			switch name, begin, _ := r.member(); name {
			case "":
			case "code":
				f.Code = record.Code(r.string())
			case "severity":
				f.Severity = record.Severity(r.enum(severityNames[:]))
			case "ply":
				f.Ply = r.place()
			case "variation":
				f.Variation = r.place()
			case "at":
				f.At = r.place()
			case "length":
				f.Len = r.place()
			case "word":
				f.Word = r.string()
			case "message":
				f.Message = message.Verbatim(r.string())
			case "suggestions":
				f.Suggestions = r.strings()
			case "reason":
				f.Reason = record.Reason(r.string())
			case "squares":
				f.Squares = r.strings()
			case "paragraph":
				f.Paragraph = message.Rule(r.string())
			default:
				r.unknown(begin, name)
			}
		}
		faults = append(faults, f)
	}
	return faults
}

// moves reads a line of moves and appends them to line. They are gathered first,
// so that no more memory is taken than they need.
func (r *reader) moves(line []record.Ply) []record.Ply {
	start := len(r.plies)
	for r.begin('[', "json.array-of-moves"); r.more(']'); {
		ply := r.ply()
		r.plies = append(r.plies, ply)
	}
	line = append(line, r.plies[start:]...)
	r.plies = r.plies[:start]
	return line
}

func (r *reader) ply() record.Ply {
	var (
		ply   record.Ply
		notes record.Notes
		noted bool
		word  string
		named bool // there is a word
		read  *record.Word
	)
	length := -1
	r.peek()
	object := r.at
	for r.begin('{', "json.a-move"); r.more('}'); {
		name, begin, _ := r.member()
		switch name {
		case "":
			continue
		case "word":
			word, named = r.string(), true
			continue
		case "at":
			ply.At = r.place()
			continue
		case "length":
			length = r.place()
			continue
		case "reading":
			read = r.reading()
			continue
		case "number":
			notes.Number = r.place()
		case "behind":
			notes.Behind = int(r.int(-maxPlace, maxPlace))
		case "marks":
			notes.Marks = r.strings()
		case "nags":
			notes.NAGs = nil
			for r.begin('[', "json.array-of-numbers"); r.more(']'); {
				notes.NAGs = append(notes.NAGs, int(r.int(math.MinInt, math.MaxInt)))
			}
		case "draw_offer":
			notes.DrawOffer = r.bool()
		case "before":
			notes.Before = r.strings()
		case "comments":
			notes.Comments = r.strings()
		case "inside":
			notes.Inside = r.inside()
		case "clock":
			notes.Clock = r.string()
		case "commands":
			notes.Commands = r.strings()
		case "diagram":
			notes.Diagram = r.bool()
		case "setup":
			notes.Setup = r.string()
		case "variations":
			notes.Variations = nil
			for r.begin('[', "json.array-of-variations"); r.more(']'); {
				notes.Variations = append(notes.Variations, r.moves(nil))
			}
		default:
			r.unknown(begin, name)
			continue
		}
		noted = true
	}
	if r.err != nil {
		return ply
	}
	if !named {
		r.fail(object, r.at-object, "json.no-word")
	}
	if read != nil {
		read.Text = word
		ply.Word = read
	} else {
		ply.Word = r.words.read(word)
	}
	if ply.Len = length; length < 0 {
		ply.Len = len(word)
	}
	if noted {
		note := notes // so that only these are allocated
		ply.Note = &note
	}
	return ply
}

func (r *reader) inside() []record.Inside {
	var all []record.Inside
	for r.begin('[', "json.array-of-remarks"); r.more(']'); {
		var in record.Inside
		for r.begin('{', "json.a-remark"); r.more('}'); {
			switch name, begin, _ := r.member(); name {
			case "":
			case "step":
				in.Step = int(r.int(math.MinInt32, math.MaxInt32))
			case "text":
				in.Text = r.string()
			default:
				r.unknown(begin, name)
			}
		}
		all = append(all, in)
	}
	return all
}

// reading reads how a word was read.
func (r *reader) reading() *record.Word {
	w := new(record.Word)
	for r.begin('{', "json.an-object"); r.more('}'); {
		switch name, begin, _ := r.member(); name {
		case "":
		case "steps":
			w.Steps = nil
			for r.begin('[', "json.array-of-squares"); r.more(']'); {
				if len(w.Steps) == grammar.MaxSteps {
					r.fail(r.at, 0, "json.too-many-squares", "most", grammar.MaxSteps)
				}
				w.Steps = append(w.Steps, r.step())
			}
		case "separator":
			w.Separator = record.Separator(r.enum(separatorNames[:]))
		case "promotions":
			w.Promotion = 0
			for r.begin('[', "json.array-of-numbers"); r.more(']'); {
				w.Promotion |= 1 << r.int(0, grammar.MaxSteps-1)
			}
		case "repairs":
			w.Repairs = r.repairs()
		default:
			r.unknown(begin, name)
		}
	}
	return w
}

// maxSide is the most files and ranks that a board can have (record.Board).
const maxSide = 12

// step reads a square, or as much of one as is written: "c3", "c", "3", or a
// number.
func (r *reader) step() record.Step {
	s := record.Step{File: -1, Rank: -1}
	if r.peek() != '"' {
		s.Number = uint8(r.int(1, math.MaxUint8))
		return s
	}
	at := r.at
	text := r.string()
	rest := text
	if rest != "" && rest[0] >= 'a' && rest[0] < 'a'+maxSide {
		s.File = int8(rest[0] - 'a')
		rest = rest[1:]
	}
	if rest != "" {
		n, err := strconv.ParseUint(rest, 10, 8)
		if err != nil || n < 1 || n > maxSide {
			r.fail(at, r.at-at, "json.no-square", "text", text)
			return s
		}
		s.Rank = int8(n - 1)
	}
	return s
}

func (r *reader) repairs() []record.Repair {
	var all []record.Repair
	for r.begin('[', "json.array-of-repairs"); r.more(']'); {
		var repair record.Repair
		for r.begin('{', "json.a-repair"); r.more('}'); {
			switch name, begin, _ := r.member(); name {
			case "":
			case "code":
				repair.Code = record.Code(r.string())
			case "from":
				repair.From = r.string()
			case "to":
				repair.To = r.string()
			default:
				r.unknown(begin, name)
			}
		}
		all = append(all, repair)
	}
	return all
}
