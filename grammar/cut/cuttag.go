package cut

// isTagPair says whether the line begins like PDN's tag pair: [Name "value"].
func IsTagPair(line string) bool {
	i := 0
	blanks := func() {
		for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
			i++
		}
	}
	blanks()
	if i == len(line) || line[i] != '[' {
		return false
	}
	i++
	blanks()
	name := i
	for i < len(line) && (line[i] >= 'a' && line[i] <= 'z' || line[i] >= 'A' && line[i] <= 'Z' || line[i] >= '0' && line[i] <= '9' || line[i] == '_') {
		i++
	}
	if i == name {
		return false
	}
	blanks()
	return i < len(line) && line[i] == '"'
}
