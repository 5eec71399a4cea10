// Mutants plants slips into packages by lot, runs the tests of each package with one slip at
// a time, and prints those that no test notices:
//
//	go run ./.ci/mutants -seed 1 -n 20 ./record ./replay
//
// The files stay as they are: a slip is an overlay of the build.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/scanner"
	"go/token"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// slips has what takes the place of a token.
var slips = map[token.Token]string{
	token.EQL: "!=", token.NEQ: "==", token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.LAND: "||", token.LOR: "&&", token.ADD: "-", token.SUB: "+", token.INC: "--", token.DEC: "++",
	token.CONTINUE: "break", token.BREAK: "continue",
}

// slip is a place of a file and what is planted there.
type slip struct {
	file         string
	offset, line int
	old, new     string
}

// slipsOf returns all slips that can be planted into a file.
func slipsOf(file string, text []byte) []slip {
	set := token.NewFileSet()
	source := set.AddFile(file, -1, len(text))
	var s scanner.Scanner
	s.Init(source, text, nil, 0)
	var all []slip
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			return all
		}
		old, planted := kind.String(), slips[kind]
		if kind == token.INT && len(literal) < 4 && !strings.HasPrefix(literal, "0") {
			old, planted = literal, literal+"+1"
		}
		if planted != "" {
			all = append(all, slip{file, source.Offset(pos), source.Line(pos), old, planted})
		}
	}
}

// lives says whether the tests of a package pass with a slip; one that does not compile is
// noticed.
func (s slip) lives(pkg, folder string, text []byte, timeout string) bool {
	mutant, overlay := filepath.Join(folder, "mutant.go"), filepath.Join(folder, "overlay.json")
	changed := string(text[:s.offset]) + s.new + string(text[s.offset+len(s.old):])
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{s.file: mutant}})
	if err == nil {
		err = os.WriteFile(mutant, []byte(changed), 0o666)
	}
	if err == nil {
		err = os.WriteFile(overlay, replace, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
	return exec.Command("go", "test", "-overlay", overlay, "-timeout", timeout, pkg).Run() == nil
}

func main() {
	seed := flag.Uint64("seed", 1, "seed of the lot")
	n := flag.Int("n", 10, "slips for each package")
	timeout := flag.String("timeout", "2m", "of the tests with one slip")
	flag.Parse()
	folder, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	for _, pkg := range flag.Args() {
		files, err := exec.Command("go", "list", "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, pkg).Output()
		if err != nil {
			log.Fatal(err)
		}
		texts := make(map[string][]byte)
		var all []slip
		for _, file := range strings.Fields(string(files)) {
			if texts[file], err = os.ReadFile(file); err != nil {
				log.Fatal(err)
			}
			all = append(all, slipsOf(file, texts[file])...)
		}
		lot := rand.New(rand.NewPCG(*seed, 0)).Perm(len(all))
		lot = lot[:min(*n, len(lot))]
		alive := 0
		for _, i := range lot {
			if s := all[i]; s.lives(pkg, folder, texts[s.file], *timeout) {
				alive++
				fmt.Printf("%s:%d: %s in place of %s lives\n", s.file, s.line, s.new, s.old)
			}
		}
		fmt.Printf("%s: %d of %d live, of %d places\n", pkg, alive, len(lot), len(all))
	}
}
