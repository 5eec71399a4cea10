package main

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary the command stolb, too, so that scripts and
// the README run what users run.
func TestMain(m *testing.M) {
	if name := filepath.Base(os.Args[0]); name != "stolb" && name != "stolb.exe" {
		os.Setenv("LC_ALL", "C.UTF-8") // whatever those speak who run the tests
	}
	testscript.Main(m, map[string]func(){"stolb": main})
}

// update makes the scripts' expected output what the command writes now. Read
// the difference before committing it.
var update = flag.Bool("update", false, "rewrite the expected output of the scripts")

// thorough has tests of many cases run all of them, not some of each kind.
var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
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
			"check": checkGames,
			"game":  checkGame,
		},
	})
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

// holds is the script command "holds FOLDER NAME...": the folder has these files
// and nothing else, hidden or not.
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
