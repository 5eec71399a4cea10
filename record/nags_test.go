package record

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record/message"
)

// Every number of PGN's table, 0 to 139, has a sign or words, translated in each language, that
// name the side if they concern one side; a number without a meaning is printed unchanged.
func TestNAGText(t *testing.T) {
	for _, l := range message.Languages() {
		seen := map[string]int{}
		for nag := 1; nag <= 139; nag++ {
			text, known := NAGText(nag, l)
			require.True(t, known, nag)
			require.NotEmpty(t, text, nag)
			require.NotContains(t, text, "$")
			if strings.Contains(text, " ") {
				require.Zero(t, seen[text], "%d and %d: %s", nag, seen[text], text)
				seen[text] = nag
			}
		}
		text, known := NAGText(0, l)
		require.True(t, known)
		require.Empty(t, text)
		for _, nag := range []int{200, 255, -1, 1 << 40} {
			text, known := NAGText(nag, l)
			require.False(t, known)
			require.Equal(t, byte('$'), text[0])
		}
	}
	for nag, want := range map[int][3]string{
		3: {"‼", "‼", "‼"}, 22: {"⨀", "⨀", "⨀"}, 36: {"↑", "↑", "↑"}, 40: {"→", "→", "→"}, 41: {"→", "→", "→"}, 44: {"=∞", "=∞", "=∞"}, 132: {"⇆", "⇆", "⇆"}, 138: {"⊕", "⊕", "⊕"},
		24:  {"White's slight advantage in space", "у белых небольшой перевес в пространстве", "у білих невелика перевага у просторі"},
		39:  {"Black's lasting initiative", "у черных прочная инициатива", "у чорних тривала ініціатива"},
		42:  {"White's compensation is too small", "у белых недостаточная компенсация", "у білих недостатня компенсація"},
		106: {"White's opening was played very badly", "у белых начало сыграно очень плохо", "у білих початок зіграно дуже погано"},
		127: {"Black's ending was played well", "у черных окончание сыграно хорошо", "у чорних закінчення зіграно добре"},
		137: {"Black is in time trouble", "у черных мало времени", "у чорних мало часу"},
	} {
		for i, l := range message.Languages() {
			text, _ := NAGText(nag, l)
			require.Equal(t, want[i], text, nag)
		}
	}
}
