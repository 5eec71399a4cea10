package composition

import (
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

const (
	begins    = `(?:белые начинают и|білі починають і|white (?:to move|to play|begins?),? and)`
	lockWord  = `(?:запереть|запирание|запирают|замкнути|замкнення|замикають|locks?)`
	lockMan   = `(?:прост[а-яё]*|просту|прості|men|man)`
	lockKing  = `(?:дам[а-яё]*|kings?)`
	lockCount = `(?:(\d{1,2}|a)[ \t]+)?(` + lockMan + `|` + lockKing + `)`
	lockAnd   = `(?:[ \t]*,[ \t]*|[ \t]+(?:и|і|й|та|с|з|із|and)[ \t]+)`
)

var (
	// A task is a line of its own: it is a win where none is named (VI.7.4.1).
	task = word.Pattern(`(?i)^[ \t]*\(?(?:(?:завдання|задание|task)[ \t]*:[ \t]*)?(?:` + begins + `[ \t]+)?(` +
		`нічия|ничья|draws?|виграш|выигрыш|wins?|делают ничью|роблять нічию|выигрывают|виграють|` + lockWord + `[ \t].*?)\)?[ \t]*[.:]?[ \t]*$`)
	drawn = word.Pattern(`(?i)ничь|нічи|draw`)
	locks = word.Pattern(`(?i)^` + lockWord + `[ \t]+` + lockCount + `(?:` + lockAnd + lockCount + `)?$`)
	lock  = word.Pattern(`(?i)^` + lockWord + `[ \t]`)
)

// ParseTask reads a task: "ничья", "выигрыш", "белые начинают и выигрывают",
// "запереть 2 простые и дамку", and the same in Ukrainian and English; false if the
// text is not a task.
func ParseTask(text string) (record.Task, bool) {
	m := task().FindStringSubmatch(text)
	switch {
	case m == nil:
		return record.Task{}, false
	case drawn().MatchString(m[1]):
		return record.Task{Draw: true}, true
	case !lock().MatchString(m[1]):
		return record.Task{}, true
	}
	l := locks().FindStringSubmatch(m[1])
	if l == nil {
		return record.Task{}, false
	}
	var t record.Task
	for i := 1; i < len(l); i += 2 {
		if l[i+1] == "" {
			continue
		}
		n := 1
		if l[i] != "" && l[i] != "a" && l[i] != "A" {
			n, _ = strconv.Atoi(l[i]) // two digits
		}
		kind := &t.Men
		if c := []rune(strings.ToLower(l[i+1]))[0]; c == 'д' || c == 'k' {
			kind = &t.Kings
		}
		if n == 0 || *kind != 0 {
			return record.Task{}, false
		}
		*kind = n
	}
	return t, true
}

func isTask(line string) bool {
	_, ok := ParseTask(line)
	return ok
}
