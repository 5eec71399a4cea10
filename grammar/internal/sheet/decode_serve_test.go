package sheet_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/internal/sheet"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// TestMain lets the tests of the command, which have the scripts and the damaged files,
// ask the decoder: with STOLB_DECODER set the program answers each line of its input, a
// text, with one of its output, the games that the decoder reads in it.
func TestMain(m *testing.M) {
	if os.Getenv("STOLB_DECODER") == "" {
		os.Exit(m.Run())
	}
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), json.NewEncoder(os.Stdout)
	for {
		var asked struct {
			Text    []byte
			Variant string
		}
		if err := in.Decode(&asked); err == io.EOF {
			return
		} else if err != nil {
			panic(err)
		}
		v, _ := record.ParseVariant(asked.Variant)
		if err := out.Encode(answer(asked.Text, v)); err != nil {
			panic(err)
		}
	}
}

// answeredGame is a game as stolb check tells it in JSON, as far as tests ask.
type answeredGame struct {
	Game                                   int
	Variant, White, Black, Result, Verdict string
	Plies                                  int
	Moves                                  []string
	Faults                                 []answeredFault
}

type answeredFault struct {
	Code              string
	Ply, Line, Column int
	Word              string
}

// answer returns the games that the decoder reads in a text, nil where it is no text of
// sheets alone.
func answer(text []byte, asked record.Variant) (games []answeredGame) {
	decoded, ok := sheets(text)
	if !ok {
		return nil
	}
	games = []answeredGame{}
	for i, g := range sheet.DecodeGames(decoded, asked) {
		r := replay.Judge(g, asked)
		x := answeredGame{Game: i + 1, Variant: r.Variant.String(), White: g.Tag("White"), Black: g.Tag("Black"), Result: g.Result.String(), Verdict: r.Verdict.String(), Plies: len(r.Moves), Moves: r.Moves}
		for _, f := range r.Faults {
			p := g.Place(f.At)
			x.Faults = append(x.Faults, answeredFault{string(f.Code), f.Ply, p.Line, p.Column, f.Word})
		}
		games = append(games, x)
	}
	return games
}

// sheets returns a text as UTF-8, and whether the cutter takes all of it for sheets.
func sheets(text []byte) (string, bool) {
	c, err := grammar.NewCutter(strings.NewReader(string(text)), "-", "")
	if err != nil {
		return "", false
	}
	var whole strings.Builder
	for {
		chunk, err := c.Next()
		if err == io.EOF {
			return whole.String(), whole.Len() > 0
		}
		if err != nil || chunk.Format != grammar.Sheet {
			return "", false
		}
		whole.WriteString(chunk.Text)
	}
}
