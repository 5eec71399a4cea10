package index

import (
	"bytes"
	"encoding/binary"
	"math"
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
// it, and their games.
func (x *Index) each(kind string, f func(texts []byte, of *postings) error) error {
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
		if err := f(texts, &p); err != nil {
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

// number takes a number from the front. What is no number is one that is too great.
func (p *postings) number() uint64 {
	if left := p.left; len(left) > 2 {
		// Most take a byte, those of a game three.
		if left[0] < 0x80 {
			p.left = left[1:]
			return uint64(left[0])
		}
		if left[1] >= 0x80 && left[2] < 0x80 {
			p.left = left[3:]
			return uint64(left[0]&0x7f) | uint64(left[1]&0x7f)<<7 | uint64(left[2])<<14
		}
	}
	n, size := binary.Uvarint(p.left)
	if size <= 0 {
		return math.MaxUint64
	}
	p.left = p.left[size:]
	return n
}

// add adds the games of the n-th term to a set. It is called with n in order.
func (p *postings) add(n int, to Set) error {
	for ; p.next <= n; p.next++ {
		count := p.number()
		if count > p.games {
			return damaged("a term's games")
		}
		game := uint64(0)
		for range count {
			more := p.number()
			if game += more; more > p.games || game >= p.games {
				return damaged("a term's game")
			}
			if p.next == n {
				to.add(uint32(game))
			}
		}
	}
	return nil
}

// rest adds the games of all terms from the n-th on, of which there are so many.
func (p *postings) rest(n, terms int, to Set) error {
	for ; terms > 0; terms-- {
		if err := p.add(n, to); err != nil {
			return err
		}
		n++
	}
	return nil
}

// termed adds the games of all terms of a kind of which is says that they are wanted.
func (x *Index) termed(set Set, kind string, is func(value string) bool) error {
	return x.each(kind, func(texts []byte, of *postings) error {
		n := 0
		for text := range strings.Lines(string(texts)) {
			if is(strings.TrimSuffix(text, "\n")) {
				if err := of.add(n, set); err != nil {
					return err
				}
			}
			n++
		}
		return nil
	})
}

// containing adds the games of all terms of a kind that contain a text, which has no
// line feed. It looks through millions of them in some hundredths of a second: those
// that begin as the one before it does up to where that has the text, as many do in
// their order, are not looked through.
func (x *Index) containing(set Set, kind, text string) error {
	wanted := []byte(text)
	return x.each(kind, func(texts []byte, of *postings) error {
		n, begin := 0, 0 // the term that is next, and where it begins
		last := bytes.LastIndexByte(texts[:max(0, len(texts)-1)], '\n') + 1
		for begin < len(texts) {
			at := bytes.Index(texts[begin:], wanted)
			if at < 0 {
				return nil
			}
			at += begin
			if passed := bytes.Count(texts[begin:at], []byte{'\n'}); passed > 0 {
				n += passed
				begin = bytes.LastIndexByte(texts[:at], '\n') + 1
			}
			if alike := texts[begin : at+len(wanted)]; bytes.HasPrefix(texts[last:], alike) {
				return of.rest(n, bytes.Count(texts[begin:], []byte{'\n'}), set) // and all between
			}
			for alike := texts[begin : at+len(wanted)]; begin < len(texts) && bytes.HasPrefix(texts[begin:], alike); n++ {
				if err := of.add(n, set); err != nil {
					return err
				}
				end := bytes.IndexByte(texts[begin+len(alike):], '\n')
				if end < 0 {
					return damaged("a term without its end")
				}
				begin += len(alike) + end + 1
			}
		}
		return nil
	})
}
