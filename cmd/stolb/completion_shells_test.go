package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// inOtherShells are lines and their completions in zsh and fish.
var inOtherShells = map[string][]string{
	"stolb che":                        {"check"},
	"stolb stats ":                     {"adiukh", "crosstable", "merge", "norms", "openings", "players", "ratings"},
	"stolb help stats p":               {"players"},
	"stolb check --enc":                {"--encoding"},
	"stolb check --variant la":         {"lasca", "lasca-reverse"},
	"stolb check --variant=adi":        {"adiukh"},
	"stolb check --format ":            {"text", "json", "sarif"},
	"stolb convert --to sheet --lang ": {"en", "ru", "uk"},
	"stolb check --only legal,re":      {"legal,repaired"},
	"stolb check ga":                   {"games of two.txt", "games.pdn", "games/"},
	"stolb check games/":               {"games/1998.txt"},
	`stolb check games\ o`:             {"games of two.txt"},
	"stolb check --jobs ":              nil,
}

// inShell runs a shell in a folder with a command and arguments, and returns its output.
func inShell(t *testing.T, folder, shell string, args ...string) string {
	t.Helper()
	run := exec.CommandContext(t.Context(), shell, args...)
	run.Dir = folder
	home := t.TempDir()
	run.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "ZDOTDIR="+home, "TERM=dumb")
	var errs strings.Builder
	run.Stderr = &errs
	output, err := run.Output()
	require.NoError(t, err, errs.String())
	require.Empty(t, errs.String())
	return string(output)
}

// Fish prints its completions with "complete -C".
func TestCompletionInFish(t *testing.T) {
	fish, err := exec.LookPath("fish")
	if err != nil {
		t.Skip("no fish here (apt install fish), whose completions these are")
	}
	folder := completionFolder(t)
	for line, want := range inOtherShells {
		t.Run(line, func(t *testing.T) {
			var offered []string
			for text := range strings.Lines(inShell(t, folder, fish, "--no-config", "-c", "stolb completion fish | source; complete -C $argv[1]", line)) {
				word, _, _ := strings.Cut(strings.TrimRight(text, "\n"), "\t") // without its description
				if flag, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(flag, "--") {
					word = value // it offers the whole word
				}
				offered = append(offered, word)
			}
			require.ElementsMatch(t, want, offered)
		})
	}
}

// Zsh completes only interactive input: a second zsh types in a terminal of its own, in which the
// lists of the first one are printed.
func TestCompletionInZsh(t *testing.T) {
	zsh, err := exec.LookPath("zsh")
	if err != nil {
		t.Skip("no zsh here (apt install zsh), whose completions these are")
	}
	const typed = `
autoload -U compinit && compinit -u -D
source <(stolb completion zsh)
offer() { zle complete-word; print -r -- ENDED; exit }
zle -N offer; bindkey '^I' offer
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi
  local -a offered
  builtin compadd -A offered "$@"
  builtin compadd "$@"
  (( $#offered )) && print -rl -- "OFFERED "${^offered}
  return 0
}
print READY
`
	const types = `
zmodload zsh/zpty || exit 3
zpty typist zsh -f -i
zpty -w typist "PROMPT=; stty -echo; $1"
zpty -r -m typist seen '*READY*'
zpty -w -n typist "$2"$'\t'
zpty -r -m typist seen '*ENDED*'
zpty -d typist
print -r -- "$seen"
`
	folder := completionFolder(t)
	offers := regexp.MustCompile(`OFFERED ([^\r\n]*)`)
	for line, want := range inOtherShells {
		t.Run(line, func(t *testing.T) {
			var offered []string
			for _, offer := range offers.FindAllStringSubmatch(inShell(t, folder, zsh, "-f", "-c", types, "zsh", typed, line), -1) {
				offered = append(offered, strings.ReplaceAll(offer[1], `\ `, " "))
			}
			require.ElementsMatch(t, want, offered)
		})
	}
}

// PowerShell's script calls the same command, so it only has to be complete.
func TestCompletionInPowerShell(t *testing.T) {
	var script, errs strings.Builder
	require.Zero(t, run([]string{"completion", "powershell"}, strings.NewReader(""), &script, &errs))
	require.Contains(t, script.String(), "__complete")
	require.Contains(t, script.String(), "Register-ArgumentCompleter")
}
