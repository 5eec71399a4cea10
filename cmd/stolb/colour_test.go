package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInColour(t *testing.T) {
	var file bytes.Buffer // not a terminal
	env := func(pairs ...string) func(string) string {
		return func(name string) string {
			for _, pair := range pairs {
				if value, ok := strings.CutPrefix(pair, name+"="); ok {
					return value
				}
			}
			return ""
		}
	}
	for line, want := range map[string]bool{
		"check x":                            false,
		"check --color always x":             true,
		"--color=always check":               true,
		"check --color never --color=always": true,
		"check --color=never":                false,
		"check -- --color=always":            false,
		"check --color":                      false,
	} {
		require.Equal(t, want, inColour(strings.Fields(line), &file, env()), line)
	}
	require.True(t, inColour([]string{"--color", "always"}, &file, env("NO_COLOR=1"))) // an explicit request wins
}

// Colours change nothing else in the text, and none comes from a record.
func TestColours(t *testing.T) {
	t.Cleanup(func() { coloured = false })
	sheet := "Variant: lasca\nWhite: \x1b[31mred\n1. 9-12 15-9\n2. \x1b[7m1-2\n"
	reported := func(args ...string) string {
		var out, errs bytes.Buffer
		require.Equal(t, exitFaults, run(append([]string{"check"}, args...), strings.NewReader(sheet), &out, &errs), errs.String())
		require.Empty(t, errs.String())
		return out.String()
	}
	plain, bright := reported("-"), reported("--color", "always", "-")
	require.NotContains(t, plain, "\x1b")
	require.Contains(t, bright, "\x1b[35;1m")
	require.Contains(t, bright, "\x1b[33m")
	require.NotContains(t, bright, "\x1b[7m")
	require.Equal(t, plain, sequences.ReplaceAllString(bright, ""))

	// The same holds for other commands that report on games; files that they write are plain.
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("x.md", []byte("```game file=none.txt\n```\n"), 0o666))
	for _, test := range []struct {
		args []string
		code int
	}{
		{[]string{"find", "black captures", "-"}, exitFine},
		{[]string{"find", "--html", "page.html", "black captures", "-"}, exitFine},
		{[]string{"restore", "--variant", "lasca", "-"}, exitFaults},
		{[]string{"book", "--check", "x.md"}, exitFaults},
	} {
		told := func(args ...string) string {
			var out, errs bytes.Buffer
			require.Equal(t, test.code, run(append(args, test.args...), strings.NewReader(sheet), &out, &errs), "%s: %s", test.args, errs.String())
			return out.String()
		}
		bright := told("--color", "always")
		coloured = false
		plain := told()
		require.Contains(t, bright, "\x1b[1m", test.args)
		require.NotContains(t, bright, `\x1b`, test.args)
		require.Equal(t, plain, sequences.ReplaceAllString(bright, ""), test.args)
	}
	page, err := os.ReadFile("page.html")
	require.NoError(t, err)
	require.NotContains(t, string(page), "[1m")

	var out, errs bytes.Buffer
	require.Equal(t, exitFailed, run([]string{"check", "--color=always", "nothing"}, strings.NewReader(""), &out, &errs))
	require.Equal(t, "stolb: nothing: no such file\n", sequences.ReplaceAllString(errs.String(), ""))
	require.Contains(t, errs.String(), "\x1b[31;1mstolb:")

	// Standard error may be plain when standard output is not.
	s := &streams{err: &errs}
	errs.Reset()
	s.report([]byte("\x1b[31;1m^^^\x1b[0m"))
	require.Equal(t, "^^^", errs.String())
}
