package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// standsForGame says whether what stands behind two names is there for moves that
// cannot be read: "нрзб", "запись утрачена", "…".
func standsForGame(text string) bool {
	text = strings.Trim(text, " \t,;")
	return text != "" && text != "." && (strings.Trim(text, "?_.… -—–[]()") == "" || word.Illegible(strings.TrimRight(text, ". ")))
}

// movesBehind ends two names where moves stand behind them in their line whose first
// ones are torn off or cannot be read: "Иванов – Петров 2. b4-a5 a7-b6 3. ...".
func (p *players) movesBehind(line string) {
	numbers := 0
	for i := p.black + 1; i < p.end && numbers < maxOnes; i++ {
		if !word.IsDigit(line[i]) || line[i-1] != ' ' && line[i-1] != '\t' {
			continue
		}
		digits, end := numberAt(line[i:p.end])
		if end == digits || digits > 3 {
			continue
		}
		numbers++
		if weigh(line[i:p.end], nil).sound < 2 {
			continue
		}
		black := line[p.black:min(p.blackEnd, i)]
		if k := strings.IndexAny(black, "?[«_…."); k > 0 && (black[k] != '.' || strings.HasPrefix(black[k:], "..")) {
			black = black[:k]
		}
		if k := strings.Index(black, ". "); k > 0 && utf8.RuneCountInString(black[behindBlank(black[:k]):k]) > 3 {
			black = black[:k] // a sentence's end
		}
		p.blackEnd = p.black + beforeBlank(black)
		if p.end = i; strings.IndexFunc(line[p.blackEnd:i], func(r rune) bool { return word.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
			p.end = p.blackEnd
		}
		p.ok = p.black < p.blackEnd
		return
	}
}
