package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Append writes the same bytes as encoding/json.
func TestAppendAgainstEncodingJSON(t *testing.T) {
	for _, r := range judged(t) {
		var want bytes.Buffer
		encoder := json.NewEncoder(&want)
		encoder.SetEscapeHTML(false)
		line := mirror(r)
		require.NoError(t, encoder.Encode(line))
		require.Equal(t, want.String(), write(t, r))

		want.Reset()
		line.Claims, line.Legal, line.More, line.Record = nil, nil, 0, nil
		require.NoError(t, encoder.Encode(line))
		require.Equal(t, want.String(), string(AppendVerdict(nil, r, message.English)))
	}
}

// ParseInto restores the games that Append has written, and judging them has the same results.
func TestRoundTrip(t *testing.T) {
	for i, r := range judged(t) {
		line := write(t, r)
		g := read(t, line)
		want, wantEncoding := comparable(r.Game)
		want.Variant = r.Variant // which --variant may have told
		got, gotEncoding := comparable(g)
		require.Equal(t, want, got, "%d: %s", i, line)
		require.Equal(t, wantEncoding, gotEncoding)
		if r.Legal == nil { // else made up
			again := replay.Judge(g, record.UnknownVariant)
			if line2 := write(t, again); r.Final.Variant == r.Variant {
				require.Equal(t, line, line2)
			}
		}
	}
}

func schema(t testing.TB) *jsonschema.Schema {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	s, err := compiler.Compile("schema.json")
	require.NoError(t, err)
	return s
}

// Written lines are valid by the schema, including those of the check.
func TestSchema(t *testing.T) {
	s := schema(t)
	for _, r := range judged(t) {
		for _, line := range []string{write(t, r), string(AppendVerdict(nil, r, message.English))} {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
			require.NoError(t, err)
			require.NoError(t, s.Validate(value), line)
		}
	}
	for _, wrong := range []string{
		`{}`,
		`{"game":1,"file":"x","line":1,"variant":"bashni","white":"","black":"","result":"","verdict":"fine","plies":0,"moves":[],"final":"","over":false,"faults":[]}`,
		`{"game":1,"file":"x","line":1,"variant":"bashni","white":"","black":"","result":"","verdict":"legal","plies":0,"moves":[],"final":"","over":false,"faults":[],"elo":1}`,
		`{"game":1,"file":"x","line":1,"variant":"bashni","white":"","black":"","result":"","verdict":"legal","plies":0,"moves":[],"final":"","over":false,"faults":[],"score":[1]}`,
		`{"game":1,"file":"x","line":1,"variant":"bashni","white":"","black":"","result":"","verdict":"legal","plies":0,"moves":[],"final":"","over":false,"faults":[],"record":{"moves":[{}]}}`,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(wrong))
		require.NoError(t, err)
		require.Error(t, s.Validate(value), wrong)
	}
}

// A position that could be read only after the variant was given is kept when the game is read
// again.
func TestPositionOfLaterVariant(t *testing.T) {
	for _, text := range []string{"[FEN \"W:Wc3,e3:Bb6\"]\n\n1. c3-d4 *", "[FEN \"W:Wz3:Bb6\"]\n\n1. c3-d4 *", "[FEN \" \"]\n\n1. c3-d4 *"} {
		g := grammar.NewParser().Parse(grammar.Chunk{Text: text, Format: grammar.PDN, Source: record.Source{Number: 1, Line: 1}})
		r := replay.Judge(g, record.Bashni)
		again := replay.Judge(read(t, write(t, r)), record.UnknownVariant)
		require.Equal(t, r.Verdict, again.Verdict)
		require.Equal(t, r.Final, again.Final)
		require.ElementsMatch(t, r.Moves, again.Moves)
	}
}

// Bytes that are not UTF-8 are restored, too.
func TestRoundTripOfBytes(t *testing.T) {
	for _, text := range []string{
		"\xff", "1. c3-b4 \xc8\xe2\xe0\xed\xee\xe2", "\ufffd\xff", "\ufffd\ufffd\xe0\xe1\ufffd", "\xff\ufffd00", "\xed\xa0\x80", "\xf0\x9d",
	} {
		g := &record.Game{
			Source: record.Source{File: text + ".txt", Number: 1, Line: 1}, Text: text, Variant: record.Bashni, Before: []string{text, "\ufffdff"},
			Tags:   []record.Tag{{Name: text, Value: text}},
			Plies:  []record.Ply{{Word: &record.Word{Text: text}, Len: 1, Note: &record.Notes{Comments: []string{text + text}}}},
			Faults: []record.Fault{{Code: record.UnreadableWord, Severity: record.Unreadable, Ply: 1, Word: text, Suggestions: []string{text}}},
		}
		line := write(t, &replay.Report{Game: g, Variant: record.Bashni})
		require.True(t, utf8.ValidString(line))
		want, _ := comparable(g)
		got, _ := comparable(read(t, line))
		require.Equal(t, want, got, line)
	}
}

// A game whose line would be too long keeps its text.
func TestTooLarge(t *testing.T) {
	g := &record.Game{Source: record.Source{File: "x.txt", Number: 3, Line: 7}, Text: strings.Repeat("\x01", grammar.MaxGame), Format: "sheet", Variant: record.Bashni}
	for range 7 {
		g.Before = append(g.Before, strings.Repeat("\x02", 1<<20))
	}
	line := write(t, &replay.Report{Game: g, Variant: record.Bashni})
	require.Less(t, len(line), grammar.MaxJSON)
	again := read(t, line)
	require.True(t, g.Text == again.Text)
	require.Equal(t, g.Source, again.Source)
	require.Equal(t, record.TooLarge, again.Faults[0].Code)
	require.Equal(t, replay.Unreadable, replay.Judge(again, record.UnknownVariant).Verdict)
}

// A line of check, or one made by hand, is a game, too.
func TestReadWithoutRecord(t *testing.T) {
	line := `{"variant":"bashni","white":"Иванов","black":null,"result":"1-0","moves":["c3-d4","f6-g5","g3-f4"]}` + "\n"
	g := read(t, line)
	require.Equal(t, line, g.Text)
	require.Equal(t, "json", g.Format)
	require.Equal(t, record.Source{File: "games.jsonl", Number: 1, Line: 1}, g.Source)
	require.Equal(t, "Иванов", g.Tag("White"))
	require.Equal(t, record.WhiteWins, g.Result.Outcome)
	for _, p := range g.Plies {
		require.Equal(t, p.Word.Text, line[p.At:p.At+p.Len])
	}
	r := replay.Judge(g, record.UnknownVariant)
	require.Equal(t, []string{"c3-d4", "f6-g5", "g3-f4"}, r.Moves)
	require.Equal(t, replay.Legal, r.Verdict)

	// One that is cut short at an illegal move does not become a legal game.
	line = `{"moves":["c3-d4"],"verdict":"illegal","faults":[{"code":"move-number","ply":0},{"code":"illegal-move","ply":2,"word":"c3-d4","message":"c3 is empty","suggestions":["b6-c5"]}],"variant":"bashni"}`
	r = replay.Judge(read(t, line), record.UnknownVariant)
	require.Equal(t, replay.Illegal, r.Verdict)
	require.Equal(t, []string{"c3-d4"}, r.Moves)
	require.Equal(t, []record.Fault{{
		Code: record.IllegalMove, Severity: record.Illegal, Ply: 2, At: strings.Index(line, `"illegal"`), Len: len(`"illegal"`),
		Word: "c3-d4", Message: message.Verbatim("c3 is empty"), Suggestions: []string{"b6-c5"},
	}}, r.Faults)

	// One that could not be judged stays so.
	r = replay.Judge(read(t, `{"moves":[],"verdict":"unjudged","faults":[{"code":"no-rules","message":"Turkish"}],"variant":"unknown"}`), record.Bashni)
	require.Equal(t, replay.Unjudged, r.Verdict)
	require.Equal(t, "Turkish", r.Faults[0].Message.Error())

	// The first number of a result is Black's if Black moves first. An empty name counts as absent.
	g = read(t, `{"variant":"checkers","result":"1-0","moves":["11-15"],"elo":null}`)
	require.Equal(t, record.BlackWins, g.Result.Outcome)
	require.Empty(t, g.Faults)

	// A word that is not a move stops the game there.
	r = replay.Judge(read(t, `{"variant":"bashni","moves":["c3-d4","xyz","f6-g5"]}`), record.UnknownVariant)
	require.Equal(t, replay.Unreadable, r.Verdict)
	require.Equal(t, record.UnreadableWord, r.Faults[0].Code)
	require.Equal(t, 2, r.Faults[0].Ply)
}

// The check's lines of all games are read as games that come to the same
// verdict and moves, but for those that do not begin at the beginning.
func TestReadVerdicts(t *testing.T) {
	for _, r := range judged(t) {
		if r.Legal != nil || r.Game.Start != nil || r.Final.Variant != r.Variant {
			continue
		}
		again := replay.Judge(read(t, string(AppendVerdict(nil, r, message.English))), record.UnknownVariant)
		require.Equal(t, r.Moves, again.Moves)
		require.Equal(t, r.Final, again.Final)
		require.Equal(t, r.Variant, again.Variant)
		if r.Verdict != replay.Repaired { // in full nothing has to be
			require.Equal(t, r.Verdict, again.Verdict)
		}
	}
}

// A word that is no move has one fault, also where that names no ply, as in compositions.
func TestUnreadableWordOnce(t *testing.T) {
	g := read(t, `{"variant":"russian","record":{"format":"composition","text":"d4 ???","moves":[{"word":"d4"},{"word":"???","at":3}],
		"faults":[{"code":"unreadable-word","severity":"unreadable","at":3,"length":3,"word":"???"}]}}`)
	require.Len(t, g.Faults, 1)
}

// ParseInto accepts all that the format allows: any order, white space, nulls, line breaks, unknown
// names.
func TestReadGenerously(t *testing.T) {
	g := read(t, `{
  "record": {
    "text": "1. cb4",
    "layout": null,
    "moves": [
      {"at": 3, "comments": null, "word": "cb4", "reading": null, "marks": []},
      {"word": "\u0063\u0062\u0034\ud834\udd1e"}
    ],
    "faults": [{"code": "syntax", "severity": "unreadable", "ply": 2}],
    "start": "B:Wc3:Bb6",
    "result": {"white": -1.5e1, "outcome": "points"},
    "weather": [{"a": {}}, [], "\"", 1.5e-3, true, false, null]
  },
  "variant": "bashni",
  "elo": {"white": 1200},
  "file": "x.txt",
  "score": null
}
`)
	require.Equal(t, "1. cb4", g.Text)
	require.Equal(t, record.Source{File: "x.txt"}, g.Source)
	require.Equal(t, "cb4", g.Plies[0].Word.Text)
	require.Equal(t, []record.Step{{File: 2, Rank: -1}, {File: 1, Rank: 3}}, g.Plies[0].Word.Steps)
	require.Equal(t, "cb4𝄞", g.Plies[1].Word.Text)
	require.Equal(t, record.Black, g.Start.Turn)
	require.Equal(t, record.Result{Outcome: record.Points, White: -15}, g.Result)
	require.Len(t, g.Faults, 3)
	require.Equal(t, record.Remark, g.Faults[1].Severity)
	require.Equal(t, `games.jsonl:12:5: the schema has no name "weather" here; it is skipped, and so are other such names within the record`, g.Faults[1].Message.Error())
	require.Equal(t, `games.jsonl:15:3: the schema has no name "elo" here; it is skipped`, g.Faults[2].Message.Error())
}

// The squares of a move's reading are numbers from 1, or the recorded parts of their names.
func TestSteps(t *testing.T) {
	line := `{"variant":"international","record":{"moves":[{"word":"x","reading":{"steps":[1,50,"a1","c","3"]}}]}}`
	g := read(t, line)
	require.Equal(t, []record.Step{
		{File: -1, Rank: -1, Number: 1}, {File: -1, Rank: -1, Number: 50}, {File: 0, Rank: 0}, {File: 2, Rank: -1}, {File: -1, Rank: 2},
	}, g.Plies[0].Word.Steps)
	require.Contains(t, write(t, replay.Judge(g, record.UnknownVariant)), `"steps":[1,50,"a1","c","3"]`)
}

// The game whose memory is reused does not affect the result.
func TestReadAgain(t *testing.T) {
	g := new(record.Game)
	for _, r := range judged(t) {
		for _, line := range []string{
			write(t, r), string(AppendVerdict(nil, r, message.English)), `{"moves":["c3-d4"],"x":1}`, `{"record":{}}`, `[`,
		} {
			ParseInto(grammar.Chunk{Text: line, Format: grammar.JSON, Source: record.Source{File: "games.jsonl", Number: 1, Line: 1}}, g)
			want, wantEncoding := comparable(read(t, line))
			got, gotEncoding := comparable(g)
			require.Equal(t, want, got, line)
			require.Equal(t, wantEncoding, gotEncoding)
		}
	}
}

// Of many names that the schema lacks, only the first get remarks, in order.
func TestManyNames(t *testing.T) {
	line := `{"moves":["c3-d4"]`
	for i := range 50 {
		line += fmt.Sprintf(`,"n%02d":%d`, i, i)
	}
	g := read(t, line+`,"variant":"bashni"}`)
	require.Len(t, g.Faults, maxRemarks)
	for i, f := range g.Faults {
		require.Equal(t, fmt.Sprintf("n%02d", i), f.Word)
		require.Equal(t, fmt.Sprintf(`"n%02d":%d`, i, i), line[f.At:f.At+f.Len])
	}
}

// Where the record has no file of its own, its game is where the object is, and so is the
// remark, whose message does not repeat the place.
func TestRemarkWithoutAFile(t *testing.T) {
	g := read(t, `{"variant":"bashni","elo":1200,"record":{"text":"1. c3-d4","moves":[{"word":"c3-d4","at":3}]}}`)
	require.Equal(t, record.Source{File: "games.jsonl", Number: 1, Line: 1}, g.Source)
	require.Len(t, g.Faults, 1)
	require.Equal(t, "elo", g.Faults[0].Word)
	require.Equal(t, `the schema has no name "elo" here; it is skipped`, g.Faults[0].Message.Error())
}

// Invalid lines have a fault with its place, and keep their text.
func TestReadFaults(t *testing.T) {
	for _, test := range []struct {
		line, at, message string // at: the text where the fault is
	}{
		{`{"game":1`, "", `the line ends too early`},
		{`{"game":1} {"game":2}`, `{"game":2}`, `not JSON: invalid character '{' after top-level value`},
		{`{"game":01}`, `1}`, `not JSON: invalid character '1' after object value (expecting ',' or '}')`},
		{`{"game":1.5}`, `1.5}`, `1.5; expected a whole number from 0 to 2147483647`},
		{`{"game":-1}`, `-1}`, `-1; expected a whole number from 0 to 2147483647`},
		{`{"game":"1"}`, `"1"}`, `'"' does not belong here; expected a number`},
		{`{"game":1,}`, `,}`, `not JSON: invalid character ',' at start of value`},
		{`{"game" 1}`, `1}`, `not JSON: invalid character '1' after object name (expecting ':')`},
		{`{game:1}`, `game`, `not JSON: invalid character 'g' at start of value`},
		{`{"file":'x'}`, `'x'`, `not JSON: invalid character '\'' at start of value`},
		{`{"file":"x}`, ``, `the line ends too early`},
		{"{\"file\":\"a\tb\"}", "\tb", `not JSON: invalid character '\t' in string (expecting non-control character)`},
		{`{"file":"\x"}`, `\x`, "not JSON: invalid escape sequence `\\x` in string"},
		{`{"file":"\ud834"}`, `\ud834`, "not JSON: invalid surrogate pair `\\ud834\"}` in string"},
		{"{\"file\":\"\xff\"}", "\xff", `not JSON: invalid UTF-8`},
		{`{"variant":"laska"}`, `"laska"`, `no variant "laska"; the variants are `},
		{`{"variant":"Lasca"}`, `"Lasca"`, `names are written in small letters`},
		{`{"over":maybe}`, `maybe`, `not JSON: invalid character 'm' at start of value`},
		{`{"record":{"moves":[{"word":"x","at":-1}]}}`, `-1`, `-1; expected a whole number from 0 to 2147483647`},
		{`{"record":{"moves":[{"word":"x","behind":-9e9}]}}`, `-9e9`, `-9e9; expected a whole number from -2147483647 to 2147483647`},
		{`{"record":{"moves":[{"word":"x","reading":{"steps":[256]}}]}}`, `256`, `256; expected a whole number from 1 to 255`},
		{`{"record":{"moves":[{"word":"x","reading":{"promotions":[32]}}]}}`, `32`, `32; expected a whole number from 0 to `},
		{`{"record":{"result":{"white":1e999}}}`, `1e999`, `1e999 is too large`},
		{`{"record":7}`, `7`, `'7' does not belong here; expected an object`},
		{`{"moves":["c3-d4",5]}`, `5`, `'5' does not belong here; expected a string`},
		{`{"moves":["c3-d4"],"verdict":"illegal","faults":[{"ply":"x"}]}`, `"x"`, `'"' does not belong here; expected a number`},
		{`{"record":{"moves":{}}}`, `{}}`, `'{' does not belong here; expected an array`},
		{`{"record":{"result":{"outcome":"won"}}}`, `"won"`, `"won"; expected one of white-wins, black-wins, draw, points, unfinished, unplayed`},
		{`{"record":{"moves":[{"word":"x","reading":{"steps":["12"]}}]},"x":nul}`, `}`, `not JSON: invalid character '}' in literal null (expecting 'l')`},
		{`{"record":{"moves":[{"word":"x","reading":{"steps":["c0"]}}]}}`, `"c0"`, `"c0" is not a square; expected a file and a rank such as c3, one of them, or a number`},
		{`{"record":{"start":"W:Wz9"},"variant":"bashni"}`, `"W:Wz9"`, `position: `},
		{`{"record":{"start":"W:Wc3"}}`, `"W:Wc3"`, `position: the variant is unknown`},
		{`{"moves":["c3-d4"],"verdict":"fine"}`, `"fine"`, `"fine"; expected one of legal, repaired, unjudged, illegal, unreadable`},
		{`{"moves":[],"white":[]}`, `[]}`, `'[' does not belong here; expected a string`},
		{`{"moves":[],"result":1}`, `1}`, `'1' does not belong here; expected a string`},
		{`{"game":1}`, `{"game":1}`, `no game: the object has neither "record" nor "moves"`},
		{`["game"]`, `["game"]`, `'[' does not belong here; expected an object, as in {"record":{...}}, with all of a game in one line`},
		{strings.Repeat(`{"x":`, 10_001), `{"x":`, `not JSON: exceeded max depth`},
		{`{"x":` + strings.Repeat(`[`, 10_000) + `}`, `[}`, `not JSON: exceeded max depth`},
		{`{"record":{"moves":` + strings.Repeat(`[{"word":"a","variations":[`, 400) + strings.Repeat(`]}]`, 400) + `}}`, ``, `nested more than 300 deep`},
	} {
		g := read(t, test.line)
		require.Equal(t, test.line, g.Text)
		require.Equal(t, "json", g.Format)
		require.Equal(t, replay.Unreadable, replay.Judge(g, record.Bashni).Verdict)
		f := g.Faults[len(g.Faults)-1]
		require.Equal(t, record.Syntax, f.Code)
		require.Contains(t, f.Message.Error(), test.message, test.line)
		if test.at != "" {
			require.True(t, strings.HasPrefix(test.line[f.At:], test.at), "%s: at %d: %s", test.line, f.At, f.Message.Error())
		}
		require.Equal(t, test.line[f.At:f.At+f.Len], f.Word)
	}
}

// Any line is a game, which is unchanged after writing and reading it.
func FuzzRead(f *testing.F) {
	for i, r := range judged(f) {
		if i%7 == 0 {
			f.Add(write(f, r))
			f.Add(string(AppendVerdict(nil, r, message.English)))
		}
	}
	for _, s := range []string{``, `{}`, `[`, `{"record":{}}`, `{"record":{"escape":"�"},"file":"�d0"}`, `{"moves":["c3-b4"],"verdict":"illegal","faults":[{}]}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		chunk := grammar.Chunk{Text: line, Format: grammar.JSON, Source: record.Source{File: "x", Number: 1, Line: 1}}
		g := new(record.Game)
		ParseInto(chunk, g)
		r := replay.Judge(g, record.UnknownVariant)
		written := write(t, r)
		want, wantEncoding := comparable(g)
		want.Variant = r.Variant
		got, gotEncoding := comparable(read(t, written))
		require.Equal(t, want, got)
		require.Equal(t, wantEncoding, gotEncoding)
		if json.Valid([]byte(line)) {
			// Where encoding/json sees no fault in the format, there is none.
			for _, fault := range g.Faults {
				for _, alien := range []string{"ends too early", "expecting ',' or", "in number"} {
					require.NotContains(t, fault.Message.Error(), alien)
				}
			}
		} else if len(g.Faults) == 0 {
			t.Errorf("read without a fault, but encoding/json refuses it: %s", line)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	generator, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(b, err)
	var reports []*replay.Report
	for range 100 {
		reports = append(reports, replay.Judge(generator.Next(), record.UnknownVariant))
	}
	b.ReportAllocs()
	var line []byte
	i, size := 0, 0
	for b.Loop() { // a game
		line = Append(line[:0], reports[i%len(reports)], message.English)
		size += len(line)
		i++
	}
	b.SetBytes(int64(size / i))
}

func BenchmarkParseInto(b *testing.B) {
	generator, err := corpus.NewGenerator(record.Bashni, 1)
	require.NoError(b, err)
	var lines []grammar.Chunk
	bytes := 0
	for range 100 {
		line := write(b, replay.Judge(generator.Next(), record.UnknownVariant))
		lines = append(lines, grammar.Chunk{Text: line, Format: grammar.JSON})
		bytes += len(line)
	}
	b.SetBytes(int64(bytes / len(lines)))
	b.ReportAllocs()
	i := 0
	for b.Loop() { // a game
		g := new(record.Game)
		if ParseInto(lines[i%len(lines)], g); len(g.Faults) > 0 {
			b.Fatal(g.Faults)
		}
		i++
	}
}
