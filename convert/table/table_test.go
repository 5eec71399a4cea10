package table_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record/message"
)

func Example() {
	players := table.Table{
		Columns: []table.Column{
			{Name: "name", Title: "player", Left: true},
			{Name: "games", Title: "games"},
			{Name: "share", Title: "share", Percent: true, Optional: true},
		},
		Rows: table.Of([][]any{{"Иванов", 12, 0.75}, {"Петров", 1, math.NaN()}}),
	}
	for _, format := range []string{"text", "csv", "json"} {
		if err := players.Write(os.Stdout, format, message.English); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// player  games  share
	// Иванов     12  75.0%
	// Петров      1      -
	// name,games,share
	// Иванов,12,0.75
	// Петров,1,
	// {"name":"Иванов","games":12,"share":0.75}
	// {"name":"Петров","games":1,"share":null}
}

func written(t *testing.T, made *table.Table, format string) string {
	var text strings.Builder
	require.NoError(t, made.Write(&text, format, message.Russian))
	return text.String()
}

// Columns are aligned by width in terminal cells, and no cell can control the terminal or the
// browser.
func TestText(t *testing.T) {
	made := &table.Table{
		Columns: []table.Column{{Title: "name", Left: true, Short: true}, {Title: "x", Digits: 2}, {Name: "hidden"}},
		Rows:    table.Of([][]any{{"ё", 1, 2}, {"将棋", 100.5, 3}, {"a\x1b[0m<b>", nil, nil}}),
	}
	require.Equal(t, "name           x\nё              1\n将棋      100,50\na\ufffd[0m<b>\n", written(t, made, "text"))
	made.Rows = table.Of([][]any{{"a\x1b[0m<b>", nil, nil}, {strings.Repeat("ж", table.MaxName+1), "", 0}})
	html := written(t, made, "html")
	require.Contains(t, html, "<th class=\"left\">name</th><th>x</th>")
	require.Contains(t, html, "<td class=\"left\">a\ufffd[0m&lt;b&gt;</td><td></td>")
	require.Contains(t, html, ">"+strings.Repeat("ж", table.MaxName)+"…<")
}

func TestJSON(t *testing.T) {
	inner := &table.Table{Columns: []table.Column{{Name: "n"}}, Rows: table.Of([][]any{{1}, {2}})}
	made := &table.Table{
		Columns: []table.Column{{Name: "a"}, {Name: "b.x"}, {Name: "b.y", Omit: true}, {Name: "c.x", Omit: true}, {Name: "rows"}, {Title: "printed"}},
		Rows:    table.Of([][]any{{"<&>", 1.0 / 3, 0, "", inner, 1}, {1, math.Inf(1), 1, 2, []string{}, 1}}),
	}
	require.Equal(t, `{"a":"<&>","b":{"x":0.333333},"rows":[{"n":1},{"n":2}]}
{"a":1,"b":{"x":null,"y":1},"c":{"x":2},"rows":[]}
`, written(t, made, "json"))
	require.Equal(t, "a,b.x,b.y,c.x,rows\n<&>,0.333333,,,\"[{\"\"n\"\":1},{\"\"n\"\":2}]\"\n1,,1,2,[]\n", written(t, made, "csv"))
}

// A cell of a wrong type, an unknown format, and an error of the rows are errors.
func TestErrors(t *testing.T) {
	wrong := &table.Table{Columns: []table.Column{{Name: "n", Type: table.Int8}}, Rows: table.Of([][]any{{"x"}})}
	require.EqualError(t, wrong.Write(io.Discard, "parquet", message.English), "table: column n: string is no int8")
	require.EqualError(t, wrong.Write(io.Discard, "xml", message.English), `table: no format "xml"`)
	failed := errors.New("failed")
	wrong.Rows = func(yield func([]any, error) bool) { yield(nil, failed) }
	for _, format := range []string{"text", "html", "json", "csv", "arrow", "parquet"} {
		require.ErrorIs(t, wrong.Write(io.Discard, format, message.English), failed, format)
	}
}
