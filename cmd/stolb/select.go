package main

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/grammar/pdn"
	"github.com/stolb/stolb/grammar/sheet"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// selection is which games are wanted: those that meet all of the conditions.
type selection struct {
	players      []string // any of them
	variants     variantsValue
	result       resultValue
	verdicts     verdictsValue
	since, until dateValue
	least, most  *int
	reached      string // FEN
	pattern      string // FEN, of which only the towers count that it has
}

func (s *selection) flags(flags *pflag.FlagSet) {
	flags.StringArrayVar(&s.players, "player", nil, "")
	flags.Var(&s.variants, "only-variant", "")
	flags.Var(&s.result, "result", "")
	flags.Var(&s.verdicts, "verdict", "")
	flags.Var(&s.since, "since", "")
	flags.Var(&s.until, "until", "")
	s.least = intFlag(flags, "min-plies", 0, 0, math.MaxInt32)
	s.most = intFlag(flags, "max-plies", math.MaxInt32, 0, math.MaxInt32)
	for _, name := range []string{"min-plies", "max-plies"} {
		flags.Lookup(name).DefValue = ""
	}
	flags.StringVar(&s.reached, "reached", "", "")
	flags.StringVar(&s.pattern, "pattern", "", "")
}

// all says whether there is no condition.
func (s *selection) all() bool {
	return len(s.players)+len(s.variants)+len(s.verdicts) == 0 && s.result.text == "" && s.since.text == "" && s.until.text == "" &&
		*s.least == 0 && *s.most == math.MaxInt32 && s.reached == "" && s.pattern == ""
}

// check returns what is wrong with the conditions together. A position has to
// be one of a variant that the games can be.
func (s *selection) check(asked record.Variant) error {
	for _, p := range []struct{ flag, fen string }{{"reached", s.reached}, {"pattern", s.pattern}} {
		if p.fen == "" {
			continue
		}
		variants := []record.Variant(s.variants)
		if variants == nil {
			variants = record.Variants()
			if asked != record.UnknownVariant { // first, so that the error is about it
				variants = append([]record.Variant{asked}, variants...)
			}
		}
		var first error
		for _, v := range variants {
			_, _, err := parsePattern(v, p.fen)
			if err == nil {
				first = nil
				break
			}
			if first == nil {
				first = positionError("--"+p.flag, p.fen, err)
			}
		}
		if first != nil {
			return first
		}
	}
	if *s.least > *s.most {
		return &usageError{message: say("usage.plies-empty", "least", *s.least, "most", *s.most)}
	}
	return nil
}

// parsePattern reads a position of which the side to move may be open.
func parsePattern(v record.Variant, fen string) (p record.Position, eitherTurn bool, err error) {
	p, err = record.ParseFEN(v, fen)
	if errors.Is(err, record.ErrUnknownTurn) {
		return p, true, nil
	}
	return p, false, err
}

// matcher returns what says whether a game is wanted; one goroutine's.
func (s *selection) matcher() func(*replay.Report) bool {
	players := make([]string, len(s.players))
	for i, name := range s.players {
		players[i] = foldName(name)
	}
	var boards []*boardMatcher
	if s.reached != "" {
		boards = append(boards, &boardMatcher{fen: s.reached, whole: true, wanted: map[record.Variant]*wanted{}})
	}
	if s.pattern != "" {
		boards = append(boards, &boardMatcher{fen: s.pattern, wanted: map[record.Variant]*wanted{}})
	}
	return func(r *replay.Report) bool {
		g := r.Game
		switch {
		case len(s.variants) > 0 && !slices.Contains(s.variants, r.Variant),
			len(s.verdicts) > 0 && !slices.Contains(s.verdicts, r.Verdict),
			len(r.Moves) < *s.least || len(r.Moves) > *s.most,
			s.result.text != "" && !s.result.matches(g.Result):
			return false
		}
		if len(players) > 0 {
			white, black := foldName(g.Tag("White")), foldName(g.Tag("Black"))
			if !slices.ContainsFunc(players, func(name string) bool {
				return strings.Contains(white, name) || strings.Contains(black, name)
			}) {
				return false
			}
		}
		if s.since.text != "" || s.until.text != "" {
			played, ok := parseDate(g.Tag("Date"))
			if !ok || s.since.text != "" && played.last < s.since.first || s.until.text != "" && played.first > s.until.last {
				return false
			}
		}
		for _, b := range boards {
			if !b.matches(r) {
				return false
			}
		}
		return true
	}
}

// foldName returns a name in the form in which names are compared: in small
// letters, ё as е, with single spaces.
func foldName(name string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "ё", "е")), " ")
}

// boardMatcher finds a position in games.
type boardMatcher struct {
	fen    string
	whole  bool // the position itself, and not only its towers
	wanted map[record.Variant]*wanted
}

// wanted is the position as one of a variant.
type wanted struct {
	possible   bool
	position   record.Position
	hash       uint64
	eitherTurn bool
	squares    []record.Square // with a tower
}

func (b *boardMatcher) of(v record.Variant) *wanted {
	if w := b.wanted[v]; w != nil {
		return w
	}
	w := new(wanted)
	b.wanted[v] = w
	p, either, err := parsePattern(v, b.fen)
	if err != nil {
		return w
	}
	rules, err := replay.For(v)
	if err != nil {
		return w
	}
	set, err := rules.Position(&p)
	if err != nil {
		return w
	}
	w.possible, w.position, w.hash, w.eitherTurn = true, p, set.Hash(), either
	for _, s := range v.Board().Squares() {
		if p.At(s) != 0 {
			w.squares = append(w.squares, s)
		}
	}
	return w
}

// matches says whether the position was on the board in the part of the game
// that is legal.
func (b *boardMatcher) matches(r *replay.Report) bool {
	w := b.of(r.Variant)
	if !w.possible || r.Final.Variant == record.UnknownVariant {
		return false
	}
	if w.is(&r.Final, b.whole) {
		return true
	}
	found := false
	r.Replay(func(_ int, p *replay.Position, _ *replay.Move, _ []replay.Move) {
		switch {
		case found:
		case b.whole && !w.eitherTurn:
			found = p.Hash() == w.hash && p.Record() == w.position
		case w.eitherTurn || p.Turn() == w.position.Turn:
			if found = !slices.ContainsFunc(w.squares, func(s record.Square) bool { return p.At(s) != w.position.At(s) }); found && b.whole {
				at := p.Record()
				found = w.is(&at, true)
			}
		}
	})
	return found
}

// is says whether the position is the wanted one.
func (w *wanted) is(p *record.Position, whole bool) bool {
	want := w.position
	if w.eitherTurn {
		want.Turn = p.Turn
	}
	if whole {
		return *p == want
	}
	return p.Turn == want.Turn && !slices.ContainsFunc(w.squares, func(s record.Square) bool { return p.At(s) != want.At(s) })
}

// splitList returns the values of a flag that takes several, with commas.
func splitList(s string) []string {
	list := strings.Split(s, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// variantsValue is a flag that names variants.
type variantsValue []record.Variant

func (v *variantsValue) Type() string   { return "V" }
func (v *variantsValue) String() string { return "" }

func (v *variantsValue) Set(s string) error {
	for _, name := range splitList(s) {
		var one variantValue
		if err := one.Set(name); err != nil {
			return err
		}
		*v = append(*v, record.Variant(one))
	}
	return nil
}

// verdictsValue is a flag that names verdicts.
type verdictsValue []replay.Verdict

func (v *verdictsValue) Type() string   { return say("help-flags.value-verdicts") }
func (v *verdictsValue) String() string { return "" }

func (v *verdictsValue) Set(s string) error {
	names := verdictNames()
	for _, name := range splitList(s) {
		i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
		if i < 0 {
			return &usageError{say("usage.no-verdict", "verdicts", strings.Join(names, ", ")), nearest(name, names)}
		}
		*v = append(*v, replay.Verdict(i))
	}
	return nil
}

// resultValue is a flag with a result.
type resultValue struct {
	text   string // as Result.String spells it; "none" for no result
	winner record.Outcome
}

func (v *resultValue) Type() string   { return "R" }
func (v *resultValue) String() string { return v.text }

func (v *resultValue) Set(s string) error {
	if strings.EqualFold(s, "none") {
		v.text = "none"
		return nil
	}
	r, ok := sheet.ParseResult(s)
	if v.text = r.String(); !ok || v.text == "" {
		return &usageError{message: say("usage.expected-result")}
	}
	if v.text == "1-0" || v.text == "0-1" || v.text == "1/2-1/2" {
		v.winner = r.Outcome
	}
	return nil
}

// matches says whether the record has the result, in whatever words or points.
// What counts is the order that the record has, as it is shown: in checkers PDN
// gives Black first, and 1-0 is a game that Black won.
func (v *resultValue) matches(r record.Result) bool {
	text := r.String()
	if v.winner != record.NoResult {
		if numbers := pdn.ParseResult(text); numbers.Outcome != record.NoResult && r.Outcome != record.Unplayed {
			r = numbers
		}
		return winner(r) == v.winner
	}
	return text == v.text || text == "" && v.text == "none"
}

// winner returns how a played game ended, in points, too.
func winner(r record.Result) record.Outcome {
	if r.Outcome != record.Points {
		return r.Outcome
	}
	switch {
	case r.White > r.Black:
		return record.WhiteWins
	case r.White < r.Black:
		return record.BlackWins
	case r.White > 0:
		return record.Draw
	}
	return record.Points // 0-0: lost for both
}

// days is a stretch of time, as the numbers YYYYMMDD of its first and last day.
type days struct{ first, last int }

// dateValue is a flag with a date.
type dateValue struct {
	text string
	days
}

func (v *dateValue) Type() string   { return say("help-flags.value-date") }
func (v *dateValue) String() string { return v.text }

func (v *dateValue) Set(s string) error {
	d, ok := parseDate(s)
	if !ok {
		return &usageError{message: say("usage.expected-date")}
	}
	v.text, v.days = s, d
	return nil
}

// parseDate returns the days that a record's date may be: of what is not known
// every one. It returns false for what record.ParseDate does not read.
func parseDate(text string) (days, bool) {
	d, ok := record.ParseDate(text)
	if !ok || d.Year == 0 {
		return days{}, false
	}
	first := d.Year*10000 + d.Month*100 + d.Day
	switch {
	case d.Month == 0:
		return days{first, first + 1231}, true
	case d.Day == 0:
		return days{first, first + 31}, true
	}
	return days{first, first}, true
}
