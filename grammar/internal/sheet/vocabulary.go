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

var wordLists = func() map[string]wordList {
	all := make(map[string]wordList)
	for line := range strings.Lines(vocabularyText) {
		lists, words, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if strings.HasPrefix(lists, "#") {
			continue
		}
		for list := range strings.FieldsSeq(lists) {
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

var (
	leads        = wordLists["leads"]
	remarkLeads  = wordLists["remarkLeads"]
	judging      = wordLists["judging"]
	postForm     = wordLists["postForm"]
	played       = wordLists["played"]
	sealed       = wordLists["sealed"]
	joining      = wordLists["joining"]
	shortWords   = wordLists["shortWords"]
	asideWords   = wordLists["asideWords"]
	corrections  = wordLists["corrections"]
	referring    = wordLists["referring"]
	diagrams     = wordLists["diagrams"]
	countedWords = wordLists["countedWords"]
	ordinals     = wordLists["ordinals"]
	labelWords   = wordLists["labelWords"]
	labelEndings = wordLists["labelEndings"]
	labels       = wordLists["labels"]
	refusals     = wordLists["refusals"]
	supposed     = wordLists["supposed"]
	offers       = wordLists["offers"]
	wonThings    = wordLists["wonThings"]
	moveWords    = wordLists["moveWords"]
	eventWords   = wordLists["eventWords"]
	rankWords    = wordLists["rankWords"]
	gameWords    = wordLists["gameWords"]
	introducing  = wordLists["introducing"]
	nameWords    = wordLists["nameWords"]
	playerTitles = wordLists["playerTitles"]
	unknownNames = wordLists["unknownNames"]
	numberHeads  = wordLists["numberHeads"]
	versusWords  = wordLists["versusWords"]
	joints       = wordLists["joints"]
	shortKeys    = wordLists["shortKeys"]
	halves       = wordLists["halves"]
	unfinished   = wordLists["unfinished"]
	towerWords   = wordLists["towerWords"]
	struckTags   = wordLists["struckTags"]
)
