package solve

import "math/bits"

// table is a transposition table of bounded memory, whose length is a power of two.
type table []entry

// ways is the number of places that an entry can have.
const ways = 4

// entry is the knowledge about a position.
type entry struct {
	key   key
	work  uint32 // positions searched to obtain it; 0 for an empty entry
	worth worth
}

func newTable(entries int) table {
	return make(table, 1<<(bits.Len(uint(max(entries, 1<<10)))-1))
}

func (t table) places(k key) []entry {
	at := k.hash & uint64(len(t)-1) &^ (ways - 1)
	return t[at : at+ways]
}

// find returns the entry of a position, or nil if absent.
func (t table) find(k key) *entry {
	places := t.places(k)
	for i := range places {
		if places[i].work > 0 && places[i].key == k {
			return &places[i]
		}
	}
	return nil
}

// put stores the worth of a position in its entry, if any, or else in place of the cheapest one.
func (t table) put(k key, w worth, work int) {
	places, to := t.places(k), 0
	for i := range places {
		if places[i].work > 0 && places[i].key == k {
			to = i
			work += int(places[i].work)
			break
		}
		if places[i].work < places[to].work {
			to = i
		}
	}
	places[to] = entry{k, uint32(min(max(work, 1), 1<<31-1)), w}
}
