package sheet

import (
	_ "embed"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// wordList has the words of a list in vocabulary.txt, and what they say there.
type wordList map[string]string

// has says whether a word is in the list, in any case.
func (l wordList) has(w string) bool {
	_, ok := word.LookUp(l, w)
	return ok
}

//go:embed vocabulary.txt
var vocabularyText string

// written has what is written in each language, by its name in vocabulary.txt.
var written = make(map[string][]string)

// lists are those of vocabulary.txt, by their names there.
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
