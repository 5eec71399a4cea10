package sheet

import (
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// resultPhrase is the grammar of a result as sheets say it, in Russian,
// Ukrainian and English. Its tokens are kinds of words (resultVocabulary), so
// that "черные сдались" and "Black resigned" are one rule.
type resultPhrase struct {
	Head    string         `parser:"( @Score (Colon | Dash)? )?"` // Счет, Результат:
	Forfeit *resultForfeit `parser:"(  @@"`
	Points  *resultPoints  `parser:" | @@"`
	Open    bool           `parser:" | @Star"` // PDN's *
	Draw    *resultDraw    `parser:" | @@"`
	Side    *resultSide    `parser:" | @@"`
	Event   *resultEvent   `parser:" | @@ )"`
	Manner  *resultManner  `parser:"@@?"`
	EndPos  lexer.Position
}

// resultForfeit is plus and minus for a game that was not played (Codex 3.6).
type resultForfeit struct {
	White string `parser:"@(Plus | Dash) (Colon | Slash)?"`
	Black string `parser:"@(Plus | Dash)"`
}

// resultPoints is 17:7, 1-0, ½-½; a half alone is a draw.
type resultPoints struct {
	White string `parser:"@(Number | Half)"`
	Black string `parser:"( (Colon | Dash) @(Number | Half) )?"`
}

// resultDraw is "ничья по соглашению", "согласились на ничью", "draw agreed".
type resultDraw struct {
	Agreed bool `parser:"( @Agreed Filler* )?"`
	Draw   bool `parser:"@Draw"`
	Then   bool `parser:"( Filler* @Agreed )?"`
}

// resultSide is "черные сдались", "белые просрочили время", "White wins".
type resultSide struct {
	Side string `parser:"@(White | Black)"`
	What string `parser:"@(Resigned | Won | Lost | Overstepped | Absent) Time?"`
}

// resultEvent is "сдались черные", "победа белых", "просрочка времени у
// белых"; where it names no side it is the side to move.
type resultEvent struct {
	What string `parser:"@(Resigned | Won | Lost | Overstepped | Absent) Time? Filler*"`
	Side string `parser:"@(White | Black)?"`
}

// resultManner is what stands behind: "on time", "(просрочили время)", "по
// времени", "за неявку".
type resultManner struct {
	What string `parser:"Open? Filler* @(Time | Overstepped | Absent | Resigned | Agreed) Time? Close?"`
}

// resultVocabulary is the kinds of the words of results. Letters are small, and
// ё is written е.
var resultVocabulary = map[string]lexer.TokenType{}

// The kinds of token of a result.
const (
	resultNumber lexer.TokenType = iota + 100
	resultHalf
	resultColon
	resultDash
	resultSlash
	resultPlus
	resultStar
	resultOpen
	resultClose
	resultScore
	resultWhite
	resultBlack
	resultResigned
	resultWon
	resultLost
	resultOverstepped
	resultTime
	resultAbsent
	resultDrawn
	resultAgreed
	resultFiller
)

var ResultTokens = []word.Token{
	{Name: "Number", Kind: resultNumber, About: "a number of points, which may end in ,5"},
	{Name: "Half", Kind: resultHalf, About: "½ or 1/2"},
	{Name: "Colon", Kind: resultColon, About: ":"},
	{Name: "Dash", Kind: resultDash, About: "a dash of any kind"},
	{Name: "Slash", Kind: resultSlash, About: "/"},
	{Name: "Plus", Kind: resultPlus, About: "+"},
	{Name: "Star", Kind: resultStar, About: "*"},
	{Name: "Open", Kind: resultOpen, About: "("},
	{Name: "Close", Kind: resultClose, About: ")"},
	{Name: "Score", Kind: resultScore, About: "счет счёт результат рез итог исход рахунок підсумок score result"},
	{Name: "White", Kind: resultWhite, About: "белые белых белыми білі білих білими white"},
	{Name: "Black", Kind: resultBlack, About: "черные черных черными чорні чорних чорними black"},
	{Name: "Resigned", Kind: resultResigned, About: "сдались сдаются сдался сдалась здались здалися здаються здався здалась resigned resigns resign"},
	{Name: "Won", Kind: resultWon, About: "выиграли выигрывают победили победа победой выигрыш выигрышем виграли виграють перемогли перемога виграш won wins win"},
	{Name: "Lost", Kind: resultLost, About: "проиграли проигрывают поражение програли програють поразка lost loses lose"},
	{Name: "Overstepped", Kind: resultOverstepped, About: "просрочили просрочил просрочила просрочка просрочкой прострочили прострочив прострочила прострочення прострочка overstepped timeout"},
	{Name: "Time", Kind: resultTime, About: "время времени часу час time"},
	{Name: "Absent", Kind: resultAbsent, About: "неявка неявку неявки неявкой нез'явлення отсутствуют forfeits forfeited forfeit absent"},
	{Name: "Draw", Kind: resultDrawn, About: "ничья ничью ничьей вничью нічия нічию нічиєю внічию draw drawn"},
	{Name: "Agreed", Kind: resultAgreed, About: "согласились соглашению согласию погодились погодилися згодою agreed agreement"},
	{Name: "Filler", Kind: resultFiller, About: "по на за у из-за через в by on the a for due to of"},
}

func init() {
	for _, t := range ResultTokens {
		if t.Kind < resultScore {
			continue
		}
		for _, w := range strings.Fields(t.About) {
			resultVocabulary[word.Fold(w)] = t.Kind
			addHeadWord(word.Fold(w))
		}
	}
}

// resultDefinition is the lexer.Definition of results.
type resultDefinition struct{}

func (resultDefinition) Symbols() map[string]lexer.TokenType { return word.SymbolsOf(ResultTokens) }

func (resultDefinition) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	l := newResultLexer(string(text), nil)
	for i := 0; !l.token(i).EOF(); i++ {
	}
	return &l.tokens, nil
}

var ResultGrammar = sync.OnceValue(func() *participle.Parser[resultPhrase] {
	return participle.MustBuild[resultPhrase](
		participle.Lexer(resultDefinition{}), participle.UseLookahead(maxResultTokens))
})

// The limits of what is looked at for a result.
const (
	maxResult       = 160 // bytes
	maxResultTokens = 12
)

// resultLexer cuts the beginning of a text into the tokens of a result, as they
// are asked for, up to the first thing that no result has.
type resultLexer struct {
	text   string
	tokens word.TokenList
	at     int
	reach  int // how many bytes were looked at; one more than there are where the end of the text told
}

func newResultLexer(text string, tokens word.TokenList) resultLexer {
	return resultLexer{text: text[:min(len(text), maxResult)], tokens: tokens[:0]}
}

// token returns the token with the given index, which is that behind the tokens
// there are at most.
func (l *resultLexer) token(index int) lexer.Token {
	if index == len(l.tokens) {
		kind, width := lexer.EOF, 0
		if index < maxResultTokens {
			kind, width = l.next()
		}
		l.tokens = append(l.tokens, lexer.Token{Type: kind, Value: l.text[l.at : l.at+width], Pos: lexer.Position{Offset: l.at}})
		l.at += width
	}
	return l.tokens[index]
}

// looked says how many bytes were looked at.
func (l *resultLexer) looked(n int) { l.reach = max(l.reach, n) }

// next returns the kind and the width of the token that begins at l.at, behind
// what it passes over.
func (l *resultLexer) next() (lexer.TokenType, int) {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		r, w := utf8.DecodeRuneInString(rest)
		l.looked(l.at + w)
		switch {
		case r == utf8.RuneError:
			l.looked(l.at + utf8.UTFMax)
			return lexer.EOF, 0
		case r == '\n' || r == '\r':
			return lexer.EOF, 0
		case word.IsSpace(r):
		case r >= '0' && r <= '9':
			n := l.number(rest)
			l.looked(l.at + n + len(",5"))
			switch {
			case strings.HasPrefix(rest, "1/2"):
				return resultHalf, len("1/2")
			case n > 8 || n > 1 && r == '0' && word.IsDigit(rest[1]):
				return lexer.EOF, 0
			}
			return resultNumber, n
		case word.IsLetter(r):
			n := strings.IndexFunc(rest, func(r rune) bool {
				return !word.IsLetter(r) && r != '\'' && r != '’' && r != 'ʼ' && r != '-'
			})
			if n < 0 {
				n = len(rest)
			}
			l.looked(l.at + n + runeAhead(rest[n:]))
			if kind, ok := word.LookUp(resultVocabulary, rest[:n]); ok {
				return kind, n
			}
			return lexer.EOF, 0
		case r == '.' && len(l.tokens) == 1 && l.at >= len("рез") && strings.HasSuffix(word.Fold(l.text[:l.at]), "рез"):
		case r == ',' && len(l.tokens) > 0: // "ничья, по соглашению"
			behind := word.SkipBlank(l.text, l.at+w)
			next, _ := utf8.DecodeRuneInString(l.text[behind:])
			l.looked(behind + runeAhead(l.text[behind:]))
			if !word.IsLetter(next) {
				return lexer.EOF, 0
			}
		default:
			if kind := signOfResult(r); kind != lexer.EOF {
				return kind, w
			}
			return lexer.EOF, 0
		}
		l.at += w
	}
	l.looked(l.at + 1)
	return lexer.EOF, 0
}

// maxAlike is how many bytes alikeResult looks at, at most: two digits, a dash, and
// what aheadOfResult says.
const maxAlike = 2*len("О") + len("–") + len(" финал")

func isDigitOf(r rune) bool { _, _, ok := word.DigitOf(r); return ok }

// runeAhead is how many bytes are looked at to see the first character of a text; more
// than there are where it is not whole.
func runeAhead(text string) int {
	r, w := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError {
		return utf8.UTFMax
	}
	return w
}

// aheadOfResult is how many bytes resultEnds looks at.
func aheadOfResult(rest string) int {
	switch {
	case rest == "":
		return 1
	case rest[0] == '.' || rest[0] == ',':
		return 1 + runeAhead(rest[1:])
	case rest[0] == '*':
		return len("**") + 1
	case rest[0] == ' ' && (len(rest) == 1 || rest[1] == 'f' || rest[1] == "ф"[0]):
		return len(" финал")
	case rest[0] == ' ':
		return len(" x")
	}
	return runeAhead(rest)
}

// number returns the length of the number with which rest begins.
func (l *resultLexer) number(rest string) int {
	n := 1
	for n < len(rest) && word.IsDigit(rest[n]) {
		n++
	}
	for _, half := range []string{",5", ".5", "½"} {
		if strings.HasPrefix(rest[n:], half) {
			return n + len(half)
		}
	}
	return n
}

// signOfResult returns the kind of token that a sign is; lexer.EOF where it is
// none of a result's.
func signOfResult(r rune) lexer.TokenType {
	switch {
	case r == '½':
		return resultHalf
	case r == ':' || r == '∶' || r == '：':
		return resultColon
	case word.IsDash(r):
		return resultDash
	case r == '/':
		return resultSlash
	case r == '+':
		return resultPlus
	case r == '*':
		return resultStar
	case r == '(':
		return resultOpen
	case r == ')':
		return resultClose
	}
	return lexer.EOF
}

// matchResult reads the result with which text begins, and how many bytes of
// text it is; 0 where text begins with none. Result.At is not set. Digits
// without a word such as "счет" are a result only where they can be no move:
// 1-0, 2:0, 1/2. Moves have no square 0 and end elsewhere than where they
// begin.
func matchResult(text string) (record.Result, int) {
	l := newResultLexer(text, nil)
	return l.match(text)
}

// match is matchResult.
func (l *resultLexer) match(text string) (record.Result, int) {
	if first, _ := utf8.DecodeRuneInString(text); isDigitOf(first) {
		l.looked(maxAlike)
	}
	if n := alikeResult(text); n > 0 {
		res, _ := matchResult(word.PlainScore(text[:n]))
		res.Text = text[:n]
		return res, n
	}
	phrase, n, ok := (&resultReader{lex: l}).phrase()
	if !ok || l.tokens[0].Type == resultNumber && l.tokens[1].EOF() { // a number alone
		return record.Result{}, 0
	}
	n = len(strings.TrimRightFunc(text[:n], func(r rune) bool { return word.IsSpace(r) || r == ',' }))
	res, ok := phrase.result()
	l.looked(n + aheadOfResult(text[n:]))
	if !ok || n == 0 || !resultEnds(text[n:]) {
		return record.Result{}, 0
	}
	res.Text = text[:n]
	return res, n
}

// ParseResult reads a text that is a result and nothing else, but for a full
// stop: "Счет 17:7.", "1-0", "½-½", "Черные сдались", "+ -". Two numbers that
// are no usual result are points, so that "10-14" is Adiukh's. Result.At is 0.
func ParseResult(text string) (record.Result, bool) {
	text = strings.TrimFunc(text, word.IsSpace)
	text = strings.TrimRight(text, ".")
	if res, n := matchResult(text); n == len(text) && n > 0 {
		return res, true
	}
	// Any points: the text is known to be a result.
	if res, n := matchResult("счет " + text); n == len("счет ")+len(text) && n > len("счет ") {
		res.Text = text
		return res, true
	}
	return record.Result{}, false
}

// result returns what the phrase says, and whether that is a result.
func (p *resultPhrase) result() (r record.Result, ok bool) {
	switch {
	case p.Forfeit != nil:
		r = p.Forfeit.result()
	case p.Points != nil:
		if r, ok = p.Points.result(p.Head != ""); !ok {
			return r, false
		}
	case p.Open:
		r.Outcome = record.Unfinished
	case p.Draw != nil:
		r.Outcome = record.Draw
		if p.Draw.Agreed || p.Draw.Then {
			r.Manner = record.Agreed
		}
	case p.Side != nil:
		r = sideResult(p.Side.What, p.Side.Side)
	case p.Event != nil:
		r = sideResult(p.Event.What, p.Event.Side)
		if p.Event.Side == "" && r.Manner != record.OnTime && r.Manner != record.Resigned {
			return r, false // "выигрыш" alone is prose
		}
	}
	if p.Manner != nil && r.Manner == record.Unstated {
		r.Manner = mannerOf(p.Manner.What)
	}
	return r, true
}

func (f *resultForfeit) result() record.Result {
	r := record.Result{Outcome: record.Unplayed, Manner: record.Forfeit}
	if f.White == "+" {
		r.White = 1
	}
	if f.Black == "+" {
		r.Black = 1
	}
	return r
}

// result reads two numbers; told says that a word such as "счет" stands before
// them.
func (p *resultPoints) result(told bool) (record.Result, bool) {
	white, half := word.Points(p.White)
	if p.Black == "" {
		return record.Result{Outcome: record.Draw}, half && white == 0.5
	}
	black, _ := word.Points(p.Black)
	r := word.ResultOf(white, black)
	return r, told || r.Outcome != record.Points || white == 0 && black == 0
}

// sideResult is the result for what a side did; with no side, that of the side
// to move, which only the moves tell.
func sideResult(what, side string) record.Result {
	r := record.Result{Manner: mannerOf(what)}
	if side == "" {
		return r
	}
	colour, _ := word.LookUp(resultVocabulary, side)
	white := colour == resultWhite
	if kind, _ := word.LookUp(resultVocabulary, what); kind != resultWon {
		white = !white
	}
	r.Outcome = record.BlackWins
	if white {
		r.Outcome = record.WhiteWins
	}
	return r
}

func mannerOf(what string) record.Manner {
	kind, _ := word.LookUp(resultVocabulary, what)
	switch kind {
	case resultResigned:
		return record.Resigned
	case resultOverstepped, resultTime:
		return record.OnTime
	case resultAbsent:
		return record.Forfeit
	case resultAgreed:
		return record.Agreed
	}
	return record.Unstated
}
