package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The damages that people and scanners do to records, planted into files whose truth is known. A
// file has three games, and the middle one is damaged. The same must hold for all (see
// damaged.judge):
//   - as many games are found as were written;
//   - the neighbours are legal, with their names, results and all their moves;
//   - the damaged game has all its moves, or a fault at the damaged ply and its moves up to there;
//   - it is never legal with other moves.
//
// damage_game_test.go writes the games. A damage is an entry of one of the damageLists in the
// other files damage_*_test.go, with what is written from corpus/damage.toml.
//
//	go test ./cmd/stolb -run Damage/lines
//	go test ./cmd/stolb -run Damage -damage.cases 1000 -damage.seed 7
var (
	damageCases = flag.Int("damage.cases", 1, "how many files are hurt by each damage; 4 where -thorough asks for more")
	damageSeed  = flag.Uint64("damage.seed", 1, "other files for every other")
	damageShow  = flag.Int("damage.show", 1, "how many files are shown of those that a damage makes misread")
)

// damage is a way to damage a game.
type damage struct {
	name string
	// on reports whether a sheet can be damaged so; nil for all.
	on func(s *style) bool
	// hurt changes c.games[1], or the file, and c.want; it returns false if this game cannot be
	// damaged so.
	hurt func(c *damaged) bool
}

// want is what must be read of the damaged game.
type want struct {
	// ply is the first damaged ply, from 1: the game has all its moves or a fault there. With 0
	// the damage can be read: the game must have all its moves, and be legal or repaired.
	ply int
	// early is how many plies before ply the fault may also be.
	early int
	// told means that the damage must be reported: the text cannot be understood, even if the
	// move is found.
	told bool
	// lost means that the move at ply cannot be known: only a fault there is right.
	lost bool
	// also are further plies that cannot be read and must be reported.
	also []int
	// or is another valid reading of the moves.
	or []string
	// nameless and anyResult mean that the game's head, or its result, is damaged: it may be
	// missing, or read as anything.
	nameless, anyResult bool
}

// damageList are damages of one part of a file.
type damageList struct {
	name    string
	damages []damage
}

// damageLists returns the damages by what they damage. It is not a variable, because every command
// of a script would read the corpus to fill it.
func damageLists() []damageList {
	return []damageList{
		{"nothing", []damage{{"as written", nil, func(*damaged) bool { return true }}}},
		{"illegible", illegibleDamages()},
		{"words", wordDamages()},
		{"rows", rowDamages()},
		{"brackets", bracketDamages()},
		{"remarks", remarkDamages()},
		{"heads", headDamages()},
		{"results", resultDamages()},
		{"files", fileDamages()},
		{"pdn", pdnDamages()},
	}
}

func TestDamage(t *testing.T) {
	for _, list := range damageLists() {
		t.Run(list.name, func(t *testing.T) {
			for _, d := range list.damages {
				t.Run(d.name, func(t *testing.T) { testDamage(t, list.name, &d) })
			}
		})
	}
}

// testDamage damages files in one way and has each of them read.
func testDamage(t *testing.T, list string, d *damage) {
	seed := fnv.New64a()
	seed.Write([]byte(list + "/" + d.name))
	random := rand.New(rand.NewPCG(*damageSeed, seed.Sum64()))
	made, wrong, cases := 0, 0, *damageCases
	if *thorough {
		cases = max(cases, 4)
	}
	for range 400 * cases {
		if made == cases {
			break
		}
		s := newStyle(random)
		if d.on != nil && !d.on(s) {
			continue
		}
		c := newDamaged(t, random, s)
		if !d.hurt(c) {
			continue
		}
		made++
		text := c.text()
		problem := c.judge(t, text)
		if problem == "" {
			continue
		}
		if wrong++; wrong <= *damageShow {
			t.Errorf("%s\n%s\nIn:\n%s", problem, c, strings.ReplaceAll(text, "\r", "\\r"))
		}
	}
	require.NotZero(t, made, "no sheet can be hurt so")
	t.Logf("%s/%s: right %d of %d", list, d.name, made-wrong, made)
}

// readGames returns the command's lines of JSON for a text, one per game.
func readGames(t *testing.T, text []byte, args ...string) []gameJSON {
	var out, errs bytes.Buffer
	code := run(append([]string{"check", "--format", "json", "-"}, args...), bytes.NewReader(text), &out, &errs)
	require.NotEqual(t, exitFailed, code, "%s\n%s", &errs, text)
	var games []gameJSON
	for line := range strings.Lines(out.String()) {
		var game gameJSON
		require.NoError(t, json.Unmarshal([]byte(line), &game))
		games = append(games, game)
	}
	return games
}

// stoppingCodes are the codes of faults after which no move is played; that of a column may be
// before any ply.
var stoppingCodes = []string{"illegal-move", "ambiguous-move", "column-length", "unreadable-word", "illegible-move", "syntax"}

// judge reads the text and describes what was read wrongly, or returns "".
func (c *damaged) judge(t *testing.T, text string) string {
	var args []string
	if !c.named {
		args = []string{"--variant", c.variant.String()}
	}
	encoded := []byte(text)
	if c.encode != nil {
		encoded = c.encode(text)
	}
	read := readGames(t, encoded, args...)
	problem := c.compare(read, text)
	if problem == "" {
		return ""
	}
	var told strings.Builder
	for i := range read {
		g := &read[i]
		fmt.Fprintf(&told, "  %d: line %d: %s – %s, %q, %s, %v\n", g.Game, g.Line, g.White, g.Black, g.Result, g.Verdict, g.Moves)
		for _, f := range g.Faults {
			fmt.Fprintf(&told, "     %d:%d ply %d %s %q %s\n", f.Line, f.Column, f.Ply, f.Code, f.Word, f.Message)
		}
	}
	return fmt.Sprintf("%s\nRead:\n%s", problem, &told)
}

func (c *damaged) compare(read []gameJSON, text string) string {
	if len(read) != len(c.games) {
		return fmt.Sprintf("%d games read of %d", len(read), len(c.games))
	}
	for i, g := range c.games {
		r := &read[i]
		if r.Variant != c.variant.String() {
			return fmt.Sprintf("game %d is taken for %s", i+1, r.Variant)
		}
		hurt := i == hurtGame
		if (!sameName(r.White, g.white) || !sameName(r.Black, g.black)) && !(hurt && c.want.nameless) {
			return fmt.Sprintf("the names of game %d are %q and %q", i+1, r.White, r.Black)
		}
		// A game that was broken off has no result or a star.
		if strings.Trim(r.Result, "*") != strings.Trim(g.result, "*") && !(hurt && c.want.anyResult) {
			return fmt.Sprintf("the result of game %d is %q, not %q", i+1, r.Result, g.result)
		}
		if hurt {
			if problem := c.hurtGame(r, text); problem != "" {
				return problem
			}
		} else if r.Verdict != "legal" || !slices.Equal(r.Moves, g.moves) {
			return fmt.Sprintf("the neighbour, game %d, is %s with %d plies of %d", i+1, r.Verdict, len(r.Moves), len(g.moves))
		}
	}
	return ""
}

// sameName compares names; a final full stop may be the sentence's.
func sameName(a, b string) bool { return strings.TrimRight(a, ". ") == strings.TrimRight(b, ". ") }

// hurtGame describes what was read wrongly of the damaged game.
func (c *damaged) hurtGame(r *gameJSON, text string) string {
	w, moves := &c.want, c.games[hurtGame].moves
	switch r.Verdict {
	case "legal", "repaired":
		switch {
		case w.or != nil && slices.Equal(r.Moves, w.or):
			return ""
		case !slices.Equal(r.Moves, moves):
			return fmt.Sprintf("%s with other moves than the game's", r.Verdict)
		case w.lost:
			return fmt.Sprintf("%s, though nobody can know ply %d", r.Verdict, w.ply)
		case w.told && r.Verdict == "legal":
			return fmt.Sprintf("legal, and nothing told of ply %d", w.ply)
		}
		return ""
	}
	if w.ply == 0 {
		return fmt.Sprintf("%s, though the moves can be made out", r.Verdict)
	}
	if !w.lost && slices.Equal(r.Moves, moves) && slices.ContainsFunc(r.Faults, func(f faultJSON) bool { return f.Ply == 0 && slices.Contains(stoppingCodes, f.Code) }) {
		return "" // a fault of the game, not of a ply
	}
	if n := len(r.Moves); n > w.ply-1 || n < w.ply-1-w.early || n > len(moves) || !slices.Equal(r.Moves, moves[:n]) {
		return fmt.Sprintf("%d moves before the fault, which is at ply %d, or others than the game's", n, w.ply)
	}
	line := c.line(text)
	var plies []int
	found := false
	for _, f := range r.Faults {
		if !slices.Contains(stoppingCodes, f.Code) {
			continue
		}
		plies = append(plies, f.Ply)
		if f.Ply <= w.ply && f.Ply >= w.ply-w.early || f.Ply == 0 && f.Code != "illegal-move" {
			found = true
			if f.Ply == w.ply && line > 0 && f.Line != line {
				return fmt.Sprintf("the fault at ply %d is on line %d, but it is told of line %d", w.ply, line, f.Line)
			}
		}
	}
	if !found {
		return fmt.Sprintf("no fault at ply %d, but at %v", w.ply, plies)
	}
	for _, ply := range w.also {
		if !slices.Contains(plies, ply) {
			return fmt.Sprintf("nothing told of ply %d, which cannot be read either: faults at %v", ply, plies)
		}
	}
	return ""
}
