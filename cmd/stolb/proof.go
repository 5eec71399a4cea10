package main

import (
	"fmt"
	"hash/fnv"
	"html/template"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/replay/restore"
)

// A page to proof-read restored games by has each with its scan, or the text of its record if
// there is none, beside the moves. A move leads to its word on the scan, and back. The page
// names the scans where they are; those that browsers do not show are in the page.

type proofGame struct {
	Title, Verdict string
	Scans          []proofScan
	Texts          []string // of the sheets without a scan
	Moves          []proofMove
	Ignored        []string
}

type proofScan struct {
	name    string
	Address template.URL
	Boxes   []proofBox
}

// proofBox is the place of a move, in percents of the picture.
type proofBox struct {
	ID, Said                 string
	Left, Top, Width, Height float64
}

// proofMove is a move; what is written is said if it is something else.
type proofMove struct{ ID, Number, Move, How, Said, Written string }

// appendProof appends a game to the page, which will be in the given folder.
func appendProof(dst []byte, f *convert.Restored, p *pictures, folder string) ([]byte, error) {
	source := &f.First().Source
	g := &proofGame{
		Title:   source.File + ": " + titleOf(source.Number, f.Tag("White"), f.Tag("Black")),
		Verdict: say("check.the-verdict", "verdict", restoredTerm(f.Game.Verdict)),
	}
	if f.Game.Verdict != restore.Lost {
		g.Verdict += ", " + convert.Percent(f.Game.Probability, language)
	}
	if reason := f.Game.Reason; !reason.IsZero() {
		g.Verdict += ": " + reason.In(language)
	}
	hash := fnv.New32a()
	hash.Write([]byte(source.File))
	scanned := make([]bool, len(f.Sheets))
	for i := range f.Game.Plies {
		ply := &f.Game.Plies[i]
		m := proofMove{ID: fmt.Sprintf("%x-%d-%d", hash.Sum32(), source.Number, i+1), Move: ply.Move, How: ply.How}
		if side := f.Side(i + 1); side == f.Variant.First() || i == 0 {
			m.Number = fmt.Sprintf("%d.", (i+2)/2)
		}
		m.Said = saidOf(f, ply).In(language)
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

// mark marks the box of a move on its picture, and reports whether there is one.
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

// address returns the address of the picture that was read last, from a page in a folder.
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
