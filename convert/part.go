package convert

import (
	"math/bits"
	"os"

	"github.com/stolb/stolb/record/message"
)

type listedFile struct {
	name string
	err  error // yielded in place
	size int64 // on disk
}

// scaled returns a*b/c, rounded down; c is greater than 0 and b at most c.
func scaled(a, b, c int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	quotient, _ := bits.Div64(high, low, uint64(c))
	return int64(quotient)
}

// partTexts yields the game texts of the parts in.from to in.to.
func (in *Input) partTexts(yield func(Text, error) bool) {
	var files []listedFile
	total := int64(0)
	for name, err := range in.Files() {
		file := listedFile{name: name, err: err}
		if err == nil {
			switch info, err := os.Stat(name); {
			case err != nil:
				file.err = FileError(name, err)
			case !info.Mode().IsRegular():
				file.err = message.Of("part.no-size", "file", name)
			default:
				file.size = info.Size()
			}
		}
		files, total = append(files, file), total+file.size
	}
	n := in.o.Parts
	begin, end := scaled(total, int64(in.from), int64(n)), scaled(total, int64(in.to), int64(n))
	at := int64(0)
	for _, f := range files {
		first, last := min(max(begin-at, 0), f.size), min(max(end-at, 0), f.size)
		// A file without size belongs to the part in which the next file begins, or at the end to
		// the last part.
		here := at >= begin && (at < end || in.to == n)
		at += f.size
		if first == last && !(f.size == 0 && here) {
			continue
		}
		if f.err != nil && !yield(Text{}, f.err) || f.err == nil && !in.fileRange(f, first, last, yield) {
			return
		}
	}
}

// fileRange yields the games of a file that begin at or after byte first and before byte last,
// counted on disk, and reports whether to continue. A packed file or a table is divided by its games,
// which are counted first.
func (in *Input) fileRange(f listedFile, first, last int64, yield func(Text, error) bool) bool {
	part := everything // last is unbounded: the final game may begin where trailing blank lines end
	if first > 0 || last < f.size {
		probe, length := *in, f.size
		probe.counts = new(counts) // this is not progress
		file, err := probe.open(f.name)
		switch {
		case in.passedOver(err, f.name):
			return true
		case err != nil:
			return yield(Text{}, err)
		}
		if part.counted = file.byGames; part.counted {
			for length = -1; err == nil; length++ {
				_, err = file.next() // an error is reported when the file is read
			}
		}
		_ = file.Close() // it was only read
		part.first = scaled(length, first, f.size)
		if last < f.size {
			part.last = scaled(length, last, f.size)
		}
	}
	return in.readFile(f.name, part, yield)
}
