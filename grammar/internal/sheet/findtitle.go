package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// maxTitled is how long such a line may be, in bytes.
const maxTitled = 160

// isHead says whether a line heads a game: players, or other headers than those
// that stand below one.
func (l *lineLexer) isHead(line string) bool {
	k, _ := l.kindOf(line)
	switch k {
	case lineTag, lineNames, lineTitle, lineFacts:
		return true
	case lineKey:
		switch tag, _ := matchKey(line[beforeCell(line):]); tag {
		case "", "Arbiter", "Annotator", "WhiteTime", "BlackTime", "Result", "TimeControl", "Time":
			return false
		}
		return true
	}
	return false
}

// titleLike says whether a line that has something like a move may be a title: it
// has no number of a row, and words before what would be the moves, or nothing
// that is a move in letters.
func titleLike(line string, l *lineLexer) bool {
	if digits, end := numberAt(line); end > digits && numberValue(line[:digits]) > 0 && !isDateAt(line, digits+1) {
		return false // 1. c3-b4: spares weighing
	}
	w := l.weigh(line)
	switch {
	case w.numbered:
		digits, _ := numberAt(line)
		return w.sound == 0 && digits > 0 && isDateAt(line, digits+1)
	case w.prose > 0:
		return w.sound <= 2
	}
	return w.moves <= 2 && w.sound <= 1 && strings.Trim(line, "?. …—–-[]()") != "" && !word.Illegible(strings.Trim(line, ".[]() "))
}

// isDateAt says whether the month of a date may stand at byte i of a line: 12.03.87,
// 12.III.87.
func isDateAt(line string, i int) bool {
	return i < len(line) && (word.IsDigit(line[i]) || line[i] == 'I')
}

// title says whether the line from byte at to end is the title above the head of a
// game that has begun with neither names nor moves.
func (l *lineLexer) title(at, end int) bool {
	if l.begun || l.ended || l.headed || end-at > maxTitled {
		return false
	}
	line := l.text[at:end]
	if r := plainLine(line); r.plies > 0 {
		if r.first > 0 || !word.IsDigit(line[0]) {
			return false
		}
	} else if !titleLike(line, l) {
		return false
	}
	next := word.SkipPlainSpace(l.text, end)
	return next < len(l.text) && l.isHead(l.text[next:word.LineEnd(l.text, next)])
}
