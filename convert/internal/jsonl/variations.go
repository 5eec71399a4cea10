package jsonl

import (
	"strconv"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// variations writes what judging the variations came to.
func (e *encoder) variations(all []replay.Variation) {
	e.name("variations")
	e.dst = append(e.dst, '[')
	for i := range all {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		v := &all[i]
		e.dst = append(e.dst, '{')
		e.name("of")
		e.int(int64(v.Of))
		e.name("ply")
		e.int(int64(v.Ply))
		e.name("written")
		e.int(int64(len(v.Line)))
		e.name("legal")
		e.dst = strconv.AppendBool(e.dst, v.Legal)
		e.name("moves")
		e.strings(v.Moves)
		e.name("final")
		e.dst = append(e.dst, '"')
		if v.Final.Variant != record.UnknownVariant {
			e.dst = v.Final.AppendFEN(e.dst)
		}
		e.dst = append(e.dst, '"', '}')
	}
	e.dst = append(e.dst, ']')
}
