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
	name   string
	row    string // what is to be reached
	moves  float64
	whole  float64
	words  float64 // a word gets one wrong character
	chars  float64 // a character is hurt: 8 of 10 wrong, 1 lost, 1 with another behind it
	lost   float64
	twice  float64
	marks  float64 // a word, or one character of it, cannot be read
	hand   bool    // fixed confusions
	short  bool
	table  bool
	sheets int
}

// damages are the kinds of which the issue speaks.
var damages = []damage{
	{name: "words5", row: "5 % of words with one wrong character, full", moves: 99.97, whole: 99, words: 0.05, table: true, sheets: 1},
	{name: "cer10", row: "10 % of characters, full", moves: 99.7, whole: 90, chars: 0.10, sheets: 1},
	{name: "short5", row: "5 % of characters, short", moves: 99.7, whole: 94, chars: 0.05, short: true, sheets: 1},
	{name: "lost", row: "2 % of characters, 1 % of words lost, 1 % doubled", moves: 99.6, whole: 95, chars: 0.02, lost: 0.01, twice: 0.01, table: true, sheets: 1},
	{name: "illegible", row: "8 % of cells illegible", moves: 99.5, whole: 92, marks: 0.08, table: true, sheets: 1},
	{name: "two", row: "two sheets, each 10 % of characters, 1 % lost", moves: 99.9, whole: 97, chars: 0.10, lost: 0.01, sheets: 2},
	{name: "hand", row: "one hand's confusions throughout, learned", moves: 99.9, whole: 98, hand: true, table: true, sheets: 1},
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
	for range d.sheets {
		words := t.full
		if d.short {
			words = t.short
		}
		var written []string
		for _, word := range words {
			if random.Float64() < d.lost {
				continue
			}
			written = append(written, d.hurt(word, random))
			if random.Float64() < d.twice {
				written = append(written, d.hurt(word, random))
			}
		}
		rec.Sheets = append(rec.Sheets, restore.Sheet{Cells: layOut(written, d.table)})
	}
	return rec
}

// layOut sets words in a table, or in a run, with numbers that count on.
func layOut(words []string, table bool) []restore.Cell {
	cells := make([]restore.Cell, len(words))
	for i, word := range words {
		cells[i].Text, cells[i].Row = word, i/2
		if i%2 == 0 {
			cells[i].Number = i/2 + 1
		}
		if table {
			cells[i].Side = restore.WhiteSide + restore.Side(i%2)
		}
	}
	return cells
}
