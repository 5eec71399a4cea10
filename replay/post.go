package replay

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// postRules is the time control of a game by post.
type postRules struct {
	moves, days int
	control     string // the paragraph that sets the days
	exceeded    string // the paragraph on exceeding them
	again       bool   // after the time is exceeded, the count restarts from the next move
}

// The time controls of the two rule books: 50 days for ten moves, and 30 days.
var (
	codexPost     = postRules{10, 50, "Codex 4.3.1", "Codex 4.3.5", false}
	ukrainianPost = postRules{10, 30, "Ukrainian rules V.5.1", "Ukrainian rules V.6.1", true}
)

// postForms compiles its expressions when the first game by post is judged.
var postForms = sync.OnceValue(func() (f struct{ beside, control, pause, penalty *regexp.Regexp }) {
	const (
		day = `(\d{4}-\d\d?-\d\d?|[0-3]?\d[./-](?:[01]?\d|[IVXІХ]+)(?:[./-](?:\d{4}|\d\d))?)`
		gap = `(?:(?:(?:получ|отпр|на ход|общ|всего|отрим|відпр|на хід|загал|всього|received|sent|for move|total|in all|дн|дні|days?)\pL*|[ .,:;=–—-])+)`
	)
	f.beside = regexp.MustCompile(`(?i)^` + gap + `?(?:` + day + gap + `)?` + day + gap + day + gap + `(?:(\d+)` + gap + `(\d+)|(\d+/\d+))(?:\D.*)?$`)
	f.control = regexp.MustCompile(`(\d+)\s*(?:дн|діб|доб|сут|days?)\pL*\D*?(\d+)|(\d+)\s*(?:ход|хід|moves?)\pL*\D*?(\d+)|^(\d+)/(\d{5,})$`)
	f.pause = regexp.MustCompile(`(?i)(?:перерыв|перерв|break)\pL* (?:с|з|із|from) ` + day + ` ?(?:по|до|to|[-–—]) ?` + day)
	f.penalty = regexp.MustCompile(`(?i)(?:(\d+) штраф\pL*|штраф\pL*:? (\d+)|penalty:? (?:of )?(\d+)|(\d+) penalty)`)
	return f
})

// postRulesOf returns the time control that a game names, or the Codex's if it names none.
func postRulesOf(g *record.Game) postRules {
	m := postForms().control.FindStringSubmatch(g.Tag("TimeControl"))
	if m == nil {
		return codexPost
	}
	days, _ := strconv.Atoi(m[1] + m[4] + m[6]) // only one of them is not ""
	moves, _ := strconv.Atoi(m[2] + m[3] + m[5])
	if m[6] != "" {
		days /= int(24 * time.Hour / time.Second) // PDN counts seconds
	}
	rules := codexPost
	if days == ukrainianPost.days {
		rules = ukrainianPost
	}
	if days > 0 && moves > 0 && max(days, moves) <= maxPostLimit {
		rules.days, rules.moves = days, moves
	}
	return rules
}

// postClock tracks the dates of a game by post. A date without a year is the next such date.
type postClock struct {
	year   int       // in which the game began, or 0 if unknown
	last   time.Time // the last date named
	pauses [][2]time.Time
	sides  [2]struct {
		total    int       // days used
		sent     time.Time // when the last answer was sent
		moves    int       // since the count started
		exceeded bool      // for the whole game
	}
	noted int // penalty days given in remarks and not yet in a total
}

// maxPostLimit is the most days or moves that a time control of a game by post can name.
const maxPostLimit = 9999

// maxPostGap: a date without a year that would be this many days later is in the past instead.
const maxPostGap = 300

// besideOf returns the dates beside a move, and whether there are any. They are in a command or in
// a comment, where a fraction may give the time of both sides (Codex 4.3.1).
func besideOf(note *record.Notes) (record.PostDays, bool) {
	if note == nil {
		return record.PostDays{}, false
	}
	if d, ok := note.Post(); ok {
		return d, true
	}
	for _, text := range note.Comments {
		if len(text) > maxBeside || !strings.ContainsAny(text, "./-") || !strings.ContainsAny(text, "0123456789") {
			continue
		}
		if m := postForms().beside.FindStringSubmatch(text); m != nil {
			return record.ReadPostDays(strings.Fields(strings.Join(m[1:], " "))), true
		}
	}
	return record.PostDays{}, false
}

// maxBeside is the most bytes of a comment with the dates of a move.
const maxBeside = 200

// splitDay returns the parts of a written date: 03.05.2024, 03.05, 3/V, 2024-05-03. An invalid
// month is 0, and a missing year is -1.
func splitDay(text string) (day, month, year int) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("./-", r) })
	if len(parts) < 2 {
		return 0, 0, -1
	}
	if len(parts[0]) == 4 {
		slices.Reverse(parts)
	}
	day, _ = strconv.Atoi(parts[0])
	month, err := strconv.Atoi(parts[1])
	if err != nil {
		roman := strings.NewReplacer("І", "I", "Х", "X").Replace(strings.ToUpper(parts[1]))
		month = slices.Index(strings.Fields("I II III IV V VI VII VIII IX X XI XII"), roman) + 1
	}
	if year = -1; len(parts) > 2 {
		if year, _ = strconv.Atoi(parts[2]); len(parts[2]) == 2 && year < 50 {
			year += 2000
		} else if len(parts[2]) == 2 {
			year += 1900
		}
	}
	return day, month, year
}

// day parses a date, and reports whether it is valid. A date without a year is not before from,
// unless it would then be nearly a year later. If no year is known, 29.02 is allowed, and is then
// the day after 28.02.
func (c *postClock) day(text string, from time.Time) (time.Time, bool) {
	day, month, year := splitDay(text)
	known := year >= 0
	switch {
	case !known && !from.IsZero():
		year = from.Year()
	case !known:
		year = max(c.year, 1)
	}
	leap := month == 2 && day == 29 && !known && c.year == 0
	if d := (record.Date{Year: year, Month: month, Day: day}); day == 0 || !d.Valid() && !leap {
		return time.Time{}, false
	}
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if next := at.AddDate(1, 0, 0); !known && at.Before(from) && next.Sub(from) < maxPostGap*24*time.Hour {
		return next, true
	}
	return at, true
}

// daysBetween counts the days after from up to and including to, without breaks (Codex 4.4.2).
func (c *postClock) daysBetween(from, to time.Time) int {
	n := int(to.Sub(from).Hours() / 24)
	for _, p := range c.pauses {
		first, last := p[0], p[1]
		if !first.After(from) {
			first = from.AddDate(0, 0, 1)
		}
		if last.After(to) {
			last = to
		}
		if !last.Before(first) {
			n -= int(last.Sub(first).Hours()/24) + 1
		}
	}
	return n
}

// remarks collects breaks and penalty days from remarks (Codex 4.4.3, 4.2.11).
func (c *postClock) remarks(texts []string) {
	for _, text := range texts {
		for _, m := range postForms().pause.FindAllStringSubmatch(text, -1) {
			first, ok := c.day(m[1], c.last)
			if last, good := c.day(m[2], first); ok && good {
				c.pauses = append(c.pauses, [2]time.Time{first, last})
			}
		}
		for _, m := range postForms().penalty.FindAllStringSubmatch(text, -1) {
			n, _ := strconv.Atoi(strings.Join(m[1:], ""))
			c.noted += n
		}
	}
}

// post checks the dates beside the moves of a game by post (Codex 4.3.6, Ukrainian rules V.5, V.6),
// and that its moves are written in full (Codex 4.2.2).
func (j *Arbiter) post() {
	g := j.report.Game
	rules, c := postRulesOf(g), postClock{year: g.Year()}
	c.remarks(g.Before)
	for _, p := range g.Plies { // first, because a break is announced before it begins
		if p.Note != nil {
			if d, ok := besideOf(p.Note); ok && c.last.IsZero() {
				c.last, _ = c.day(d.Received, time.Time{})
			}
			c.remarks(p.Note.Before)
			c.remarks(p.Note.Comments)
		}
	}
	c.remarks(g.After)
	c.last = time.Time{}
	first := j.p.rules.Variant.First()
	short, before := false, "" // before is the last date named, as written
	for i := range g.Plies {
		p, side := &g.Plies[i], g.Side(first, i+1)
		s, other := &c.sides[side], &c.sides[side.Other()]
		s.moves++
		tell := func(code record.Code, said message.Message, paragraph string) {
			j.fault(record.Fault{Code: code, Ply: i + 1, At: p.At, Len: p.Len, Word: p.Word.Text, Message: said, Paragraph: paragraph})
		}
		if w := p.Word; !short && len(w.Steps) > 1 && !w.Steps[0].Whole() {
			short = true
			tell(record.FullNotation, message.Of("replay.post-short", "rule", message.Rule("Codex 4.2.2")), "Codex 4.2.2")
		}
		d, ok := besideOf(p.Note)
		if !ok {
			continue
		}
		next := func(text string) (time.Time, bool) {
			day, ok := c.day(text, c.last)
			if ok && day.Before(c.last) {
				tell(record.PostTime, message.Of("replay.post-back", "day", text, "before", before), "")
				return time.Time{}, false
			}
			if ok {
				c.last, before = day, text
			} else if text != "" {
				tell(record.PostTime, message.Of("replay.post-no-day", "day", text), "")
			}
			return day, ok
		}
		late := 0 // days of the other side by the postmark, which may be counted (Codex 4.3.1)
		if posted, ok := next(d.Posted); ok && !other.sent.IsZero() {
			late = c.daysBetween(other.sent, posted)
		}
		received, hasReceived := next(d.Received)
		sent, hasSent := next(d.Sent)
		s.sent = sent
		written, err := strconv.Atoi(d.Spent)
		spent, soFar, leap := written, s.total, false
		if hasReceived && hasSent {
			spent = c.daysBetween(received, sent)
			_, from, _ := splitDay(d.Received)
			_, to, year := splitDay(d.Sent)
			leap = c.year == 0 && year < 0 && from <= 2 && to > 2
			switch {
			case err != nil, d.Total == "" && written == soFar+spent: // no days, or the total instead
			case written != spent && written != spent+c.noted && !(leap && written == spent+1):
				tell(record.PostTime, message.Of("replay.post-days", "n", spent, "received", d.Received, "sent", d.Sent,
					"written", written, "rule", message.Rule(rules.control)), rules.control)
			default:
				spent = written
			}
		}
		s.total += spent
		totals := [2]string{}
		if totals[0], totals[1], ok = strings.Cut(d.Total, "/"); !ok {
			totals[0], totals[1] = "", ""
			totals[side] = d.Total
		}
		for _, of := range []record.Colour{side, side.Other()} {
			total, wrong := strconv.Atoi(totals[of])
			if wrong != nil {
				continue
			}
			t := &c.sides[of]
			switch n := total - t.total; {
			case n == 0 || n == c.noted:
				c.noted -= n
			case of != side && n == late:
			case of == side && err == nil && total == soFar+written: // the wrong days are already reported
			case of == side && err != nil && (leap && n == 1 || !hasReceived || !hasSent): // the days are unknown
			default:
				tell(record.PostTime, message.Of("replay.post-total", "side", of.Term(), "n", t.total, "written", total, "rule", message.Rule(rules.control)), rules.control)
			}
			t.total = total
		}
		limit := (s.moves + rules.moves - 1) / rules.moves * rules.days
		if s.total <= limit || s.exceeded {
			continue
		}
		tell(record.TimeExceeded, message.Of("replay.post-exceeded", "side", side.Term(), "n", s.total, "moves", s.moves,
			"limit", limit, "rule", message.Rule(rules.exceeded)), rules.exceeded)
		if s.exceeded = !rules.again; rules.again {
			s.moves, s.total = 0, 0
		}
	}
}
