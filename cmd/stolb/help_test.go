package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record/message"
)

// inLanguage sets the language for the rest of the test.
func inLanguage(t *testing.T, l message.Language) {
	t.Helper()
	before := language
	language = l
	t.Cleanup(func() { language = before })
}

// eachCommand calls do with stolb and all its commands.
func eachCommand(do func(*cobra.Command)) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		do(c)
		for _, below := range c.Commands() {
			walk(below)
		}
	}
	var out bytes.Buffer
	root := newRoot(&streams{out: bufio.NewWriter(&out), err: &out})
	describe(root)
	walk(root)
}

// catalogueKeys returns the keys of a file of the catalogues.
func catalogueKeys(t *testing.T, l message.Language, room string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "record", "message", "catalogue", l.String(), room+".txt"))
	require.NoError(t, err)
	var keys []string
	for _, found := range regexp.MustCompile(`(?m)^([a-z0-9-]+):`).FindAllStringSubmatch(string(text), -1) {
		keys = append(keys, found[1])
	}
	return keys
}

// Every command and every flag has a description, and the catalogues have nothing else.
func TestHelpIsWhole(t *testing.T) {
	for _, l := range message.Languages() {
		inLanguage(t, l)
		shared := map[string]bool{} // flags
		rooms := map[string]bool{"help-flags.txt": true}
		eachCommand(func(c *cobra.Command) {
			room := "help-" + strings.ReplaceAll(strings.TrimPrefix(c.CommandPath(), "stolb "), " ", "-")
			rooms[room+".txt"] = true
			require.NotEmpty(t, c.Short, "%v: %s", l, c.CommandPath())
			require.NotEmpty(t, c.Long, "%v: %s", l, c.CommandPath())
			require.NotEmpty(t, c.Example, "%v: %s", l, c.CommandPath())
			wanted := []string{"short", "long"}
			if strings.Contains(c.Use, " ") {
				wanted = append(wanted, "use")
			}
			keys := catalogueKeys(t, l, room)
			c.Flags().AddFlagSet(c.PersistentFlags())
			c.Flags().VisitAll(func(f *pflag.Flag) {
				require.NotEmpty(t, f.Usage, "%v: %s --%s", l, c.CommandPath(), f.Name)
				name, _ := pflag.UnquoteUsage(f)
				require.NotContains(t, []string{"string", "strings", "int"}, name, "%v: %s --%s says only of which type it is", l, c.CommandPath(), f.Name)
				if slices.Contains(keys, f.Name) {
					wanted = append(wanted, f.Name)
				} else {
					shared[f.Name] = true
				}
			})
			require.ElementsMatch(t, wanted, keys, "%v/%s", l, room)
		})
		for _, key := range catalogueKeys(t, l, "help-flags") {
			if !strings.HasPrefix(key, "value-") && !strings.HasPrefix(key, "about-") {
				require.True(t, shared[key], "%v/help-flags: no flag %s", l, key)
			}
		}
		files, err := filepath.Glob(filepath.Join(root, "record", "message", "catalogue", l.String(), "help-*.txt"))
		require.NoError(t, err)
		for _, file := range files {
			require.True(t, rooms[filepath.Base(file)], "%s: no such command", file)
		}
		for _, encoding := range grammar.Encodings() {
			require.Contains(t, entry("help-flags", "encoding"), encoding)
		}
	}
}

// typed matches text that is the same in every language: flags and their values, names in JSON and
// of tags, command lines, paths, moves and positions, and the names of formats and of programs.
var typed = []*regexp.Regexp{
	// In manuscripts: blocks and their attributes, file extensions, headers.
	regexp.MustCompile("(?m)```(?:game .*)?$|^  (?:games?|diagram|position|crosstable|rounds|bulletin|index)\\b|\\b[a-z]+=(?:[a-z|]+|ID\\b|'[^']*')?"),
	regexp.MustCompile(`(?:[\s(]|КНИГА)\.(?:html|epub|typ|pdf|md)\b|\b(?:(?:sub)?title|author|date|publisher|place|isbn|imprint|language):|\b(?:Markdown|CommonMark)\b|#ID`),
	regexp.MustCompile(`(?m)^  +(?:\{"|"|source |stolb |white king |frees |player ).*(?:\n {3,}".*)*$`), // lines of JSON, of commands and of queries
	regexp.MustCompile(`"[^"]*"|«stolb [^»]*»|[\s(]'[^']*'|\$?[\w~*{}$./-]*/[\w.*/-]+|[\w*-]+\.(?:pdn|svg|png|jsonl|txt|truth|md|rec|\d)\b[\w.]*`),
	regexp.MustCompile(`--?[a-z][a-z-]*(?:[ =][a-z|,]+\b)?|\.(?:gz|zst)\b|[a-z0-9-]+(?:\|[a-z0-9 A-Z-]+)+`),
	regexp.MustCompile(`\b[a-l][1-8](?:[-:][a-l][1-8])*\b|\b[a-l]:?[a-l][1-8]\b|\d+(?:mm|cm|in|pt|px)\b|\[[^\]]*\]|stolb (?:help|check)(?: \w+)*`),
	regexp.MustCompile(`\b(?:Language Server Protocol|initializationOptions|shutdown|exit|K/N|PDN|FEN|JSON|HTML|PNG|JPEG|GIF|SARIF|EBNF|UTF-\d+|DuckDB|Polars|pandas|Spark|Hive|Arrow|Parquet|Typst|hOCR|Tesseract|ALTO|PAGE-XML|TMPDIR|NO_COLOR|Stolb|Go|PowerShell|PROFILE|compinit|fpath|Restored|WhiteTeam|BlackTeam|Portable Draughts Notation|Ctrl-C|IV|DIR|SHA-256|sha256sum)\b`),
	regexp.MustCompile(`\b[a-zA-Z]\b`),
}

// values matches the values of flags with a few choices, the variants and the commands.
func values() *regexp.Regexp {
	names := append(slices.Clone(shells),
		"certain", "likely", "open", "lost", // verdicts of restore
		"capture-missed", "wrong-square", "other-side", "after-end", "unfinished-capture", "wrong-separator", "look-alike",
		"letter-case", "dash-kind", "unreadable-word", // kinds of faults
		"player", "site", "result", "verdict", "opening", "ply", "move", "from", "to", "square", `tag:\w+`, // of find --group
		"each K", "marked", "px", "typst", "en", "ru", "uk", "utf-16le", "utf-16be", "year")
	eachCommand(func(c *cobra.Command) {
		names = append(names, c.Name())
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if v, ok := f.Value.(*value); ok {
				names = append(names, v.known...)
			}
		})
	})
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	return regexp.MustCompile(`\b(?:` + strings.Join(names, "|") + `)\b`)
}

// In Russian and Ukrainian no help and no manual page has a word of English or of the other
// language.
func TestHelpIsInOneLanguage(t *testing.T) {
	inLanguage(t, message.English)
	known := values()
	latin := regexp.MustCompile(`[A-Za-z]{2,}`)
	foreign := map[message.Language]*regexp.Regexp{
		message.Russian:   regexp.MustCompile(`[ІіЇїЄєҐґ]`),
		message.Ukrainian: regexp.MustCompile(`[ЫыЭэЪъЁё]`),
	}
	for l, other := range foreign {
		inLanguage(t, l)
		var strange []string
		eachCommand(func(c *cobra.Command) {
			var help bytes.Buffer
			writeHelp(&help, c)
			text, _, found := strings.Cut(help.String(), "\n"+say("help.examples")+"\n")
			require.Equal(t, c.HasParent(), found)
			require.Contains(t, text, c.Short[:2], c.CommandPath())
			text = strings.ReplaceAll(text, filled(entry("help-flags", "about-positions")), "")
			for _, as := range slices.Insert(slices.Clone(typed), 4, known) {
				text = as.ReplaceAllString(text, " ")
			}
			for line := range strings.Lines(text) {
				line = strings.ReplaceAll(strings.ReplaceAll(line, "«диаграмма»", ""), "«рисунок»", "") // as records have them
				if latin.MatchString(line) || other.MatchString(line) {
					strange = append(strange, c.CommandPath()+": "+strings.TrimSpace(line))
				}
			}
		})
		require.Empty(t, strange, l)
	}
}

// Help fits a terminal of the least width, except for output of programs.
func TestHelpIsNotTooWide(t *testing.T) {
	for _, l := range message.Languages() {
		inLanguage(t, l)
		eachCommand(func(c *cobra.Command) {
			for line := range strings.Lines(filled(c.Long)) {
				if strings.HasPrefix(line, " ") && strings.ContainsAny(line, `"'`) {
					continue
				}
				require.LessOrEqual(t, len([]rune(strings.TrimRight(line, "\n"))), helpCells+4, "%v: %s: %s", l, c.CommandPath(), line)
			}
		})
	}
}

func TestFilled(t *testing.T) {
	word := strings.Repeat("я", 30)
	require.Equal(t, word+" "+word+"\n"+word+" a\n  b   c\n\nd e", filled(word+"\n"+word+"\n"+word+" a\n  b   c\n\nd\ne"))
}
