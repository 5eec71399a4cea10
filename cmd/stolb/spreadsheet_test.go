package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
)

// A sheet in the cells of a spreadsheet, or in a document, is read as one in a text, with
// the lines of its rows; a zip file of another kind is refused with what to do.
func TestSpreadsheets(t *testing.T) {
	rows := [][]any{
		{"Вариант", "башни"}, {"Белые", "Гончар"}, {"Чёрные", "Иванов"},
		{"№", "Белые", "Чёрные"}, {1, "c3-d4", "f6-g5"}, {2, "b2-c3", "g7-f7"}, {"", "1-0"},
	}
	book := excelize.NewFile()
	var cells, lines strings.Builder
	for i, row := range rows {
		require.NoError(t, book.SetSheetRow("Sheet1", "A"+string(rune('1'+i)), &row))
		cells.WriteString("<row>")
		lines.WriteString("<p>")
		for k, cell := range row {
			text := fmt.Sprint(cell)
			cells.WriteString("<cell><p>" + text + "</p></cell>")
			if k > 0 {
				lines.WriteString("<tab/>")
			}
			lines.WriteString("<t>" + text + "</t>")
		}
		cells.WriteString("</row>")
		lines.WriteString("</p>")
	}
	var xlsx bytes.Buffer
	require.NoError(t, book.Write(&xlsx))
	ods := strings.NewReplacer("row>", "table-row>", "cell>", "table-cell>").Replace(cells.String())
	files := map[string][]byte{
		"a.xlsx": xlsx.Bytes(),
		"a.ods":  zipFile(t, "content.xml", "<table>"+ods+"</table>"),
		"a.docx": zipFile(t, "word/document.xml", "<body>"+lines.String()+"</body>"),
		"a.odt":  zipFile(t, "content.xml", "<body>"+strings.NewReplacer("<t>", "", "</t>", "").Replace(lines.String())+"</body>"),
	}
	for name, data := range files {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, data, 0o600))
		var out, complaints bytes.Buffer
		code := run([]string{"check", "--format", "json", path}, strings.NewReader(""), &out, &complaints)
		require.Equal(t, 1, code, complaints.String())
		for _, said := range []string{`"variant":"bashni"`, `"white":"Гончар"`, `"line":6`, `"f6-g5"`, `"plies":3`, "g7-f7"} {
			require.Contains(t, out.String(), said, name)
		}
	}

	path := filepath.Join(t.TempDir(), "a.zip")
	require.NoError(t, os.WriteFile(path, zipFile(t, "sheet.txt", "1. c3-b4"), 0o600))
	var out, complaints bytes.Buffer
	require.Equal(t, 2, run([]string{"check", path}, strings.NewReader(""), &out, &complaints))
	require.Contains(t, complaints.String(), "unpack it first")
}

// zipFile returns a zip file of one part.
func zipFile(t *testing.T, name, text string) []byte {
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	w, err := z.Create(name)
	require.NoError(t, err)
	_, err = io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return file.Bytes()
}
