package sheet_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/grammar/internal/sheet"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// TestMain lets the tests of the command, which have the scripts and the damaged files,
// ask the decoder. Where STOLB_DECODER is "serve" the program answers each line of its
// input, a text, with one of its output, the games that the decoder reads in it, and says
// in the end how fast that was. Where it is "path" it prints the reading of its input.
func TestMain(m *testing.M) {
	switch os.Getenv("STOLB_DECODER") {
	case "serve":
		serve()
	case "path":
		text, err := io.ReadAll(os.Stdin)
		if err != nil {
			panic(err)
		}
		v, _ := record.ParseVariant(os.Getenv("STOLB_VARIANT"))
		fmt.Print(sheet.NewDecoder().Path(string(text), v))
		for _, g := range answer(text, v) {
			fmt.Printf("%+v\n", g)
		}
	default:
		os.Exit(m.Run())
	}
}

func serve() {
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), json.NewEncoder(os.Stdout)
	for {
		var asked struct {
			Text    []byte
			Variant string
			Cost    string // to be set to Value; where there is no text all costs are told
			Value   float64
		}
		if err := in.Decode(&asked); err == io.EOF {
			break
		} else if err != nil {
			panic(err)
		}
		if asked.Text == nil {
			if err := out.Encode(sheet.SetCost(asked.Cost, asked.Value)); err != nil {
				panic(err)
			}
			continue
		}
		v, _ := record.ParseVariant(asked.Variant)
		if err := out.Encode(answer(asked.Text, v)); err != nil {
			panic(err)
		}
	}
	seconds := served.took.Seconds()
	fmt.Fprintf(os.Stderr, "%d games, %d bytes, %v, %.0f games/s, %.2f MB/s\n", served.games, served.bytes,
		served.took, float64(served.games)/seconds, float64(served.bytes)/1e6/seconds)
}

var decoder = sheet.NewDecoder()

// served is what was read, and how long that took.
var served struct {
	games, bytes int
	took         time.Duration
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
	begin := time.Now()
	read := decoder.Games(decoded, asked)
	served.took += time.Since(begin)
	served.games += len(read)
	served.bytes += len(decoded)
	for i, g := range read {
		r := replay.Judge(g, asked)
		x := answeredGame{
			Game: i + 1, Variant: r.Variant.String(), White: g.Tag("White"), Black: g.Tag("Black"),
			Result: g.Result.String(), Verdict: r.Verdict.String(), Plies: len(r.Moves), Moves: r.Moves,
		}
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
