package notation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Composition writes judged games as books print compositions: number, author and source,
// the position, the task where it is a draw, and the solution in abbreviated notation
// (Ukrainian rules VI.7.4.1-8), in UTF-8; the index of their authors is an Index's.
// Variations at moves of White's are false tries I, II, those at Black's branches А, Б. What
// is left out is what was forced; a line that could not be read back so has more.
//
// A composition that is not legal is written with its text unchanged; a game of
// another format with its moves as they are in the record, of which the first that
// is not legal makes it so when it is read. It is not safe for concurrent use.
type Composition struct {
	Language message.Language

	words grammar.Words
}

// Append appends a composition. Between two there is an empty line.
func (w *Composition) Append(dst []byte, r *replay.Report) []byte {
	g := r.Game
	own := strings.TrimRight(g.Text, " \t\r\n") + "\n"
	text := own
	if start, ok := r.Start(); r.Verdict < replay.Illegal || g.Format != "composition" {
		author := g.Tag("Author")
		if author == "" && g.Tag("White") != "" && g.Tag("Black") != "" {
			author = g.Tag("White") + " – " + g.Tag("Black")
		}
		text = strings.TrimRight(NumberOf(g)+". "+oneLine(author), " ") + "\n"
		source := slices.DeleteFunc([]string{g.Tag("Event"), g.Tag("Site"), g.Tag("Date")},
			func(value string) bool { return strings.Trim(value, "?.-") == "" })
		if source := cmp.Or(g.Tag("Source"), strings.Join(source, ", ")); source != "" {
			text += oneLine(source) + "\n"
		}
		if ok {
			text += w.solved(r, start.Record())
		} else {
			text += own
		}
	}
	return append(dst, strings.ToValidUTF8(text, "\ufffd")...)
}

// solved returns the position of a composition, its task and its solution.
func (w *Composition) solved(r *replay.Report, p record.Position) string {
	text := string(grammar.AppendSheetVariant(nil, r.Variant, w.Language)) + w.position(&p) + "\n"
	if task, unread := grammar.TaskOf(r.Game); unread != "" {
		text += unread + "\n"
	} else if said := task.In(w.Language); said != "" {
		text += said + "\n"
	}
	return text + string(AppendSolution(nil, Solution(r, &w.words, w.Language))) + "\n"
}

// NumberOf returns the number of a composition: the record's, else that in its file.
func NumberOf(g *record.Game) string {
	return cmp.Or(g.Tag("Number"), strconv.Itoa(max(g.Source.Number, 1)))
}

func oneLine(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "/")
}

// position returns a position, White's men first: kings with D., and men with пр.
// where there are kings, but in English, which has men first; towers before both.
func (w *Composition) position(p *record.Position) string {
	fen := p.FEN()
	var sides []string
	for _, side := range strings.Split(fen, ":")[1:] {
		var kings, men, towers []string
		for _, item := range strings.Split(side[1:], ",") {
			square, pieces, tower := strings.Cut(item, "=")
			name, king := strings.CutPrefix(square, "K")
			switch {
			case tower:
				towers = append(towers, square+" - "+pieces)
			case king:
				kings = append(kings, "D."+name)
			case item != "":
				men = append(men, item)
			}
		}
		if len(towers) > 0 || w.Language == message.English { // men need no word before kings
			sides = append(sides, strings.Join(slices.Concat(towers, men, kings), ", "))
			continue
		}
		if len(kings) > 0 && len(men) > 0 {
			men[0] = "пр. " + men[0]
		}
		sides = append(sides, strings.Join(append(kings, men...), ", "))
	}
	text := strings.Join(sides, " | ")
	if p.Turn == record.Black {
		text += map[message.Language]string{message.English: " Black to move", message.Russian: " Ход черных", message.Ukrainian: " Хід чорних"}[w.Language]
	}
	return text
}
