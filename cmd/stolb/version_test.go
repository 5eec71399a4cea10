package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every module that is linked into the command has a line with its licence, and the text or
// address of that licence is below.
func TestLicences(t *testing.T) {
	command := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", ".")
	linked, err := command.Output()
	require.NoError(t, err)
	modules, texts, _ := strings.Cut(licences, "\n\n")
	known := map[string]bool{}
	for line := range strings.SplitSeq(modules, "\n") {
		fields := strings.Split(line, "\t")
		require.Len(t, fields, 3, line)
		known[fields[0]] = true
		for _, id := range strings.Fields(fields[1]) {
			require.Regexp(t, "(?m)^"+id+"(:|$)", texts, line)
		}
	}
	for _, path := range strings.Fields(string(linked)) {
		require.True(t, known[path], "licences.txt has no %s", path)
	}
}
