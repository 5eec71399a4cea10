package pdn

import (
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// roster is the tags that come first, in the standard's order.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// tags writes the tag section.
func (w *Writer) tags(r *replay.Report, fault *record.Fault, asText bool) {
	g := r.Game
	value, format, termination := result(r)
	own := map[string]string{"Result": value}
	if r.Variant != record.UnknownVariant {
		own["GameType"] = r.Variant.GameType()
		own["Variant"] = r.Variant.String()
	}
	if g.Start != nil {
		own["FEN"] = g.Start.FEN()
	}
	if fault != nil {
		own["Verdict"] = r.Verdict.String() + ": " + fault.Message.In(w.Remarks)
	}
	if asText && strings.TrimSpace(g.Text) != "" {
		if own["Text"] = g.Format; g.Format == "" {
			own["Text"] = grammar.Sheet.String()
		}
	}
	if format != "" && g.Tag("ResultFormat") == "" {
		own["ResultFormat"] = format
	}
	if termination != "" && g.Tag("Termination") == "" {
		own["Termination"] = termination
	}
	first := append(slices.Clone(roster), "GameType", "Variant", "FEN")
	for _, name := range append(slices.Clone(first), "ResultFormat", "Termination", "Verdict", "Text") {
		if v, ok := own[name]; ok {
			w.tag(name, v)
			continue
		}
		if !slices.Contains(first, name) {
			continue
		}
		for _, t := range g.Tags {
			if strings.EqualFold(t.Name, name) {
				w.tag(name, t.Value)
			}
		}
	}
	for _, t := range g.Tags {
		name := tagName(t.Name)
		_, mine := own[name]
		if !mine && !slices.ContainsFunc(first, func(s string) bool { return strings.EqualFold(s, name) }) {
			w.tag(name, t.Value)
		}
	}
}

// tagName returns a name as the standard wants it: a capital, then letters,
// digits and _.
func tagName(name string) string {
	b := []byte(name)
	for i, c := range b {
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			b[i] = '_'
		}
	}
	switch {
	case len(b) == 0 || b[0] == '_' || b[0] <= '9':
		return "X" + string(b)
	case b[0] >= 'a':
		b[0] -= 'a' - 'A'
	}
	return string(b)
}

func (w *Writer) tag(name, value string) {
	if strings.HasSuffix(name, "Date") {
		value, _ = grammar.DateInPDN(value)
	}
	w.text("[" + name + ` "` + escape(value) + "\"]\n")
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// escape returns a tag's value as it stands between its quotation marks.
func escape(value string) string {
	value = clean(value)
	if strings.ContainsAny(value, `\"`) {
		value = escapes.Replace(value)
	}
	return value
}

// clean returns the text in one line, in valid UTF-8 and without control
// characters.
func clean(text string) string {
	plain := true
	for i := 0; i < len(text) && plain; i++ {
		plain = text[i] >= ' ' && text[i] < 0x7f
	}
	if plain {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\ufeff' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// result returns the values of the tags Result and, where the record needs
// them, ResultFormat and Termination. The first number is the one of the side
// that begins, as the reader has it.
func result(r *replay.Report) (value, format, termination string) {
	g := r.Game
	res := g.Result
	termination = terminations[res.Manner]
	// A result in PDN's own words is only sure where the format's are known.
	if inPDN := g.Format == grammar.PDN.String(); r.Variant == record.UnknownVariant || inPDN && g.Tag("ResultFormat") != "" {
		if value = clean(res.Text); !inPDN {
			value = res.String()
		}
		if value == "" {
			value = "*"
		}
		return value, "", termination
	}
	white, black := res.White, res.Black
	if r.Variant.First() == record.Black {
		white, black = black, white
	}
	starter := res.Outcome == record.WhiteWins == (r.Variant.First() == record.White)
	win, draw := "1-0", "1/2-1/2"
	loss := "0-1"
	if r.Variant == record.International {
		win, draw, loss = "2-0", "1-1", "0-2"
	}
	switch res.Outcome {
	case record.WhiteWins, record.BlackWins:
		if value = loss; starter {
			value = win
		}
	case record.Draw:
		value = draw
	case record.Points, record.Unplayed:
		switch {
		case res.Outcome == record.Unplayed:
			termination = "unplayed"
		case white == 0 && black == 0:
			termination = "" // 0-0 says it
		}
		switch {
		case white == 0 && black == 0:
			value = "0-0"
		case res.Outcome == record.Unplayed && white > black:
			value = win
		case res.Outcome == record.Unplayed && white < black:
			value = loss
		default:
			value = points(white) + "-" + points(black)
			format = "Points"
		}
	default:
		value = "*"
	}
	return value, format, termination
}

func points(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// terminations are the values of the tag Termination; where the standard refers
// to PGN's, that has "time forfeit".
var terminations = map[record.Manner]string{
	record.Resigned: "resigned",
	record.OnTime:   "time forfeit",
	record.Agreed:   "agreed",
	record.Forfeit:  "forfeit",
}
