package convert

import (
	"cmp"
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// restoredTag is the tag of a restored game: its verdict and probability, and the numbers of
// moves read, mended, inserted and dropped.
const restoredTag = "Restored"

// Counts returns the numbers of moves read, mended, inserted and dropped.
func (f *Restored) Counts() (read, mended, inserted, dropped int) {
	how := make(map[string]int)
	for i := range f.Game.Plies {
		how[f.Game.Plies[i].How]++
	}
	return how[restore.Read], how[restore.Mended], how[restore.Inserted], len(f.Game.Dropped)
}

// Report returns the game for the writers of formats. Each move that differs from the written
// text has a comment that quotes the text; dropped text is quoted in a comment on the preceding
// move; the tag Restored gives the certainty; and the last comment is the original text, all in
// the given language. A lost game is reported as the record was read, which writers preserve.
func (f *Restored) Report(in message.Language) *replay.Report {
	if f.Game.Verdict == restore.Lost {
		return replay.Judge(f.First(), f.Variant)
	}
	from := f.First()
	g := &record.Game{
		Source: from.Source, Text: from.Text, Format: from.Format, Layout: from.Layout, Variant: f.Variant,
		Tags: slices.Clone(from.Tags), Start: f.Record.Start, Result: f.Record.Result, Before: slices.Clone(from.Before),
	}
	for _, s := range f.Sheets[1:] {
		for _, t := range s.Game.Tags {
			if g.Tag(t.Name) == "" {
				g.Tags = append(g.Tags, t)
			}
		}
	}
	read, mended, inserted, dropped := f.Counts()
	g.Tags = append(g.Tags, record.Tag{Name: restoredTag, Value: message.Of("restore.tag",
		"verdict", f.verdict(), "share", restore.Percent(f.Game.Probability),
		"read", read, "mended", mended, "inserted", inserted, "dropped", dropped).In(in)})
	words := new(grammar.Words)
	for _, p := range f.Game.Plies {
		w, err := words.Parse(p.Move)
		if err != nil { // impossible: the rules spelled it
			w = &record.Word{Text: p.Move}
		}
		ply := record.Ply{Word: w}
		if remark := f.remark(&p, in); remark != "" {
			ply.Note = &record.Notes{Comments: []string{remark}}
		}
		g.Plies = append(g.Plies, ply)
	}
	for _, d := range f.Game.Dropped {
		said := f.leftOut(d, in)
		if d.After == 0 || d.After > len(g.Plies) {
			g.Before = append(g.Before, said)
			continue
		}
		p := &g.Plies[d.After-1]
		p.Note = cmp.Or(p.Note, new(record.Notes))
		p.Note.Comments = append(p.Note.Comments, said)
	}
	if f.Game.Verdict != restore.Certain {
		g.After = append(g.After, message.Of("restore.remark-verdict", "verdict", f.verdict(), "why", f.Game.Reason).In(in))
	}
	g.After = append(g.After, message.Of("restore.remark-from", "text", bracketless(f.original())).In(in))
	return replay.Judge(g, f.Variant)
}

// verdict returns the term for the verdict.
func (f *Restored) verdict() message.Message {
	return message.Term("restored-" + f.Game.Verdict.String())
}

// bracketless returns text safe in a comment of any format: on one line, without brackets.
func bracketless(text string) string {
	text = strings.NewReplacer("{", "<", "}", ">", "(", "<", ")", ">", "[", "<", "]", ">", `"`, "'").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

// quoted returns the text of a cell for a comment.
func quoted(text string) any {
	if text == "" {
		return message.Of("restore.empty-cell")
	}
	return bracketless(text)
}

// remark describes how a move differs from the written text, or returns "" if it does not.
func (f *Restored) remark(p *restore.Ply, in message.Language) string {
	share := restore.Percent(p.Probability)
	switch {
	case p.How == restore.Read && !f.Disagree(p):
		return ""
	case p.How == restore.Inserted:
		return message.Of("restore.remark-inserted", "share", share).In(in)
	}
	written := make([]any, len(f.Sheets))
	for i := range f.Sheets {
		written[i] = message.Of("restore.nothing")
		if c := f.Cell(i, p.Cells[i]); c != nil {
			written[i] = quoted(c.Text)
		}
	}
	if len(written) == 1 {
		return message.Of("restore.remark-written", "first", written[0], "share", share).In(in)
	}
	return message.Of("restore.remark-two-sheets", "first", written[0], "second", written[1], "share", share).In(in)
}

// leftOut returns the remark on dropped text.
func (f *Restored) leftOut(d restore.Dropped, in message.Language) string {
	id := map[bool][restore.MaxSheets]message.ID{
		false: {"restore.remark-left-out", "restore.remark-left-out-second"},
		true:  {"restore.remark-left-out-twice", "restore.remark-left-out-twice-second"},
	}[d.Repeats][d.Sheet]
	return message.Of(id, "word", quoted(f.Cell(d.Sheet, d.Cell).Text)).In(in)
}
