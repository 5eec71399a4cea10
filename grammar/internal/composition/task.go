package composition

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
	"github.com/stolb/stolb/record"
)

const (
	begins   = `(?:(?:белые|білі|white)[ \t]+)?(?:(?:начинают и|починають і|to (?:move|play),? and|(?:begins?|moves|plays),? and)[ \t]+)?`
	lockWord = `(?:запереть|запирание|запирают|замкнути|замкнення|замикають|locks?)`
	lockMan  = `(?:прост[а-яёії]*|men|man)`
	lockKing = `(?:дам[а-яёіоч]*|kings?)`
	lockAny  = `(?:шаш[а-яёіо]*|баш[а-яёі]*|веж[а-яіо]*|pieces?|towers?)`
	// Men and kings may be followed by "pieces": "2 простые шашки".
	lockCount = `(?:([\pL'’ʼ]+|\d{1,2})[ \t]+)??(` + lockMan + `|` + lockKing + `|` + lockAny + `)(?:[ \t]+` + lockAny + `)?`
	lockAnd   = `(?:[ \t]*,[ \t]*|[ \t]+(?:и|і|й|та|с|з|із|and)[ \t]+)`
)

var (
	// A task is a line of its own; without one, the task is to win (VI.7.4.1). The side to move may
	// precede it or be alone (Codex 5.1.4).
	task = word.Pattern(`(?i)^[ \t]*\(?(?:(?:завдання|задание|task)[ \t]*:[ \t]*)?(?:(?:ход|хід|turn)[ \t:]+(\pL+)(?:[ \t]*[-–—.,:;]+[ \t]*|$))?(?:` + begins + `(` +
		`нічия|ничья|draws?|(?:виграш|выигрыш)(?:[ \t]+(?:белых|білих))?|wins?|(?:делают|роблять)[ \t]+(?:ничью|нічию)|выигрывают|виграють|` + lockWord + `[ \t].*?))?\)?[ \t]*[.:]?[ \t]*$`)
	// taskBegin matches the beginning of a task.
	taskBegin = word.Pattern(`(?i)^[ \t]*\(?(?:(?:завдання|задание|task)[ \t]*:|` + lockWord + `[ \t]|(?:ход|хід|turn)[ \t:]+\pL+[ \t]*[-–—.,:;]|кооператив|` +
		`(?:белые|черные|чёрные|білі|чорні|white|black)[ \t]+(?:начинают|починають|выигрывают|виграють|делают|роблять|to[ \t]|begins?[ \t]|wins?[ \t]|draws?[ \t])|` +
		`(?:ничья|выигрыш|нічия|виграш)[ \t]+(?:не)?(?:зависимо|залежно))`)
	drawn = word.Pattern(`(?i)нич|нічи|draw`)
	locks = word.Pattern(`(?i)^` + lockWord + `[ \t]+` + lockCount + `(?:` + lockAnd + lockCount + `)?$`)
	lock  = word.Pattern(`(?i)^` + lockWord + `[ \t]`)
)

// numerals are the words for the number of locked pieces.
var numerals = word.Vocabulary("numeral")

// numeral returns the value of a numeral: 1 for "", 0 for an unknown word.
func numeral(text string) int {
	said, _ := word.LookUp(numerals, text)
	n, _ := strconv.Atoi(cmp.Or(said, text, "1"))
	return n
}

// IsTask reports whether a text begins like a task, known or not.
func IsTask(text string) bool { return taskBegin().MatchString(text) }

// ParseTask reads a task, the side to move, or both; turn is nil if absent, ok reports a task.
func ParseTask(text string) (t record.Task, turn *record.Colour, ok bool) {
	m := task().FindStringSubmatch(text)
	if m == nil {
		return t, nil, false
	}
	if m[1] != "" {
		side, known := result.Side(m[1])
		if !known {
			return t, nil, false
		}
		turn = &side
	}
	switch {
	case m[2] == "":
		return t, turn, false
	case drawn().MatchString(m[2]):
		return record.Task{Draw: true}, turn, true
	case !lock().MatchString(m[2]):
		return t, turn, true
	}
	l := locks().FindStringSubmatch(m[2])
	if l == nil {
		return t, nil, false
	}
	for i := 1; i < len(l); i += 2 {
		if l[i+1] == "" {
			continue
		}
		n, kind := numeral(l[i]), &t.Any
		switch c := []rune(strings.ToLower(l[i+1]))[0]; {
		case c == 'д' || c == 'k':
			kind = &t.Kings
		case c == 'm' || strings.HasPrefix(strings.ToLower(l[i+1]), "прост"):
			kind = &t.Men
		}
		if n == 0 || *kind != 0 {
			return record.Task{}, nil, false
		}
		*kind = n
	}
	if t.Any > 0 && t.Men+t.Kings > 0 {
		return record.Task{}, nil, false
	}
	return t, turn, true
}
