package grammar

import "bytes"

// pdnFinder begins a game at a tag section: at the first tag pair behind
// movetext, or behind a blank line where a tag comes again that the section
// already has.
type pdnFinder struct {
	moves bool // movetext has begun
	blank bool // a blank line stands behind the tags so far
	tags  []string
}

func (f *pdnFinder) reset() { *f = pdnFinder{tags: f.tags[:0]} }

func (f *pdnFinder) find(line []byte, first bool) (cut, int) {
	switch {
	case !first:
		f.moves = true
	case len(bytes.TrimSpace(line)) == 0:
		f.blank = true
	case isTagPair(line):
		name := tagName(line)
		again := false
		for _, t := range f.tags {
			again = again || t == name
		}
		if f.moves || again && f.blank {
			return cutHere, 0
		}
		f.tags = append(f.tags, name)
		f.blank = false
	case line[0] != '%':
		f.moves = true
	}
	return cutNone, 0
}

func tagName(line []byte) string {
	line = bytes.TrimLeft(line, " \t[")
	if i := bytes.IndexAny(line, " \t\""); i >= 0 {
		line = line[:i]
	}
	return string(line)
}
