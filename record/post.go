package record

import (
	"regexp"
	"slices"
	"strings"
)

// PostDays is what is written beside a move sent by post, "" where it is not: when its letter was
// sent, when it came, when the answer was sent (Codex 4.3.1), and in days what that took, alone and
// in all, which may be a fraction of White's time and Black's.
type PostDays struct{ Posted, Received, Sent, Spent, Total string }

// Post returns the days in the command of a move, [%post 25.02 01.03 03.03 2 2], and whether it
// has one. A dash is for what is not known; the first day may be left out, and the numbers.
func (n *Notes) Post() (PostDays, bool) {
	command, ok := strings.CutPrefix(n.Clock, "[%post ")
	if !ok {
		return PostDays{}, false
	}
	command, _, _ = strings.Cut(command, "]")
	return ReadPostDays(strings.Fields(command)), true
}

// timeOfBoth is the time of both sides; with a zero before its denominator it is a day.
var timeOfBoth = regexp.MustCompile(`^\d+/([1-9]\d*|0)$`)

// ReadPostDays returns what the fields beside a move are: one to three days, and numbers or a
// fraction after them. What is more is of the first day.
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
	// 12/10 after two days such as 3/10 may be the third.
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
