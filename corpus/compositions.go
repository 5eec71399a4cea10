package corpus

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/stolb/stolb/record"
)

// CompositionCase is a composition with its solution in abbreviated notation, and
// what judging it must come to.
type CompositionCase struct {
	Name     string
	Source   string // the paragraph
	Note     string
	Variant  record.Variant
	Position string // as printed, a line
	Solution string // as printed
	Verdict  string // legal, illegal, unreadable
	Moves    []string
	Fault    string // the code of the fault that stops it, "" for none
	Written  string // the solution as it is to be written, "" for none that is legal
}

// Text is the composition as it is read: the solution in a line of its own, or
// behind the slash with which the position ends.
func (c *CompositionCase) Text() string {
	if strings.HasSuffix(c.Position, "/") {
		return c.Position + " " + c.Solution + "\n"
	}
	return c.Position + "\n" + c.Solution + "\n"
}

// Compositions returns the compositions of the rule books.
func Compositions() []CompositionCase { return slices.Clone(must(loadCompositions())) }

var loadCompositions = sync.OnceValues(func() ([]CompositionCase, error) {
	return load([]string{"compositions.rec"}, decodeComposition)
})

func decodeComposition(e *entry) (CompositionCase, error) {
	var c CompositionCase
	err := e.decode("composition", map[string]func(string) error{
		"composition": text(&c.Name),
		"source":      text(&c.Source),
		"note":        text(&c.Note),
		"position":    text(&c.Position),
		"solution":    text(&c.Solution),
		"verdict":     text(&c.Verdict),
		"fault":       text(&c.Fault),
		"written":     text(&c.Written),
		"variant": func(value string) (err error) {
			c.Variant, err = record.ParseVariant(value)
			return err
		},
		"moves": func(value string) error {
			if c.Moves = strings.Fields(value); len(c.Moves) == 0 {
				return fmt.Errorf("no moves")
			}
			return nil
		},
	}, "source", "variant", "position", "solution", "verdict")
	return c, err
}
