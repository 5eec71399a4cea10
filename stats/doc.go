// Package stats computes statistics over many judged games: the tree of openings (Openings),
// the scores of Adiukh games (Adiukh), the results of players (Players), the table of a
// tournament (Tournament), and games that repeat others (Repeats).
//
// Each statistic takes games one by one, with Add, in any order. It keeps only integers, so
// the result is exact and does not depend on the order; each worker may fill a statistic of
// its own, and Merge combines them. Memory is bounded by the caller's limit for each
// statistic: counters beyond it are spilled to a temporary file, sorted by key, and merged
// when the statistic is read (see Memory); Close removes the file. The games are read once.
// A Tree is held in memory and has at most MaxPositions positions.
//
// The counts are described as tables (package convert/table), from which text, HTML, JSON and
// CSV are all written; Tree.Table is written as Arrow and Parquet, too. A statistic can be
// saved, and loaded by another of the same kind.
//
// Read first: Tally, the numbers on which everything else is built; then Outcome and Points,
// which return the result of a game.
//
// Paragraph numbers refer to the rule books as in package record; "Go code" is the code of the
// game of Go (Кодекс го), whose section 8 defines tie-break criteria.
package stats
