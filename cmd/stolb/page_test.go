package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// hostile is a player's name that must have no effect.
const hostile = "<script>alert(\"1\")</script>\x1b[31m & \u202ec"

// reports are random games of two players, one of them hostile.
func reports(t *testing.T, v record.Variant, n int) []*replay.Report {
	g, err := corpus.NewGenerator(v, 4)
	require.NoError(t, err)
	var all []*replay.Report
	for i := range n {
		game := g.Next()
		game.Tags = []record.Tag{
			{Name: "White", Value: hostile}, {Name: "Black", Value: fmt.Sprint("Б", i%3)},
			{Name: "Date", Value: fmt.Sprint(2000 + i%4)}, {Name: "Round", Value: "1"},
		}
		all = append(all, replay.Judge(game, v))
	}
	return all
}

// statisticPages returns pages of every kind.
func statisticPages(t *testing.T) map[string]*page {
	inLanguage(t, message.English)
	made := map[string]*page{}
	adiukh := reports(t, record.Adiukh, 60)
	for name, games := range map[string][]*replay.Report{
		"adiukh": adiukh, "none": nil, "lasca": reports(t, record.Lasca, 30),
	} {
		v := record.Adiukh
		if name == "lasca" {
			v = record.Lasca
		}
		rules, err := replay.For(v)
		require.NoError(t, err)
		openings := stats.NewOpenings(rules.Start(), 4, stats.Memory)
		scores := stats.NewAdiukh(2, stats.Memory)
		players := stats.NewPlayers(stats.Memory)
		tournament := stats.NewTournament("", false)
		teams := stats.NewTournament("", true)
		for _, r := range games {
			require.NoError(t, openings.Add(r))
			require.NoError(t, scores.Add(r))
			require.NoError(t, players.Add(r))
			require.NoError(t, tournament.Add(r))
			require.NoError(t, teams.Add(r))
		}
		tree, err := openings.Tree(t.Context(), 1)
		require.NoError(t, err)
		made["openings of "+name] = openingsPage(tree)
		about, printed, err := scores.Tables(t.Context(), 1, message.English)
		require.NoError(t, err)
		made["scores of "+name] = adiukhPage(about, printed)
		list, err := players.Printed(t.Context(), 1, message.English)
		require.NoError(t, err)
		made["players of "+name] = playersPage(list)
		for kind, of := range map[string]*stats.Tournament{"table": tournament, "teams": teams} {
			about, printed, err := of.Tables(stats.Whichever, stats.Codex, name == "lasca", message.English)
			require.NoError(t, err)
			made[kind+" of "+name] = tournamentPage(about, printed)
		}
		require.NoError(t, openings.Close())
		require.NoError(t, scores.Close())
		require.NoError(t, players.Close())
	}
	return made
}

// A page is HTML with closed elements, loads nothing from elsewhere, and has every number of the
// text.
func TestPages(t *testing.T) {
	elsewhere := regexp.MustCompile(`(?i)(src|href)\s*=|url\(|@import|<script`)
	for name, p := range statisticPages(t) {
		t.Run(name, func(t *testing.T) {
			var page, plain strings.Builder
			require.NoError(t, templates().ExecuteTemplate(&page, "pages.html", p))
			require.NoError(t, p.writeText(&plain))
			// Namespaces are names, not addresses.
			html := strings.ReplaceAll(page.String(), `xmlns="http://www.w3.org/2000/svg"`, "")
			html = strings.ReplaceAll(html, `xmlns:xlink="http://www.w3.org/1999/xlink"`, "")
			require.NotRegexp(t, elsewhere, html)
			require.NotContains(t, html, "://")
			for _, text := range []string{html, plain.String()} {
				require.NotRegexp(t, `[\x00-\x09\x0b-\x1f\x7f\x{202e}]`, strings.ReplaceAll(text, "\t", ""))
			}
			// All placeholders for colours are replaced.
			require.NotRegexp(t, `#(010101|020202|030303|1010[0-9A-F]{2})`, html)

			var cells []string
			d := xml.NewDecoder(strings.NewReader(page.String()))
			d.Strict = false
			d.AutoClose = []string{"meta"}
			d.Entity = xml.HTMLEntity
			var open []string
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				require.NoError(t, err)
				switch token := token.(type) {
				case xml.StartElement:
					open = append(open, token.Name.Local)
					if token.Name.Local == "td" {
						cells = append(cells, "")
					}
				case xml.EndElement:
					require.Equal(t, token.Name.Local, open[len(open)-1])
					open = open[:len(open)-1]
				case xml.CharData:
					if len(open) > 0 && open[len(open)-1] == "td" {
						cells[len(cells)-1] += string(token)
					}
				}
			}
			require.Empty(t, open)
			var want []string
			for _, s := range p.Sections {
				var text strings.Builder
				require.NoError(t, s.Write(&text, "text", message.English))
				require.Contains(t, plain.String(), text.String())
				for row := range s.Rows {
					require.Len(t, row, len(s.Columns))
					for i, c := range s.Columns {
						if c.Title == "" && !c.Left {
							continue
						}
						cell := cells[len(want)]
						switch value := row[i].(type) {
						case int:
							require.Equal(t, fmt.Sprint(value), cell)
						case string:
							require.Equal(t, table.Printable(value), cell)
						}
						require.Contains(t, plain.String(), cell)
						want = append(want, cell)
					}
				}
			}
			require.Equal(t, want, cells)
		})
	}
}
