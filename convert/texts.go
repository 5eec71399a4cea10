package convert

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Text is the text of a game, with its place.
type Text struct {
	grammar.Chunk
	Recognised *recognised // recogniser's output, or nil if absent
}

// Size returns the length of the text in bytes.
func (t Text) Size() int { return len(t.Text) }

// Texts yields the texts of the games, in order. Errors are yielded in place, and reading
// continues with the next file. A file without a game is an error.
func (in *Input) Texts() iter.Seq2[Text, error] {
	if in.texts != nil {
		return in.texts
	}
	return func(yield func(Text, error) bool) {
		in.files.Store(0)
		in.fileTexts(yield)
	}
}

// pass yields the texts, as Texts does, in a pass of its own, whose source may still read when its
// caller has stopped and reads the input again. It leaves Place unchanged.
func (in *Input) pass(yield func(Text, error) bool) {
	pass := *in
	pass.Texts()(yield)
}

func (in *Input) fileTexts(yield func(Text, error) bool) {
	switch k, n := in.o.Part, in.o.Parts; {
	case n == 0:
	case k < 1 || k > n:
		yield(Text{}, fmt.Errorf("convert: no part %d of %d", k, n))
		return
	default:
		in.partTexts(yield)
		return
	}
	given := false // at least one game or error: some file was not passed over
	give := func(t Text, err error) bool {
		given = true
		return yield(t, err)
	}
	for name, err := range in.Files() {
		if err != nil && !give(Text{}, err) || err == nil && !in.readFile(name, everything, give) {
			return
		}
	}
	if !given && len(in.names) > 0 {
		yield(Text{}, message.Of("files.no-records", "folder", strings.Join(in.names, ", ")))
	}
}

// span is a part of a file: the games that begin at byte first of its text or after it, and
// before byte last; if counted is set, first and last are game numbers from 0.
type span struct {
	first, last int64
	counted     bool
}

var everything = span{last: math.MaxInt64}

// readFile yields the games of a part of a file, then the error that ended reading, if any, and
// reports whether to continue. A file that is passed over yields nothing.
func (in *Input) readFile(name string, part span, yield func(Text, error) bool) bool {
	file, err := in.open(name)
	switch {
	case in.passedOver(err, name):
		return true
	case err != nil:
		return yield(Text{}, err)
	}
	defer file.Close()
	in.files.Add(1)
	notGames := 0  // provenance lines in JSON
	at := int64(0) // never falls, though offsets of a list's games may
	for n := int64(0); ; n++ {
		next, err := file.next()
		if err == nil && next.Format == grammar.JSON && strings.HasPrefix(next.Text, provenanceLine) {
			n--
			notGames++
			continue
		}
		next.Source.Number -= notGames
		switch {
		case err == io.EOF && n == 0 && part.first == 0:
			return yield(Text{}, message.Of("files.no-game", "", ErrNoGame, "file", name))
		case err == io.EOF:
			return true
		case err != nil:
			return yield(Text{}, message.Of("files.cut-short", "file", name, "why", err, "n", n))
		}
		at = max(next.Source.Offset, at)
		if part.counted {
			at = n
		}
		if at >= part.last {
			return true
		}
		if at >= part.first && !yield(Text{next, file.recognised}, nil) {
			return false
		}
	}
}

// ErrNoGame is wrapped by the error yielded for a file without a game.
var ErrNoGame = errors.New("convert: no game is in a file")

// openedFile is a file whose games are read. Close calls the closers in order.
type openedFile struct {
	next       func() (grammar.Chunk, error)
	recognised *recognised
	byGames    bool // offsets of games are not those of the file, which is divided by their numbers
	closers    []func() error
}

func (f *openedFile) Close() (err error) {
	for _, c := range f.closers {
		err = errors.Join(err, c())
	}
	return err
}

func (in *Input) open(name string) (*openedFile, error) {
	in.place = nil
	if in.o.From != nil && in.reader != nil {
		text := &packedFile{ReadCloser: closing(in.reader), read: &in.read}
		cutter := grammar.ResumeCutter(text, name, *in.o.From)
		cutter.Rules, cutter.Variant = newBoard, in.o.Variant
		return &openedFile{next: in.placed(cutter, ""), closers: []func() error{text.Close}}, nil
	}
	if in.o.Damaged && in.isFile(name) && isPicture(name) {
		file := new(openedFile)
		return file, in.openScan(file, name)
	}
	opened, err := in.openFile(name)
	if err != nil {
		return nil, err
	}
	packed, err := unpack(opened, name, in.counts)
	if err != nil {
		return nil, err
	}
	file := &openedFile{closers: []func() error{packed.Close}, byGames: packed.Packing+packed.Encoding != ""}
	encoding := cmp.Or(packed.Encoding, in.o.Encoding)
	var whole *os.File
	if packed.Packing == "" && in.isFile(name) {
		whole, _ = opened.(*os.File)
	}
	text, err := file.textIn(packed, whole)
	switch {
	case text == nil || !isRecognised(text):
	case in.o.Damaged:
		file.recognised, err = readRecognised(text)
	default:
		err = message.Of("files.recognised")
	}
	if err == nil && file.next == nil {
		err = in.openText(file, text, name, packed.Packing, encoding)
	}
	if err != nil {
		_ = file.Close() // it was only read
		return nil, inFile(name, err)
	}
	return file, nil
}

// closing returns r itself if it is an io.Closer, or else r with a Close that does nothing.
func closing(r io.Reader) io.ReadCloser {
	if c, ok := r.(io.ReadCloser); ok {
		return c
	}
	return io.NopCloser(r)
}

// openFile opens a file, or standard input for "-".
func (in *Input) openFile(name string) (io.ReadCloser, error) {
	if in.reader != nil {
		return closing(in.reader), nil
	}
	if name == "-" {
		if section, ok := in.o.Stdin.(*io.SectionReader); ok {
			return io.NopCloser(io.NewSectionReader(section, 0, section.Size())), nil
		}
		return io.NopCloser(in.o.Stdin), nil
	}
	file, err := os.Open(name)
	return file, FileError(name, err)
}

// NewCutter returns a grammar.Cutter that consults the rules of play where they decide where a
// game begins. variant applies to texts that do not name theirs.
func NewCutter(r io.Reader, file, encoding string, variant record.Variant) (*grammar.Cutter, error) {
	cutter, err := grammar.NewCutter(r, file, encoding)
	if err == nil {
		cutter.Rules, cutter.Variant = newBoard, variant
	}
	return cutter, err
}

// openText prepares a text, or a recogniser's output, to be cut into games. The variants of
// damaged records are inferred when they are restored.
func (in *Input) openText(file *openedFile, text *bufio.Reader, name, packing, encoding string) error {
	if file.recognised != nil {
		text, encoding = bufio.NewReader(strings.NewReader(file.recognised.Text)), "utf-8"
	} else {
		list, rest, err := listIn(text, name, encoding)
		if list != nil || err != nil {
			file.next = in.tried(list)
			return err
		}
		text = rest
	}
	cutter, err := NewCutter(text, name, encoding, in.o.Variant)
	if err != nil {
		return err
	}
	if file.recognised != nil {
		cutter.SetFormat(grammar.Sheet)
	}
	if in.o.Damaged {
		file.next = cutter.Next
		return nil
	}
	// Input from a pipe is judged as it arrives, without waiting until there is enough of it for
	// several workers to cut.
	jobs := cmp.Or(in.o.Jobs, runtime.GOMAXPROCS(0))
	if jobs != 1 && runtime.GOMAXPROCS(0) > 1 && in.isFile(name) {
		parallel := cutter.Parallel(jobs)
		file.closers = append([]func() error{parallel.Close}, file.closers...)
		file.next = in.tried(parallel.Next)
		return nil
	}
	file.next = in.placed(cutter, packing)
	return nil
}

// placed returns an iterator over a cutter's texts that sets in.place to that of the last text.
func (in *Input) placed(cutter *grammar.Cutter, packing string) func() (grammar.Chunk, error) {
	var begins []grammar.Beginning // of the last text returned, and of texts read ahead
	var place grammar.Beginning
	tried := in.tried(func() (grammar.Chunk, error) {
		if begin, known := cutter.Beginning(); known {
			begins = append(begins, begin)
		}
		return cutter.Next()
	})
	return func() (grammar.Chunk, error) {
		next, err := tried()
		at := next.Source.Offset
		for len(begins) > 0 && begins[0].Offset < at {
			begins = begins[1:]
		}
		in.place = nil
		if len(begins) > 0 && packing == "" && next.Source.Width == nil && begins[0].Offset == at {
			in.place, place = &place, begins[0]
			place.Others, place.Numbers = next.Others, next.Numbers
		}
		return next, err
	}
}

// tried is Tried with the input's options, or with what o.From tells of the file.
func (in *Input) tried(next func() (grammar.Chunk, error)) func() (grammar.Chunk, error) {
	if in.o.From == nil {
		return Tried(next, in.o)
	}
	return func() (grammar.Chunk, error) {
		c, err := next()
		c.Others, c.Numbers = in.o.From.Others, in.o.From.Numbers
		return c, err
	}
}

// isFile reports whether the named input is a regular file.
func (in *Input) isFile(name string) bool { return in.reader == nil && isRegular(name) }

// OpenPacked opens a file and unpacks it if it is packed with gzip or zstd.
func OpenPacked(name string) (io.ReadCloser, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, FileError(name, err)
	}
	text, err := unpack(file, name, new(counts))
	if err != nil {
		return nil, err
	}
	return text, nil
}

// errRead is returned for a picture whose text is elsewhere in the input.
var errRead = errors.New("convert: a picture whose text is beside it")

// openScan opens a picture of a sheet. Tesseract's output is kept, because restoring reads its
// input more than once.
func (in *Input) openScan(file *openedFile, name string) error {
	if in.isTextBeside(name) {
		return errRead
	}
	known, _ := in.scans.Load(name)
	doc, _ := known.(*recognised)
	if doc == nil {
		var err error
		if doc, err = recognise(name); err != nil {
			return err
		}
		in.scans.Store(name, doc)
	}
	if info, err := os.Stat(name); err == nil {
		in.read.Add(info.Size())
	}
	file.recognised = doc
	return in.openText(file, nil, name, "", "")
}

// isTextBeside reports whether the text of a picture is in the input: in a file beside it whose
// name differs only in the extension, or in a recogniser's file that names the picture.
func (in *Input) isTextBeside(picture string) bool {
	beside := func(file, name string) string { // the place of a name beside a file, without extension
		base := filepath.Base(filepath.FromSlash(strings.ReplaceAll(name, `\`, "/")))
		return filepath.Join(filepath.Dir(file), cmp.Or(strings.TrimSuffix(base, filepath.Ext(base)), base))
	}
	if in.texted == nil {
		in.texted = make(map[string]bool)
		for name, err := range in.Files() {
			if err != nil || !in.isFile(name) || isPicture(name) {
				continue // an error is reported when the file is read
			}
			for _, word := range wordsIn(name) {
				in.texted[beside(name, word.Image)] = true
			}
			for rest := name; filepath.Ext(rest) != ""; rest = strings.TrimSuffix(rest, filepath.Ext(rest)) {
				in.texted[beside(name, rest)] = true // page.alto.xml belongs to page.png, too
			}
		}
	}
	return in.texted[beside(picture, picture)]
}

// wordsIn returns the words in a recogniser's file; they name their pictures.
func wordsIn(name string) []recognisedWord {
	file, err := OpenPacked(name)
	if err != nil {
		return nil // reported when the file is read
	}
	defer file.Close()
	text := bufio.NewReader(file)
	if !isRecognised(text) {
		return nil
	}
	doc, err := readRecognised(text)
	if err != nil {
		return nil
	}
	return doc.Words
}

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
