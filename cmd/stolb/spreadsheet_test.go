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

// A sheet in the cells of a spreadsheet, or in a document, is read as in a text, with the lines of
// its rows. LibreOffice 7.4 wrote the files.
func TestSpreadsheets(t *testing.T) {
	files, err := filepath.Glob("testdata/office/*")
	require.NoError(t, err)
	require.Len(t, files, 4)
	for _, name := range files {
		var out, complaints bytes.Buffer
		code := run([]string{"check", "--format", "json", name}, strings.NewReader(""), &out, &complaints)
		require.Equal(t, 1, code, complaints.String())
		for _, said := range []string{`"variant":"bashni"`, `"white":"Гончар"`, `"black":"Иванов"`, `"result":"1-0"`, `"plies":3`, `"line":6`, `"word":"g7-f7"`} {
			require.Contains(t, out.String(), said, name)
		}
	}
}

// A zip file of another kind is rejected with advice.
func TestOtherZip(t *testing.T) {
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	w, err := z.Create("sheet.txt")
	require.NoError(t, err)
	_, err = w.Write([]byte("1. c3-b4"))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	path := filepath.Join(t.TempDir(), "a.zip")
	require.NoError(t, os.WriteFile(path, file.Bytes(), 0o600))
	var out, complaints bytes.Buffer
	require.Equal(t, 2, run([]string{"check", path}, strings.NewReader(""), &out, &complaints))
	require.Contains(t, complaints.String(), "unpack it first")
}
