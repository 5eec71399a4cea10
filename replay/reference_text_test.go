package replay_test

import (
	"slices"
	"strconv"
	"strings"
)

// texts returns the full names of each of the moves: start and end, and the turning squares between
// if start and end fit more than one capture (Codex 1.10). A capture of a flat game may have
// several ways, and any of them identifies it. Turning squares always identify a capture, because
// they determine its whole path.
func (d diagram) texts(moves []slowMove) [][]string {
	all := make([][]string, len(moves))
	for i, m := range moves {
		alike := 0
		for _, o := range moves {
			if o.from() == m.from() && o.to() == m.to() {
				alike++
			}
		}
		switch {
		case alike > 1:
			all[i] = m.ways
		case len(m.taken) > 0:
			all[i] = []string{d.write([]spot{m.from(), m.to()}, ":")}
		default:
			all[i] = []string{d.write([]spot{m.from(), m.to()}, "-")}
		}
	}
	return all
}

// name: Codex 1.10 and diagram 7, Ukrainian rules diagrams 1, 2 and 15.
func (d diagram) name(s spot) string {
	switch d.game {
	case "lasca": // 4, 3, 4, ... to a row, upward from White's left
		return strconv.Itoa((7*(s.rank-1)+s.file-1)/2 + 1)
	case "checkers", "international", "pool", "italian": // row by row downward, from White's left
		n := d.size()
		return strconv.Itoa((n-s.rank)*n/2 + (s.file-1)/2 + 1)
	case "spanish", "portuguese": // row by row upward, from White's right
		return strconv.Itoa((s.rank-1)*4 + (8-s.file)/2 + 1)
	}
	return string(rune('a'+s.file-1)) + strconv.Itoa(s.rank)
}

func (d diagram) write(squares []spot, separator string) string {
	var names []string
	for _, s := range squares {
		names = append(names, d.name(s))
	}
	return strings.Join(names, separator)
}

// spots returns the playing squares; in a mirrored game it has the corner at White's left.
func (d diagram) spots() []spot {
	var all []spot
	for rank := 1; rank <= d.size(); rank++ {
		for file := 1; file <= d.size(); file++ {
			if ((file+rank)%2 == 0) != d.mirrored() {
				all = append(all, spot{file, rank})
			}
		}
	}
	return all
}

// fen writes the position in one line.
func (d diagram) fen() string {
	squares := d.spots()
	if _, err := strconv.Atoi(d.name(squares[0])); err == nil {
		slices.SortFunc(squares, func(a, b spot) int {
			x, _ := strconv.Atoi(d.name(a))
			y, _ := strconv.Atoi(d.name(b))
			return x - y
		})
	}
	var lists [2][]string
	for _, s := range squares {
		tower := d.towers[s]
		if tower == "" {
			continue
		}
		item := d.name(s)
		switch {
		case len(tower) > 1:
			item += "="
			for i := range len(tower) {
				if i > 0 && side(tower[i]) != side(tower[i-1]) {
					item += "/"
				}
				item += map[bool]string{true: "1", false: "0"}[tower[i] == 'W' || tower[i] == 'B']
			}
		case tower == "W" || tower == "B":
			item = "K" + item
		}
		i := strings.IndexByte("wb", owner(tower))
		lists[i] = append(lists[i], item)
	}
	return strings.ToUpper(string(d.turn)) + ":W" + strings.Join(lists[0], ",") + ":B" + strings.Join(lists[1], ",")
}

// readDiagram parses the output of fen for a variant's name.
func readDiagram(variant, fen string) diagram {
	d := diagram{strings.TrimSuffix(variant, "-reverse"), fen[0] | 0x20, map[spot]string{}}
	names := map[string]spot{}
	for _, s := range d.spots() {
		names[d.name(s)] = s
	}
	for _, section := range strings.Split(fen, ":")[1:] {
		colour := section[0] | 0x20
		for _, item := range strings.Split(section[1:], ",") {
			if item == "" {
				continue
			}
			name, pieces, isTower := strings.Cut(item, "=")
			if !isTower {
				pieces = "0"
				if name[0] == 'K' {
					name, pieces = name[1:], "1"
				}
			}
			s, ok := names[name]
			if !ok {
				panic("the reference knows no square " + name)
			}
			tower, paint := "", colour
			for _, c := range pieces {
				switch c {
				case '/':
					paint = 'w' + 'b' - paint
				case '0':
					tower += string(rune(paint))
				case '1':
					tower += strings.ToUpper(string(rune(paint)))
				}
			}
			d.towers[s] = tower
		}
	}
	return d
}
