package cut

import "strings"

// jsonFinder makes a game of every object. One that is spread over lines, as
// jq prints it, ends with a line that begins with its "}"; otherwise a line is
// an object. A line that begins with "{" begins an object in any case, so that
// one which breaks off takes no other with it.
type jsonFinder struct {
	any   bool // a line that is not blank has been seen
	whole bool // the object so far is
	head  byte // the first byte of the last such line
	last  byte // its last one that is no blank
}

func (f *jsonFinder) Unclosed() bool { return false }

func (f *jsonFinder) Reset() { *f = jsonFinder{} }

func (f *jsonFinder) Find(line string, first bool) (Decision, int) {
	if first && f.any {
		f.whole = f.last == '}' && (f.head == '{' || f.head == '}')
	}
	text := strings.TrimSpace(line)
	if len(text) == 0 {
		return None, 0
	}
	if first {
		if f.any && (f.whole || line[0] == '{') {
			return Here, 0
		}
		f.head = line[0]
	}
	f.any, f.last = true, text[len(text)-1]
	return None, 0
}
