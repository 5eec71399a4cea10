package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// notPlain matches words that need a second reading where the field, a specification or the
// standard library has a word of its own: "after" for behind, "reported" for told.
var notPlain = regexp.MustCompile(`(?i)\b(?:behind|told|asked|nobody|whoever|whatever|hurt|swiftly|swift|closely|` +
	`stands|stood|thereof|beheaded|vain|untold|unnamed|nameless|misfits?)\b`)

// plainSense are phrases in which such a word has its plain sense, or is a name in a format
// that others read, each with the one file that has it; "" for any file.
var plainSense = []struct{ file, phrase string }{
	{"", "stands for standard input"},
	{"record/game.go", "`json:\"behind,omitzero\"`"},
	{"convert/internal/jsonl/values.go", `"behind", `},
}

// projectFiles calls f with the path of each file of the project, from its root and with
// slashes, and the file's text.
func projectFiles(t *testing.T, f func(path, text string)) {
	t.Helper()
	project := os.DirFS(root)
	require.NoError(t, fs.WalkDir(project, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git"):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		text, err := fs.ReadFile(project, path)
		f(path, string(text))
		return err
	}))
}

// Code, documents and the English messages are in plain words.
func TestPlainWords(t *testing.T) {
	met := make([]bool, len(plainSense))
	projectFiles(t, func(path, text string) {
		switch {
		case strings.HasSuffix(path, "_test.go"):
			return
		case !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".md") && path != ".ci/run" &&
			!strings.HasPrefix(path, "record/message/catalogue/en/"):
			return
		}
		for i, line := range strings.Split(text, "\n") {
			for j, sense := range plainSense {
				if sense.file == "" || sense.file == path {
					rest := strings.ReplaceAll(line, sense.phrase, "")
					met[j] = met[j] || rest != line
					line = rest
				}
			}
			if word := notPlain.FindString(line); word != "" {
				t.Errorf("%s:%d: %q has no plain sense here", path, i+1, word)
			}
		}
	})
	for j, sense := range plainSense {
		if !met[j] {
			t.Errorf("%q is nowhere in %q", sense.phrase, sense.file)
		}
	}
}

// A nameSet has the names that text can refer to: identifiers of Go, alone and qualified by their
// package or type; files by each suffix of their paths; and folders.
type nameSet struct{ identifiers, packages, files map[string]bool }

func (n nameSet) add(t *testing.T, path, text string) *ast.File {
	for end, more := path, true; more; _, end, more = strings.Cut(end, "/") {
		n.files[end] = true
	}
	for folder := filepath.Dir(path); folder != "."; folder = filepath.Dir(folder) {
		n.files[folder], n.files[filepath.Base(folder)] = true, true
	}
	if !strings.HasSuffix(path, ".go") {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	pkg := strings.TrimSuffix(file.Name.Name, "_test")
	n.packages[pkg] = true
	for _, decl := range file.Decls {
		ast.Inspect(decl, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.Ident:
				n.identifiers[node.Name], n.identifiers[pkg+"."+node.Name] = true, true
			case *ast.FuncDecl:
				if node.Recv != nil {
					ast.Inspect(node.Recv, func(part ast.Node) bool {
						if receiver, ok := part.(*ast.Ident); ok {
							n.identifiers[receiver.Name+"."+node.Name.Name] = true
						}
						return true
					})
				}
			case *ast.TypeSpec:
				if fields, ok := node.Type.(*ast.StructType); ok {
					for _, field := range fields.Fields.List {
						for _, name := range field.Names {
							n.identifiers[node.Name.Name+"."+name.Name] = true
						}
					}
				}
			}
			return true
		})
	}
	return file
}

var (
	testName      = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w*`)
	fileName      = regexp.MustCompile(`[\w/.-]*\w\.(?:go|md|rec)\b`)
	qualifiedName = regexp.MustCompile(`\b([a-z]+)\.([A-Z]\w*)`)
	codeName      = regexp.MustCompile("`(\\w+(?:\\.\\w+)?)`")
	linkTarget    = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
)

// ofOthers are names of other modules and of Go itself, and names with a placeholder.
var ofOthers = map[string]bool{
	"b.Loop": true, "b.ReportAllocs": true, "cobra.Command": true, "if": true,
	"_test.go": true, "positions/BOOK.toml": true,
}

// missing returns the names in a text that the project does not have.
func (n nameSet) missing(text string) []string {
	var missing []string
	for _, name := range testName.FindAllString(text, -1) {
		if !n.identifiers[name] {
			missing = append(missing, name)
		}
	}
	for _, name := range fileName.FindAllString(text, -1) {
		if !n.files[strings.TrimLeft(name, "./")] && !ofOthers[name] {
			missing = append(missing, name)
		}
	}
	for _, name := range qualifiedName.FindAllStringSubmatch(text, -1) {
		if n.packages[name[1]] && !n.identifiers[name[0]] {
			missing = append(missing, name[0])
		}
	}
	return missing
}

// The files, tests and identifiers named in documents and comments exist.
func TestNamesInProse(t *testing.T) {
	n := nameSet{make(map[string]bool), make(map[string]bool), make(map[string]bool)}
	comments, documents := make(map[string]string), make(map[string]string)
	projectFiles(t, func(path, text string) {
		if file := n.add(t, path, text); file != nil {
			for _, group := range file.Comments {
				comments[path] += group.Text()
			}
		} else if strings.HasSuffix(path, ".md") {
			documents[path] = text
		}
	})
	for path, text := range comments {
		for _, name := range n.missing(text) {
			t.Errorf("%s: %s is nowhere", path, name)
		}
	}
	for path, text := range documents {
		for _, name := range n.missing(text) {
			t.Errorf("%s: %s is nowhere", path, name)
		}
		for _, target := range linkTarget.FindAllStringSubmatch(text, -1) {
			if !n.files[filepath.ToSlash(filepath.Join(filepath.Dir(path), target[1]))] {
				t.Errorf("%s: %s leads nowhere", path, target[0])
			}
		}
	}
	for _, name := range codeName.FindAllStringSubmatch(documents["CONTRIBUTING.md"], -1) {
		if !n.identifiers[name[1]] && !n.packages[name[1]] && !n.files[name[1]] && !ofOthers[name[1]] {
			t.Errorf("CONTRIBUTING.md: %s is nowhere", name[0])
		}
	}
}
