package main

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/find"
)

const explorerGames = `[Event "<script>alert(1)</script>"]
[Date "1998.05.12"]
[White "Иванов <b>\"x\"</b>"]
[Black "Петров"]
[Result "1-0"]
[Variant "bashni"]

1. c3-b4 b6-c5 2. b4-a5 *

[White "Сидоров"]
[Black "Коваль"]
[Result "0-1"]
[Variant "bashni"]

1. c3-d4 b6-a5 2. d4-c5 d6:b4 3. a3:c5 *

[White "Сидоров"]
[Black "Петров"]
[Result "1/2-1/2"]
[Variant "bashni"]

1. c3-d4 b6-c5 *

[White "X"]
[Black "Y"]
[Variant "lasca"]

1. 9-12 *
`

func explorerOf(t *testing.T, l message.Language) *explorer {
	t.Helper()
	return serving(t, explorerGames, 4, l)
}

// serving returns an explorer of a text with n games.
func serving(t *testing.T, text string, n int, l message.Language) *explorer {
	t.Helper()
	inLanguage(t, l)
	path := filepath.Join(t.TempDir(), "games.idx")
	cutter, err := grammar.NewCutter(strings.NewReader(text), "games.pdn", "")
	require.NoError(t, err)
	file, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, find.BuildIndex(file, record.UnknownVariant, func(add func(*find.Entry) error) error {
		var game find.Entry
		for range n {
			c, err := cutter.Next()
			require.NoError(t, err)
			game.Fill(&c, replay.Judge(grammar.NewParser().Parse(c), record.UnknownVariant))
			require.NoError(t, add(&game))
		}
		return nil
	}))
	require.NoError(t, file.Close())
	x, err := find.OpenIndex(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, x.Close()) })
	e, err := newExplorer(x)
	require.NoError(t, err)
	return e
}

func getPage(t *testing.T, e http.Handler, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	path, _, _ = strings.Cut(path, "#")
	r := httptest.NewRequest(http.MethodGet, "http://localhost:1234"+path, nil)
	e.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// The links of the pages lead from the start to the end of a game.
func TestExploreWalk(t *testing.T) {
	e := explorerOf(t, message.English)
	code, text := getPage(t, e, "/")
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, "3 games reached this position")
	require.Contains(t, text, "<svg")
	row := regexp.MustCompile(`<tr><td><a class="way" href="([^"]+)">c3-d4</a></td><td class="n">2</td><td class="bar" aria-hidden="true"><span><i class="r1" style="flex-grow:1"></i><i class="r2" style="flex-grow:1"></i></span></td><td class="n counts">0</td><td class="n counts">1</td><td class="n counts">1</td><td class="n">25.0 %</td></tr>`)
	link := row.FindStringSubmatch(text)
	require.NotNil(t, link, text)
	_, text = getPage(t, e, html.UnescapeString(link[1]))
	require.Contains(t, text, "2 games reached this position")
	require.Contains(t, text, "Black to move")
	link = regexp.MustCompile(`<a class="way" href="([^"]+)">b6-c5</a>`).FindStringSubmatch(text)
	require.NotNil(t, link)
	_, text = getPage(t, e, html.UnescapeString(link[1]))
	require.Contains(t, text, "<td>the game ended</td>")
	link = regexp.MustCompile(`<a href="(/game[^"]+)">Сидоров</a>`).FindStringSubmatch(text)
	require.Equal(t, "/game?n=3&amp;ply=2#g1p2", link[1])
	_, text = getPage(t, e, html.UnescapeString(link[1]))
	require.Contains(t, text, `<p class="moves">1. c3-d4 b6-c5</p>`)
	require.Contains(t, text, `<a id="here" href="/?fen=W%3AWa1%2C`)
	require.Contains(t, text, "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bc5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8")
	_, text = getPage(t, e, "/?variant=lasca")
	require.Contains(t, text, "1 game reached this position")
	require.Contains(t, text, ">9-12</a>")
}

func TestExploreFind(t *testing.T) {
	e := explorerOf(t, message.English)
	code, text := getPage(t, e, "/find?q="+url.QueryEscape(`black captures then white captures`))
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, "1 game found")
	require.Contains(t, text, "/game?n=2&amp;ply=3#g1p3")
	require.Contains(t, text, "<td>2... d6:b4</td>", "the move that was found")
	code, text = getPage(t, e, "/find?q="+url.QueryEscape(`white kng <b>`))
	require.Equal(t, http.StatusBadRequest, code)
	require.Contains(t, text, "did you mean king?")
	require.Contains(t, text, "^^^")
	require.NotContains(t, text, "<b>")
}

// A filter selects the games whose moves are counted, and stays set on following positions.
func TestExploreFilter(t *testing.T) {
	e := explorerOf(t, message.English)
	code, text := getPage(t, e, "/?player="+url.QueryEscape("сидоров"))
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, "2 games reached this position")
	require.NotContains(t, text, ">c3-b4</a>")
	link := regexp.MustCompile(`<a class="way" href="([^"]+)">c3-d4</a></td><td class="n">2<`).FindStringSubmatch(text)
	require.NotNil(t, link, text)
	_, text = getPage(t, e, html.UnescapeString(link[1]))
	require.Contains(t, text, `name="player" value="сидоров"`)
	require.Contains(t, text, "2 games reached this position")
	_, text = getPage(t, e, "/?result=1-0&from=1998&to=1998")
	require.Contains(t, text, "1 game reached this position")
	require.Contains(t, text, `<option value="1-0" selected>`)
	_, text = getPage(t, e, "/?from=1999")
	require.Contains(t, text, "0 games reached this position")
	code, text = getPage(t, e, "/?from=x")
	require.Equal(t, http.StatusBadRequest, code)
	require.Contains(t, text, "x is not a year")
	for _, name := range []string{`" or start`, `\" or start`, `x\`} {
		_, text = getPage(t, e, "/?player="+url.QueryEscape(name))
		require.Contains(t, text, "0 games reached this position", name)
	}
}

// A filter finds a game by its players after a tag of any length.
func TestExploreFilterLong(t *testing.T) {
	long := "[Annotation \"" + strings.Repeat("x", 1<<14) + "\"]\n[White \"Поздний\"]\n[Variant \"bashni\"]\n\n1. c3-d4 *\n"
	e := serving(t, long+"\n"+explorerGames, 5, message.English)
	for name, n := range map[string]string{"поздний": "1 game", "сидоров": "2 games", "иной": "0 games"} {
		_, text := getPage(t, e, "/?player="+url.QueryEscape(name))
		require.Contains(t, text, n+" reached this position", name)
	}
}

// A filter that selects all games counts as the index does.
func TestExploreFilterCounts(t *testing.T) {
	generator, err := corpus.NewGenerator(record.Bashni, 4)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := convert.NewWriter("pdn", &file, convert.WriteOptions{})
	require.NoError(t, err)
	for range 40 {
		require.NoError(t, w.Write(replay.Judge(generator.Next(), record.UnknownVariant)))
	}
	require.NoError(t, w.Close())
	e := serving(t, file.String(), 40, message.English)
	rows := regexp.MustCompile(`<tr><td>(?:<a class="way"[^>]*>)?([^<]+).*?<td class="n">(\d+)</td>.*?<td class="n counts">(\d+)</td><td class="n counts">(\d+)</td><td class="n counts">(\d+)</td>`)
	counts := func(path string) (all [][]string) {
		code, text := getPage(t, e, path)
		require.Equal(t, http.StatusOK, code)
		for _, row := range rows.FindAllStringSubmatch(text, -1) {
			all = append(all, row[1:])
		}
		require.NotEmpty(t, all)
		return all
	}
	require.Equal(t, counts("/"), counts("/?player="+url.QueryEscape("игрок")))
}

// Lists and its page show that a game is broken, and where.
func TestExploreBroken(t *testing.T) {
	e := serving(t, "[White \"A\"]\n[Black \"B\"]\n[Variant \"bashni\"]\n\n1. c3-d4 b6-c5 2. a1-b2 *\n", 1, message.English)
	_, text := getPage(t, e, "/")
	require.Contains(t, text, `<span class="fault">broken after 2 plies: `)
	_, text = getPage(t, e, "/game?n=1")
	require.Contains(t, text, `<p class="verdict">`)
	require.Contains(t, text, "2. a1-b2")
}

// The contents of records and addresses are escaped.
func TestExploreEscaped(t *testing.T) {
	e := explorerOf(t, message.Russian)
	for _, path := range []string{
		"/", "/game?n=1&ply=0", "/find?q=" + url.QueryEscape(`tag Event "<script>"`), "/find?q=" + url.QueryEscape(`"><script>alert(1)</script>`),
		"/?fen=" + url.QueryEscape(`"><script>`), "/?variant=" + url.QueryEscape(`<script>`), "/game?n=<script>",
	} {
		_, text := getPage(t, e, path)
		text = strings.Replace(text, string(convert.PagePart("scripts", language)), "", 1)
		require.NotContains(t, text, "<script", path)
		require.NotRegexp(t, `<b>("|&#34;|&quot;)`, text, path)
		require.Contains(t, text, `<html lang="ru">`)
		require.NotContains(t, text, "explore.", path)
	}
	_, text := getPage(t, e, "/")
	require.Contains(t, text, "&lt;script&gt;alert(1)&lt;/script&gt;")
}

// Only requests that name this machine are answered, and only methods that read.
func TestExploreRefused(t *testing.T) {
	e := explorerOf(t, message.English)
	ask := func(method, host string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(method, "/", nil)
		r.Host = host
		e.ServeHTTP(w, r)
		return w
	}
	for _, host := range []string{"localhost", "localhost:80", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST:1", "127.0.0.2"} {
		require.Equal(t, http.StatusOK, ask(http.MethodGet, host).Code, host)
	}
	for _, host := range []string{"", "example.org", "example.org:8080", "localhost.example.org", "127.0.0.1.example.org", "10.0.0.1", "0.0.0.0", "[::]:80"} {
		require.Equal(t, http.StatusForbidden, ask(http.MethodGet, host).Code, host)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodOptions} {
		require.Equal(t, http.StatusMethodNotAllowed, ask(method, "localhost").Code)
	}
	w := ask(http.MethodHead, "localhost")
	require.Equal(t, http.StatusOK, w.Code)
	require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'")
	code, _ := getPage(t, e, "/etc/passwd")
	require.Equal(t, http.StatusNotFound, code)
	for _, path := range []string{"/game", "/game?n=0", "/game?n=5", "/game?n=-1", "/?fen=x", "/?variant=x", "/find", "/?%zz"} {
		code, _ := getPage(t, e, path)
		require.Equal(t, http.StatusBadRequest, code, path)
	}
}

// Refusals are in the language of the pages. A foreign request learns nothing about the games.
func TestExploreRefusedInLanguages(t *testing.T) {
	for l, says := range map[message.Language][4]string{
		message.English:   {"no such page", "nothing can be written here", "this address cannot be read", "to this machine only"},
		message.Russian:   {"такой страницы нет", "здесь ничего нельзя записать", "этот адрес нельзя прочесть", "доступны только на этом компьютере"},
		message.Ukrainian: {"такої сторінки немає", "тут нічого не можна записати", "цю адресу не можна прочитати", "доступні лише на цьому комп&#39;ютері"},
	} {
		e := explorerOf(t, l)
		for i, of := range []struct {
			method, address string
			code            int
		}{
			{http.MethodGet, "http://localhost/nothing", http.StatusNotFound},
			{http.MethodPost, "http://localhost/", http.StatusMethodNotAllowed},
			{http.MethodGet, "http://localhost/?%zz", http.StatusBadRequest},
			{http.MethodGet, "http://games.example.org/", http.StatusForbidden},
		} {
			w := httptest.NewRecorder()
			e.ServeHTTP(w, httptest.NewRequest(of.method, of.address, nil))
			require.Equal(t, of.code, w.Code)
			require.Equal(t, "text/html; charset=utf-8", w.Header().Get("Content-Type"))
			text := w.Body.String()
			require.Contains(t, text, `<p class="fault" role="alert">`)
			require.Contains(t, text, says[i])
			require.Equal(t, of.code != http.StatusForbidden, strings.Contains(text, "<form"), text)
		}
		w := httptest.NewRecorder()
		e.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://games.example.org/", nil))
		require.NotRegexp(t, `<p>\d`, w.Body.String(), "how many games there are")
	}
}

// Nothing is done for a client that is gone.
func TestExploreGone(t *testing.T) {
	e := explorerOf(t, message.English)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	e.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/find?q=start", nil).WithContext(ctx))
	require.Empty(t, w.Body.String())
}

// Elements that a screen reader reads or the keyboard reaches have names.
func TestExploreStructure(t *testing.T) {
	e := explorerOf(t, message.English)
	_, text := getPage(t, e, "/")
	for _, part := range []string{
		"<title>Games – W:Wa1,", "<h1><a href=\"/\">Games</a></h1>", "<h2>Moves</h2>", "<h2>Games</h2>", `<nav aria-label="Variants">`, `aria-current="true" class="here">bashni (3)</a>`,
		`<th scope="col">move</th><th scope="col" class="n">games</th>`, `<label>Query <input type="search" name="q"`, `<label>Position (FEN) <input type="search" name="fen"`, `role="img"`, `aria-label="W:Wa1,`,
	} {
		require.Contains(t, text, part)
	}
	_, text = getPage(t, e, "/game?n=3&ply=1")
	for _, part := range []string{"<title>Games – Сидоров – Петров, 1/2-1/2</title>", "<h2><b>Сидоров</b> – <b>Петров</b></h2>", `<article data-v="bashni"`, `<div id="board" class="board" role="grid"`} {
		require.Contains(t, text, part)
	}
	_, text = getPage(t, e, "/find?q=white+wins")
	require.Contains(t, text, "<title>Games – white wins</title>")

	// A position that was typed stays unchanged, right or wrong.
	code, text := getPage(t, e, "/?variant=bashni&fen="+url.QueryEscape("B:Wc3:Bz9"))
	require.Equal(t, http.StatusBadRequest, code)
	require.Contains(t, text, `name="variant" value="bashni"`)
	require.Contains(t, text, `name="fen" value="B:Wc3:Bz9"`)
	require.Contains(t, text, "z9")
	code, text = getPage(t, e, "/?variant=bashni&fen="+url.QueryEscape("B:Wc3=00/1:Bd6"))
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, "0 games reached this position")
}

// A query is searched page by page: the links at their ends lead to all games found, once each and
// in order.
func TestExploreGoOn(t *testing.T) {
	generator, err := corpus.NewGenerator(record.Bashni, 3)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := convert.NewWriter("pdn", &file, convert.WriteOptions{})
	require.NoError(t, err)
	const games = 75
	for range games {
		require.NoError(t, w.Write(replay.Judge(generator.Next(), record.UnknownVariant)))
	}
	require.NoError(t, w.Close())
	e := serving(t, file.String(), games, message.English)

	next, met := "/find?q="+url.QueryEscape("white moves and plies > 0"), 0
	link := regexp.MustCompile(`<p><a href="([^"]+)">Search the others</a></p>`)
	row := regexp.MustCompile(`<tr><td><a href="/game\?n=(\d+)&amp;`)
	for next != "" {
		code, text := getPage(t, e, next)
		require.Equal(t, http.StatusOK, code)
		for _, found := range row.FindAllStringSubmatch(text, -1) {
			met++
			require.Equal(t, strconv.Itoa(met), found[1])
		}
		require.Contains(t, text, fmt.Sprintf("%d of %d candidate games searched", met, games))
		next = ""
		if on := link.FindStringSubmatch(text); on != nil {
			next = html.UnescapeString(on[1])
		}
	}
	require.Equal(t, games, met)
	for _, from := range []string{"0", "76", "-1", "x", "99999999999999999999"} {
		code, _ := getPage(t, e, "/find?q=start&from="+from)
		require.Equal(t, http.StatusBadRequest, code, from)
	}
}
