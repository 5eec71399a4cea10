// Package grammar reads the written languages of draughts records: move words
// in every notation of the rule books, positions with towers, score sheets, PDN
// and compositions. Each language is a participle grammar over a lexer written by
// hand; the grammar is the definition, and EBNF prints it.
//
// A Cutter cuts a stream into the texts of its games, a Parser makes a record.Game of each;
// ParseMove, ParsePosition and their like read one thing, and AppendSheet writes a score sheet. The
// languages themselves are in grammar/internal: word has moves, position positions, sheet score
// sheets, pdn PDN, composition compositions, cut the cutter and its encodings.
//
// Nothing here knows the rules: a word that could be a move is a word, and whether it is legal is
// replay's to say. A text that was read otherwise than it is written is reported, in
// record.Word.Repairs or as a record.Fault; a square is never changed, only its spelling.
//
// Paragraph numbers in comments refer to the rule books as package record has them.
package grammar
