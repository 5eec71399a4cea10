package corpus

import (
	"slices"
	"strings"
	"sync"

	"github.com/stolb/stolb/record"
)

// Damage is a kind of damage to written games, as in damage.toml; empty is what it does not need.
type Damage struct {
	Name string
	By   string // what does it: generate, measure, respelling or text; see damage.toml

	Verdict string      // of a generated game into which it is planted
	Code    record.Code // of the fault there

	On, Want string // which games can be damaged so, and what must be read of them

	Replace, Numeric []string // characters, each followed by what is written for it; on boards with numbers

	Texts  []string           // of which one is written
	Rates  map[string]float64 // the probability of what is done at random, from 0 to 1
	Hand   map[string]string  // what a hand makes of a character, whose rate is in Rates
	Traits []string           // of the sheets that are damaged so
}

// Damages returns the kinds that are done in one way, in the order of the file.
func Damages(by string) []Damage {
	return slices.DeleteFunc(slices.Clone(damages()), func(d Damage) bool { return d.By != by })
}

// Respell returns a word with the characters replaced; on boards with numbers by Numeric, if any.
func (d *Damage) Respell(word string, b record.Board) string {
	pairs := d.Replace
	if d.Numeric != nil && b.Numbering == record.Numeric {
		pairs = d.Numeric
	}
	return strings.NewReplacer(pairs...).Replace(word)
}

// DamageTexts returns the texts of the kind of that name that is done by a text.
func DamageTexts(name string) []string {
	for _, d := range damages() {
		if d.By == "text" && d.Name == name {
			return d.Texts
		}
	}
	panic("corpus: no texts " + name + " in damage.toml")
}

var damages = sync.OnceValue(func() []Damage { return load[Damage](files, "damage", "damage.toml") })

// SheetSeeds are score sheets with what is awkward in them, from which fuzz targets begin.
func SheetSeeds() []string { return slices.Clone(DamageTexts("sheet-seeds")) }

// PDNSeeds are the same in PDN.
func PDNSeeds() []string {
	return append(slices.Clone(DamageTexts("pdn-seeds")), strings.Repeat("( 1-5 ", 120)+") 2-6")
}
