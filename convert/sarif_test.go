package convert

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// judged returns the reports of the games of a text.
func judged(t testing.TB, name, text string) (reports []*replay.Report) {
	t.Helper()
	in := OpenReader(strings.NewReader(text), name, Options{Encoding: "utf-8", Jobs: 1})
	for r, err := range Judge(t.Context(), in) {
		if !errors.Is(err, ErrNoGame) {
			require.NoError(t, err)
			reports = append(reports, r)
		}
	}
	return reports
}

var schemaFile, _ = filepath.Abs(filepath.Join("testdata", "sarif-schema-2.1.0.json"))

// logOf returns the log that w writes, validated against the official schema.
func logOf(t testing.TB, o WriteOptions, w func(*Writer)) map[string]any {
	t.Helper()
	var out bytes.Buffer
	writer, err := NewWriter("sarif", &out, o)
	require.NoError(t, err)
	w(writer)
	require.NoError(t, writer.Close())
	require.NoError(t, writer.Abort()) // does nothing
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	require.NoError(t, err)
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
	require.NoError(t, err)
	require.NoError(t, schema.Validate(decoded))
	return decoded.(map[string]any)
}

func results(log map[string]any) []any {
	return log["runs"].([]any)[0].(map[string]any)["results"].([]any)
}

// at returns the value at a path of names and indexes.
func at(t testing.TB, value any, path ...any) any {
	t.Helper()
	for _, step := range path {
		switch step := step.(type) {
		case string:
			value = value.(map[string]any)[step]
		case int:
			value = value.([]any)[step]
		}
	}
	return value
}

func TestNothingWrong(t *testing.T) {
	log := logOf(t, WriteOptions{}, func(*Writer) {})
	require.Empty(t, results(log))
	require.Equal(t, true, at(t, log, "runs", 0, "invocations", 0, "executionSuccessful"))
	require.Len(t, at(t, log, "runs", 0, "tool", "driver", "rules"), len(kinds))
}

const spoilt = "Variant: lasca\nWhite: Иванов \U0001F600\tBlack: Петров\n1. 9-12 15-9\n\U0001F600 2. 1-2\n"

func TestResults(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("sheets", 0o700))
	require.NoError(t, os.WriteFile("sheets/a b.txt", []byte(spoilt), 0o600))
	reports := judged(t, "sheets/a b.txt", spoilt)
	require.Len(t, reports, 1)
	faults := reports[0].Faults
	require.NotEmpty(t, faults)
	log := logOf(t, WriteOptions{}, func(w *Writer) {
		for _, r := range reports {
			require.NoError(t, w.Write(r))
		}
		w.Note(errors.New("b.txt: no such file"))
	})
	require.Equal(t, false, at(t, log, "runs", 0, "invocations", 0, "executionSuccessful"))
	all := results(log)
	require.Len(t, all, len(faults))
	for i, result := range all {
		f := faults[i]
		require.Equal(t, string(f.Code), at(t, result, "ruleId"))
		index, err := at(t, result, "ruleIndex").(json.Number).Int64()
		require.NoError(t, err)
		require.Equal(t, string(f.Code), at(t, log, "runs", 0, "tool", "driver", "rules", int(index), "id"))
		require.Equal(t, "sheets/a%20b.txt", at(t, result, "locations", 0, "physicalLocation", "artifactLocation", "uri"))
		if f.Len == 0 {
			continue
		}
		in := at(t, result, "locations", 0, "physicalLocation", "region")
		require.Equal(t, f.Word, cutOut(t, spoilt, in), "%v", in)
	}
	require.Equal(t, "b.txt: no such file", at(t, log, "runs", 0, "invocations", 0, "toolExecutionNotifications", 0, "message", "text"))

	// The fix corrects a capture that is written as a quiet move.
	repaired := all[0]
	require.Equal(t, "wrong-separator", at(t, repaired, "ruleId"))
	require.Equal(t, "warning", at(t, repaired, "level"))
	change := at(t, repaired, "fixes", 0, "artifactChanges", 0, "replacements", 0)
	require.Equal(t, "15-9", cutOut(t, spoilt, at(t, change, "deletedRegion")))
	require.Equal(t, "15:9", at(t, change, "insertedContent", "text"))
	// An illegal move has no certain fix.
	for _, result := range all[1:] {
		require.NotContains(t, result, "fixes")
	}
}

// cutOut returns the text in a region, given by lines and characters.
func cutOut(t testing.TB, text string, in any) string {
	t.Helper()
	number := func(name string) int {
		n, err := at(t, in, name).(json.Number).Int64()
		require.NoError(t, err)
		return int(n)
	}
	require.Equal(t, number("startLine"), number("endLine"))
	line := []rune(strings.Split(text, "\n")[number("startLine")-1])
	return string(line[number("startColumn")-1 : number("endColumn")-1])
}

// All messages are in the language.
func TestLanguages(t *testing.T) {
	r := judged(t, "x.txt", spoilt)[0]
	for _, l := range message.Languages() {
		log := logOf(t, WriteOptions{Language: l}, func(w *Writer) { require.NoError(t, w.Write(r)) })
		require.Equal(t, l.String(), at(t, log, "runs", 0, "language"))
		require.Equal(t, r.Faults[0].Message.In(l), at(t, results(log), 0, "message", "text"))
		require.Equal(t, message.Of("sarif.illegal-move").In(l), at(t, log, "runs", 0, "tool", "driver", "rules", 0, "shortDescription", "text"))
	}
}

func TestStrict(t *testing.T) {
	text := "Variant: lasca\n1. 9-12 15:9\n0-1\n"
	reports := judged(t, "x.txt", text)
	mismatch := record.Fault{Code: record.ResultMismatch, Severity: record.Remark, At: 28, Len: 3, Word: "0-1", OnBoard: true}
	within := mismatch
	within.OnBoard = false // the record contradicts itself
	reports[0].Faults = []record.Fault{mismatch, within}
	for strict, level := range map[bool]string{false: "note", true: "error"} {
		log := logOf(t, WriteOptions{Strict: strict}, func(w *Writer) { require.NoError(t, w.Write(reports[0])) })
		require.Equal(t, level, at(t, results(log), 0, "level"))
		require.Equal(t, "note", at(t, results(log), 1, "level"))
	}
}

// Only files that contain the text literally have fixes.
func TestNoFixInWhatIsPacked(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, content := range map[string]string{"a.txt": spoilt, "-": spoilt, "games": "\x1f\x8b" + spoilt, "changed": spoilt[1:], "none": ""} {
		require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
		fixed := strings.Contains(string(new(Writer).appendResults(nil, judged(t, name, spoilt)[0])), `"fixes"`)
		require.Equal(t, name == "a.txt", fixed, name)
	}
}

func TestArtifactURI(t *testing.T) {
	for name, uri := range map[string]string{
		"a.txt":       "a.txt",
		"../a/б.txt":  "../a/%D0%B1.txt",
		"12:30.txt":   "./12:30.txt", // else it would name a scheme
		"/home/a%.gz": "file:///home/a%25.gz",
		"a\xff.txt":   "a%FF.txt",
		"-":           "-",
	} {
		require.Equal(t, uri, artifactURI(name))
	}
}

// Every code of a fault is a rule.
func TestRules(t *testing.T) {
	source, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "record", "fault.go"), nil, 0)
	require.NoError(t, err)
	var codes, told []string
	ast.Inspect(source, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Code" {
			codes = append(codes, strings.Trim(spec.Values[0].(*ast.BasicLit).Value, `"`))
		}
		return true
	})
	for _, code := range kinds {
		told = append(told, string(code))
		require.NotContains(t, message.Of("sarif."+message.ID(code)+"-help").In(message.English), "sarif.") // the identifier of none
	}
	require.Greater(t, len(codes), 20)
	require.ElementsMatch(t, codes, told)
}

// The log of the corpus's cases, most of which have faults, is valid.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "corpus", "*", "*", "*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	n := 0
	log := logOf(t, WriteOptions{}, func(w *Writer) {
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, r := range judged(t, file, string(text)) {
				require.NoError(t, w.Write(r))
				n += len(r.Faults)
			}
		}
	})
	require.Len(t, results(log), n)
	require.Greater(t, n, 5)
}

// The log of any bytes is valid.
func FuzzSARIF(f *testing.F) {
	f.Add(spoilt)
	for _, text := range append(corpus.DamageTexts("sheet-seeds"), corpus.DamageTexts("pdn-seeds")...) {
		f.Add(text)
	}
	f.Add("1. c3-d4 b6-c5\r\n\xff 2. d4:\xfe\r3. ?")
	f.Add("[Variant \"lasca\"]\n[Result \"0-1\"]\n\n1. 9-12 15-9 *")
	f.Fuzz(func(t *testing.T, text string) {
		if isBinary([]byte(text)) {
			return // such a file is rejected as a whole
		}
		var out bytes.Buffer
		w, err := NewWriter("sarif", &out, WriteOptions{})
		require.NoError(t, err)
		for _, r := range judged(t, "x.txt", text) {
			require.NoError(t, w.Write(r))
			end := 1 + strings.Count(text, "\n") + strings.Count(text, "\r")
			for _, result := range w.resultsOf(r) {
				in := result.Locations[0]["physicalLocation"].(object)["region"].(object)
				line := in["startLine"].(int)
				require.LessOrEqual(t, line, end)
				require.GreaterOrEqual(t, line, 1)
				if in["endLine"] != nil {
					ends := in["endLine"].(int)
					require.False(t, ends < line || ends == line && in["endColumn"].(int) < in["startColumn"].(int), "%+v", in)
				}
			}
		}
		require.NoError(t, w.Close())
		require.True(t, json.Valid(out.Bytes()))
	})
}
