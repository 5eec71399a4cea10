package sheet

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/cut"
	"github.com/stolb/stolb/grammar/internal/word"
)

// head is what a Finder knows of the heads of the game so far, beside its players.
type head struct {
	apart   bool // a blank line stands before the lines that may be the next game's head
	settled bool // a result stands behind names without moves
	hurt    bool // there are rows, though no move may be readable
	pending bool // headers stand in the middle of the game, which goes on if its numbers do
	listed  bool // the results of other games stand there
	words   said // what lines behind the result say of the moves that follow
}

// tail is the end of a line, from byte at on, where a game was found.
type tail struct {
	text string
	at   int
}

// said is what lines of words behind a game's result say of moves behind them.
type said uint8

const (
	noWords     said = iota
	mayBegin         // they may stand for the first row of another game
	anotherGame      // another game begins: a list's number, a rule, a row that cannot be read
)

// says takes a line that is no row, and perhaps stands behind the game's result.
func (f *Finder) says(line string) {
	if !f.lex.ended || strings.IndexByte("([{", line[0]) >= 0 {
		return
	}
	digits, end := numberAt(line)
	switch {
	case f.kind == lineRule, f.kind == lineNames, isListNumber(line) && !isFigure(line), word.Illegible(line), end > digits && numberValue(line[:digits]) == 1:
		f.words = anotherGame
	case f.kind == lineProse:
		f.words = max(f.words, mayBegin)
	}
}

// fewRows are how many rows of a game behind which another one's may follow by
// chance: its number is due, and its moves are legal.
const fewRows = 2

// behindResult takes a row whose number goes on from the game's, which has its result:
// by what the words between say it is another game's, or the board says whether it is.
func (f *Finder) behindResult(r row, text string, words said) cut.Decision {
	if words == anotherGame || words == mayBegin && r.first <= fewRows+1 {
		return cut.AtMark
	}
	f.lex.ended = false
	what := f.rowOf(r, text)
	if what == cut.None || what == cut.SeamDue {
		what = cut.SeamEnded
	}
	return what
}

// keysOf returns the tags of a line's headers, whether the line begins with one that heads
// a column, whether the last has no value, and where moves begin behind them; 0 where
// there are none.
func (f *Finder) keysOf(text string, at int) (keys []string, column, bare bool, moves int) {
	keys, f.values = f.tags[:0], [2]string{}
	for i := at + beforeCell(text[at:]); i < len(text); {
		tag, n := matchKey(text[i:])
		if n == 0 {
			break
		}
		keys = append(keys, tag)
		value := skipCells(text, i+n)
		heads := headsColumn(text[i : i+n])
		column = column || heads && i == at
		if heads && headsAnother(text[value:]) || value < len(text) && isKey(text[value:]) {
			i, bare = value, true
			continue
		}
		if value < len(text) && word.IsDigit(text[value]) && (tag == "White" || tag == "Black") && f.lex.begun {
			keys[len(keys)-1] = "Time" // "Белые: 10 минут"
		}
		bare = value == len(text)
		row := false
		if i, row = valueEnd(text, value, len(text)); tag == "White" || tag == "Black" {
			f.values[headIndex(tag)] = text[value:i]
		}
		if row {
			moves = i
			break
		}
	}
	f.tags = keys
	return keys, column, bare, moves
}

// header takes a line of headers with the given tags; bare says that they have no
// values.
func (f *Finder) header(tags []string, sheet, bare bool) (cut.Decision, int) {
	blank := f.blank
	f.blank = false
	begun, ended := f.lex.begun, f.lex.ended
	column := sheet && len(tags) == 1 && (tags[0] == "White" || tags[0] == "Black") && begun && (!ended || f.lex.closed) && !f.second
	if column && !f.isWide() && (!f.heads[headIndex(tags[0])] || bare && f.last != "" && f.last != tags[0]) {
		f.second = true
		return cut.None, 0
	}
	trailing := !f.moves
	for _, t := range tags {
		switch t {
		case "Arbiter", "Annotator", "WhiteTime", "BlackTime":
		case "Result":
			trailing = trailing && !ended
		case "TimeControl":
			trailing = trailing && !ended && !blank
		case "Time":
		default:
			trailing = false
		}
	}
	if begun || ended || f.named || f.hurt || f.unplayed(f.values[0], f.values[1]) {
		switch {
		case trailing:
			return cut.Keep, 0
		case bare && sheet && len(tags) == 1 && (tags[0] == "White" || tags[0] == "Black"):
			f.marked, f.above = true, true // "белые" may be what is left of a result
			return cut.Mark, 0
		case sheet && f.mayGoOn(tags):
			f.marked, f.pending = true, true
			return cut.Mark, 0
		}
		return cut.AtMark, 0
	}
	// Headers without moves: a tag that comes again behind a blank line is the
	// next game's, which begins where the blank line ended.
	for _, t := range tags {
		if (blank || f.section) && slices.Contains(f.keys, t) {
			return cut.AtMark, 0
		}
	}
	what := cut.None
	if blank && (len(f.keys) > 0 || f.isNamed()) {
		f.section = true
		what = cut.Mark
	} else if f.section {
		what = cut.Keep
	}
	for _, t := range tags {
		if len(f.keys) < maxSheetKeys && !slices.Contains(f.keys, t) {
			f.keys = append(f.keys, t)
		}
		if sheet && (t == "White" || t == "Black") {
			f.heads[headIndex(t)] = true
			f.last = t
			if f.white == "" && t == "White" {
				f.white = f.values[0]
			} else if f.black == "" && t == "Black" {
				f.black = f.values[1]
			}
		}
	}
	return what, 0
}

func headIndex(tag string) int {
	if tag == "Black" {
		return 1
	}
	return 0
}

// unplayed says whether the names of a head are those of another game than the one
// so far, which has no moves.
func (f *Finder) unplayed(white, black string) bool {
	return !f.lex.begun && !f.hurt && (otherName(f.white, white) || otherName(f.black, black))
}

// mayGoOn says whether a game may go on behind headers in its middle, as behind the
// head of a second page: its rows have numbers, and they have neither moves nor
// anybody else's name.
func (f *Finder) mayGoOn(tags []string) bool {
	for _, t := range tags {
		switch t {
		case "White", "Black":
			side := headIndex(t)
			known := [...]string{f.white, f.black}[side]
			if value := f.values[side]; value != "" && !isSquareList(value) && (known == "" || otherName(known, value)) {
				return false
			}
		}
	}
	return f.lex.begun && !f.lex.ended && !f.moves && f.lex.number > 0
}

// mayBeOther says whether names of others may stand in the middle of a game: it goes on
// where the next number is the one that is due, and the board says so.
func (f *Finder) mayBeOther() bool {
	return f.lex.begun && !f.lex.ended && f.lex.number > 0 && !f.second
}

// otherName says whether two names are known and not one player's: they have no
// word in common, "Иванов Иван (МС)" and "И. И. Иванов", but initials.
func otherName(a, b string) bool {
	if a == "" || b == "" || strings.EqualFold(a, b) {
		return false
	}
	for w := range wordsOf(a) {
		for v := range wordsOf(b) {
			if strings.EqualFold(w, v) {
				return false
			}
		}
	}
	return true
}

// wordsOf yields the words of a name that are more than an initial.
func wordsOf(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return !word.IsLetter(r) && !unicode.IsDigit(r) }) {
			if utf8.RuneCountInString(w) > 1 && !yield(w) {
				return
			}
		}
	}
}

// headsAnother says whether a cell behind the head of a column heads the other
// column: "Белые	Черные".
func headsAnother(cell string) bool {
	tag, n := matchKey(cell)
	return (tag == "White" || tag == "Black") && headsColumn(cell[:n])
}
