package columnar_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	parquetgo "github.com/parquet-go/parquet-go"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/internal/columnar"
	"github.com/stolb/stolb/convert/internal/jsonl"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// sample returns games of all variants, made and recorded, legal and not.
func sample(t *testing.T) (reports []*replay.Report, verbatim []bool) {
	for _, v := range record.Variants() {
		made, err := corpus.NewGenerator(v, 3)
		require.NoError(t, err)
		for i := range 5 {
			g := made.Next()
			g.Tags = append(g.Tags, record.Tag{Name: "Date", Value: []string{"1998.05.17", "2003.??.??", "", "1904.02.29", "?"}[i]})
			reports = append(reports, replay.Judge(g, v))
			verbatim = append(verbatim, false)
		}
		for _, c := range chunks(t, pdnGames(t, v, 3)) {
			reports = append(reports, replay.Judge(grammar.NewParser().Parse(c), v))
			verbatim = append(verbatim, true)
		}
	}
	root := filepath.Join("..", "..", "..", "corpus", "games")
	require.NoError(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		cutter, err := grammar.NewCutter(f, path, "")
		if err != nil {
			return err
		}
		for {
			c, err := cutter.Next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			for _, asked := range []record.Variant{record.UnknownVariant, record.Bashni} {
				p := grammar.NewParser()
				p.Variant = asked
				reports = append(reports, replay.Judge(p.Parse(c), asked))
				verbatim = append(verbatim, true)
			}
		}
	}))
	require.Greater(t, len(reports), 130)
	return reports, verbatim
}

// languageOf returns the language of the messages about the i-th game of the sample.
func languageOf(i int) message.Language { return message.Languages()[i%len(message.Languages())] }

// written returns the sample's tables as written in a format.
func written(t *testing.T, reports []*replay.Report, verbatim []bool, format string) (games, plies []byte) {
	var g, p bytes.Buffer
	var but []string
	for _, c := range append(columnar.Columns("games"), columnar.Columns("plies")...) {
		if c.Type != columnar.Map { // see TestTags
			but = append(but, c.Name)
		}
	}
	w := columnar.NewWriter(columnar.Format{Name: format, Columns: but}, map[string]io.Writer{"games": &g, "plies": &p})
	for i, r := range reports {
		rows := columnar.Rows{Verbatim: verbatim[i], Language: languageOf(i), FEN: true}
		rows.Fill(r)
		require.NoError(t, w.WriteRows(&rows))
	}
	require.NoError(t, w.Close())
	return g.Bytes(), p.Bytes()
}

var (
	formats = []string{"arrow", "arrow-stream", "parquet"}
	every   = []string{"all"} // columns
)

// gameReader reads the games of a table.
type gameReader struct {
	chunkReader
	parse func(grammar.Chunk, *record.Game)
}

type chunkReader interface {
	Chunk() (grammar.Chunk, error)
}

func (r gameReader) Read() (*record.Game, error) {
	c, err := r.Chunk()
	g := new(record.Game)
	if err == nil {
		r.parse(c, g)
	}
	return g, err
}

func readerOf(format string, games []byte) (r gameReader, err error) {
	r.parse = convert.NewParser(record.UnknownVariant).ParseInto
	switch format {
	case "arrow", "arrow-stream":
		r.chunkReader, err = columnar.NewArrowReader(bytes.NewReader(games))
	default:
		r.chunkReader, err = columnar.NewParquetReader(bytes.NewReader(games), int64(len(games)))
	}
	return r, err
}

// Games come out as they went in.
func TestRoundTrip(t *testing.T) {
	reports, verbatim := sample(t)
	for _, format := range formats {
		t.Run(format, func(t *testing.T) {
			games, _ := written(t, reports, verbatim, format)
			r, err := readerOf(format, games)
			require.NoError(t, err)
			for i, report := range reports {
				got, err := r.Read()
				require.NoError(t, err)
				requireSame(t, report, got, languageOf(i))
			}
			_, err = r.Read()
			require.Equal(t, io.EOF, err)
		})
	}
}

// difference says in which field two games differ, in their printed form, which
// sees through pointers to what they point to.
func difference(want, got *record.Game) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	show := func(g *record.Game) []string {
		var fields []string
		add := func(name string, v any) { fields = append(fields, fmt.Sprintf("%s: %+v", name, v)) }
		add("source", g.Source)
		add("text", g.Text)
		add("format", g.Format)
		add("layout", g.Layout)
		add("variant", g.Variant)
		add("shows", g.Shows)
		add("tags", g.Tags)
		if g.Start != nil {
			add("start", g.Start.FEN())
		}
		for i := range g.Plies {
			p := g.Plies[i]
			add("ply", fmt.Sprintf("%d %d %d %+v", i, p.At, p.Len, *p.Word))
			if p.Note != nil {
				note := *p.Note
				note.Variations = nil
				add("note", fmt.Sprintf("%+v, %d variations", note, len(p.Note.Variations)))
			}
		}
		add("result", g.Result)
		add("before", g.Before)
		add("after", g.After)
		add("faults", g.Faults)
		return fields
	}
	a, b := show(want), show(got)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "want " + a[i] + "\n got " + b[i]
		}
	}
	if len(a) != len(b) {
		return fmt.Sprintf("%d fields, not %d", len(b), len(a))
	}
	return ""
}

// Tags that have no columns are in a map, of the first of each name, and each in a column of
// its own on request.
func TestTags(t *testing.T) {
	all := []string{
		"[White \"Smith\"]\n[Black \"Jones\"]\n[WhiteElo \"2000\"]\n[UTCDate \"?\"]\n[WhiteElo \"2100\"]\n\n1. c3-d4 *\n",
		"1. c3-d4 d6-e5\n",
		"[White \"A\"]\n[Black \"\"]\n\n1. c3-d4 *\n",
	}
	want := []map[string]string{
		{"White": "Smith", "Black": "Jones", "WhiteElo": "2000", "UTCDate": "?"}, {}, {"White": "A", "Black": ""},
	}
	for _, format := range formats {
		var games bytes.Buffer
		w := columnar.NewWriter(columnar.Format{Name: format, Columns: []string{"all", "tag:WhiteElo", "tag:UTCDate"}}, map[string]io.Writer{"games": &games})
		for _, text := range all {
			rows := columnar.Rows{Tags: []string{"WhiteElo", "UTCDate"}}
			for _, c := range chunks(t, text) {
				rows.Fill(replay.Judge(grammar.NewParser().Parse(c), record.Bashni))
				require.NoError(t, w.WriteRows(&rows))
			}
		}
		require.NoError(t, w.Close())
		r, err := readerOf(format, games.Bytes())
		require.NoError(t, err)
		for range all {
			_, err = r.Read()
			require.NoError(t, err)
		}
		if format == "parquet" {
			type row struct {
				Tags map[string]string `parquet:"tags"`
				Elo  *string           `parquet:"tag:WhiteElo"`
				Date *string           `parquet:"tag:UTCDate"`
			}
			rows, err := parquetgo.Read[row](bytes.NewReader(games.Bytes()), int64(games.Len()))
			require.NoError(t, err)
			for i, row := range rows {
				require.Equal(t, want[i], row.Tags)
				require.Equal(t, i == 0, row.Elo != nil && *row.Elo == "2000")
				require.Nil(t, row.Date)
			}
			continue
		}
		table := readArrow(t, format, games.Bytes())
		require.Equal(t, []string{"2000", null, null}, table["tag:WhiteElo"])
		for i, text := range table["tags"] {
			var pairs []struct{ Key, Value string }
			require.NoError(t, json.Unmarshal([]byte(text), &pairs), text)
			got := map[string]string{}
			for _, p := range pairs {
				got[p.Key] = p.Value
			}
			require.Equal(t, want[i], got)
		}
	}
}

// The three formats hold the same data, which are those of the reports.
func TestTables(t *testing.T) {
	reports, verbatim := sample(t)
	games, plies := written(t, reports, verbatim, "parquet")
	g, p := readParquet(t, games), readParquet(t, plies)
	for _, format := range []string{"arrow", "arrow-stream"} {
		games, plies := written(t, reports, verbatim, format)
		require.Equal(t, g, readArrow(t, format, games))
		require.Equal(t, p, readArrow(t, format, plies))
	}
	require.Len(t, g, len(columnar.Columns("games"))-1)
	require.Len(t, p, len(columnar.Columns("plies")))
	row, reasons := 0, 0
	for i, r := range reports {
		require.Equal(t, strconv.Itoa(i+1), g["id"][i])
		require.Equal(t, r.Game.Source.File, g["file"][i])
		require.Equal(t, r.Variant.String(), g["variant"][i])
		require.Equal(t, r.Verdict.String(), g["verdict"][i])
		require.Equal(t, known(r.Game.Tag("White")), g["white"][i])
		require.Equal(t, known(r.Game.Result.String()), g["result"][i])
		date, _ := record.ParseDate(r.Game.Tag("Date"))
		year, played := null, null
		if date.Year > 0 {
			year = strconv.Itoa(date.Year)
		}
		if date.Day > 0 {
			played = fmt.Sprintf("%04d-%02d-%02d", date.Year, date.Month, date.Day)
		}
		require.Equal(t, []string{year, played}, []string{g["year"][i], g["played"][i]})
		require.Equal(t, len(r.Faults) == 0, g["fault"][i] == null)
		reason, said := null, null
		if len(r.Faults) > 0 {
			f := slices.MaxFunc(r.Faults, func(a, b record.Fault) int { return cmp.Compare(a.Severity, b.Severity) })
			reason, said = known(string(f.Reason)), f.Message.In(languageOf(i))
		}
		if reason != null {
			reasons++
		}
		require.Equal(t, []string{reason, said}, []string{g["fault_reason"][i], g["fault_message"][i]})
		require.Equal(t, strconv.Itoa(len(r.Moves)), g["plies"][i])
		outcome, isOutcome := map[record.Outcome]string{
			record.WhiteWins: "white", record.BlackWins: "black", record.Draw: "draw", record.Points: "points",
			record.Unfinished: "unfinished", record.Unplayed: "unplayed",
		}[r.Game.Result.Outcome]
		require.Equal(t, isOutcome, g["outcome"][i] != null)
		if start, ok := r.Start(); ok && start.Turn() == record.Black && isOutcome {
			swapped := map[string]string{"white": "second", "black": "first"}
			require.Equal(t, cmp.Or(swapped[outcome], outcome), g["outcome_by_order"][i])
		}
		manner, isManner := map[record.Manner]string{
			record.Resigned: "resigned", record.OnTime: "on-time", record.Agreed: "agreed", record.Forfeit: "forfeit",
		}[r.Game.Result.Manner]
		require.Equal(t, isManner, g["manner"][i] != null)
		if isOutcome {
			require.Equal(t, outcome, g["outcome"][i])
		}
		if isManner {
			require.Equal(t, manner, g["manner"][i])
		}
		if r.Final.Variant != record.UnknownVariant {
			require.Equal(t, r.Final.FEN(), g["final"][i])
			require.Equal(t, strconv.FormatBool(r.Over), g["over"][i])
			require.Equal(t, r.Final.Turn.String(), g["turn"][i])
			start, ok := r.Start()
			require.True(t, ok)
			first := start.Record()
			require.Equal(t, first.FEN(), g["start"][i])
		} else {
			require.Equal(t, null, g["final"][i])
			require.Equal(t, null, g["over"][i])
			require.Equal(t, null, g["turn"][i])
		}
		score := null
		if r.Score != nil {
			score = strconv.Itoa(r.Score[0])
		}
		require.Equal(t, score, g["white_score"][i])
		for ply, played := range r.Plies() {
			pos, m := played.Before, played.Move
			if m == nil {
				break
			}
			require.Equal(t, strconv.Itoa(i+1), p["game"][row])
			require.Equal(t, strconv.Itoa(ply+1), p["ply"][row])
			require.Equal(t, r.Moves[ply], p["move"][row])
			require.Equal(t, pos.Turn().String(), p["mover"][row])
			b := r.Variant.Board()
			require.Equal(t, b.Name(pos.From(m)), p["from"][row])
			require.Equal(t, b.Name(pos.To(m)), p["to"][row])
			require.Equal(t, strconv.Itoa(m.Captures()), p["captured"][row])
			require.Equal(t, strconv.FormatBool(m.Promotes()), p["promotion"][row])
			require.Equal(t, strconv.FormatInt(int64(pos.Hash()), 10), p["hash_before"][row])
			after := *pos
			after.Play(m)
			require.Equal(t, strconv.FormatInt(int64(after.Hash()), 10), p["hash_after"][row])
			at := after.Record()
			require.Equal(t, at.FEN(), p["fen"][row])
			// What each side has is the replay package's to test; here that it is
			// in its column.
			white, black := after.Census(record.White), after.Census(record.Black)
			for name, n := range map[string]int{
				"white_towers": white.Towers, "white_pieces": white.Pieces, "white_prisoners": white.Prisoners, "white_kings": white.Kings,
				"white_tallest": white.Tallest, "white_home": white.Home, "white_away": white.Away,
				"black_towers": black.Towers, "black_pieces": black.Pieces, "black_prisoners": black.Prisoners, "black_kings": black.Kings,
				"black_tallest": black.Tallest, "black_home": black.Home, "black_away": black.Away,
			} {
				require.Equal(t, strconv.Itoa(n), p[name][row], name)
			}
			row++
		}
	}
	require.Len(t, p["game"], row)
	require.Contains(t, g["played"], "1904-02-29")
	require.Contains(t, g["year"], "2003")
	require.NotZero(t, reasons)
}

// Nothing was written, and that can be read.
func TestNoGames(t *testing.T) {
	for _, format := range formats {
		games, plies := written(t, nil, nil, format)
		r, err := readerOf(format, games)
		require.NoError(t, err, format)
		_, err = r.Read()
		require.Equal(t, io.EOF, err, format)
		if format == "parquet" {
			require.Empty(t, readParquet(t, plies))
		} else {
			require.Empty(t, readArrow(t, format, plies))
		}
	}
}

// full is a disk with space for so many bytes.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, io.ErrShortWrite
	}
	f.left -= len(p)
	return len(p), nil
}

func TestWriterErrors(t *testing.T) {
	made, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(t, err)
	var rows columnar.Rows
	rows.Fill(replay.Judge(made.Next(), record.UnknownVariant))
	for _, format := range formats {
		for _, room := range []int{0, 10, 2_000} {
			w := columnar.NewWriter(columnar.Format{Name: format, Columns: every}, map[string]io.Writer{"plies": &full{room}})
			var failed error
			for i := 0; i < 3000 && failed == nil; i++ {
				failed = w.WriteRows(&rows)
			}
			require.ErrorIs(t, w.Close(), io.ErrShortWrite, format)
		}
	}
}

// The table faults has what the JSON of a verdict has of each fault, in all formats.
func TestFaults(t *testing.T) {
	reports, _ := sample(t)
	type row struct {
		Code, Reason, Word, Message, Paragraph string
		Ply, Variation, Line, Column           int
		Byte                                   int64
		Suggestions, Squares                   []string
	}
	missing := func(n int) string {
		if n == 0 {
			return null
		}
		return strconv.Itoa(n)
	}
	want := map[string][]string{}
	suggested := 0
	for i, r := range reports {
		var line struct{ Faults []row }
		require.NoError(t, json.Unmarshal(jsonl.AppendVerdict(nil, r, languageOf(i)), &line))
		require.Len(t, line.Faults, len(r.Faults))
		for n, f := range line.Faults {
			severity := map[record.Severity]string{record.Remark: "remark", record.Repaired: "repaired", record.Illegal: "illegal", record.Unreadable: "unreadable"}[r.Faults[n].Severity]
			for column, value := range map[string]string{
				"game": strconv.Itoa(i + 1), "code": f.Code, "reason": known(f.Reason), "severity": severity, "ply": missing(f.Ply),
				"variation": missing(f.Variation), "line": strconv.Itoa(f.Line), "column": strconv.Itoa(f.Column), "byte": strconv.FormatInt(f.Byte, 10),
				"word": known(f.Word), "message": f.Message, "squares": known(strings.Join(f.Squares, " ")), "paragraph": known(f.Paragraph),
				"suggestions": known(strings.Join(f.Suggestions, "\n")),
			} {
				want[column] = append(want[column], value)
			}
			if len(f.Suggestions) > 1 {
				suggested++
			}
		}
	}
	require.Greater(t, suggested, 3)
	require.Len(t, want, len(columnar.Columns("faults")))
	for _, format := range formats {
		var file bytes.Buffer
		w := columnar.NewWriter(columnar.Format{Name: format, Columns: every}, map[string]io.Writer{"faults": &file})
		for i, r := range reports {
			rows := columnar.Rows{Language: languageOf(i)}
			rows.Fill(r)
			require.NoError(t, w.WriteRows(&rows))
		}
		require.NoError(t, w.Close())
		var got map[string][]string
		if format == "parquet" {
			got = readParquet(t, file.Bytes())
		} else {
			got = readArrow(t, format, file.Bytes())
		}
		require.Equal(t, want, got, format)
		_, err := readerOf(format, file.Bytes())
		require.ErrorIs(t, err, columnar.ErrNoGames, format)
		require.ErrorContains(t, err, "the table faults", format)
	}
}
