package find

import (
	"encoding/binary"
	"math"
	"strings"
)

// The kinds of terms, by which games are found.
const (
	termWhite   = "white"
	termBlack   = "black"
	termYear    = "year"
	termVariant = "variant"
	termOutcome = "outcome"
	termVerdict = "verdict"
	termLong    = "long" // not all of its positions are kept
)

// A block of terms: the length of the texts in four bytes; the texts, each with a line
// feed after it, which no text has; and for each how many games it is said of, and
// these, each as the distance from the one before, as variable integers.

const (
	termBlock = 1 << 16 // bytes of the texts of a block, about
	maxTerm   = 1 << 14 // bytes of a text; longer ones are cut
)

// terms writes the terms of a kind, which are given in their order, each with its
// games in four bytes.
func (w *indexWriter) terms(all []string, games map[string][]byte) (blocks [2]int, err error) {
	blocks[0] = max(0, len(w.places[sectionTerms])-1)
	for len(all) > 0 {
		block := make([]byte, 4, 4+termBlock)
		n := 0
		for n < len(all) && len(block) < termBlock {
			block = append(append(block, all[n]...), '\n')
			n++
		}
		binary.BigEndian.PutUint32(block, uint32(len(block)-4))
		for _, text := range all[:n] {
			of := games[text]
			block = binary.AppendUvarint(block, uint64(len(of)/4))
			last := uint32(0)
			for ; len(of) > 0; of = of[4:] {
				game := binary.BigEndian.Uint32(of)
				block = binary.AppendUvarint(block, uint64(game-last))
				last = game
			}
		}
		if err := w.block(sectionTerms, block); err != nil {
			return blocks, err
		}
		blocks[1]++
		all = all[n:]
	}
	return blocks, nil
}

// termed adds the games of all terms of a kind of which is says that they are wanted.
func (x *Index) termed(set gameSet, kind string, is func(value string) bool) error {
	of := x.summary.Terms[kind]
	var buf []byte
	for i := range of[1] {
		block, err := x.block(sectionTerms, of[0]+i, buf)
		if err != nil {
			return err
		}
		buf = block
		if len(block) < 4 || uint64(len(block)) < 4+uint64(binary.BigEndian.Uint32(block)) {
			return damaged("a block of terms")
		}
		texts := string(block[4 : 4+binary.BigEndian.Uint32(block)])
		games := postings{left: block[4+len(texts):]}
		for n := 0; texts != ""; n++ {
			text, rest, _ := strings.Cut(texts, "\n")
			if texts = rest; !is(text) {
				continue
			}
			if err := games.add(n, set, x.Games); err != nil {
				return err
			}
		}
	}
	return nil
}

// postings are the games of a block's terms.
type postings struct {
	left []byte
	next int // the term that they begin with
}

// number takes a number from the front. What is no number is one that is too great.
func (p *postings) number() uint64 {
	n, size := binary.Uvarint(p.left)
	if size <= 0 {
		return math.MaxUint64
	}
	p.left = p.left[size:]
	return n
}

// add adds the games of the n-th term to a set, of so many games at most. It is called
// with n in order.
func (p *postings) add(n int, to gameSet, games int) error {
	for ; p.next <= n; p.next++ {
		count := p.number()
		if count > uint64(games) {
			return damaged("a term's games")
		}
		game := uint64(0)
		for range count {
			more := p.number()
			if game += more; more > uint64(games) || game >= uint64(games) {
				return damaged("a term's game")
			}
			if p.next == n {
				to.add(int(game))
			}
		}
	}
	return nil
}
