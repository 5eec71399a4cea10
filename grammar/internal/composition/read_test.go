package composition

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// Compositions of all kinds: their tags, task, lines with the notes at moves, and faults.
func TestRead(t *testing.T) {
	for _, c := range []struct{ about, text, want string }{
		{
			"all of one",
			"12. М. Абацієв\n«Шашки», 1975\nc3, e3 | b6, h8\nНічия\ncd4! (a5 А) c5 =\nА (c5) b6 =\nI ed4? (a5)\n\nСписок авторів\nАбацієв – 12\n",
			"Number=12 Author=М. Абацієв Date=1975 Source=«Шашки», 1975 Task=draw; cd4! (a5 А) c5=; А: (c5) b6=; I: ed4? (a5)",
		},
		{"numbers, and signs by themselves", "a1 | b8\n1. ab2 (bc7) !, bc3 !? +\n", "; ab2 (bc7!) bc3!?+"},
		{"remarks", "a1 | b8\n{so} ab2 {first} (bc7 {then}) bc3 x", "so; ab2{first} (bc7{then}) bc3x"},
		{"several replies", "a1 | b8\nab2 (bc7, cd6; de5. 2. ef4 !) bc3 x", "; ab2 (bc7 cd6 de5 ef4!) bc3x"},
		{"signs in brackets", "a1 | b8\nab2 (bc7 =)", "; ab2 (bc7=); result-mismatch ="},
		{"a task among moves", "a1 | b8\nab2 (bc7\nнічия\ncd6)\nничья\nbc3 =", "Task=draw; ab2 (bc7 cd6) bc3="},
		{"a task above the position", "Автор\nХод черных. Ничья\na1 | b8\n(bc7) ab2 =", "Author=Автор Task=draw; (bc7) ab2="},
		{"a task that is unknown", "Автор\nЗапереть все шашки\na1 | b8\nab2 x", "Author=Автор; ab2x; syntax Запереть все шашки"},
		{"two marks, and no more brackets", "a1 | b8\nab2 ! ? (bc7", "; ab2!? (bc7); syntax ("},
		{"a bracket too many", "a1 | b8\nА) ab2 bc7) x", "; ab2 А bc7x; syntax )"},
		{"anything else", "a1 | b8\nab2 №5 (№ bc7) bc3 x", "; ab2 (bc7) bc3x; syntax №5; syntax №"},
		{"no solution", "a1 | b8\n", "; ; no-moves"},
		{"no position", "12. Автор\n", "Number=12 Author=Автор; ; no-moves; bad-position"},
		{"too long", "a1 | b8\nab2 " + strings.Repeat("{} ", maxTokens), "too-large"},
		{"too long in brackets", "a1 | b8\nab2 (bc7\n" + strings.Repeat("!\n", maxTokens), "too-large"},
	} {
		t.Run(c.about, func(t *testing.T) {
			g := &record.Game{Text: c.text}
			Read(g, new(word.Table), record.Russian, record.Task{})
			if strings.HasPrefix(c.want, "too") {
				require.Contains(t, told(g), c.want)
			} else {
				require.Equal(t, c.want, told(g))
			}
		})
	}
}

// The side to move may be named above or below the position (Codex 5.1.4); otherwise it is White.
func TestTurn(t *testing.T) {
	for text, want := range map[string]record.Colour{
		"Автор\na1 | b8\nab2": record.White, "Автор\nХод черных\na1 | b8\n(bc7)": record.Black, "Автор\na1 | b8\nХод чёрных, белые выигрывают\n(bc7)": record.Black,
		"Автор\nХод белых. Выигрыш\na1 | b8\nab2": record.White,
	} {
		g := &record.Game{Text: text}
		Read(g, new(word.Table), record.Russian, record.Task{})
		require.NotNil(t, g.Start, text)
		require.Equal(t, want, g.Start.Turn, text)
		require.Empty(t, g.Faults, text)
	}
}

// Remarks leave room for a fault that makes the composition unreadable.
func TestManyRemarks(t *testing.T) {
	g := &record.Game{Text: "a1 | b8\nab2 (bc7 А) " + strings.Repeat(") ", 2*maxFaults) + "bc3 x\nА (bd6) bc3\nА (bd6) bc3\n"}
	Read(g, new(word.Table), record.Russian, record.Task{})
	require.Len(t, g.Faults, maxFaults+1)
	require.Equal(t, record.Unreadable, g.Faults[maxFaults].Severity)
}

// told returns the contents of a composition in one line.
func told(g *record.Game) string {
	var head []string
	for _, tag := range g.Tags {
		head = append(head, tag.Name+"="+tag.Value)
	}
	parts := []string{strings.Join(append(head, g.Before...), " ")}
	for _, l := range g.Solution.Lines {
		var moves []string
		for _, m := range l.Moves {
			text := m.Word.Text
			if m.Note != nil {
				text += strings.Join(m.Note.Marks, "")
				for _, comment := range m.Note.Comments {
					text += "{" + comment + "}"
				}
			}
			text = strings.Join(append([]string{text}, m.Labels...), " ")
			if m.Black {
				text = "(" + text + ")"
			}
			moves = append(moves, text)
		}
		text := strings.ReplaceAll(strings.Join(moves, " "), ") (", " ")
		if l.Label != "" {
			text = l.Label + ": " + text
		}
		parts = append(parts, text)
	}
	for _, f := range g.Faults {
		parts = append(parts, strings.TrimSpace(fmt.Sprint(f.Code, " ", f.Word)))
	}
	return strings.Join(parts, "; ")
}
