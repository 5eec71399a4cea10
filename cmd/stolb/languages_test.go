package main

import (
	"bytes"
	"flag"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// said is a file with all messages about the sheets of the test in one language, to be read by a
// speaker of that language:
//
//	go test ./cmd/stolb -run Languages -languages.said uk -languages.to /tmp/said.txt
var (
	saidIn = flag.String("languages.said", "", "write what is said in this language to the file of -languages.to")
	saidTo = flag.String("languages.to", "said.txt", "see -languages.said")
)

// faultySheets have faults that the damages to sheets do not make: a move for each reason of
// illegality, wrong headers and numbers, and results that the board contradicts.
var faultySheets = []string{
	"Вид: башни\nБелые: Иванов\nЧерные: Петров\n1. c3-d4 d6-e5\n2. g3-h4 f6-g5\n",
	"Вид: башни\n1. d4-e5\n", "Вид: башни\n1. b6-c5\n", "Вид: башни\n1. c3-c4\n", "Вид: башни\n1. 9-12\n", "Вид: башни\n1. b2-c3\n",
	"Вид: башни\n1. c3-e5\n", "Вид: башни\n1. c3:e5\n", "Вид: башни\n1. c3-c5\n", "Вид: башни\n1. c3-b4 f6-g5\n2. b4-c3\n",
	"Вид: ласка\n1. 11-26\n", "Вид: ласка\n1. 9-14\n", "Вид: русские\n1. c3-d4 b6-c5\n2. d4:c5\n", "Вид: русские\n1. c3-d4 b6-c5\n2. 18:9\n",
	"Вид: русские\n1. e3-d4 b6-c5\n2. g3-f4\n", "Вид: русские\n1. 22-18\n", "Вид: бразильские\n1. c3-d4 b6-c5\n2. a3-b4\n",
	"Вид: чекерс\n1. 11-15 24-19\n2. 8-11\n", "Вид: международные\n1. 32-28 19-23\n2. 37-32\n", "Вид: международные\n1. 32-28 32-27\n",
	"Вид: башни\n1. c3-b4 b6-c5\n3. b4-a5 a7-b6\n", "Вид: башни\n1. c3-b4\n2. b4-a5 a7-b6\n", "Вид: башни\n1. c3-b4 b6-c5\n2. нрзб a7-b6\n",
	"Вид: башни\n1. c3–b4 b6-с5\n2. B4-a5 a7-b6\n", "Вид: башни\n1. c3:b4 b6-c5 2. 4b-a5\n", "1. c3-b4 b6-c5\n", "Вид: нарды\n1. c3-b4\n",
	"Вид: башни\nНачальная позиция: белые: a1-0, c3-2; черные: h8\n1. a1-b2\n", "Вид: башни\n\n", "просто текст без ходов\n",
	"[GameType \"25\"]\n[Date \"12.03.1987\"]\n[Result \"1-0\"]\n1. c3-d4 b6-c5 2. d4xb6 a7xc5 (2... c7xa5 3. zz) 3. {без конца\n",
	"[GameType \"27\"]\n1. 32-28 *\n", "[GameType \"20\"]\n[Result \"1-0\"]\n1. 32-28 (1. 33-29) 19-23 ) 2. 28x19 5. 37-32 0-1\n",
	"[GameType \"20\"]\n[FEN \"W:W99:B1\"]\n1. 32-28 *\n", "[GameType \"25\"]\n[FEN \"W:Wa1:Ba1\"]\n*\n",
	"Вид: адиюх\n1. c3-b4 b6-c5\n2. b4-a5 a7-b6\nСчет 17:7\n", "Вид: башни\n1. c3-b4 b6-c5 ( так лучше\n2. b4-a5\n1-0\n0-1\n",
}

// In addition to the test of the catalogues: the messages of check, convert and restore about the
// corpus, faulty sheets and damaged ones have no English in Russian and Ukrainian, and no template
// that was not filled in.
func TestLanguages(t *testing.T) {
	var sheets []string
	sheets = append(sheets, faultySheets...)
	each, restored := 14, 250 // a sheet in each language, and restored: one of so many
	if *thorough {
		each, restored = 2, 13
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, list := range damageLists() {
		for _, d := range list.damages {
			if i := len(sheets); *saidIn == "" && i%each != 0 && i%each != each/2 {
				sheets = append(sheets, "") // of no language, see below
				continue
			}
			seed := fnv.New64a()
			seed.Write([]byte(d.name))
			for range 400 {
				s := newStyle(random)
				if d.on != nil && !d.on(s) {
					continue
				}
				c := newDamaged(t, random, s)
				if d.hurt(c) {
					sheets = append(sheets, c.text())
					break
				}
			}
		}
	}
	err := fs.WalkDir(corpus.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.HasPrefix(path, "games/") || strings.HasSuffix(path, ".txt")) {
			var text []byte
			text, err = fs.ReadFile(corpus.FS(), path)
			sheets = append(sheets, string(text))
		}
		return err
	})
	require.NoError(t, err)
	require.Greater(t, len(sheets), 100)

	t.Cleanup(func() { language = message.English })
	word := regexp.MustCompile(`[A-Za-z]{2,}`)
	template := regexp.MustCompile(`\{[a-z]+[.|}]|%!|<nil>|\b[a-z]+\.[a-z]+-[a-z-]+`)
	allowed := map[string]bool{"fen": true, "pgn": true, "name": true, "value": true, "pdn": true, "json": true, "variant": true, "format": true, "all": true, "gametype": true, "result": true, "ii": true, "iii": true}
	for _, v := range record.Variants() {
		for _, part := range strings.Split(v.String(), "-") {
			allowed[part] = true
		}
	}
	file := filepath.Join(t.TempDir(), "sheet.txt")
	for _, w := range word.FindAllString(file, -1) {
		allowed[strings.ToLower(w)] = true
	}
	for k, l := range []message.Language{message.Russian, message.Ukrainian} {
		var all bytes.Buffer
		for i, text := range sheets {
			if *saidIn == "" && i >= len(faultySheets) && i%each != each/2*k {
				continue // one in Russian, one in Ukrainian
			}
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			own := map[string]bool{}
			for _, w := range word.FindAllString(text, -1) {
				own[strings.ToLower(w)] = true
			}
			commands := [][]string{{"check"}}
			switch { // these have similar messages for all
			case i < len(faultySheets):
				commands = append(commands, []string{"show"}, []string{"convert", "--to", "json", "-o", os.DevNull}, []string{"restore"})
			case i%restored == 0 && len(text) < 2000:
				commands = append(commands, []string{"restore"})
			}
			for _, args := range commands {
				told := tell(append(slices.Clone(args), "--lang", l.String(), file)...)
				said := told.errs + told.out
				if *saidIn == l.String() {
					all.WriteString("== " + args[0] + "\n" + strings.ReplaceAll(said, file, "sheet.txt") + "\n")
				}
				for line := range strings.Lines(strings.ReplaceAll(said, file, "")) {
					require.NotRegexp(t, template, line, "%s of\n%s", args[0], text)
					line = strings.TrimPrefix(line, "stolb: ")
					for _, w := range word.FindAllString(line, -1) {
						lower := strings.ToLower(w)
						if allowed[lower] || own[lower] || isBoard(w) {
							continue
						}
						require.Fail(t, "a word of another language", "%v: %q in %q, %s of\n%s", l, w, line, args[0], text)
					}
				}
			}
		}
		if *saidIn == l.String() {
			require.NoError(t, os.WriteFile(*saidTo, all.Bytes(), 0o600))
		}
	}
}

// isBoard reports whether letters are of squares or pieces: "abcdefgh", "Wa", "Kb".
func isBoard(w string) bool { return strings.Trim(w, "abcdefghijWBKD") == "" }

// A tournament that fills every part of the tables of stats: with games that were not played, have
// no result or no names, and with teams.
const tournament = `[Event "Кубок"]
[Date "2001.05.01"]
[Round "1"]
[White "Иванов"]
[Black "Петров"]
[WhiteTeam "Маяк"]
[BlackTeam "Заря"]
[Result "1-0"]
[Variant "bashni"]
1. c3-b4 1-0

[Event "Кубок"]
[Date "2002.05.01"]
[Round "2"]
[White "Петров"]
[Black "Иванов"]
[WhiteTeam "Заря"]
[BlackTeam "Маяк"]
[Result "1/2-1/2"]
[Variant "bashni"]
1. c3-d4 1/2-1/2

[Event "Кубок"]
[Round "3"]
[White "Сидоров"]
[Black "Иванов"]
[WhiteTeam "Заря"]
[BlackTeam "Маяк"]
[Result "0-1"]
[Variant "bashni"]
[Termination "unplayed"]
*

[Event "Кубок"]
[White "Сидоров"]
[Black "Иванов"]
[Variant "bashni"]
1. c3-d4 *

[Event "Кубок"]
[Result "1-0"]
[Variant "bashni"]
1. c3-d4 1-0
`

// The tables and pages of stats have no English in Russian and Ukrainian, and each page names its
// language.
func TestLanguagesOfStats(t *testing.T) {
	t.Cleanup(func() { language = message.English })
	folder := t.TempDir()
	cup, scores, html := filepath.Join(folder, "cup.pdn"), filepath.Join(folder, "scores.txt"), filepath.Join(folder, "page.html")
	require.NoError(t, os.WriteFile(cup, []byte(tournament), 0o600))
	var errs bytes.Buffer
	var played bytes.Buffer
	run([]string{"generate", "--variant", "adiukh", "--games", "60", "--seed", "3"}, strings.NewReader(""), &played, &errs)
	require.Empty(t, errs.String())
	played.WriteString("\nВид: адиюх\nБелые: Петров\tЧерные: Иванов\nДата: 2011\n1. c3-b4\tb6-c5\nЧерные сдались.\n\nВид: адиюх\n1. e3-f4\tf6-g5\nНичья\n\nВид: адиюх\n1. e3-f4\tf6-g5\n")
	require.NoError(t, os.WriteFile(scores, played.Bytes(), 0o600))

	commands := [][]string{
		{"adiukh", scores}, {"adiukh", "--min-games", "5000", scores},
		{"openings", "--depth", "3", scores}, {"openings", "--depth", "3", "--min-games", "2", scores}, {"openings", cup},
		{"players", scores}, {"players", "--min-games", "5000", scores}, {"crosstable", scores},
	}
	for _, rules := range []string{"codex", "ukrainian", "go"} {
		for _, system := range []string{"round-robin", "swiss"} {
			commands = append(commands, []string{"crosstable", "--rules", rules, "--system", system, cup})
		}
		commands = append(commands, []string{"crosstable", "--teams", "--rules", rules, cup})
	}
	label := regexp.MustCompile(`aria-label="([^"]*)"`)
	tag := regexp.MustCompile(`(?s)<script type="application/json".*?</script>|<[^>]*>`) // the provenance of the page is not text
	position := regexp.MustCompile(`\b[WB]:[WB][0-9a-hK,:WB]*`)
	word := regexp.MustCompile(`[A-Za-z]{2,}`)
	template := regexp.MustCompile(`\{[a-z]+[.|}]|%!|<nil>|\bpage\.`)
	for _, l := range []message.Language{message.Russian, message.Ukrainian} {
		for _, command := range commands {
			told := tell(slices.Concat([]string{"stats"}, command, []string{"--lang", l.String(), "--html", html})...)
			require.Zero(t, told.code, "%v: %s", command, told.errs)
			page, err := os.ReadFile(html)
			require.NoError(t, err)
			require.Contains(t, string(page), `<html lang="`+l.String()+`">`)
			_, body, found := strings.Cut(string(page), "</style>")
			require.True(t, found)
			said := told.out + told.errs + tag.ReplaceAllString(label.ReplaceAllString(body, ">$1<"), "\n")
			for line := range strings.Lines(strings.ReplaceAll(said, cup, "")) {
				require.NotRegexp(t, template, line, "%v %v", l, command)
				line = position.ReplaceAllString(strings.TrimPrefix(line, "stolb: "), "")
				for _, w := range word.FindAllString(line, -1) {
					switch w {
					case "JSON", "SOS", "SODOS", "SOSOS": // as in the Code of go
						continue
					}
					require.Fail(t, "a word of another language", "%v: %q in %q of %v", l, w, line, command)
				}
			}
		}
	}
}
