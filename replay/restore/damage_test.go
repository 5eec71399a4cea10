package restore_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// truth is a game as it was played.
type truth struct {
	full, short []string
}

// maxPlies is the length at which games are cut off, as in the folder.
const maxPlies = 100

// games makes random legal games of a variant.
func games(t *testing.T, v record.Variant, seed uint64, count int) []truth {
	generator, err := corpus.NewGenerator(v, seed)
	require.NoError(t, err)
	all := make([]truth, count)
	for i := range all {
		game := generator.Game(i + 1)
		game.Plies = game.Plies[:min(len(game.Plies), maxPlies)]
		r := replay.Judge(game, v)
		all[i] = truth{r.Spell(replay.Full), r.Spell(replay.Short)}
	}
	return all
}

// damage is a kind of damage to sheets from the corpus's damage.toml. Rates that it does not have
// are 0.
type damage struct{ corpus.Damage }

func (d *damage) is(trait string) bool { return slices.Contains(d.Traits, trait) }

// happens draws whether an event with a rate happens.
func (d *damage) happens(what string, random *rand.Rand) bool {
	rate := d.Rates[what]
	return rate > 0 && random.Float64() < rate
}

// spoil returns a written word with random damage.
func (d *damage) spoil(word string, random *rand.Rand) string {
	if d.happens("words", random) {
		at := random.IntN(len(word))
		return word[:at] + string(wrong(word[at], random)) + word[at+1:]
	}
	if d.happens("marks", random) {
		if random.IntN(2) == 0 {
			return d.Texts[random.IntN(len(d.Texts))]
		}
		at := random.IntN(len(word))
		return word[:at] + "?" + word[at+1:]
	}
	var b strings.Builder
	for i := range len(word) {
		c := word[i]
		if as := d.Hand[string(c)]; as != "" && d.happens(string(c), random) {
			c = as[0]
		}
		if d.happens("chars", random) {
			switch random.IntN(10) {
			case 0:
				continue
			case 1:
				b.WriteByte(c)
				c = "abcdefgh0123456789"[random.IntN(18)]
			default:
				c = wrong(c, random)
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// wrong returns another character of the same kind.
func wrong(c byte, random *rand.Rand) byte {
	kind := "-:"
	switch {
	case c >= '0' && c <= '9':
		kind = "0123456789"
	case c >= 'a' && c <= 'z':
		kind = "abcdefgh"
	}
	for {
		if w := kind[random.IntN(len(kind))]; w != c {
			return w
		}
	}
}

// record writes a game on each sheet, and damages it.
func (d *damage) record(v record.Variant, t *truth, random *rand.Rand) *restore.Record {
	rec := &restore.Record{Variant: v}
	sheets := 1
	if d.is("two-sheets") {
		sheets = 2
	}
	for i := range sheets {
		second := d.is("cyrillic") && i == 1
		words := t.full
		if d.is("short") || second {
			words = t.short
		}
		var cells []restore.Cell
		for ply, word := range words {
			cell := restore.Cell{Text: d.spoil(word, random)}
			if random.Float64() < d.Rates["lost"] {
				continue
			}
			if d.Rates["rows"] > 0 || d.is("apart") {
				// The numbers and columns are those of the undamaged game.
				cell.Number, cell.Sided, cell.Side = ply/2+1, true, record.Colour(ply%2)
			}
			if second {
				cell.Text = cyrillic.Replace(cell.Text)
			}
			cells = append(cells, cell)
			if random.Float64() < d.Rates["twice"] {
				cells = append(cells, restore.Cell{Text: d.spoil(word, random)})
			}
		}
		cells = d.disorder(cells, random)
		if d.Rates["rows"] == 0 && !d.is("apart") {
			layOut(cells, d.is("table"))
		}
		for i := range cells {
			if cells[i].Number > 0 && random.Float64() < d.Rates["misnumbered"] {
				cells[i].Number = max(1, cells[i].Number+random.IntN(21)-10)
			}
		}
		rec.Sheets = append(rec.Sheets, restore.Sheet{Cells: cells, Apart: d.is("apart")})
	}
	return rec
}

var cyrillic = strings.NewReplacer("a", "а", "b", "в", "c", "с", "d", "д", "e", "е", "f", "ф", "h", "н")

// disorder displaces words.
func (d *damage) disorder(cells []restore.Cell, random *rand.Rand) []restore.Cell {
	var out []restore.Cell
	swapped, rows := d.Rates["swapped"], d.Rates["rows"]
	together := swapped + d.Rates["together"]
	torn := together + d.Rates["torn"]
	for i := 0; i < len(cells); i++ {
		c, next := cells[i], i+1 < len(cells)
		switch x := random.Float64(); {
		case next && x < swapped:
			out = append(out, cells[i+1], c)
			i++
		case next && x < together:
			c.Text += cells[i+1].Text
			out = append(out, c)
			i++
		case len(c.Text) > 2 && x < torn:
			at := 1 + random.IntN(len(c.Text)-1)
			first := c
			first.Text, c.Text = c.Text[:at], c.Text[at:]
			out = append(out, first, c)
		case c.Sided && c.Side == record.White && next && x > 1-rows:
			i++ // the row is skipped
		case c.Sided && c.Side == record.White && next && x > 1-rows-d.Rates["moved"]:
			// The word is written in the other column, and the next in the row below.
			blank := c
			blank.Text = ""
			c.Side = record.Black
			out = append(out, blank, c)
		default:
			out = append(out, c)
		}
	}
	return out
}

// layOut lays out words as a table, or as running text, with consecutive numbers.
func layOut(cells []restore.Cell, table bool) {
	for i := range cells {
		if i%2 == 0 {
			cells[i].Number = i/2 + 1
		}
		if table {
			cells[i].Sided, cells[i].Side = true, record.Colour(i%2)
		}
	}
}
