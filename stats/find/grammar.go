package find

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar"
)

// query is the grammar of a query: definitions of names, and the condition to search for. The
// types of the grammar are the query's only tree, which compile.go compiles to tests.
type query struct {
	Lets []let    `parser:"@@*"`
	What sequence `parser:"@@"`
}

// let gives squares or a condition a name.
type let struct {
	Pos     lexer.Position
	Name    string      `parser:"'let' @( Name | Word ) 'be'"`
	Squares *squareList `parser:"( 'squares' @@"`
	What    *sequence   `parser:"| @@ ) Semicolon"`
}

// sequence is a sequence of conditions at successive moments.
type sequence struct {
	First untilPart  `parser:"@@"`
	Then  []thenPart `parser:"@@*"`
}

type thenPart struct {
	Pos    lexer.Position
	How    string    `parser:"'then' @( 'never' | 'always' )?"`
	What   untilPart `parser:"@@"`
	Within string    `parser:"( 'within' @Number ( 'plies' | 'ply' ) )?"`
}

type untilPart struct {
	Hold orPart  `parser:"@@"`
	Goal *orPart `parser:"( 'until' @@ )?"`
}

type orPart struct {
	Of []andPart `parser:"@@ ( 'or' @@ )*"`
}

type andPart struct {
	Of []unary `parser:"@@ ( 'and' @@ )*"`
}

// unary is a condition, perhaps with a prefix.
type unary struct {
	Pos    lexer.Position
	Prefix string     `parser:"( ( @( 'not' | 'never' | 'always' | 'sometime' | 'first' | 'last' | 'mirrored' | 'shifted' | 'either' 'colour' | 'within' 'variations' )"`
	Times  *number    `parser:"  | @@ ( 'times' | 'time' ) )"`
	Of     *unary     `parser:"  @@"`
	Group  *sequence  `parser:"| Open @@ Close"`
	Game   *aboutGame `parser:"| @@"`
	Board  *onBoard   `parser:"| @@"`
	State  *statement `parser:"| @@ )"`
}

// aboutGame is a condition on a game.
type aboutGame struct {
	Colour   string       `parser:"( @( 'white' | 'black' )?"`
	Player   string       `parser:"  'player' @Text"`
	Winner   string       `parser:"| @( 'white' | 'black' ) 'wins'"`
	Draw     bool         `parser:"| @'draw'"`
	Result   *quoted      `parser:"| 'result' @@"`
	Tag      *tagPart     `parser:"| 'tag' @@"`
	DateOp   string       `parser:"| 'date' @Operator"`
	Date     *quoted      `parser:"  @@"`
	Verdicts []namedWord  `parser:"| 'verdict' @@ ( Comma @@ )*"`
	Variants []namedWord  `parser:"| 'variant' @@ ( Comma @@ )*"`
	Claim    *claimedPart `parser:"| @@"`
	Opening  *quoted      `parser:"| 'opening' @@ )"`
}

type quoted struct {
	Pos  lexer.Position
	Text string `parser:"@Text"`
}

// tagPart is a tag that is present, contains a text, or is compared with a number or a text.
type tagPart struct {
	Pos    lexer.Position
	Name   string `parser:"@( Name | Word | Text )"`
	Op     string `parser:"( @( 'is' | Operator )"`
	Minus  bool   `parser:"  ( @Minus?"`
	Number string `parser:"    @Number"`
	Text   string `parser:"  | @Text )?"`
	Part   string `parser:"| @Text )?"`
}

type namedWord struct {
	Pos  lexer.Position
	Name string `parser:"@( Name | Text )"`
}

// claimedPart is the grounds of a claim; any ground if empty.
type claimedPart struct {
	Of []claimGround `parser:"'claim' ( @@ ( Comma @@ )* )?"`
}

type claimGround struct {
	Name string `parser:"@( 'repetition' | 'no-progress' | 'king-moves' | 'ending' | 'long-ending' | 'road-not-taken' )"`
}

// onBoard is a condition on a position other than towers and numbers.
type onBoard struct {
	Turn     string  `parser:"( @( 'white' | 'black' ) 'to' 'move'"`
	Must     bool    `parser:"| @'must' 'capture'"`
	Boundary string  `parser:"| @( 'start' | 'end' )"`
	Position *quoted `parser:"| 'position' @@"`
	Pattern  *quoted `parser:"| 'pattern' @@"`
	Hash     string  `parser:"| 'hash' @Hash )"`
}

// statement is about towers, numbers or a move, or is a name of let.
type statement struct {
	Pos   lexer.Position
	Move  *movePart `parser:"( @@"`
	Left  *sum      `parser:"| @@"`
	Op    string    `parser:"  ( @Operator"`
	Right *sum      `parser:"    @@"`
	Does  *movePart `parser:"  | @@ )?"`
	Name  string    `parser:"| @Name )"`
}

type sum struct {
	Pos   lexer.Position
	Minus bool        `parser:"@Minus?"`
	First term        `parser:"@@"`
	Rest  []addedTerm `parser:"@@*"`
}

type addedTerm struct {
	Sign string `parser:"@( Plus | Minus )"`
	Term term   `parser:"@@"`
}

// term is the same tower, a number with or without towers after it, towers, or a measure.
type term struct {
	Pos    lexer.Position
	Same   *samePart `parser:"( @@"`
	Count  *number   `parser:"| @@"`
	Of     *towers   `parser:"  @@?"`
	Towers *towers   `parser:"| @@ )"`
}

// number is an exact number or a limit.
type number struct {
	Pos   lexer.Position
	None  bool   `parser:"( @'no'"`
	Limit string `parser:"| @( 'at' ( 'least' | 'most' ) | ( 'more' | 'fewer' ) 'than' )?"`
	N     string `parser:"  @Number )"`
}

// towers is a phrase about towers, or a measure of a side.
type towers struct {
	Pos        lexer.Position
	Colour     string     `parser:"( @( 'white' | 'black' | 'mover' | 'opponent' )"`
	Kind       *kindWord  `parser:"  @@?"`
	Alone      *kindWord  `parser:"| @@ )"`
	Properties []property `parser:"@@*"`
}

type kindWord struct {
	Tower   string `parser:"( @( 'tower' | 'towers' | 'king' | 'kings' | 'man' | 'men' )"`
	Measure string `parser:"| @( 'material' | 'pieces' | 'piece' | 'prisoners' | 'tallest' | 'home' | 'away' | 'score' | 'mobility' | 'ply' | 'plies' | 'year' ) )"`
}

type property struct {
	Pos  lexer.Position
	Of   *number     `parser:"( 'of' @@"`
	With *number     `parser:"| 'with' @@"`
	What string      `parser:"  @( 'own' | 'prisoners' | 'prisoner' | 'kings' | 'king' | 'captive' ( 'kings' | 'king' ) )"`
	Like string      `parser:"| 'like' @Text"`
	On   *squareList `parser:"| 'on' @@"`
	Off  *squareList `parser:"| 'off' @@ )"`
}

type samePart struct {
	Pos        lexer.Position
	What       string     `parser:"'the' 'same' @( 'tower' | 'piece' )"`
	Is         []isWord   `parser:"( 'is' @@+ )?"`
	Properties []property `parser:"@@*"`
}

type isWord struct {
	Pos  lexer.Position
	Word string `parser:"@( 'white' | 'black' | 'mover' | 'opponent' | 'king' | 'man' | 'top' | 'captive' | 'free' )"`
}

// movePart describes a move.
type movePart struct {
	Pos      lexer.Position
	Verb     string       `parser:"@( 'moves' | 'captures' | 'promotes' | 'frees' )"`
	Quietly  bool         `parser:"@'quietly'?"`
	Count    *number      `parser:"@@?"`
	Object   *towers      `parser:"@@?"`
	OneTower bool         `parser:"( @'from' 'one' 'tower' )?"`
	Details  []moveDetail `parser:"@@*"`
}

type moveDetail struct {
	Pos     lexer.Position
	From    *squareList  `parser:"( 'from' @@"`
	To      *squareList  `parser:"| 'to' @@"`
	Over    *overPart    `parser:"| 'over' @@"`
	Turning *turningPart `parser:"| @@ )"`
}

type overPart struct {
	Same   *samePart `parser:"( @@"`
	Towers *towers   `parser:"| @@ )"`
}

type turningPart struct {
	At    *squareList `parser:"'turning' ( 'at' (?! 'least' | 'most' ) @@"`
	Count *number     `parser:"| @@ )?"`
}

type squareList struct {
	Of []squarePart `parser:"@@ ( Comma @@ )*"`

	all []squarePart // with names and values replaced by their squares
}

type squarePart struct {
	Pos    lexer.Position
	Rank   string `parser:"( 'rank' @Number"`
	File   string `parser:"| 'file' @Name"`
	Side   string `parser:"| @( ( 'far' | 'home' ) ( 'rank' | 'side' ) | 'main' 'road' | 'edge' )"`
	Number string `parser:"| @Number"`
	Name   string `parser:"| @( Name | Text ) )"`
}

// lookahead is the number of tokens that distinguish the alternatives of the grammar.
const lookahead = 4

func built[T any]() *participle.Parser[T] {
	return participle.MustBuild[T](participle.Lexer(rules()), participle.UseLookahead(lookahead))
}

// The grammars of queries, and of squares alone as the value of a name.
var (
	queryGrammar  = sync.OnceValue(built[query])
	squareGrammar = sync.OnceValue(built[squareList])
)

// page is the definition of the language, for readers.
//
//go:embed FIND.md
var page string

// example is a query that shows a part of the language.
type example struct {
	section string // of the page
	query   string
}

// headingOrExample matches a heading of the page or an example.
var headingOrExample = regexp.MustCompile("(?m)^#+ (.*)$|^```find\n((?s:.*?))\n```$")

// examples returns the examples of the page in order.
func examples() (all []example) {
	section := ""
	for _, m := range headingOrExample.FindAllStringSubmatch(page, -1) {
		if section = cmp.Or(m[1], section); m[2] != "" {
			all = append(all, example{section, m[2]})
		}
	}
	return all
}

// EBNF returns the grammar of queries, as grammar.EBNF does for records, with examples of every
// construct.
func EBNF() string {
	about := "what is looked for in games; stats/find/FIND.md says what it means"
	text := grammar.AppendEBNF(nil, "Queries", about, queryGrammar().String(), tokens)
	section := ""
	for _, e := range examples() {
		if e.section != section {
			section = e.section
			text = fmt.Appendf(text, "\n(* %s *)\n", section)
		}
		text = fmt.Appendf(text, "%s\n", e.query)
	}
	return string(text)
}
