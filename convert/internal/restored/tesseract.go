package restored

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/stolb/stolb/record/message"
)

// installed returns the path of Tesseract, "" if there is none, and what it is to be given
// for those of the languages of sheets that it knows.
var installed = sync.OnceValues(func() (path string, language []string) {
	path, err := exec.LookPath("tesseract")
	if err != nil {
		return "", nil
	}
	listed, err := exec.Command(path, "--list-langs").CombinedOutput() // older ones list on stderr
	if err != nil {
		return path, nil
	}
	known := slices.DeleteFunc([]string{"rus", "ukr", "eng"}, func(l string) bool {
		return !slices.Contains(strings.Fields(string(listed)), l)
	})
	if len(known) > 0 {
		language = []string{"-l", strings.Join(known, "+")}
	}
	return path, language
})

// Recognise has Tesseract read a picture. The error says so if Tesseract is not installed.
func Recognise(picture string) (*Document, error) {
	path, language := installed()
	if path == "" {
		return nil, message.Of("recognised.no-tesseract", "file", picture)
	}
	var hocr []byte
	var doc *Document
	absolute, err := filepath.Abs(picture) // no flag begins so
	if err == nil {
		hocr, err = exec.Command(path, slices.Concat([]string{absolute, "stdout"}, language, []string{"hocr"})...).Output()
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(bytes.TrimSpace(exit.Stderr)) > 0 {
		first, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		err = errors.New(first)
	}
	if err == nil {
		doc, err = ReadRecognised(bytes.NewReader(hocr))
	}
	if err != nil {
		return nil, message.Of("recognised.tesseract", "file", picture, "why", err)
	}
	return doc, nil
}
