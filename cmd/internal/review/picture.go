package review

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"image"
	"image/draw"
	_ "image/gif"
	_ "image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	_ "golang.org/x/image/tiff"
)

// The limits of pictures. Those beyond them are not shown.
const (
	maxPictureBytes = 256 << 20
	maxPictureDots  = 128 << 20
	maxCutWide      = 1600 // dots of a cut-out
	maxCutHigh      = 400
)

// Pictures cuts out of the pictures of records. The last one is kept, since the
// questions about a record come together. It is not safe for concurrent use.
type Pictures struct {
	path    string
	picture image.Image // nil where it cannot be read
}

// cut returns what is in a box on the picture beside a record, as a data URI; ""
// if there is no box or no picture.
func (p *Pictures) cut(record, name string, b *[4]int) template.URL {
	if b == nil {
		return ""
	}
	picture := p.beside(record, name)
	if picture == nil {
		return ""
	}
	// As much around as the word is high, and more beside it.
	high := b[3] - b[1]
	area := image.Rect(b[0]-4*high, b[1]-high, b[2]+4*high, b[3]+high).Add(picture.Bounds().Min).Intersect(picture.Bounds())
	if area.Empty() || area.Dx() > maxCutWide || area.Dy() > maxCutHigh {
		return ""
	}
	out := image.NewGray(image.Rect(0, 0, area.Dx(), area.Dy()))
	draw.Draw(out, out.Bounds(), picture, area.Min, draw.Src)
	var buffer bytes.Buffer
	if err := png.Encode(&buffer, out); err != nil {
		return ""
	}
	text := base64.StdEncoding.EncodeToString(buffer.Bytes())
	return template.URL("data:image/png;base64," + text)
}

// beside returns the picture of that name in the folder of a record, or that
// which has the record's own name; nil where there is none that can be read.
// What leads out of the folder is not followed.
func (p *Pictures) beside(file, name string) image.Image {
	folder := filepath.Dir(file)
	var names []string
	if name = filepath.Base(filepath.FromSlash(strings.ReplaceAll(name, `\`, "/"))); name != "." && name != string(filepath.Separator) && name != ".." {
		names = append(names, name)
	}
	stem := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	for _, extension := range []string{".png", ".jpg", ".jpeg", ".tif", ".tiff", ".gif"} {
		names = append(names, stem+extension)
	}
	for _, name := range names {
		path := filepath.Join(folder, name)
		if path == p.path {
			return p.picture
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxPictureBytes {
			continue
		}
		p.path, p.picture = path, read(path)
		return p.picture
	}
	return nil
}

// read reads a picture; nil where it cannot.
func read(path string) image.Image {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	size, _, err := image.DecodeConfig(file)
	if err != nil || size.Width <= 0 || size.Height <= 0 || size.Width > maxPictureDots/size.Height {
		return nil
	}
	if _, err := file.Seek(0, 0); err != nil {
		return nil
	}
	picture, _, err := image.Decode(file)
	if err != nil {
		return nil
	}
	return picture
}
