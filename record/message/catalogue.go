package message

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed catalogue/*/*.txt
var catalogues embed.FS

// files are the sentences of each language by their keys, by the names of the files that were read.
var files [numLanguages]sync.Map

// fileOf returns the sentences of a file of a language's catalogue. The first call reads it.
func fileOf(l Language, name string) map[string]*sentence {
	read, ok := files[l].Load(name)
	if !ok {
		sentences, _ := readFile(l, name) // what is wrong is the test's to report
		read, _ = files[l].LoadOrStore(name, sentences)
	}
	return read.(map[string]*sentence)
}

// sentenceOf returns the sentence of a language for an identifier, in English
// if it has none, nil if English has none, either.
func sentenceOf(l Language, id ID) *sentence {
	name, key, _ := strings.Cut(string(id), ".")
	for _, l := range [...]Language{l.known(), English} {
		if s := fileOf(l, name)[key]; s != nil {
			return s
		}
	}
	return nil
}

// readFile reads a file of a language's catalogue, up to what is no entry.
func readFile(l Language, file string) (map[string]*sentence, error) {
	sentences := map[string]*sentence{}
	data, err := catalogues.ReadFile(fmt.Sprintf("catalogue/%v/%s.txt", l, file))
	if err != nil {
		return sentences, err
	}
	return sentences, readEntries(string(data), func(_ int, key, text string) { sentences[key] = &sentence{text: text} })
}

// readEntries reads the entries of a catalogue's file: "key: text", or "key:" and the lines of
// the text below it, each after a tab; lines that begin with # are comments.
func readEntries(data string, entry func(line int, key, text string)) error {
	var key string
	var lines []string
	begun := 0
	flush := func() {
		if key != "" {
			entry(begun, key, strings.TrimRight(strings.Join(lines, "\n"), "\n"))
		}
		key, lines = "", nil
	}
	number := 0
	for line := range strings.Lines(data) {
		number++
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "\t"):
			if key == "" {
				return fmt.Errorf("%d: a line begins with a tab, and no key is before it", number)
			}
			lines = append(lines, line[1:])
		case strings.TrimSpace(line) == "":
			if len(lines) > 0 {
				lines = append(lines, "")
			}
		case line[0] == '#':
			flush()
		default:
			flush()
			name, text, ok := strings.Cut(line, ":")
			if !ok || name == "" || strings.ContainsAny(name, " \t") {
				return fmt.Errorf("%d: expected a key, a colon and a text", number)
			}
			key, begun = name, number
			if text = strings.TrimPrefix(text, " "); text != "" {
				lines = append(lines, text)
			}
		}
	}
	flush()
	return nil
}
