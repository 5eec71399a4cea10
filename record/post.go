package record

import (
	"regexp"
	"slices"
	"strings"
)

// PostDays are the fields written beside a move of a game by post, "" if absent: the days when its
// letter was sent, when it arrived and when the answer was sent (Codex 4.3.1), and the number of
// days spent, on the move and in all; the total may be a fraction of White's time and Black's.
type PostDays struct{ Posted, Received, Sent, Spent, Total string }

// Post returns the days in a move's command, [%post 25.02 01.03 03.03 2 2], and reports whether it
// has one. A dash is an unknown value; the first day and the numbers may be omitted.
func (n *Notes) Post() (PostDays, bool) {
	command, ok := strings.CutPrefix(n.Clock, "[%post ")
	if !ok {
		return PostDays{}, false
	}
	command, _, _ = strings.Cut(command, "]")
	return ReadPostDays(strings.Fields(command)), true
}

// timeOfBoth matches the time of both sides; with a zero before its denominator it is a date.
var timeOfBoth = regexp.MustCompile(`^\d+/([1-9]\d*|0)$`)

// ReadPostDays parses the fields beside a move: one to three days, then numbers or a fraction. Any
// further fields belong to the first day.
func ReadPostDays(fields []string) (d PostDays) {
	fields = slices.Clone(fields)
	for i, f := range fields {
		if f == "-" {
			fields[i] = ""
		}
	}
	n := len(fields)
	if n == 0 {
		return d
	}
	// After two days such as 3/10, 12/10 may be the third.
	if f := timeOfBoth.FindStringSubmatch(fields[n-1]); f != nil && n > 2 && (n > 3 || !timeOfBoth.MatchString(fields[0]) || len(f[1]) == 1) {
		n--
		d.Total, fields = fields[n], fields[:n]
	}
	for n > 1 && len(fields)-n < 2 && strings.Trim(fields[n-1], "0123456789") == "" && (n > 2 || fields[n-1] != "") {
		n--
	}
	if n < len(fields) {
		d.Spent = fields[n]
	}
	if n+1 < len(fields) {
		d.Total = fields[n+1]
	}
	d.Received = fields[max(0, n-2)]
	if n > 1 {
		d.Sent = fields[n-1]
	}
	d.Posted = strings.Join(fields[:max(0, n-2)], " ")
	return d
}
