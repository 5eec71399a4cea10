package notation

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// filesDir has the game files of the PDN 3.0 project, which are not part of this one: those that
// the standard's reading grammar accepts, and those that it rejects.
const filesDir = "../../../../shared/data/pdn"

// files describes the files. Every game in them is legal and read without a remark, except those
// listed here with the reason.
var files = []struct {
	name    string
	variant record.Variant
	bare    string            // reason for a game more than there are headers, or "" if absent
	told    map[string]string // "line code": why
	stopped map[int]string    // number of a game that is not legal: its verdict, ply and reason
}{
	{name: "succeed/090417ronde12.pdn", variant: record.International},
	{name: "succeed/Campionato Assoluto 2005.pdn", variant: record.Italian, // with Italian tags
		stopped: map[int]string{46: "unreadable at ply 26: 3x26 by two ways"}},
	{name: "succeed/Cat.B1.pdn", variant: record.International},
	{name: "succeed/Cat.D1.pdn", variant: record.International},
	{name: "succeed/DUTCH96H.pdn", variant: record.International},
	{name: "succeed/OCA_2.0.pdn", variant: record.Checkers},
	{name: "succeed/PROF2.pdn", variant: record.International,
		told: map[string]string{
			"35 move-number":      "29. stands twice",
			"232 wrong-separator": "30-39 captures",
			"290 wrong-separator": "38x33 captures nothing",
		}},
	{name: "succeed/PWCP 2a.pdn", variant: record.International},
	{name: "succeed/PWCP_2.pdn", variant: record.International},
	{name: "succeed/Principles of Strategy.pdn", variant: record.Checkers},
	{name: "succeed/Tricks traps and shots.pdn", variant: record.Checkers,
		told: map[string]string{
			"660 ambiguous-move":  "10x26 by two ways: 20. 22-17, two plies on, is of the piece that the other takes",
			"1023 ambiguous-move": "32x7 by two ways, of which what follows allows one",
		}},
	{name: "succeed/alphanumeric.pdn", variant: record.Russian, bare: "movetext without tags"},
	{name: "succeed/beginner.pdn", variant: record.Checkers},
	{name: "succeed/borderclassics.pdn", variant: record.Checkers},
	{name: "succeed/bridges.pdn", variant: record.Checkers,
		stopped: map[int]string{14: `unreadable at ply 0: the FEN is "W::."`}},
	{name: "succeed/candidate95.pdn", variant: record.International,
		told: map[string]string{"157 result-mismatch": "the tag Result says 0-1, the text ends 1/2-1/2"}},
	{name: "succeed/fen.pdn", variant: record.International,
		told: map[string]string{"1 syntax": "? for the side to move"}},
	{name: "succeed/gameterminator.pdn", variant: record.International, bare: "movetext without tags"},
	{name: "succeed/gem.pdn", variant: record.Checkers},
	{name: "succeed/goulds.pdn", variant: record.Checkers},
	{name: "succeed/inferno.pdn", variant: record.Checkers},
	{name: "succeed/kurnik.pdn", variant: record.International,
		told: map[string]string{
			"10 variant-tag": "GameType 20,W,10,10,N1,0: numbers from the bottom right are not those of the moves",
			"37 variant-tag": "the same",
			"63 variant-tag": "the same",
			"94 variant-tag": "the same",
		}},
	{name: "succeed/linecomment.pdn", variant: record.International},
	{name: "succeed/lpc.pdn", variant: record.Checkers},
	{name: "succeed/movestrength.pdn", variant: record.International, bare: "movetext without tags"},
	{name: "succeed/mrcd2000kval.pdn", variant: record.Czech},
	{name: "succeed/mrcd2006.pdn", variant: record.Czech},
	{name: "succeed/mrcd2007.pdn", variant: record.Czech},
	{name: "succeed/nk ronde 01.pdn", variant: record.International,
		told: map[string]string{
			"59 move-number":  "a variation's numbers begin at 9, in place of move 4",
			"60 move-number":  "one of that variation's own at 6",
			"255 move-number": "one at 29, in place of move 26",
		}},
	{name: "succeed/nk ronde 02.pdn", variant: record.International},
	{name: "succeed/nk2003-amsterdam.pdn", variant: record.International},
	{name: "succeed/rk ronde 12.pdn", variant: record.International},
	{name: "succeed/schildpad.pdn", variant: record.International,
		told: map[string]string{
			"52 ambiguous-move":  "36x16 by two ways, of which what follows allows one",
			"140 ambiguous-move": "4x24 by two ways, of which what follows allows one",
		}},
	{name: "succeed/string.pdn", variant: record.International},
	{name: "succeed/unicode.pdn", variant: record.International},
	{name: "succeed/ussr1947.pdn", variant: record.Russian},
	{name: "succeed/variation.pdn", variant: record.International, bare: "movetext without tags"},
	{name: "succeed/windragon.pdn", variant: record.International},
	{name: "succeed/wk2003.pdn", variant: record.International},

	// Each of these breaks the standard's grammar, at the given line and for the given reason.
	{name: "fail/40Camp.DamaInternazionaleAssoluto.pdn", variant: record.International,
		told: map[string]string{
			"21 result-mismatch": "the tag Result says 0-1, the text ends 1-0",
			"226 syntax":         "a game breaks off after two moves, without a result, and the next follows",
		}},
	{name: "fail/Cat.A1.pdn", variant: record.International,
		told: map[string]string{"405 syntax": "a full stop by itself"}},
	{name: "fail/Cat.C1.pdn", variant: record.International, bare: "36x27 1-0, what is left of the last move of game 43, at the file's end",
		told: map[string]string{"579 syntax": "game 43 breaks off after the number 6., without a result"},
		stopped: map[int]string{
			46: "illegal at ply 1: a move out of its game",
		}},
	{name: "fail/abatsiev.pdn", variant: record.Russian,
		stopped: map[int]string{36: "unreadable at ply 1: a dash for each move"}},
	{name: "fail/delfts.pdn", variant: record.International,
		told: map[string]string{
			"26 syntax": "4-6 is not one of PDN's results, and there is no tag ResultFormat",
			"53 syntax": "1-9 is not one of PDN's results, and there is no tag ResultFormat",
		}},
	{name: "fail/mrdrcd07.pdn", variant: record.Czech,
		told: map[string]string{
			"198 syntax": "a number without a move, in a game that was not played",
			"326 syntax": "the same",
			"583 syntax": "the same",
		}},
	{name: "fail/mrdrcd08.pdn", variant: record.Czech,
		told: map[string]string{"499 syntax": "a number without a move, in a game that was not played"}},
	{name: "fail/nested_comment.pdn", variant: record.International, bare: "movetext without tags",
		told: map[string]string{"1 syntax": "a comment in a comment, so that a } is left over"}},
}

// headers counts a file's header blocks independently of the reader: runs of lines that begin
// with a tag pair, across blank lines.
func headers(text string) int {
	tag := regexp.MustCompile(`^\s*\[\s*[A-Za-z]\w*\s*"`)
	n, in := 0, false
	for _, line := range regexp.MustCompile(`\r\n?|\n`).Split(text, -1) {
		switch {
		case tag.MatchString(line):
			if !in {
				n++
			}
			in = true
		case strings.TrimSpace(line) != "":
			in = false
		}
	}
	return n
}

// Every game of the files is found, none swallows another, and each fault is reported at its
// line.
func TestFiles(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(filesDir, "*", "*.pdn"))
	require.NoError(t, err)
	if len(names) == 0 {
		t.Skipf("%s is not there", filesDir)
	}
	require.Len(t, names, len(files))
	found, headed, replayed := 0, 0, 0
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(filesDir, f.name))
			require.NoError(t, err)
			games := readAll(t, string(data))
			want := headers(string(data))
			headed += want
			if f.bare != "" {
				want++
			}
			require.Len(t, games, want)
			found += len(games)

			text := ""
			told := map[string]bool{}
			verdicts := map[string]int{}
			for i, g := range games {
				text += g.Text
				require.Equal(t, i+1, g.Source.Number)
				r := replay.Judge(g, f.variant)
				verdicts[r.Verdict.String()]++
				reason := f.stopped[g.Source.Number]
				for _, fault := range r.Faults {
					place := fmt.Sprintf("%d %s", g.Place(fault.At).Line, fault.Code)
					switch {
					case fault.Code == record.DateForm: // TestDatesOfFiles
					case reason != "" && fault.Severity >= record.Illegal:
						at := fmt.Sprintf("%v at ply %d: ", r.Verdict, fault.Ply)
						require.True(t, strings.HasPrefix(reason, at), "game %d, %s%s", g.Source.Number, at, fault.Message.Error())
						told[reason] = true
					default:
						require.Contains(t, f.told, place, "game %d: %s", g.Source.Number, fault.Message.Error())
						told[place] = true
					}
				}
				if reason == "" {
					require.Len(t, r.Moves, len(g.Plies))
					replayed++
				}
			}
			require.Equal(t, strings.TrimLeft(string(data), " \t\r\n"), strings.TrimLeft(text, " \t\r\n"), "the games' texts are the file")
			require.Len(t, told, len(f.told)+len(f.stopped), "what is told of the file is not all there")
			t.Logf("%d games of %v: %v", len(games), f.variant, verdicts)
		})
	}
	require.Equal(t, 2275, found)
	require.Equal(t, 2269, headed)
	require.Equal(t, 2275-4, replayed, "all but the 4 that are stopped above")
	t.Logf("%d games in %d files, %d with headers, %d replayed to their end", found, len(files), headed, replayed)
}

// A date with the day first is converted to PDN's form, with a repair; other text is kept.
func TestDatesOfFiles(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(filesDir, "*", "*.pdn"))
	require.NoError(t, err)
	if len(names) == 0 {
		t.Skipf("%s is not there", filesDir)
	}
	dayFirst := regexp.MustCompile(`(?m)^\s*\[\s*(?:Date|Data)\s*"(\d{1,2})[.-](\d{1,2})[.-](\d{4})"`)
	kept := regexp.MustCompile(`(?m)^\s*\[\s*(?:Date|Data)\s*"(\d\d\.\d\d\.\d\d|\d{4}\.\d\d\.\d\d - [^"]*|\d{4}/\d{4})"`)
	repaired, left := 0, 0
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, g := range readAll(t, string(data)) {
			if m := dayFirst.FindStringSubmatch(g.Text); m != nil {
				require.Equal(t, fmt.Sprintf("%s.%02s.%02s", m[3], m[2], m[1]), g.Tag("Date"))
				require.Contains(t, codes(g.Faults), "1 date-form")
				repaired++
			}
			if m := kept.FindStringSubmatch(g.Text); m != nil {
				require.Equal(t, m[1], g.Tag("Date"))
				require.Contains(t, codes(g.Faults), "0 date-form")
				left++
			}
		}
	}
	require.Equal(t, 108, repaired)
	require.Equal(t, 79, left)
}

// codes formats faults as severity and code.
func codes(faults []record.Fault) []string {
	var all []string
	for _, f := range faults {
		all = append(all, fmt.Sprintf("%d %s", f.Severity, f.Code))
	}
	return all
}

// The games of the files are written as strict PDN 3.0 and read back the same.
func TestFilesAreWritten(t *testing.T) {
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(filesDir, f.name))
			if os.IsNotExist(err) {
				t.Skipf("%s is not there", filesDir)
			}
			require.NoError(t, err)
			games := readAll(t, string(data))
			var reports []*replay.Report
			for _, g := range games {
				r := replay.Judge(g, f.variant)
				reports = append(reports, r)
			}
			written := textOf(new(PDN), reports...)
			if f.stopped == nil { // whose words are written as recorded
				requireStrict(t, written)
			}
			back := readAll(t, written)
			require.Len(t, back, len(games))
			for i, r := range reports {
				again := replay.Judge(back[i], record.UnknownVariant)
				if f.stopped[i+1] != "" {
					require.Equal(t, r.Verdict, again.Verdict)
					require.Len(t, back[i].Plies, len(games[i].Plies))
					require.Equal(t, faultOf(r).Message, faultOf(again).Message)
				}
				require.Equal(t, f.variant, again.Variant)
				require.Equal(t, strings.Join(r.Moves, " "), strings.Join(again.Moves, " "))
				require.Equal(t, r.Final, again.Final)
				for _, tag := range games[i].Tags {
					switch strings.ToLower(tag.Name) {
					case "result", "fen", "gametype":
					default:
						require.Equal(t, games[i].Tag(tag.Name), back[i].Tag(tag.Name))
					}
				}
				outcome := r.Game.Result.Outcome
				if outcome == record.NoResult {
					outcome = record.Unfinished // PDN's * means either
				}
				require.Equal(t, outcome, back[i].Result.Outcome)
			}
		})
	}
}
