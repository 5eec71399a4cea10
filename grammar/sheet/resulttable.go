package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/word"
	"github.com/stolb/stolb/record"
)

// resultTable reads results and keeps what it read, as wordTable does for
// words. The zero resultTable is empty and ready.
type resultTable struct {
	known    map[string]resultEntry
	lines    map[string]resultEntry // those with which short lines begin, by the whole line
	kinds    kindTable
	variants variantTable // of titles
}

// maxResultLine is how long a line may be that a resultTable keeps, in bytes.
const maxResultLine = 48

type resultEntry struct {
	result record.Result
	n      int
}

// maxTableResults is how many texts a resultTable keeps.
const maxTableResults = 1 << 10

// match is matchResult through the table.
func (t *resultTable) match(text string) (record.Result, int) {
	// What is read ends with the line at the latest.
	line := text[:min(len(text), maxResultLine+1)]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	if i := strings.IndexByte(line, '\r'); i >= 0 {
		line = line[:i]
	}
	if len(line) > maxResultLine {
		return t.matchBeginning(text)
	}
	if e, ok := t.lines[line]; ok {
		return e.result, e.n
	}
	r, n := t.matchBeginning(text)
	if n > 0 {
		if t.lines == nil || len(t.lines) >= maxTableResults {
			t.lines = make(map[string]resultEntry)
		}
		t.lines[strings.Clone(line)] = resultEntry{r, n}
	}
	return r, n
}

// matchBeginning is match, whatever the line.
func (t *resultTable) matchBeginning(text string) (record.Result, int) {
	_, end := lexResult(text, false)
	end = max(end, alikeResult(text))
	if end == 0 {
		return record.Result{}, 0
	}
	e, ok := t.known[text[:end]]
	if !ok {
		if t.known == nil || len(t.known) >= maxTableResults {
			t.known = make(map[string]resultEntry)
		}
		key := strings.Clone(text[:end])
		e.result, e.n = matchResult(key)
		t.known[key] = e
	}
	if e.n == 0 || !resultEnds(text[e.n:]) {
		return record.Result{}, 0
	}
	return e.result, e.n
}

// starts says whether a result stands at the beginning of text.
func (t *resultTable) starts(text string) bool {
	if !resultCanBegin(text) && !isForfeit(text) {
		return false
	}
	_, n := t.match(text)
	return n > 0
}

// isForfeit says whether the line may be plus and minus for a game that was
// not played.
func isForfeit(line string) bool {
	return len(line) < 16 && strings.IndexFunc(line, func(r rune) bool {
		return r != '+' && !word.IsDash(r) && !word.IsSpace(r) && r != ':' && r != '/' && r != '.'
	}) < 0 && strings.ContainsAny(line, "+")
}
