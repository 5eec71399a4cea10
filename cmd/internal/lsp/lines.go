package lsp

import (
	"io"
	"slices"
	"strings"
)

// Place is a place in a document: the line, and in it the byte of its UTF-8, both
// from 0. One behind the end of its line stands for that end, and one behind the
// last line for the end of the text.
type Place struct{ Line, Byte int }

// Before says whether the place stands before another.
func (p Place) Before(other Place) bool {
	return p.Line < other.Line || p.Line == other.Line && p.Byte < other.Byte
}

// lines is a text as its lines, each with its end, so that a change costs what it
// changes. There is always a last one without an end, which may be empty. Lines end
// with LF, CRLF or CR alone, as they do to grammar and to the protocol of editors.
type lines struct {
	all []string

	// The first same lines, and the last, are what they were when settle was called.
	same, sameLast int
}

func newLines(text string) lines { return lines{all: splitLines(nil, text)} }

// splitLines appends the lines of a text.
func splitLines(dst []string, text string) []string {
	for {
		i := strings.IndexAny(text, "\r\n")
		if i < 0 {
			return append(dst, text)
		}
		end := i + 1
		if text[i] == '\r' && end < len(text) && text[end] == '\n' {
			end++
		}
		dst = append(dst, text[:end])
		text = text[end:]
	}
}

// content returns a line without its end.
func (l *lines) content(line int) string { return strings.TrimRight(l.all[line], "\r\n") }

// clip returns the place in the text that p stands for.
func (l *lines) clip(p Place) Place {
	switch last := len(l.all) - 1; {
	case p.Line < 0:
		return Place{}
	case p.Line > last:
		return Place{last, len(l.all[last])}
	}
	return Place{p.Line, min(max(p.Byte, 0), len(l.content(p.Line)))}
}

// change puts text in place of what stands between two places.
func (l *lines) change(from, to Place, text string) {
	from, to = l.clip(from), l.clip(to)
	if to.Before(from) {
		from, to = to, from
	}
	first, last := from.Line, to.Line
	text = l.all[first][:from.Byte] + text + l.all[last][to.Byte:]
	if first > 0 && strings.HasPrefix(text, "\n") && strings.HasSuffix(l.all[first-1], "\r") {
		first-- // they are one end
		text = l.all[first] + text
	}
	with := splitLines(nil, text)
	if last+1 < len(l.all) {
		with = with[:len(with)-1] // what stands behind the last end is the next line
	}
	l.same, l.sameLast = min(l.same, first), min(l.sameLast, len(l.all)-1-last)
	if len(with) == last+1-first {
		copy(l.all[first:], with)
	} else {
		l.all = slices.Replace(l.all, first, last+1, with...)
	}
}

// replace puts another text in place of all, which mostly differs in a few lines.
func (l *lines) replace(text string) {
	with := splitLines(make([]string, 0, len(l.all)+1), text)
	least := min(len(with), len(l.all))
	same, last := 0, 0
	for same < least && with[same] == l.all[same] {
		same++
	}
	for last < least-same && with[len(with)-1-last] == l.all[len(l.all)-1-last] {
		last++
	}
	l.same, l.sameLast, l.all = min(l.same, same), min(l.sameLast, last), with
}

// settle makes the text the one that same and sameLast are counted against.
func (l *lines) settle() { l.same, l.sameLast = len(l.all), len(l.all) }

// starts appends where each line begins, in bytes, and where the text ends.
func (l *lines) starts(dst []int) []int {
	at := 0
	for _, line := range l.all {
		dst = append(dst, at)
		at += len(line)
	}
	return append(dst, at)
}

// reader reads the text from a place on.
func (l *lines) reader(from Place) io.Reader {
	return &linesReader{l.all[from.Line][from.Byte:], l.all[from.Line+1:]}
}

type linesReader struct {
	line string
	next []string
}

func (r *linesReader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if r.line == "" {
			if len(r.next) == 0 {
				break
			}
			r.line, r.next = r.next[0], r.next[1:]
			continue
		}
		k := copy(p[n:], r.line)
		n += k
		r.line = r.line[k:]
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}
