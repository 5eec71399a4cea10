package grammar

import "strings"

// Nearest returns the name that a misspelt word probably means, or "" if no name is close. It
// prefers the first name with the smallest Distance, which may be at most a third of the word plus
// one; a name that begins with the word also qualifies. If the first letters differ, the limit is a
// third, so that foo does not match pool.
func Nearest(typed string, names []string) string {
	if typed == "" || len(typed) > 100 { // not a misspelt name
		return ""
	}
	typed = strings.ToLower(typed)
	letters := []rune(typed)
	most, first := len(letters)/3+2, string(letters[:min(len(letters), 1)])
	best, least := "", most
	for _, name := range names {
		lower := strings.ToLower(name)
		d := Distance(typed, lower)
		if d >= most && len(letters) > 1 && strings.HasPrefix(lower, typed) {
			d = most - 1
		}
		if d < least && (d <= max((len(letters)+1)/3, 1) || strings.HasPrefix(lower, first)) {
			best, least = name, d
		}
	}
	return best
}

// Distance returns how many letters to add, drop, change or swap with a neighbour to turn a into b.
// It takes time proportional to the product of the lengths, which callers must bound.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		last[j] = j
	}
	for i := range x {
		row[0] = i + 1
		for j := range y {
			d := min(last[j+1], row[j]) + 1
			if x[i] == y[j] {
				d = min(d, last[j])
			} else {
				d = min(d, last[j]+1)
			}
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
