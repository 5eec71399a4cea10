// Package browsertest opens the pages that package convert writes in a headless
// Chromium: the positions to which their script comes are compared with ours, its
// drawings with package diagram's, keys, buttons and links are tried, and axe-core
// looks for what keeps people from using them. It is a module of its own because
// it needs a browser, and what drives it: "go test ./..." in the root leaves it
// out, and .ci/run runs it where there is a Chromium.
package browsertest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

var (
	many  = flag.Int("games", 10000, "how many generated games are compared")
	shots = flag.String("shots", "", "a folder into which pictures of the page are written, to be looked at")
)

// browser starts a Chromium.
func browser(t *testing.T) context.Context {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("left out: it needs Chromium, and that is not here")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox)
	allocated, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, stop := chromedp.NewContext(allocated)
	t.Cleanup(stop)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate("about:blank"))) // which starts it
	ctx, stop = context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(stop)
	return ctx
}

// generated returns random legal games.
func generated(t *testing.T, v record.Variant, seed uint64, n int) []*replay.Report {
	g, err := corpus.NewGenerator(v, seed)
	require.NoError(t, err)
	all := make([]*replay.Report, n)
	for i := range all {
		all[i] = replay.Judge(g.Next(), v)
	}
	return all
}

// page writes games as a page and serves it.
func page(t *testing.T, l message.Language, games []*replay.Report) (url string, size int) {
	var page bytes.Buffer
	w, err := convert.NewWriter("html", &page, convert.WriteOptions{Words: l})
	require.NoError(t, err)
	for _, r := range games {
		require.NoError(t, w.Write(r))
	}
	require.NoError(t, w.Close())
	file := page.Bytes()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(file)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/", len(file)
}

// positions are the FENs of a game's positions, in the order of its text, the
// first before any move.
func positions(t *testing.T, r *replay.Report) []string {
	start, ok := r.Start()
	require.True(t, ok)
	p := start.Record()
	all := []string{p.FEN()}
	for _, ply := range r.Tree() {
		after := ply.After()
		p := after.Record()
		all = append(all, p.FEN())
	}
	return all
}

// evaluate returns what a script comes to.
func evaluate[T any](t *testing.T, ctx context.Context, script string) T {
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	require.NoError(t, err, script)
	return value
}

// do runs actions of the browser.
func do(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	require.NoError(t, chromedp.Do(ctx, actions...))
}

// command is an action of the browser's protocol.
func command[P any](c cdp.Command[P, cdp.Empty], parameters P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, parameters)
		return err
	})
}

// scheme makes the page light or dark.
func scheme(name string) chromedp.Action[chromedp.Void] {
	return command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
	})
}

func open(t *testing.T, ctx context.Context, url string) { do(t, ctx, chromedp.Navigate(url)) }

// wait waits until a condition holds.
func wait(t *testing.T, ctx context.Context, condition string) {
	_, err := chromedp.Run(ctx, chromedp.Poll[bool](condition))
	require.NoError(t, err, condition)
}

// The page comes to our positions, at every ply of many games of every variant.
func TestPositions(t *testing.T) {
	ctx := browser(t)
	const digests = `Promise.all([...Array(stolb.games).keys()].map(async i => {
		const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(stolb.positions(i).join('\n')));
		return [...new Uint8Array(sum)].map(b => b.toString(16).padStart(2, '0')).join('');
	}))`
	var variants []record.Variant
	for _, v := range record.Variants() {
		if _, err := replay.For(v); err == nil {
			variants = append(variants, v)
		}
	}
	plies := 0
	for i, v := range variants {
		n := *many / len(variants)
		if i == 0 {
			n = *many - n*(len(variants)-1)
		}
		games := generated(t, v, uint64(i)+1, n)
		url, _ := page(t, message.English, games)
		open(t, ctx, url)
		sums := evaluate[[]string](t, ctx, digests)
		require.Len(t, sums, n)
		for k, r := range games {
			want := positions(t, r)
			plies += len(want) - 1
			sum := sha256.Sum256([]byte(strings.Join(want, "\n")))
			if hex.EncodeToString(sum[:]) != sums[k] {
				got := evaluate[[]string](t, ctx, fmt.Sprintf("stolb.positions(%d)", k))
				require.Equal(t, want, got, "%v, game %d", v, k+1)
			}
		}
	}
	t.Logf("%d games, %d plies", *many, plies)
}

// A page without games has less than 60 kB, and a game 1 kB.
func TestSize(t *testing.T) {
	for _, l := range message.Languages() {
		_, size := page(t, l, nil)
		require.Less(t, size, 60<<10)
	}
	for _, v := range []record.Variant{record.Bashni, record.Lasca, record.Adiukh} {
		_, none := page(t, message.Russian, nil)
		_, size := page(t, message.Russian, generated(t, v, 7, 500))
		require.Less(t, size-none, 500*1024, v.String())
	}
}

// classed matches the class of a drawing's shape.
var classed = regexp.MustCompile(` class="([^"]*)" fill=`)

// square is what diagram draws on a square, in the terms of the page's script.
func square(d *diagram.Drawing, s record.Square, left, top float64) string {
	var out strings.Builder
	number := func(x float64) string {
		text := fmt.Sprintf("%.2f", math.Floor(x*100+0.5)/100) // as JavaScript rounds
		return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	for i, shape := range d.Shapes {
		one := *d
		one.Shapes = d.Shapes[i : i+1]
		class := string(classed.FindSubmatch(one.AppendSVG(nil, diagram.Length{}))[1])
		if shape.Square != s || class == "dark" || class == "name" || class == "coordinate" {
			continue
		}
		x, y := shape.X-left, shape.Y-top
		switch {
		case shape.Text != "":
			fmt.Fprintf(&out, "%s %s %s %s\n", class, number(x), number(y), shape.Text)
		case shape.Path != nil:
			fmt.Fprint(&out, class)
			for _, g := range shape.Path {
				if g.Op == 'C' {
					fmt.Fprintf(&out, " %s %s %s %s", number(g.First.X-left), number(g.First.Y-top), number(g.Then.X-left), number(g.Then.Y-top))
				}
				fmt.Fprintf(&out, " %s %s", number(g.To.X-left), number(g.To.Y-top))
			}
			fmt.Fprintln(&out)
		default:
			fmt.Fprintf(&out, "%s %s %s %s %s\n", class, number(x), number(y), number(shape.W), number(shape.H))
		}
	}
	return out.String()
}

// The script draws what package diagram draws.
func TestDrawings(t *testing.T) {
	ctx := browser(t)
	const read = `(i, n) => stolb.drawings(i, n).map(text => {
		const at = (e, ...names) => names.map(name => e.getAttribute(name)).join(' ');
		return [...new DOMParser().parseFromString('<svg>' + text + '</svg>', 'text/html').querySelectorAll('svg > *')].map(e => e.getAttribute('class') + ' ' + {
			circle: () => at(e, 'cx', 'cy', 'r', 'r'),
			ellipse: () => at(e, 'cx', 'cy', 'rx', 'ry'),
			rect: () => at(e, 'x', 'y', 'width', 'height'),
			text: () => at(e, 'x', 'y') + ' ' + e.textContent,
			path: () => e.getAttribute('d').replace(/[MLCZ]/g, ' ').trim().replace(/ +/g, ' '),
		}[e.tagName]() + '\n').join('');
	})`
	for _, v := range []record.Variant{record.Bashni, record.Lasca, record.Adiukh, record.International} {
		games := generated(t, v, 3, 10)
		url, _ := page(t, message.English, games)
		open(t, ctx, url)
		b := v.Board()
		for i, r := range games {
			fens := positions(t, r)
			for _, n := range []int{0, len(fens) / 2, len(fens) - 1} {
				got := evaluate[[]string](t, ctx, fmt.Sprintf("(%s)(%d, %d)", read, i, n))
				p, err := record.ParseFEN(v, fens[n])
				require.NoError(t, err)
				d := diagram.Draw(&p, diagram.Options{Coordinates: diagram.NoNames})
				edge := (d.Height - diagram.Unit*float64(b.Ranks)) / 2
				for k, s := range b.Squares() {
					left := edge + float64(s.File())*diagram.Unit
					top := edge + float64(b.Ranks-1-s.Rank())*diagram.Unit
					require.Equal(t, square(d, s, left, top), got[k], "%s: %s", fens[n], b.Name(s))
				}
			}
		}
	}
}

// The PDN that the page copies is the game.
func TestPDN(t *testing.T) {
	ctx := browser(t)
	for _, v := range []record.Variant{record.Bashni, record.Lasca, record.Russian, record.Checkers} {
		games := generated(t, v, 5, 20)
		url, _ := page(t, message.Ukrainian, games)
		open(t, ctx, url)
		for i, r := range games {
			text := evaluate[string](t, ctx, fmt.Sprintf("stolb.pdn(%d)", i))
			g, alone := grammar.NewParser().ParseGame(text, grammar.PDN)
			require.True(t, alone)
			again := replay.Judge(g, record.UnknownVariant)
			require.Equal(t, replay.Legal, again.Verdict, text)
			require.Equal(t, r.Moves, again.Moves)
			require.Equal(t, r.Final, again.Final)
			require.Equal(t, r.Game.Tag("White"), g.Tag("White"))
			require.Equal(t, r.Game.Result.String(), g.Result.String())
		}
	}
}

// annotated has variations in variations, before a move and behind it, one that
// cannot be played to its end, signs, comments, and a position set up.
const annotated = `[Event "A <b> & \"c\""]
[White "Иванов"]
[Black "Петров"]
[GameType "45,W,8,8,A0,0"]
[Variant "bashni"]
[Result "1-0"]

{before} 1. c3-b4! {a (comment), 1... f6-g5} b6-c5 $14 (1... f6-g5 2. b4-a5 $3 (2. g3-f4 g5:e3 (2... h6-g5)) 2... b6-c5) 2. b4-a5 a7-b6
(2... f6-g5? 3. g3-h4 g5-f4 4. a5-b6) 3. b2-c3 (3. g3-h4 3... f6-g5) c5-b4 4. a3:a7 c7-b6 5. a5:e5 f6:b2 6. a1:c3 *
`

// Variations are played through, each from its place, and copied.
func TestVariations(t *testing.T) {
	g, alone := grammar.NewParser().ParseGame(annotated, grammar.PDN)
	require.True(t, alone)
	r := replay.Judge(g, record.UnknownVariant)
	require.Len(t, r.Variations, 5)
	ctx := browser(t)
	url, _ := page(t, message.English, []*replay.Report{r})
	open(t, ctx, url)
	require.Equal(t, positions(t, r), evaluate[[]string](t, ctx, "stolb.positions(0)"))
	var moves []string
	for _, ply := range r.Tree() {
		moves = append(moves, string(ply.Before.AppendMove(nil, ply.Move, nil)))
	}
	texts := evaluate[[]string](t, ctx, "stolb.texts(0)")
	for i := range texts {
		texts[i] = strings.TrimRight(texts[i], "!?")
	}
	require.Equal(t, moves, texts)
	require.Equal(t, []string{"1... f6-g5"}, evaluate[[]string](t, ctx, "[...document.querySelectorAll('.moves > i .n')].map(e => e.textContent)"))

	// A variation is left where it began, and the game's own moves go on.
	do(t, ctx, chromedp.Click(chromedp.CSS(".v .m")))
	state := "document.getElementById('state').textContent"
	require.Equal(t, "1. Black f6-g5. White to move", text(t, ctx, state))
	wait(t, ctx, "location.hash === '#g1n3'")
	press(t, ctx, kb.ArrowLeft, kb.ArrowRight)
	require.Equal(t, "1. Black b6-c5. White to move", text(t, ctx, state))

	copied := evaluate[string](t, ctx, "stolb.pdn(0)")
	require.Contains(t, copied, `[Event "A <b> & \"c\""]`)
	g, alone = grammar.NewParser().ParseGame(copied, grammar.PDN)
	require.True(t, alone)
	second := replay.Judge(g, record.UnknownVariant)
	require.Equal(t, r.Moves, second.Moves, copied)
	require.Equal(t, []string{"a (comment), 1... f6-g5"}, g.Plies[0].Note.Comments)
	require.Equal(t, []int{14}, g.Plies[1].Note.NAGs)
	played := func(r *replay.Report) (lines [][]string) {
		for _, v := range r.Variations {
			if len(v.Moves) > 0 {
				lines = append(lines, v.Moves)
			}
		}
		return lines
	}
	require.Len(t, played(r), 4)
	require.Equal(t, played(r), played(second), copied)
	picture(t, ctx, "annotated")
}

// violation is what axe-core finds.
type violation struct {
	ID    string
	Help  string
	Nodes []struct{ HTML string }
}

// Nothing on the page keeps people from using it, in each language, light and
// dark, wide and as narrow as a telephone.
func TestAccessible(t *testing.T) {
	axe, err := os.ReadFile(filepath.Join("node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip("left out: run \"npm ci\" in this folder for axe-core")
	}
	ctx := browser(t)
	games := append(generated(t, record.Bashni, 1, 3), generated(t, record.Lasca, 1, 2)...)
	games = append(games, replay.Judge(&record.Game{Text: "?"}, record.UnknownVariant))
	for _, l := range message.Languages() {
		url, _ := page(t, l, games)
		for _, look := range []string{"light", "dark"} {
			for _, width := range []int64{1280, 390} {
				do(t, ctx, scheme(look), chromedp.EmulateViewport(width, 900),
					chromedp.Navigate("about:blank"), // a new fragment alone would load nothing
					chromedp.Navigate(url+"#g2p20"))
				require.True(t, evaluate[bool](t, ctx, string(axe)+"; true"))
				found := evaluate[[]violation](t, ctx, "axe.run().then(r => r.violations)")
				told, err := json.MarshalIndent(found, "", " ")
				require.NoError(t, err)
				require.Empty(t, found, "%v, %s, %d wide: %s", l, look, width, told)
				picture(t, ctx, fmt.Sprintf("%v-%s-%d", l, look, width))
			}
		}
	}
}

func picture(t *testing.T, ctx context.Context, name string) {
	if *shots == "" {
		return
	}
	file, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(*shots, name+".png"), file, 0o666))
}

func press(t *testing.T, ctx context.Context, keys ...string) {
	for _, key := range keys {
		do(t, ctx, chromedp.KeyEvent(key))
	}
}

func text(t *testing.T, ctx context.Context, script string) string {
	return evaluate[string](t, ctx, script)
}

// Keys go through the moves, and what is said of each is told; on the board the
// arrows go from square to square.
func TestKeys(t *testing.T) {
	ctx := browser(t)
	p, err := record.ParseFEN(record.Bashni, "W:Wc3,g3=110/00:Bd4,f6,g7")
	require.NoError(t, err)
	g := &record.Game{Variant: record.Bashni, Start: &p}
	for _, w := range []string{"c3:e5", "f6:d4"} {
		steps := []record.Step{{File: int8(w[0] - 'a'), Rank: int8(w[1] - '1')}, {File: int8(w[3] - 'a'), Rank: int8(w[4] - '1')}}
		g.Plies = append(g.Plies, record.Ply{Word: &record.Word{Text: w, Steps: steps, Separator: record.Take}})
	}
	r := replay.Judge(g, record.Bashni)
	require.Equal(t, replay.Legal, r.Verdict, r.Faults)
	games := append([]*replay.Report{r}, generated(t, record.Lasca, 1, 3)...)
	url, _ := page(t, message.English, games)
	open(t, ctx, url)
	state := "document.getElementById('state').textContent"
	focused := "document.activeElement.querySelector('.words').textContent"
	require.Equal(t, "Position before the first move. White to move", text(t, ctx, state))
	press(t, ctx, kb.ArrowRight)
	require.Equal(t, "1. White c3:e5, captured 1. Black to move", text(t, ctx, state))
	press(t, ctx, kb.ArrowRight)
	require.Equal(t, "1. Black f6:d4, captured 1. The end of the line", text(t, ctx, state))
	press(t, ctx, kb.ArrowRight, kb.ArrowLeft)
	require.Equal(t, "1. White c3:e5, captured 1. Black to move", text(t, ctx, state))
	press(t, ctx, kb.Home)
	require.Equal(t, "Position before the first move. White to move", text(t, ctx, state))

	// From a1 up the board and to the right.
	evaluate[chromedp.Void](t, ctx, "document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()")
	require.Equal(t, "a1: empty", text(t, ctx, focused))
	press(t, ctx, kb.ArrowUp, kb.ArrowUp)
	require.Equal(t, "a3: empty", text(t, ctx, focused))
	press(t, ctx, kb.ArrowRight)
	require.Equal(t, "c3: white man", text(t, ctx, focused))
	press(t, ctx, kb.ArrowRight, kb.ArrowRight)
	require.Equal(t, "g3: white king tower, 3 of its own, kings among them 2, prisoners 2", text(t, ctx, focused))
	press(t, ctx, kb.ArrowRight)
	require.Equal(t, "g3: white king tower, 3 of its own, kings among them 2, prisoners 2", text(t, ctx, focused))
	press(t, ctx, ".", "f")
	require.Equal(t, "1. White c3:e5, captured 1. Black to move", text(t, ctx, state))
	require.Equal(t, "h8: empty", text(t, ctx, "document.querySelectorAll('[role=row]')[7].firstElementChild.textContent"))
}

// A link opens a game at a position, and the address follows the moves.
func TestLinks(t *testing.T) {
	ctx := browser(t)
	games := generated(t, record.Bashni, 9, 4)
	url, _ := page(t, message.English, games)
	open(t, ctx, url+"#g3p17")
	require.Equal(t, "g3", text(t, ctx, "document.querySelector('article.open').id"))
	require.Equal(t, games[2].Moves[16], text(t, ctx, "document.querySelector('.m[aria-current]').textContent"))
	press(t, ctx, kb.ArrowRight)
	wait(t, ctx, "location.hash === '#g3p18'")

	// The list of games, and what it is sifted by.
	do(t, ctx, chromedp.Click(chromedp.CSS("#list li:nth-child(2) a")))
	wait(t, ctx, "document.querySelector('article.open').id === 'g2'")
	do(t, ctx, chromedp.SendKeys(chromedp.CSS("#filter"), "игрок5"))
	require.Equal(t, "1 of 4", text(t, ctx, "document.getElementById('found').textContent"))

	// A move is a button.
	do(t, ctx, chromedp.Click(chromedp.CSS("article.open .n:nth-of-type(3) .m")))
	require.Equal(t, games[1].Moves[4], text(t, ctx, "document.querySelector('.m[aria-current]').textContent"))
}

// On paper no game has a line that ends in a move, whether it was opened or not.
func TestPrint(t *testing.T) {
	ctx := browser(t)
	games := generated(t, record.Lasca, 9, 3)
	url, _ := page(t, message.English, games)
	open(t, ctx, url)
	const moves = `[...document.querySelectorAll('article')].map(a => a.querySelectorAll('.m').length)`
	require.Equal(t, []int{len(games[0].Moves), 0, 0}, evaluate[[]int](t, ctx, moves))
	require.Equal(t, []int{len(games[0].Moves), len(games[1].Moves), len(games[2].Moves)},
		evaluate[[]int](t, ctx, "dispatchEvent(new Event('beforeprint')), "+moves))
}

// Without a script the page has all games with their moves.
func TestWithoutScript(t *testing.T) {
	ctx := browser(t)
	games := generated(t, record.Adiukh, 2, 3)
	url, _ := page(t, message.Russian, games)
	withoutScript := command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	do(t, ctx, withoutScript, chromedp.EmulateViewport(900, 900), chromedp.Navigate(url))
	shown, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS("body")))
	require.NoError(t, err)
	for _, r := range games {
		require.Contains(t, shown, "1. "+r.Moves[0]+" "+r.Moves[1]+" 2. "+r.Moves[2])
	}
	require.NotContains(t, shown, "Копировать")
	picture(t, ctx, "without-script")
}

// TestParts has a position's page as that of "stolb explore": its moves are links, which are followed
// by clicking the board, by Enter there and by the arrow keys, under a policy that allows this script
// alone; and a game, which the board plays as well.
func TestParts(t *testing.T) {
	ctx := browser(t)
	part := func(name string) template.HTML { return convert.PagePart(name, message.English) }
	w, err := convert.NewWriter("html", io.Discard, convert.WriteOptions{Words: message.English})
	require.NoError(t, err)
	var game convert.Part
	w.NewWorker()(generated(t, record.Bashni, 7, 1)[0], &game)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src "+string(part("source")))
		article := string(game.Text) + `<a id="here" data-to="/at" href="/">here</a>`
		if r.URL.Path != "/game" {
			article = `<article data-v="bashni"><h2>Moves</h2><p class="moves"></p><a class="way" href="/one">c3-d4</a> <a class="way" href="/two">c3-b4</a></article>`
		}
		fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><title>x</title>%s<main>%s<section class="games">%s</section>%s</main>%s</html>`,
			part("styles"), part("player"), article, part("index"), part("scripts"))
	}))
	t.Cleanup(server.Close)
	cell := func(of string) string {
		return "[...document.querySelectorAll('#board [role=gridcell]')].find(c => c.textContent.startsWith('" + of + ":') || c.textContent.startsWith('" + of + " '))"
	}
	at := func(path string) {
		require.Eventually(t, func() bool {
			where, err := chromedp.Run(ctx, chromedp.Evaluate[string]("location.pathname + ' ' + document.readyState"))
			return err == nil && where == path+" complete" // while another page comes there is none
		}, 20*time.Second, 50*time.Millisecond, path)
	}
	click := func(of string) { evaluate[bool](t, ctx, "("+cell(of)+").click(), true") }

	open(t, ctx, server.URL+"/")
	require.Equal(t, "White to move", text(t, ctx, "document.getElementById('state').textContent"))
	click("c3")
	require.Equal(t, 2.0, evaluate[float64](t, ctx, "document.querySelectorAll('#board .way').length"))
	click("b4")
	at("/two")
	press(t, ctx, kb.ArrowRight)
	at("/one")
	press(t, ctx, kb.ArrowLeft)
	at("/two")
	evaluate[bool](t, ctx, "("+cell("c3")+").focus(), true")
	press(t, ctx, kb.Enter, kb.ArrowUp, kb.Enter)
	at("/one")

	open(t, ctx, server.URL+"/game")
	first := text(t, ctx, "document.querySelector('.m').textContent")
	click(first[:2])
	click(first[len(first)-2:])
	require.Equal(t, first, text(t, ctx, "document.querySelector('.m[aria-current]').textContent"))
	require.Regexp(t, `/at\?variant=bashni&fen=B%3AW`, text(t, ctx, "document.getElementById('here').href"))
}
