package notation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// All NAGs and PDN's signs survive a sheet of any layout.
func TestSignsThroughSheet(t *testing.T) {
	parser := grammar.NewParser()
	var signs []string
	for nag := range 256 {
		signs = append(signs, fmt.Sprintf(" $%d", nag))
	}
	signs = append(signs, " $16 {said}", " $18 {said}", " $23 {said}", "!", "?", "!!", "??", "!?", "?!", "! $16", "? $18 $140", " $14 $22 $9")
	generator, err := corpus.NewGenerator(record.Bashni, 3)
	require.NoError(t, err)
	for len(signs) > 0 {
		moves := replay.Judge(generator.Next(), record.Bashni).Moves
		moves = moves[:min(len(moves), len(signs))]
		text := "[White \"A\"]\n[Black \"B\"]\n[Variant \"bashni\"]\n\n"
		for i := range moves {
			text += moves[i] + signs[i] + "\n"
		}
		g, alone := parser.ParseGame(text+"*\n", grammar.PDN)
		require.True(t, alone)
		r := replay.Judge(g, record.UnknownVariant)
		require.Equal(t, replay.Legal, r.Verdict, text)
		for _, layout := range []string{grammar.Table, grammar.Run, grammar.Columns} {
			for _, l := range message.Languages() {
				w := Sheet{Layout: layout, Language: l}
				sheet := string(w.Append(nil, r))
				back, alone := parser.ParseGame(sheet, grammar.Sheet)
				require.True(t, alone, sheet)
				again := replay.Judge(back, record.UnknownVariant)
				pdn := strings.ReplaceAll(string(new(PDN).Append(nil, again)), "\n", " ")
				for i := range moves {
					require.Contains(t, pdn, moves[i]+signs[i]+" ", "%v: %s", layout, sheet)
				}
				require.Equal(t, r.Moves, again.Moves)
				require.False(t, slices.ContainsFunc(again.Faults, func(f record.Fault) bool { return f.Severity >= record.Illegal }))
			}
		}
		signs = signs[len(moves):]
	}
}
