package book

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/gif"  // for image.Decode
	_ "image/jpeg" // for image.Decode
	_ "image/png"  // for image.Decode
	"net/url"

	"github.com/yuin/goldmark/ast"

	"github.com/stolb/stolb/record/message"
)

// Limits of pictures.
const (
	MaxPicture  = 16 << 20 // bytes of one
	maxPictures = 64 << 20 // bytes of all that a book prints
	maxPixels   = 50_000_000
)

// picture is a picture from a file.
type picture struct {
	Number        int // in the book, from 1
	Format        string
	Data          []byte
	Width, Height int
	Text, Caption string
}

// File returns the name of a picture's file in an EPUB.
func (p *picture) File() string { return fmt.Sprintf("picture-%d.%s", p.Number, p.Format) }

// Type returns the picture's MIME type.
func (p *picture) Type() string { return "image/" + p.Format }

// address returns the picture itself as an address.
func (p *picture) address() string {
	return "data:" + p.Type() + ";base64," + base64.StdEncoding.EncodeToString(p.Data)
}

// picture returns the picture that an image names, with its title beneath it.
func (m *manuscript) picture(n *ast.Image) []ast.Node {
	at := n.Pos()
	m.inlines(n)
	m.sentence(string(n.Title), func(_ int, why message.Message) { m.wrong(at, why) })
	p := &picture{Number: len(m.book.pictures) + 1, Text: m.book.textOf(n), Caption: string(unescaped(n.Title))}
	name := string(unescaped(n.Destination))
	if u, err := url.Parse(name); err == nil && (len(u.Scheme) > 1 || u.Host != "") || m.Picture == nil {
		return m.failed(at, message.Of("book.foreign-picture", "name", name))
	} else if err == nil {
		name = u.Path
	}
	var err error
	if p.Data, err = m.Picture(name); err != nil {
		return m.failed(at, message.From(err))
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(p.Data))
	if err != nil {
		return m.failed(at, message.Of("book.no-picture", "name", name))
	}
	if m.pictured += len(p.Data); len(p.Data) > MaxPicture || m.pictured > maxPictures || size.Width*size.Height > maxPixels {
		return m.failed(at, message.Of("book.huge-picture", "name", name, "one", MaxPicture>>20, "pixels", maxPixels/1e6, "all", maxPictures>>20))
	}
	if _, _, err := image.Decode(bytes.NewReader(p.Data)); err != nil {
		return m.failed(at, message.Of("book.damaged-picture", "name", name, "why", err))
	}
	p.Format, p.Width, p.Height = format, size.Width, size.Height
	m.book.pictures = append(m.book.pictures, p)
	return []ast.Node{&part{content: p}}
}
