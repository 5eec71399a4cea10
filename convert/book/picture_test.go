package book

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const noted = "# Раз\n\nСлово[^n] и снова[^n].\n\n![Точка](dot.png \"Одна точка\")\n\n# Два\n\nЕще[^m].\n\n[^m]: Вторая.\n[^n]: Первая, *так*.\n"

// Notes and pictures are in every output: notes are numbered in the order of their
// references, which lead to them and back, and pictures are in the file itself.
func TestNotesAndPictures(t *testing.T) {
	b, faults := Read("b.md", []byte(noted), options())
	require.Empty(t, faults)
	page := pageOf(t, b)
	text := wellFormed(t, []byte(strings.Replace(page, "<!DOCTYPE html>", "", 1)))
	require.Contains(t, text, "Слово1 и снова1.")
	require.Contains(t, text, "Еще2.")
	require.Regexp(t, `(?s)Первая, так. ↩.*Вторая. ↩`, text)
	require.Contains(t, page, `<sup id="noteref-1"><a href="#note-1"`)
	require.Contains(t, page, `<li id="note-1">`)
	require.Contains(t, page, `<a href="#noteref-1"`)
	require.Contains(t, page, `<img src="data:image/png;base64,iVBORw0KGgo`)
	require.Contains(t, page, `alt="Точка" width="1" height="1"`)
	require.Contains(t, page, "<figcaption>Одна точка</figcaption>")

	var file bytes.Buffer
	require.NoError(t, b.WriteEPUB(&file, time.Time{}))
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	contents := func(name string) string {
		f, err := z.Open("EPUB/" + name)
		require.NoError(t, err)
		text, err := io.ReadAll(f)
		require.NoError(t, err)
		return string(text)
	}
	require.Equal(t, dot, contents("picture-1.png"))
	require.Contains(t, contents("book.opf"), `<item id="picture-1" href="picture-1.png" media-type="image/png"/>`)
	require.Contains(t, contents("part-1.xhtml"), `<img src="picture-1.png"`)
	require.Contains(t, contents("part-2.xhtml"), `<a href="part-3.xhtml#note-2"`)
	require.Contains(t, contents("part-3.xhtml"), `<a href="part-2.xhtml#noteref-2"`)

	typ := typstOf(t, b)
	require.Equal(t, 1, strings.Count(typ, `[#footnote({"Первая, "; emph({"так"; }); "."; })#label("note-1")]; `))
	require.Contains(t, typ, `footnote(label("note-1")); `)
	require.Contains(t, typ, `", "Точка", 1, 1, {"Одна точка"; })`)
}

// A composition whose solution is at the back has none beneath its diagram, and is checked like
// others. Compositions are numbered separately from diagrams.
func TestExercises(t *testing.T) {
	const first = begun + "\n```diagram ply=1 id=d\n```\n\n```position variant=russian author=\"М. Абациев\" id=k solution=back\nW:Wc3,e3:Ba7,h8\n1. c3-d4\n```\n"
	b, faults := Read("b.md", []byte(first+"\nВ [задаче #](#k), на [диаграмме #](#d)[^1]; [](#solutions), [](#k).\n\n[^1]: Сноска.\n"), options())
	require.Empty(t, faults)
	text := strings.Join(strings.Fields(wellFormed(t, []byte(strings.Replace(pageOf(t, b), "<!DOCTYPE html>", "", 1)))), " ")
	require.Regexp(t, `1\. М\. Абациев White to move\..* В задаче 1, на диаграмме 11; Solutions, Problem 1\. Solutions 1\. М\. Абациев 1\. c3-d4 Сноска\. ↩$`, text)
	require.Contains(t, pageOf(t, b), `<p class="label"><a href="#k">1. М. Абациев</a></p>`)
	require.Contains(t, typstOf(t, b), `block(sticky: true, strong(link(label("k"), "1. М. Абациев")))`)

	found(t, strings.Replace(first, "1. c3-d4\n", "1. c3-d5\n", 1), "b.md:15:4: ")
	found(t, strings.Replace(first, "Ba7,h8\n1. c3-d4\n", "Ba7,h8\n", 1), "b.md:13:54: the composition has no solution to print")
	found(t, strings.Replace(first, "solution=back", "solution=end", 1), "b.md:13:54: solution=end: expected below or back")
}
