package corpus

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
)

// Damage is a kind of damage to written games, as in damage.toml; unneeded fields are empty.
type Damage struct {
	Name string
	By   string // the code that applies it: generate, measure, respelling or text; see damage.toml

	Verdict string      // of a generated game with this damage
	Code    record.Code // of its fault

	On, Want string // the games that can have this damage, and the expected reading of them

	Replace, Numeric []string // characters, each followed by its replacement; Numeric is for boards with numbers

	Texts  []string           // one of them is written
	Rates  map[string]float64 // probabilities of random damage, from 0 to 1
	Hand   map[string]string  // what a hand writes for a character, with the rate in Rates
	Traits []string           // of the damaged sheets
}

// Damages returns the kinds with the given value of By, in the order of the file.
func Damages(by string) []Damage {
	all := load[Damage](files, "damage", "damage.toml")
	return slices.DeleteFunc(all, func(d Damage) bool { return d.By != by })
}

// Respell returns the word with characters replaced, by Numeric if set on boards with numbers.
func (d *Damage) Respell(word string, b record.Board) string {
	pairs := d.Replace
	if d.Numeric != nil && b.Numbering == record.Numeric {
		pairs = d.Numeric
	}
	return strings.NewReplacer(pairs...).Replace(word)
}

// DamageTexts returns the texts of the kind with the name whose By is text. It panics if there is
// none.
func DamageTexts(name string) []string {
	for _, d := range Damages("text") {
		if d.Name == name {
			return d.Texts
		}
	}
	panic("corpus: no texts " + name + " in damage.toml")
}
