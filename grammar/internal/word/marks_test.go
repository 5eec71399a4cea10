package word

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

func TestCutMarks(t *testing.T) {
	tests := []struct {
		text, word string
		marks      []string
		drawOffer  bool
	}{
		{"", "", nil, false},
		{"cb4", "cb4", nil, false},
		{"cb4!", "cb4", []string{"!"}, false},
		{"cb4!!", "cb4", []string{"!!"}, false},
		{"c3-b4?", "c3-b4", []string{"?"}, false},
		{"a3:a7??", "a3:a7", []string{"??"}, false},
		{"9-12!?", "9-12", []string{"!?"}, false},
		{"9-12?!", "9-12", []string{"?!"}, false},
		{"cb4=", "cb4", nil, true},
		{"cb4!?=", "cb4", []string{"!?"}, true},
		{"cb4=+", "cb4", []string{"=+"}, false},
		{"cb4+=", "cb4", []string{"+="}, false},
		{"cb4!+-", "cb4", []string{"!", "+-"}, false},
		{"cb4+–", "cb4", []string{"+–"}, false},
		{"cb4!+/-", "cb4", []string{"!", "+/-"}, false},
		{"cb4=/+", "cb4", []string{"=/+"}, false},
		{"c3-b4-/+", "c3-b4", []string{"-/+"}, false},
		{"c3-b4+/=", "c3-b4", []string{"+/="}, false},
		{"c3-b4-+", "c3-b4", []string{"-+"}, false},
		{"c3-b4–+", "c3-b4", []string{"–+"}, false},
		{"d6:f8D+", "d6:f8D", []string{"+"}, false},
		{"cb4±", "cb4", []string{"±"}, false},
		{"cb4‼", "cb4", []string{"‼"}, false},
		{"cb4∞", "cb4", []string{"∞"}, false},
		{"cb4□!", "cb4", []string{"□", "!"}, false},
		{"~", "", []string{"~"}, false},
		{"=", "", nil, true},
		{"!?", "", []string{"!?"}, false},
		{"c3-", "c3-", nil, false},
		{"c3--", "c3--", nil, false},
		{"-", "-", nil, false},
		{"cb4!-", "cb4!-", nil, false},
		{"сдались", "сдались", nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			word, marks, drawOffer := CutMarks(tt.text)
			require.Equal(t, tt.word, word)
			require.Equal(t, tt.marks, marks)
			require.Equal(t, tt.drawOffer, drawOffer)
		})
	}
	// A line of marks is cut only at its end.
	word, marks, _ := CutMarks("cb4" + strings.Repeat("!", 1<<20))
	require.Len(t, marks, MaxMarksLen/2)
	require.Len(t, word, 3+1<<20-MaxMarksLen)
}

// Clock commands beyond the limit of a move are kept separately; nothing is lost.
func TestAddCommandOfManyClocks(t *testing.T) {
	const clock, n = "[%clk 1:00:00]", 1000
	var note record.Notes
	for range n {
		AddCommands(&note, clock)
	}
	require.LessOrEqual(t, len(note.Clock), maxClock)
	require.Greater(t, len(note.Clock), maxClock-len(clock))
	require.Equal(t, strings.Repeat(clock, n), note.Clock+strings.Join(note.Commands, ""))
}
