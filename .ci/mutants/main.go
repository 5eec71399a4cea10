// Mutants plants slips in the code of packages, one at a time and drawn by lot, runs the
// tests of the slip's package and then all tests, and prints the slips that none notices,
// as FILE:LINE: CODE -> CODE:
//
//	go run ./.ci/mutants [-n 20] [-seed 1] ./grammar/internal/word ./replay
//
// The files stay as they are: the compiler is given the slips by -overlay. Some of what is
// printed changes nothing that can be seen, such as a limit on memory; the rest wants a case.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// slip is a change of a file: the bytes from one offset to another become text.
type slip struct {
	file     string
	line     int
	from, to int
	text     string
}

// others are the operators in whose place another one is written.
var others = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS,
	token.GTR: token.GEQ, token.GEQ: token.GTR, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD,
}

// slips returns the slips that can be made in a file.
func slips(file string, source []byte) ([]slip, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var list []slip
	add := func(from, to token.Pos, text string) {
		at := files.Position(from)
		list = append(list, slip{file, at.Line, at.Offset, files.Position(to).Offset, text})
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok == token.VAR || n.Tok == token.CONST
		case *ast.BinaryExpr:
			if other, ok := others[n.Op]; ok {
				add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), other.String())
			}
		case *ast.IfStmt:
			from, to := files.Position(n.Cond.Pos()).Offset, files.Position(n.Cond.End()).Offset
			add(n.Cond.Pos(), n.Cond.End(), "!("+string(source[from:to])+")")
		case *ast.BasicLit:
			if v, err := strconv.Atoi(n.Value); n.Kind == token.INT && err == nil {
				add(n.Pos(), n.End(), strconv.Itoa(v+1))
			}
		case *ast.ExprStmt, *ast.IncDecStmt:
			add(n.Pos(), n.End(), "")
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				add(n.Pos(), n.End(), "_ = 0")
			}
		case *ast.BranchStmt:
			if n.Tok == token.CONTINUE || n.Tok == token.BREAK {
				add(n.Pos(), n.End(), "")
			}
		}
		return true
	})
	return list, nil
}

// lives says whether all tests pass with a slip. One that does not compile is noticed.
func (s *slip) lives(folder string, source []byte) (bool, error) {
	changed := filepath.Join(folder, "slip.go")
	overlay := filepath.Join(folder, "overlay.json")
	path, err := filepath.Abs(s.file)
	if err != nil {
		return false, err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return false, err
	}
	text := bytes.Join([][]byte{source[:s.from], []byte(s.text), source[s.to:]}, nil)
	if err := errors.Join(os.WriteFile(changed, text, 0o666), os.WriteFile(overlay, list, 0o666)); err != nil {
		return false, err
	}
	for _, packages := range []string{"./" + filepath.Dir(s.file), "./..."} {
		test := exec.Command("go", "test", "-vet=off", "-failfast", "-timeout", "5m", "-overlay", overlay, packages)
		var failed *exec.ExitError
		if err := test.Run(); errors.As(err, &failed) {
			return false, nil
		} else if err != nil {
			return false, err
		}
	}
	return true, nil
}

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 20, "how many slips are planted")
	seed := flag.Uint64("seed", 1, "by which they are drawn")
	flag.Parse()
	var all []slip
	sources := map[string][]byte{}
	for _, folder := range flag.Args() {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			log.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				log.Fatal(err)
			}
			list, err := slips(file, source)
			if err != nil {
				log.Fatal(err)
			}
			sources[file], all = source, append(all, list...)
		}
	}
	work, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		log.Fatal(err)
	}
	lot := rand.New(rand.NewPCG(*seed, 0))
	lot.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	planted, lived := 0, 0
	for _, s := range all[:min(*n, len(all))] {
		planted++
		source := sources[s.file]
		lives, err := s.lives(work, source)
		if err != nil {
			log.Fatal(errors.Join(err, os.RemoveAll(work)))
		}
		if lives {
			lived++
			fmt.Printf("%s:%d: %s -> %s\n", s.file, s.line, source[s.from:s.to], s.text)
		}
	}
	fmt.Printf("%d of %d slips live\n", lived, planted)
	if err := os.RemoveAll(work); err != nil {
		log.Fatal(err)
	}
}
