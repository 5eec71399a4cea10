package main

import (
	"bufio"
	"fmt"
	"slices"

	"github.com/stolb/stolb/replay"
)

// fileLines writes a line for each file: how many games it has, and with what
// verdicts.
type fileLines struct {
	out  *bufio.Writer
	only verdictsValue // files without a game with one of these have no line

	name     string
	games    int
	verdicts [replay.Unreadable + 1]int
	strict   int // games whose result the board contradicts, where that is asked for
}

// add adds the next game. The games of a file follow each other.
func (f *fileLines) add(j *judged) {
	if j.source.Number == 1 || j.source.File != f.name {
		f.flush()
		f.name = j.source.File
	}
	f.games++
	f.verdicts[j.verdict]++
	if j.mismatch {
		f.strict++
	}
}

// flush writes the line of the last file.
func (f *fileLines) flush() {
	told := len(f.only) == 0 || slices.ContainsFunc(f.only, func(v replay.Verdict) bool { return f.verdicts[v] > 0 })
	if f.games > 0 && told {
		fmt.Fprintln(f.out, say("check.of-file", "file", clean(f.name, messageCells), "verdicts", verdictCounts(f.games, &f.verdicts, f.strict)))
	}
	*f = fileLines{out: f.out, only: f.only}
}

// verdictCounts says how many games there are, and with what verdicts; strict is of
// how many the board contradicts the result.
func verdictCounts(games int, verdicts *[replay.Unreadable + 1]int, strict int) string {
	text := say("check.games", "n", games)
	sign := ": "
	for verdict, n := range verdicts {
		if n > 0 {
			text += sign + say("check.verdict", "n", n, "verdict", verdictTerm(replay.Verdict(verdict)))
			sign = ", "
		}
	}
	if strict > 0 {
		text += "; " + say("check.contradicted", "n", strict)
	}
	return text
}
