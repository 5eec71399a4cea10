package book

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record/message"
)

// solutionOf returns the solution of the only composition of a book.
func solutionOf(t *testing.T, b *Book) string {
	require.Equal(t, 1, b.root.ChildCount())
	whole := lastOf(b).(*part)
	require.True(t, whole.content == nil)
	require.Equal(t, 2, whole.ChildCount())
	return string(notation.AppendText(nil, whole.LastChild().(*part).content.(*solution).runs))
}

// The examples of Ukrainian rules VI.7.4 are printed as the rules require, and what they call wrong
// is a fault.
func TestCompositionExamples(t *testing.T) {
	for _, c := range corpus.Compositions() {
		t.Run(c.Name, func(t *testing.T) {
			position, solution := c.Position, c.Solution
			if rest, ok := strings.CutSuffix(position, "/"); ok {
				position = rest
			}
			b, faults := Read("b.md", []byte("```position variant="+c.Variant.String()+taskOf(&c)+"\n"+position+"\n"+solution+"\n```\n"), options())
			if c.Verdict != "legal" {
				require.NotEmpty(t, faults)
				require.Equal(t, 3, faults[0].Line)
				require.False(t, b.root.HasChildren())
				return
			}
			require.Empty(t, faults)
			require.Equal(t, c.Written, strings.ReplaceAll(solutionOf(t, b), "\n", "; "))
		})
	}
}

// taskOf names the task of a solution that ends in a draw.
func taskOf(c *corpus.Case) string {
	if strings.HasSuffix(c.Solution, "=") {
		return " task=draw"
	}
	return ""
}

// The lines above a composition's diagram, beneath it and in the index are those that Ukrainian
// rules VI.7.4.1 and 7.4.8 require, wherever the manuscript states them.
func TestComposition(t *testing.T) {
	for _, text := range []string{
		"```position variant=russian author=\"М. О. Абацієв\" source=\"«Шашки»\" year=1975 task=draw id=one\nc3, e3 | a7, h8\ncd4 (b6 А) ef4 =\nА (hg7) de5\n```\n",
		"```position variant=russian author=\"М. О. Абацієв\" source=\"«Шашки»\" year=1975 task=нічия id=one\nW:Wc3,e3:Ba7,h8\ncd4 (b6 А) ef4 =\nА (hg7) de5\n```\n",
		"```position id=one\n12. М. О. Абацієв\nВид: російські шашки\n«Шашки», 1975\nc3, e3 | a7, h8\nНічия\nРозв'язок: cd4 (b6 А) ef4 =; А (hg7) de5\n```\n",
	} {
		o := options()
		o.Language = message.Ukrainian
		b, faults := Read("b.md", []byte(text+"\nХід `2... b6-c5` і [](#one).\n\n```index of=authors\n```\n"), o)
		require.Empty(t, faults, text)
		require.Equal(t, []string{"1. М. О. Абацієв", "«Шашки», 1975"}, b.figures[0].Above())
		require.Equal(t, "Нічия", b.caption(b.figures[0]))
		require.Equal(t, "W:Wc3,e3:Ba7,h8", b.figures[0].Position.FEN())
		page := pageOf(t, b)
		require.Contains(t, page, "<b><span class=\"m\">cd4</span></b> (<b><span class=\"m\">b6</span> А</b>) <b><span class=\"m\">f4</span>\u00a0=</b></p>\n<p class=\"text\"><b>А</b> (")
		require.Contains(t, page, "<li><span class=\"name\">Абацієв М.</span>\u00a0– <a href=\"#one\">1</a></li>")
		require.Contains(t, page, "<section class=\"composition\">")
		require.Contains(t, typstOf(t, b), "stolb-composition(true, {\nstolb-figure(\"one\", (\"1. М. О. Абацієв\",\"«Шашки», 1975\",), {\"Нічия\"; }, ")
	}
}

// A win is not named (VI.7.4.1); a position may have no solution; and a solution that is written
// like a game is printed like one.
func TestCompositionForms(t *testing.T) {
	for text, want := range map[string]string{
		"variant=bashni task=win\nW:Wc3:Bd4,h8\n1. c3:e5 h8-g7 (1... h8-g7 {ход}) 2. e5-f6": "1. c3:e5 h8-g7 (1... h8-g7 ход) 2. e5-f6",
		"variant=russian\na1, g3 | h4\n1. g3-f4! h4-g3 2. f4:h2 ×.\n":                       "1. g3-f4! h4-g3 2. f4:h2 x",
		"variant=russian\na1, g3 | h4\n1. g3-f4 (1. a1-b2? h4:f2) h4-g3 2. f4:h2\nx":        "1. g3-f4 (1. a1-b2? h4:f2) 1... h4-g3 2. f4:h2 x",
		"variant=russian task=draw\na1, g3 | h4, h8\n1. g3-f4 h4-g3 2. f4:h2 =":             "1. g3-f4 h4-g3 2. f4:h2 =",
		"variant=russian\nc3, e3 | a7, h8\nc3-d4 a7-b6 e3-f4":                               "1. c3-d4 a7-b6 2. e3-f4",
		"variant=russian\nc3, e3 | a7, h8\n1. cd4 (b6) 2. ef4 x":                            "cd4 (b6) f4 x",
		"variant=russian\nc3, e3 | a7, h8\n1. c3-d4 x":                                      "cd4 x",
		"variant=bashni\nc3 - 00/0, e3 | a7, h8 - 01\ncd4 (b6) ef4 x":                       "cd4 (b6) f4 x",
		"variant=bashni task=\"запереть простую\"\nb2, c1, g1 | a3\nh2 x":                   "h2 x",
		"variant=international\n31, 37, 38, 41, 46 | 26, 28\n37-32(28:37) 41:32 x":          "37-32 (28:37) 32 x",
		"variant=bashni\nбелые: c3, e3; черные: a7, h8\ncd4 (b6)":                           "cd4 (b6)",
	} {
		b, faults := Read("b.md", []byte("```position "+text+"\n```\n"), options())
		require.Empty(t, faults, text)
		require.Equal(t, want, solutionOf(t, b))
	}
	b, faults := Read("b.md", []byte("```position variant=russian task=\"Замкнути 2 прості та дамку\"\nc3, e3 | a7, h8\n```\n"), options())
	require.Empty(t, faults)
	require.Equal(t, 1, lastOf(b).ChildCount())
	require.Equal(t, "Lock 2 men and 1 king", b.figures[0].Caption)
}

// A problem of checkers in which White begins is numbered as printed, though Black begins games.
func TestWhiteBeginsInCheckers(t *testing.T) {
	text := "```game variant=checkers\n[FEN \"W:W22,26:B9,11\"]\n1. 22-18 11-16 2. 18-14 *\n```\n\nNot `1... 9-13` but `2. 18-14`.\n\n```diagram ply=1\n```\n"
	b, faults := Read("b.md", []byte(text), options())
	require.Empty(t, faults)
	require.Contains(t, b.figures[0].Caption, "1.\u00a022-18")
}

// A solution that is longer than a page begins on a left-hand page.
func TestSpread(t *testing.T) {
	text := "```position variant=russian\nc3, e3 | a7, h8\ncd4 (b6 А) {" + strings.Repeat("слово ", 300) + "} ef4 x\nА (hg7) de5\n```\n"
	b, faults := Read("b.md", []byte(text), options())
	require.Empty(t, faults)
	require.Contains(t, pageOf(t, b), "<section class=\"composition spread\">")
	require.Contains(t, typstOf(t, b), "stolb-composition(false, {")
}

// Authors are in alphabetical order to the last letter, with only the first initial (VI.7.4.8);
// each of several authors has an entry.
func TestAuthors(t *testing.T) {
	var text strings.Builder
	for _, author := range []string{"В. Абаулін", "Є. Яременко", "М. Абацієв, О. Гава", "І. Ґава та М. Абацієв", "В. К. Абаулін", "Абак"} {
		text.WriteString("```position variant=russian author=\"" + author + "\"\nc3 | h8\nd4 x\n```\n\n")
	}
	o := options()
	o.Language = message.Ukrainian
	b, faults := Read("b.md", []byte(text.String()+"```index of=authors\n```\n"), o)
	require.Empty(t, faults)
	var got []string
	for _, e := range lastOf(b).(*part).content.(*index).Entries {
		line := e.Name + " –"
		for _, to := range e.To {
			line += " " + to.Name
		}
		got = append(got, line)
	}
	require.Equal(t, []string{"Абак – 6", "Абаулін В. – 1 5", "Абацієв М. – 3 4", "Гава О. – 3", "Ґава І. – 4", "Яременко Є. – 2"}, got)
}

// Faults of a composition have their places.
func TestCompositionFaults(t *testing.T) {
	for text, want := range map[string][]string{
		"variant=russian\nc3, e3 | a7, h8\nd4":                                      {"b.md:3:1: d4 fits several moves: c3-d4 or e3-d4"},
		"variant=russian\n\nc3, e3 | a7, h8\ncd4 (b6) ef4 =":                        {"b.md:4:14: the task is a win, but the solution ends with ="},
		"variant=russian task=draw\nc3, e3 | a7, h8\ncd4 (b6) ef4 x":                {"b.md:3:14: the task is a draw, but the solution ends with x"},
		"variant=russian\nc3, e3 | a7, h8\ncd4 (b6 А) ef4\nА (a6) de5":              {"b.md:4:4: variation 1 (1... a6): a6: a6 is a light square"},
		"variant=russian\na1, g3 | h4, h8\n1. g3-f4 h4-g3 2. f4:h2 =":               {"b.md:3:25: the task is a win, but the solution ends with ="},
		"variant=russian task=draw\na1, g3 | h4, h8\n1. g3-f4 h4-g3 2. f4:h2 x":     {"b.md:3:25: the task is a draw, but the solution ends with x"},
		"variant=russian\na1, g3 | h4, h8\n1. g3-f4 h4-g3 2. f4-e5 x":               {"b.md:3:19: f4-e5: a capture was mandatory (Ukrainian rules II.3.3): f4:h2"},
		"variant=russian\nc3, e3 | a7, h8\ncd4 (b6) e6":                             {"b.md:3:10: e6: e6 is a light square"},
		"variant=russian\nc3, e3 | a7, h8\n1. c3-d4 a7-b6 2. e3-e4":                 {"b.md:3:19: e3-e4: e4 is a light square"},
		"variant=bashni task=\"lock 2 men\"\nb2, c1, g1 | a3\nh2 x":                 {"b.md:3:1: the task is to lock 2 men, but the solution locks 1 man"},
		"variant=bashni task=\"lock 2 pieces\"\nb2, c1, g1 | a3\nh2 x":              {"b.md:3:1: the task is to lock 2 pieces, but the solution locks 1 man"},
		"variant=bashni task=\"lock 1 piece\"\nb2, c1, g1 | a3\nh2 x":               {},
		"variant=bashni task=\"lock a man\"\nb2, g1 | a3\nh2 x":                     {"b.md:3:1: the task is to lock 1 man, but in the last position Black is not locked (Codex 5.2.3)"},
		"variant=bashni task=maybe\nb2, g1 | a3\nh2 x":                              {"b.md:1:28: task=maybe: "},
		"\nc3, e3 | a7, h8\ncd4":                                                    {"b.md:2:1: the record does not name its variant"},
		"variant=russian\nc3, e3 | a9, h8\ncd4":                                     {"b.md:2:10: "},
		"variant=russian\nW:Wc3:Bc3\ncd4":                                           {"b.md:2:8: "},
		"variant=international\n31, 37, 38 | 26, 28\n37-32(37)":                     {"b.md:3:7: 37 fits several moves: 26:37 or 28:37"},
		"variant=russian\nc3, e3 | a7, h8\ncd4 (b6) Жжж":                            {"b.md:3:10: "},
		"variant=russian\nc3, e3 | a7, h8\ncd4 (b6":                                 {"b.md:3:5: a bracket ( without )"},
		"variant=russian\nc3, e3 | a7, h8\ncd4 (b6 А) ef4\nА (hg7) de5\nА (hg7) e5": {"b.md:5:1: А names two lines"},
	} {
		b, faults := Read("b.md", []byte("```position "+text+"\n```\n"), options())
		var got []string
		for i := range faults {
			got = append(got, faults[i].In(message.English))
		}
		require.Len(t, got, len(want), "%s\n%s", text, strings.Join(got, "\n"))
		for i := range want {
			require.True(t, strings.HasPrefix(got[i], want[i]), "%s\n%s", text, got[i])
		}
		require.Equal(t, len(want) > 0, len(b.figures) == 0)
	}
}
