// Package replay implements the rules: it generates the legal moves of every variant, replays
// records, and gives verdicts on them.
//
// A variant is data, a Rules value; one engine plays them all. Read first Rules, which lists what
// can vary; then Position.Moves; then Judge, which replays a record.Game and reports what is wrong
// with it, where, and what was probably meant.
//
// Paragraph numbers refer to the rule books, as in package record.
package replay
