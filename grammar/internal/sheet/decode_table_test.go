package sheet

import "github.com/stolb/stolb/grammar/internal/word"

// What a reading costs, as minus the logarithm of how seldom it is (base e, by
// guess). Everything that the decoder decides, it decides by sums of these.
var cost = struct {
	// A ply and its word.
	Repair, Glued, Joined, BareEnd                                                                                                          float64
	Illegal, Lost, Unknown, NoPlyInColumn, IllegibleText, BracketNext, KeyAsText, NamesAsText, MarkAsks, ShortText, Filled, Whatever, Sound float64 // not legal on the board; the board is not known any more
	Third                                                                                                                                   float64 // a third ply behind a number
	NoNumber                                                                                                                                float64 // a row's first ply without number where rows have them
	AfterProse                                                                                                                              float64 // a ply behind words without a number between
	AfterResult                                                                                                                             float64 // or behind the result
	TwoInColumn                                                                                                                             float64 // two plies in a line of a column
	Before                                                                                                                                  float64 // a ply before anything of a game
	Missing                                                                                                                                 float64 // a ply of which nothing stands
	EmptyCell                                                                                                                               float64
	Unread                                                                                                                                  float64 // plus what the text says
	// Numbers.
	BareNumber, Alike, Again, Off, OffBy1, One, Late float64
	// Words of remarks.
	Clock, ClockMove, DueAsText, LabelInMoves, SignsAlone, DashResult, VariantOver, BlocksUneven, OtherNotation, Refused, SaidMove, SaidLine, Blocks, NumberGlued, NoHeadAgain, ResultBehindBlank float64
	Open, Text, Lead, Word, WordSaid, Bracket, BracketPly, Sign, Stray, Mark, MarkApart                                                                                                           float64
	ProseLine, ProseMove, ProseHurt                                                                                                                                                               float64
	// Results.
	ResultHead, ResultRemark, ResultAgain float64
	// Headers.
	KeyInMoves, KeyOver, KeyTwice, Names, NamesInMoves, NamesTwice, Label float64
	// Games.
	GameOver, GameBlank, GameRule, GameMoves, GameInLine, NoPlies, NoHead, OneSide, Uneven, Unended float64
	Rows, Columns, ColumnsHeaded, RowsHalfHeaded, SecondHead, SecondOne, SecondBlank, RowsAgain     float64
}{
	Repair: .3, Glued: 2, Joined: .4, BareEnd: 3.5,
	Illegal: 3, Lost: .2, Unknown: .3, NoPlyInColumn: 2, IllegibleText: 3.5, KeyAsText: 9, NamesAsText: 3, MarkAsks: .5, ShortText: 1.9, Filled: 1.1, Whatever: 1.2, Sound: 0, BracketNext: 1.9, Third: 3, NoNumber: 1, AfterProse: .8, AfterResult: 3, TwoInColumn: 5, Before: 0,
	Missing: 3.2, EmptyCell: 1, Unread: 1,
	BareNumber: .8, Alike: .3, Again: 1, Off: 3, OffBy1: 2, One: 4, Late: 2,
	Clock: .2, ClockMove: 6, DueAsText: 4, LabelInMoves: 3, SignsAlone: .4, DashResult: 1.5, VariantOver: 7, BlocksUneven: 4, OtherNotation: 3, Refused: 4, SaidMove: .3, SaidLine: .3, Blocks: 1.2, NumberGlued: 1.5, NoHeadAgain: .3, ResultBehindBlank: 3,
	Open: .9, Text: .05, Lead: -.8, Word: 3.2, WordSaid: .9, Bracket: .2, BracketPly: .6, Sign: .1, Stray: 1.5, Mark: .05, MarkApart: .5,
	ProseLine: .8, ProseMove: 1.4, ProseHurt: .8,
	ResultHead: .5, ResultRemark: 1.5, ResultAgain: 1,
	KeyInMoves: 4, KeyOver: 2.5, KeyTwice: 3, Names: .3, NamesInMoves: 4, NamesTwice: 5, Label: .4,
	GameOver: .8, GameBlank: -.4, GameRule: -.6, GameMoves: 3, GameInLine: 1.5, NoPlies: 4.5, NoHead: 3.2, OneSide: 4, Uneven: 1.5, Unended: .2,
	Rows: 0, Columns: 1.6, ColumnsHeaded: .2, RowsHalfHeaded: 1.5, SecondHead: .2, SecondOne: 1.5, SecondBlank: 2.5, RowsAgain: .5,
}

// maxCost is by how much a reading may be dearer than the cheapest that is kept;
// maxBeam how many are.
var (
	MaxCost = 16.0
	MaxBeam = 24
)

// Words with which a remark begins that names moves that were not played.
var leads = word.Vocabulary("лучше правильно верно слабо точно надежнее сильнее точнее проще хуже слабее следовало надо нужно можно возможно например если или либо " +
	"теория анализ вариант варианте примечание комментарий ввиду из-за виду поскольку последующим последует расчете вместо после перед угрожая угрозой угрозы угрожает угроза грозит грозило идея идеей проигрывало выигрывало проигрывает выигрывает ошибка " +
	"теорія аналіз варіант варіанті примітка коментар зважаючи через загрозою наступним краще сильніше точніше гірше слід треба можна можливо наприклад якщо або замість після загрожує загроза ідея ідеєю " +
	"theory analysis variation note because view due owing following better stronger worse instead if or after before threatening threat threatens idea with planning perhaps also loses wins")

// Words that stand with a number before a game.
var labels = word.Vocabulary("no № партия партія игра гра game доска дошка board пример приклад example задача задание problem матч матч match тур round раунд круг встреча зустріч коло")

var versus = word.Vocabulary("vs v против проти x х и та і and with versus")

// Words that say that a move is to be another.
var corrections = word.Vocabulary("исправлено исправлен исправл испр исправить надо читать читай читается должно правильно верно вернее точнее recte sic read corrected corr correct correctly should переправлено зачеркнуто описка опечатка ошибочно записано виправлено треба читати вірно правильно ditto тоже")

// Words that say that a move was another before.
var formers = word.Vocabulary("from зачеркнуто struck deleted вместо было замість instead")

// Words behind a result that was not.
var refusals = word.Vocabulary("отклонена отклонено отвергнута предложена не відхилена відхилено запропонована declined refused rejected offered was")

// Costs returns the table, for fitting.
func Costs() any { return &cost }
