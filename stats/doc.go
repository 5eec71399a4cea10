// Package stats is what many judged games say together: the tree of openings
// (Openings), the scores of Adiukh (Adiukh), what players achieved (Players)
// and the table of a tournament (Tournament).
//
// Each statistic takes games one by one, with Add, in any order. All that it
// keeps are whole numbers, so that what comes out is exact and does not depend
// on the order; workers may each fill a statistic of their own, to be put
// together with Merge. Memory is bounded: what goes beyond it is spilled to
// temporary files, sorted, and merged at the end (see Memory); Close removes
// them.
//
// Read first: Tally, the numbers that everything else is made of; then
// Outcome and Points, which say what a game came to.
//
// Paragraph numbers refer to the rule books as in package record; "Go code" is
// the code of the game of Go (Кодекс го), whose section 8 defines additional
// criteria for places.
package stats
