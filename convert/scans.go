package convert

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/stolb/stolb/convert/internal/restored"
	"github.com/stolb/stolb/convert/internal/source"
)

// errRead is returned for a picture that something else of the input is the text of.
var errRead = errors.New("convert: a picture whose text is beside it")

// openScan opens a picture of a sheet. What Tesseract reads in it is kept, for restoring reads
// its input more than once.
func (in *Input) openScan(file *openedFile, name string) error {
	if in.isTextBeside(name) {
		return errRead
	}
	doc := in.scans[name]
	if doc == nil {
		var err error
		if doc, err = restored.Recognise(name); err != nil {
			return err
		}
		in.scans[name] = doc
	}
	if info, err := os.Stat(name); err == nil {
		in.read.Add(info.Size())
	}
	file.recognised = doc
	return in.openText(file, nil, name, "", "")
}

// isTextBeside reports whether the text of a picture is in the input: a file beside it of the
// same name but for the extension, or one of a recogniser that names the picture.
func (in *Input) isTextBeside(picture string) bool {
	folder := filepath.Dir(picture)
	texts, known := in.texted[folder]
	if !known {
		texts = make(map[string]bool)
		entries, _ := os.ReadDir(folder) // without entries, nothing is beside it
		for _, entry := range entries {
			name := filepath.Join(folder, entry.Name())
			if strings.HasPrefix(entry.Name(), ".") || !entry.Type().IsRegular() || source.IsPicture(name) {
				continue
			}
			if slices.Contains(in.names, picture) && !slices.Contains(in.names, name) {
				continue // of what is named on its own, only that is read
			}
			for ext := filepath.Ext(name); ext != ""; ext = filepath.Ext(name) {
				name = strings.TrimSuffix(name, ext) // page.alto.xml is that of page.png, too
				texts[stem(name+ext)] = true
			}
			for _, image := range imagesOf(filepath.Join(folder, entry.Name())) {
				texts[stem(image)] = true
			}
		}
		in.texted[folder] = texts
	}
	return texts[stem(picture)]
}

// stem is a file's name without folder and extension.
func stem(name string) string {
	base := filepath.Base(filepath.FromSlash(strings.ReplaceAll(name, `\`, "/")))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// imagesOf returns the pictures that a recogniser's file names.
func imagesOf(name string) (images []string) {
	file, err := OpenPacked(name)
	if err != nil {
		return nil // it is reported when it is read
	}
	defer file.Close()
	doc, _, err := recognisedIn(file)
	if err != nil || doc == nil {
		return nil
	}
	for i := range doc.Words {
		if image := doc.Words[i].Image; image != "" && !slices.Contains(images, image) {
			images = append(images, image)
		}
	}
	return images
}
