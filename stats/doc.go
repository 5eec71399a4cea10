// Package stats is what many judged games say together: the tree of openings
// (Openings), the scores of Adiukh (Adiukh), what players achieved (Players),
// the table of a tournament (Tournament), and which games repeat others (Repeats).
//
// Each statistic takes games one by one, with Add, in any order. All that it keeps are whole
// numbers, so that what comes out is exact and does not depend on the order; workers may each
// fill a statistic of their own, to be put together with Merge. Memory is bounded by what the
// caller gives each statistic: counters beyond that are spilled to a temporary file, sorted by
// key, and merged when the statistic is read (see Memory); Close removes it. The games are read
// once. A Tree is held in memory and has at most MaxPositions.
//
// What was counted is described as tables (package convert/table), which say in
// one place what text, HTML, JSON, CSV, Arrow and Parquet have of it; what was counted so
// far can be saved and loaded by another of its kind.
//
// Read first: Tally, the numbers that everything else is made of; then
// Outcome and Points, which say what a game came to.
//
// Paragraph numbers refer to the rule books as in package record; "Go code" is the code of the
// game of Go (Кодекс го), whose section 8 defines additional criteria for places.
package stats
