// Package record is the vocabulary of a game record of tower draughts: variants and their
// boards, squares, towers, positions, moves as they were written, games, results, faults and
// the place in the source where each was found. It knows no rules (see replay) and no text
// format but the one-line position, PDN's FEN extended by towers (see ParseFEN).
//
// Read first: Tower, the two-block tower in one machine word; then Game, which
// is what every reader produces and every writer takes.
//
// Paragraph numbers in comments refer to the rule books: "Codex" is the code of
// column draughts (Кодекс столбовых шашек), "Adiukh" the inventor's rules of
// Adiukh draughts (Панькович, Шашки адиюх), "Ukrainian rules" the rules of the
// Ukrainian draughts federation, "PDN" the Portable Draughts Notation 3.0.
package record
