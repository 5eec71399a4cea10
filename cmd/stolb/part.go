package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// maxParts is the most parts.
const maxParts = 1 << 20

// partValue is the flag --part. The zero value is all of the input.
type partValue struct{ k, n int }

func partFlag(flags *pflag.FlagSet, p *partValue) {
	flags.Var(p, "part", "")
}

func (p *partValue) Type() string { return "K/N" }

func (p *partValue) String() string {
	if p.n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", p.k, p.n)
}

func (p *partValue) Set(s string) error {
	k, n, found := strings.Cut(s, "/")
	if found {
		var errs [2]error
		p.k, errs[0] = strconv.Atoi(k)
		p.n, errs[1] = strconv.Atoi(n)
		if errors.Join(errs[:]...) == nil && p.k >= 1 && p.k <= p.n && p.n <= maxParts {
			return nil
		}
	}
	return &usageError{message: say("usage.expected-part", "most", maxParts)}
}

// asked says whether it is a part and not all.
func (p *partValue) asked() bool { return p.n > 0 }

// check says what does not go with parts.
func (p *partValue) check(args []string) error {
	if p.asked() && slices.Contains(args, "-") {
		return &usageError{message: say("usage.part-input")}
	}
	return nil
}
