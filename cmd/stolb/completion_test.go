package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// completed has bash complete command lines with the script that stolb writes, with the cursor at
// their ends, and returns the completions of each. It works with and without the package
// bash-completion.
func completed(t *testing.T, folder string, lines ...string) (offered [][]string) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here, whose completions these are")
	}
	// At Tab, bash splits the line into words, also at = and :, and calls the function that
	// "complete" names.
	const ask = `
source <(stolb completion bash)
compopt() { :; }
for line in "$@"; do
	COMP_LINE=$line COMP_POINT=${#line} COMP_TYPE=9 COMP_KEY=9 COMPREPLY=()
	read -ra COMP_WORDS <<<"$(sed 's/\\ /\x01/g; s/[=:]/ & /g' <<<"$line")"
	COMP_WORDS=("${COMP_WORDS[@]//$'\x01'/\\ }")
	[[ $line == *' ' || $line == *'=' ]] && COMP_WORDS+=("")
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	$(complete -p stolb | sed 's/.*-F \([^ ]*\).*/\1/') stolb "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
	printf '%s\n' "${COMPREPLY[@]}"
	echo .
done
`
	run := exec.CommandContext(t.Context(), bash, append([]string{"--norc", "--noprofile", "-c", ask, "bash"}, lines...)...)
	run.Dir = folder
	run.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	var errs strings.Builder
	run.Stderr = &errs
	output, err := run.Output()
	require.NoError(t, err, errs.String())
	require.Empty(t, errs.String())
	var of []string
	for text := range strings.Lines(string(output)) {
		if text == ".\n" {
			offered, of = append(offered, of), nil
			continue
		}
		word, _, _ := strings.Cut(strings.TrimRight(text, "\n"), "  ") // without its description
		of = append(of, strings.TrimSpace(word))
	}
	require.Len(t, offered, len(lines))
	return offered
}

// completionFolder returns a folder with files to complete.
func completionFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	write("games.pdn", "[Event \"Kyiv 1\"]\n[White \"Иванов И.\"]\n[Black \"Петров\"]\n[Variant \"lasca\"]\n\n1. 9-12 15x9 *\n\n"+
		"[Event \"Kyiv 2\"]\n[White \"Петров\"]\n[Black \"Ивлев\"]\n[Variant \"lasca\"]\n\n1. 9-12 15x9 *\n")
	write("games of two.txt", "1. 9-12 15:9\n")
	write("games/1998.txt", "1. 9-12 15:9\n")
	return folder
}

func TestCompletionInBash(t *testing.T) {
	folder := completionFolder(t)
	t.Parallel()
	wants := map[string][]string{
		"stolb che":                                   {"check"},
		"stolb stats ":                                {"adiukh", "crosstable", "merge", "norms", "openings", "players", "ratings"},
		"stolb help st":                               {"stats"},
		"stolb help stats p":                          {"players"},
		"stolb completion ":                           {"bash", "fish", "powershell", "zsh"},
		"stolb check --enc":                           {"--encoding"},
		"stolb check --variant la":                    {"lasca", "lasca-reverse"},
		"stolb check --variant=adi":                   {"adiukh"},
		"stolb check -v lasca-":                       {"lasca-reverse"},
		"stolb check --format ":                       {"text", "json", "sarif"},
		"stolb check --format j":                      {"json"},
		"stolb check --encoding cp":                   {"cp1251", "cp1252", "cp1250", "cp866", "cp10007"},
		"stolb convert --to p":                        {"parquet", "pdn"},
		"stolb convert --to=sheet --layout ":          {"columns", "correspondence", "run", "table"},
		"stolb convert --to sheet --notation ":        {"full", "numeric", "short"},
		"stolb convert --to sheet --lang ":            {"en", "ru", "uk"},
		"stolb check --only legal,re":                 {`legal\,repaired`},
		"stolb find --group year,sq":                  {`year\,square`},
		"stolb stats crosstable nothing.pdn --event ": {""},
		"stolb moves --variant lasca ":                {""},
		"stolb check --jobs ":                         {""},
	}
	lines := slices.Collect(maps.Keys(wants))
	for i, offered := range completed(t, folder, lines...) {
		t.Run(lines[i], func(t *testing.T) { require.ElementsMatch(t, wants[lines[i]], offered) })
	}
}
