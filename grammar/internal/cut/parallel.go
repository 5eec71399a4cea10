package cut

import (
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/stolb/stolb/record"
)

// Parallel yields the same chunks as a Cutter, in order, using several goroutines. It reads the
// stream in blocks that end where a game seems to begin, guessed from a few bytes, and splits each
// block as if a game began there: from the start of a game on, a Cutter does not depend on the
// preceding text (see Beginning). Next joins the blocks: if one does not end where the next begins,
// Next splits the text from there until a game begins where one of the block's does. So a wrong
// guess costs nothing but time.
type Parallel struct {
	first *Cutter // reads the stream, and knows its format
	err   error   // that ended the stream, once all chunks are returned

	idle    chan Games    // a token for each idle goroutine: its Games, or nil if it has none yet
	order   chan *block   // in the order of the text
	pending []*block      // taken from order
	done    chan struct{} // closed by Close
	close   sync.Once

	at      place   // all text before it has been returned
	known   bool    // a game begins there
	ready   []Chunk // still to be returned
	between *Cutter // splits from at on, where no block does; otherwise nil
	games   Games   // used by between

	section Section // of the text returned so far
}

// place is the start of a game, with its source and the number of the last game.
type place struct {
	Beginning
	source record.Source
}

// place returns the place of c, without its Section, and whether a game begins there.
func (c *Cutter) place() (at place, known bool) {
	from := Beginning{Offset: c.handed, Format: c.format, Line: c.atLine, Column: c.source.Column}
	return place{from, c.source}, c.known && !c.over
}

// block is a stretch of the text.
type block struct {
	text     string
	from     int64  // in bytes of the text as UTF-8
	guess    bool   // a game seems to begin at its start
	err      error  // that ends the text after it; nil if more blocks follow
	after    string // text of the next block
	last     error  // that ends the text after the next block; nil if more follow
	encoding *textEncoding

	cut    chan struct{} // closed when the fields below are set
	chunks []Chunk       // games that begin in the block; their sources count from its start
	begins []Beginning   // where each begins; zero after a text that was cut off
	stop   place         // end of the last one
	ended  error         // the error that ended the text
}

func (b *block) end() int64 { return b.from + int64(len(b.text)) }

// blockSize is the approximate size of a block in bytes; a variable for tests.
var blockSize = 256 << 10

// Parallel returns a Parallel that yields the rest of c's chunks, using jobs goroutines. c must not
// be used any more. Close must be called at the end.
func (c *Cutter) Parallel(jobs int) *Parallel {
	p := &Parallel{
		first: c, section: c.section, idle: make(chan Games, jobs),
		order: make(chan *block, 2*jobs+2), done: make(chan struct{}),
	}
	if !c.known && !c.begin() {
		p.err = c.err
		return p
	}
	p.at, p.known = c.place()
	for range jobs {
		p.idle <- nil
	}
	go p.readBlocks(blockSize)
	return p
}

// Close ends the goroutines. It does not wait for one that is blocked in a read.
func (p *Parallel) Close() error {
	p.close.Do(func() { close(p.done) })
	return nil
}

// readBlocks divides the stream into blocks of about size bytes.
func (p *Parallel) readBlocks(size int) {
	c := p.first
	var before *block
	for guess := true; before == nil || before.err == nil; {
		for len(c.buf) < size && c.err == nil {
			c.read()
		}
		b := &block{text: c.buf, from: c.handed, guess: guess, err: c.err, cut: make(chan struct{})}
		guess = false
		if at := likelyBeginning(c.buf, c.format); at > 0 && c.err == nil {
			b.text, guess = c.buf[:at], true
		}
		c.handed += int64(len(b.text))
		c.buf = c.buf[len(b.text):]
		if before != nil && !p.hand(before, b.text, b.err) {
			return
		}
		before = b
	}
	p.hand(before, "", before.err)
}

// hand queues a block, given the text after it, starts to split it if a game seems to begin there,
// and reports whether more blocks are wanted.
func (p *Parallel) hand(b *block, after string, last error) bool {
	b.after, b.last, b.encoding = after, last, p.first.text.enc
	select {
	case p.order <- b:
	case <-p.done:
		return false
	}
	if !b.guess {
		close(b.cut)
		return true
	}
	select {
	case games := <-p.idle:
		go func() {
			defer close(b.cut)
			p.idle <- p.cutBlock(b, games)
		}()
		return true
	case <-p.done:
		return false
	}
}

// likelyBeginning returns the beginning of a line in the second half of a text, near a sign that a
// game begins there or shortly before; 0 for none.
func likelyBeginning(text string, f Format) int {
	least := len(text) / 2
	signs := []string{"\n\n", "\n\r\n", "\n1.", " 1."}
	switch f {
	case JSON:
		signs = []string{"\n{"}
	case PDN:
		signs = []string{"\n\n[", "\n\r\n["}
	}
	for _, sign := range signs {
		if i := strings.LastIndex(text[least:], sign); i >= 0 {
			return least + strings.LastIndexByte(text[least:least+i+len(sign)], '\n') + 1
		}
	}
	return 0
}

// cutBlock splits the games that begin in a block, up to the first that does not end in the next
// block, and returns Games for reuse.
func (p *Parallel) cutBlock(b *block, games Games) Games {
	c := p.cutter(Beginning{Offset: b.from, Line: true}, b, strings.NewReader(b.after), games)
	for {
		from, known := c.place()
		if known {
			if b.stop = from; from.Offset >= b.end() && b.err == nil {
				return c.games
			}
		}
		chunk, err := c.Next()
		if c.err != nil && b.last == nil {
			// The text may only seem to end because no more was read.
			n := b.stop.source.Number
			b.chunks, b.begins = b.chunks[:n], b.begins[:n]
			return c.games
		}
		if err != nil {
			b.ended = b.last
			return c.games
		}
		if !known {
			from = place{}
		}
		b.chunks, b.begins = append(b.chunks, chunk), append(b.begins, from.Beginning)
	}
}

// cutter returns a Cutter that resumes at the start of a game in a block and continues with after.
// It counts numbers, lines and offsets from there. It uses games unless nil.
func (p *Parallel) cutter(from Beginning, b *block, after io.Reader, games Games) *Cutter {
	from.Format = p.first.format
	c := Resume(after, p.first.source.File, from, p.first.formats)
	c.Rules, c.Variant = p.first.Rules, p.first.Variant
	c.buf, c.text.enc = b.text[from.Offset-b.from:], b.encoding
	if c.format == Sheet && games != nil {
		c.games = games
		games.Reset(false)
	}
	return c
}

// Next returns the next game's text, as Cutter.Next does.
func (p *Parallel) Next() (Chunk, error) {
	for len(p.ready) == 0 && p.err == nil {
		if b := p.current(); b == nil {
			p.err = io.ErrClosedPipe
		} else if i := slices.Index(b.begins, p.at.Beginning); p.known && i >= 0 {
			p.join(b, i)
		} else {
			p.cutBetween(b)
		}
	}
	if len(p.ready) == 0 {
		return Chunk{}, p.err
	}
	chunk := p.ready[0]
	p.ready[0] = Chunk{}
	p.ready = p.ready[1:]
	p.section = chunk.setSection(p.section)
	return chunk, nil
}

// current waits for the block in which the next game begins to be split, and returns it; nil after
// Close.
func (p *Parallel) current() *block {
	for p.forget(p.at.Offset); len(p.pending) == 0; p.forget(p.at.Offset) {
		if !p.receive() {
			return nil
		}
	}
	select {
	case <-p.pending[0].cut:
		return p.pending[0]
	case <-p.done:
		return nil
	}
}

// receive takes one more block; it returns false after Close.
func (p *Parallel) receive() bool {
	select {
	case b := <-p.order:
		p.pending = append(p.pending, b)
		return true
	case <-p.done:
		return false
	}
}

// forget drops the blocks before an offset: one game may span any number of them.
func (p *Parallel) forget(offset int64) {
	for len(p.pending) > 0 && p.pending[0].end() <= offset && p.pending[0].err == nil {
		p.pending = slices.Delete(p.pending, 0, 1)
	}
}

// join continues with the games of a block, from the one that begins at p.at.
func (p *Parallel) join(b *block, i int) {
	p.between, p.ready = nil, b.chunks[i:]
	first, at := b.chunks[i].Source, p.at.source
	move := func(s *record.Source) {
		s.Number += at.Number + 1 - first.Number
		s.Line += at.Line - first.Line
		s.Offset += at.Offset - first.Offset
	}
	for k := range p.ready {
		move(&p.ready[k].Source)
	}
	p.at = b.stop
	move(&p.at.source)
	p.err = b.ended
}

// cutBetween splits off the next game where no block does.
func (p *Parallel) cutBetween(b *block) {
	c := p.between
	if c == nil {
		c = p.cutter(p.at.Beginning, b, (*others)(p), p.games)
		c.source = p.at.source
		p.between = c
	}
	chunk, err := c.Next()
	p.games = c.games
	if p.err = err; err == nil {
		p.ready = []Chunk{chunk}
		p.at, p.known = c.place()
	}
}

// others reads the blocks after those read by p.between.
type others Parallel

// Read implements io.Reader.
func (o *others) Read(buf []byte) (int, error) {
	p := (*Parallel)(o)
	at := p.between.handed + int64(len(p.between.buf))
	for {
		for _, b := range p.pending {
			if at < b.end() {
				p.between.text.enc = b.encoding
				return copy(buf, b.text[at-b.from:]), nil
			}
			if b.err != nil {
				return 0, b.err
			}
		}
		if !p.receive() {
			return 0, io.ErrClosedPipe
		}
		p.forget(p.between.handed)
	}
}
