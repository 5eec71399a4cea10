package main

import (
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/tiff"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

const reviewed = `{"recognised":1,"image":"../sheet.png","pages":[{"lines":[
{"words":[{"text":"1.","box":[10,10,30,30]},{"text":"c3-d4","box":[40,10,90,30]},{"text":"b6-a5","box":[150,10,200,30]}]},
{"words":[{"text":"2.","box":[10,50,30,70]},{"text":"<?>","box":[40,50,90,70]}]}]}]}`

// restoredAt writes the document to a file of this name and restores it.
func restoredAt(t *testing.T, file string) *convert.Restored {
	require.NoError(t, os.WriteFile(file, []byte(reviewed), 0o666))
	in := convert.Open([]string{file}, convert.Options{Variant: record.Bashni, Damaged: true})
	for f, err := range convert.Restore(t.Context(), in, restore.General(), nil) {
		require.NoError(t, err)
		return f
	}
	t.Fatal("no game")
	return nil
}

// reviewOf returns the page of a game.
func reviewOf(t *testing.T, f *convert.Restored, l message.Language) string {
	inLanguage(t, l)
	page, err := appendPart(nil, "head", nil)
	require.NoError(t, err)
	page, err = appendReview(page, f, new(pictures))
	require.NoError(t, err)
	page, err = appendPart(page, "tail", nil)
	require.NoError(t, err)
	return string(page)
}

// A page has each question with its candidates, a board, and the cut-out of the picture beside the
// record, wherever the recogniser places it. Text of the record is escaped, and nothing is fetched.
func TestReview(t *testing.T) {
	folder := t.TempDir()
	picture := image.NewGray(image.Rect(0, 0, 400, 100))
	picture.Set(60, 60, color.White)
	file, err := os.Create(filepath.Join(folder, "sheet.png"))
	require.NoError(t, err)
	require.NoError(t, png.Encode(file, picture))
	require.NoError(t, file.Close())

	f := restoredAt(t, filepath.Join(folder, `"><script>.json`))
	require.NotEmpty(t, f.Game.Questions)
	page := reviewOf(t, f, message.English)
	require.Equal(t, len(f.Game.Questions), strings.Count(page, "<section "))
	require.Equal(t, len(f.Game.Questions), strings.Count(page, "<svg "))
	require.True(t, strings.Contains(page, `<img src="data:image/png;base64,`))
	require.True(t, strings.Contains(page, "written: <b>&lt;?&gt;</b>"))
	require.True(t, strings.Contains(page, "&#34;&gt;&lt;script&gt;.json"))
	require.Equal(t, 1, strings.Count(page, "<script>"))
	require.Equal(t, 1, strings.Count(page, "<mark>&lt;?&gt;</mark>"))
	for _, address := range regexp.MustCompile(`https?://[^"]*`).FindAllString(page, -1) {
		require.Equal(t, "http://www.w3.org/2000/svg", address)
	}
	require.True(t, strings.Contains(page, "default-src 'none'"))

	// Without a valid picture the question has none.
	for _, content := range []string{"", "no picture"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "sheet.png"), []byte(content), 0o666))
		body, err := appendReview(nil, f, new(pictures))
		require.NoError(t, err)
		require.NotContains(t, string(body), "<img")
	}
}

// A page for proof-reading refers to the whole picture, relative to the page's folder, with the
// place of each move on it, or has the text of the record; TIFF pictures are embedded.
func TestProof(t *testing.T) {
	folder := t.TempDir()
	picture := image.NewGray(image.Rect(0, 0, 400, 100))
	create := func(name string, encode func(io.Writer, image.Image) error) {
		file, err := os.Create(filepath.Join(folder, name))
		require.NoError(t, err)
		require.NoError(t, encode(file, picture))
		require.NoError(t, file.Close())
	}
	f := restoredAt(t, filepath.Join(folder, `"><script>.json`))
	proof := func() string {
		page, err := appendProof(nil, f, new(pictures), filepath.Dir(folder))
		require.NoError(t, err)
		require.NotContains(t, string(page), "<script>")
		return string(page)
	}
	require.Contains(t, proof(), "<pre>1. c3-d4\tb6-a5\n2. &lt;?&gt;\n")

	create(`"><script>.tif`, func(w io.Writer, m image.Image) error { return tiff.Encode(w, m, nil) })
	require.Contains(t, proof(), `<img src="data:image/png;base64,`)

	create("sheet.png", png.Encode)
	page := proof()
	require.Contains(t, page, `<img src="`+filepath.Base(folder)+`/sheet.png"`)
	require.NotContains(t, page, "<pre>")
	first := regexp.MustCompile(`<a id="s([0-9a-f]+-1-1)" href="#m([0-9a-f]+-1-1)" [^>]*style="left:10%;top:10%;width:12.5%;height:20%"`).FindStringSubmatch(page)
	require.NotNil(t, first)
	require.Equal(t, first[1], first[2])
	require.Contains(t, page, `<a id="m`+first[1]+`" href="#s`+first[1]+`" class="read"`)
	require.Contains(t, page, `<small>(&lt;?&gt;)</small>`)
}

// A page is in one language: its text, not only its lang.
func TestReviewInLanguages(t *testing.T) {
	f := restoredAt(t, filepath.Join(t.TempDir(), "1.json"))
	for _, l := range []message.Language{message.Russian, message.Ukrainian} {
		page := reviewOf(t, f, l)
		require.Contains(t, page, `<html lang="`+l.String()+`">`)
		_, page, _ = strings.Cut(page, "</style>")
		page, _, _ = strings.Cut(page, "<script>")
		said := regexp.MustCompile(`(?:aria-label|alt|data-answered|data-unsaved)="([^"]*)"`).ReplaceAllString(page, ">$1<")
		said = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(said, "\n")
		said = regexp.MustCompile(`W:W[a-hW0-9,:B]*`).ReplaceAllString(said, "") // the diagram's position
		said = strings.ReplaceAll(strings.ReplaceAll(said, "$all", ""), f.First().Source.File, "")
		require.NotRegexp(t, `[A-Za-z]{2,}|\{`, html.UnescapeString(said))
	}
}
