package corpus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/stolb/stolb/record"
)

// Damage is a kind of damage to written games, as damage.rec has it. What a kind does
// not need is empty.
type Damage struct {
	Name string
	By   string // what does it: generate, measure, respelling or text; see damage.rec

	Verdict string      // of a generated game into which it is planted
	Code    record.Code // of the fault there

	On, Want string // which games can be damaged so, and what must be read of them

	replace, numeric []string // characters, each followed by what is written for it; on boards with numbers

	Texts  []string           // of which one is written
	Rates  map[string]float64 // the probability of what is done at random, from 0 to 1
	Hand   map[string]string  // what a hand makes of a character, whose rate is in Rates
	Traits []string           // of the sheets that are damaged so
}

// Damages returns the kinds that are done in one way, in the order of the file.
func Damages(by string) []Damage {
	return slices.DeleteFunc(slices.Clone(damages()), func(d Damage) bool { return d.By != by })
}

// Respell returns a word with the characters of this kind replaced, those for boards with
// numbers there, if there are such.
func (d *Damage) Respell(word string, b record.Board) string {
	pairs := d.replace
	if d.numeric != nil && b.Numbering == record.Numeric {
		pairs = d.numeric
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
	panic("corpus: no texts " + name + " in damage.rec")
}

var damages = sync.OnceValue(func() []Damage {
	content, err := files.ReadFile("damage.rec")
	if err != nil {
		panic("corpus: " + err.Error())
	}
	all, err := decodeAll("damage.rec", string(content), decodeDamage)
	if err != nil {
		panic("corpus: " + err.Error())
	}
	return all
})

func decodeDamage(e *entry) (Damage, error) {
	d := Damage{Rates: map[string]float64{}, Hand: map[string]string{}}
	var code string
	err := e.decode("damage", map[string]func(string) error{
		"damage":  text(&d.Name),
		"by":      text(&d.By),
		"verdict": text(&d.Verdict),
		"code":    text(&code),
		"on":      text(&d.On),
		"want":    text(&d.Want),
		"replace": quoted(&d.replace),
		"numeric": quoted(&d.numeric),
		"trait":   quoted(&d.Traits),
		"text": func(v string) error {
			one := v
			var err error
			if strings.HasPrefix(v, `"`) {
				one, err = strconv.Unquote(v)
			}
			d.Texts = append(d.Texts, one)
			return err
		},
		"rate": func(v string) error {
			name, rate, _ := strings.Cut(v, " ")
			p, err := strconv.ParseFloat(rate, 64)
			if err == nil && !(p > 0 && p <= 1) {
				err = fmt.Errorf("%q; expected a probability", v)
			}
			d.Rates[name] = p
			return err
		},
		"confuse": func(v string) error {
			parts := strings.Fields(v)
			if len(parts) != 3 || len(parts[0]) != 1 || len(parts[1]) != 1 {
				return fmt.Errorf("%q; expected two characters and a probability", v)
			}
			p, err := strconv.ParseFloat(parts[2], 64)
			d.Hand[parts[0]] = parts[1]
			d.Rates[parts[0]] = p
			return err
		},
	}, "by")
	d.Code = record.Code(code)
	return d, err
}

// quoted appends words, of which those with spaces, or empty, are in quotes.
func quoted(to *[]string) func(string) error {
	return func(value string) error {
		for value != "" {
			word, rest, _ := strings.Cut(value, " ")
			if strings.HasPrefix(value, `"`) {
				prefix, err := strconv.QuotedPrefix(value)
				if err != nil {
					return fmt.Errorf("%q: %w", value, err)
				}
				rest = value[len(prefix):]
				if word, err = strconv.Unquote(prefix); err != nil {
					return fmt.Errorf("%q: %w", value, err)
				}
			}
			*to = append(*to, word)
			value = strings.TrimLeft(rest, " ")
		}
		return nil
	}
}
