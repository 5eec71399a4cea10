package corpus

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// MaxPlies is the length at which a generated game becomes a draw; most end far earlier.
const MaxPlies = 300

// Generator makes random games of a variant, for tests and load, as records or as text, legal or
// with known faults. The same variant, seed and number make the same game on every machine,
// independently of the games made before. It is not safe for concurrent use: give each goroutine
// its own Generator.
type Generator struct {
	// How Append writes games: by default as tables in full notation, without faults.
	Layout   string          // one of Layouts
	Notation replay.Notation // Full or Short; PDN always follows its standard
	Spoil    float64         // the share of games with a planted fault, 0 to 1

	rules  *replay.Rules
	seed   uint64
	random rand.PCG
	legal  []replay.Move
	text   []byte
	made   int

	// The game that Append writes.
	moves []replay.Move // set only if Spoil is positive
	words [][]byte
	arena []byte // holds the text of words
	line  []replay.Position
}

// NewGenerator returns a generator, or an error if the variant has no rules.
func NewGenerator(v record.Variant, seed uint64) (*Generator, error) {
	rules, err := replay.For(v)
	if err != nil {
		return nil, err
	}
	return &Generator{rules: rules, seed: seed, Layout: Table}, nil
}

// The streams of random numbers of a game: planting a fault does not change the other moves.
const (
	randomMoves  = 0
	randomFaults = 1
)

// begin seeds the random numbers for a game.
func (g *Generator) begin(number int, stream uint64) {
	// Odd multipliers separate the seeds of neighbouring games; PCG does the rest.
	g.random.Seed(g.seed^uint64(number)*0x9e3779b97f4a7c15, uint64(g.rules.Variant)<<1|stream)
	g.random.Uint64()
}

// draw returns a number from 0 to n-1; rand.IntN would differ on 32-bit machines.
func (g *Generator) draw(n int) int {
	high, _ := bits.Mul64(g.random.Uint64(), uint64(n))
	return int(high)
}

// Next makes the next game, beginning with number 1; see Game.
func (g *Generator) Next() *record.Game {
	g.made++
	return g.Game(g.made)
}

// Game makes the game with the given number: it draws each move from the legal ones, until the side
// to move has none or the game has MaxPlies plies. The moves are in full, the tags name the
// players, and the result is the board's.
func (g *Generator) Game(number int) *record.Game {
	white, black := players(number)
	game := &record.Game{
		Source:  record.Source{Number: number},
		Variant: g.rules.Variant,
		Tags:    []record.Tag{{Name: "White", Value: white}, {Name: "Black", Value: black}},
		Plies:   make([]record.Ply, 0, 80),
	}
	p := g.play(number, func(p *replay.Position, m *replay.Move, legal []replay.Move) {
		w := p.Word(m, legal)
		game.Plies = append(game.Plies, record.Ply{Word: w, Len: len(w.Text)})
	})
	game.Result = result(p)
	return game
}

// play plays a game, calls visit before each move is made, and returns the final position.
func (g *Generator) play(number int, visit func(p *replay.Position, m *replay.Move, legal []replay.Move)) *replay.Position {
	g.begin(number, randomMoves)
	p := g.rules.Start()
	for range MaxPlies {
		g.legal = p.Moves(g.legal[:0])
		if len(g.legal) == 0 {
			break
		}
		m := &g.legal[g.draw(len(g.legal))]
		visit(p, m, g.legal)
		p.Play(m)
	}
	return p
}

// players returns the names of a game's players.
func players(number int) (white, black string) {
	return fmt.Sprintf("Игрок%d", 2*number-1), fmt.Sprintf("Игрок%d", 2*number)
}

// result returns the result on the board; a game that has not ended is a draw.
func result(p *replay.Position) record.Result {
	if !p.Rules().Points {
		return record.Result{Outcome: p.Outcome()}
	}
	white, black := p.Points()
	if !p.Over() {
		white = p.Rules().Variant.Pieces()
		black = white
	}
	return record.Result{Outcome: record.Points, White: float64(white), Black: float64(black)}
}
