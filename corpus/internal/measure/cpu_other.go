//go:build !unix

package main

import "time"

// processor returns the time since the process began.
func processor() time.Duration { return time.Since(begun) }

var begun = time.Now()
