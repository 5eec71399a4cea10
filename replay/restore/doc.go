// Package restore reconstructs the game of a damaged record: the legal game that most probably
// underlies what is written, with the probability of each of its moves and of the whole, what may
// have been meant instead, and what to ask a person about. It knows the rules (package replay) and
// how sheets go wrong; it knows no file format: its input is cells, see Record. Package convert
// restores the games of files.
//
// Read first: Record and Game, all that goes in and all that comes out, in
// record.go. Then, in the order of the work:
//
//   - confusions.go, the hand: which character is taken for which, and how
//     often words are lost, doubled, swapped, torn;
//   - channel.go, how probable a written word is for a move;
//   - streams.go, the sheets as streams of cells that are aligned with the game;
//   - search.go, the search over positions;
//   - posterior.go, forward and backward over what the search kept, and what to
//     ask;
//   - learn.go, what a batch shows of its hand.
//
// # The model
//
// A game is drawn with every legal move as probable as any other at its ply, until no move can be
// made or, rarely, the record stops before. It comes through a noisy channel (Shannon 1948): for
// each ply a word, in full, in short notation or by other names of the squares, with its characters
// changed; or no word, or two; words that change places, grow together, or fall apart; words for
// which there was no move. The result and the final position, where the record has them, are
// evidence in the same way.
//
// The search is the beam search of speech recognition with recombination of equal hypotheses (Ney
// and Ortmanns 1999), here equal positions at the same place in the sheets: the hash of a position
// makes that cheap, and it is what lets ways to go wrong be many. The forward-backward algorithm
// (Baum et al. 1970) over the lattice that is kept gives the posteriors, as in confusion networks
// (Mangu, Brill and Stolcke 2000); two sheets are combined as ROVER (Fiscus 1997) combines
// recognisers, except that the rules decide between them. For chess the idea is in Eicher et al.
// (ICDAR 2021) and in J. Imaging 8(2):31 (2022), with one word at a time against the legal moves.
//
// # What is promised
//
// For any input, a Restore ends in time and memory that grow with the number of cells, up to
// MaxCells, and no faster; see also maxEdges. The same record, hand and answers always give the
// same game. Probabilities are honest as far as the model is: RESTORE.md has how far that was, and
// what the search is estimated to have overlooked is taken off.
package restore
