package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"html/template"
	"image"
	"image/draw"
	_ "image/gif"
	_ "image/jpeg"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	_ "golang.org/x/image/tiff"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// The questions about restored games are one HTML page, which needs no network. Each has its line,
// what is written, a cut-out of the scan if there is one, the board before the move, and the
// candidate moves with their keys. The page saves answers in the format of convert.ReadAnswers.
// It is written game by game.

func appendPart(dst []byte, name string, data any) ([]byte, error) {
	b := bytes.NewBuffer(dst)
	err := templates().ExecuteTemplate(b, name, data)
	return b.Bytes(), err
}

type question struct {
	Source              record.Source
	Ply                 int
	White, Black, Where string
	Second              bool            // the place is on the second sheet
	Later               bool            // an earlier question may settle it
	Written             []*restore.Cell // by sheet; nil if absent
	Lines               [][3]string     // the text before the word, the word, the text after it
	Picture             template.URL
	Board               template.HTML
	Choices             []choice
	Ended               bool // a choice is that the game had ended
}

type choice struct{ Move, Key, Share string }

// appendReview appends the questions about a game. A picture that cannot be shown is left out.
func appendReview(dst []byte, f *convert.Restored, p *pictures) (_ []byte, err error) {
	for i := range f.Game.Questions {
		q := newQuestion(f, &f.Game.Questions[i], i == 0, p)
		if dst, err = appendPart(dst, "question", q); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

func newQuestion(f *convert.Restored, q *restore.Question, first bool, p *pictures) *question {
	g := f.First()
	at := f.Place(q.Ply, q.Cells)
	out := &question{
		Source: g.Source, Ply: q.Ply, White: f.Tag("White"), Black: f.Tag("Black"),
		Second: at.Sheet > 0, Later: !first,
	}
	side := f.Side(q.Ply)
	by := [...]message.ID{record.White: "review.white-move", record.Black: "review.black-move"}[side]
	number, _ := numberOf(f, q.Ply)
	out.Where = say("review.where", "ply", q.Ply, "move", message.Of(by, "number", number), "line", at.Line, "column", at.Column)
	for s := range f.Sheets {
		c := f.Cell(s, q.Cells[s])
		if out.Written = append(out.Written, c); c != nil {
			out.Lines = append(out.Lines, lineAround(f.Sheets[s].Game, c))
		}
	}
	out.Picture = p.cut(f.Sheets[at.Sheet].Game.Source.File, at.Image, at.Box)
	if p, ok := f.Before(q.Ply); ok {
		board := p.Record()
		turn := message.Of("show.to-move", "side", side.Term())
		out.Board = template.HTML(diagram.Position(&board, say("review.board", "turn", turn)))
	}

	key := 0
	for _, c := range q.Candidates {
		share := restore.Percent(c.Probability).In(language)
		if c.Text == restore.NoMove {
			out.Ended = true
			out.Choices = append(out.Choices, choice{c.Text, "0", share})
		} else if key++; key <= 9 {
			out.Choices = append(out.Choices, choice{c.Text, strconv.Itoa(key), share})
		}
	}
	return out
}

// lineAround returns the line of a cell in three parts: before the cell, the cell, after it.
func lineAround(g *record.Game, c *restore.Cell) [3]string {
	start, stop := g.LineBounds(c.At)
	line := g.Text[start:stop]
	at := min(max(c.At-start, 0), len(line))
	end := min(at+c.Len, len(line))
	begin := backward(line, at, around)
	before := line[begin:at]
	if begin > 0 {
		before = "…" + before
	}
	return [3]string{before, line[at:end], table.Cut(line[end:], around)}
}

const (
	around = 60 // characters of a line before and after a word

	// The limits of pictures. Larger ones are not shown.
	maxPictureBytes = 256 << 20
	maxPictureDots  = 128 << 20
	maxCutWide      = 1600 // pixels of a cut-out
	maxCutHigh      = 400
)

// pictures cuts words out of scans. It keeps the last scan. Each goroutine locks it for a game.
type pictures struct {
	sync.Mutex
	path    string
	picture image.Image // nil if it cannot be read
}

// cut returns the part of a record's picture in a box, as a data URI, or "" if there is none.
func (p *pictures) cut(record, name string, b *[4]int) template.URL {
	if b == nil {
		return ""
	}
	picture := p.beside(record, name)
	if picture == nil {
		return ""
	}
	// The margin is the word's height above and below, and four times that on the sides.
	high := b[3] - b[1]
	area := image.Rect(b[0]-4*high, b[1]-high, b[2]+4*high, b[3]+high).Add(picture.Bounds().Min).Intersect(picture.Bounds())
	if area.Empty() || area.Dx() > maxCutWide || area.Dy() > maxCutHigh {
		return ""
	}
	out := image.NewGray(image.Rect(0, 0, area.Dx(), area.Dy()))
	draw.Draw(out, out.Bounds(), picture, area.Min, draw.Src)
	return dataURI(out)
}

func dataURI(picture image.Image) template.URL {
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		return ""
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(file.Bytes()))
}

// beside returns the picture of that name in the folder of a record, or else the one with the
// record's own name, or nil. A name cannot lead out of the folder.
func (p *pictures) beside(file, name string) image.Image {
	folder := filepath.Dir(file)
	names := []string{filepath.Base(strings.ReplaceAll(name, `\`, "/"))}
	for _, extension := range []string{".png", ".jpg", ".jpeg", ".tif", ".tiff", ".gif"} {
		names = append(names, stem(file)+extension)
	}
	for _, name := range names {
		path := filepath.Join(folder, name)
		if path == p.path {
			return p.picture
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxPictureBytes {
			continue
		}
		p.path, p.picture = path, readPicture(path)
		return p.picture
	}
	return nil
}

// readPicture reads a picture. It returns nil on any error.
func readPicture(path string) image.Image {
	text, _ := readFile(path, maxPictureBytes) // DecodeConfig fails, too, if this does
	size, _, err := image.DecodeConfig(bytes.NewReader(text))
	if err != nil || size.Width <= 0 || size.Height <= 0 || size.Width > maxPictureDots/size.Height {
		return nil
	}
	picture, _, _ := image.Decode(bytes.NewReader(text))
	return picture
}

// The page for proof-reading shows each restored game: its scan, or the text of its record if
// there is none, beside the moves. A move and its word on the scan link to each other. The page
// links to the scans; only those that browsers do not show are embedded.

type proofGame struct {
	Title, Verdict string
	Scans          []proofScan
	Texts          []string // of sheets without a scan
	Moves          []proofMove
	Ignored        []string
}

type proofScan struct {
	name    string
	Address template.URL
	Boxes   []proofBox
}

// proofBox is the place of a move, in percent of the picture.
type proofBox struct {
	ID, Said                 string
	Left, Top, Width, Height float64
}

// proofMove is a move, with what is written if that was mended.
type proofMove struct{ ID, Number, Move, How, Said, Written string }

// appendProof appends a game to the page, which will be in folder.
func appendProof(dst []byte, f *convert.Restored, p *pictures, folder string) ([]byte, error) {
	source := &f.First().Source
	g := &proofGame{
		Title:   source.File + ": " + titleOf(source.Number, f.Tag("White"), f.Tag("Black")),
		Verdict: say("check.the-verdict", "verdict", restoredTerm(f.Game.Verdict)),
	}
	if f.Game.Verdict != restore.Lost {
		g.Verdict += ", " + restore.Percent(f.Game.Probability).In(language)
	}
	if reason := f.Game.Reason; !reason.IsZero() {
		g.Verdict += ": " + reason.In(language)
	}
	hash := fnv.New32a()
	hash.Write([]byte(source.File))
	scanned := make([]bool, len(f.Sheets))
	for i := range f.Game.Plies {
		ply := &f.Game.Plies[i]
		m := proofMove{
			ID: fmt.Sprintf("%x-%d-%d", hash.Sum32(), source.Number, i+1), Number: numberBefore(f, i+1),
			Move: ply.Move, How: ply.How, Said: saidOf(f, ply).In(language),
		}
		if c := f.Cell(0, ply.Cells[0]); c != nil && ply.How == restore.Mended {
			m.Written = c.Text
		}
		g.Moves = append(g.Moves, m)
		if at := f.Place(i+1, ply.Cells); at.Box != nil {
			file := f.Sheets[at.Sheet].Game.Source.File
			scanned[at.Sheet] = g.mark(p, file, at.Image, at.Box, &m, folder) || scanned[at.Sheet]
		}
	}
	for _, d := range f.Game.Dropped {
		g.Ignored = append(g.Ignored, strings.TrimSpace(string(appendLeftOut(nil, f, d))))
	}
	for i, s := range f.Sheets {
		if !scanned[i] {
			g.Texts = append(g.Texts, s.Game.Text)
		}
	}
	return appendPart(dst, "proof", g)
}

// mark adds the box of a move to its picture, and reports whether there is a picture.
func (g *proofGame) mark(p *pictures, file, image string, b *[4]int, m *proofMove, folder string) bool {
	picture := p.beside(file, image)
	if picture == nil {
		return false
	}
	i := slices.IndexFunc(g.Scans, func(s proofScan) bool { return s.name == p.path })
	if i < 0 {
		i = len(g.Scans)
		g.Scans = append(g.Scans, proofScan{name: p.path, Address: p.address(folder)})
	}
	size := picture.Bounds().Size()
	across, down := 100/float64(size.X), 100/float64(size.Y)
	g.Scans[i].Boxes = append(g.Scans[i].Boxes, proofBox{m.ID, m.Said, across * float64(b[0]), down * float64(b[1]),
		across * float64(b[2]-b[0]), down * float64(b[3]-b[1])})
	return true
}

// address returns the address of the last picture for a page in folder.
func (p *pictures) address(folder string) template.URL {
	if ext := strings.ToLower(filepath.Ext(p.path)); ext == ".tif" || ext == ".tiff" {
		return dataURI(p.picture)
	}
	path, err := filepath.Rel(folder, p.path)
	if err != nil {
		path = p.path
	}
	return template.URL((&url.URL{Path: filepath.ToSlash(path)}).String())
}
