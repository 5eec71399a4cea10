package convert

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// TestTimeSheets writes the sheet of a game by post (Codex 4.3.6) in the styles of different
// clerks. A correct sheet is read without a fault, and a sheet with one slip has only that fault.
// The last days may be missing; letters have three dates and a fraction (4.3.1).
func TestTimeSheets(t *testing.T) {
	romans := strings.Fields("- I II III IV V VI VII VIII IX X XI XII")
	dates := map[string]func(time.Time) string{
		"03.05": func(d time.Time) string { return d.Format("02.01") }, "03.05.2024": func(d time.Time) string { return d.Format("02.01.2006") },
		"2024-05-03": func(d time.Time) string { return d.Format("2006-01-02") }, "3/V": func(d time.Time) string { return fmt.Sprintf("%d/%s", d.Day(), romans[d.Month()]) },
	}
	orders := map[string]string{"": "DM#MD", ", the number first": "#MDMD", ", days before": "#DMDM", ", moves first": "#MMDD"}
	layouts := map[string]func(rows [][]string) string{}
	for name, sign := range map[string]string{"tabs": "\t", "semicolons": ";", "commas": ",", "bars": " | ", "spaces": "  "} {
		for about, order := range orders {
			layouts[name+about] = func(rows [][]string) (text string) {
				for _, c := range rows {
					days, moves := [][]string{c[:(len(c)-3)/2], c[(len(c)+3)/2:]}, []string{c[(len(c)-3)/2], c[(len(c)+1)/2]}
					var cells []string
					for _, what := range order {
						switch what {
						case '#':
							cells = append(cells, c[(len(c)-1)/2])
						case 'M':
							cells, moves = append(cells, moves[0]), moves[1:]
						default:
							cells, days = append(cells, days[0]...), days[1:]
						}
					}
					text += strings.Join(cells, sign) + "\n"
				}
				return text
			}
		}
	}
	layouts["brackets"] = func(rows [][]string) (text string) {
		for _, c := range rows {
			n := (len(c) - 3) / 2
			text += fmt.Sprintf("%s. %s (%s) %s (%s)\n", c[n+1], c[n], strings.Join(c[:n], " "), c[n+2], strings.Join(c[n+3:], " "))
		}
		return text
	}
	for layout, write := range layouts {
		for form, date := range dates {
			for i, slip := range strings.Split(",days,total,no day,number,,total,no day,,no day,total", ",") {
				if !*thorough && (len(layout)+len(form)+i)%3 > 0 {
					continue // each layout with each slip, in a third of the forms
				}
				letters, open := i >= 5 && i < 8, i >= 8 && layout != "brackets"
				about := fmt.Sprintf("%s, %s, %s, letters %v, open %v", layout, form, slip, letters, open)
				generator, err := corpus.NewGenerator(record.Bashni, uint64(len(about)))
				require.NoError(t, err)
				moves := replay.Judge(generator.Next(), record.Bashni).Moves[:10]
				wrong := 2 + len(form+layout)%(len(moves)-3) // the index of the move with the slip
				var rows [][]string
				day, posted, shown := time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 2, 27, 0, 0, 0, 0, time.UTC), [2]int{}
				for i, move := range moves {
					takes := 1 + (i*7+len(about))%5
					sent := day.AddDate(0, 0, takes)
					if shown[i%2] += takes; slip == "total" && i == wrong {
						shown[i%2] += 2
					}
					answered := date(sent)
					if slip == "no day" && i == wrong {
						answered = map[string]string{"03.05": "31.04", "03.05.2024": "31.04.2024", "2024-05-03": "2024-04-31", "3/V": "31/IV"}[form]
					}
					cells := []string{date(day), answered, strconv.Itoa(takes), strconv.Itoa(shown[i%2])}
					switch {
					case letters:
						cells = []string{date(posted), date(day), answered, fmt.Sprintf("%d/%d", shown[0], shown[1])}
					case slip == "days" && i == wrong:
						cells[2] = strconv.Itoa(takes + 1)
					case open && i == len(moves)-1:
						cells = slices.Repeat([]string{[]string{"-", "—"}[len(form)%2]}, 4)
					}
					posted = sent
					if i%2 == 0 {
						number := i/2 + 1
						if slip == "number" && i/2 == wrong/2 {
							number += 3
						}
						rows = append(rows, append(cells, move, strconv.Itoa(number)))
					} else {
						rows[i/2] = append(append(rows[i/2], move), cells...)
					}
					day = sent.AddDate(0, 0, 3+i%4)
				}
				text := "Вид: столбовые шашки\nБелые: Петров\nЧерные: Седов\n" + write(rows)
				reports := inSheets(grammar.Table, replay.Full, message.Russian).games(t, text, record.UnknownVariant)
				require.Len(t, reports, 1, text)
				r := reports[0]
				require.Equal(t, strings.Join(moves, " "), strings.Join(r.Moves, " "), "%s: %s", about, text)
				var plies []int
				for _, f := range r.Faults {
					plies = append(plies, f.Ply)
				}
				switch slip {
				case "":
					require.Empty(t, r.Faults, "%s: %s", about, text)
				case "number":
					require.Len(t, plies, 1, "%s: %v\n%s", about, r.Faults, text)
					require.Equal(t, record.MoveNumber, r.Faults[0].Code)
				default:
					require.Equal(t, []int{wrong + 1}, plies, "%s: %v\n%s", about, r.Faults, text)
				}
			}
		}
	}
}
