package notation

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// readCompositions reads the compositions of a text as the command does.
func readCompositions(t testing.TB, text string, v record.Variant) []*replay.Report {
	cutter, err := grammar.NewCutter(strings.NewReader(text), "x.txt", "")
	require.NoError(t, err)
	parser := grammar.NewParser()
	parser.Variant = v
	var all []*replay.Report
	for {
		chunk, err := cutter.Next()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		all = append(all, replay.Judge(parser.Parse(chunk), v))
	}
}

func written(t testing.TB, l message.Language, reports ...*replay.Report) string {
	return textOf(&Composition{Language: l}, reports...)
}

// The examples in the rules have their intended meaning, and what the rules call wrong is a
// fault; output reads back the same.
func TestExamples(t *testing.T) {
	for _, c := range corpus.Compositions() {
		t.Run(c.Name, func(t *testing.T) {
			reports := readCompositions(t, c.Text, c.Variant)
			if !strings.Contains(c.Position, "|") { // not recognised as a composition
				reports = readCompositions(t, strings.Replace(c.Text, "/", "|", 1), c.Variant)
			}
			require.Len(t, reports, 1)
			r := reports[0]
			require.Equal(t, "composition", r.Game.Format)
			require.Equal(t, c.Verdict, r.Verdict.String(), "%v", r.Faults)
			require.Equal(t, strings.Join(c.Moves, " "), strings.Join(r.Moves, " "))
			fault := ""
			for _, f := range r.Faults {
				if f.Stops() && fault == "" {
					fault = string(f.Code)
				}
			}
			require.Equal(t, string(c.Fault), fault)
			if r.Verdict == replay.Legal {
				text := written(t, message.Ukrainian, r)
				_, end, found := grammar.FindPosition(text)
				require.True(t, found)
				require.Equal(t, c.Written, strings.ReplaceAll(strings.Trim(strings.TrimPrefix(strings.TrimSpace(text[end:]), "Нічия"), "\n"), "\n", "; "))
				again := readCompositions(t, written(t, message.Ukrainian, r), record.UnknownVariant)
				require.Len(t, again, 1)
				require.Equal(t, r.Moves, again[0].Moves)
				require.Equal(t, r.Variant, again[0].Variant)
			}
		})
	}
}

const book = `12. М. Абацієв
Вид: російські шашки
«Шашки», 1975
c3, e3 | a7, h8
Нічия
I cd4 (b6 АБ) {тихо} ef4! =
А (hg7) de5
Б (ab6 В)
В (g7) e5
I ed4 (b6)

13. В. Абаулін
Вид: російські шашки
D.b8, пр. h6 | c3, f4, h8
h2 (g7, b2) g7! x
`

// A book's text is written back unchanged, in the notation of books.
func TestBook(t *testing.T) {
	reports := readCompositions(t, book, record.UnknownVariant)
	require.Len(t, reports, 2)
	r := reports[0]
	for _, f := range r.Faults {
		require.False(t, f.Severity >= record.Illegal, "%v", f.Message)
	}
	require.Equal(t, "12", r.Game.Tag("Number"))
	require.Equal(t, "М. Абацієв", r.Game.Tag("Author"))
	require.Equal(t, "1975", r.Game.Tag("Date"))
	require.Equal(t, record.Draw, r.Game.Result.Outcome)
	require.Equal(t, []string{"c3-d4", "a7-b6", "e3-f4"}, r.Moves)
	var lines []string
	for _, v := range r.Variations {
		require.True(t, v.Legal)
		lines = append(lines, strings.Join(v.Moves, " "))
	}
	require.Equal(t, []string{"e3-d4 a7-b6", "h8-g7 d4-e5", "a7-b6", "h8-g7 d4-e5"}, lines)
	require.Equal(t, []int{1, 2, 2, 1}, []int{r.Variations[0].Ply, r.Variations[1].Ply, r.Variations[2].Ply, r.Variations[3].Ply})
	text := written(t, message.Ukrainian, reports...)
	again := readCompositions(t, text, record.UnknownVariant)
	require.Equal(t, text, written(t, message.Ukrainian, again...))
	for i, r := range reports {
		require.Equal(t, r.Moves, again[i].Moves)
		require.Len(t, again[i].Variations, len(r.Variations))
		for k, v := range r.Variations {
			require.Equal(t, v.Moves, again[i].Variations[k].Moves)
			require.Equal(t, v.Ply, again[i].Variations[k].Ply)
		}
	}
}

// Positions list the pieces of towers.
func TestTowers(t *testing.T) {
	r := readCompositions(t, "1. К.\nВид: столбовые шашки\nc3 - 00/0, e3 | a7, h8 - 01\ncd4 (b6) ef4 x\n", record.UnknownVariant)[0]
	require.Equal(t, replay.Legal, r.Verdict, "%v", r.Faults)
	require.Equal(t, []string{"c3-d4", "a7-b6", "e3-f4"}, r.Moves)
	again := readCompositions(t, written(t, message.Russian, r), record.UnknownVariant)[0]
	require.Equal(t, r.Moves, again.Moves)
	require.Equal(t, r.Final, again.Final)
}

// The index lists every author in alphabetical order, to the last letter.
func TestIndex(t *testing.T) {
	x := make(Index[string])
	for _, c := range [][2]string{{"М. Абацієв", "115"}, {"В. К. Абаулін", "284"}, {"Є. Яременко", "3"}, {"М. Абацієв", "7"}, {"І. Ґава", "9"}, {"О. Гава", "8"}, {"", "5"}} {
		for _, name := range Authors(c[0]) {
			x[name] = append(x[name], c[1])
		}
	}
	require.Equal(t, "Список авторів\nАбаулін В. – 284\nАбацієв М. – 115, 7\nГава О. – 8\nҐава І. – 9\nЯременко Є. – 3\n", AuthorsText(x, message.Ukrainian))
}

// Each of several authors is in the index, with the surname and the first initial (Ukrainian
// rules VI.7.4.8); a year after a name is not part of it.
func TestAuthors(t *testing.T) {
	for text, want := range map[string][]string{
		"В. Гантварг, Г. Андреев":       {"Гантварг В.", "Андреев Г."},
		"М. та П. Ткач":                 {"Ткач М.", "Ткач П."},
		"М., П. і С. Ткач":              {"Ткач М.", "Ткач П.", "Ткач С."},
		"А. Автор, 1987":                {"Автор А."},
		"А. Автор 1987":                 {"Автор А."},
		"А. Автор (1987)":               {"Автор А."},
		"А. Автор, 1987 г.":             {"Автор А."},
		"А. Автор, 1987, Б. Автор 1990": {"Автор А.", "Автор Б."},
		"А.Б. Автор и В. Другой-Третий": {"Автор А.", "Другой-Третий В."},
		"Автор А. Б.":                   {"Автор А."},
		"Ткач, М.":                      {"Ткач М."},
		"А. Автор, А. Автор":            {"Автор А."},
		"Н. Н. Ван дер Вал":             {"Ван дер Вал Н."},
		"1987":                          nil,
		"М.":                            nil,
		"":                              nil,
	} {
		require.Equal(t, want, Authors(text), text)
	}
}

// Any text is read in bounded time, and legal moves are written and read back the same.
func FuzzComposition(f *testing.F) {
	for _, c := range corpus.Compositions() {
		f.Add(c.Text, uint8(c.Variant))
	}
	f.Add(book, uint8(record.Russian))
	f.Add("a1 | h8\n"+strings.Repeat("(", 100)+strings.Repeat("А I ", 100), uint8(1))
	f.Fuzz(func(t *testing.T, text string, variant uint8) {
		if len(text) > 4<<10 {
			return
		}
		v := record.Variants()[int(variant)%len(record.Variants())]
		for _, r := range readCompositions(t, text, v) {
			if r.Game.Format != "composition" || r.Verdict >= replay.Illegal || len(r.Moves) == 0 {
				continue
			}
			again := readCompositions(t, written(t, message.Ukrainian, r), record.UnknownVariant)
			require.NotEmpty(t, again)
			require.Equal(t, r.Moves, again[0].Moves)
		}
	})
}

// The time for the longest solution is bounded by the length of its text.
func TestHostile(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("d4 (e5) ", 100_000), strings.Repeat("(", 100_000), strings.Repeat("А (e5) ", 50_000), strings.Repeat("I ", 100_000),
		strings.Repeat("c3, ", 50_000) + "| h8", strings.Repeat("{", 100_000), strings.Repeat("a1 | h8\n\n", 2000),
	} {
		for _, r := range readCompositions(t, "c3, e3 | d6, h8\n"+text+"\n", record.Russian) {
			require.GreaterOrEqual(t, len(r.Game.Text), 1)
		}
	}
}

// A position with a slip is an unreadable composition of its own; its neighbours are unaffected.
func TestBadPositions(t *testing.T) {
	for _, test := range []struct {
		line, word string
		told       string
	}{
		{"b2, d9 | b4, f8", "d9", "d9: not a playing square of"},
		{"b2, d2 | b4, d2", "d2", "d2: "},
		{"b2, d22 | b4, f8", "d22", "d22; "},
		{"b2, dd | b4, f8", "dd", ""},
		{"b2, d2 | b4, f8, x", "x", ""},
		{"b2, d9 / b4, f8", "d9", "d9: not a playing square of"},
		{"b2, d9 | b4, f8 /bc3", "d9", "d9: not a playing square of"},
		{"b2, e2 | b4, f8", "e2", "e2: "},
	} {
		text := "1. А. Автор\nВид: русские шашки\nb2, d2 | b4, f8\nbc3 (a3) d4\n\n2. Б. Автор\nВид: русские шашки\n" + test.line + "\nbc3\n\n" +
			"3. В. Автор\nВид: русские шашки\nb2, d2 | b4, f8\nbc3 (a3) d4\n"
		reports := readCompositions(t, text, record.UnknownVariant)
		require.Len(t, reports, 3, test.line)
		for i, r := range reports {
			require.Equal(t, "composition", r.Game.Format, test.line)
			require.Equal(t, []string{"А. Автор", "Б. Автор", "В. Автор"}[i], r.Game.Tag("Author"), test.line)
			if i != 1 {
				require.Equal(t, replay.Legal, r.Verdict, "%s: %v", test.line, r.Faults)
				continue
			}
			require.Equal(t, replay.Unreadable, r.Verdict, test.line)
			require.Len(t, r.Faults, 1, "%s: %v", test.line, r.Faults)
			f := r.Faults[0]
			require.Equal(t, record.BadPosition, f.Code)
			require.Equal(t, test.word, f.Word, test.line)
			require.Equal(t, 3, r.Game.Place(f.At).Line-r.Game.Place(0).Line+1, test.line)
			require.Equal(t, test.word, r.Game.Text[f.At:f.At+f.Len], test.line)
			require.Contains(t, f.Message.In(message.English), test.told, test.line)
		}
	}
	// The variant is not named, and no variant has such a square.
	r := readCompositions(t, "b2, d2 | b4, f8\nbc3 (a3) d4\n\nb2, d99 | b4, f8\nbc3\n", record.UnknownVariant)
	require.Len(t, r, 2)
	require.Len(t, r[1].Faults, 1, "%v", r[1].Faults)
	require.Equal(t, "d99", r[1].Faults[0].Word)
	require.Equal(t, record.BadPosition, r[1].Faults[0].Code)
}
