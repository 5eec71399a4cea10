package cut

import "github.com/stolb/stolb/grammar/internal/word"

// IsTagPair says whether the line begins like PDN's tag pair: [Name "value"].
func IsTagPair(line string) bool {
	_, value := TagPair(line)
	return value > 0
}

// TagPair returns the name with which a text begins like a tag pair,
// [Name "value"], and the offset of the value; 0 where it does not.
func TagPair(text string) (name string, value int) {
	i := 0
	if text != "" && text[0] != '[' {
		i = skipBlanks(text, 0)
	}
	if i == len(text) || text[i] != '[' {
		return "", 0
	}
	i = skipBlanks(text, i+1)
	at := i
	for i < len(text) && nameBytes[text[i]] {
		i++
	}
	name = text[at:i]
	if i+1 < len(text) && text[i] == ' ' && text[i+1] == '"' && name != "" { // nearly always
		return name, i + 2
	}
	if i = skipBlanks(text, i); name == "" || i == len(text) || text[i] != '"' {
		return "", 0
	}
	return name, i + 1
}

// nameBytes are those of PDN's names, and of Cyrillic letters, in which people write them.
var nameBytes = func() [256]bool {
	set := word.ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
	for c := 0x80; c < 0xc0; c++ {
		set[c] = true
	}
	set[0xd0], set[0xd1], set[0xd2] = true, true, true
	return set
}()

func skipBlanks(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}
