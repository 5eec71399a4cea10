package typeset

import (
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar/sheet"
	"github.com/stolb/stolb/record"
)

// Language is the language of the words that are put in, such as the result.
type Language string

// The languages, as sheets have them.
const (
	InRussian   = Language(sheet.InRussian)
	InUkrainian = Language(sheet.InUkrainian)
	InEnglish   = Language(sheet.InEnglish)
)

// of returns the one of three texts that is in the language.
func (l Language) of(russian, ukrainian, english string) string {
	switch l {
	case InRussian:
		return russian
	case InUkrainian:
		return ukrainian
	}
	return english
}

// Result returns a result in words: "Черные сдались", "Ничья по соглашению",
// "Счет 17:7"; "" where the record has none, or says that the game is not
// finished.
func (l Language) Result(r record.Result) string {
	white := r.Outcome == record.WhiteWins || r.Outcome == record.Points && r.White > r.Black
	loser := l.of("Белые", "Білі", "White")
	ofLoser := l.of("белых", "білих", "White")
	if white {
		loser, ofLoser = l.of("Черные", "Чорні", "Black"), l.of("черных", "чорних", "Black")
	}
	manner := ""
	switch r.Manner {
	case record.Resigned:
		manner = loser + l.of(" сдались", " здалися", " resigned")
	case record.OnTime:
		manner = loser + l.of(" просрочили время", " прострочили час", " lost on time")
	case record.Forfeit:
		manner = l.of("Поражение "+ofLoser, "Поразка "+ofLoser, loser+" forfeited")
	}
	number := func(n float64) string {
		text := strconv.FormatFloat(n, 'f', -1, 64)
		if l != InEnglish {
			text = strings.Replace(text, ".", ",", 1)
		}
		return text
	}
	switch r.Outcome {
	case record.WhiteWins, record.BlackWins:
		switch {
		case manner != "":
			return manner
		case white:
			return l.of("Белые выиграли", "Білі виграли", "White won")
		}
		return l.of("Черные выиграли", "Чорні виграли", "Black won")
	case record.Draw:
		draw := l.of("Ничья", "Нічия", "Draw")
		if r.Manner == record.Agreed {
			draw += l.of(" по соглашению", " за згодою", " by agreement")
		}
		return draw
	case record.Points:
		score := l.of("Счет ", "Рахунок ", "Score ") + number(r.White) + ":" + number(r.Black)
		if manner != "" && r.White != r.Black {
			score += ". " + manner
		}
		return score
	case record.Unplayed:
		switch {
		case r.White > r.Black:
			return l.of("Не играна, победа белых", "Не грана, перемога білих", "Not played, White won")
		case r.White < r.Black:
			return l.of("Не играна, победа черных", "Не грана, перемога чорних", "Not played, Black won")
		}
		return l.of("Не играна", "Не грана", "Not played")
	}
	return ""
}
