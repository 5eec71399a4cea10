package message

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fileNames returns the files of a language's catalogue.
func fileNames(t *testing.T, l Language) []string {
	t.Helper()
	entries, err := catalogues.ReadDir("catalogue/" + l.String())
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		if name := strings.TrimSuffix(e.Name(), ".txt"); !isHelp(name) {
			names = append(names, name)
		}
	}
	return names
}

// isHelp reports whether a file is the help of a command: cmd/stolb finds it by the command's name,
// and has its own tests of it.
func isHelp(file string) bool { return strings.HasPrefix(file, "help-") }

// readWhole reads a file and parses all its sentences.
func readWhole(t *testing.T, l Language, file string) (map[string]sentence, error) {
	t.Helper()
	sentences, err := readFile(l, file)
	data, _ := catalogues.ReadFile(fmt.Sprintf("catalogue/%v/%s.txt", l, file)) // if it can be read
	seen := map[string]bool{}
	_ = readEntries(string(data), func(line int, key, _ string) {
		require.False(t, seen[key], "%v/%s.txt:%d: %s is there already", l, file, line, key)
		seen[key] = true
	})
	return sentences, err
}

// arguments returns the names of a sentence's arguments.
func arguments(s sentence) map[string]bool {
	names := map[string]bool{}
	for _, p := range s {
		if p.name != "" {
			names[p.name] = true
		}
	}
	return names
}

// Every language has every message, with the same arguments.
func TestCataloguesAreWhole(t *testing.T) {
	for _, l := range Languages() {
		require.Equal(t, fileNames(t, English), fileNames(t, l))
		for _, file := range fileNames(t, l) {
			english, err := readWhole(t, English, file)
			require.NoError(t, err)
			sentences, err := readWhole(t, l, file)
			require.NoError(t, err)
			if file == "term" {
				continue
			}
			require.Equal(t, slices.Sorted(maps.Keys(english)), slices.Sorted(maps.Keys(sentences)), "%v/%s", l, file)
			for key, s := range sentences {
				require.NotEmpty(t, s, "%v/%s.%s", l, file, key)
				require.Equal(t, arguments(english[key]), arguments(s), "%v/%s.%s", l, file, key)
				for _, p := range s {
					for _, form := range p.forms {
						require.Equal(t, form, strings.TrimSpace(form), "%v/%s.%s", l, file, key)
						require.NotEmpty(t, form, "%v/%s.%s", l, file, key)
					}
				}
			}
		}
	}
}

// A term has every form that sentences need of terms of its kind.
func TestTerms(t *testing.T) {
	for _, l := range Languages() {
		terms, err := readWhole(t, l, "term")
		require.NoError(t, err)
		forms := map[string]map[string]bool{} // by term
		known := map[string]bool{"": true}
		for key := range terms {
			term, form, _ := strings.Cut(key, ".")
			if forms[term] == nil {
				forms[term] = map[string]bool{}
			}
			forms[term][form], known[form] = true, true
		}
		for term, of := range forms {
			require.True(t, of[""], "%v: %s has no plain form", l, term)
			like := term
			switch {
			case strings.HasPrefix(term, "variant-"):
				like = "variant-bashni"
			case term == "black":
				like = "white"
			case term == "piece":
				like = "tower"
			}
			require.Equal(t, forms[like], of, "%v: %s and %s", l, like, term)
		}
		for _, file := range fileNames(t, l) {
			sentences, err := readWhole(t, l, file)
			require.NoError(t, err)
			for key, s := range sentences {
				for _, p := range s {
					require.True(t, known[p.form], "%v/%s.%s wants the form %s, which no term has", l, file, key, p.form)
				}
			}
		}
		english, err := readWhole(t, English, "term")
		require.NoError(t, err)
		for key := range english {
			if !strings.Contains(key, ".") {
				require.NotNil(t, terms[key], "%v has no term %s", l, key)
			}
		}
	}
}

// foreign are the Latin words allowed in Russian and Ukrainian: names of formats, tags, flags and
// squares, and verbatim input.
var foreign = regexp.MustCompile(`--[a-z-]+|\b(?:` + strings.Join([]string{
	"hOCR", "Tesseract", "ALTO", "PAGE-XML", "PDN", "PGN", "FEN", "JSON",
	"GameType", "Variant", "Result", "Verdict", "Content-Length",
	"Stolb", "stolb(?: [a-z]+)?", "help",
	"Ctrl-C", "Enter",
	"LibreOffice", "Office", "Arrow", "IPC", "LZ4", "zstd", "Parquet", "RLE", "snappy", "variant", "year", "UTF-8", "CSV", "zip", "ods", "xlsx", "docx", "odt", "RTF", "doc", "xls", "file",
	"Home", "End",
	"SOS", "SODOS", "SOSOS", // from the Code of go
	"word", "record", "moves", "null", "true", "false", "u",
	"gz", "zst", "text", "json", "sheet", "arrow", "parquet", "games", "plies", "faults", "none", "each", "marked", "board", "abc", "bashni", "legal",
	"HTML", "PNG", "JPEG", "GIF", "Markdown", "CommonMark", "EPUB", "PDF", "https", "app", "Typst", "typst", "compile", "white", "black", "game", "from", "number",
}, "|") + `|[a-l]{1,2}(?:[1-9]|1[0-2])|[a-zA-Z])\b`)

// quotedWords are quoted words of our own language.
var quotedWords = regexp.MustCompile(`«[^»]*»`)

// No language uses letters of another.
func TestNoOtherLanguage(t *testing.T) {
	latin := regexp.MustCompile(`[A-Za-z]+`)
	for _, l := range Languages() {
		for _, file := range fileNames(t, l) {
			sentences, err := readWhole(t, l, file)
			require.NoError(t, err)
			for key, s := range sentences {
				var texts []string
				for _, p := range s {
					texts = append(append(texts, p.text), p.forms...)
				}
				text := strings.Join(texts, " ")
				name := l.String() + "/" + file + "." + key
				switch l {
				case English:
					if file != "position" { // it quotes the content of such a text
						require.NotRegexp(t, `[А-Яа-яІіЇїЄєҐґЁё]`, text, name)
					}
				case Russian:
					require.NotRegexp(t, `[ІіЇїЄєҐґ]`, text, name)
				case Ukrainian:
					require.NotRegexp(t, `[ЫыЭэЪъЁё]`, text, name)
				}
				if slices.Contains([]string{"query", "recognised", "confusions", "diagram"}, file) {
					text = quotedWords.ReplaceAllString(text, " ")
				}
				if l != English {
					require.NotRegexp(t, latin, foreign.ReplaceAllString(text, " "), name)
				}
			}
		}
	}
}

// call is a message made somewhere, with the names of its arguments.
type call struct {
	at   string
	id   string
	args []string
}

// calls returns the messages made in the module's sources, and every string in them that looks like
// an identifier of one of the files.
func calls(t *testing.T) (made []call, written map[string]string) {
	t.Helper()
	root := filepath.Join("..", "..")
	written = map[string]string{}
	like := regexp.MustCompile(`^(?:` + strings.Join(fileNames(t, English), "|") + `)\.[a-z0-9][a-z0-9-]*$`)
	files := token.NewFileSet()
	text := func(e ast.Expr) (string, bool) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(lit.Value)
		return s, err == nil
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "catalogue" || path != root && strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return filepath.SkipDir
		case d.IsDir() || !slices.Contains([]string{".go", ".html", ".tmpl", ".txt"}, filepath.Ext(path)) || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if filepath.Ext(path) != ".go" {
			for _, s := range regexp.MustCompile(`"[a-z.-]+"`).FindAllString(string(source), -1) {
				if id := strings.Trim(s, `"`); like.MatchString(id) && sentenceOf(English, ID(id)) != nil {
					written[id] = path
				}
			}
			return nil
		}
		file, err := parser.ParseFile(files, path, source, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if s, ok := text(n); ok && like.MatchString(s) {
					written[s] = files.Position(n.Pos()).String()
				}
			case *ast.CallExpr:
				if !makesMessage(n.Fun, file.Name.Name) || len(n.Args) == 0 || n.Ellipsis.IsValid() {
					return true
				}
				at := files.Position(n.Pos()).String()
				if isSelector(n.Fun, "AppendSentence") {
					made = append(made, sentenceCall(t, n, at, text))
					return true
				}
				if _, plain := text(n.Args[0]); !plain && !isSelector(n.Fun, "Of") {
					return true // another function of that name
				}
				var args []string
				for i := 1; i < len(n.Args); i += 2 {
					name, ok := text(n.Args[i])
					require.True(t, ok, "%s: the name of an argument is no plain text", at)
					if name != "" { // an error that is wrapped and not printed
						args = append(args, name)
					}
				}
				ids := []ast.Expr{n.Args[0]}
				if index, ok := n.Args[0].(*ast.IndexExpr); ok { // one of a list
					if list, ok := index.X.(*ast.CompositeLit); ok {
						ids = list.Elts
					}
				}
				for _, id := range ids {
					if pair, ok := id.(*ast.KeyValueExpr); ok {
						id = pair.Value
					}
					if s, ok := text(id); ok {
						made = append(made, call{at, s, args})
					}
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	return made, written
}

// makesMessage reports whether a function is Of, or passes its arguments on to it.
func makesMessage(f ast.Expr, in string) bool {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name == "Of" && in == "message" || f.Name == "say" || f.Name == "line"
	case *ast.SelectorExpr:
		x, ok := f.X.(*ast.Ident)
		return ok && x.Name == "message" && (f.Sel.Name == "Of" || f.Sel.Name == "AppendSentence") || f.Sel.Name == "tell"
	}
	return false
}

// isSelector reports whether a function belongs to message itself.
func isSelector(f ast.Expr, name string) bool {
	sel, ok := f.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == name
}

// sentenceCall is a call of AppendSentence: the buffer, the language, the identifier and calls that
// make the arguments, whose names come first.
func sentenceCall(t *testing.T, n *ast.CallExpr, at string, text func(ast.Expr) (string, bool)) call {
	t.Helper()
	id, ok := text(n.Args[2])
	require.True(t, ok, "%s: the identifier is no plain text", at)
	var args []string
	for _, a := range n.Args[3:] {
		made, ok := a.(*ast.CallExpr)
		require.True(t, ok, at)
		name, ok := text(made.Args[0])
		require.True(t, ok, "%s: the name of an argument is no plain text", at)
		args = append(args, name)
	}
	return call{at, id, args}
}

// The catalogue has every message of the sources, with its arguments, and no unused ones.
func TestCatalogueAndSources(t *testing.T) {
	made, written := calls(t)
	require.NotEmpty(t, made)
	for _, c := range made {
		s := sentenceOf(English, ID(c.id))
		require.NotNil(t, s, "%s: no message %s", c.at, c.id)
		slices.Sort(c.args)
		require.Equal(t, slices.Sorted(maps.Keys(arguments(s))), append([]string(nil), c.args...), "%s: %s", c.at, c.id)
	}
	for id, at := range written {
		require.NotNil(t, sentenceOf(English, ID(id)), "%s: no message %s", at, id)
	}
	for _, file := range fileNames(t, English) {
		if file == "term" {
			continue
		}
		sentences, err := readWhole(t, English, file)
		require.NoError(t, err)
		for key := range sentences {
			_, err := strconv.Atoi(key)
			_, isRule := sentences[strings.TrimSuffix(key, "-help")+"-help"]
			if (file != "nag" || err != nil) && (file != "sarif" || !isRule) { // else it is PDN's number, or a Code with its help
				require.Contains(t, written, file+"."+key, "nobody says it")
			}
		}
	}
}
