package pdn

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// TextTag is the tag of a game whose text, in another format or of PDN that cannot be
// written anew, stands in lines that begin with "% " at the end of the movetext; its
// value is that format, as cut.Format.String has it.
const TextTag = "Text"

// Text is the text of a game that stands in another's lines.
type Text struct {
	Text   string
	At     int // in bytes of the other's text: where the first line begins, behind its sign
	Format string
}

// TextOf returns the text that a game has in its last lines; false if it has none.
func TextOf(g *record.Game) (t Text, ok bool) {
	if t.Format = g.Tag(TextTag); t.Format == "" {
		return Text{}, false
	}
	begin := -1
	var lines strings.Builder
	for at := 0; at < len(g.Text); {
		end := word.LineEnd(g.Text, at)
		line, is := strings.CutPrefix(g.Text[at:end], "%")
		switch {
		case is:
			if begin < 0 {
				begin = at
			}
			lines.WriteString(strings.TrimPrefix(line, " ") + "\n")
		case strings.Trim(line, "* \t") != "":
			begin = -1
			lines.Reset()
		}
		if at = end + 1; end+1 < len(g.Text) && g.Text[end] == '\r' && g.Text[end+1] == '\n' {
			at++
		}
	}
	if begin < 0 {
		return Text{}, false
	}
	t.Text, t.At = lines.String(), min(begin+len("% "), len(g.Text))
	return t, true
}

// verdict takes the tag Verdict out, for judging tells anew what it says. One without a
// reason is of a former version, which wrote the legal moves alone.
func (b *builder) verdict() {
	for i, t := range b.g.Tags {
		if t.Name == "Verdict" && word.IsVerdict(t.Value) {
			b.g.Tags = slices.Delete(b.g.Tags, i, i+1)
			if !strings.Contains(t.Value, ":") {
				b.stop(t.At, t.Value, message.Of("pdn.former-verdict"))
			}
			return
		}
	}
}
