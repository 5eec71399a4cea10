package sheet

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
)

// titled is a line that is a row of moves, or the title above the next line, if
// that is a game's head: "3-4 марта 1987", "2-й тур".
type titled struct {
	is    bool         // there is such a line
	what  cut.Decision // of the row
	state state        // behind the row
	game  game
	blank bool // a blank line stands behind it
}

// maxTitled is how long such a line may be, in bytes.
const maxTitled = 160

// titleOrRow takes a line that may be a title, at byte at; not where it is none,
// and a row for certain if another game begins in it.
func (f *Finder) titleOrRow(text string, at int) (what cut.Decision, i int, ok bool) {
	begun := f.lex.begun || f.hurt
	if f.open != 0 || len(text) > maxTitled || begun && !f.blank && !f.lex.ended || !begun && (f.headed || f.white != "" || f.black != "" || f.heads != [2]bool{}) {
		return 0, 0, false
	}
	if plain := plainLine(text[:beforeBlank(text)]); plain.plies > 0 {
		if plain.plies > 1 || plain.first > 0 || !word.IsDigit(text[at]) || begun && !f.lettered() {
			return 0, 0, false
		}
	} else if !titleLike(text[at:], f.lex) {
		return 0, 0, false
	}
	state, game := f.lex.state, f.game
	f.settling = true
	defer func() { f.settling = false }()
	if what, i = f.find(text, true, false); what != cut.None && what != cut.Mark && what != cut.Keep || f.open != 0 {
		return what, i, true
	}
	f.title = titled{is: true, what: what, state: f.lex.state, game: f.game}
	f.lex.state, f.game = state, game
	if begun {
		return cut.Mark, 0, true
	}
	return cut.Keep, 0, true
}

// behindTitle takes the line behind one that may be a title.
func (f *Finder) behindTitle(text string, first bool) (cut.Decision, int) {
	at := word.SkipBlank(text, 0)
	if first && at == len(text) {
		f.title.blank = true
		return cut.Keep, 0
	}
	title := f.title
	f.title = titled{}
	if first && f.lex.isHead(text[at:]) {
		if f.lex.begun || f.lex.ended || f.hurt {
			f.marked, f.apart, f.near = true, true, false
		}
		f.blank = title.blank
		return f.Find(text, first)
	}
	f.lex.state, f.game = title.state, title.game
	if title.blank {
		f.find("", true, false)
	}
	what, i := f.Find(text, first)
	if title.what == cut.None {
		switch what {
		case cut.Keep:
			what = cut.None
		case cut.Mark:
			what = cut.MarkAnew
		}
	}
	return what, i
}

// lettered says whether the game's moves are in letters.
func (f *Finder) lettered() bool {
	return strings.ContainsAny(f.sample, "abcdefghABCDEFGHасеАСЕ")
}

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
