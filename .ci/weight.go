// Weight says what each module costs that `go build ./cmd/stolb` needs, as a
// table for CONTRIBUTING.md: what is downloaded, what compiling it takes, and
// what of it is in the binary.
//
//	go run .ci/weight.go
//
// It builds everything anew, in a build cache of its own. Seconds are those of
// the processor; a machine with nothing else to do gives the fewest.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// weight is what a module costs.
type weight struct {
	name     string
	packages int
	download int64   // bytes
	seconds  float64 // of the processor
	binary   int64   // bytes of its functions and data
}

const (
	standard = "the standard library"
	ours     = "github.com/stolb/stolb"
	link     = "linking"
)

func main() {
	log.SetFlags(0)
	folder, err := os.MkdirTemp("", "weight")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)

	modules := map[string]string{} // by package
	weights := map[string]*weight{link: {name: link}}
	for line := range strings.Lines(output(nil, "go", "list", "-deps", "-f", "{{.ImportPath}} {{with .Module}}{{.Path}}@{{.Version}}{{end}}", "./cmd/stolb")) {
		path, module, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, version, _ := strings.Cut(module, "@")
		name = cmp.Or(name, standard)
		modules[path] = name
		w := weights[name]
		if w == nil {
			w = &weight{name: name}
			weights[name] = w
			if version != "" {
				w.download = zip(module)
			}
		}
		w.packages++
	}

	binary, graph := filepath.Join(folder, "stolb"), filepath.Join(folder, "graph.json")
	output(append(os.Environ(), "GOCACHE="+filepath.Join(folder, "cache")), "go", "build", "-o", binary, "-debug-actiongraph", graph, "./cmd/stolb")
	var actions []struct {
		Mode, Package   string
		CmdUser, CmdSys int64 // nanoseconds
	}
	text, err := os.ReadFile(graph)
	if err == nil {
		err = json.Unmarshal(text, &actions)
	}
	if err != nil {
		log.Fatal(err)
	}
	for _, a := range actions {
		w := weights[modules[a.Package]]
		if a.Mode == "link" {
			w = weights[link]
		}
		if w != nil {
			w.seconds += float64(a.CmdUser+a.CmdSys) / 1e9
		}
	}

	info, err := os.Stat(binary)
	if err != nil {
		log.Fatal(err)
	}
	symbols := bufio.NewScanner(strings.NewReader(output(nil, "go", "tool", "nm", "-size", binary)))
	for symbols.Scan() {
		// Address, size, type, name. What is zero at first is not in the file.
		fields := strings.Fields(symbols.Text())
		if len(fields) < 4 || !strings.Contains("TtRrDd", fields[2]) {
			continue
		}
		size, err := strconv.ParseInt(fields[1], 10, 64)
		if err == nil && size < info.Size() {
			if w := weights[modules[packageOf(fields[3])]]; w != nil {
				w.binary += size
			}
		}
	}

	all := make([]*weight, 0, len(weights))
	total := weight{name: "all"}
	for _, w := range weights {
		all = append(all, w)
		total.packages += w.packages
		total.download += w.download
		total.seconds += w.seconds
	}
	total.binary = info.Size()
	slices.SortFunc(all, func(a, b *weight) int { return cmp.Or(cmp.Compare(b.seconds, a.seconds), cmp.Compare(a.name, b.name)) })
	fmt.Print("| module | packages | download, MB | compiling, s | in the binary, MB |\n|---|---|---|---|---|\n")
	for _, w := range append(all, &total) {
		fmt.Printf("| %s | %d | %.1f | %.1f | %.1f |\n", w.name, w.packages, float64(w.download)/1e6, w.seconds, float64(w.binary)/1e6)
	}
}

// output runs a command and returns what it prints.
func output(environment []string, name string, args ...string) string {
	command := exec.Command(name, args...)
	command.Env = environment
	var errs bytes.Buffer
	command.Stderr = &errs
	out, err := command.Output()
	if err != nil {
		log.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, &errs)
	}
	return string(out)
}

// zip returns the size of a module's archive.
func zip(module string) int64 {
	var m struct{ Zip string }
	if err := json.Unmarshal([]byte(output(nil, "go", "mod", "download", "-json", module)), &m); err != nil {
		log.Fatal(err)
	}
	info, err := os.Stat(m.Zip)
	if err != nil {
		log.Fatal(err)
	}
	return info.Size()
}

// packageOf returns the package of a symbol: github.com/x/y.(*T).f is of
// github.com/x/y.
func packageOf(symbol string) string {
	for _, prefix := range []string{"type:", "go:itab.", "*"} {
		symbol = strings.TrimPrefix(symbol, prefix)
	}
	begin := strings.LastIndex(symbol[:cut(symbol)], "/") + 1
	if dot := strings.IndexByte(symbol[begin:], '.'); dot >= 0 {
		return strings.ReplaceAll(symbol[:begin+dot], "%2e", ".")
	}
	return symbol
}

// cut returns where the arguments of a symbol begin.
func cut(symbol string) int {
	if i := strings.IndexAny(symbol, "[({"); i >= 0 {
		return i
	}
	return len(symbol)
}
