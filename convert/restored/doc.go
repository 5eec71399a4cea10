// Package restored has what stands between written records and package
// replay/restore: the cells of a sheet, what was found behind it as a line of
// JSON and as a game for the writers of other formats, with every mended,
// inserted and left-out move marked, and the answers of those who were asked.
//
// Read first: Sheet, which is what was read; Found, which is what came of it;
// then Line, which is the contract in JSON. The page on which a batch's
// questions are answered is package review's.
package restored
