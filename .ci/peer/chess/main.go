// Command chess is a peer of stolb for .ci/peers: chess games read and played by a Go
// library, github.com/corentings/chess. It makes the games, too.
//
//	chess generate GAMES SEED > games.pgn
//	chess check games.pgn
package main

import (
	"bufio"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/corentings/chess/v2"
)

// mostPlies is how long a game is at most: a random one hardly ends of itself.
const mostPlies = 90

func main() {
	log.SetFlags(0)
	switch {
	case len(os.Args) == 4 && os.Args[1] == "generate":
		games, err := strconv.Atoi(os.Args[2])
		if err != nil {
			log.Fatal(err)
		}
		seed, err := strconv.ParseUint(os.Args[3], 10, 64)
		if err != nil {
			log.Fatal(err)
		}
		if err := generate(games, seed); err != nil {
			log.Fatal(err)
		}
	case len(os.Args) == 3 && os.Args[1] == "check":
		if err := check(os.Args[2]); err != nil {
			log.Fatal(err)
		}
	default:
		log.Fatal("chess generate GAMES SEED, or chess check FILE")
	}
}

// generate writes games of random legal moves.
func generate(games int, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 0))
	out := bufio.NewWriter(os.Stdout)
	var notation chess.AlgebraicNotation
	for n := range games {
		fmt.Fprintf(out, "[Event \"Random\"]\n[Site \"?\"]\n[Date \"2026.01.01\"]\n[Round \"%d\"]\n[White \"Player %d\"]\n[Black \"Player %d\"]\n[Result \"*\"]\n\n", n+1, 2*n, 2*n+1)
		p := chess.StartingPosition()
		column := 0
		word := func(text string) {
			if column+1+len(text) > 79 {
				out.WriteByte('\n')
				column = 0
			} else if column > 0 {
				out.WriteByte(' ')
				column++
			}
			out.WriteString(text)
			column += len(text)
		}
		for ply := range mostPlies {
			moves := p.ValidMoves()
			if len(moves) == 0 {
				break
			}
			if ply%2 == 0 {
				word(strconv.Itoa(ply/2+1) + ".")
			}
			m := &moves[random.IntN(len(moves))]
			word(notation.Encode(p, m))
			p = p.Update(m)
		}
		word("*")
		out.WriteString("\n\n")
	}
	return out.Flush()
}

// check reads and plays the games of a file, and says how many there were and how
// many plies.
func check(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	games, plies := 0, 0
	for scanner := chess.NewScanner(bufio.NewReaderSize(file, 1<<20)); scanner.HasNext(); {
		g, err := scanner.ParseNext()
		if err != nil {
			return err
		}
		games++
		plies += len(g.Moves())
	}
	_, err = fmt.Println(games, plies)
	return err
}
