package convert

import (
	"errors"
	"io"
	"math/bits"
	"os"

	"github.com/stolb/stolb/convert/internal/source"
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
// counted on disk, and reports whether to continue.
func (in *Input) fileRange(f listedFile, first, last int64, yield func(Text, error) bool) bool {
	part := everything // last is unbounded: the final game may begin where trailing blank lines end
	if first > 0 || last < f.size {
		length, games, err := in.unpacked(f)
		switch {
		case in.passedOver(err, f.name):
			return true
		case err != nil:
			return yield(Text{}, err)
		}
		part.counted, part.first = games, scaled(length, first, f.size)
		if last < f.size {
			part.last = scaled(length, last, f.size)
		}
	}
	return in.readFile(f.name, part, yield)
}

// unpacked returns the length of a file that is to be divided: in unpacked bytes or, for a
// columnar table, in games. To measure it, a packed file is unpacked once and a table's games are
// counted.
func (in *Input) unpacked(f listedFile) (length int64, games bool, err error) {
	file, err := in.openFile(f.name)
	if err != nil {
		return 0, false, err
	}
	table, err := source.TableIn(file)
	if err != nil {
		return 0, false, errors.Join(inFile(f.name, err), file.Close())
	}
	if table != nil {
		defer file.Close()
		for {
			switch _, err := table(); {
			case err == io.EOF:
				return length, true, nil
			case err != nil:
				return 0, false, message.Of("files.cut-short", "file", f.name, "why", err, "n", length)
			}
			length++
		}
	}
	text, err := source.Unpack(file, f.name) // not counted as progress
	if err != nil {
		return 0, false, err
	}
	defer text.Close()
	if text.Packing == "" {
		return f.size, false, nil
	}
	// A damaged file is divided up to the damage, which is reported when the file is read.
	length, _ = io.Copy(io.Discard, text)
	return length, false, nil
}
