package cut

// IsTagPair says whether the line begins like PDN's tag pair: [Name "value"].
func IsTagPair(line string) bool {
	_, value := TagPair(line)
	return value > 0
}

// TagPair returns the name with which a text begins like a tag pair,
// [Name "value"], and the offset of the value; 0 where it does not.
func TagPair(text string) (name string, value int) {
	i := skipBlanks(text, 0)
	if i == len(text) || text[i] != '[' {
		return "", 0
	}
	i = skipBlanks(text, i+1)
	at := i
	for i < len(text) && isNameByte(text[i]) {
		i++
	}
	name = text[at:i]
	if i = skipBlanks(text, i); name == "" || i == len(text) || text[i] != '"' {
		return "", 0
	}
	return name, i + 1
}

func isNameByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_'
}

func skipBlanks(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}
