package sheet

import ()

// nameRun is words that may be of names, with no sign between them: whole ones.
type nameRun struct{ from, to int }
