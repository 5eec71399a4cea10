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

// Composition writes judged games as books print compositions: number, author and source, the
// position, the task if it is a draw, and the solution in abbreviated notation (Ukrainian rules
// VI.7.4.1-8), in UTF-8. Variations at White's moves are false tries I, II, those at Black's are
// branches А, Б. Only forced moves are omitted, and fewer in a line that could not be read back.
// For the index of authors, see AuthorsText.
//
// An illegal composition is written with its text unchanged; an illegal game of another format,
// with its moves as recorded, so that its first illegal move is found again on reading.
// Composition is not safe for concurrent use.
type Composition struct {
	Language message.Language

	words grammar.Words
}

// Append appends a composition. The caller separates compositions by blank lines.
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

// NumberOf returns the number of a composition: from its tag, or else its position in the file.
func NumberOf(g *record.Game) string {
	return cmp.Or(g.Tag("Number"), strconv.Itoa(max(g.Source.Number, 1)))
}

func oneLine(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "/")
}

// position formats a position, White first: kings with D., then men, with пр. if there are kings;
// in English, men before kings, without пр. Towers precede both.
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
		if len(towers) > 0 || w.Language == message.English { // men before kings need no prefix
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
