package grammar

import (
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
)

// Nearest returns the name that a misspelt word probably means, or "" if
// none comes near: the first one with the fewest letters added, dropped,
// changed or swapped, at most a third of the word and one more, or one that the
// word begins. With another first letter that one more is too much: foo is no
// pool.
func Nearest(typed string, names []string) string {
	if len(typed) > 100 { // not a misspelt name
		return ""
	}
	most := len([]rune(typed))/3 + 2
	best, least := "", most
	for _, name := range names {
		d := word.Distance(strings.ToLower(typed), strings.ToLower(name))
		if d >= most && len(typed) >= 2 && strings.HasPrefix(strings.ToLower(name), strings.ToLower(typed)) {
			d = most - 1
		}
		if d > max((len([]rune(typed))+1)/3, 1) && (typed == "" || !strings.EqualFold(typed[:1], name[:1])) {
			continue
		}
		if d < least {
			best, least = name, d
		}
	}
	return best
}
