// Package grammar reads the written languages of draughts records: move words in every notation of
// the rule books, positions with towers, score sheets, PDN and compositions. Each language is a
// participle grammar over a hand-written lexer; the grammar is the definition, and EBNF prints it.
//
// A Cutter cuts a stream into the texts of its games; a Parser turns each into a record.Game.
// ParseMove, ParsePosition and the like read single items, and AppendSheet writes a score sheet.
// The languages are implemented in grammar/internal: word reads moves, position positions, sheet
// score sheets, pdn PDN, composition compositions; cut has the cutter and its encodings.
//
// This package does not know the rules: a word that could be a move is accepted, and replay decides
// whether it is legal. Text that is read differently from how it is written is reported, in
// record.Word.Repairs or as a record.Fault; a square is never changed, only its spelling.
//
// Paragraph numbers in comments refer to the rule books listed in package record.
package grammar
