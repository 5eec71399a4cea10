package restored_test

import (
	"bufio"
	"fmt"
	"os"
	"testing"

	"github.com/stolb/stolb/convert/internal/restored"
	"github.com/stolb/stolb/convert/internal/source"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
)

func TestDump(t *testing.T) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var v record.Variant
		var name string
		var vs string
		fmt.Sscan(in.Text(), &vs, &name)
		v, _ = record.ParseVariant(vs)
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		c, err := grammar.NewCutter(f, name, "")
		if err != nil {
			continue
		}
		c.Rules, c.Variant = source.NewBoard, v
		p := source.NewParser(v)
		for n := 1; ; n++ {
			chunk, err := c.Next()
			if err != nil {
				break
			}
			m := restored.NewSheet(p, chunk, nil).Moves
			fmt.Printf("== %s %d apart=%v headed=%v final=%q\n", name, n, m.Apart, m.Headed, m.Final)
			for _, w := range m.Written {
				fmt.Printf("%s\t#%d c%d r%d @%d\n", w.Text, w.Number, w.Column, w.Row, w.At)
			}
		}
	}
}
