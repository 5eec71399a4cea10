// Package composition reads compositions, problems with solutions in abbreviated notation, as books
// print them (Ukrainian rules VI.7.4.1-7.4.6): the number, the author, the source; the position,
// White's men before a bar; the task if it is a draw; the solution.
//
//  12. М. Абацієв
//     «Шашки», 1975
//     c3, e3 | b6, h8
//     Нічия
//     cd4 (a5 А) c5 =
//     А (c5) b6 =
//     I ed4? (a5)
//
// In a solution, White's moves are written plainly and Black's in brackets, each as the landing
// square, with the file before it if two pieces could go there, or in full. Forced captures are
// omitted. А, Б, В after a reply of Black's name branches that replace it, I, II before a move of
// White's false tries; a line that begins with the same label has their moves. x or + is a win, = a
// draw.
//
// Read first: problem, the grammar, with its tokens in lexer.go; then Read in read.go. The rules
// restore the omitted moves: replay.Solve.
package composition

import (
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
)

// problem is the grammar of a composition.
type problem struct {
	Head     []lexer.Token `parser:"@( ( Heading | Task | Stray )+ )?"`
	Position *lexer.Token  `parser:"@Position?"`
	Solution []part        `parser:"@@*"`
	Index    *lexer.Token  `parser:"@Index?"`
}

// part is a part of a solution: Black's replies in brackets, with the labels of the branches that
// replace them; or a move of White's, a label, or the sign at the end of a line.
type part struct {
	Open   *lexer.Token  `parser:"  @Open"`
	Within []lexer.Token `parser:"  @( ( Word | Label | Comma | End | Mark | Comment | Number | Break | Task | Stray )+ )?"`
	Close  *lexer.Token  `parser:"  @Close?"`
	Single *lexer.Token  `parser:"| @( Word | Label | Comma | End | Mark | Comment | Number | Break | Task | Stray | Close | TooLong )"`
}

// Grammar returns the parser of compositions.
var Grammar = word.NewGrammar[problem](Tokens, 1)
