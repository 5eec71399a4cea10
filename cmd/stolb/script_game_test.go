package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// checkGames is the script command "check [--variant V] FILE": stolb check in JSON,
// for the command game after it. The exit code has to agree with the verdicts.
func checkGames(ts *testscript.TestScript, _ bool, args []string) {
	var out, errs bytes.Buffer
	code := runIn(ts, append([]string{"check", "--format", "json"}, args...), &out, &errs)
	want := exitFine
	var games []scriptGame
	for line := range strings.Lines(out.String()) {
		var g scriptGame
		ts.Check(json.Unmarshal([]byte(line), &g))
		games = append(games, g)
		if g.Verdict != "legal" && g.Verdict != "repaired" {
			want = exitFaults
		}
	}
	if code != want || errs.Len() > 0 {
		ts.Fatalf("exit code %d, where the verdicts want %d: %s%s", code, want, &errs, &out)
	}
	*ts.Value(checkedGames{}).(*[]scriptGame) = games
}

// checkedGames is the key of the games that a script checked last.
type checkedGames struct{}

// scriptGame has what a script can check in a line of JSON.
type scriptGame struct {
	Variant, White, Black, Result, Verdict string
	Plies                                  int
	Moves                                  []string
	Faults                                 []struct {
		Code string
		Ply  int
	}
}

// checkGame is the script command "game I/N NAME=VALUE...": the last check
// printed N games, and the I-th has these values. Names are white, black, result,
// variant, verdict, plies, moves (in full, up to the fault), fault (PLY:CODE, any fault of the
// game), faults (how many, including remarks) and whole (PLIES:PLY, all moves, or else a fault at
// PLY at the latest). A bar separates alternative values. Without a verdict, the game must be
// legal or repaired.
func checkGame(ts *testscript.TestScript, _ bool, args []string) {
	which, of, _ := strings.Cut(args[0], "/")
	i, err := strconv.Atoi(which)
	ts.Check(err)
	games := *ts.Value(checkedGames{}).(*[]scriptGame)
	if strconv.Itoa(len(games)) != of {
		ts.Fatalf("%d games, and not %s", len(games), of)
	}
	g := games[i-1]
	wants := append([]string{}, args[1:]...)
	if !slices.ContainsFunc(wants, func(w string) bool { return strings.HasPrefix(w, "verdict=") || strings.HasPrefix(w, "whole=") }) {
		wants = append(wants, "verdict=legal|repaired")
	}
	for _, want := range wants {
		name, value, _ := strings.Cut(want, "=")
		if !slices.ContainsFunc(strings.Split(value, "|"), func(v string) bool { return g.has(ts, name, v) }) {
			ts.Fatalf("game %d has not %s: %+v", i, want, g)
		}
	}
}

// has reports whether the game has this value of that name.
func (g *scriptGame) has(ts *testscript.TestScript, name, value string) bool {
	faultAt := func(ply, code string) bool {
		for _, f := range g.Faults {
			if strconv.Itoa(f.Ply) == ply && f.Code == code {
				return true
			}
		}
		return false
	}
	before, after, _ := strings.Cut(value, ":")
	switch name {
	case "variant":
		return g.Variant == value
	case "white":
		return g.White == value
	case "black":
		return g.Black == value
	case "result":
		return g.Result == value
	case "verdict":
		return g.Verdict == value
	case "plies":
		return strconv.Itoa(g.Plies) == value
	case "moves":
		return strings.Join(g.Moves, " ") == value
	case "fault":
		return faultAt(before, after)
	case "faults": // of all kinds, including remarks
		return strconv.Itoa(len(g.Faults)) == value
	case "whole":
		if g.Verdict == "legal" || g.Verdict == "repaired" {
			return strconv.Itoa(g.Plies) == before
		}
		latest, err := strconv.Atoi(after)
		ts.Check(err)
		return g.Plies < latest && len(g.Faults) > 0
	}
	ts.Fatalf("no game has a %q", name)
	return false
}
