package sheet

import (
	"hash/maphash"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// tables keep what a reader found out that comes again. The zero tables are empty and
// ready.
type tables struct {
	kinds    kindTable
	variants variantTable // of titles
	keys     keyTable
}

// kindTable keeps what short lines are, those last met, without two names: many
// come again, such as results and the name of the game that is played.
type kindTable [64][4]kindEntry

type kindEntry struct {
	line [32]byte
	n    uint8 // of them are the line; 0 where there is none
	kind kind
}

var textSeed = maphash.MakeSeed()

// at returns where a line is kept that is met in the given state; nil where it is
// too short or too long.
func (t *kindTable) at(line string, begun, ended bool) *kindEntry {
	if len(line) < 3 || len(line) > len(kindEntry{}.line) {
		return nil
	}
	state := 0
	if begun {
		state = 1
	}
	if ended {
		state |= 2
	}
	return &t[maphash.String(textSeed, line)%uint64(len(t))][state]
}

func (e *kindEntry) is(line string) bool { return string(e.line[:e.n]) == line }

func (e *kindEntry) set(line string, k kind) {
	*e = kindEntry{n: uint8(len(line)), kind: k}
	copy(e.line[:], line)
}

// variantTable is word.ParseVariantName for each distinct name once.
type variantTable struct {
	known map[string]record.Variant
}

// maxTableVariants is how many names a variantTable keeps.
const maxTableVariants = 1 << 8

func (t *variantTable) parse(name string) record.Variant {
	if len(name) > maxTitle {
		return word.ParseVariantName(name)
	}
	v, ok := t.known[name]
	if ok {
		return v
	}
	if t.known == nil || len(t.known) >= maxTableVariants {
		t.known = make(map[string]record.Variant)
	}
	v = word.ParseVariantName(name)
	t.known[strings.Clone(name)] = v
	return v
}
