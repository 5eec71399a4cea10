// Package result reads the results of games as score sheets write them: 1-0, ½-½, "Счет 17:7",
// "Черные сдались", "Draw agreed", + - for a game that was not played.
//
// Read first: phrase, the grammar, and Tokens, its vocabulary; then Match. lexer.go cuts texts into
// tokens and defines what can begin or follow a result.
package result

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

// phrase is the grammar of a result in Russian, Ukrainian and English. Its tokens are kinds of
// words (see Tokens), so that "черные сдались" and "Black resigned" follow one rule; the value of a
// token is the name of its kind, its offset is its index.
type phrase struct {
	Head    bool     `parser:"( ( @Score | Article? Game? Ended ) ( Filler | Article | Game )* (Colon | Dash)? )?"` // Счет, Результат партии:, Партия закончилась
	Forfeit *forfeit `parser:"(  @@"`
	Points  *points  `parser:" | @@"`
	Half    bool     `parser:" | @Half"` // a draw
	Open    bool     `parser:" | @Star"` // PDN's *
	Draw    *draw    `parser:" | @@"`
	Named   *named   `parser:" | @@"`
	Side    *side    `parser:" | @@"`
	Event   *event   `parser:" | @@ )"`
	Winner  string   `parser:"( Filler Awarded Filler? @(White | Black) )?"` // "2:0 в пользу черных"
	Manner  *manner  `parser:"@@?"`
	EndPos  lexer.Position
}

// forfeit is a plus and a minus for a game that was not played (Codex 3.6).
type forfeit struct {
	White string `parser:"@(Plus | Dash) (Colon | Slash)?"`
	Black string `parser:"@(Plus | Dash)"`
}

// points is 17:7, 1-0, ½-½.
type points struct {
	White lexer.Token `parser:"@(Number | Half) (Colon | Dash)"`
	Black lexer.Token `parser:"@(Number | Half)"`
}

// named is "белые: 1, черные: 0", "белые – 1, черные – 0".
type named struct {
	White lexer.Token `parser:"White (Colon | Dash)? @(Number | Half)"`
	Black lexer.Token `parser:"Black (Colon | Dash)? @(Number | Half)"`
}

// draw is "ничья", "согласились на ничью", "соперники согласились на ничью", "по соглашению
// сторон ничья", "черные согласились на ничью", "the game was drawn".
type draw struct {
	Agreed bool `parser:"( ( Both | White | Black | Filler )? @Agreed ( Filler | Article | Both )* Dash? | Article? Game Was* Article? | Was+ Article? | Awarded )?"`
	Draw   bool `parser:"@Draw"`
}

// side is "черные сдались", "белые просрочили время", "White wins", "черные не явились", "у белых
// упал флаг", "белые одержали победу", "белым засчитано поражение", "у черных нет ходов", "время
// белых истекло", "черные признали себя побежденными".
type side struct {
	Side      string      `parser:"( Filler | Time )? @(White | Black)"`
	Is        lexer.Token `parser:"( @Was | Dash )?"`
	Technical bool        `parser:"( Awarded* @Technical?"`
	What      string      `parser:"  @(Resigned | Won | Lost | Overstepped | Absent) Game? | Awarded? Not @(Came | Moves) )"`
}

// event is "сдались черные", "победа белых", "техническая победа белых", "партию выиграли белые",
// "просрочка времени у белых"; without a side, that of the side to move.
type event struct {
	Technical bool   `parser:"Game? Awarded? @Technical?"`
	What      string `parser:"@(Resigned | Won | Lost | Overstepped | Absent) ( Time | Awarded | Colon )? ( Filler | Article )*"`
	Side      string `parser:"@(White | Black)?"`
}

// manner is what follows: "on time", "(просрочили время)", "по соглашению", "за неявку".
type manner struct {
	What string `parser:"Open? ( Filler | Was )* @(Time | Overstepped | Absent | Resigned | Agreed) Time? Close?"`
}

// Grammar returns the parser of results.
var Grammar = word.NewGrammar[phrase](Tokens, maxTokens)

// phrases caches phrases by the kinds of their tokens.
var phrases word.Memo[*phrase]

// parse returns the phrase at the beginning of the tokens, or nil if absent.
func parse(t *tokens) *phrase {
	kinds, n := t.kinds, t.n
	return phrases.Of(kinds, func() *phrase {
		tree, _, err := word.ParseTokens(Grammar(), list(kinds, n), participle.AllowTrailing(true))
		if err != nil {
			return nil
		}
		return tree
	})
}

// Match reads the result at the beginning of text and returns its length in bytes, or 0 if absent.
// Result.At is not set. Digits without a word such as "счет" are a result only if they cannot be a
// move: 1-0, 2:0, 1/2. Moves have no square 0 and do not end where they begin.
func Match(text string) (record.Result, int) {
	if n := Alike(text); n > 0 {
		r, _ := Match(PlainScore(text[:n]))
		r.Text = text[:n]
		return r, n
	}
	t := cut(text)
	if t.kinds == 0 {
		return record.Result{}, 0
	}
	p := parse(&t)
	if p == nil {
		return record.Result{}, 0
	}
	r, ok := p.result(&t)
	n := len(strings.TrimRightFunc(text[:t.at[p.EndPos.Offset]], func(r rune) bool { return word.IsSpace(r) || r == ',' }))
	last, _ := utf8.DecodeLastRuneInString(text[:n])
	reasoned := unicode.IsLetter(last) && strings.HasPrefix(text[n:], ": ") // "Белые сдались: на 3. a1-b2 следует b8-a7"
	if !ok || !reasoned && goesOn().MatchString(text[n:]) {
		return record.Result{}, 0
	}
	r.Text = text[:n]
	return r, n
}

// Parse reads a text that consists of a result, with or without a full stop: "Счет 17:7.", "1-0",
// "½-½", "Черные сдались", "+ -". Two numbers that are not a usual result are points, so "10-14" is
// Adiukh's. Result.At is 0.
func Parse(text string) (record.Result, bool) {
	text = strings.TrimRight(strings.TrimFunc(text, word.IsSpace), ".")
	if plain := usual[text]; word.FastPath && plain != "" && plain != "0-0" { // as in most games
		r := usualResults[plain]
		r.Text = text
		return r, true
	}
	if r, n := Match(text); n == len(text) && n > 0 {
		return r, true
	}
	const score = "счет: " // any points: the text is known to be a result
	if r, n := Match(score + text); n == len(score)+len(text) && n > len(score) {
		r.Text = text
		return r, true
	}
	return record.Result{}, false
}

// Find is like Parse, but the result may be in brackets or precede further words, which it returns
// unless they give the manner: "(1-0)", "1-0, 34 хода", "1-0 (черные просрочили время)".
func Find(text string) (r record.Result, rest string, ok bool) {
	bare := strings.Trim(text, "() ")
	if r, ok = Parse(bare); ok {
		return r, "", true
	}
	r, n := Match(bare)
	after := strings.TrimLeft(bare[n:], " ")
	if n == 0 || strings.IndexByte(",;(", (after + " ")[0]) < 0 {
		return record.Result{}, "", false
	}
	rest = strings.TrimLeft(after, " ,;(")
	if more, is := Parse(rest); is && r.Manner == record.Unstated && more.Outcome == r.Outcome {
		r.Manner, rest = more.Manner, ""
	}
	for w := range strings.FieldsSeq(rest) {
		if _, n := Match(w); n > 0 { // ambiguous: another result
			return record.Result{}, "", false
		}
	}
	return r, rest, true
}

// Misspelt returns the result meant by a text with one misspelt word for a side, a draw or
// resigning, "Черные сдалсь", or "" if absent.
func Misspelt(text string) (meant string) {
	words := strings.Fields(strings.TrimRight(text, ".!"))
	if len(words) > len("12") {
		return ""
	}
	for i, w := range words {
		if _, known := word.LookUp(Words, w); known || utf8.RuneCountInString(w) < 4 {
			continue
		}
		for _, t := range Tokens {
			if t.Name != "White" && t.Name != "Black" && t.Name != "Resigned" && t.Name != "Draw" {
				continue
			}
			for known := range strings.FieldsSeq(t.About) {
				if utf8.RuneCountInString(known) < 5 || !word.IsSlip(w, known) {
					continue
				}
				meant = strings.Join(slices.Concat(words[:i], []string{known}, words[i+1:]), " ")
				if _, is := Parse(meant); is {
					return meant
				}
			}
		}
	}
	return ""
}

// result returns the meaning of the phrase, and whether that is a result.
func (p *phrase) result(t *tokens) (r record.Result, ok bool) {
	switch {
	case p.Forfeit != nil:
		r = record.Result{Outcome: record.Unplayed, Manner: record.Forfeit}
		if p.Forfeit.White == "Plus" {
			r.White = 1
		}
		if p.Forfeit.Black == "Plus" {
			r.Black = 1
		}
	case p.Points != nil:
		white, black := pointsOf(t.texts[p.Points.White.Pos.Offset]), pointsOf(t.texts[p.Points.Black.Pos.Offset])
		r = resultOf(white, black)
		if !p.Head && r.Outcome == record.Points && (white != 0 || black != 0) {
			return r, false // may be a move
		}
	case p.Named != nil:
		r = resultOf(pointsOf(t.texts[p.Named.White.Pos.Offset]), pointsOf(t.texts[p.Named.Black.Pos.Offset]))
	case p.Open:
		r.Outcome = record.Unfinished
	case p.Half:
		r.Outcome = record.Draw
	case p.Draw != nil:
		r.Outcome = record.Draw
		if p.Draw.Agreed {
			r.Manner = record.Agreed
		}
	case p.Side != nil:
		r = ofSide(p.Side.What, p.Side.Side, p.Side.Technical)
		if is := p.Side.Is; is.Value != "" && t.texts[is.Pos.Offset] == "is" && r.Manner == record.Unstated {
			return r, false // "Black is lost" judges a position
		}
	case p.Event != nil:
		r = ofSide(p.Event.What, p.Event.Side, p.Event.Technical)
		if p.Event.Side == "" && r.Manner != record.OnTime && r.Manner != record.Resigned {
			return r, false // "выигрыш" alone is prose
		}
	}
	loser := "White" // by the points, of which the winner's may be first
	if r.Outcome == record.WhiteWins || r.White > r.Black {
		loser = "Black"
	}
	if p.Winner == loser {
		r = r.Swapped()
	}
	if p.Manner != nil && r.Manner == record.Unstated {
		r.Manner = manners[p.Manner.What]
	}
	return r, true
}

// ofSide returns the result of an action of a side. Without a side it has no outcome: only the
// moves show the side to move.
func ofSide(what, side string, technical bool) record.Result {
	r := record.Result{Manner: manners[what]}
	if technical {
		r.Manner = record.Forfeit
	}
	switch {
	case side == "":
	case (side == "White") == (what == "Won"):
		r.Outcome = record.WhiteWins
	default:
		r.Outcome = record.BlackWins
	}
	return r
}

var manners = map[string]record.Manner{
	"Resigned": record.Resigned, "Overstepped": record.OnTime, "Time": record.OnTime, "Absent": record.Forfeit, "Came": record.Forfeit, "Agreed": record.Agreed,
}

// IsVerdict reports whether the value of a tag Verdict belongs to a game that is carried over:
// "illegal: e3-f4: a capture was mandatory".
func IsVerdict(value string) bool {
	verdict, _, _ := strings.Cut(value, ":")
	return verdict == "illegal" || verdict == "unreadable"
}
