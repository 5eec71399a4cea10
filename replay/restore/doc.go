// Package restore reconstructs the game of a damaged record: it finds the legal game that most
// probably underlies the written text, the probability of each move and of the whole game, the
// alternatives, and the questions to put to a person. It knows the rules (package replay) and how
// sheets go wrong, but no file format: its input is cells, see Record. Package convert restores the
// games of files.
//
// Read first: Record and Game, the whole input and output, in record.go. Then, in working order:
//
//   - confusions.go, the hand: which characters it confuses, and how often words
//     are lost, doubled, swapped or torn;
//   - channel.go, the probability of a written word given a move;
//   - streams.go, the sheets as streams of cells that are aligned with the game;
//   - search.go, the search over positions;
//   - posterior.go, forward and backward over the lattice, and the questions;
//   - learn.go, learning the hand from a batch of records.
//
// # The model
//
// Every legal move is equally probable at its ply, until no move can be made or, rarely, the record
// stops earlier. The game passes through a noisy channel (Shannon 1948): each ply yields a word, in
// full, in short notation or with other square names, with some characters changed; or no word, or
// two. Words change places, run together or fall apart, and some belong to no move. The result and
// the final position, if recorded, are evidence in the same way.
//
// The search is the beam search of speech recognition with recombination of equal hypotheses (Ney
// and Ortmanns 1999), here equal positions at the same place in the sheets. The Zobrist hash makes
// that cheap enough to allow for many kinds of damage. The forward-backward algorithm (Baum et al.
// 1970) over the lattice gives the posteriors, as in confusion networks (Mangu, Brill and Stolcke
// 2000). Two sheets are combined as ROVER (Fiscus 1997) combines recognisers, except that the rules
// decide between them. For chess the idea is in Eicher et al. (ICDAR 2021) and in J. Imaging
// 8(2):31 (2022), with one word at a time against the legal moves.
//
// # Guarantees
//
// For any input, Restore takes time and memory at most linear in the number of cells, up to
// MaxCells; see also maxEdges. The same record, hand and answers always give the same game.
// Probabilities are as honest as the model: RESTORE.md has measurements, and the estimated share of
// the games that the search overlooked is subtracted.
package restore
