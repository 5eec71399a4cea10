package main

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// TestMain makes the test binary the command stolb, too, so that the README's commands, and tests
// that need a process of their own, run what users run.
func TestMain(m *testing.M) {
	if name := filepath.Base(os.Args[0]); name != "stolb" && name != "stolb.exe" {
		os.Setenv("LC_ALL", "C.UTF-8") // independent of the user's language
		// The commands are short, here and in other processes, and there is memory enough.
		os.Setenv("GOGC", "1600")
		os.Setenv("GOMEMLIMIT", "2GiB")
		debug.SetGCPercent(1600)
		debug.SetMemoryLimit(2 << 30)
	}
	testscript.Main(m, map[string]func(){"stolb": main})
}

// update replaces the scripts' expected output with what the command writes now. Read the
// difference before committing it.
var update = flag.Bool("update", false, "rewrite the expected output of the scripts")

// thorough makes tests run all their cases, not only some of each kind.
var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

func TestScripts(t *testing.T) {
	folder, err := filepath.Abs(filepath.Join("testdata", "script")) // call changes folders
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 folder,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Values[checkedGames{}] = new([]scriptGame)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"pack":  pack,
			"bytes": writeBytes,
			"holds": holds,
			"call":  call,
			"check": checkGames,
			"game":  checkGame,
		},
	})
}

// call is the script command "call stolb ARGS": exec in this process, which takes a tenth of the
// time. Commands that read standard input, wait for others or need a terminal need exec.
func call(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 || args[0] != "stolb" {
		ts.Fatalf("usage: call stolb [args...]")
	}
	code := runIn(ts, args[1:], ts.Stdout(), ts.Stderr())
	if code != exitFine {
		ts.Logf("[exit status %d]", code)
	}
	if failed := code != exitFine; failed != neg {
		ts.Fatalf("unexpected command %s", map[bool]string{true: "failure", false: "success"}[failed])
	}
}

// runIn runs a command in the folder and in the language of a script, one at a time.
func runIn(ts *testscript.TestScript, args []string, stdout, stderr io.Writer) int {
	process.Lock()
	defer process.Unlock()
	home, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(home)
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG", "TMPDIR"} {
		value, set := os.LookupEnv(name)
		ts.Check(os.Setenv(name, ts.Getenv(name)))
		if set {
			defer os.Setenv(name, value)
		} else {
			defer os.Unsetenv(name)
		}
	}
	return run(args, noInput{}, stdout, stderr)
}

// process is held by the script that runs a command in this process, and has set the process's
// folder and environment to its own.
var process sync.Mutex

// noInput is the standard input of commands that are run in this process.
type noInput struct{}

func (noInput) Read([]byte) (int, error) {
	return 0, errors.New("standard input needs exec in place of call")
}

// pack is the script command "pack gzip|zstd FROM TO".
func pack(ts *testscript.TestScript, _ bool, args []string) {
	var packed bytes.Buffer
	var w io.WriteCloser
	switch args[0] {
	case "gzip":
		w = gzip.NewWriter(&packed)
	case "zstd":
		encoder, err := zstd.NewWriter(&packed)
		ts.Check(err)
		w = encoder
	default:
		ts.Fatalf("no packing %s", args[0])
	}
	_, err := io.WriteString(w, ts.ReadFile(args[1]))
	ts.Check(err)
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), packed.Bytes(), 0o666))
}

// holds is the script command "holds FOLDER NAME...": the folder has only these files, hidden ones
// included.
func holds(ts *testscript.TestScript, _ bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	want := slices.Sorted(slices.Values(args[1:]))
	if slices.Sort(names); !slices.Equal(names, want) {
		ts.Fatalf("%s holds %q, and not %q", args[0], names, want)
	}
}

// writeBytes is the script command "bytes FILE HEX...": for what a script
// cannot hold.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	data, err := hex.DecodeString(strings.Join(args[1:], ""))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o666))
}
