package message

import (
	"embed"
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
)

//go:embed catalogue/*/*.txt
var catalogues embed.FS

// said holds the sentences of each language that were asked for, with all of the
// rooms in which they stand. A room's file is read when the first message of it is
// said, so that nobody waits for what is not said, nor for other languages.
var said [numLanguages]atomic.Pointer[sentences]

// sentences are those of the rooms that have been read. They are not changed: with
// another room they are made anew.
type sentences struct {
	of    map[ID]*sentence
	rooms map[string]bool
}

// sentenceOf returns the sentence of a language for an identifier, in English
// where there is none, nil where there is none in English, either.
func sentenceOf(l Language, id ID) *sentence {
	if l >= numLanguages {
		l = English
	}
	if all := said[l].Load(); all != nil {
		if s := all.of[id]; s != nil {
			return s
		}
	}
	room, _, _ := strings.Cut(string(id), ".")
	s := withRoom(l, room).of[id]
	if s == nil && l != English && room != "term" {
		return sentenceOf(English, id)
	}
	return s
}

// termOf is sentenceOf for a term's identifier, without a copy of it where the terms
// have been read.
func termOf(l Language, id []byte) *sentence {
	if all := said[min(l, numLanguages-1)].Load(); l < numLanguages && all != nil && all.rooms["term"] {
		return all.of[ID(id)]
	}
	return sentenceOf(l, ID(id))
}

// withRoom returns the sentences of a language with those of a room.
func withRoom(l Language, room string) *sentences {
	for {
		old := said[l].Load()
		if old != nil && old.rooms[room] {
			return old
		}
		all := &sentences{make(map[ID]*sentence), map[string]bool{room: true}}
		if old != nil {
			maps.Copy(all.of, old.of)
			maps.Copy(all.rooms, old.rooms)
		}
		read, _ := readRoom(l, room) // what is wrong with a file is the test's to tell
		for key, s := range read {
			all.of[ID(room+"."+key)] = s
		}
		if said[l].CompareAndSwap(old, all) {
			return all
		}
	}
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
			wrong = append(wrong, fmt.Sprintf("%s:%d: %s stands there already", name, line, key))
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
// and the lines of the text below it, each behind a tab; lines that begin with #
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
				return fmt.Errorf("%d: a line behind a tab, and no key before it", number)
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
