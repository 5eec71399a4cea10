package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var root = filepath.Join("..", "..")

// pageCommand is a command line in a page, with its output there.
type pageCommand struct {
	line   int
	text   string
	output string
}

// commandsOf returns the command lines in a page's ```console blocks: "$ " and
// the command, then its output up to the next command.
func commandsOf(t *testing.T, page, text string) []pageCommand {
	t.Helper()
	var commands []pageCommand
	inside := false
	for i, line := range strings.Split(text, "\n") {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case line == "```console":
			inside = true
		case strings.HasPrefix(line, "```"):
			inside = false
		case !inside:
		case isCommand:
			commands = append(commands, pageCommand{line: i + 1, text: command})
		default:
			require.NotEmpty(t, commands, "%s:%d: output without a command", page, i+1)
			commands[len(commands)-1].output += line + "\n"
		}
	}
	return commands
}

// elsewhere are the README's commands that this test does not run, each with the test that does.
var elsewhere = map[string]string{
	"go test ./...": ".ci/run; it would run itself",
	"go install github.com/stolb/stolb/cmd/stolb@latest": "needs the network and a release",
}

func TestReadme(t *testing.T) {
	for _, page := range []string{"README.md", "README.ru.md", "README.uk.md"} {
		t.Run(page, func(t *testing.T) {
			commands := runCommands(t, page)
			require.Greater(t, len(commands), 5)
			require.Regexp(t, `^go run \./cmd/stolb check `, commands[0].text)
			require.Equal(t, "go test ./...", commands[1].text)
		})
	}
}

// The guides that the README links to show the command's actual output.
func TestReadmeGuides(t *testing.T) {
	for _, page := range []string{
		"cmd/stolb/CHECK.md", "convert/CONVERT.md", "convert/book/BOOK.md", "convert/diagram/DIAGRAMS.md",
		"replay/restore/RESTORE.md", "stats/STATS.md",
	} {
		t.Run(page, func(t *testing.T) { require.NotEmpty(t, runCommands(t, page)) })
	}
}

// runCommands runs every command line of a page and compares its output with the page, where "..."
// matches any lines. With -update it changes the page instead.
func runCommands(t *testing.T, page string) []pageCommand {
	shell, err := exec.LookPath("sh")
	require.NoError(t, err, "the command lines are for a shell")
	path := filepath.Join(root, page)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	commands := commandsOf(t, page, string(text))
	// They run in a folder that seems to have the project's files, and can create others there.
	folder := t.TempDir()
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	project, err := filepath.Abs(root)
	require.NoError(t, err)
	for _, entry := range entries {
		require.NoError(t, os.Symlink(filepath.Join(project, entry.Name()), filepath.Join(folder, entry.Name())))
	}
	for _, c := range commands {
		if _, ok := elsewhere[c.text]; ok {
			continue
		}
		t.Run(c.text, func(t *testing.T) {
			// The test binary is in the path as stolb, see TestMain.
			run := exec.CommandContext(t.Context(), shell, "-c", strings.ReplaceAll(c.text, "go run ./cmd/stolb", "stolb"))
			run.Dir = folder
			output, err := run.CombinedOutput()
			if err != nil { // an exit code is allowed, a failure to run is not
				require.IsType(t, new(exec.ExitError), err)
			}
			pattern := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(c.output), `\.\.\.`+"\n", "(?s:.*\n)?") + "$")
			if *update && !pattern.Match(output) {
				text = []byte(strings.Replace(string(text), "$ "+c.text+"\n"+c.output, "$ "+c.text+"\n"+string(output), 1))
				return
			}
			require.Regexp(t, pattern, string(output), "%s:%d", page, c.line)
		})
	}
	if *update {
		require.NoError(t, os.WriteFile(path, text, 0o666))
	}
	return commands
}

// The README's Go code is that of an example, which is compiled.
func TestReadmeCode(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	_, code, found := strings.Cut(string(text), "```go\n")
	require.True(t, found)
	code, _, found = strings.Cut(code, "```\n")
	require.True(t, found)
	example, err := os.ReadFile(filepath.Join(root, "convert", "example_test.go"))
	require.NoError(t, err)
	for line := range strings.Lines(code) {
		require.Contains(t, string(example), strings.TrimSpace(line))
	}
	require.Contains(t, strings.ReplaceAll(string(example), "\n\t", "\n"), code)
}
