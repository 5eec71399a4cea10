package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record/message"
)

// Every command has a manual page with the text of its help, and programs that show such pages
// find no fault in it.
func TestManual(t *testing.T) {
	for _, l := range message.Languages() {
		inLanguage(t, l) // and restores the language that run sets
		t.Run(l.String(), func(t *testing.T) { testManual(t, l) })
	}
}

func testManual(t *testing.T, l message.Language) {
	folder := filepath.Join(t.TempDir(), "man", "man1")
	require.Equal(t, told{}, tell("--lang", l.String(), "man", folder))
	pages, err := filepath.Glob(filepath.Join(folder, "*.1"))
	require.NoError(t, err)
	for _, name := range []string{"stolb.1", "stolb-check.1", "stolb-help.1", "stolb-man.1", "stolb-stats.1", "stolb-stats-openings.1"} {
		require.Contains(t, pages, filepath.Join(folder, name))
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, section := range []string{
			say("help.man-name"), say("help.man-synopsis"), say("help.man-description"), say("help.man-options"), say("help.man-examples"),
		} {
			require.Contains(t, string(text), "\n.SH "+section+"\n", page)
		}
		require.NotContains(t, string(text), "\\- \n", page) // the page states the purpose of the command
	}
	checkers := map[string][]string{
		"groff":  {"-man", "-t", "-ww", "-Kutf8", "-Tutf8", "-Z"}, // as man calls it, but once for all pages
		"mandoc": {"-T", "lint", "-W", "warning"},
	}
	checked := false
	for name, args := range checkers {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		checked = true
		check := exec.CommandContext(t.Context(), path, append(args, pages...)...)
		check.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		var said bytes.Buffer
		check.Stderr = &said
		require.NoError(t, check.Run(), said.String())
		require.Empty(t, said.String())
	}
	if !checked {
		t.Skip("neither groff nor mandoc here to read the pages")
	}
}

// Text at the beginning of a line, and characters with a meaning in roff, are escaped.
func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		"a-b":           `a\-b`,
		".SH":           `\&.SH`,
		`c:\games`:      `c:\egames`,
		"'*.pdn' ~ ` ^": `\(aq*.pdn\(aq \(ti \(ga \(ha`,
	} {
		require.Equal(t, want, roff(text))
	}
	require.Equal(t, "One\ntwo.\n.PP\nThree:\n.nf\n  a  b\n.fi\nfour\n", roffText("\nOne\ntwo.\n\nThree:\n  a  b\nfour\n"))
}
