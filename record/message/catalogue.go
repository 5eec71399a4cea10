package message

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed catalogue/*/*.txt
var catalogues embed.FS

// room is a file of a catalogue, which is read when the first message of it is said.
type room func() map[string]*sentence

// said are the rooms of each language, by their names.
var said = func() (all [numLanguages]func() map[string]room) {
	for l := range all {
		all[l] = sync.OnceValue(func() map[string]room { return roomsOf(Language(l)) })
	}
	return all
}()

func roomsOf(l Language) map[string]room {
	files, _ := catalogues.ReadDir("catalogue/" + l.String())
	rooms := make(map[string]room, len(files))
	for _, file := range files {
		name := strings.TrimSuffix(file.Name(), ".txt")
		rooms[name] = sync.OnceValue(func() map[string]*sentence {
			sentences, _ := readRoom(l, name) // what is wrong with a file is the test's to report
			return sentences
		})
	}
	return rooms
}

// sentenceOf returns the sentence of a language for an identifier, in English
// if it has none, nil if English has none, either.
func sentenceOf(l Language, id ID) *sentence {
	name, key, _ := strings.Cut(string(id), ".")
	for _, l := range [...]Language{l.known(), English} {
		if read := said[l]()[name]; read != nil && read()[key] != nil {
			return read()[key]
		}
	}
	return nil
}

// readRoom reads a file of a language's catalogue. The error says all that is
// wrong with it, and what is right is there besides.
func readRoom(l Language, room string) (map[string]*sentence, error) {
	name := fmt.Sprintf("catalogue/%v/%s.txt", l, room)
	sentences := map[string]*sentence{}
	data, err := catalogues.ReadFile(name)
	if err != nil {
		return sentences, err
	}
	var wrong []string
	err = readEntries(string(data), func(line int, key, text string) {
		if sentences[key] != nil {
			wrong = append(wrong, fmt.Sprintf("%s:%d: %s is there already", name, line, key))
		}
		sentences[key] = &sentence{text: text}
	})
	if err != nil {
		wrong = append(wrong, fmt.Sprintf("%s:%v", name, err))
	}
	if wrong != nil {
		return sentences, fmt.Errorf("%s", strings.Join(wrong, "\n"))
	}
	return sentences, nil
}

// readEntries reads the entries of a catalogue's file: "key: text", or "key:"
// and the lines of the text below it, each after a tab; lines that begin with #
// are comments.
func readEntries(data string, entry func(line int, key, text string)) error {
	var key string
	var lines []string
	begun := 0
	flush := func() {
		for len(lines) > 0 && lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		if key != "" {
			entry(begun, key, strings.Join(lines, "\n"))
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
