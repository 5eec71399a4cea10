package corpus

import (
	"fmt"
	"math/rand/v2"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// MaxPlies is the length at which a generated game is given up as a draw; most
// end on the board long before.
const MaxPlies = 300

// Generator makes random legal games of a variant, for tests and load. The
// same variant and seed make the same games on every machine. Not safe for
// concurrent use.
type Generator struct {
	rules  *replay.Rules
	random *rand.Rand
	legal  []replay.Move
	words  map[string]*record.Word
	text   []byte
	made   int
}

// NewGenerator returns a generator; the error says that the variant has no
// rules.
func NewGenerator(v record.Variant, seed uint64) (*Generator, error) {
	rules, err := replay.For(v)
	if err != nil {
		return nil, err
	}
	return &Generator{
		rules:  rules,
		random: rand.New(rand.NewPCG(seed, uint64(v))),
		words:  make(map[string]*record.Word),
	}, nil
}

// Next makes a game: each move is drawn evenly from the legal ones, until the
// side to move has none or the game has MaxPlies plies. Its moves are written
// in full, its tags name the players and the variant, its result is the
// board's. The words are shared between the games of the generator.
func (g *Generator) Next() *record.Game {
	v := g.rules.Variant
	g.made++
	game := &record.Game{
		Source:  record.Source{Number: g.made},
		Variant: v,
		Tags: []record.Tag{
			{Name: "White", Value: fmt.Sprintf("Игрок%d", 2*g.made-1)},
			{Name: "Black", Value: fmt.Sprintf("Игрок%d", 2*g.made)},
		},
		Plies: make([]record.Ply, 0, 80),
	}
	p := g.rules.Start()
	for len(game.Plies) < MaxPlies {
		g.legal = p.Moves(g.legal[:0])
		if len(g.legal) == 0 {
			break
		}
		m := &g.legal[g.random.IntN(len(g.legal))]
		w := g.word(p, m)
		game.Plies = append(game.Plies, record.Ply{Word: w, Len: len(w.Text)})
		p.Play(m)
	}
	game.Result = result(p)
	return game
}

func (g *Generator) word(p *replay.Position, m *replay.Move) *record.Word {
	g.text = p.AppendMove(g.text[:0], m, g.legal)
	w := g.words[string(g.text)]
	if w == nil {
		w = p.Word(m, g.legal)
		g.words[w.Text] = w
	}
	return w
}

// result is how the game ended on the board; a draw where it did not.
func result(p *replay.Position) record.Result {
	if p.Rules().Points {
		if !p.Over() {
			all := float64(p.Rules().Variant.Pieces())
			return record.Result{Outcome: record.Points, White: all, Black: all}
		}
		white, black := p.Points()
		return record.Result{Outcome: record.Points, White: float64(white), Black: float64(black)}
	}
	return record.Result{Outcome: p.Outcome()}
}
