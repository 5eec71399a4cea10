package sheet

import (
	_ "embed"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// wordList maps the words of a list in vocabulary.txt to their meanings there.
type wordList map[string]string

// has reports whether the list contains a word, ignoring case.
func (l wordList) has(w string) bool {
	_, ok := word.LookUp(l, w)
	return ok
}

//go:embed vocabulary.txt
var vocabularyText string

// written maps names in vocabulary.txt to the text that is written in each language.
var written = make(map[string][]string)

// lists maps names in vocabulary.txt to the word lists.
var lists = func() map[string]wordList {
	all := make(map[string]wordList)
	for line := range strings.Lines(vocabularyText) {
		names, words, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if name, ok := strings.CutPrefix(names, "written "); ok {
			written[name] = strings.Split(words, " | ")
			continue
		} else if strings.HasPrefix(names, "#") {
			continue
		}
		for list := range strings.FieldsSeq(names) {
			name, says, _ := strings.Cut(list, "=")
			if all[name] == nil {
				all[name] = make(wordList)
			}
			for w := range strings.FieldsSeq(words) {
				w = word.Fold(w)
				if known := all[name][w]; !strings.Contains(known, says) || known == "" {
					all[name][w] = strings.TrimSpace(known + " " + says)
				}
			}
		}
	}
	return all
}()
