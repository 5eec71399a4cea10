package sheet

import (
	"github.com/stolb/stolb/grammar/internal/word"
)

// ahead is how far a text has been looked through for something, so that what lies
// ahead of many places one behind the other is looked at once.
type ahead struct {
	from, to int  // there is none between them
	found    bool // it is at to
}

var (
	colon, comma = word.ByteSet(":"), word.ByteSet(",")
)

// nameRun is words that may be of names, with no sign between them: whole ones.
type nameRun struct{ from, to int }
