package replay

import (
	"flag"
	"runtime/debug"
	"testing"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// TestMain collects garbage less often: the heaps of the tests are small. Benchmarks are as they were.
func TestMain(m *testing.M) {
	if flag.Parse(); flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	m.Run()
}

// Some returns how many of the given random cases a test runs: a tenth, or all with -thorough.
func Some(cases int) int {
	if *thorough {
		return cases
	}
	return max(1, cases/10)
}
