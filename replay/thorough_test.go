package replay

import "flag"

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// Some returns how many of so many random cases a test runs: a tenth, unless
// -thorough asks for all.
func Some(cases int) int {
	if *thorough {
		return cases
	}
	return max(1, cases/10)
}
