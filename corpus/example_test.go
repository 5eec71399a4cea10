package corpus_test

import (
	"fmt"
	"log"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// Ten random games are all legal.
func ExampleGenerator() {
	g, err := corpus.NewGenerator(record.Adiukh, 1)
	if err != nil {
		log.Fatal(err)
	}
	legal := 0
	for range 10 {
		if replay.Judge(g.Next(), record.UnknownVariant).Verdict == replay.Legal {
			legal++
		}
	}
	fmt.Println(legal)
	// Output:
	// 10
}
