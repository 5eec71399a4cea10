package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A spreadsheet is refused by its name, with what to do.
func TestSpreadsheets(t *testing.T) {
	for name, parts := range map[string][2]string{
		"a.xlsx": {"xl/workbook.xml", "<workbook/>"},
		"a.ods":  {"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
		"a.odt":  {"mimetype", "application/vnd.oasis.opendocument.text"},
		"a.zip":  {"sheet.txt", "1. c3-b4"},
	} {
		path := filepath.Join(t.TempDir(), name)
		var file bytes.Buffer
		z := zip.NewWriter(&file)
		w, err := z.CreateHeader(&zip.FileHeader{Name: parts[0], Method: zip.Store})
		require.NoError(t, err)
		_, err = w.Write([]byte(parts[1]))
		require.NoError(t, err)
		require.NoError(t, z.Close())
		require.NoError(t, os.WriteFile(path, file.Bytes(), 0o600))

		var out, complaints bytes.Buffer
		code := run([]string{"check", path}, strings.NewReader(""), &out, &complaints)
		require.Equal(t, 2, code)
		want := map[string]string{".xlsx": "(.xlsx, .docx); save it there as text", ".ods": "(.ods); save it there as text", ".odt": "save it there as text", ".zip": "unpack it first"}
		require.Contains(t, complaints.String(), want[filepath.Ext(name)])
	}
}
