package main

import (
	"math/rand/v2"
	"strings"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// truth is a game as it was played.
type truth struct {
	full, short []string
}

// maxPlies is where games are cut off, as those of the folder are.
const maxPlies = 100

// games makes random legal games of a variant.
func games(v record.Variant, seed uint64, count int) ([]truth, error) {
	generator, err := corpus.NewGenerator(v, seed)
	if err != nil {
		return nil, err
	}
	rules, err := replay.For(v)
	if err != nil {
		return nil, err
	}
	all := make([]truth, count)
	var legal []replay.Move
	for i := range all {
		game := generator.Game(i + 1)
		p := rules.Start()
		for j := range min(len(game.Plies), maxPlies) {
			text := game.Plies[j].Word.Text
			legal = p.Moves(legal[:0])
			for k := range legal {
				if string(p.AppendMove(nil, &legal[k], legal)) == text {
					all[i].full = append(all[i].full, text)
					all[i].short = append(all[i].short, string(p.AppendShort(nil, &legal[k], legal)))
					p.Play(&legal[k])
					break
				}
			}
		}
	}
	return all, nil
}

// damage is a way of hurting a sheet. All figures are probabilities.
type damage struct {
	name string

	words  float64 // a word gets one wrong character
	chars  float64 // a character is hurt: 8 of 10 wrong, 1 lost, 1 with another behind it
	lost   float64
	twice  float64
	marks  float64 // a word, or one character of it, cannot be read
	hand   bool    // fixed confusions
	short  bool
	table  bool
	sheets int
	// Damage beside wrong, lost and doubled words.
	swapped, together, torn, rows, moved, misnumbered float64
	apart, cyrillic                                   bool
}

// damages are the kinds of damage that RESTORE.md measures.
var damages = []damage{
	{name: "words5", words: 0.05, table: true, sheets: 1},
	{name: "cer10", chars: 0.10, sheets: 1},
	{name: "short5", chars: 0.05, short: true, sheets: 1},
	{name: "lost", chars: 0.02, lost: 0.01, twice: 0.01, table: true, sheets: 1},
	{name: "illegible", marks: 0.08, table: true, sheets: 1},
	{name: "two", chars: 0.10, lost: 0.01, sheets: 2},
	{name: "hand", hand: true, table: true, sheets: 1},
	{name: "order", chars: 0.02, swapped: 0.01, together: 0.01, torn: 0.01, misnumbered: 0.01, table: true, sheets: 1},
	{name: "rows", chars: 0.02, rows: 0.01, moved: 0.01, table: true, sheets: 1},
	{name: "apart", chars: 0.05, lost: 0.01, table: true, apart: true, sheets: 1},
	{name: "shorttwo", chars: 0.10, lost: 0.01, sheets: 2, cyrillic: true},
}

// confused is a hand: what it makes of a character, and how often.
var confused = map[byte]struct {
	as    byte
	share float64
}{
	'3': {'5', 0.30}, 'b': {'h', 0.15}, '1': {'7', 0.20}, 'e': {'c', 0.20},
}

var unread = []string{"?", "???", "...", "—", "[неразб.]"}

// hurt returns what becomes of a written word.
func (d *damage) hurt(word string, random *rand.Rand) string {
	if d.words > 0 && random.Float64() < d.words {
		at := random.IntN(len(word))
		return word[:at] + string(wrong(word[at], random)) + word[at+1:]
	}
	if d.marks > 0 && random.Float64() < d.marks {
		if random.IntN(2) == 0 {
			return unread[random.IntN(len(unread))]
		}
		at := random.IntN(len(word))
		return word[:at] + "?" + word[at+1:]
	}
	var b strings.Builder
	for i := range len(word) {
		c := word[i]
		if as, ok := confused[c]; d.hand && ok && random.Float64() < as.share {
			c = as.as
		}
		if d.chars > 0 && random.Float64() < d.chars {
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

// record writes a game down, as often as there are sheets, and hurts it.
func (d *damage) record(v record.Variant, t *truth, random *rand.Rand) *restore.Record {
	rec := &restore.Record{Variant: v}
	for i := range d.sheets {
		second := d.cyrillic && i == 1
		words := t.full
		if d.short || second {
			words = t.short
		}
		var cells []restore.Cell
		for ply, word := range words {
			cell := restore.Cell{Text: d.hurt(word, random)}
			if random.Float64() < d.lost {
				continue
			}
			if d.rows > 0 || d.apart {
				// The numbers and the columns are those of the game.
				cell.Number, cell.Side = ply/2+1, restore.WhiteSide+restore.Side(ply%2)
			}
			if second {
				cell.Text = cyrillic.Replace(cell.Text)
			}
			cells = append(cells, cell)
			if random.Float64() < d.twice {
				cells = append(cells, restore.Cell{Text: d.hurt(word, random)})
			}
		}
		cells = d.disorder(cells, random)
		if d.rows == 0 && !d.apart {
			layOut(cells, d.table)
		}
		for i := range cells {
			if cells[i].Number > 0 && random.Float64() < d.misnumbered {
				cells[i].Number = max(1, cells[i].Number+random.IntN(21)-10)
			}
		}
		rec.Sheets = append(rec.Sheets, restore.Sheet{Cells: cells, Apart: d.apart})
	}
	return rec
}

var cyrillic = strings.NewReplacer("a", "а", "b", "в", "c", "с", "d", "д", "e", "е", "f", "ф", "h", "н")

// disorder moves words about.
func (d *damage) disorder(cells []restore.Cell, random *rand.Rand) []restore.Cell {
	var out []restore.Cell
	for i := 0; i < len(cells); i++ {
		c, next := cells[i], i+1 < len(cells)
		switch x := random.Float64(); {
		case next && x < d.swapped:
			out = append(out, cells[i+1], c)
			i++
		case next && x < d.swapped+d.together:
			c.Text += cells[i+1].Text
			out = append(out, c)
			i++
		case len(c.Text) > 2 && x < d.swapped+d.together+d.torn:
			at := 1 + random.IntN(len(c.Text)-1)
			first := c
			first.Text, c.Text = c.Text[:at], c.Text[at:]
			out = append(out, first, c)
		case c.Side == restore.WhiteSide && next && x > 1-d.rows:
			i++ // the row is skipped
		case c.Side == restore.WhiteSide && next && x > 1-d.rows-d.moved:
			// The word stands in the other column, and the next in the row below.
			blank := c
			blank.Text = ""
			c.Side = restore.BlackSide
			out = append(out, blank, c)
		default:
			out = append(out, c)
		}
	}
	return out
}

// layOut sets words in a table, or in a run, with numbers that count on.
func layOut(cells []restore.Cell, table bool) {
	for i := range cells {
		cells[i].Row = i / 2
		if i%2 == 0 {
			cells[i].Number = i/2 + 1
		}
		if table {
			cells[i].Side = restore.WhiteSide + restore.Side(i%2)
		}
	}
}
