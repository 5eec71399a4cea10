package stats

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// The codes of slips: what is probably wrong in the games of a tournament.
const (
	NearNames   record.Code = "near-names"   // two names that may be one player's
	SameGame    record.Code = "same-game"    // a game that is entered twice
	TwoResults  record.Code = "two-results"  // a game that is entered with two results
	MissingGame record.Code = "missing-game" // two of a round robin have not met as often as the others
	ExtraGame   record.Code = "extra-game"   // they have met more often
	OtherSystem record.Code = "other-system" // the games are not of the system that is said
	OtherRound  record.Code = "other-round"  // a player has several opponents in a round, or a game has none or one of its own
	OneSide     record.Code = "one-side"     // White and Black have the same name
	NoName      record.Code = "no-name"      // a game lacks the name of a player
)

// SlipCodes are all of them.
var SlipCodes = []record.Code{NearNames, SameGame, TwoResults, MissingGame, ExtraGame, OtherSystem, OtherRound, OneSide, NoName}

// maxSlips is how many slips of a tournament are reported.
const maxSlips = 100

// Aliases say which names are one player's, and which are not.
type Aliases struct {
	of       map[string]string // of a name, the one that counts
	distinct map[[2]string]bool
}

// ParseAliases reads lines such as "Козлов С. = Козлов С.П.", by which the first name
// counts as the second, and "Козлов С. != Козлов А.", who are two players. "#" begins a
// comment. The error is a message that names the line.
func ParseAliases(text string) (*Aliases, error) {
	a := &Aliases{map[string]string{}, map[[2]string]bool{}}
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
		} else {
			a.of[first] = second
		}
	}
	return a, nil
}

// Name returns the name that counts.
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

// name is the words of a player's name in lower case; initials are words of a letter.
type name []string

// readName splits a name into words: "Tinsley, MF" is tinsley, m, f.
func readName(text string) (n name) {
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '\'' }) {
		lower := strings.ReplaceAll(strings.ToLower(word), "ё", "е")
		letters := strings.Split(lower, "")
		if len(letters) <= 3 && len(letters) > 1 && strings.ToUpper(word) == word && len(text) > len(word) {
			n = append(n, letters...)
		} else {
			n = append(n, lower)
		}
	}
	return n
}

// surnameLetters is how many letters a surname has, at least, of which one may be misspelt,
// or two if it has twice as many.
const surnameLetters = 4

// isNear says whether two names may be one player's: the surnames are the same but for a letter
// or two, or half of a double one, and the given names or initials contradict nowhere.
func (n name) isNear(other name) bool {
	for i, a := range n {
		for k, b := range other {
			if len([]rune(a)) < 2 || len([]rune(b)) < 2 {
				continue
			}
			half := slices.Contains(strings.Split(a, "-"), b) || slices.Contains(strings.Split(b, "-"), a)
			if wrong := min(len([]rune(a)), len([]rune(b)), 2*surnameLetters) / surnameLetters; !half && grammar.Distance(a, b) > wrong {
				continue
			}
			if agree(slices.Delete(slices.Clone(n), i, i+1), slices.Delete(slices.Clone(other), k, k+1)) {
				return true
			}
		}
	}
	return false
}

// agree says whether given names agree: each begins as the other's does.
func agree(a, b []string) bool {
	for i := range min(len(a), len(b)) {
		if !strings.HasPrefix(a[i], b[i]) && !strings.HasPrefix(b[i], a[i]) && grammar.Distance(a[i], b[i]) > 1 {
			return false
		}
		if len([]rune(a[i])) == 1 && len([]rune(b[i])) == 1 && a[i] != b[i] {
			return false
		}
	}
	return true
}

// checked is a tournament whose games are compared.
type checked struct {
	t       *Tournament
	all     []*tournamentGame // with two sides
	players []string          // in the order of their first games
	games   map[string]int    // of each
	met     map[[2]string][]*tournamentGame
	rounds  map[string]map[int]bool
	once    bool              // each plays once in a round, as a rule, so that rounds tell games and players apart
	of      map[string]string // the player whom a name near another's means
	unmet   map[string]int    // how many games do not name the opponent of each
	slips   []record.Fault
}

// Slips returns what is probably wrong in the records of a tournament that is played by a
// system, at most 100: names that may be one player's, games that are entered twice, in a
// wrong round, with one player on both sides or without a name, games that a round robin lacks or has too
// many of, and another system. Of teams the names alone are compared. The error is that of Tables.
func (t *Tournament) Slips(system string) ([]record.Fault, error) {
	s, err := t.standings(system, Codex)
	if err != nil {
		return nil, err
	}
	return s.Slips, nil
}

// Tournaments are the tournaments of files, an event each; the zero Tournaments has none.
// Games may be read by many goroutines at a time; the functions that Read returns are
// called by one, in order.
type Tournaments struct {
	Eventless bool // games that name no event are those of one, named ""

	aliases *Aliases
	events  []string
	of      map[string]*Tournament
}

// Alias has names counted as aliases say. It is called before Read.
func (t *Tournaments) Alias(a *Aliases) { t.aliases = a }

// Read returns a function that takes in a game. Games that name no event are none's, unless
// Eventless is set. Its error is that of Tournament.Add.
func (t *Tournaments) Read(r *replay.Report) func() error {
	event, g, known := new(Tournament).read(r)
	return func() error {
		if strings.Trim(event, "?-") == "" {
			if event = ""; !t.Eventless {
				return nil
			}
		}
		one := t.of[event]
		if one == nil {
			one = NewTournament("", false)
			one.Alias(t.aliases)
			if t.of == nil {
				t.of = map[string]*Tournament{}
			}
			event = strings.Clone(event)
			t.of[event] = one
			t.events = append(t.events, event)
		}
		return one.count(event, g, known)
	}
}

// Slips yields the slips of each event, in the order of their first games.
func (t *Tournaments) Slips() iter.Seq2[string, record.Fault] {
	return func(yield func(string, record.Fault) bool) {
		for _, event := range t.events {
			slips, err := t.of[event].Slips(Whichever)
			if err != nil {
				continue // of several events, which one is not
			}
			for _, slip := range slips {
				if !yield(event, slip) {
					return
				}
			}
		}
	}
}

// check compares the games of a tournament, but not with a system; of teams the names alone.
func (t *Tournament) check() *checked {
	c := &checked{
		t: t, all: t.meetings(), games: map[string]int{}, met: map[[2]string][]*tournamentGame{},
		rounds: map[string]map[int]bool{}, of: map[string]string{}, unmet: map[string]int{},
	}
	// Games that are entered twice do not count.
	type game struct {
		pair  [2]string
		round int
	}
	games, rounds := map[game]bool{}, 0
	for _, g := range c.all {
		games[game{g.pair(), g.Round}] = true
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
			case t.kept.MissingPlayers > len(c.all): // names are not what these records have
			case white == "" || black == "":
				c.unmet[c.meant(t.aliases.Name(white+black))]++
				c.slip(NoName, "stats.slip-no-name", "games", placesOf(&g))
			case white == black:
				c.unmet[c.meant(t.aliases.Name(white))]++
				c.slip(OneSide, "stats.slip-one-side", "name", white, "games", placesOf(&g))
			}
		}
	}
	return c
}

func (c *checked) slip(code record.Code, id message.ID, args ...any) {
	c.slips = append(c.slips, record.Fault{Code: code, Message: message.Of(id, args...)})
}

// names reports names that may be one player's, not of who met or played in the same round.
func (c *checked) names() {
	read := make([]name, len(c.players))
	for i, player := range c.players {
		read[i] = readName(player)
	}
	for i, a := range c.players {
		for k, b := range c.players[:i] {
			if !read[i].isNear(read[k]) || len(c.met[pairOf(a, b)]) > 0 || c.t.aliases.areDistinct(a, b) || c.shareRound(a, b) {
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

// meetings returns the games of two participants, also without a result, as aliases name them.
func (t *Tournament) meetings() []*tournamentGame {
	var all []*tournamentGame
	for _, games := range [...][]tournamentGame{t.kept.Games, t.kept.Open} {
		for _, g := range games {
			g.Sides = [2]string{t.aliases.Name(g.Sides[0]), t.aliases.Name(g.Sides[1])}
			if g.Sides[0] != "" && g.Sides[1] != "" && g.Sides[0] != g.Sides[1] {
				all = append(all, &g)
			}
		}
	}
	return all
}

// meant returns the player whom a name means.
func (c *checked) meant(name string) string {
	for range len(c.players) { // names that mean one another in a ring are left at some point
		other, ok := c.of[name]
		if !ok {
			return name
		}
		name = other
	}
	return name
}

// repeated reports the games that are entered twice: with the same sides, and in the same
// round, or, where that is not said, with the same moves. One of them is counted.
func (c *checked) repeated() {
	for _, g := range c.all {
		games := c.met[g.pair()]
		// Whether two records are of one game, though perhaps not of one result.
		first := slices.IndexFunc(games, func(other *tournamentGame) bool {
			isMoves := g.Moves != 0 && g.Moves == other.Moves
			isBoard := c.once && g.Board != "" && g.Board == other.Board
			return other == g || g.Sides == other.Sides && (isMoves || isBoard)
		})
		if first < 0 || games[first] == g {
			continue
		}
		c.met[g.pair()] = slices.DeleteFunc(games, func(other *tournamentGame) bool { return other == g })
		white, black := g.Sides[0], g.Sides[1]
		if other := games[first]; other.result() != g.result() {
			c.slip(TwoResults, "stats.slip-results", "white", white, "black", black, "first", other.result(), "second", g.result(), "games", placesOf(other, g))
		} else {
			c.slip(SameGame, "stats.slip-twice", "white", white, "black", black, "games", placesOf(other, g))
		}
	}
}

// loneGames is of how many games a round is, at least, beside which one of a single game, or
// a game without a round, is probably a slip.
const loneGames = 3

// otherRounds reports games that are alone in a round, and those in rounds in which their players
// have other opponents: one whose players both have, and for other players all that they have.
func (c *checked) otherRounds() {
	type turn struct {
		player string
		round  int
	}
	turnsOf := func(g *tournamentGame) [2]turn { return [2]turn{{g.Sides[0], g.Round}, {g.Sides[1], g.Round}} }
	games, sizes := map[turn][]*tournamentGame{}, map[int]int{}
	for _, g := range c.all {
		sizes[g.Round]++
		again := func(other *tournamentGame) bool { return g.pair() == other.pair() }
		for _, t := range turnsOf(g) {
			if g.Round > 0 && !slices.ContainsFunc(games[t], again) {
				games[t] = append(games[t], g)
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
		if t := turnsOf(g); len(games[t[0]]) > 1 && len(games[t[1]]) > 1 {
			c.slip(OtherRound, "stats.slip-other-round", "white", g.Sides[0], "black", g.Sides[1], "round", g.Round, "games", placesOf(g))
			delete(games, t[0])
			delete(games, t[1])
		}
	}
	for _, g := range c.all {
		for _, t := range turnsOf(g) {
			if len(games[t]) > 1 {
				c.slip(OtherRound, "stats.slip-opponents", "name", t.player, "round", t.round, "games", placesOf(games[t]...))
				delete(games, t)
			}
		}
	}
}

func (g *tournamentGame) pair() [2]string { return pairOf(g.Sides[0], g.Sides[1]) }

// result returns a game's result as tables print it, White's points first.
func (g *tournamentGame) result() string {
	if g.Points == [2]half{} && !g.Unplayed {
		return "*"
	}
	return cell{g.Points[0], g.Unplayed}.String() + ":" + cell{g.Points[1], g.Unplayed}.String()
}

// placesOf returns where games are.
func placesOf(games ...*tournamentGame) message.Message {
	var all []string
	for _, g := range games {
		all = append(all, g.At)
	}
	return message.And(all...)
}

// cycles returns the players, one for names that may be one player's, how often any two
// have met, and how often all have, as roundRobin says.
func (c *checked) cycles() (players []string, met map[[2]string]int, cycles int, whole bool) {
	met = map[[2]string]int{}
	for pair, all := range c.met {
		met[pairOf(c.meant(pair[0]), c.meant(pair[1]))] += len(all)
	}
	players = slices.DeleteFunc(slices.Clone(c.players), func(name string) bool { return c.meant(name) != name })
	cycles, whole = roundRobin(players, met)
	return players, met, cycles, whole
}

// system reports games that a round robin lacks or has too many of, and another system than said.
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
	entered := func(name string) bool { return lacks[name] > 0 && c.unmet[name] == lacks[name] } // all, but without an opponent
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

// roundRobin returns how often each meets each where, but for a few games, all did, 0
// where they did not, and whether that is so without exception.
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
	// In a Swiss tournament hardly anyone meets all; of a round robin some leave, and some
	// games are missing or too many.
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
	// And of some a round is missing.
	met4of5 := 5*counts[cycles] >= 4*len(players)*(len(players)-1)/2
	if !met4of5 && (2*len(stayed) < len(players) || 2*complete < len(stayed)) {
		return 0, false
	}
	return cycles, complete == len(players)
}
