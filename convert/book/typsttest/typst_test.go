// Package typsttest makes books of package book with Typst, and looks at what comes
// out: the text of the PDF is read as the games that went in, boards drawn by Typst
// are those of package diagram, a composition and its solution stand on one spread,
// and "stolb book -o x.pdf" is run with a typst on its path. EPUBs are tried by
// epubcheck. It is a module of its own because it needs Node with a compiler of Typst
// (npm install --no-save), Poppler's pdftotext and pdftoppm, and Java with epubcheck; what is not
// there leaves out what needs it, which .ci/run says.
package typsttest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/book"
	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// needs leaves a test out where a program is not there.
func needs(t *testing.T, programs ...string) {
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("left out: it needs %s, and that is not here", name)
		}
	}
}

// run runs a program and returns what it writes.
func run(t *testing.T, input []byte, name string, args ...string) []byte {
	command := exec.Command(name, args...)
	command.Stdin = bytes.NewReader(input)
	var out, told bytes.Buffer
	command.Stdout, command.Stderr = &out, &told
	require.NoError(t, command.Run(), "%s %v: %s%s", name, args, told.String(), out.String())
	return out.Bytes()
}

// compiler returns the path of Typst's command line for Node, made of the tests'
// package.json.
func compiler(t *testing.T) string {
	needs(t, "node")
	if _, err := os.Stat("node_modules"); err != nil {
		t.Skip("left out: it needs a compiler of Typst, which npm install fetches")
	}
	path, err := filepath.Abs("typst.mjs")
	require.NoError(t, err)
	return path
}

// compiled makes a PDF of a document.
func compiled(t *testing.T, document []byte) string {
	path := filepath.Join(t.TempDir(), "book.pdf")
	run(t, document, "node", compiler(t), "compile", "-", path)
	return path
}

// textOf returns the text of a PDF in the order in which Typst sets it, without the
// heads of its pages and their numbers.
func textOf(t *testing.T, path string) string {
	needs(t, "pdftotext")
	return string(run(t, nil, "pdftotext", "-raw", "-x", "0", "-y", "48", "-W", "420", "-H", "499", path, "-"))
}

// judged returns the judged games of a text.
func judged(t *testing.T, text, name string, asked record.Variant) []*replay.Report {
	var all []*replay.Report
	require.NoError(t, games(strings.NewReader(text), name, asked, func(r *replay.Report) error {
		all = append(all, r)
		return nil
	}))
	return all
}

func games(r io.Reader, name string, asked record.Variant, each func(*replay.Report) error) error {
	in := convert.OpenReader(r, name, convert.Options{Variant: asked})
	for r, err := range convert.Judge(context.Background(), in) {
		if err == nil {
			err = each(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// corpusBook is the book of the corpus's games.
func corpusBook(t *testing.T) *book.Book {
	const folder = "../../../corpus/book"
	source, err := os.ReadFile(filepath.Join(folder, "book.md"))
	require.NoError(t, err)
	b, faults := book.Read("book.md", source, book.Options{
		Games: func(name string, asked record.Variant, each func(*replay.Report) error) error {
			file, err := os.Open(filepath.Join(folder, name))
			if err != nil {
				return err
			}
			defer file.Close()
			return games(file, name, asked, each)
		},
	})
	require.Empty(t, faults)
	return b
}

// collected is a book of generated games of a variant, with variations, signs and
// diagrams.
func collected(t *testing.T, v record.Variant, n int, l message.Language) *book.Book {
	generator, err := corpus.NewGenerator(v, 3)
	require.NoError(t, err)
	b, faults, err := book.Collect("", []string{"all"}, book.Options{Language: l, Games: func(_ string, _ record.Variant, each func(*replay.Report) error) error {
		for range n {
			r := replay.Judge(generator.Next(), v)
			var text strings.Builder
			fmt.Fprintf(&text, "[White \"Белый\"]\n[Black \"Черный\"]\n[GameType \"%s\"]\n[Variant \"%v\"]\n[Result \"%v\"]\n\n", v.GameType(), v, r.Game.Result)
			for i, ply := range r.Plies() {
				if ply.Move == nil {
					break
				}
				fmt.Fprintf(&text, "%s %s ", r.MoveNumber(i+1), r.Moves[i])
				switch i % 11 {
				case 1:
					text.WriteString("$3 ")
				case 4:
					legal := ply.Before.Moves(nil)
					fmt.Fprintf(&text, "(%s %s) ", r.MoveNumber(i+1), ply.Before.AppendMove(nil, &legal[0], legal))
				case 10:
					text.WriteString("{[#]} ")
				}
			}
			all := judged(t, text.String()+r.Game.Result.String()+"\n", "x.pdn", v)
			require.Len(t, all, 1)
			require.Equal(t, r.Moves, all[0].Moves)
			if err := each(all[0]); err != nil {
				return err
			}
		}
		return nil
	}})
	require.NoError(t, err)
	require.Empty(t, faults)
	return b
}

// typstOf returns a book as a document for Typst.
func typstOf(t *testing.T, b *book.Book) []byte {
	var text bytes.Buffer
	require.NoError(t, b.WriteTypst(&text))
	return text.Bytes()
}

// same holds the games of a text to those of a book; what stands behind them, such as
// an index, may be taken for others.
func same(t *testing.T, b *book.Book, text string, asked record.Variant) {
	read := judged(t, text, "book.txt", asked)
	require.GreaterOrEqual(t, len(read), len(b.Games()))
	for i, r := range b.Games() {
		require.Equal(t, r.Moves, read[i].Moves, "game %d: %v\n%s", i+1, read[i].Faults, read[i].Game.Text)
		require.LessOrEqual(t, read[i].Verdict, replay.Repaired, "game %d: %v\n%s", i+1, read[i].Faults, read[i].Game.Text)
	}
}

// The text of a PDF is read as the games that are printed there.
func TestText(t *testing.T) {
	needs(t, "pdftotext")
	t.Run("corpus", func(t *testing.T) {
		b := corpusBook(t)
		same(t, b, textOf(t, compiled(t, typstOf(t, b))), record.UnknownVariant)
	})
	for i, v := range []record.Variant{record.Bashni, record.Lasca, record.Adiukh, record.Russian, record.International} {
		t.Run(v.String(), func(t *testing.T) {
			b := collected(t, v, 5, message.Languages()[i%3])
			same(t, b, textOf(t, compiled(t, typstOf(t, b))), v)
		})
	}
}

// The diagrams of a document have their positions in labelled data, and the PDF has
// them as alternative text.
func TestPositions(t *testing.T) {
	b := corpusBook(t)
	document := typstOf(t, b)
	path := filepath.Join(t.TempDir(), "book.typ")
	require.NoError(t, os.WriteFile(path, document, 0o644))
	var found []struct{ Value struct{ FEN, Title string } }
	require.NoError(t, json.Unmarshal(run(t, nil, "node", compiler(t), "query", path, "<stolb-diagram>"), &found))
	require.Len(t, found, len(b.Positions()))
	for i, p := range b.Positions() {
		require.Equal(t, p.FEN(), found[i].Value.FEN)
		require.Contains(t, found[i].Value.Title, p.FEN())
	}
}

// What Typst draws of a FEN is what package diagram draws as SVG, but for the letters:
// those of SVG are of whatever font is there, and neither has any here.
func TestBoards(t *testing.T) {
	needs(t, "pdftoppm")
	outlines := regexp.MustCompile(`(?m)^(  ".": \(\d+, ")M[^"]+`)
	letters := regexp.MustCompile(`<text .*</text>`)
	functions := diagram.TypstFunctions()
	require.Len(t, outlines.FindAllString(functions, -1), len("0123456789abcdefghijkl"))
	var reference []byte
	document := []byte(outlines.ReplaceAllString(functions, "${1}M0,0"))
	set := "#set page(width: 120mm, height: 120mm, margin: 5mm)\n"
	document, reference = append(document, set...), append(reference, set...)
	var drawings []*diagram.Drawing
	add := func(v record.Variant, fen string, o diagram.Options) {
		p, err := record.ParseFEN(v, fen)
		require.NoError(t, err)
		width := diagram.Length{Value: 100, Unit: "mm"}
		document = append(document, "#"...)
		document = append(diagram.AppendTypst(document, &p, o, width), "\n#pagebreak()\n"...)
		d := diagram.Draw(&p, o)
		drawings = append(drawings, d)
		reference = fmt.Appendf(reference, "#image(bytes(%s), format: \"svg\", width: 100mm)\n#pagebreak()\n",
			diagram.TypstString(letters.ReplaceAllString(string(d.AppendSVG(nil, width)), "")))
	}
	marks := func(text string, v record.Variant) [][]record.Square {
		all, err := diagram.ParseMarks(text, v.Board())
		require.NoError(t, err)
		return all
	}
	for _, v := range record.Variants() {
		p := record.StartPosition(v)
		add(v, p.FEN(), diagram.Options{})
	}
	tall := "W:Wc3=010101010101/101010101010"
	several := "W:Wc3=0101/1010,Ke1,g1=00:Bd8=1/0,Kf6,h8=000/111,b4=000/0"
	for _, o := range []diagram.Options{
		{}, {BlackInk: true}, {From: record.Black, Marks: marks("c3, e5, a3:c5:e7 g1-h2", record.Bashni)},
		{Coordinates: diagram.NoNames}, {Coordinates: diagram.Numbers, From: record.Black}, {Coordinates: diagram.InSquares, BlackInk: true}, {Coordinates: diagram.Border, Marks: marks("d8", record.Bashni)},
	} {
		add(record.Bashni, tall, o)
		add(record.Bashni, several, o)
	}
	add(record.Adiukh, "W:We5=00/0,f8=000/0,h8:Ba1,b6=00/00,c1=0/0", diagram.Options{})
	add(record.Lasca, "B:W2,5,8,10=0/0,18=0/0,23=1/00:B11=1/0000,16=0/0,19=00,20,24,25", diagram.Options{Coordinates: diagram.Border})
	add(record.International, "W:WK46,28,32:BK5,11", diagram.Options{From: record.Black, Marks: marks("28-32-37, 46", record.International)})

	got, want := pages(t, document), pages(t, reference)
	require.Len(t, got, len(drawings)+1) // and an empty one
	for i := range drawings {
		require.Less(t, difference(t, got[i], want[i]), 0.002, "page %d: %s", i+1, drawings[i].FEN)
	}
}

// pages returns the pages of a document as pictures.
func pages(t *testing.T, document []byte) []image.Image {
	folder := t.TempDir()
	run(t, nil, "pdftoppm", "-r", "150", "-png", compiled(t, document), filepath.Join(folder, "page"))
	names, err := filepath.Glob(filepath.Join(folder, "page-*.png")) // in order
	require.NoError(t, err)
	var all []image.Image
	for _, name := range names {
		file, err := os.Open(name)
		require.NoError(t, err)
		picture, err := png.Decode(file)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		all = append(all, picture)
	}
	return all
}

// difference returns the share of points that differ by more than a fifth: edges of
// squares, which cover a part of a point, differ less.
func difference(t *testing.T, a, b image.Image) float64 {
	require.Equal(t, a.Bounds(), b.Bounds())
	n, all := 0, 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			r, g, bl, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			d := func(x, y uint32) bool { return max(x, y)-min(x, y) > 0xffff/5 }
			if all++; d(r, r2) || d(g, g2) || d(bl, b2) {
				n++
			}
		}
	}
	return float64(n) / float64(all)
}

// A composition's diagram and its solution stand on one page, or on the two of one
// spread (Ukrainian rules VI.7.4.9).
func TestSpread(t *testing.T) {
	needs(t, "pdftotext")
	var text strings.Builder
	for i := range 24 {
		solution := "cd4 (b6 А) ef4 x\nА (hg7) de5"
		if i%5 == 4 {
			solution = "cd4 (b6 А) {" + strings.Repeat(fmt.Sprintf("слово%d ", i), 350) + "} ef4 x\nА (hg7) de5"
		}
		fmt.Fprintf(&text, "Перед задачей стоит текст.\n\n```position variant=russian author=\"А. Автор%d\"\nc3, e3 | a7, h8\n%s\n{конец%d}\n```\n\n", i, solution, i)
	}
	b, faults := book.Read("b.md", []byte(text.String()), book.Options{Language: message.Russian})
	require.Empty(t, faults)
	path := compiled(t, typstOf(t, b))
	pages := strings.Split(textOf(t, path), "\f")
	page := func(what string) int {
		for i, text := range pages {
			for word := range strings.FieldsSeq(text) {
				if strings.Trim(word, ".,") == what {
					return i + 1
				}
			}
		}
		require.Fail(t, what+" is on no page")
		return 0
	}
	for i := range 24 {
		above, end := page(fmt.Sprintf("Автор%d", i)), page(fmt.Sprintf("конец%d", i))
		if i%5 == 4 {
			require.Zero(t, above%2, "composition %d begins on page %d", i, above)
			require.LessOrEqual(t, end, above+1)
		} else {
			require.Equal(t, above, end, "composition %d", i)
		}
	}
}

// The command makes a PDF where there is a typst, and says what is wrong where that
// says so, writing nothing.
func TestCommand(t *testing.T) {
	folder := t.TempDir()
	wrapper := filepath.Join(folder, "typst")
	require.NoError(t, os.WriteFile(wrapper, []byte("#!/bin/sh\nexec node '"+compiler(t)+"' \"$@\"\n"), 0o755))
	stolb := filepath.Join(folder, "stolb")
	build := exec.Command("go", "build", "-o", stolb, "./cmd/stolb")
	build.Dir = "../../.."
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	path := filepath.Join(folder, "book.pdf")
	run(t, nil, stolb, "book", "-o", path, "../../../corpus/book/book.md")
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(file, []byte("%PDF-")))
	require.Contains(t, textOf(t, path), "1.")
	require.Contains(t, string(run(t, nil, stolb, "provenance", path)), `"name": "../../../corpus/book/book.md"`)

	require.NoError(t, os.WriteFile(wrapper, []byte("#!/bin/sh\necho 'error: no such thing' >&2\nexit 1\n"), 0o755))
	failing := exec.Command(stolb, "book", "--lang", "en", "-o", filepath.Join(folder, "none.pdf"), "../../../corpus/book/book.md")
	out, err = failing.CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	require.Equal(t, 2, exit.ExitCode())
	require.Contains(t, string(out), "typst compile")
	require.Contains(t, string(out), "error: no such thing")
	_, err = os.Stat(filepath.Join(folder, "none.pdf"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// epubcheck has nothing to say of books.
func TestEPUB(t *testing.T) {
	needs(t, "java")
	jar := ""
	for _, path := range []string{os.Getenv("EPUBCHECK"), "/usr/share/java/epubcheck.jar"} {
		if _, err := os.Stat(path); path != "" && err == nil {
			jar = path
			break
		}
	}
	if jar == "" {
		t.Skip("left out: it needs epubcheck, and that is not here; EPUBCHECK may name its jar")
	}
	books := map[string]*book.Book{"corpus": corpusBook(t)}
	books["games"] = collected(t, record.Lasca, 3, message.English)
	whole, faults := book.Read("b.md", []byte(manuscript), book.Options{Language: message.Ukrainian})
	require.Empty(t, faults)
	whole.Provenance = "{}"
	books["manuscript"] = whole
	for name, b := range books {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "book.epub")
			file, err := os.Create(path)
			require.NoError(t, err)
			require.NoError(t, b.WriteEPUB(file, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)))
			require.NoError(t, file.Close())
			told := filepath.Join(t.TempDir(), "told.json")
			out, err := exec.Command("java", "-jar", jar, "--failonwarnings", "--json", told, path).CombinedOutput()
			require.NoError(t, err, "%s", out)
			var report struct {
				Messages []struct{ Severity, Message string }
			}
			text, err := os.ReadFile(told)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(text, &report))
			require.Empty(t, report.Messages)
		})
	}
}

// manuscript has every kind of block that needs no file.
const manuscript = "---\ntitle: \"Книга & <вежі>\"\nauthor: А. Автор\ndate: 2026\n---\n\nПередмова без заголовка, *так* **і** так: `c3`.\\\nДалі <https://example.org>.\n\n" +
	"# Перша\n\n## Партія\n\n```game id=first\nВид: bashni\nБелые: Иванов\tЧерные: Петров\n1. c3-b4 b6-c5\n2. b4-a5 a7-b6\n```\n\nХід `2. b4-a5`, [](#end) і [тут](#first).\n\n" +
	"```diagram ply=4 id=end mark=\"a5, a7-b6\" from=black\n```\n\n> Цитата\n\n1. раз\n2. два\n   - три\n\n| а | б |\n|---|---|\n| 1 | 2 |\n\n```go\nx := \"\\n\"\n```\n\n---\n\n" +
	"```position variant=russian author=\"М. Абацієв\" source=\"«Шашки»\" year=1975 task=draw\nc3, e3 | a7, h8\ncd4 (b6 А) {тихо} ef4 =\nА (hg7) de5\n```\n\n# Друга\n\n" +
	"```index of=players\n```\n\n```index of=openings\n```\n\n```index of=authors\n```\n\n```index of=figures\n```\n"
