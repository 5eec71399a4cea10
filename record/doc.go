// Package record has the data types of game records of tower draughts: variants and their boards,
// squares, towers, positions, moves as written, games, results, faults, and their places in the
// source. It has no rules (see replay) and no text format except the one-line position, PDN's FEN
// extended by towers (see ParseFEN).
//
// Read first: Tower, the two-block tower in one machine word; then Game, which every reader
// produces and every writer takes.
//
// Paragraph numbers in comments refer to the rule books: "Codex" is the code of
// column draughts (Кодекс столбовых шашек), "Adiukh" the inventor's rules of
// Adiukh draughts (Панькович, Шашки адиюх), "Ukrainian rules" the rules of the
// Ukrainian draughts federation, "PDN" the Portable Draughts Notation 3.0.
package record
