package replay

import "flag"

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// Some returns how many of the given random cases a test runs: a tenth, or all with -thorough.
func Some(cases int) int {
	if *thorough {
		return cases
	}
	return max(1, cases/10)
}
