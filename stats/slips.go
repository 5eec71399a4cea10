package stats

import (
	"errors"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// The codes of slips: probable errors in the games of a tournament.
const (
	NearNames   record.Code = "near-names"   // two names that may be one player's
	SameGame    record.Code = "same-game"    // a game entered twice
	TwoResults  record.Code = "two-results"  // a game entered twice with different results
	MissingGame record.Code = "missing-game" // two players of a round robin met less often than the others
	ExtraGame   record.Code = "extra-game"   // two players of a round robin met more often than the others
	OtherSystem record.Code = "other-system" // the games do not fit the given system
	OtherRound  record.Code = "other-round"  // several opponents in a round, or a game without a round or alone in one
	OneSide     record.Code = "one-side"     // White and Black have the same name
	NoName      record.Code = "no-name"      // a game lacks the name of a player
	TooLarge    record.Code = "too-large"    // too many slips to be listed or, of Tournaments, games or participants to be checked
)

// SlipCodes are the codes of the slips of a Tournament, except TooLarge.
var SlipCodes = []record.Code{NearNames, SameGame, TwoResults, MissingGame, ExtraGame, OtherSystem, OtherRound, OneSide, NoName}

// maxSlips is the maximum number of slips reported for a tournament.
const maxSlips = 100

// Aliases records which names belong to one player and which belong to different players.
type Aliases struct {
	of       map[string]string // the name that replaces each alias
	distinct map[[2]string]bool
}

// ParseAliases parses lines such as "Козлов С. = Козлов С.П.", which replaces the first name
// by the second, and "Козлов С. != Козлов А.", for two different players. "#" begins a comment.
// The second name may be an alias, too, but not of the first. The error is a message that names the
// line.
func ParseAliases(text string) (*Aliases, error) {
	a := &Aliases{map[string]string{}, map[[2]string]bool{}}
	last := func(name string) string { // and shortens the chain to it
		end := name
		for a.of[end] != "" {
			end = a.of[end]
		}
		for name != end {
			name, a.of[name] = a.of[name], end
		}
		return end
	}
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		first, second, found := strings.Cut(line, "=")
		first, distinct := strings.CutSuffix(strings.TrimSpace(first), "!")
		first, second = strings.TrimSpace(first), strings.TrimSpace(second)
		if !found || first == "" || second == "" || first == second {
			return nil, message.Of("stats.no-alias", "n", n+1, "line", line)
		}
		if distinct {
			a.distinct[pairOf(first, second)] = true
			continue
		}
		delete(a.of, first)
		if a.of[first] = last(second); a.of[first] == first {
			return nil, message.Of("stats.alias-circle", "n", n+1, "line", line)
		}
	}
	for name := range a.of {
		last(name)
	}
	for _, pair := range slices.Collect(maps.Keys(a.distinct)) {
		a.distinct[pairOf(a.Name(pair[0]), a.Name(pair[1]))] = true
	}
	return a, nil
}

// Name returns the name that replaces an alias, or the name itself if it is not one.
func (a *Aliases) Name(as string) string {
	if a != nil && a.of[as] != "" {
		return a.of[as]
	}
	return as
}

func (a *Aliases) areDistinct(first, second string) bool {
	return a != nil && a.distinct[pairOf(first, second)]
}

func pairOf(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// word is a word of a player's name in lower case.
type word struct {
	text    string
	n       int    // number of letters
	letters uint64 // a bit for each of its letters; some letters share one
}

// name is the words of a player's name; initials are one-letter words.
type name []word

// readName splits a name into words: "Tinsley, MF" becomes tinsley, m, f.
func readName(text string) (n name) {
	for _, of := range strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '\'' }) {
		lower := strings.ReplaceAll(strings.ToLower(of), "ё", "е")
		texts := strings.Split(lower, "")
		if len(texts) > 3 || strings.ToUpper(of) != of || len(text) == len(of) {
			texts = []string{lower}
		}
		for _, text := range texts {
			one := word{text: text, n: utf8.RuneCountInString(text)}
			for _, c := range text {
				one.letters |= 1 << (c % 64)
			}
			n = append(n, one)
		}
	}
	return n[:min(len(n), maxWords)]
}

const (
	// surnameLetters is the minimum length of a surname that may have a misspelt letter; twice as
	// many letters allow two.
	surnameLetters = 4
	maxLetters     = 32 // of a word that may have a misspelt letter
	maxWords       = 8  // of a name; the others are not compared
)

// differ reports whether more than a number of letters of two words differ.
func differ(a, b word, most int) bool {
	// A wrong letter changes at most two bits.
	return a.text != b.text && (bits.OnesCount64(a.letters^b.letters) > 2*most || max(a.n, b.n) > maxLetters ||
		grammar.Distance(a.text, b.text) > most)
}

// isHalf reports whether a word is half of a double surname.
func (w word) isHalf(double word) bool {
	return w.n < double.n && slices.Contains(strings.Split(double.text, "-"), w.text)
}

// isNear reports whether two names may be one player's: the surnames differ by at most a letter
// or two, or one is half of a double surname, and the given names or initials agree.
func (n name) isNear(other name) bool {
	for i, a := range n {
		for k, b := range other {
			if min(a.n, b.n) < 2 || differ(a, b, min(a.n, b.n, 2*surnameLetters)/surnameLetters) && !a.isHalf(b) && !b.isHalf(a) {
				continue
			}
			if agree(slices.Delete(slices.Clone(n), i, i+1), slices.Delete(slices.Clone(other), k, k+1)) {
				return true
			}
		}
	}
	return false
}

// agree reports whether given names agree: of each pair one is a prefix, or one letter differs.
func agree(a, b name) bool {
	for i := range min(len(a), len(b)) {
		isPrefix := strings.HasPrefix(a[i].text, b[i].text) || strings.HasPrefix(b[i].text, a[i].text)
		if !isPrefix && (max(a[i].n, b[i].n) == 1 || differ(a[i], b[i], 1)) {
			return false
		}
	}
	return true
}

// inRound is a player or a pair of players in a round.
type inRound struct {
	names [2]string
	round int
}

// checked holds the games of a tournament while they are checked for slips.
type checked struct {
	t       *Tournament
	all     []*tournamentGame // with two sides
	players []string          // in the order of their first games
	games   map[string]int    // number of games of each player
	met     map[[2]string][]*tournamentGame
	rounds  map[string]map[int]bool
	once    bool              // players mostly play once a round, so rounds distinguish games and players
	of      map[string]string // the player probably meant by a name that is near another
	unmet   map[string]int    // number of each player's games without an opponent's name
	slips   []record.Fault
}

// Slips returns probable errors in the records of a tournament played by a system, at most 100:
// names that may be one player's; games entered twice, in a wrong round, with one player on both
// sides or without a name; missing and extra games of a round robin; and a different system. For
// teams only names are compared. The error is that of Tables.
func (t *Tournament) Slips(system string) ([]record.Fault, error) {
	s, err := t.standings(system, Codex)
	if err != nil {
		return nil, err
	}
	return s.Slips, nil
}

// Tournaments collects the tournaments in files, one for each event. Read may be called
// concurrently; the functions that it returns must be called by one goroutine, in order. The
// zero Tournaments is empty.
type Tournaments struct {
	Eventless bool     // count games without an event as one tournament, named ""
	Aliases   *Aliases // names that belong to one player; nil if none; not changed after the first Read

	events []string               // as first written
	of     map[string]*Tournament // by event, in lower case
}

func (t *Tournaments) named(event string) *Tournament { return t.of[strings.ToLower(event)] }

// Read returns a function that adds a game. Games without an event are ignored unless
// Eventless is set. The function's error says that the event has too many games or participants;
// its games are no longer kept, and other events can still be added.
func (t *Tournaments) Read(r *replay.Report) func() error {
	event, g, known := new(Tournament).read(r)
	return func() error {
		if strings.Trim(event, "?-") == "" {
			if event = ""; !t.Eventless {
				return nil
			}
		}
		one := t.named(event)
		if one == nil {
			event = strings.Clone(event)
			one = NewTournament(event, false)
			one.Aliases = t.Aliases
			if t.of == nil {
				t.of = map[string]*Tournament{}
			}
			t.of[strings.ToLower(event)] = one
			t.events = append(t.events, event)
		}
		if one.failed == nil {
			if one.failed = one.count(event, g, known); one.failed != nil {
				one.kept, one.names = keptTournament{}, nil
			}
		}
		if one.failed != nil {
			return message.Of("message.path", "path", termOf(event), "why", one.failed)
		}
		return nil
	}
}

// Slips yields the slips of each event, in the order of their first games.
func (t *Tournaments) Slips() iter.Seq2[string, record.Fault] {
	return func(yield func(string, record.Fault) bool) {
		for _, event := range t.events {
			one := t.named(event)
			slips, _ := one.Slips(Whichever) // an error is only for several events, but this is one
			if said, is := errors.AsType[message.Message](one.failed); is {
				slips = []record.Fault{{Code: TooLarge, Message: said}}
			}
			for _, slip := range slips {
				if !yield(event, slip) {
					return
				}
			}
		}
	}
}

// check finds the slips that do not depend on a system; for teams only those of names.
func (t *Tournament) check() *checked {
	c := &checked{
		t: t, all: t.meetings(), games: map[string]int{}, met: map[[2]string][]*tournamentGame{},
		rounds: map[string]map[int]bool{}, of: map[string]string{}, unmet: map[string]int{},
	}
	games, rounds := map[inRound]bool{}, 0
	for _, g := range c.all {
		games[inRound{g.pair(), g.Round}] = true // those entered twice count once
		c.met[g.pair()] = append(c.met[g.pair()], g)
		for _, name := range g.Sides {
			if c.games[name]++; c.games[name] == 1 {
				c.players, c.rounds[name] = append(c.players, name), map[int]bool{}
			}
			if g.Round > 0 && !c.rounds[name][g.Round] {
				c.rounds[name][g.Round] = true
				rounds++
			}
		}
	}
	c.once = rounds*10 >= len(games)*2*9
	c.names()
	if !t.teams {
		c.repeated()
		if c.once {
			c.otherRounds()
		}
		for _, g := range t.kept.Open {
			switch white, black := g.Sides[0], g.Sides[1]; {
			case t.kept.MissingPlayers > len(c.all): // these records mostly lack names
			case white == "" || black == "":
				c.unmet[c.meant(t.Aliases.Name(white+black))]++
				c.slip(NoName, "stats.slip-no-name", "games", placesOf(&g))
			case white == black:
				c.unmet[c.meant(t.Aliases.Name(white))]++
				c.slip(OneSide, "stats.slip-one-side", "name", white, "games", placesOf(&g))
			}
		}
	}
	return c
}

func (c *checked) slip(code record.Code, id message.ID, args ...any) {
	c.slips = append(c.slips, record.Fault{Code: code, Message: message.Of(id, args...)})
}

// names reports pairs of names that may be one player's, unless they met or shared a round.
func (c *checked) names() {
	var read []name
	for i, a := range c.players {
		read = append(read, readName(a))
		for k, b := range c.players[:i] {
			if !read[i].isNear(read[k]) || len(c.met[pairOf(a, b)]) > 0 || c.t.Aliases.areDistinct(a, b) || c.shareRound(a, b) {
				continue
			}
			rarer, other := a, b
			if c.games[b] < c.games[a] {
				rarer, other = b, a
			}
			c.of[rarer] = other
			c.slip(NearNames, "stats.slip-names", "first", rarer, "second", other, "n", c.games[rarer], "of", c.games[other])
		}
	}
}

func (c *checked) shareRound(a, b string) bool {
	for round := range c.rounds[a] {
		if c.once && c.rounds[b][round] {
			return true
		}
	}
	return false
}

// meetings returns the games of two participants, also without a result, with aliases replaced.
func (t *Tournament) meetings() []*tournamentGame {
	var all []*tournamentGame
	for _, games := range [...][]tournamentGame{t.kept.Games, t.kept.Open} {
		for _, g := range games {
			g.Sides = [2]string{t.Aliases.Name(g.Sides[0]), t.Aliases.Name(g.Sides[1])}
			if g.Sides[0] != "" && g.Sides[1] != "" && g.Sides[0] != g.Sides[1] {
				all = append(all, &g)
			}
		}
	}
	return all
}

// meant returns the player probably meant by a name.
func (c *checked) meant(name string) string {
	for c.of[name] != "" { // each time one with more games, or with as many and an earlier one
		name = c.of[name]
	}
	return name
}

// repeated reports games entered twice and removes the later ones from met: they have the same
// sides, and the same moves or, if players play once a round, the same tag Round.
func (c *checked) repeated() {
	type key struct {
		sides [2]string
		moves uint64
		board string
	}
	firsts := map[key]int{}
	c.met = map[[2]string][]*tournamentGame{}
	for i, g := range c.all {
		keys, first := [2]key{{sides: g.Sides, moves: g.Moves}, {sides: g.Sides}}, i
		if c.once {
			keys[1].board = g.Board
		}
		for _, k := range keys {
			if at, known := firsts[k]; known {
				first = min(first, at)
			}
		}
		if first == i {
			for _, k := range keys {
				if k.moves != 0 || k.board != "" {
					firsts[k] = i
				}
			}
			c.met[g.pair()] = append(c.met[g.pair()], g)
			continue
		}
		// Two records of one game may have different results.
		white, black := g.Sides[0], g.Sides[1]
		if other := c.all[first]; other.result() != g.result() {
			c.slip(TwoResults, "stats.slip-results", "white", white, "black", black, "first", other.result(), "second", g.result(), "games", placesOf(other, g))
		} else {
			c.slip(SameGame, "stats.slip-twice", "white", white, "black", black, "games", placesOf(other, g))
		}
	}
}

// loneGames is the minimum mean number of games in a round for which a round of a single game,
// or a game without a round, is probably a slip.
const loneGames = 3

// otherRounds reports games that are alone in a round, and players with several opponents in a
// round: the game itself if both players have others, and else all games of the player there.
func (c *checked) otherRounds() {
	player := func(g *tournamentGame, i int) inRound { return inRound{[2]string{g.Sides[i]}, g.Round} }
	games, sizes := map[inRound][]*tournamentGame{}, map[int]int{} // each pair has only its first
	for _, g := range c.all {
		sizes[g.Round]++
		if pair := (inRound{g.pair(), g.Round}); g.Round > 0 && games[pair] == nil {
			for _, who := range []inRound{pair, player(g, 0), player(g, 1)} {
				games[who] = append(games[who], g)
			}
		}
	}
	for _, g := range c.all {
		switch {
		case sizes[g.Round] > 1 || len(c.all) < loneGames*len(sizes) || len(c.met[g.pair()]) > 1:
		case g.Round > 0:
			c.slip(OtherRound, "stats.slip-lone-round", "white", g.Sides[0], "black", g.Sides[1], "round", g.Round, "games", placesOf(g))
		default:
			c.slip(OtherRound, "stats.slip-no-round", "white", g.Sides[0], "black", g.Sides[1], "games", placesOf(g))
		}
		if a, b := player(g, 0), player(g, 1); len(games[a]) > 1 && len(games[b]) > 1 {
			c.slip(OtherRound, "stats.slip-other-round", "white", g.Sides[0], "black", g.Sides[1], "round", g.Round, "games", placesOf(g))
			delete(games, a)
			delete(games, b)
		}
	}
	for _, g := range c.all {
		for i, name := range g.Sides {
			if who := player(g, i); len(games[who]) > 1 {
				c.slip(OtherRound, "stats.slip-opponents", "name", name, "round", g.Round, "games", placesOf(games[who]...))
				delete(games, who)
			}
		}
	}
}

func (g *tournamentGame) pair() [2]string { return pairOf(g.Sides[0], g.Sides[1]) }

// result returns a game's result as printed in tables, White's points first.
func (g *tournamentGame) result() string {
	if g.Points == [2]half{} && !g.Unplayed {
		return "*"
	}
	return cell{g.Points[0], g.Unplayed}.String() + ":" + cell{g.Points[1], g.Unplayed}.String()
}

// placesOf returns the places of games in the source.
func placesOf(games ...*tournamentGame) message.Message {
	var all []string
	for _, g := range games {
		all = append(all, g.At)
	}
	return message.And(all...)
}

// cycles returns the players, after names that may be one player's are merged, how often each
// pair met, and the results of roundRobin.
func (c *checked) cycles() (players []string, met map[[2]string]int, cycles int, whole bool) {
	met = map[[2]string]int{}
	for pair, all := range c.met {
		met[pairOf(c.meant(pair[0]), c.meant(pair[1]))] += len(all)
	}
	players = slices.DeleteFunc(slices.Clone(c.players), func(name string) bool { return c.meant(name) != name })
	cycles, whole = roundRobin(players, met)
	return players, met, cycles, whole
}

// system reports missing and extra games of a round robin, and a system different from said.
func (c *checked) system(said string) {
	players, met, cycles, whole := c.cycles()
	switch {
	case cycles == 0 && said == RoundRobin && len(players) > 2:
		c.slip(OtherSystem, "stats.slip-no-round-robin")
		return
	case cycles > 0 && said == Swiss && whole:
		c.slip(OtherSystem, "stats.slip-no-swiss")
		return
	case cycles == 0 || said == Swiss:
		return
	}
	games, lacks := map[string]int{}, map[string]int{}
	for i, a := range players {
		for _, b := range players[:i] {
			n := met[pairOf(a, b)]
			for _, one := range [...]string{a, b} {
				games[one] += n
				lacks[one] += max(cycles-n, 0)
			}
		}
	}
	if n := lacks[players[0]]; n > 0 && !slices.ContainsFunc(players, func(a string) bool { return lacks[a] != n }) {
		c.slip(MissingGame, "stats.slip-missing-rounds", "n", n)
		return
	}
	entered := func(name string) bool { return lacks[name] > 0 && c.unmet[name] == lacks[name] } // all its games are entered, but without an opponent
	for i, a := range players {
		var missing []string
		for k, b := range players {
			n := met[pairOf(a, b)]
			switch {
			case k == i, n < cycles && (entered(a) || entered(b)):
			case n < cycles && (games[b] > games[a] || games[a] == games[b] && k < i):
				missing = append(missing, b)
			case n > cycles && k < i:
				c.slip(ExtraGame, "stats.slip-extra", "first", b, "second", a, "n", n, "cycles", cycles, "games", placesOf(c.met[pairOf(a, b)]...))
			}
		}
		if len(missing) > 0 {
			c.slip(MissingGame, "stats.slip-missing", "name", a, "others", message.And(missing...))
		}
	}
}

// roundRobin returns how often each player meets each other if, apart from a few games, all did
// equally often, or 0 if not, and whether there is no exception.
func roundRobin(players []string, met map[[2]string]int) (cycles int, whole bool) {
	counts := map[int]int{}
	for i, a := range players {
		for _, b := range players[:i] {
			counts[met[pairOf(a, b)]]++
		}
	}
	for n, pairs := range counts {
		if n > 0 && (pairs > counts[cycles] || cycles == 0 || pairs == counts[cycles] && n < cycles) {
			cycles = n
		}
	}
	if cycles == 0 || len(players) < 3 {
		return 0, false
	}
	// In a Swiss tournament hardly anyone meets everyone; from a round robin some players
	// withdraw, and some games are missing or extra.
	var stayed []string
	for _, a := range players {
		n := 0
		for _, b := range players {
			n += min(met[pairOf(a, b)], 1)
		}
		if a != "" && 2*n >= len(players)-1 {
			stayed = append(stayed, a)
		}
	}
	complete := 0
	for _, a := range stayed {
		if !slices.ContainsFunc(stayed, func(b string) bool { return a != b && met[pairOf(a, b)] != cycles }) {
			complete++
		}
	}
	// Some round robins lack a round.
	met4of5 := 5*counts[cycles] >= 4*len(players)*(len(players)-1)/2
	if !met4of5 && (2*len(stayed) < len(players) || 2*complete < len(stayed)) {
		return 0, false
	}
	return cycles, complete == len(players)
}
