package convert

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// trfPlayers matches a player's line of FIDE's tournament format TRF16, and trfRound one of its
// rounds with the two columns after it: "   7 w 1  ".
var (
	trfPlayers = regexp.MustCompile(`(?:^|[\r\n])001 [ \d]{3}\d `)
	trfRound   = regexp.MustCompile(`(?i)^ *(\d*) ([wb -]) ([-+10=wdlhfuz ])  $`)
)

// isTRF reports whether a text is in TRF16: it begins with the tournament's name or a player.
func isTRF(r *bufio.Reader, magic []byte) bool {
	if !bytes.HasPrefix(magic, []byte("012 ")) && !bytes.HasPrefix(magic, []byte("001 ")) {
		return false // without waiting for more bytes
	}
	window, _ := r.Peek(r.Size()) // an error recurs when the text is read
	return trfPlayers.Match(window)
}

// maxTRF is the maximum size of a tournament file in bytes: some ten thousand players.
const maxTRF = 16 << 20

// trfPlayer is a player's line, with the results of the rounds.
type trfPlayer struct {
	line                int
	name, title, rating string
	rounds              []trfCell
}

// trfCell is a player's round: opponent, or 0 if absent, colour and result.
type trfCell struct {
	opponent       int
	colour, result byte
}

// trfText returns the games of a TRF16 file as lines of JSON: players and results, without moves.
// A bye is a plus without an opponent.
func trfText(r io.Reader) (string, error) {
	data, err := readAll(r, maxTRF)
	if err != nil {
		return "", err
	}
	text, err := grammar.Decode(bytes.NewReader(data), "")
	if err != nil {
		return "", err
	}
	of, players, rounds, n := map[string]string{}, map[int]*trfPlayer{}, 0, 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		columns := []rune(line)
		column := func(from, to int) string { // numbered as in the format, from 1
			from, to = min(from-1, len(columns)), min(to, len(columns))
			return strings.TrimSpace(string(columns[from:to]))
		}
		switch code := column(1, 3); code {
		case "012", "022", "042":
			of[code] = column(5, len(columns))
		case "001":
			number, err := strconv.Atoi(column(5, 8))
			if err != nil || number <= 0 || players[number] != nil || column(15, 47) == "" {
				return "", message.Of("files.trf", "n", n, "text", line)
			}
			p := &trfPlayer{n, column(15, 47), column(11, 13), column(49, 52), nil}
			for at := 91; at < len(columns); at += 10 {
				text := fmt.Sprintf("%-10s", string(columns[at:min(at+10, len(columns))]))
				m := trfRound.FindStringSubmatch(text)
				if m == nil {
					return "", message.Of("files.trf", "n", n, "text", text)
				}
				opponent, _ := strconv.Atoi(m[1]) // 0 if blank
				p.rounds = append(p.rounds, trfCell{opponent, strings.ToLower(m[2])[0], strings.ToLower(m[3])[0]})
			}
			players[number], rounds = p, max(rounds, len(p.rounds))
		}
	}
	for _, p := range players {
		p.rounds = append(p.rounds, make([]trfCell, rounds-len(p.rounds))...)
	}
	var out strings.Builder
	for round := range rounds {
		for _, number := range slices.Sorted(maps.Keys(players)) {
			p := players[number]
			cell, met := p.rounds[round], trfCell{}
			letters, other := string(cell.result), players[cell.opponent]
			if other != nil && other != p {
				met = other.rounds[round]
				letters += string(met.result)
			}
			result, known := trfResults[letters]
			oneSide := met.colour == cell.colour && strings.IndexByte("wb", cell.colour) >= 0
			white := cell.colour == 'w' || cell.colour != 'b' && met.colour != 'w' && number < cell.opponent
			switch {
			case cell.opponent == 0 && !known: // did not play
			case cell.opponent != 0 && (met.opponent != number || oneSide || !known):
				return "", message.Of("files.trf-round", "n", p.line, "round", round+1, "name", p.name)
			case cell.opponent == 0 || white:
				result.Text = letters[:1]
				appendTRF(&out, of, round, p, other, result)
			}
		}
	}
	return out.String(), nil
}

// trfResult is the result in a line of JSON.
type trfResult struct {
	Outcome string  `json:"outcome"`
	White   float64 `json:"white"`
	Black   float64 `json:"black"`
	Text    string  `json:"text"`
}

// trfResults are the results by the letters of White and Black, or by the letter of a bye.
var trfResults = map[string]trfResult{
	"10": {Outcome: "white-wins"}, "wl": {Outcome: "white-wins"}, "01": {Outcome: "black-wins"}, "lw": {Outcome: "black-wins"},
	"==": {Outcome: "draw"}, "dd": {Outcome: "draw"}, "00": {Outcome: "points"}, "ll": {Outcome: "points"},
	"+-": {Outcome: "unplayed", White: 1}, "-+": {Outcome: "unplayed", Black: 1}, "--": {Outcome: "unplayed"},
	"+": {Outcome: "unplayed", White: 1}, "f": {Outcome: "unplayed", White: 1}, "u": {Outcome: "unplayed", White: 1},
	"h": {Outcome: "unplayed", White: 0.5},
}

// appendTRF appends a game, or a bye without Black, as a line of JSON.
func appendTRF(out *strings.Builder, of map[string]string, round int, white, black *trfPlayer, result trfResult) {
	tags := []record.Tag{
		{Name: "Event", Value: of["012"]}, {Name: "Site", Value: of["022"]},
		{Name: "EventDate", Value: strings.ReplaceAll(of["042"], "/", ".")}, {Name: "Round", Value: strconv.Itoa(round + 1)},
	}
	for i, p := range []*trfPlayer{white, cmp.Or(black, new(trfPlayer))} {
		side := []string{"White", "Black"}[i]
		tags = append(tags, record.Tag{Name: side, Value: p.name}, record.Tag{Name: side + "Title", Value: p.title},
			record.Tag{Name: side + "Elo", Value: p.rating})
	}
	tags = slices.DeleteFunc(tags, func(t record.Tag) bool { return t.Value == "" })
	out.Write(encoded(object{"record": object{"format": "sheet", "tags": tags, "result": result}}))
}
