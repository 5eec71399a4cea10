package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/bits"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert/source"
	"github.com/stolb/stolb/record/message"
)

// maxParts is the most parts.
const maxParts = 1 << 20

// partValue is the flag --part. The zero value is all of the input.
type partValue struct{ k, n int }

func partFlag(flags *pflag.FlagSet, p *partValue) {
	flags.Var(p, "part", "")
}

func (p *partValue) Type() string { return "K/N" }

func (p *partValue) String() string {
	if p.n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", p.k, p.n)
}

func (p *partValue) Set(s string) error {
	k, n, found := strings.Cut(s, "/")
	if found {
		var errs [2]error
		p.k, errs[0] = strconv.Atoi(k)
		p.n, errs[1] = strconv.Atoi(n)
		if errors.Join(errs[:]...) == nil && p.k >= 1 && p.k <= p.n && p.n <= maxParts {
			return nil
		}
	}
	return &usageError{message: say("usage.expected-part", "most", maxParts)}
}

// asked says whether it is a part and not all.
func (p *partValue) asked() bool { return p.n > 0 }

// check says what does not go with parts.
func (p *partValue) check(args []string) error {
	if p.asked() && slices.Contains(args, "-") {
		return &usageError{message: say("usage.part-input")}
	}
	return nil
}

// listedFile is a file of the input.
type listedFile struct {
	name string
	err  error // in its place
	size int64 // on the disk
}

// listFiles lists the files that the arguments name, and what cannot be read in its
// place.
func listFiles(args []string, include patterns) []listedFile {
	var files []listedFile
	_ = eachFile(args, include, func(name string) error {
		file := listedFile{name: name}
		switch info, err := os.Stat(name); {
		case err != nil:
			file.err = fileError(name, err)
		case !info.Mode().IsRegular():
			file.err = message.Of("part.no-size", "file", name)
		default:
			file.size = info.Size()
		}
		files = append(files, file)
		return nil
	}, func(err error) error {
		files = append(files, listedFile{err: err})
		return nil
	})
	return files
}

// scaled returns a*b/c, rounded down; c is greater than 0 and b at most c.
func scaled(a, b, c int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	quotient, _ := bits.Div64(high, low, uint64(c))
	return int64(quotient)
}

// before yields the games that stand before the part, and none where there is no
// part. What cannot be read is passed over: those who work on it say so.
func (c *checker) before(args []string) iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		if c.part.k <= 1 {
			return
		}
		// Their files and bytes are not of what is worked on.
		other := &checker{asked: c.asked, encoding: c.encoding, include: c.include, plies: c.plies}
		for game, err := range other.partChunks(args, 0, c.part.k-1, c.part.n) {
			if err == nil && !yield(game) {
				return
			}
		}
	}
}

// partChunks cuts the part's files into the texts of their games, those of the
// range from..to of so many parts: for the K-th of N from K-1 to K, and for what
// stands before it from 0 to K-1.
func (c *checker) partChunks(args []string, from, to, n int) iter.Seq2[chunk, error] {
	return func(yield func(chunk, error) bool) {
		files := listFiles(args, c.include)
		total := int64(0)
		for _, f := range files {
			total += f.size
		}
		begin, end := scaled(total, int64(from), int64(n)), scaled(total, int64(to), int64(n))
		at := int64(0)
		for _, f := range files {
			first, last := min(max(begin-at, 0), f.size), min(max(end-at, 0), f.size)
			// What takes no room is in the part in which the next file begins, and at
			// the end in the last.
			here := at >= begin && (at < end || to == n)
			at += f.size
			switch {
			case first == last && !(f.size == 0 && here):
			case f.err != nil:
				if !yield(chunk{}, f.err) {
					return
				}
			default:
				if !c.fileRange(f, first, last, args, yield) {
					return
				}
			}
		}
	}
}

// fileRange yields the games that begin from byte first on and before byte last
// of a file, as it is on the disk, and says whether to go on.
func (c *checker) fileRange(f listedFile, first, last int64, args []string, yield func(chunk, error) bool) bool {
	fail := func(err error) bool { return yield(chunk{}, err) }
	place := func(next *chunk, _ int64) int64 { return next.Source.Offset }
	if last == f.size {
		last = math.MaxInt64 // a game may begin where blank lines end
	}
	whole := first == 0 && last == math.MaxInt64
	if !whole {
		length, games, err := c.unpacked(f.name)
		switch {
		case passedOver(err, args, f.name):
			return true
		case err != nil:
			return fail(err)
		}
		if games {
			// Of a table the games count: where they stand in their files says nothing.
			place = func(_ *chunk, n int64) int64 { return n }
		}
		if first = scaled(length, first, f.size); last != math.MaxInt64 {
			last = scaled(length, last, f.size)
		}
	}
	cutter, file, err := c.open(f.name, nil)
	if passedOver(err, args, f.name) {
		return true
	}
	if err != nil {
		return fail(err)
	}
	defer file.Close()
	c.files.Add(1)
	for n := int64(0); ; n++ {
		next, err := cutter.Next()
		switch {
		case err == io.EOF && n == 0 && first == 0:
			return fail(message.Of("files.no-game", "file", f.name))
		case err == io.EOF:
			return true
		case err != nil:
			return fail(message.Of("files.cut-short", "file", f.name, "why", err, "n", n))
		}
		game := chunk{next}
		at := place(&game, n)
		if at >= last {
			return true
		}
		if at >= first && !yield(game, nil) {
			return false
		}
	}
}

// unpacked returns how long a file is that is divided: in bytes, unpacked; or, of
// a table in columns, in games. What is packed is unpacked once to know it, and
// the games of a table are counted.
func (c *checker) unpacked(name string) (length int64, games bool, err error) {
	reader, file, err := source.OpenTable(name)
	if err != nil {
		return 0, false, message.Of("message.path", "path", name, "why", err)
	}
	if reader != nil {
		defer file.Close()
		for {
			switch _, err := reader.Next(); {
			case err == io.EOF:
				return length, true, nil
			case err != nil:
				return 0, false, message.Of("files.cut-short", "file", name, "why", err, "n", length)
			}
			length++
		}
	}
	var read atomic.Int64 // not of what is worked on
	text, err := open(name, nil, &read)
	if err != nil {
		return 0, false, err
	}
	defer text.Close()
	if text.Packing == "" {
		info, err := os.Stat(name)
		if err != nil {
			return 0, false, fileError(name, err)
		}
		return info.Size(), false, nil
	}
	length, err = io.Copy(io.Discard, text)
	if err != nil {
		// What can be unpacked is divided; whoever reads it says what is wrong.
		return length, false, nil
	}
	return length, false, nil
}
