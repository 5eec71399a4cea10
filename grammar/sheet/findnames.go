package sheet

import "unicode/utf8"

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

// other says what names mean that stand behind the moves of a game and a blank line
// or its result: its own, as at the head of a second sheet, divide nothing.
func (f *Finder) other(line string, p players) anew {
	switch {
	case f.white == line[p.white:p.whiteEnd] && f.black == line[p.black:p.blackEnd]:
		return nowhere
	case f.white != "" || f.lex.ended:
		return anywhere
	}
	return atFirst
}

// beginsGame says whether names and moves behind them begin with a token in the
// middle of a line.
func beginsGame(text string, t token, results *resultTable) bool {
	switch t.kind {
	case tokenText, tokenDoubtful, tokenWord, tokenSpoilt:
	default:
		return false
	}
	first, _ := utf8.DecodeRuneInString(text[t.at:])
	if !isNameStart(first) || isShape(text[t.at:t.at+runAt(text[t.at:])]) {
		return false
	}
	rest := text[t.at:min(len(text), t.at+4*maxName)]
	if !mayBeginNames(rest) {
		return false
	}
	p := playersBeforeMoves(rest, results, nextFirstMoves)
	return p.ok && p.white == 0
}
