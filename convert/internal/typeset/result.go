package typeset

import (
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// Result returns a result in words: "Черные сдались", "Ничья по соглашению",
// "Счет 17:7"; "" where the record has none, or says that the game is not
// finished.
func Result(r record.Result, l message.Language) string {
	number := func(n float64) string {
		text := strconv.FormatFloat(n, 'f', -1, 64)
		if l != message.English {
			text = strings.Replace(text, ".", ",", 1)
		}
		return text
	}
	score := message.Of("typeset.score", "white", number(r.White), "black", number(r.Black)).In(l)
	white := r.Outcome == record.WhiteWins || r.White > r.Black
	switch r.Outcome {
	case record.WhiteWins, record.BlackWins:
		return won(white, r.Manner).In(l)
	case record.Draw:
		if r.Manner == record.Agreed {
			return message.Of("typeset.draw-agreed").In(l)
		}
		return message.Of("typeset.draw").In(l)
	case record.Points:
		if r.White != r.Black && (r.Manner == record.Resigned || r.Manner == record.OnTime || r.Manner == record.Forfeit) {
			return score + ". " + won(white, r.Manner).In(l)
		}
		return score
	case record.Unplayed:
		switch {
		case r.White > r.Black:
			return message.Of("typeset.unplayed-white").In(l)
		case r.White < r.Black:
			return message.Of("typeset.unplayed-black").In(l)
		}
		return message.Of("typeset.unplayed").In(l)
	}
	return ""
}

// won says who has won, or how the other side has lost.
func won(white bool, manner record.Manner) message.Message {
	switch {
	case manner == record.Resigned && white:
		return message.Of("typeset.black-resigned")
	case manner == record.Resigned:
		return message.Of("typeset.white-resigned")
	case manner == record.OnTime && white:
		return message.Of("typeset.black-on-time")
	case manner == record.OnTime:
		return message.Of("typeset.white-on-time")
	case manner == record.Forfeit && white:
		return message.Of("typeset.black-forfeited")
	case manner == record.Forfeit:
		return message.Of("typeset.white-forfeited")
	case white:
		return message.Of("typeset.white-won")
	}
	return message.Of("typeset.black-won")
}
