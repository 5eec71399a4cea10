package stats

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// What a statistic has counted can be saved and loaded by another of its kind,
// which is Merge from a file: the statistic of all is exact, however the
// games were divided. Save leaves what was counted as it is. What Load is given may be anything:
// nothing that no statistic has saved is taken for counted.

// Limits of what is loaded.
const (
	maxSummary = 1 << 28 // bytes of what is no groups
	maxYears   = 10_000
)

// ErrPartial is returned for what is no saved statistic of the kind, or not whole.
var ErrPartial = errors.New("stats: not what such a statistic saves, or not all of it")

// saveJSON writes the length of a value and the value.
func saveJSON(w io.Writer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = w.Write(append(binary.AppendUvarint(nil, uint64(len(text))), text...))
	return err
}

// loadJSON reads what saveJSON wrote.
func loadJSON(r *bufio.Reader, value any) error {
	n, err := binary.ReadUvarint(r)
	if err != nil || n > maxSummary {
		return ErrPartial
	}
	text, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err != nil || uint64(len(text)) < n || json.Unmarshal(text, value) != nil {
		return ErrPartial
	}
	return nil
}

// Load adds what openings with the same root and depth have saved. The error is
// ErrPartial, or a temporary file's.
func (o *Openings) Load(r *bufio.Reader) error {
	rules := o.root.Rules()
	return o.load(r, func(key []byte) bool {
		rest, ok := validPosition(rules, key)
		if ok && len(rest) > 0 {
			rest, ok = validPosition(rules, rest)
		}
		return ok && len(rest) == 0
	})
}

// validPosition reads a position that may be anything.
func validPosition(rules *replay.Rules, key []byte) (rest []byte, ok bool) {
	if len(key) == 0 || record.Colour(key[0]) > record.Black {
		return nil, false
	}
	at, rest, err := parsePosition(rules.Variant, key)
	if err != nil {
		return nil, false
	}
	p, err := rules.Position(&at)
	// A position has one key.
	return rest, err == nil && string(appendPosition(nil, p)) == string(key[:len(key)-len(rest)])
}

// Load adds what players have saved. The error is ErrPartial, or a temporary file's.
func (p *Players) Load(r *bufio.Reader) error {
	return p.load(r, func(key []byte) bool {
		n := len(key)
		return n > 2 && key[n-2] == 0 && record.Colour(key[n-1]) <= record.Black
	})
}

// Save writes what was counted. The error is the writer's, or a temporary file's.
func (a *Adiukh) Save(w io.Writer) error {
	return cmp.Or(saveJSON(w, &a.summary), a.opening.Save(w), a.players.Save(w))
}

// Load adds what scores with openings of as many plies have saved. The error is
// ErrPartial, or a temporary file's.
func (a *Adiukh) Load(r *bufio.Reader) error {
	var s adiukhSummary
	if err := loadJSON(r, &s); err != nil {
		return err
	}
	if len(s.Years) > maxYears {
		return ErrPartial
	}
	a.summary.merge(&s)
	if err := a.opening.Load(r); err != nil {
		return err
	}
	return a.players.Load(r)
}

// Save writes what was taken in. The error is the writer's.
func (t *Tournament) Save(w io.Writer) error { return saveJSON(w, &t.kept) }

// Load takes in what a tournament of the same event, players or teams has saved, as
// if its games came next. The error is ErrPartial, or that of Add.
func (t *Tournament) Load(r *bufio.Reader) error {
	var saved keptTournament
	if err := loadJSON(r, &saved); err != nil {
		return err
	}
	if saved.Unfinished < 0 || saved.MissingPlayers < 0 || len(saved.Events) > maxEvents {
		return ErrPartial
	}
	for _, event := range saved.Events {
		t.noteEvent(event)
	}
	for _, games := range [...]struct{ from, into *[]tournamentGame }{{&saved.Games, &t.kept.Games}, {&saved.Open, &t.kept.Open}} {
		for i, g := range *games.from {
			if min(g.Points[0], g.Points[1]) < 0 || max(g.Points[0], g.Points[1]) > 2 || games.into == &t.kept.Games && g.Sides[0] == g.Sides[1] {
				return fmt.Errorf("%w (game %d)", ErrPartial, i+1)
			}
			if err := t.take(g, games.into); err != nil {
				return err
			}
		}
	}
	t.kept.Unfinished += saved.Unfinished
	t.kept.MissingPlayers += saved.MissingPlayers
	return nil
}
