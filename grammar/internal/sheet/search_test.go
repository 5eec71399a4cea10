package sheet

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

var (
	testSearch = newSearch(new(word.Table), nil)
	testReader = NewReader(new(word.Table))
)

// decodeChecked decodes a text and checks that every character but spaces has a role, in order, and
// that every ply of a game is within the text.
func decodeChecked(t *testing.T, text string) {
	written := text + "\n"
	text = unmarked(written)
	require.Equal(t, len(written), len(text), "places would be others")
	reading, _ := testSearch.read(text, record.Bashni)
	at := 0
	for i := range reading {
		a := &reading[i]
		if a.role == roleGame || a.role == roleMissing {
			continue
		}
		require.LessOrEqual(t, at, int(a.at), "%q", text[:min(len(text), 200)])
		require.Empty(t, strings.TrimFunc(text[at:a.at], word.IsSpace), "%q", text)
		require.Less(t, a.at, a.end)
		at = int(a.end)
	}
	splitter := NewSplitter(new(word.Table), nil, record.Bashni)
	for rest := text; rest != ""; {
		n, reading, ok := splitter.Next(rest, true)
		require.True(t, ok)
		require.Positive(t, n)
		g := record.Game{Text: rest[:n]}
		rest = rest[n:]
		testReader.Read(&g, record.Bashni, reading.(*Reading))
		for _, p := range g.Plies {
			require.LessOrEqual(t, p.At+p.Len, len(g.Text))
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		"Белые: Иванов\tЧерные: Петров\n1. c3-b4\tb6-c5\n2. b4:d6 ...\n1-0\n",
		"A – B: 1. c3-d4 ((b6 2) 0:15 e?-f? [нрзб] {x} 2. a1 – b2!? Ничья\n",
		"Черные: e5-d4\nБелые: c3:e5\nЧерные: h8-g7\n",
		"1. c3-b4 b6-c5   5. a1-b2 c5:a3\n2. d2-c3 | f6-g5 | 3 ;;; $4 №7. 9\n",
		"01.03\t03.03\t2\t2\tc3-b4\t1\tf6-g5\t12.03\t15.03\t3\t3\n22.03  26.03  4  6  b2-c3  3  g5-h4  10.04\n11.04\n1\n4\n",
		"<!-- партия\nпервая -->\n<td>я</td> &laquo;Ли&raquo; {| x\n| **c3-d4** || ё\n|}\u2028[[Ян]]\n",
		"\"\"\"((((\n\n\n*** ____ ......\n\t\t\t<td>\xff\xfe 1.1.1.1 ---- ■■",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { decodeChecked(t, text[:min(len(text), 1<<12)]) })
}

// A text that repeats one piece is read to its end; BenchmarkHostile measures how fast.
func TestDecodeHostile(t *testing.T) {
	pieces := []string{
		"\"", "(", ")", "[{", "a", "я", "1", "1.", ".", "-", "–", "?", "!", "|", ";", ",", "\t", " ", "\n", "a\n", "a\n\n", "\xff", "\u00a0",
		"c3-b4", "c3-b4 ", "c3-b4\n", "c3-b4\n\n", "1. c3-b4 b6-c5\n", "1. ", "a-", "c3", "Белые: ", "A – B ", "A - B: 1. ", "1-0 ", "№", "нрзб ",
		"c3-b4 (c3-d4) ", "слово ", "слово", "0:15 ", "<td>", "<a", "■", "5 5 5 5\n", "ход ", "Ничья ", "=", "+", "*", "* * ",
		"12.03 ", "6.12 : 20 24 : 16 7.10—14 ", "01.03 03.03 2 2 c3-b4 1 f6-g5 12.03 15.03 3 3\n", "12.03\n3\n",
	}
	size := 1_000
	if *thorough {
		size = 30_000
	}
	for _, piece := range pieces {
		decodeChecked(t, strings.Repeat(piece, size/len(piece)))
	}
}

// A Splitter that has read other games reads a game the way a new Splitter does.
func TestDecodeApart(t *testing.T) {
	pieces := []string{
		"1. c3-b4 b6-c5\n", "1. c3-b4 1-0\n", "1. c3-b4 (1. c3-d4\nb6-a5) 1-0 ", "2.\t9-13\t18-14\n", "А – Б: ", "Иванов – Петров\n", "Партия № 3\n", "1\n", "12.03\n", "12.03 15.03 3 3 ", "22.03\t26.03\t4\t6\tc3-b4\t1\tf6-g5\n", "c3-b4\n", "6 ", "[Event \"x\"]\n",
		"Белые – А\n", "1-0\n", "*\n", "\n", "(", "] ", "{[%clk 1:00]} ", "?? ", "b2:d4\n", "W:Wa1:Bh8\n", "белые: а1 - 1/0; черные: h8\n", "Ход белых\n", "Лучше a1-b2\n", "<td>", "---\n", "3) ", "**c3-d4** ",
	}
	random := rand.New(rand.NewPCG(1, 2))
	texts := 25
	if *thorough {
		texts = 300
	}
	for range texts {
		var b strings.Builder
		for range 30 {
			b.WriteString(strings.Repeat(pieces[random.IntN(len(pieces))], 1+random.IntN(3)))
		}
		splitter := NewSplitter(new(word.Table), nil, record.Bashni)
		for text := b.String(); text != ""; {
			n, reading, ok := splitter.Next(text, true)
			require.True(t, ok)
			other, alone, ok := NewSplitter(new(word.Table), nil, record.Bashni).Next(text, true)
			require.True(t, ok)
			require.Equal(t, other, n, "%q", text)
			require.Equal(t, alone, reading, "%q", text)
			text = text[n:]
		}
	}
}

// Text that is too long for a record is skipped up to the next paragraph and reported, unless one
// of its own paragraphs begins another game.
func TestDecodeLong(t *testing.T) {
	game := "A – B\n1. c3-b4 b6-c5\n1-0\n"
	words := strings.Repeat("они долго думали о другом\n", maxSearched/40)
	for _, tt := range []struct {
		between string
		faults  int
	}{{"", 0}, {words, 1}, {strings.ReplaceAll(words, "\n", " "), 1}, {strings.ReplaceAll(words, "\n", "\n\n"), 0}} {
		text := game + tt.between + "\n\n" + game
		splitter := NewSplitter(new(word.Table), nil, record.Bashni)
		var games []record.Game
		for at := 0; at < len(text); {
			have := at
			n, reading, ok := splitter.Next(text[at:have], have == len(text))
			for ; !ok; n, reading, ok = splitter.Next(text[at:have], have == len(text)) {
				have = min(have+1000, len(text))
			}
			g := record.Game{Text: text[at : at+n]}
			testReader.Read(&g, record.Bashni, reading.(*Reading))
			games, at = append(games, g), at+n
		}
		require.Equal(t, 2, len(games))
		require.Len(t, games[0].Plies, 2)
		require.Len(t, games[0].Faults, tt.faults)
		require.Len(t, games[1].Plies, 2)
		require.Empty(t, games[1].Faults)
		if tt.faults > 0 {
			require.Equal(t, record.TooLarge, games[0].Faults[0].Code)
			require.GreaterOrEqual(t, games[0].Faults[0].At, maxSearched)
			require.Less(t, games[0].Faults[0].At, maxSearched+maxLine)
			require.Equal(t, game, games[1].Text)
		} else if tt.between != "" {
			require.Less(t, len(games[0].Text), maxSearched)
		}
	}
}

// The table follows rules without which a search would exploit it.
func TestCosts(t *testing.T) {
	row := costOpen + costText + costWord + costText + .7*costWord
	require.Greater(t, row, costIllegal+costUnknown, "a row is read as words rather than as an illegal one")
	require.Greater(t, costProseLine+2*costProseMove, costIllegal+costUnknown, "so is a line of words that has it")
	require.Positive(t, costUnknown, "an unknown board is cheaper than one on which all is legal")
	require.Greater(t, costDueAsText, costMissing, "the number that is due is read as words rather than its ply as missing")
	require.Greater(t, costMissing, costUnread+costAnyWords, "a ply is missing rather than illegible")
	require.Greater(t, costKeyAsText, costVariantOver, "a header is read as words rather than as out of place")
	require.Greater(t, costNamesAsText, costNames)
	require.Greater(t, costResultAsPly+costUnread, costResultAgain+costResultRemark, "a result is read as a ply rather than as another result")
	require.Greater(t, costOthersLast, costGameMoves, "another game's result swallows the game")
	for name, c := range map[string]float64{"Word": costWord, "DueAsText": costDueAsText, "Missing": costMissing, "KeyInMoves": costKeyInMoves, "NamesInMoves": costNamesInMoves, "ClockMove": costClockMove} {
		require.Greater(t, c, maxSilent, "%s is not told", name)
	}
	// step drops an arc whose own cost, less mostCheaper, is too high.
	require.LessOrEqual(t, -(costGameBlank + costGameRule - 1), mostCheaper)
	require.LessOrEqual(t, costWord-costWordSaid-costLead-costOpen, mostCheaper+costText)
	for _, words := range lists {
		for w := range words {
			require.Equal(t, word.Fold(w), w, "no text is looked up so")
		}
	}
}

// The code and the vocabulary have the same lists of words.
func TestLists(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	named := make(map[string]bool)
	for _, file := range files {
		code, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`lists\["(\w+)"\]`).FindAllSubmatch(code, -1) {
			named[string(m[1])] = true
		}
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(lists)), slices.Collect(maps.Keys(named)))
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ text, roles string }{
		{"A – B\n1. c3-b4 b6-c5\n1-0\n", "names newline number ply ply newline result newline"},
		{"A – B\n1. c3-b4 b6-c5\n2. b4-a5 нрзб\n1-0\n", "names newline number ply ply newline number ply unread newline result newline"},
		{"A – B\n1. c3-b4 b6-c5\n2. 3. b2-c3 c5-b4\n", "names newline number ply ply newline number missing missing number ply ply newline"},
		{"A – B\n1. c3-b4 b6-c5\nЛучше было 2. a1-b2\n2. b4-a5 a7-b6\n", "names newline number ply ply newline prose newline number ply ply newline"},
		{"A – B\n1. c3-b4 b6-c5\nC – D 0-1\n2. b4-a5 a7-b6\n", "names newline number ply ply newline others newline number ply ply newline"},
		{"A – B: 1. c3-b4 b6-c5 1-0\nC – D: 1. c3-d4 b6-c5\n", "names number ply ply result newline game names number ply ply newline"},
		{"1. c3-b4 b6-c5 (0:15) 2. b4-a5!? {ага} a7-b6\n", "number ply ply bracket number ply mark bracket ply newline"},
	} {
		var roles []string
		splitter := NewSplitter(new(word.Table), nil, record.Bashni)
		splitter.plain = nil
		for text := c.text; text != ""; {
			n, reading, _ := splitter.Next(text, true)
			for _, a := range reading.(*Reading).steps {
				roles = append(roles, Roles[a.role].Name)
			}
			text = text[n:]
		}
		require.Equal(t, c.roles, strings.Join(roles[1:], " "), "%q", c.text)
	}
}

// No arc is empty: the search would continue at the same place, and take the readings left there
// for the next game's.
func TestArcsAreNotEmpty(t *testing.T) {
	for _, text := range []string{"Бел.: f6, Иванов Чер.: Петров 0-1\n", "Ч: a1, b2\n\nБ: c3\n"} {
		a := arcs{text: text, words: new(word.Table), headers: make(map[string]int)}
		a.reset()
		for at := range text {
			if at == 0 || a.text[at-1] == '\n' {
				a.line(at, true)
			}
			if a.skip(at) > at {
				continue
			}
			for _, x := range a.at(at) {
				require.Less(t, int(x.at), int(x.end), text)
			}
		}
	}
}
