package restore

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// edits returns the probability that a spelling became a text, by exhaustion: the definition of
// what channel computes in tables.
func (c *channel) edits(spelled, text []symbol, last bool) float64 {
	added := c.hand.added
	total := 0.0
	if len(text) > 0 && !last {
		total += added * c.hand.extra[text[0]] * c.edits(spelled, text[1:], false)
	}
	if len(spelled) == 0 {
		if len(text) == 0 {
			total += 1 - added
		}
		return total
	}
	on := 1 - added
	total += on * c.hand.lose[spelled[0]] * c.edits(spelled[1:], text, false)
	if len(text) > 0 {
		total += on * c.sub[spelled[0]][text[0]] * c.edits(spelled[1:], text[1:], false)
	}
	if len(spelled) > 1 && len(text) > 1 && spelled[0] < symbolDash && spelled[1] < symbolDash {
		total += on * c.hand.transposed * c.sub[spelled[0]][text[1]] * c.sub[spelled[1]][text[0]] * c.edits(spelled[2:], text[2:], false)
	}
	return total
}

func symbolsOf(t *testing.T, text string) []symbol {
	word, whole := fold(text)
	require.True(t, whole)
	return word
}

// The tables, the alignment that learning uses, and the definition agree.
func TestChannelIsItsDefinition(t *testing.T) {
	for _, v := range []record.Variant{record.Bashni, record.Lasca} {
		c := newChannel(General(), v.Board(), false)
		random := rand.New(rand.NewPCG(1, 2))
		for range 60 {
			from, to, sign := random.IntN(len(c.names.text)), random.IntN(len(c.names.text)), random.IntN(2)
			spelled := append([]symbol{}, c.names.text[from]...)
			spelled = append(spelled, symbolDash+symbol(sign))
			spelled = append(spelled, c.names.text[to]...)
			text := append([]symbol{}, spelled...)
			for range random.IntN(3) {
				text[random.IntN(len(text))] = symbol(random.IntN(numSymbols))
			}
			switch random.IntN(3) {
			case 0:
				text = text[1:]
			case 1:
				text = append(text, 3)
			}
			var b strings.Builder
			for _, s := range text {
				b.WriteRune(written[s])
			}
			w := c.newWord(&Cell{Text: b.String()})
			if w.mark {
				continue
			}
			want := c.edits(spelled, w.readings[0].text, false)
			require.InEpsilon(t, want, c.inFull(w, from, to, sign)/c.legible(), 1e-5, "%q for %d %d %d", b.String(), from, to, sign)
			read := w.readings[0].text
			fore := c.forward(c.first(read), spelled, read)
			require.InEpsilon(t, want, fore[len(fore)-1], 1e-9)
			require.GreaterOrEqual(t, c.greatest(w), c.inFull(w, from, to, sign)*(1-1e-6))
			if v == record.Bashni {
				short := []symbol{symbol(c.names.file[from])}
				short = append(short, c.names.text[to]...)
				// The table does not transpose the file of the start with that of the end.
				require.InEpsilon(t, c.edits(short, w.readings[0].text, false), c.inShort(w, from, to, 0)/c.legible(), 0.05)
			}
		}
	}
}

// A capture with squares between is spelled with each.
func TestChannelLong(t *testing.T) {
	c := newChannel(General(), record.Bashni.Board(), false)
	at := func(name string) uint8 {
		for i, text := range c.names.text {
			if string(symbolsRunes(text)) == name {
				return uint8(i)
			}
		}
		t.Fatal(name)
		return 0
	}
	w := c.newWord(&Cell{Text: "f8:a3:c1"})
	right := c.inLong(w, []uint8{at("f8"), at("a3"), at("c1")})
	require.InEpsilon(t, c.edits(symbolsOf(t, "f8:a3:c1"), symbolsOf(t, "f8:a3:c1"), false), right/c.legible(), 0.02,
		"letters of different squares do not change places")
	require.Greater(t, right, 1e4*c.inLong(w, []uint8{at("f8"), at("b4"), at("c1")}))
	require.Greater(t, right, 1e4*c.inFull(w, int(at("f8")), int(at("c1")), 1))
}

func symbolsRunes(text []symbol) (runes []rune) {
	for _, s := range text {
		runes = append(runes, written[s])
	}
	return runes
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"c3-b4": "c3-b4", "С3–В4": "c3-b4", "a3 : a7": "a3:a7", "a3xa7": "a3:a7", "b6-a7D": "b6-a7", "e5:g7!": "e5:g7",
		"сЗ-Ь4": "cз-ь4", "c3—?": "c3-?", "１2-16": "12-16", "d": "d", "☃": "¤", "\xff": "?",
	} {
		require.Equal(t, want, string(symbolsRunes(symbolsOf(t, text))), "%q", text)
	}
	_, whole := fold(strings.Repeat("a", MaxWord+1))
	require.False(t, whole)
}

func TestIllegible(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, " ": true, "?": true, "???": true, "…": true, "...": true, "—": true, "-": true, "[неразб.]": true,
		"(нрзб)": true, "illegible": true, "_ _": true,
		"c3-b4": false, "c": false, "3": false, "c?-b4": false, "???4": false, "[12-16]": false,
	} {
		word, _ := fold(text)
		require.Equal(t, want, illegible(text, word), "%q", text)
	}
}

// What a record says of a hand does not depend on how full the cache of words is.
func TestCountWithFullCache(t *testing.T) {
	start, err := record.ParseFEN(record.Bashni, "W:WKa1:BKh2")
	require.NoError(t, err)
	var cells []Cell
	again := "a1-b2 h2-g1 b2-a1 g1-h2 "
	for _, text := range strings.Fields(strings.Repeat(again, 6) + "a1-b3 h2-g2 b2-a3 g1-h3 " + again) {
		cells = append(cells, Cell{Text: text})
	}
	record := &Record{Variant: record.Bashni, Start: &start, Sheets: []Sheet{{Cells: cells}}}
	var all []counts
	for left := range 16 {
		r := New(General())
		r.begin(record, nil) // makes the channel
		clear(r.channel.words)
		for n := range maxWords - left {
			r.channel.words[fmt.Sprint("filler ", n)] = nil
		}
		require.NotEqual(t, Lost, r.Restore(record, nil).Verdict)
		all = append(all, counts{})
		r.count(&all[left])
		require.Equal(t, all[0], all[left], left)
	}
}
