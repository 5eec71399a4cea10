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
	require.Contains(t, typ, `", "Точка", 1, 1, "Одна точка")`)
}
