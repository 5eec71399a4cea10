package composition

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// The kinds of token.
const (
	tokenHeading lexer.TokenType = iota + 200
	tokenPosition
	tokenTask
	tokenLabel
	tokenNumber
	tokenWord
	tokenMark
	tokenEnd
	tokenOpen
	tokenClose
	tokenComma
	tokenBreak
	tokenComment
	tokenIndex
	tokenTooLong
	tokenStray
)

// Tokens describes the tokens for EBNF, in its order.
var Tokens = []word.Token{
	{Name: "Heading", Kind: tokenHeading, About: "a line above the position: number and author, source, year"},
	{Name: "Position", Kind: tokenPosition, About: "the position, White's men before a bar: D.b8, пр. h6 | c3, h8; or as FEN"},
	{Name: "Task", Kind: tokenTask, About: "нічия, ничья, draw; виграш, выигрыш, win; запереть 2 простые и дамку"},
	{Name: "Label", Kind: tokenLabel, About: "А, Б of a branch, I, II of a false try; also 1, 2 where squares have letters"},
	{Name: "Number", Kind: tokenNumber, About: "a move's number with its full stop"},
	{Name: "Word", Kind: tokenWord, About: "a move: d4, cd4, d:f4, f8:h6, 37, 28:37"},
	{Name: "Mark", Kind: tokenMark, About: "!, ? and the like"},
	{Name: "End", Kind: tokenEnd, About: "x or + where White wins, ="},
	{Name: "Open", Kind: tokenOpen, About: "( before replies of Black's"},
	{Name: "Close", Kind: tokenClose, About: ")"},
	{Name: "Comma", Kind: tokenComma, About: ","},
	{Name: "Break", Kind: tokenBreak, About: "a line's end, ; or ."},
	{Name: "Comment", Kind: tokenComment, About: "a remark in braces"},
	{Name: "Index", Kind: tokenIndex, About: "the index of authors, up to the end"},
	{Name: "TooLong", Kind: tokenTooLong, About: "what is beyond the limit of tokens"},
	{Name: "Stray", Kind: tokenStray, About: "anything else"},
}

// The limits of a composition.
const (
	maxTokens   = 1 << 13
	maxHeadings = 16  // lines above a position
	maxLine     = 512 // bytes of a line that can be a position
)

var (
	// fen is a whole line with a position as PDN has it.
	fen = word.Pattern(`^[ \t]*[WBwb?]?[ \t]*:[ \t]*[WBwb][^|]*:[ \t]*[WBwb][^|]*$`)
	// item is one of a list of pieces, or what a slip has made of one: d9, b22.
	item = word.Pattern(`^[ \t]*(?:(?:[Dd]|[Дд]|[Дд]ам(?:ки|ка)?|[KkКк]|[Пп]р(?:остые|ості)?|[Kk]ings?|[Mm]en)\.?[ \t]*)?` +
		`(?:[a-lA-Lа-яА-Я][ \t]?\d{1,2}|\d{1,2})(?:[ \t]*[-–—][ \t]*[01OoОо]+(?:/[01OoОо]+)?)?[ \t]*$`)
)

// findPosition finds the position with which a line begins, and where it ends; 0 if
// absent. Text is nil where a slip in it, such as a square that no board has or one that is
// listed twice, makes it one of no variant.
func findPosition(line string) (text *position.Text, end int) {
	bars := strings.Count(line, "|")
	switch {
	case len(line) > maxLine || !strings.ContainsAny(line, ":|/"):
		return nil, 0
	case bars == 0 && fen().MatchString(line):
		text, end = position.Read(line), len(line)
	default:
		text, end = position.ReadPair(line)
	}
	rest := strings.TrimLeft(line[end:], " \t")
	if text != nil && bars == 1 && rest != "" {
		if whole := position.Read(line); len(whole.Variants()) > 0 { // and who is to move
			return whole, len(line)
		}
	}
	switch {
	case text == nil:
	case bars == 0 && (rest != "" || text.IsPair() && !strings.Contains(line, ",")):
		return nil, 0 // a slash has the whole line
	case rest != "" && strings.ContainsRune(",;", rune(line[end-1])):
		return nil, len(line) // the list goes on
	case len(text.Variants()) > 0:
		return text, end
	case strings.HasPrefix(rest, "/"):
		return nil, end
	case !text.IsPair():
		return nil, len(line)
	}
	if isOfPieces(line) {
		return nil, len(line)
	}
	return nil, 0
}

// hasPosition says whether findPosition finds one in a line.
func hasPosition(line string) bool {
	if len(line) <= maxLine && strings.IndexByte(line, '|') >= 0 && isOfPieces(line) {
		return true // whether the grammar, which takes longer, can read the line or not
	}
	_, n := findPosition(line)
	return n > 0
}

// isOfPieces says whether most items of a line with a bar look like pieces, or all those
// of a line with a slash.
func isOfPieces(line string) bool {
	separators, barred := ",;/", strings.IndexByte(line, '|') >= 0
	if barred {
		separators = ",;|"
	}
	pieces, items := 0, 0
	for text := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if items++; item().MatchString(text) {
			pieces++
		}
	}
	return pieces >= 2 && (barred && 2*pieces > items || pieces == items && strings.Contains(line, ","))
}

var (
	index = word.Pattern(`(?i)^[ \t]*(?:список авторів|список авторов|персоналії|персоналии|index of authors)`)
	// solution is the word before a solution, which says nothing.
	solution = word.Pattern(`(?i)^[ \t]*(?:розв['’ʼ]?язок|решение|solution)[ \t]*[:.][ \t]*`)
	labels   = word.Pattern(`^(?:[IVXІХ]{1,8}|[А-ЯҐЄЇ]{1,8}|[A-Z]{1,4})$`)
	numbered = word.Pattern(`^\d{1,3}\.+$`)
	digits   = word.Pattern(`^\d{1,2}$`)
	ends     = word.Pattern(`^(?:[xх×+=*]|\+-|\+−)$`)
)

// tokensOf cuts a composition into tokens, the last of which is EOF.
func tokensOf(text string) []lexer.Token {
	l := lineLexer{text: text}
	headings := 0
	for at := 0; at < len(text); {
		end := word.LineEnd(text, at)
		line := text[at:end]
		switch n := 0; {
		case strings.TrimSpace(line) == "":
		case l.placed && index().MatchString(line):
			l.emit(tokenIndex, at, len(text))
			end = len(text)
		case !l.placed:
			var placed *position.Text
			if placed, n = findPosition(line); n > 0 {
				l.placed = true
				l.numeric = placed != nil && placed.Variants()[0].Board().Numbering == record.Numeric
				l.emit(tokenPosition, at, at+n)
				rest := at + n
				if next := word.SkipBlank(text[:end], rest); next < end && text[next] == '/' {
					rest = next + 1
				}
				l.line(rest, end)
			} else if kind, ok := taskKind(line); ok {
				l.emit(kind, at, end)
			} else if headings++; headings <= maxHeadings {
				l.emit(tokenHeading, at, end)
			} else {
				l.emit(tokenStray, at, end)
			}
		default:
			if kind, ok := taskKind(line); ok {
				l.emit(kind, at, end)
				break
			}
			l.line(at+len(solution().FindString(line)), end)
		}
		if len(l.tokens) > maxTokens {
			l.tokens = l.tokens[:maxTokens]
			l.emit(tokenTooLong, at, len(text))
			break
		}
		at = end + 1
	}
	return append(l.tokens, lexer.EOFToken(lexer.Position{Offset: len(text)}))
}

// taskKind says whether a line is a task, or who is to move, or would be a task and is
// none that is known.
func taskKind(line string) (lexer.TokenType, bool) {
	switch _, turn, ok := readTask(line); {
	case ok || turn != nil:
		return tokenTask, true
	case IsTask(line):
		return tokenStray, true
	}
	return 0, false
}

// lineLexer cuts the lines of a composition.
type lineLexer struct {
	text    string
	tokens  []lexer.Token
	placed  bool // there is a position
	numeric bool // its squares are numbers
}

func (l *lineLexer) emit(kind lexer.TokenType, at, end int) {
	l.tokens = append(l.tokens, lexer.Token{Type: kind, Value: l.text[at:end], Pos: lexer.Position{Offset: at}})
}

// signs are the tokens of one character.
var signs = map[byte]lexer.TokenType{
	'(': tokenOpen, '[': tokenOpen, ')': tokenClose, ']': tokenClose, ',': tokenComma, ';': tokenBreak, '.': tokenBreak,
	'{': tokenStray, '}': tokenStray,
}

// line cuts a line of a solution, from byte at to end.
func (l *lineLexer) line(at, end int) {
	for len(l.tokens) <= maxTokens {
		if at = word.SkipBlank(l.text[:end], at); at >= end {
			l.emit(tokenBreak, end, end)
			return
		}
		comment := 0
		if l.text[at] == '{' {
			comment = strings.IndexByte(l.text[at:end], '}') + 1
		}
		if kind, ok := signs[l.text[at]]; comment > 0 {
			l.emit(tokenComment, at, at+comment)
			at += comment
		} else if ok {
			l.emit(kind, at, at+1)
			at++
		} else {
			at = l.run(at, end)
		}
	}
}

// squareByte says whether a square can begin with the byte.
func squareByte(c byte) bool { return c >= 'a' && c <= 'l' || c >= '0' && c <= '9' || c >= 0xd0 }

// run cuts a token between spaces and signs, and returns where it ends.
func (l *lineLexer) run(at, end int) int {
	stop := at
	for {
		for stop < end && !strings.ContainsRune(" \t()[],;{}", rune(l.text[stop])) {
			stop++
		}
		// f4 : h6 is one word.
		next := word.SkipBlank(l.text[:end], stop)
		if next == stop || next >= end || l.text[next] != ':' && (l.text[stop-1] != ':' || !squareByte(l.text[next])) {
			break
		}
		stop = next + 1
	}
	text := l.text[at:stop]
	if numbered().MatchString(text) {
		l.emit(tokenNumber, at, stop)
		return stop
	}
	if cut := strings.TrimRight(text, "."); cut != "" && len(cut) < len(text) {
		text, stop = cut, at+len(cut)
	}
	core, marks, draw := word.CutMarks(text)
	switch {
	case ends().MatchString(text):
		l.emit(tokenEnd, at, stop)
	case core == "" && len(marks) > 0:
		l.emit(tokenMark, at, stop)
	case labels().MatchString(text), digits().MatchString(text) && !l.numeric:
		l.emit(tokenLabel, at, stop)
	case strings.HasPrefix(text, "№"):
		l.emit(tokenStray, at, stop)
	case core != text && (len(marks) > 0 || draw):
		l.emit(tokenWord, at, at+len(core))
		l.emit(tokenMark, at+len(core), stop)
	default:
		l.emit(tokenWord, at, stop)
	}
	return stop
}
