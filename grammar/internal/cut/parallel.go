package cut

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/stolb/stolb/record"
)

// Parallel yields the same chunks as a Cutter, in order, cut by several goroutines
// at once. The stream is read in blocks that end where a game seems to begin, as
// guessed from a few bytes. Each block is cut as if a game began there: what a
// Cutter does from where a game begins does not depend on the text before (see
// Beginning). Next puts the blocks together: where the last block did not end where
// the next begins, it cuts on from there, until a game begins where one of the
// block's does. So a wrong guess costs time and nothing else.
type Parallel struct {
	first *Cutter // which reads the stream, and knows its format
	err   error   // that ended the stream, once all is given out

	todo    chan *block   // to be cut
	order   chan *block   // in the order of the text
	pending []*block      // taken from order
	done    chan struct{} // closed by Close
	close   sync.Once

	at      place   // up to where all is given out
	ready   []Chunk // of the block, still to be given out
	shift   place   // of their places
	between *Cutter // cuts from at on, where no block does; nil else
	own     *Cutter // whose finder it uses

	section record.Variant // of what is given out so far, see Chunk
}

// place is a place where a game begins, with what is counted up to there.
type place struct {
	Beginning
	number int
	line   int
	offset int64 // in bytes of the file
}

// block is a stretch of the text.
type block struct {
	text     string
	from     int64 // in bytes of the text as UTF-8
	encoding *textEncoding
	guess    bool  // a game seems to begin with it
	err      error // that ends the text with it; nil where another follows

	next   *block        // when linked is closed; nil after the last
	linked chan struct{} // closed when next is known

	cut    chan struct{} // closed when what follows is known
	chunks []Chunk       // the games that begin in it, their places counted from its beginning
	begins []Beginning   // where each begins; the zero Beginning after a text that was cut off
	stop   place         // where the last of them ends
	ended  error         // which ended the text
}

func (b *block) end() int64 { return b.from + int64(len(b.text)) }

// blockSize is how many bytes a block has, about; a variable for tests.
var blockSize = 256 << 10

// Parallel returns what gives the rest of c's chunks with the help of so many
// goroutines. c must not be used any more. Close has to be called at the end.
func (c *Cutter) Parallel(jobs int) *Parallel {
	p := &Parallel{
		first: c, section: c.section, todo: make(chan *block, jobs), order: make(chan *block, 2*jobs+2), done: make(chan struct{}),
	}
	if !c.known && !c.begin() {
		p.err = c.end()
		close(p.order)
		return p
	}
	p.at.Beginning, _ = c.beginning()
	p.at.number, p.at.line, p.at.offset = c.number, c.line, c.place()
	for range jobs {
		go p.cutBlocks()
	}
	go p.readBlocks(blockSize)
	return p
}

// Close ends the goroutines. It does not wait for one that is blocked in a read.
func (p *Parallel) Close() error {
	p.close.Do(func() { close(p.done) })
	return nil
}

// readBlocks divides the stream into blocks of about so many bytes.
func (p *Parallel) readBlocks(size int) {
	defer close(p.order)
	defer close(p.todo)
	c := p.first
	from, rest, guess := c.handed, c.buf, true
	eof, err := c.eof, c.err
	scratch := make([]byte, piece)
	var before *block
	for {
		var text strings.Builder
		text.Grow(max(size, len(rest)) + piece)
		text.WriteString(rest)
		for empty := 0; text.Len() < size && !eof; {
			n, e := c.text.Read(scratch)
			text.Write(scratch[:n])
			if empty++; n > 0 {
				empty = 0
			} else if empty == 100 && e == nil {
				e = io.ErrNoProgress
			}
			eof, err = e != nil, e
		}
		b := &block{
			text: text.String(), from: from, encoding: c.text.enc, guess: guess,
			linked: make(chan struct{}), cut: make(chan struct{}),
		}
		if eof {
			b.err = err
		} else {
			at := likelyBeginning(b.text, c.format)
			if guess = at > 0; guess {
				b.text, rest = b.text[:at], b.text[at:]
			} else {
				rest = ""
			}
			from += int64(len(b.text))
		}
		if before != nil {
			before.next = b
			close(before.linked)
		}
		for _, to := range [...]chan *block{p.todo, p.order} {
			select {
			case to <- b:
			case <-p.done:
				return
			}
		}
		if before = b; eof {
			close(b.linked)
			return
		}
	}
}

// likelyBeginning returns the last place in a text, not too near to its beginning,
// where a game seems to begin; 0 where none does.
func likelyBeginning(text string, f Format) int {
	least := len(text) / 2
	last := func(before string, fits func(at int) bool) int {
		for end := len(text); ; {
			i := strings.LastIndex(text[least:end], before)
			if i < 0 {
				return 0
			}
			if at := least + i + len(before); at < len(text) && fits(at) {
				return at
			}
			end = least + i + len(before) - 1
		}
	}
	afterBlank := func(at int) bool {
		before := strings.TrimRight(text[max(0, at-8):at-1], " \t")
		return strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "\n\r")
	}
	switch f {
	case JSON:
		return last("\n", func(at int) bool { return text[at] == '{' })
	case PDN:
		return last("\n[", func(at int) bool {
			before := strings.TrimRight(text[least:at-1], " \t\r\n")
			return afterBlank(at-1) && !strings.HasSuffix(before, "]")
		}) - len("[")
	}
	isStart := func(at int) bool { return text[at] > '9' }
	if at := last("\n", func(at int) bool { return isStart(at) && afterBlank(at) }); at > 0 {
		return at
	}
	if at := last("\n1.", func(int) bool { return true }); at > 0 {
		return at - len("1.")
	}
	return last("\n", func(at int) bool {
		line, _, _ := strings.Cut(text[at:min(len(text), at+piece)], "\n")
		return isStart(at) && strings.Contains(line, "1.")
	})
}

// cutBlocks cuts the blocks that seem to begin with a game.
func (p *Parallel) cutBlocks() {
	var own *Cutter // whose finder is used
	for {
		select {
		case b, ok := <-p.todo:
			if !ok {
				return
			}
			if b.guess {
				if own == nil {
					own = p.finding()
				}
				p.cutBlock(b, own)
			}
			close(b.cut)
		case <-p.done:
			return
		}
	}
}

// cutBlock cuts the games that begin in a block, up to the first that does not end
// in the next block.
func (p *Parallel) cutBlock(b *block, own *Cutter) {
	from := Beginning{Offset: b.from, Format: p.first.format, Line: true}
	c := p.cutter(from, b, &blockReader{block: b, p: p})
	c.useFinder(own)
	for whole := true; ; {
		if whole {
			b.stop = place{from, c.number, c.line, c.offset}
			if from.Offset >= b.end() && b.err == nil {
				return
			}
		}
		chunk, err := c.Next()
		if err == errMore || err == nil && c.err == errMore {
			// It may end because no more was read.
			n := b.stop.number
			b.chunks, b.begins = b.chunks[:n], b.begins[:n]
			return
		}
		if err != nil {
			b.ended = err
			return
		}
		b.chunks, b.begins = append(b.chunks, chunk), append(b.begins, from)
		if from, whole = c.beginning(); !whole {
			from = Beginning{}
		}
	}
}

// finding returns a Cutter for its finder.
func (p *Parallel) finding() *Cutter {
	c := &Cutter{formats: p.first.formats, format: p.first.format, Rules: p.first.Rules, Variant: p.first.Variant}
	c.makeFinder()
	return c
}

// cutter returns a Cutter that goes on from where a game begins in a block. Its
// numbers, lines and offsets are counted from there.
func (p *Parallel) cutter(from Beginning, b *block, r *blockReader) *Cutter {
	first, buf := p.first, b.text[from.Offset-b.from:]
	r.text = &textReader{enc: b.encoding, started: true, decoded: r}
	return &Cutter{
		formats: first.formats, file: first.file, limit: first.limit, format: first.format, known: true, text: r.text,
		buf: buf, crs: strings.IndexByte(buf, '\r') >= 0, mark: -1, atLine: from.Line, line: 1, column: from.Column, handed: from.Offset,
	}
}

// errMore is the error of a blockReader that has given all that it may.
var errMore = errors.New("more of the text is to come")

// blockReader reads the text after a block: of one block, or for Next of any number.
// While Next waits here it receives what is in order, so that no goroutine is blocked.
type blockReader struct {
	p     *Parallel
	text  *textReader
	block *block
	at    int  // in what is read of the block after it
	past  int  // blocks
	any   bool // may be read, by Next
}

func (r *blockReader) Read(buf []byte) (int, error) {
	for r.past == 0 || r.at == len(r.block.text) {
		if r.block.err != nil {
			return 0, r.block.err
		}
		if r.past > 0 && !r.any {
			return 0, errMore
		}
		order := r.p.order
		if !r.any {
			order = nil
		}
		for linked := false; !linked; {
			select {
			case <-r.block.linked:
				linked = true
			case b, ok := <-order:
				if ok {
					r.p.pending = append(r.p.pending, b)
				} else {
					order = nil // the last is linked, or reading was stopped
				}
			case <-r.p.done:
				return 0, io.ErrClosedPipe
			}
		}
		r.block, r.at = r.block.next, 0
		r.past++
		r.text.enc = r.block.encoding
		if r.any {
			r.p.forget(r.p.between.handed)
		}
	}
	n := copy(buf, r.block.text[r.at:])
	r.at += n
	return n, nil
}

// Next returns the next game's text, as Cutter.Next does.
func (p *Parallel) Next() (Chunk, error) {
	for {
		if len(p.ready) > 0 {
			chunk := p.ready[0]
			p.ready[0] = Chunk{}
			p.ready = p.ready[1:]
			s := &chunk.Source
			s.Number += p.shift.number
			s.Line += p.shift.line
			s.Offset += p.shift.offset
			p.section = chunk.setSection(p.section)
			return chunk, nil
		}
		if p.err != nil {
			return Chunk{}, p.err
		}
		b := p.current()
		if b == nil {
			p.err = io.ErrClosedPipe
			continue
		}
		select {
		case <-b.cut:
		case <-p.done:
		}
		select {
		case <-p.done: // though all may have been cut by now
			p.err = io.ErrClosedPipe
			continue
		default:
		}
		if p.between == nil && p.join(b) {
			continue
		}
		chunk, err := p.cutBetween(b)
		if err != nil {
			p.err = err
		} else {
			p.section = chunk.setSection(p.section)
		}
		return chunk, err
	}
}

// current returns the block in which the next game begins; nil where the reading
// was stopped.
func (p *Parallel) current() *block {
	for {
		if len(p.pending) == 0 {
			b, ok := <-p.order
			if !ok {
				return nil
			}
			p.pending = append(p.pending, b)
		}
		b := p.pending[0]
		if p.at.Offset < b.end() || b.err != nil {
			return b
		}
		p.pending[0] = nil
		p.pending = p.pending[1:]
	}
}

// forget lets go of the blocks up to an offset that a game cut between them is beyond
// already: there may be any number of them.
func (p *Parallel) forget(offset int64) {
	for len(p.pending) > 1 && p.pending[0].end() <= offset {
		p.pending[0] = nil
		p.pending = p.pending[1:]
	}
}

// join goes on with the games of a block that begin where the text is given out up
// to, and says whether there is one.
func (p *Parallel) join(b *block) bool {
	i := slices.Index(b.begins, p.at.Beginning)
	if i < 0 {
		return false
	}
	s := &b.chunks[i].Source
	p.shift = place{number: p.at.number + 1 - s.Number, line: p.at.line - s.Line, offset: p.at.offset - s.Offset}
	p.ready = b.chunks[i:]
	p.at = place{b.stop.Beginning, b.stop.number + p.shift.number, b.stop.line + p.shift.line, b.stop.offset + p.shift.offset}
	p.err = b.ended
	return true
}

// cutBetween cuts the next game where no block has it.
func (p *Parallel) cutBetween(b *block) (Chunk, error) {
	if p.between == nil {
		p.between = p.cutter(p.at.Beginning, b, &blockReader{p: p, block: b, any: true})
		if p.own == nil {
			p.own = p.finding()
		}
		p.between.useFinder(p.own)
		p.between.number, p.between.line, p.between.offset = p.at.number, p.at.line, p.at.offset
	}
	c := p.between
	chunk, err := c.Next()
	if from, ok := c.beginning(); ok && err == nil {
		p.at = place{from, c.number, c.line, c.offset}
		if b := p.current(); b != nil && b.err == nil || b != nil && p.at.Offset < b.end() {
			select {
			case <-b.cut:
				if slices.Contains(b.begins, p.at.Beginning) {
					p.between = nil
				}
			case <-p.done:
			}
		}
	}
	return chunk, err
}
