package find_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/stats/find"
)

const games = `[White "Иванов"]
[Black "Петров"]
[Variant "bashni"]

1. c3-b4 b6-c5 2. b4-a5 *

[White "Сидоров"]
[Black "Коваль"]
[Variant "bashni"]

1. c3-d4 b6-a5 2. d4-c5 d6:b4 3. a3:c5 *
`

// Where in the games of a text one captures what has captured.
func Example() {
	q, err := find.Parse("captures then captures over the same tower within 1 ply", nil)
	if err != nil {
		log.Fatal(err)
	}
	s := find.NewSearcher(q, false)
	in := convert.OpenReader(strings.NewReader(games), "games.pdn", convert.Options{})
	for r, err := range convert.Judge(context.Background(), in) {
		if err != nil {
			log.Fatal(err)
		}
		if s.Judged(r) {
			for _, at := range s.Moments {
				fmt.Println(r.Game.Tag("White"), r.Moves[at])
			}
		}
	}
	// Output:
	// Сидоров d6:b4
}

// An index answers what it knows without reading the games.
func ExampleBuildIndex() {
	file, err := os.CreateTemp("", "*.idx")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(file.Name())
	defer file.Close()
	in := convert.OpenReader(strings.NewReader(games), "games.pdn", convert.Options{})
	newWorker := func() func(*convert.Entry, *find.Entry) {
		return func(in *convert.Entry, out *find.Entry) { out.Fill(&in.Chunk, in.Judge()) }
	}
	err = find.BuildIndex(file, record.UnknownVariant, func(add func(*find.Entry) error) error {
		for game, err := range convert.Each(context.Background(), in, newWorker) {
			if err != nil {
				return err
			}
			if err := add(game); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	x, err := find.OpenIndex(file.Name())
	if err != nil {
		log.Fatal(err)
	}
	defer x.Close()
	q, err := find.Parse(`player "иванов"`, nil)
	if err != nil {
		log.Fatal(err)
	}
	found, _, known, err := x.Count(context.Background(), q)
	fmt.Println(found, "of", x.Games, known, err)
	// Output:
	// 1 of 2 true <nil>
}
