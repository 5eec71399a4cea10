// Package replay has the rules: the legal moves of every variant, playing a
// record through them, and verdicts on what was recorded.
//
// A variant is data, a Rules value; one engine plays them all. Read first: Rules, which says what
// there is to vary; then Position.Moves; then Judge, which plays a record.Game and says what is
// wrong with it, where, and what was probably meant.
//
// Paragraph numbers refer to the rule books as in package record.
package replay
