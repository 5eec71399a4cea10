// Peers measures stolb and what others have for the same work, all in one run and in
// turns, and writes the table of cmd/stolb/PERFORMANCE.md. See .ci/peers.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

const page = "cmd/stolb/PERFORMANCE.md"

// The table stands between these.
const (
	opening = "<!-- peers: remade by .ci/peers -->\n"
	closing = "<!-- end of peers -->\n"
)

// row is one of the table.
type row struct {
	what    string
	file    string   // that is read
	command []string // that is timed
	seconds bool     // they are what the command prints first
	fresh   string   // a folder that is removed before each run
	written string   // the folder whose tables are weighed, if any
	plies   int

	times []float64 // of the processor, user and system
}

// bench is what all need.
type bench struct {
	ctx     context.Context // ends with a signal
	folder  string
	stolb   string
	games   int
	core    []string // taskset and its arguments, where it is there
	rows    []*row
	leftOut []string
}

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	folder, err := os.MkdirTemp("", "peers")
	if err != nil {
		log.Fatal(err)
	}
	b := &bench{ctx: ctx, folder: folder, stolb: filepath.Join(folder, "stolb"), games: number("GAMES", 50_000)}
	err = b.run(number("RUNS", 5))
	if err := errors.Join(err, os.RemoveAll(folder)); err != nil {
		log.Fatal(err)
	}
}

// number is that of the environment, or what it is of itself.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
		return n
	}
	return otherwise
}

func (b *bench) run(runs int) error {
	if path, err := exec.LookPath("taskset"); err == nil {
		b.core = []string{path, "-c", strconv.Itoa(runtime.NumCPU() - 1)}
	} else {
		b.leaveOut("pinning to a core", err)
	}
	for _, prepare := range []func() error{b.ours, b.chess, b.parquet} {
		if err := errors.Join(prepare(), b.ctx.Err()); err != nil {
			return err
		}
	}
	for n := range runs {
		fmt.Fprintf(os.Stderr, "run %d of %d, load %s\n", n+1, runs, load())
		for _, r := range b.rows {
			if err := b.time(r); err != nil {
				return err
			}
		}
	}
	return b.write(runs)
}

// leaveOut notes what cannot be had.
func (b *bench) leaveOut(what string, why error) {
	text, _, _ := strings.Cut(strings.TrimSpace(why.Error()), "\n")
	fmt.Fprintf(os.Stderr, "left out: %s: %s\n", what, text)
	b.leftOut = append(b.leftOut, fmt.Sprintf("%s (%s)", what, text))
}

func (b *bench) path(name string) string { return filepath.Join(b.folder, name) }

// output runs a command in a folder and returns what it prints; the error has what it
// complains of.
func (b *bench) output(folder, name string, args ...string) (string, error) {
	c := exec.CommandContext(b.ctx, name, args...)
	c.Dir = folder
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
		err = fmt.Errorf("%s: %w: %s", filepath.Base(name), err, lines[len(lines)-1])
	}
	return string(out), err
}

// ours builds stolb and makes the files of its rows.
func (b *bench) ours() error {
	if _, err := b.output("", "go", "build", "-o", b.stolb, "./cmd/stolb"); err != nil {
		return err
	}
	for _, r := range []struct {
		what, file, variant string
		flags               []string
	}{
		{"PDN, bashni", "bashni.pdn", "bashni", []string{"--to", "pdn"}},
		{"PDN, lasca", "lasca.pdn", "lasca", []string{"--to", "pdn"}},
		{"PDN, adiukh", "adiukh.pdn", "adiukh", []string{"--to", "pdn"}},
		{"PDN, russian", "russian.pdn", "russian", []string{"--to", "pdn"}},
		{"PDN, international", "international.pdn", "international", []string{"--to", "pdn"}},
		{"running text, bashni", "run.txt", "bashni", []string{"--layout", "run"}},
		{"running text in short notation", "short.txt", "bashni", []string{"--layout", "run", "--notation", "short"}},
		{"tables", "table.txt", "bashni", []string{"--layout", "table"}},
		{"columns", "columns.txt", "bashni", []string{"--layout", "columns"}},
		{"JSON lines, as `convert` writes them", "games.jsonl", "", nil},
	} {
		file := b.path(r.file)
		args := append([]string{"generate", "--variant", r.variant, "--games", strconv.Itoa(b.games), "--seed", "1", "-o", file}, r.flags...)
		if r.variant == "" {
			args = []string{"convert", "--to", "json", "--progress", "never", "-o", file, b.path("bashni.pdn")}
		}
		if _, err := b.output("", b.stolb, args...); err != nil {
			return err
		}
		told, err := b.output("", b.stolb, "--lang", "en", "check", "--summary", "--progress", "never", file)
		if err != nil {
			return err
		}
		plies := regexp.MustCompile(`([0-9]+) plies`).FindStringSubmatch(told)
		if plies == nil {
			return fmt.Errorf("no number of plies in %q", told)
		}
		n, err := strconv.Atoi(plies[1])
		if err != nil {
			return err
		}
		b.rows = append(b.rows, &row{
			what: "`stolb check`: " + r.what, file: file, plies: n,
			command: []string{b.stolb, "check", "--jobs", "1", "--progress", "never", file},
		})
	}
	return nil
}

// repeated is how often the chess games stand in their file: making them takes long.
// It makes no difference to pgn-extract and Rust, which keep nothing from one game to
// the next; the Go library, which takes long, too, reads each once.
const repeated = 5

// chess makes the chess games by the Go library, and the rows of what reads them: that
// library, pgn-extract, and the best of the Rust libraries.
func (b *bench) chess() error {
	goChess, few, file := b.path("chess"), b.path("few.pgn"), b.path("chess.pgn")
	plies, err := b.chessGames(goChess, few, file)
	if err != nil {
		b.leaveOut("chess in PGN", err)
		return nil
	}
	add := func(what, file string, plies int, err error, command ...string) {
		if err != nil {
			b.leaveOut(what, err)
			return
		}
		b.rows = append(b.rows, &row{what: what + ": chess in PGN", file: file, plies: plies, command: command})
	}
	extract, err := b.pgnExtract()
	add("`pgn-extract -r -s`", file, plies, err, extract, "-r", "-s", file)
	add("corentings/chess (Go)", few, plies/repeated, nil, goChess, "check", few)
	rust, err := b.rustChess(file, plies)
	add("pgn-reader with shakmaty (Rust)", file, plies, err, rust, file)
	return nil
}

// chessGames builds the Go library's program, has it write the games into the file few
// and, repeated, into another, and returns how many plies those have.
func (b *bench) chessGames(program, few, file string) (plies int, err error) {
	if _, err := b.output(".ci/peer/chess", "go", "build", "-o", program, "."); err != nil {
		return 0, err
	}
	games, err := b.output("", program, "generate", strconv.Itoa(b.games/repeated), "1")
	if err != nil {
		return 0, err
	}
	err = errors.Join(os.WriteFile(few, []byte(games), 0o666), os.WriteFile(file, []byte(strings.Repeat(games, repeated)), 0o666))
	if err != nil {
		return 0, err
	}
	told, err := b.output("", program, "check", few)
	if err != nil {
		return 0, err
	}
	var read int
	if _, err := fmt.Sscan(told, &read, &plies); err != nil {
		return 0, err
	}
	if read != b.games/repeated {
		return 0, fmt.Errorf("%d chess games are read of %d", read, b.games/repeated)
	}
	return plies * repeated, nil
}

// pgnExtract finds pgn-extract, and installs it where that is needed and can be done.
func (b *bench) pgnExtract() (path string, err error) {
	for _, installed := range []bool{false, true} {
		if installed {
			if _, err := b.output("", "apt-get", "install", "-y", "pgn-extract"); err != nil {
				return "", err
			}
		}
		for _, name := range []string{"pgn-extract", "/usr/games/pgn-extract"} { // where Debian has it
			if path, err = exec.LookPath(name); err == nil {
				return path, nil
			}
		}
	}
	return "", err
}

// rustChess builds what reads chess by the Rust library, and sees that it reads so many
// plies.
func (b *bench) rustChess(file string, plies int) (program string, err error) {
	target := b.path("rust")
	if _, err := b.output(".ci/peer/rust", "cargo", "build", "--release", "--target-dir", target); err != nil {
		return "", err
	}
	program = filepath.Join(target, "release", "peer")
	told, err := b.output("", program, file)
	if err != nil {
		return "", err
	}
	var games, read int
	if _, err := fmt.Sscan(told, &games, &read); err != nil {
		return "", err
	}
	if read != plies {
		return "", fmt.Errorf("%d plies are read of %d", read, plies)
	}
	return program, nil
}

// parquet has stolb write a dataset, and DuckDB write the same rows.
func (b *bench) parquet() error {
	dataset, source := b.path("dataset"), b.rows[0]
	convert := func(to, folder, written string) {
		b.rows = append(b.rows, &row{
			what: "`stolb convert --to " + to + "`: the same PDN read, judged and written", file: source.file, plies: source.plies,
			command: []string{b.stolb, "convert", "--jobs", "1", "--progress", "never", "--to", to, "-o", folder, source.file},
			fresh:   folder, written: written,
		})
	}
	convert("arrow", b.path("arrow"), "")
	convert("parquet", dataset, dataset)
	program := b.path("copy")
	if _, err := b.output("convert/internal/columnar/sqltest", "go", "build", "-o", program, "./internal/copy"); err != nil {
		b.leaveOut("DuckDB", err)
		return nil
	}
	copied := b.path("copied")
	if err := os.Mkdir(copied, 0o777); err != nil {
		return err
	}
	b.rows = append(b.rows, &row{
		what: "DuckDB's COPY of these rows from memory to Parquet", file: source.file, plies: source.plies, written: copied,
		command: []string{program, filepath.Join(dataset, "games.parquet"), filepath.Join(dataset, "plies.parquet"), copied},
		seconds: true,
	})
	return nil
}

// time runs a row once.
func (b *bench) time(r *row) error {
	if err := os.RemoveAll(r.fresh); err != nil { // which does nothing for ""
		return err
	}
	args := slices.Concat(b.core, r.command)
	c := exec.CommandContext(b.ctx, args[0], args[1:]...)
	var out, errs bytes.Buffer
	c.Stderr = &errs
	if c.Stdout = io.Discard; r.seconds {
		c.Stdout = &out
	}
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", r.what, err, &errs)
	}
	spent := (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	if r.seconds {
		if _, err := fmt.Sscan(out.String(), &spent); err != nil {
			return fmt.Errorf("%s: %w", r.what, err)
		}
	}
	r.times = append(r.times, spent)
	return nil
}

// write puts the table into the page.
func (b *bench) write(runs int) error {
	var t strings.Builder
	fmt.Fprintf(&t, "%s, %d processors, %s %s, %s; load %s at the end. runs of each, in turns: %d. Seconds of\n",
		processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), load(), runs)
	fmt.Fprintf(&t, "the processor, user and system, pinned to one core, with one job. %d games in each file.\n\n", b.games)
	t.WriteString("| | MB read | plies | seconds, least | median | plies/s | MB written |\n|---|---|---|---|---|---|---|\n")
	english := message.NewPrinter(language.English) // with commas in large numbers
	for _, r := range b.rows {
		info, err := os.Stat(r.file)
		if err != nil {
			return err
		}
		slices.Sort(r.times)
		least, median, written := r.times[0], r.times[len(r.times)/2], ""
		if r.written != "" {
			bytes := int64(0)
			for _, table := range []string{"games.parquet", "plies.parquet"} {
				info, err := os.Stat(filepath.Join(r.written, table))
				if err != nil {
					return err
				}
				bytes += info.Size()
			}
			written = fmt.Sprintf("%.1f", float64(bytes)/1e6)
		}
		speed := float64(r.plies) / least / 1e6
		digits := 1
		if speed < 1 {
			digits = 2
		}
		english.Fprintf(&t, "| %s | %.1f | %d | %.2f | %.2f | %.*f million | %s |\n",
			r.what, float64(info.Size())/1e6, r.plies, least, median, digits, speed, written)
	}
	left := "nothing"
	if len(b.leftOut) > 0 {
		left = strings.Join(b.leftOut, "; ")
	}
	fmt.Fprintf(&t, "\nLeft out: %s.\n", left)
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), opening)
	_, after, closed := strings.Cut(rest, closing)
	if !ok || !closed {
		return fmt.Errorf("%s has no place for the table", page)
	}
	fmt.Print(t.String())
	temporary := page + ".new"
	if err := os.WriteFile(temporary, []byte(before+opening+t.String()+closing+after), 0o666); err != nil {
		return err
	}
	return os.Rename(temporary, page)
}

// processor is its name, where the system tells.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // Linux
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.TrimLeft(strings.TrimSpace(name), ": \t")
		}
	}
	return "a processor of unknown name"
}

// load is how many processes wanted a processor of late, where the system tells.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	one, _, _ := strings.Cut(string(text), " ")
	return one
}
