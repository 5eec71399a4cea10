package convert

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

func judgedPDN(t *testing.T, text string) *replay.Report {
	g, alone := grammar.NewParser().ParseGame(text, grammar.PDN)
	require.True(t, alone)
	return replay.Judge(g, record.UnknownVariant)
}

// The text contains all notes of the moves, in order; the data has the changes that the moves make.
func TestPlay(t *testing.T) {
	r := judgedPDN(t, `[Event "A <b>"]
[White "Иванов"]
[Black "Петров"]
[Annotator "Z & Y"]
[GameType "45,W,8,8,A0,0"]
[Result "1-0"]
[Termination "resigned"]

{first} 1. c3-d4! b6-c5 $14 {it is <taken>} (1... b6-a5?! 2. d4-c5 (2. d4-e5 f6:d4)) 2. d4:b6 (2. a3-b4) a7:c5 *
`)
	require.Equal(t, `<article data-v="bashni" data-c="2(2(2))1()1">
<h2><b>Иванов</b> – <b>Петров</b></h2>
<dl><div><dt>Turnier<dd>`, strings.Replace(before(string(appendArticle(nil, r, message.English)), "A &lt;b&gt;"), "Event", "Turnier", 1))
	got := string(appendArticle(nil, r, message.Russian))
	require.Contains(t, got, `<dl><div><dt>Турнир<dd>A &lt;b&gt;</div><div><dt>Результат<dd>1-0</div><div><dt>Комментатор<dd>Z &amp; Y</div><div><dt>Termination<dd>resigned</div></dl>`)
	require.Contains(t, got, `<p class="moves"><i>first</i> 1. c3-d4<span data-p="!">!</span> b6-c5 <span data-p="$14">+=</span> <i>it is &lt;taken&gt;</i> `+
		`<span class="v">(1... b6-a5<span data-p="?!">⁈</span> 2. d4-c5 <span class="v">(2. d4-e5 f6:d4)</span>)</span> `+
		`2. d4:b6 <span class="v">(2. <i>a3-b4</i>)</span> 2... a7:c5</p>`+"\n"+`<p class="result">Черные сдались</p>`)
	require.Contains(t, got, `<p class="verdict">Ходы выше возможны по правилам, а дальше запись им противоречит: `)
}

// before returns the text before a part of it.
func before(text, part string) string {
	first, _, _ := strings.Cut(text, part)
	return first
}

// Moves of a variation that cannot be played are a remark, with their notes; those of the main line
// are in the record's text.
func TestPlayUnplayed(t *testing.T) {
	r := judgedPDN(t, "[Variant \"bashni\"]\n\n1. c3-d4 b6-c5 (1... b6-b5 {no} 2. a3-b4 (2. e3-f4) f6-g5) 2. d4:b6 {[%clk 1:00]} a7:c5 3. a1-a2 {so} b8-a7 1-0\n")
	got := string(appendArticle(nil, r, message.English))
	require.Contains(t, got, `data-c="2()2"`)
	require.Contains(t, got, `<p class="moves">1. c3-d4 b6-c5 <span class="v">(1... <i>b6-b5 no 2. a3-b4 (2. e3-f4) 2... f6-g5</i>)</span> `+
		`2. d4:b6<span data-p="{[%clk 1:00]}"></span> a7:c5</p>`)
}

// A starting position, and one that is set up later, are in the data.
func TestPlayPositions(t *testing.T) {
	r := judgedPDN(t, `[GameType "45,W,8,8,A0,0"]
[FEN "W:Wc3:Bf6"]

1. c3-d4 /FEN "B:Wc3:Bf6"/ f6-g5 *
`)
	require.Equal(t, replay.Legal, r.Verdict, r.Faults)
	require.Contains(t, string(appendArticle(nil, r, message.English)), `data-s="W:Wc3:Bf6" data-c="1{B:Wc3:Bf6}1"`)
}

// A page is well-formed whatever its games contain, and does not refer to the network. Games of an
// unknown variant are included.
func TestPlayPage(t *testing.T) {
	for _, l := range message.Languages() {
		page := []byte(PagePart("head", l))
		for _, v := range record.Variants() {
			g, err := corpus.NewGenerator(v, 1)
			if err != nil {
				continue
			}
			page = appendArticle(page, replay.Judge(g.Next(), v), l)
		}
		page = appendArticle(page, replay.Judge(&record.Game{Text: "</pre><script>\x00\xff"}, record.UnknownVariant), l)
		text := string(append(page, PagePart("tail", l)...))
		require.Equal(t, 1, strings.Count(text, "<!DOCTYPE html>"))
		require.Equal(t, 2, strings.Count(text, "<script"))
		require.NotContains(t, text, "http:")
		require.NotContains(t, text, "https:")
		require.NotContains(t, text, "play.", "a text that no catalogue has")
		require.True(t, strings.HasSuffix(text, "</html>\n"))
	}
}

// A page without games is smaller than 60 kB.
func TestPlaySize(t *testing.T) {
	for _, l := range message.Languages() {
		require.Less(t, len(PagePart("head", l))+len(PagePart("tail", l)), 60<<10)
	}
}

// A game takes less than 1 kB, even the longest on the largest board.
func TestPlaySizeOfGames(t *testing.T) {
	for _, v := range record.Variants() {
		g, err := corpus.NewGenerator(v, 4)
		if err != nil {
			continue
		}
		size := 0
		const games = 50
		for range games {
			size += len(appendArticle(nil, replay.Judge(g.Next(), v), message.Russian))
		}
		require.Less(t, size/games, 1000, v)
	}
}

// The data states what the text of a move does not show: captures of several pieces, promotion, or
// squares other than those in the text.
func TestPlayChanges(t *testing.T) {
	for _, test := range []struct{ fen, moves, want string }{
		{"W:Wc3,g1:Bd4,d6,h8", "1. c3:c7 h8-g7", `data-c=":NV1"`},
		{"W:Wc3,a7:Bh8", "1. a7-b8 h8-g7", `data-c="?1"`},
	} {
		r := judgedPDN(t, "[GameType \"25,W,8,8,A0,0\"]\n[FEN \""+test.fen+"\"]\n\n"+test.moves+" *\n")
		got := string(appendArticle(nil, r, message.English))
		require.Contains(t, got, test.want, got)
	}
	c := changes{from: "c3", to: "d4", code: plainMove, full: "=JN:"}
	require.Equal(t, "=JN:", c.beside("c3-e5"))
	require.Equal(t, plainMove, c.beside("c3-d4"))
}
