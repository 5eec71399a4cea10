package page

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// hostile is a player's name that must not do anything.
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

// pages are pages of every kind.
func pages(t *testing.T) map[string]*Page {
	made := map[string]*Page{}
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
			require.NoError(t, tournament.Add(tournament.Read(r)))
			require.NoError(t, teams.Add(teams.Read(r)))
		}
		tree, err := openings.Tree(t.Context(), 1)
		require.NoError(t, err)
		made["openings of "+name] = Openings(tree, message.English)
		lines, err := scores.Openings(t.Context(), 1)
		require.NoError(t, err)
		var list []stats.Player
		require.NoError(t, players.Each(t.Context(), 1, func(p *stats.Player) error {
			list = append(list, *p)
			return nil
		}))
		made["scores of "+name] = Adiukh(scores.Summary(), lines, list, 1, message.English)
		made["players of "+name] = Players(list, 0, message.English)
		for kind, of := range map[string]*stats.Tournament{"table": tournament, "teams": teams} {
			table, err := of.Table(stats.Whichever, stats.Codex)
			require.NoError(t, err)
			made[kind+" of "+name] = Tournament(table, name == "lasca", message.English)
		}
		require.NoError(t, openings.Close())
		require.NoError(t, scores.Close())
		require.NoError(t, players.Close())
	}
	return made
}

// A page is HTML whose elements are closed, asks for nothing from elsewhere, and
// has every number of the text.
func TestPages(t *testing.T) {
	elsewhere := regexp.MustCompile(`(?i)(src|href)\s*=|url\(|@import|<script`)
	for name, p := range pages(t) {
		t.Run(name, func(t *testing.T) {
			var page, plain strings.Builder
			require.NoError(t, p.WriteHTML(&page))
			require.NoError(t, p.WriteText(&plain))
			// Name spaces are names and not addresses.
			html := strings.ReplaceAll(page.String(), `xmlns="http://www.w3.org/2000/svg"`, "")
			html = strings.ReplaceAll(html, `xmlns:xlink="http://www.w3.org/1999/xlink"`, "")
			require.NotRegexp(t, elsewhere, html)
			require.NotContains(t, html, "://")
			for _, text := range []string{html, plain.String()} {
				require.NotRegexp(t, `[\x00-\x09\x0b-\x1f\x7f\x{202e}]`, strings.ReplaceAll(text, "\t", ""))
			}
			// Stand-ins for colours are all put into words.
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
				for _, row := range s.Rows {
					require.Len(t, row, len(s.Columns))
					for _, cell := range row {
						want = append(want, printable(cell))
						require.Contains(t, plain.String(), printable(cell))
					}
				}
			}
			require.Equal(t, want, cells)
		})
	}
}

// The first row of the tree by hand: all games, then the first move.
func TestTreeRows(t *testing.T) {
	tree := &stats.Tree{Variant: record.Lasca, Depth: 2, MinGames: 2, Positions: []stats.Node{
		{Position: record.StartPosition(record.Lasca), Tally: stats.Tally{Games: 5, WhiteWins: 3, Draws: 1, Plies: 100, FirstYear: 1990, LastYear: 1992},
			Moves: []stats.Edge{{Move: "10-13", Games: 4, To: 1}, {Move: "8-12", Games: 2, To: 2}}, RareMoves: 1, RareGames: 1},
		{Position: record.StartPosition(record.Lasca), Tally: stats.Tally{Games: 4}, Ply: 1, Move: "10-13", Moves: []stats.Edge{{Move: "17:9", Games: 3, To: 2}}},
		{Position: record.StartPosition(record.Lasca), Tally: stats.Tally{Games: 7}, Ply: 1, Move: "8-12"},
	}}
	rows := Openings(tree, message.English).Sections[0].Rows
	require.Equal(t, [][]string{
		{"", "5", "3", "1", "0", "87.5%", "20.0", "1990-1992", ""},
		{"4", "4", "0", "0", "0", "-", "0.0", "-", "1. 10-13"},
		{"3", "7", "0", "0", "0", "-", "0.0", "-", "  1... 17:9"},
		{"2", "7", "0", "0", "0", "-", "0.0", "-", "1. 8-12  = 1. 10-13 17:9"},
		{"", "", "", "", "", "", "", "", "(1 rarer move in 1 game)"},
	}, rows)
}

func TestTooManyRows(t *testing.T) {
	players := make([]stats.Player, MaxRows+3)
	for i := range players {
		players[i].Name = fmt.Sprint(i)
		players[i].As[0].Games = 1
	}
	p := Players(players, 2, message.English)
	require.Equal(t, fmt.Sprint("Players: ", MaxRows+5), p.Title)
	require.Len(t, p.Sections[0].Rows, MaxRows)
	require.Equal(t, []string{"5 players more; JSON has all"}, p.Sections[0].Notes)
}

func TestText(t *testing.T) {
	p := Page{Title: "T", Notes: []string{"n"}, Sections: []Section{{
		Columns: []Column{{Title: "name", Left: true}, {Title: "x"}},
		Rows:    [][]string{{"ё", "1"}, {"将棋", "100"}, {"a\x1b[0m", ""}},
	}}}
	var text strings.Builder
	require.NoError(t, p.WriteText(&text))
	require.Equal(t, "T\nn\n\nname     x\nё        1\n将棋   100\na\ufffd[0m\n", text.String())
}

func TestShort(t *testing.T) {
	require.Equal(t, "Иванов", short("Иванов"))
	require.Equal(t, strings.Repeat("ж", maxCell)+"…", short(strings.Repeat("ж", maxCell+1)))
}
