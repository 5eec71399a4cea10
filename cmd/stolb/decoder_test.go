package main

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
)

// The rates at which the reader of sheets is right: for the scripts
// testdata/script/reader-*.txt, the damaged files of TestDamage, and two kinds of sheets that are
// easily misread.
//
//	go test ./cmd/stolb -run TestDecoder/damage -v -damage.seed 7 -decoder.cases 4
var (
	decoderCases = flag.Int("decoder.cases", 0, "files of each damage, and of each kind of blocks and sentences")
	decoderShow  = flag.Int("decoder.show", 0, "how many failures of each kind are shown")
	decoderOnly  = flag.String("decoder.only", "", "the one family of scripts or damages")
)

// decoder reads with the command.
type decoder struct{}

// read returns the games of a text. ok is false if it is not only sheets.
func (d *decoder) read(t *testing.T, text []byte, variant string) (games []gameJSON, ok bool) {
	cutter, err := grammar.NewCutter(bytes.NewReader(text), "-", "")
	require.NoError(t, err)
	if c, err := cutter.Next(); err != nil || c.Format != grammar.Sheet {
		return nil, false
	}
	args := []string{}
	if variant != "" {
		args = []string{"--variant", variant}
	}
	return readGames(t, text, args...), true
}

func TestDecoder(t *testing.T) {
	d := new(decoder)
	if *thorough || *decoderCases > 0 || *decoderOnly != "" { // TestDamage and TestScripts check each of these texts anyway
		t.Run("damage", d.testDamage)
		t.Run("scripts", d.testScripts)
	}
	t.Run("blocks", d.testBlocks)
	t.Run("sentences", d.testSentences)
}

// rate counts right results by kind.
type rate struct {
	right, made, silent int
	shown               int
}

func (r *rate) add(problem string, text string) {
	r.made++
	if problem == "" {
		r.right++
		return
	}
	if isSilent(problem) {
		r.silent++
	}
	if r.shown++; r.shown <= *decoderShow {
		fmt.Printf("--- %s\n%s\n", problem, text)
	}
}

// isSilent reports whether a problem is a wrong game without any fault.
func isSilent(problem string) bool {
	return strings.Contains(problem, "with other moves than the game's") || strings.HasPrefix(problem, "legal, ")
}

func (r rate) String() string {
	return fmt.Sprintf("right %d of %d, %.2f %%, silent %d", r.right, r.made, 100*float64(r.right)/float64(max(1, r.made)), r.silent)
}

// rates are the rates of several kinds, and of all.
type rates struct {
	of   map[string]*rate
	all  rate
	keys []string
}

func (r *rates) add(kind, problem, text string) {
	if r.of == nil {
		r.of = map[string]*rate{}
	}
	if r.of[kind] == nil {
		r.of[kind] = new(rate)
		r.keys = append(r.keys, kind)
	}
	r.of[kind].add(problem, text)
	r.all.made++
	if problem == "" {
		r.all.right++
	} else if isSilent(problem) {
		r.all.silent++
	}
}

func (r *rates) log(t *testing.T) {
	for _, k := range r.keys {
		t.Logf("%-14s %v", k, *r.of[k])
	}
	t.Logf("%-14s %v", "all", r.all)
}

// testDamage has the decoder read damaged files, except those of PDN.
func (d *decoder) testDamage(t *testing.T) {
	rates := d.damage(t, *damageSeed)
	rates.log(t)
	if *decoderOnly == "" {
		require.Greater(t, float64(rates.all.right), .985*float64(rates.all.made))
		require.LessOrEqual(t, rates.all.silent, 1+rates.all.made/300)
	}
}

func (d *decoder) damage(t *testing.T, seed uint64) (rates rates) {
	for _, list := range damageLists() {
		if list.name == "pdn" || *decoderOnly != "" && *decoderOnly != list.name {
			continue
		}
		for _, k := range list.damages {
			name := fnv.New64a()
			name.Write([]byte(list.name + "/" + k.name))
			random := rand.New(rand.NewPCG(seed, name.Sum64()))
			cases := max(1, *decoderCases)
			for range 400 * cases {
				s := newStyle(random)
				if k.on != nil && !k.on(s) || s.layout == corpus.PDN {
					continue
				}
				c := newDamaged(t, random, s)
				if !k.hurt(c) {
					continue
				}
				text := c.text()
				rates.add(list.name, c.decoded(t, d, text), k.name+"\n"+c.String()+"\n"+text)
				if cases--; cases == 0 {
					break
				}
			}
		}
	}
	return rates
}

// decoded describes what the decoder reads wrongly of a file, or returns "".
func (c *damaged) decoded(t *testing.T, d *decoder, text string) string {
	encoded := []byte(text)
	if c.encode != nil {
		encoded = c.encode(text)
	}
	variant := ""
	if !c.named {
		variant = c.variant.String()
	}
	games, ok := d.read(t, encoded, variant)
	if !ok {
		return ""
	}
	problem := c.compare(games, text)
	if problem != "" && *decoderShow > 0 {
		for _, g := range games {
			problem += fmt.Sprintf("\n  %s – %s, %q, %s, %v", g.White, g.Black, g.Result, g.Verdict, g.Moves)
			for _, f := range g.Faults {
				problem += fmt.Sprintf("\n    %d:%d ply %d %s %q", f.Line, f.Column, f.Ply, f.Code, f.Word)
			}
		}
	}
	return problem
}

// testScripts has the decoder read the texts of the scripts of the reader.
func (d *decoder) testScripts(t *testing.T) {
	rates := d.scripts(t)
	rates.log(t)
	if *decoderOnly == "" {
		require.Greater(t, float64(rates.all.right), .925*float64(rates.all.made))
	}
}

func (d *decoder) scripts(t *testing.T) (rates rates) {
	files, err := filepath.Glob("testdata/script/reader-*.txt")
	require.NoError(t, err)
	for _, file := range files {
		family := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "reader-"), ".txt")
		if *decoderOnly != "" && *decoderOnly != family {
			continue
		}
		for _, c := range scriptCases(t, file) {
			games, ok := d.read(t, c.text, c.variant)
			if !ok {
				continue
			}
			problem := ""
			for _, want := range c.wants {
				if problem == "" {
					problem = wantedOf(games, want)
				}
			}
			rates.add(family, problem, c.name+"\n"+string(c.text))
		}
	}
	return rates
}

// TestLineEnds reads the texts of the scripts with the line ends of Windows, and one in eight with
// spaces at the ends of lines.
func TestLineEnds(t *testing.T) {
	files, err := filepath.Glob("testdata/script/reader-*.txt")
	require.NoError(t, err)
	n := 0
	for _, file := range files {
		for _, c := range scriptCases(t, file) {
			if n++; n%4 != 0 && !*thorough {
				continue
			}
			end := "\r\n"
			if n%8 == 0 {
				end = "  \n"
			}
			text := strings.ReplaceAll(strings.ReplaceAll(string(c.text), "\r\n", "\n"), "\n", end)
			var args []string
			if c.variant != "" {
				args = []string{"--variant", c.variant}
			}
			games := readGames(t, []byte(text), args...)
			for _, want := range c.wants {
				require.Emptyf(t, wantedOf(games, want), "%s, %s", file, c.name)
			}
		}
	}
}

// scriptCase is a text that a script checks, with what its games must be.
type scriptCase struct {
	name    string
	text    []byte
	variant string
	wants   [][]string
}

// scriptCases returns the plain checks of a script.
func scriptCases(t *testing.T, file string) (cases []scriptCase) {
	a, err := txtar.ParseFile(file)
	require.NoError(t, err)
	texts := map[string][]byte{}
	for _, f := range a.Files {
		texts[f.Name] = f.Data
	}
	plain := false
	for line := range strings.Lines(string(a.Comment)) {
		args := scriptArgs(line)
		switch {
		case len(args) == 0 || strings.HasPrefix(args[0], "#"):
		case args[0] == "check":
			c := scriptCase{name: args[len(args)-1], text: texts[args[len(args)-1]]}
			if plain = c.text != nil && (len(args) == 2 || len(args) == 4 && args[1] == "--variant"); plain {
				if len(args) == 4 {
					c.variant = args[2]
				}
				cases = append(cases, c)
			}
		case args[0] == "game" && plain:
			c := &cases[len(cases)-1]
			c.wants = append(c.wants, args[1:])
		default:
			plain = false
		}
	}
	return slices.DeleteFunc(cases, func(c scriptCase) bool { return c.wants == nil })
}

// scriptArgs splits a line of a script into its words.
func scriptArgs(line string) (args []string) {
	for rest := strings.TrimSpace(line); rest != ""; rest = strings.TrimLeft(rest, " ") {
		arg := ""
		for rest != "" && rest[0] != ' ' {
			part := rest
			if rest[0] == '\'' {
				part, rest, _ = strings.Cut(rest[1:], "'")
			} else if n := strings.IndexAny(rest, " '"); n >= 0 {
				part, rest = rest[:n], rest[n:]
			} else {
				rest = ""
			}
			arg += part
		}
		args = append(args, arg)
	}
	return args
}

// wantedOf describes what games lack that a line "game" of a script wants, or returns "".
func wantedOf(games []gameJSON, args []string) string {
	which, of, _ := strings.Cut(args[0], "/")
	i, _ := strconv.Atoi(which)
	if strconv.Itoa(len(games)) != of {
		return fmt.Sprintf("%d games, and not %s", len(games), of)
	}
	r := &games[i-1]
	g := scriptGame{Variant: r.Variant, White: r.White, Black: r.Black, Result: r.Result, Verdict: r.Verdict, Plies: r.Plies, Moves: r.Moves}
	for _, f := range r.Faults {
		g.Faults = append(g.Faults, struct {
			Code string
			Ply  int
		}{f.Code, f.Ply})
	}
	wants := args[1:]
	if !slices.ContainsFunc(wants, func(w string) bool { return strings.HasPrefix(w, "verdict=") || strings.HasPrefix(w, "whole=") }) {
		wants = append(slices.Clone(wants), "verdict=legal|repaired")
	}
	for _, want := range wants {
		name, value, _ := strings.Cut(want, "=")
		if slices.ContainsFunc(strings.Split(value, "|"), func(v string) bool { return g.has(nil, name, v) }) {
			continue
		}
		problem := ""
		if g.Verdict == "legal" && (name == "verdict" || name == "plies" || name == "moves" || name == "fault") {
			problem = "legal, "
		}
		return problem + fmt.Sprintf("game %d has not %s: %s %s-%s %q %d %v %v", i, want, g.Verdict, g.White, g.Black, g.Result, g.Plies, g.Moves, g.Faults)
	}
	return ""
}

// testBlocks has the decoder read sheets with rows beside each other, "1. a b   5. c d", with
// numbers of their own.
func (d *decoder) testBlocks(t *testing.T) {
	var rates rates
	for _, blocks := range []int{2, 3, 4} {
		for _, between := range []string{"\t", "   ", " | ", "      ", "\t\t"} {
			d.readChanged(t, &rates, fmt.Sprintf("%d %q", blocks, between), func(c *damaged) bool {
				return !slices.ContainsFunc(c.games, func(g *writtenGame) bool { return !g.inBlocks(blocks, between) })
			})
		}
	}
	rates.log(t)
	require.Greater(t, float64(rates.all.right), .97*float64(rates.all.made))
}

// inBlocks puts the rows of a game beside each other. It returns false if the game is too short.
func (g *writtenGame) inBlocks(blocks int, between string) bool {
	height := (len(g.rows) + blocks - 1) / blocks
	if len(g.rows) < 2*blocks || (len(g.rows)+height-1)/height != blocks {
		return false
	}
	for i := height; i < len(g.rows); i++ {
		row, next := &g.rows[i%height], &g.rows[i]
		row.cells[len(row.cells)-1].text += between + next.number + next.cells[0].text
		row.cells = append(row.cells, next.cells[1:]...)
	}
	g.rows = g.rows[:height]
	return true
}

// testSentences has the decoder read sheets with a sentence that names a move that is legal next:
// between rows, below them and below the result.
func (d *decoder) testSentences(t *testing.T) {
	var rates rates
	for _, sentence := range []string{"Здесь %s давало выигрыш", "White planned %s", "Хорошо было бы и %s, но времени не хватало", "Тут можна було грати %s.", "Both players overlooked %s here", "Позже указали на %s"} {
		for _, where := range []string{"between", "below", "foot"} {
			d.readChanged(t, &rates, where, func(c *damaged) bool { return c.say(sentence, where) })
		}
	}
	rates.log(t)
	require.Greater(t, float64(rates.all.right), .97*float64(rates.all.made))
}

// say puts a sentence that names a legal move into the middle game. It returns false if there is
// no place for it.
func (c *damaged) say(sentence, where string) bool {
	g := c.game()
	row, ply := len(g.rows)-1, len(g.moves)
	if where == "between" {
		row = c.random.IntN(len(g.rows) - 1)
		ply = g.rows[row+1].cells[0].ply - 1
	}
	if ply >= len(g.positions) || where == "foot" && len(g.foot) == 0 {
		return false
	}
	p := g.positions[ply]
	legal := p.Moves(nil)
	if len(legal) == 0 {
		return false
	}
	said := fmt.Sprintf(sentence, fmt.Sprintf("%d. %s", ply/2+1, c.spell(p, &legal[c.random.IntN(len(legal))], legal)))
	switch where {
	case "between":
		g.rows[row+1].above = append(g.rows[row+1].above, said)
	case "below":
		g.foot = append([]string{said}, g.foot...)
	default:
		g.foot = append(g.foot, said)
	}
	return true
}

// readChanged has files read after one kind of change.
func (d *decoder) readChanged(t *testing.T, rates *rates, kind string, change func(c *damaged) bool) {
	random := rand.New(rand.NewPCG(*damageSeed, 1))
	cases := 2
	if *thorough {
		cases = 20
	}
	for made := 0; made < max(cases, *decoderCases); {
		s := newStyle(random)
		if s.layout != corpus.Table || s.number == "" {
			continue
		}
		c := newDamaged(t, random, s)
		if !change(c) {
			continue
		}
		made++
		text := c.text()
		rates.add(kind, c.decoded(t, d, text), c.String()+"\n"+text)
	}
}
