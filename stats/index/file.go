package index

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"

	"github.com/stolb/stolb/record"
)

// An index's file: header; blocks, each with the checksum of its section, number and
// bytes behind it; for each section the places where its blocks begin, and where the
// last ends, in eight bytes each; the summary, as JSON, with the checksum and the
// length of it, in four bytes each; and trailer. Numbers have the highest byte first.
const (
	header  = "stolb index 2\n\x00\x00"
	trailer = "stolb index end\n"
	// headerKind is how the header of any version begins.
	headerKind = "stolb index "
	// maxSummary is how many bytes a summary may have.
	maxSummary = 1 << 16
)

// section is a kind of blocks.
type section uint8

const (
	sectionGames     section = iota // games, packed
	sectionPositions                // by the first bits of their hash
	sectionTerms                    // what headers say, and of which games
	sectionResults                  // one block, with a byte a game
	sections
)

// summary is what is known of an index at once.
type summary struct {
	Games    int               `json:"games"`
	Plies    int               `json:"plies"`
	Group    int               `json:"group"` // so many first bits of a hash tell its block
	Asked    string            `json:"asked"` // what is played in games that do not say it
	Cut      bool              `json:"cut"`   // there are terms of which only the beginning is kept
	Terms    map[string][2]int `json:"terms"` // by the kind, its first block and how many
	Sections [sections]extent  `json:"sections"`
}

// extent is where the places of a section's blocks are, and how many blocks.
type extent struct {
	At     int64 `json:"at"`
	Blocks int   `json:"blocks"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is that of a block where it belongs.
func checksum(s section, n int, block []byte) uint32 {
	var key [9]byte
	key[0] = byte(s)
	binary.BigEndian.PutUint64(key[1:], uint64(n))
	return crc32.Update(crc32.Checksum(key[:], castagnoli), castagnoli, block)
}

// writer writes a file. The blocks of a section are written one behind another.
type writer struct {
	file   *os.File
	to     *bufio.Writer
	at     int64
	places [sections][]int64 // where blocks begin, and the last ends
}

func newWriter(file *os.File) (*writer, error) {
	w := &writer{file: file, to: bufio.NewWriterSize(file, 1<<18)}
	return w, w.write([]byte(header))
}

func (w *writer) write(text []byte) error {
	n, err := w.to.Write(text)
	w.at += int64(n)
	return err
}

func (w *writer) block(s section, text []byte) error {
	if len(w.places[s]) == 0 {
		w.places[s] = append(w.places[s], w.at)
	}
	sum := checksum(s, len(w.places[s])-1, text)
	if err := errors.Join(w.write(text), w.write(binary.BigEndian.AppendUint32(nil, sum))); err != nil {
		return err
	}
	w.places[s] = append(w.places[s], w.at)
	return nil
}

// finish writes what stands behind the blocks.
func (w *writer) finish(sum *summary) error {
	for s, places := range w.places {
		sum.Sections[s] = extent{w.at, max(0, len(places)-1)}
		for _, at := range places {
			if err := w.write(binary.BigEndian.AppendUint64(nil, uint64(at))); err != nil {
				return err
			}
		}
	}
	text, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	end := binary.BigEndian.AppendUint32(text, crc32.Checksum(text, castagnoli))
	end = binary.BigEndian.AppendUint32(end, uint32(len(text)))
	if err := w.write(append(end, trailer...)); err != nil {
		return err
	}
	return errors.Join(w.to.Flush(), w.file.Sync())
}

// reader reads a file. Several goroutines may use it at once.
type reader struct {
	file *os.File
	size int64
	summary
}

// formOf returns what a file begins with: header, that of another version, or "".
func formOf(file *os.File) string {
	head := make([]byte, 20)
	n, _ := file.ReadAt(head, 0)
	switch {
	case n < len(header):
		return ""
	case string(head[:len(header)]) == header:
		return header
	case string(head[:len(headerKind)]) == headerKind, n == len(head) && binary.LittleEndian.Uint32(head[16:]) == 0xED0CDAED: // bbolt's, the first version
		return headerKind
	}
	return ""
}

func openFile(path string) (*reader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r := &reader{file: file}
	if err := r.begin(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return r, nil
}

// begin reads the summary.
func (r *reader) begin() error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	if r.size = info.Size(); !info.Mode().IsRegular() || formOf(r.file) != header {
		return noIndex()
	}
	end, err := r.read(r.size-int64(len(trailer))-8, r.size, nil)
	if err != nil {
		return err
	}
	length := binary.BigEndian.Uint32(end[4:])
	if string(end[8:]) != trailer || length > maxSummary {
		return damaged("its end is missing")
	}
	begin := r.size - int64(len(end)) - int64(length)
	text, err := r.read(begin, begin+int64(length), nil)
	if err != nil {
		return err
	}
	if crc32.Checksum(text, castagnoli) != binary.BigEndian.Uint32(end) || json.Unmarshal(text, &r.summary) != nil {
		return damaged("its summary")
	}
	return r.sound()
}

// sound says what of the summary cannot be.
func (r *reader) sound() error {
	blocks := (r.Games + blockGames - 1) / blockGames
	s := &r.Sections
	if r.Games < 0 || r.Games > maxGames || r.Plies < 0 || r.Group < 8 || r.Group > 40 ||
		s[sectionGames].Blocks != blocks || s[sectionPositions].Blocks != 1<<r.Group || s[sectionResults].Blocks != 1 {
		return damaged("its counts")
	}
	for _, of := range r.Terms {
		if of[0] < 0 || of[1] < 0 || of[0]+of[1] > s[sectionTerms].Blocks {
			return damaged("its terms")
		}
	}
	if _, err := r.asked(); err != nil {
		return damaged("its variant")
	}
	return nil
}

func (r *reader) asked() (record.Variant, error) {
	if r.Asked == "" {
		return record.UnknownVariant, nil
	}
	return record.ParseVariant(r.Asked)
}

// read returns the bytes from one place to another, in room where there is enough.
func (r *reader) read(begin, end int64, room []byte) ([]byte, error) {
	if begin < 0 || end < begin || end > r.size {
		return nil, damaged("a place is not in the file")
	}
	n := int(end - begin)
	if cap(room) < n {
		room = make([]byte, n)
	}
	room = room[:n]
	_, err := r.file.ReadAt(room, begin)
	var system *fs.PathError
	switch {
	case err == nil || n == 0:
		return room, nil
	case errors.Is(err, io.EOF):
		return nil, damaged("it is shorter than it was")
	case errors.As(err, &system):
		return nil, err
	}
	return nil, damaged(err.Error())
}

// block returns the n-th block of a section, in room where there is enough.
func (r *reader) block(s section, n int, room []byte) ([]byte, error) {
	of := r.Sections[s]
	if n < 0 || n >= of.Blocks {
		return nil, damaged("a block that it has not")
	}
	var places [16]byte
	if _, err := r.read(of.At+int64(n)*8, of.At+int64(n)*8+16, places[:]); err != nil {
		return nil, err
	}
	begin, end := int64(binary.BigEndian.Uint64(places[:])), int64(binary.BigEndian.Uint64(places[8:]))
	if end-begin < 4 {
		return nil, damaged("a block's place")
	}
	text, err := r.read(begin, end, room)
	if err != nil {
		return nil, err
	}
	block := text[:len(text)-4]
	if checksum(s, n, block) != binary.BigEndian.Uint32(text[len(block):]) {
		return nil, damaged(fmt.Sprintf("block %d of section %d", n, s))
	}
	return block, nil
}
