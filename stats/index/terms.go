package index

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// A block of terms: the length of the texts in four bytes; the texts, each with a line
// feed behind it, which no text has; and for each how many games it is said of, and
// these, each as the distance from the one before, as variable integers.

// termBlock is how many bytes the texts of a block have, about.
const termBlock = 1 << 16

// terms writes the terms of a kind, which are given in their order, each with its
// games in four bytes.
func (w *writer) terms(all []string, games map[string][]byte) (blocks [2]int, err error) {
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

// each calls f with the texts of each block of a kind, each with a line feed behind
// it, and a function that adds the games of the n-th of them, which is to be called
// with n in order.
func (x *Index) each(kind string, f func(texts []byte, add func(n int, to Set) error) error) error {
	of := x.file.Terms[kind]
	var room []byte
	for i := range of[1] {
		block, err := x.file.block(sectionTerms, of[0]+i, room)
		if err != nil {
			return err
		}
		room = block
		if len(block) < 4 || uint64(len(block)) < 4+uint64(binary.BigEndian.Uint32(block)) {
			return damaged("a block of terms")
		}
		texts := block[4 : 4+binary.BigEndian.Uint32(block)]
		p := postings{left: block[4+len(texts):], games: uint64(x.Games)}
		if err := f(texts, p.add); err != nil {
			return err
		}
	}
	return nil
}

// postings are the games of a block's terms.
type postings struct {
	left  []byte
	next  int // the term that they begin with
	games uint64
}

func (p *postings) number() (uint64, bool) {
	n, size := binary.Uvarint(p.left)
	if size <= 0 {
		return 0, false
	}
	p.left = p.left[size:]
	return n, true
}

// add adds the games of the n-th term to a set.
func (p *postings) add(n int, to Set) error {
	for ; p.next <= n; p.next++ {
		count, ok := p.number()
		if !ok || count > p.games {
			return damaged("a term's games")
		}
		game := uint64(0)
		for range count {
			more, ok := p.number()
			if game += more; !ok || more > p.games || game >= p.games {
				return damaged("a term's game")
			}
			if p.next == n {
				to.add(uint32(game))
			}
		}
	}
	return nil
}

// termed adds the games of all terms of a kind of which is says that they are wanted.
func (x *Index) termed(set Set, kind string, is func(value string) bool) error {
	return x.each(kind, func(texts []byte, add func(int, Set) error) error {
		n := 0
		for text := range strings.Lines(string(texts)) {
			if is(strings.TrimSuffix(text, "\n")) {
				if err := add(n, set); err != nil {
					return err
				}
			}
			n++
		}
		return nil
	})
}

// containing adds the games of all terms of a kind that contain a text, which has no
// line feed. It looks through millions of them in some hundredths of a second.
func (x *Index) containing(set Set, kind, text string) error {
	wanted := []byte(text)
	return x.each(kind, func(texts []byte, add func(int, Set) error) error {
		n := 0 // the term with which texts begin
		for len(texts) > 0 {
			at := bytes.Index(texts, wanted)
			if at < 0 {
				return nil
			}
			n += bytes.Count(texts[:at], []byte{'\n'})
			if err := add(n, set); err != nil {
				return err
			}
			end := bytes.IndexByte(texts[at:], '\n')
			if end < 0 {
				return damaged("a term without its end")
			}
			texts = texts[at+end+1:]
			n++
		}
		return nil
	})
}
