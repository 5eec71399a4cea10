package stats

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Limits of a tournament, which is held in memory and has a column for each participant.
const (
	MaxParticipants    = 1000
	MaxTournamentGames = 200_000
)

// half is a number of half points: a win is 2, a draw 1.
type half int

// pointsOf are the points of White and Black.
var pointsOf = map[record.Outcome][2]half{
	record.WhiteWins: {2, 0}, record.Draw: {1, 1}, record.BlackWins: {0, 2},
}

// String returns the points as printed in tables: "7½", "-3".
func (h half) String() string { return quarters(2 * int(h)) }

// quarters formats a number of quarters of a point: "7¾", "½", "-3".
func quarters(n int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	fraction := [...]string{"", "¼", "½", "¾"}[n%4]
	if n > 0 && n < 4 {
		return sign + fraction
	}
	return sign + strconv.Itoa(n/4) + fraction
}

// Tournament collects the results of a tournament. A recorded result counts with any verdict;
// without one the board decides (see Outcome). For a game that was not played, a plus is a win
// and a minus a loss (Codex 3.6). A plus without an opponent, whose tag is empty, "-" or "?", is a
// bye by Ukrainian rules IV.12.5: no opponent was left to pair. It is not safe for concurrent use.
type Tournament struct {
	Aliases *Aliases // names that belong to one participant; nil if none

	teams bool
	event string

	names  map[string]string // of the participants, interned
	kept   keptTournament
	failed error // of Tournaments: the first of count
}

// keptTournament is the state of a Tournament that Save writes.
type keptTournament struct {
	Events         []string // the first maxEvents
	Unfinished     int      // games without a result, left out
	MissingPlayers int      // games that do not name two different players, left out
	Games          []tournamentGame
	Open           []tournamentGame `json:",omitempty"` // without a result, or of one player
}

// tournamentGame is a game of a tournament; a side without a participant is "".
type tournamentGame struct {
	Sides    [2]string
	Points   [2]half
	Unplayed bool    `json:",omitempty"`
	Round    int     `json:",omitempty"` // 0 if the record has none
	Score    *[2]int `json:",omitempty"` // Adiukh's points

	// Used to find slips:
	Board string `json:",omitempty"` // the tag Round
	Moves uint64 `json:",omitempty"` // a hash of the moves; 0 for fewer than comparedPlies
	At    string `json:",omitempty"` // the file and the line
}

// maxEvents is the maximum number of events listed.
const maxEvents = 10

// Events returns the events of the games, at most maxEvents and "" for none, if there are
// several. It returns nil for a single event, or if the tournament has a name.
func (t *Tournament) Events() []string {
	if t.event != "" || len(t.kept.Events) < 2 {
		return nil
	}
	return slices.Clone(t.kept.Events)
}

// NewTournament returns the tournament of the games whose tag Event is event or, if that is "",
// of games that all have the same event or none. With teams the participants are those named by
// the tags WhiteTeam and BlackTeam.
func NewTournament(event string, teams bool) *Tournament {
	return &Tournament{event: strings.TrimSpace(event), teams: teams, names: make(map[string]string)}
}

// Add adds a game. The table lists the games of two participants in the order of Add. The error
// says that there are too many games or participants for a table.
func (t *Tournament) Add(r *replay.Report) error { return t.Read(r)() }

// Read returns a function that adds a game as Add does. Read may be called concurrently; the
// functions must be called by one goroutine, in order.
func (t *Tournament) Read(r *replay.Report) func() error {
	event, g, known := t.read(r)
	return func() error {
		if t.event != "" && !strings.EqualFold(event, t.event) {
			return nil
		}
		return t.count(event, g, known)
	}
}

// read returns a game's event, the game, and whether its result is known.
func (t *Tournament) read(r *replay.Report) (event string, g tournamentGame, known bool) {
	for c := record.White; c <= record.Black; c++ {
		if t.teams {
			g.Sides[c] = strings.TrimSpace(r.Game.Tag(playerTags[c] + "Team"))
		} else {
			g.Sides[c] = playerOf(r.Game, c)
		}
	}
	event = strings.TrimSpace(r.Game.Tag("Event"))
	round := strings.TrimSpace(r.Game.Tag("Round"))
	rest := strings.TrimLeft(round, "0123456789")
	if n, err := strconv.Atoi(strings.TrimSuffix(round, rest)); err == nil {
		g.Round = n
	}
	g.Board = strings.Clone(strings.Trim(r.Game.Tag("Round"), " ?-*")) // the whole tag, or "" if unknown
	g.At = fmt.Sprintf("%s:%d", r.Game.Source.File, r.Game.Source.Line)
	if len(r.Moves) >= comparedPlies {
		h := fnv.New64a()
		h.Write(r.AppendSequence(nil)) // never fails
		g.Moves = h.Sum64()
	}
	if recorded := r.Game.Result; recorded.Outcome == record.Unplayed {
		g.Unplayed = true
		g.Points = [2]half{min(max(half(2*recorded.White), 0), 2), min(max(half(2*recorded.Black), 0), 2)}
		return event, g, true
	}
	if white, black, ok := Points(r); ok {
		g.Score = &[2]int{white, black}
	}
	g.Points, known = pointsOf[Outcome(r)]
	return event, g, known || r.Game.Result.Outcome == record.Points // 0-0 is lost for both
}

// count adds a game that was read.
func (t *Tournament) count(event string, g tournamentGame, known bool) error {
	t.noteEvent(event)
	both := g.Sides[0] != "" && g.Sides[1] != ""
	same := g.Sides[0] == g.Sides[1] // one player, or one team
	switch {
	case same || !both && !g.Unplayed:
		if t.kept.MissingPlayers++; !t.teams {
			return t.take(g, &t.kept.Open)
		}
		return nil
	case !known:
		t.kept.Unfinished++
		return t.take(g, &t.kept.Open)
	}
	return t.take(g, &t.kept.Games)
}

// take appends a game to into, with its names interned.
func (t *Tournament) take(g tournamentGame, into *[]tournamentGame) error {
	if len(*into) == MaxTournamentGames {
		return message.Of("stats.too-many-games", "most", MaxTournamentGames)
	}
	for c, name := range g.Sides {
		kept, known := t.names[name]
		if !known && name != "" {
			if len(t.names) == MaxParticipants {
				return message.Of("stats.too-many-participants", "most", MaxParticipants)
			}
			kept = strings.Clone(name) // so as not to retain the game's text
			t.names[kept] = kept
		}
		g.Sides[c] = kept
	}
	*into = append(*into, g)
	return nil
}

// Games returns the number of results added.
func (t *Tournament) Games() int { return len(t.kept.Games) }

func (t *Tournament) noteEvent(event string) {
	events := &t.kept.Events
	if len(*events) < maxEvents && !slices.ContainsFunc(*events, func(e string) bool { return strings.EqualFold(e, event) }) {
		*events = append(*events, strings.Clone(event))
	}
}

// comparedPlies is the minimum number of plies for which equal moves identify a game.
const comparedPlies = 6

// row is a participant's row in the standings.
type row struct {
	Name        string
	Place, Last int // the first and the last of the places shared; equal if not shared
	Points      half
	Pluses      int             // number of wins without play
	Results     [beaten + 1]int // number of games lost, drawn and won, including those not played
	Against     map[*row][]cell // the results against each of the others, in order

	// The points of Adiukh games, and the number of games with points.
	ScoreFor, ScoreAgainst, Scored int

	Coefficients [numCoefficients]half
	Medians      []half
	// Team is the coefficient of Codex 3.7 and appendix 3, in quarters of a point; nil if no
	// other team has as many points, or in a tournament of players.
	Team *int

	meetings []meeting
	rounds   map[int]half // points by round
	player   *ratedPlayer // nil if not in the rating list
	rated    []ratedMeeting
}

// meeting is a game from one participant's side.
type meeting struct {
	opponent *row // nil if none
	round    int  // 0 if the record has none
	cell
}

// Norm returns the points that count for a sports title: pluses do not (Codex 3.6).
func (r *row) Norm() half { return r.Points - half(2*r.Pluses) }

// cell is the result of one game against an opponent.
type cell struct {
	Points   half
	Unplayed bool
}

// String returns the cell as printed in tables: "1", "½", "0", "+", "-" (Codex 3.6).
func (c cell) String() string {
	switch {
	case c.Unplayed && c.Points > 0:
		return "+"
	case c.Unplayed:
		return "-"
	}
	return c.Points.String()
}

// standings is a tournament's table.
type standings struct {
	Event    string
	Teams    bool
	System   string
	Book     string
	Criteria []criterion // tie-breaks, in order
	Rows     []*row      // by place
	Rounds   bool        // all games have a round
	Slips    []record.Fault
}

// termOf returns an event for messages.
func termOf(event string) message.Message {
	if event == "" {
		return message.Of("stats.no-event")
	}
	return message.Of("stats.event", "event", event)
}

// standings returns the table; see Tables.
func (t *Tournament) standings(system, book string) (*standings, error) {
	kept := &t.kept
	if titles[system] == "" || orders[[2]string{book, Swiss}] == nil {
		return nil, fmt.Errorf("stats: no system %q, or no rule book %q", system, book)
	}
	var events []message.Message
	for _, event := range t.Events() {
		events = append(events, termOf(event))
	}
	if events != nil {
		return nil, message.Of("stats.of-several-events", "events", message.And(events...))
	}
	s := &standings{Teams: t.teams, System: system, Book: book, Rounds: len(kept.Games) > 0}
	if len(kept.Events) > 0 {
		s.Event = kept.Events[0]
	}
	var all []*row // in the order of their first games
	known := make(map[string]*row)
	for i := range kept.Games {
		g := &kept.Games[i]
		s.Rounds = s.Rounds && g.Round > 0
		var sides [2]*row
		for c, name := range g.Sides {
			name = t.Aliases.Name(name)
			if known[name] == nil && name != "" {
				known[name] = &row{Name: name, Against: make(map[*row][]cell), rounds: make(map[int]half)}
				all = append(all, known[name])
			}
			sides[c] = known[name]
		}
		for c, r := range sides {
			if r != nil {
				r.add(g, c, sides[1-c])
			}
		}
	}
	c := t.check()
	if s.System == Whichever {
		s.System = t.system(all, c)
	} else if !t.teams {
		c.system(s.System)
	}
	s.Slips = c.slips
	if n := len(s.Slips) - maxSlips; n > 0 {
		s.Slips = append(s.Slips[:maxSlips], record.Fault{Code: TooLarge, Message: message.Of("stats.slip-more", "n", n)})
	}
	computeCoefficients(all, s.Rounds)
	s.Criteria = orders[[2]string{book, s.System}]
	if t.teams {
		s.Criteria = []criterion{teamMatches} // the other books have no sum of points for teams
	}
	for _, shared := range rank(all, s.Criteria) {
		slices.SortFunc(shared, func(a, b *row) int { return cmp.Compare(a.Name, b.Name) })
		for _, r := range shared {
			r.Place, r.Last = len(s.Rows)+1, len(s.Rows)+len(shared)
		}
		s.Rows = append(s.Rows, shared...)
	}
	return s, nil
}

// Standings returns the standings after each round, most points first. A row has the number of
// the round, the points, and the names of the participants with that many points in the order of
// their final places. There are no rows if a game lacks its round. With whole a win is two
// points. The error is that of Tables.
func (t *Tournament) Standings(whole bool) (rows [][]string, err error) {
	s, err := t.standings(Whichever, Codex)
	if err != nil || !s.Rounds {
		return nil, err
	}
	played, sums := map[int]half{}, map[*row]half{}
	for _, r := range s.Rows {
		maps.Copy(played, r.rounds) // only the numbers of the rounds matter
	}
	for _, n := range slices.Sorted(maps.Keys(played)) {
		names := map[half][]string{}
		for _, r := range s.Rows {
			sums[r] += r.rounds[n]
			names[sums[r]] = append(names[sums[r]], r.Name)
		}
		for _, h := range slices.Backward(slices.Sorted(maps.Keys(names))) {
			rows = append(rows, append([]string{strconv.Itoa(n), fmt.Sprint(h.shown(whole))}, names[h]...))
		}
	}
	return rows, nil
}

// add counts a game for the side c, against an opponent or nil.
func (r *row) add(g *tournamentGame, c int, opponent *row) {
	r.Points += g.Points[c]
	r.rounds[g.Round] += g.Points[c]
	one := cell{g.Points[c], g.Unplayed}
	r.meetings = append(r.meetings, meeting{opponent, g.Round, one})
	r.Results[g.Points[c]]++
	if g.Points[c] == beaten && g.Unplayed {
		r.Pluses++
	}
	if opponent != nil {
		r.Against[opponent] = append(r.Against[opponent], one)
	}
	if g.Score != nil {
		r.Scored++
		r.ScoreFor += g.Score[c]
		r.ScoreAgainst += g.Score[1-c]
	}
}

// system returns the system that the games look like, and reports the slips of a round robin.
func (t *Tournament) system(all []*row, c *checked) string {
	alone := func(r *row) bool {
		return slices.ContainsFunc(r.meetings, func(m meeting) bool { return m.opponent == nil })
	}
	switch {
	case len(all) < 2:
		return RoundRobin
	case slices.ContainsFunc(all, alone):
		return Swiss
	case allMet(all, t.teams):
		return RoundRobin
	case t.teams:
		return Swiss
	}
	if _, _, cycles, _ := c.cycles(); cycles == 0 {
		return Swiss
	}
	c.system(RoundRobin)
	return RoundRobin
}

// TRF returns the tournament in FIDE's format TRF16, a line per row: the event and the players
// by place, with their points, 1 for a win, and their result in each round. The error is that
// of Tables, or names a game or name that the format cannot hold: a game without a round or a
// result, a player's second game in a round, a name of more than 33 characters.
func (t *Tournament) TRF(system, book string) (*table.Table, error) {
	s, err := t.standings(system, book)
	if err != nil {
		return nil, err
	}
	numbers, rounds := map[string]int{}, 0
	for i, r := range s.Rows {
		if numbers[r.Name] = i + 1; len([]rune(r.Name)) > 33 {
			return nil, message.Of("stats.trf-name", "name", r.Name, "most", 33)
		}
	}
	cells := map[[2]any]string{} // by name and round
	if open := t.kept.Open; len(open) > 0 {
		return nil, message.Of("stats.trf-game", "place", open[0].At)
	}
	for _, g := range t.kept.Games {
		for c, as := range g.Sides {
			name, other := t.Aliases.Name(as), t.Aliases.Name(g.Sides[1-c])
			if name == "" {
				continue
			}
			if g.Round == 0 || g.Round > MaxParticipants || cells[[2]any{name, g.Round}] != "" {
				return nil, message.Of("stats.trf-game", "place", g.At)
			}
			result := map[bool]string{false: "0=1", true: "--+"}[g.Unplayed][g.Points[c]]
			made := fmt.Sprintf("  %4d %c %c", numbers[other], "wb"[c], result)
			if other == "" {
				made = fmt.Sprintf("  0000 - %c", "ZHU"[g.Points[c]]) // a bye of no, half and one point
			}
			cells[[2]any{name, g.Round}], rounds = made, max(rounds, g.Round)
		}
	}
	lines := [][]any{{"012 " + s.Event}, {fmt.Sprint("062 ", len(s.Rows))}}
	for i, r := range s.Rows {
		line := fmt.Sprintf("001 %4d      %-33s%37.1f %4d", i+1, r.Name, r.Points.value(), r.Place)
		for round := 1; round <= rounds; round++ {
			line += fmt.Sprintf("%-10s", cells[[2]any{r.Name, round}])
		}
		lines = append(lines, []any{strings.TrimRight(line, " ")})
	}
	return &table.Table{Columns: []table.Column{{Left: true}}, Rows: table.Of(lines)}, nil
}
