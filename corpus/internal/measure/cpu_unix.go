//go:build unix

package main

import (
	"syscall"
	"time"
)

// processor returns the time that the process has had of the processor, which
// is what counts where others use the machine as well.
func processor() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return time.Since(begun)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

var begun = time.Now()
