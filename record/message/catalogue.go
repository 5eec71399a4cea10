package message

import (
	"embed"
	"errors"
	"fmt"
	"strings"
	"sync"
)

//go:embed catalogue/*/*.txt
var catalogues embed.FS

// files are the sentences of each language by key, by the names of the files read so far.
var files [len(languages)]sync.Map

// fileOf returns the sentences of a file of a language's catalogue. The first call reads the file.
func fileOf(l Language, name string) map[string]sentence {
	files := &files[l.known()]
	read, ok := files.Load(name)
	if !ok {
		sentences, _ := readFile(l, name) // a test reports its errors
		read, _ = files.LoadOrStore(name, sentences)
	}
	return read.(map[string]sentence)
}

// sentenceOf returns the sentence for an identifier in a language, or else in English, or nil if
// absent.
func sentenceOf(l Language, id ID) sentence {
	name, key, _ := strings.Cut(string(id), ".")
	for _, l := range [...]Language{l, English} {
		if s := fileOf(l, name)[key]; s != nil {
			return s
		}
	}
	return nil
}

// readFile reads a file of a language's catalogue, up to the first invalid entry. A sentence that
// cannot be parsed is used verbatim.
func readFile(l Language, file string) (map[string]sentence, error) {
	sentences := map[string]sentence{}
	data, err := catalogues.ReadFile(fmt.Sprintf("catalogue/%v/%s.txt", l, file))
	if err != nil {
		return sentences, err
	}
	var wrong error
	err = readEntries(string(data), func(line int, key, text string) {
		if sentences[key], err = parse(l, text); err != nil {
			sentences[key], wrong = sentence{{text: text}}, fmt.Errorf("%d: %w", line, err)
		}
	})
	return sentences, errors.Join(err, wrong)
}

// readEntries reads the entries of a catalogue file: "key: text", or "key:" and the lines of the
// text below it, each after a tab; lines that begin with # are comments.
func readEntries(data string, entry func(line int, key, text string)) error {
	var key, text string
	begun, number := 0, 0
	for line := range strings.Lines(data + "\n#") { // "#" ends the last entry
		number++
		line = strings.TrimRight(line, "\r\n")
		if more, in := strings.CutPrefix(line, "\t"); line == "" || in && key != "" {
			text += "\n" + more
			continue
		}
		if key != "" {
			entry(begun, key, strings.Trim(text, "\n"))
		}
		if key, text = "", ""; line[0] != '#' {
			var ok bool
			key, text, ok = strings.Cut(line, ":")
			if !ok || key == "" || strings.ContainsAny(key, " \t") {
				return fmt.Errorf("%d: expected a key, a colon and a text", number)
			}
			text, begun = strings.TrimPrefix(text, " "), number
		}
	}
	return nil
}
