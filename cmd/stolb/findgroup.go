package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
	"github.com/stolb/stolb/stats/find"
)

// groupColumns are what --group counts by, and the headings of their columns.
var groupColumns = []struct {
	name  string
	title message.ID
}{
	{"player", "find.column-player"}, {"white", "find.column-white"}, {"black", "find.column-black"},
	{"year", "find.column-year"}, {"variant", "find.column-variant"}, {"event", "find.column-event"},
	{"site", "find.column-site"}, {"result", "find.column-result"}, {"verdict", "find.column-verdict"},
	{"opening", "find.column-opening"}, {"ply", "find.column-ply"}, {"move", "find.column-move"},
	{"from", "find.column-from"}, {"to", "find.column-to"}, {"square", "find.column-square"},
}

func groupNames() (names []string) {
	for _, c := range groupColumns {
		names = append(names, c.name)
	}
	return names
}

// maxGroups is how many groups are counted at most.
const maxGroups = 1 << 20

// groups counts what is found by what it has in common.
type groups struct {
	by     []string
	square bool // the squares of towers are asked for
	placed bool // something that only a place has is
	counts map[string]*groupCount
}

// groupKey is a group of a game, and how many of its places are in it.
type groupKey struct {
	key    string
	places int
}

type groupCount struct{ games, places int }

func newGroups(by []string, q *find.Query) (*groups, error) {
	g := &groups{by: by, counts: make(map[string]*groupCount)}
	known := groupNames()
	for _, name := range by {
		switch {
		case !slices.Contains(known, name):
			why := say("usage.expected-key", "keys", strings.Join(known, ", "))
			return nil, expected(say("usage.wrong-value", "flag", "group", "value", name, "why", why), name, known...)
		case name == "square" && !q.HasSubject():
			return nil, &usageError{message: say("usage.wrong-value", "flag", "group", "value", name, "why", say("usage.no-square"))}
		}
		g.square = g.square || name == "square"
		g.placed = g.placed || slices.Contains([]string{"ply", "move", "from", "to", "square"}, name)
	}
	return g, nil
}

// keys appends the groups of a game.
func (g *groups) keys(dst []groupKey, r *replay.Report, found *find.Searcher) []groupKey {
	add := func(key string) {
		i := slices.IndexFunc(dst, func(k groupKey) bool { return k.key == key })
		if i < 0 {
			i = len(dst)
			dst = append(dst, groupKey{key: key})
		}
		dst[i].places++
	}
	if !g.placed {
		for _, key := range g.combine(r, nil) {
			dst = append(dst, groupKey{key, len(found.Moments)})
		}
		return dst
	}
	for _, at := range placesOf(r, found, math.MaxInt) {
		for _, key := range g.combine(r, &at) {
			add(key)
		}
	}
	return dst
}

// separator is between the parts of a group's key, and in no text.
const separator = "\xff"

// combine returns the keys of a game, or of a place in it: one for each player,
// and for each square.
func (g *groups) combine(r *replay.Report, at *foundPlace) []string {
	keys := []string{""}
	for i, name := range g.by {
		var longer []string
		for _, value := range valuesOf(name, r, at) {
			value = clean(value, nameCells)
			for _, key := range keys {
				if i > 0 {
					key += separator
				}
				longer = append(longer, key+value)
			}
		}
		slices.Sort(longer)
		keys = slices.Compact(longer)
	}
	return keys
}

// openingPlies is how many moves the key opening has.
const openingPlies = 4

func valuesOf(name string, r *replay.Report, at *foundPlace) []string {
	g := r.Game
	switch name {
	case "player":
		return []string{g.Tag("White"), g.Tag("Black")}
	case "white", "black", "event", "site":
		return []string{g.Tag(name)}
	case "year":
		if d, ok := record.ParseDate(g.Tag("Date")); ok && d.Year > 0 {
			return []string{fmt.Sprint(d.Year)}
		}
		return []string{""}
	case "variant":
		return []string{r.Variant.String()}
	case "result":
		return []string{g.Result.String()}
	case "verdict":
		return []string{r.Verdict.String()}
	case "opening":
		return []string{strings.Join(r.Moves[:min(len(r.Moves), openingPlies)], " ")}
	case "ply":
		return []string{fmt.Sprint(at.ply)}
	case "move":
		return []string{at.move}
	case "from":
		return []string{at.from}
	case "to":
		return []string{at.to}
	}
	return at.squares
}

// add counts a game.
func (g *groups) add(keys []groupKey) error {
	for _, k := range keys {
		c := g.counts[k.key]
		if c == nil {
			if len(g.counts) == maxGroups {
				return errors.New(say("find.too-many-groups", "keys", strings.Join(g.by, ","), "most", maxGroups))
			}
			c = new(groupCount)
			g.counts[k.key] = c
		}
		c.games++
		c.places += k.places
	}
	return nil
}

// sorted returns the groups' keys, that of the most games first.
func (g *groups) sorted() []string {
	return slices.SortedFunc(maps.Keys(g.counts), func(a, b string) int {
		x, y := g.counts[a], g.counts[b]
		return cmp.Or(cmp.Compare(y.games, x.games), cmp.Compare(y.places, x.places), naturally(a, b))
	})
}

// write writes the groups.
func (g *groups) write(w io.Writer, asJSON bool, title string) error {
	if !asJSON {
		return (&page{Title: title, Sections: []section{g.section()}}).writeText(w)
	}
	for _, key := range g.sorted() {
		line := make(map[string]any, len(g.by)+2)
		for i, value := range strings.Split(key, separator) {
			line[g.by[i]] = value
		}
		line["games"], line["places"] = g.counts[key].games, g.counts[key].places
		if err := writeLine(w, line); err != nil {
			return err
		}
	}
	return nil
}

// section is the groups as a table.
func (g *groups) section() section {
	t := &table.Table{}
	for _, name := range g.by {
		title := groupColumns[slices.Index(groupNames(), name)].title
		t.Columns = append(t.Columns, table.Column{Title: say(title), Left: true})
	}
	t.Columns = append(t.Columns, table.Column{Title: say("find.column-games")}, table.Column{Title: say("find.column-places")})
	keys := g.sorted()
	if more := len(keys) - stats.MaxRows; more > 0 {
		t.Notes, keys = []string{say("find.more-groups", "n", more)}, keys[:stats.MaxRows]
	}
	var rows [][]any
	for _, key := range keys {
		var row []any
		for _, value := range strings.Split(key, separator) {
			row = append(row, cmp.Or(value, "–"))
		}
		rows = append(rows, append(row, g.counts[key].games, g.counts[key].places))
	}
	t.Rows = table.Of(rows)
	return section{Table: t}
}

// naturally compares numbers as such and other texts by their letters.
func naturally(a, b string) int {
	if isNumber(a) && isNumber(b) {
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	}
	return strings.Compare(a, b)
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
