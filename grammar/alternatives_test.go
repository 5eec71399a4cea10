package grammar

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"text/scanner"

	"github.com/stretchr/testify/require"
)

// decided are the files with the grammars that determine the result, and the packages whose tests
// cover them.
var decided = []struct{ file, tests string }{
	{"internal/word/word.go", "./internal/word"},
	{"internal/position/position.go", "./internal/position"},
	{"internal/result/result.go", "./internal/result"},
	{"internal/composition/grammar.go", "./internal/composition"},
}

// TestAlternatives removes each alternative and each optional part from the struct tags of the
// grammars in turn. A test of the package must fail each time, which shows that the grammar
// decides.
func TestAlternatives(t *testing.T) {
	grammars := decided
	if !*thorough {
		grammars = grammars[:1] // each rebuilds the tests of the package
	}
	for _, d := range grammars {
		mutants := mutantsOf(t, d.file)
		require.NotEmpty(t, mutants)
		if !*thorough {
			mutants = mutants[:1]
		}
		for _, m := range mutants {
			t.Run(m.name, func(t *testing.T) {
				t.Parallel()
				output := testWith(t, d.file, m.source, d.tests)
				require.Contains(t, output, "--- FAIL: ", "without %s", m.name)
				require.NotContains(t, output, "MustBuild", "it is no grammar")
			})
		}
	}
}

// testWith runs the tests of a package with another source for a file.
func testWith(t *testing.T, file, source, tests string) string {
	dir := t.TempDir()
	path, err := filepath.Abs(file)
	require.NoError(t, err)
	other := filepath.Join(dir, "grammar.go")
	require.NoError(t, os.WriteFile(other, []byte(source), 0o600))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {path: other}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600))
	output, _ := exec.Command("go", "test", "-tags", "nofastpath", "-vet=off", "-failfast",
		"-overlay", filepath.Join(dir, "overlay.json"), tests).CombinedOutput()
	return string(output)
}

// mutant is a source with part of a grammar removed.
type mutant struct{ name, source string }

// tagToken is a token of a struct tag.
type tagToken struct {
	field int
	text  string
}

// mutantsOf returns the sources of a file, each with another part of a grammar removed.
func mutantsOf(t *testing.T, file string) (mutants []mutant) {
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, 0)
	require.NoError(t, err)
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		of, ok := spec.Type.(*ast.StructType)
		if !ok {
			return true
		}
		// participle reads the tags of a struct's fields as one production.
		var fields []*ast.BasicLit
		var production []tagToken
		for _, f := range of.Fields.List {
			if f.Tag == nil {
				continue
			}
			tag, err := strconv.Unquote(f.Tag.Value)
			require.NoError(t, err)
			var s scanner.Scanner
			s.Init(strings.NewReader(reflect.StructTag(tag).Get("parser")))
			s.Error = func(*scanner.Scanner, string) {} // 'strings' in single quotes
			for s.Scan() != scanner.EOF {
				production = append(production, tagToken{len(fields), s.TokenText()})
			}
			fields = append(fields, f.Tag)
		}
		p := productionParser{tokens: production}
		p.alternatives()
		require.Equal(t, len(production), p.at)
		for _, cut := range p.cuts {
			m := mutant{name: spec.Name.Name + ":"}
			for _, tok := range production[cut.from:cut.to] {
				m.name += tok.text
			}
			tags := make([]string, len(fields))
			for i, tok := range production {
				if i < cut.from || i >= cut.to {
					tags[tok.field] += " " + tok.text
				}
			}
			at := 0
			for i, tag := range tags {
				begin, end := files.Position(fields[i].Pos()).Offset, files.Position(fields[i].End()).Offset
				m.source += string(source[at:begin])
				if tag = strings.TrimSpace(tag); tag != "" {
					m.source += fmt.Sprintf("`parser:%q`", tag)
				}
				at = end
			}
			m.source += string(source[at:])
			mutants = append(mutants, m)
		}
		return true
	})
	return mutants
}

// productionParser finds the removable parts of a production.
type productionParser struct {
	tokens []tagToken
	at     int
	cuts   []struct{ from, to int } // of tokens
}

func (p *productionParser) next() string {
	if p.at == len(p.tokens) {
		return ")"
	}
	return p.tokens[p.at].text
}

// alternatives skips alternatives up to a closing bracket or the end. If there are several, each
// can be removed with one separator.
func (p *productionParser) alternatives() {
	var begins []int
	for {
		begins = append(begins, p.at)
		p.sequence()
		if p.next() != "|" {
			break
		}
		p.at++
	}
	if len(begins) == 1 {
		return
	}
	for i, begin := range begins {
		if i > 0 {
			begin--
		}
		end := p.at
		if i+1 < len(begins) {
			end = begins[i+1]
			if i > 0 {
				end--
			}
		}
		p.cuts = append(p.cuts, struct{ from, to int }{begin, end})
	}
}

// sequence skips a sequence. Its optional parts can be removed, unless nothing else remains.
func (p *productionParser) sequence() {
	first := p.at
	var absent []struct{ from, to int }
	for p.next() != "|" && p.next() != ")" {
		from := p.at
		for p.next() == "@" || p.next() == "!" || p.next() == "~" {
			p.at++
		}
		if p.at > from+1 && p.tokens[from].text == "@" && p.tokens[from+1].text == "@" {
			// @@: nothing more
		} else if p.next() == "(" {
			if p.at++; p.next() == "?" { // (?= and (?!
				p.at += 2
			}
			p.alternatives()
			p.at++
		} else {
			p.at++
		}
		switch p.next() {
		case "?", "*":
			p.at++
			absent = append(absent, struct{ from, to int }{from, p.at})
		case "+":
			p.at++
		}
	}
	for _, a := range absent {
		if a.from > first || a.to < p.at {
			p.cuts = append(p.cuts, a)
		}
	}
}
