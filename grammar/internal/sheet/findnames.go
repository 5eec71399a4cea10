package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// anew says which numbers begin another game behind two names. Only a Finder knows.
type anew uint8

const (
	nowhere  anew = iota
	atFirst       // 1, whatever stands behind it
	anywhere      // whatever it is, for the names are others
)

// isDue says whether a row with the number is due.
func (s *state) isDue(number int) bool {
	return number == s.number+1 || number == 1 && s.anew != nowhere
}

// own keeps the names of the game's players, the first that stand in a line.
func (f *Finder) own(line string, p players) {
	if f.white == "" {
		f.white, f.black = line[p.white:p.whiteEnd], line[p.black:p.blackEnd]
	}
}

// isNamed says whether it is known who plays.
func (f *Finder) isNamed() bool { return f.white != "" || f.heads[0] && f.heads[1] }

// standsForMoves says whether a line that is no row stands for a game's moves: it says
// that they cannot be read, or has them in brackets.
func standsForMoves(line string) bool {
	return word.Illegible(line) || strings.IndexByte("([{", line[0]) >= 0 && hasSquare(line)
}

// standsForGame says whether what stands behind two names is there for moves that
// cannot be read: "нрзб", "запись утрачена", "…".
func standsForGame(text string) bool {
	text = strings.Trim(text, " \t,;")
	return text != "" && text != "." && (strings.Trim(text, "?_.… -—–[]()") == "" || word.Illegible(strings.TrimRight(text, ". ")))
}

// other says what names mean that stand behind the moves of a game and a blank line
// or its result: its own, as at the head of a second sheet, divide nothing.
func (f *Finder) other(line string, p players) anew {
	switch {
	case f.white != "" && !otherName(f.white, line[p.white:p.whiteEnd]) && !otherName(f.black, line[p.black:p.blackEnd]):
		return nowhere
	case f.white != "" || f.lex.ended:
		return anywhere
	}
	return atFirst
}

// beginsGame says whether names and moves behind them begin with a token in the
// middle of a line.
func (f *Finder) beginsGame(text string, t token) bool {
	switch t.kind {
	case tokenText, tokenDoubtful, tokenWord, tokenSpoilt:
	default:
		return false
	}
	first, _ := utf8.DecodeRuneInString(text[t.at:])
	named := isNameStart(first)
	if !named && (t.kind == tokenWord || t.kind == tokenSpoilt) {
		return false
	}
	end := min(len(text), t.at+4*maxName)
	if !f.begins.within(text, t.at, end) {
		return false
	}
	if !named && !beginsName(text[t.at:min(len(text), t.at+maxName)]) || isShape(text[t.at:t.at+runOf(text[t.at:], true)]) {
		return false
	}
	if !f.begins.names.mayBegin(text[:end], t.at) {
		return false
	}
	p := playersBeforeMoves(text[t.at:end], nextFirstMoves)
	return p.ok && p.white == 0
}

// movesBehind ends two names where moves stand behind them in their line whose first
// ones are torn off or cannot be read: "Иванов – Петров 2. b4-a5 a7-b6 3. ...".
func (p *players) movesBehind(line string) {
	numbers := 0
	for i := p.black + 1; i < p.end && numbers < maxOnes; i++ {
		if !word.IsDigit(line[i]) || line[i-1] != ' ' && line[i-1] != '\t' {
			continue
		}
		digits, end := numberAt(line[i:p.end])
		if end == digits || digits > 3 {
			continue
		}
		numbers++
		if weigh(line[i:p.end], nil).sound < 2 {
			continue
		}
		black := line[p.black:min(p.blackEnd, i)]
		if k := strings.IndexAny(black, "?[«_…."); k > 0 && (black[k] != '.' || strings.HasPrefix(black[k:], "..")) {
			black = black[:k]
		}
		if k := strings.Index(black, ". "); k > 0 && utf8.RuneCountInString(black[behindBlank(black[:k]):k]) > 3 {
			black = black[:k] // a sentence's end
		}
		p.blackEnd = p.black + beforeBlank(black)
		if p.end = i; strings.IndexFunc(line[p.blackEnd:i], func(r rune) bool { return word.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
			p.end = p.blackEnd
		}
		p.ok = p.black < p.blackEnd
		return
	}
}
