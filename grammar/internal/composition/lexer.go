package composition

import (
	"cmp"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/position"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// The token kinds of a composition.
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

// Tokens describes the tokens for EBNF, in order.
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
	maxLine     = 512 // bytes of a line with a position
)

var (
	// fen matches a whole line with a position in PDN's form.
	fen = word.Pattern(`^[ \t]*[WBwb?]?[ \t]*:[ \t]*[WBwb][^|]*:[ \t]*[WBwb][^|]*$`)
	// item matches one piece of a list, even if misspelt: d9, b22.
	item = word.Pattern(`^[ \t]*(?:(?:[Dd]|[Дд]|[Дд]ам(?:ки|ка)?|[KkКк]|[Пп]р(?:остые|ості)?|[Kk]ings?|[Mm]en)\.?[ \t]*)?` +
		`(?:[a-lA-Lа-яА-Я][ \t]?\d{1,2}|\d{1,2})(?:[ \t]*[-–—][ \t]*[01OoОо]+(?:/[01OoОо]+)?)?[ \t]*$`)
)

// findPosition finds the position at the beginning of a line and returns its end, or 0 if absent.
// text is nil if an error, such as an unknown or repeated square, makes it invalid in every
// variant.
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
		if whole := position.Read(line); len(whole.Variants()) > 0 { // including the side to move
			return whole, len(line)
		}
	}
	switch {
	case text == nil:
	case bars == 0 && (rest != "" || text.IsPair() && !strings.Contains(line, ",")):
		return nil, 0 // a position with a slash takes the whole line
	case rest != "" && strings.ContainsRune(",;", rune(line[end-1])):
		return nil, len(line) // the list continues
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

// isOfPieces reports whether most items of a line with a bar or a comma look like pieces.
func isOfPieces(line string) bool {
	pieces, items := 0, 0
	for text := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(",;|", r) }) {
		if items++; item().MatchString(text) {
			pieces++
		}
	}
	return pieces >= 2 && 2*pieces > items
}

var (
	index    = word.Pattern(`(?i)^[ \t]*(?:список авторів|список авторов|персоналії|персоналии|index of authors)`)
	labels   = word.Pattern(`^(?:[IVXІХ]{1,8}|[А-ЯҐЄЇ]{1,8}|[A-Z]{1,4})$`)
	numbered = word.Pattern(`^\d{1,3}\.+$`)
	digits   = word.Pattern(`^\d{1,2}$`)
	ends     = word.Pattern(`^(?:[xх×+=*]|\+-|\+−)$`)
)

// tokensOf cuts a composition into tokens; the last is EOF.
func tokensOf(text string) []lexer.Token {
	l := lineLexer{text: text}
	headings := 0
	for at := 0; at < len(text); {
		end := word.LineEnd(text, at)
		line := text[at:end]
		switch _, turn, isTask := ParseTask(line); {
		case strings.TrimSpace(line) == "", !l.placed && l.position(at, end):
		case l.placed && index().MatchString(line):
			end = len(text)
			l.emit(tokenIndex, at, end)
		case isTask || turn != nil:
			l.emit(tokenTask, at, end)
		case IsTask(line): // an unknown one
			l.emit(tokenStray, at, end)
		case l.placed:
			l.line(at+len(position.Solution().FindString(line)), end)
		default:
			if headings++; headings <= maxHeadings {
				l.emit(tokenHeading, at, end)
			} else {
				l.emit(tokenStray, at, end)
			}
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

// lineLexer cuts the lines of a composition.
type lineLexer struct {
	text    string
	tokens  []lexer.Token
	placed  bool // the position has been read
	numeric bool // its squares are numbers
}

func (l *lineLexer) emit(kind lexer.TokenType, at, end int) {
	l.tokens = append(l.tokens, lexer.Token{Type: kind, Value: l.text[at:end], Pos: lexer.Position{Offset: at}})
}

// signs are the token kinds of single characters.
var signs = map[byte]lexer.TokenType{
	'(': tokenOpen, '[': tokenOpen, ')': tokenClose, ']': tokenClose, ',': tokenComma, ';': tokenBreak, '.': tokenBreak,
	'{': tokenStray, '}': tokenStray,
}

// position cuts a line from byte at to end and reports true if it begins with the position.
func (l *lineLexer) position(at, end int) bool {
	text, n := findPosition(l.text[at:end])
	if n == 0 {
		return false
	}
	l.placed, l.numeric = true, text != nil && text.Variants()[0].Board().Numbering == record.Numeric
	l.emit(tokenPosition, at, at+n)
	rest := word.SkipBlank(l.text[:end], at+n)
	if rest < end && l.text[rest] == '/' {
		rest++
	}
	l.line(rest, end)
	return true
}

// line cuts a line of a solution, from byte at to end.
func (l *lineLexer) line(at, end int) {
	last := at + strings.LastIndexByte(l.text[at:end], '}') // no comment ends after this
	for len(l.tokens) <= maxTokens {
		if at = word.SkipBlank(l.text[:end], at); at >= end {
			l.emit(tokenBreak, end, end)
			return
		}
		if l.text[at] == '{' && at < last {
			comment := at + strings.IndexByte(l.text[at:], '}') + 1
			l.emit(tokenComment, at, comment)
			at = comment
		} else if kind, ok := signs[l.text[at]]; ok {
			l.emit(kind, at, at+1)
			at++
		} else {
			at = l.run(at, end)
		}
	}
}

// run matches the text between spaces and signs. f4 : h6 is one word.
var run = word.Pattern(`^(?:[^ \t()\[\],;{}:]|(?:[ \t][\s\p{Z}]*)?:(?:[ \t][\s\p{Z}]*[a-l0-9\x{400}-\x{10ffff}])?)+`)

// run cuts a token between spaces and signs and returns its end.
func (l *lineLexer) run(at, end int) int {
	text := run().FindString(l.text[at:end])
	if !numbered().MatchString(text) {
		text = cmp.Or(strings.TrimRight(text, "."), text)
	}
	stop, kind := at+len(text), tokenWord
	switch core, marks, draw := word.CutMarks(text); {
	case numbered().MatchString(text):
		kind = tokenNumber
	case ends().MatchString(text):
		kind = tokenEnd
	case core == "" && len(marks) > 0:
		kind = tokenMark
	case labels().MatchString(text), digits().MatchString(text) && !l.numeric:
		kind = tokenLabel
	case strings.HasPrefix(text, "№"):
		kind = tokenStray
	case len(marks) > 0 || draw:
		l.emit(tokenWord, at, at+len(core))
		at, kind = at+len(core), tokenMark
	}
	l.emit(kind, at, stop)
	return stop
}
