package stats

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"errors"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record/message"
)

//go:embed federation.txt
var federation string

// federationTables returns the rows of numbers of each table, by the words that begin its lines.
var federationTables = sync.OnceValue(func() map[string][][]int {
	tables := make(map[string][][]int)
	for line := range strings.Lines(federation) {
		var name []string
		var row []int
		for field := range strings.SplitSeq(strings.TrimSpace(line), "\t") {
			if n, err := strconv.Atoi(field); err == nil {
				row = append(row, n)
			} else {
				name = append(name, field)
			}
		}
		if len(row) > 0 {
			tables[strings.Join(name, " ")] = append(tables[strings.Join(name, " ")], row)
		}
	}
	return tables
})

// expectedPercent returns the expected percentage of points for a player whose rating exceeds
// the mean of his opponents' by difference, rounded to a whole number (7.1).
func expectedPercent(difference float64) int {
	more := int(math.Round(math.Abs(difference)))
	percent := 100
	for _, row := range federationTables()["expected"] {
		if more <= row[0] {
			percent = row[1]
			break
		}
	}
	if difference < 0 {
		return 100 - percent
	}
	return percent
}

// ratedPlayer is a line of a rating list.
type ratedPlayer struct {
	Name    string
	Elo     float64 // Elo-R, or 0 if none
	World   float64 // Elo-M, or 0 if none
	Title   string  // "ГР", "МГ", "МС", "КМС", or "" if none
	Rank    string  // Title, "I", "II", "III", "I юн", "II юн", "III юн", or "б/р", "б/р юн" if none
	Column  int     // in tables with two columns: 0 for men, 1 for women
	Foreign bool
	Idle    int // years without a rated tournament
}

// RatingList holds the players of a rating list, which ReadRatings parses, by name.
type RatingList map[string]*ratedPlayer

//go:embed ratings.txt
var ratingLists string

// ratingWords maps a column and a word that its heading or cells may have to the word's meaning.
var ratingWords = sync.OnceValue(func() map[[2]string]string {
	all := make(map[[2]string]string)
	for line := range strings.Lines(ratingLists) {
		column, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		meaning, words, _ := strings.Cut(rest, "\t")
		for word := range strings.SplitSeq(words, ", ") {
			all[[2]string{column, word}] = meaning
		}
	}
	return all
})

// ReadRatings parses a rating list: a line of headings, then a line for each player, with cells
// separated by tabs, semicolons or commas. A name may be in several columns. The error is a
// message that names the line.
func ReadRatings(text string) (RatingList, error) {
	rest := strings.TrimLeft(text, "\ufeff\t;, \r\n")
	blank := strings.LastIndexByte(text[:len(text)-len(rest)], '\n') + 1
	above := strings.Count(text[:blank], "\n")
	first, _, _ := strings.Cut(text[blank:], "\n")
	in := csv.NewReader(strings.NewReader(strings.TrimPrefix(text[blank:], "\ufeff")))
	in.LazyQuotes = true
	if at := strings.IndexAny("\t;,", first); at >= 0 {
		in.Comma = rune("\t;,"[at])
	}
	in.TrimLeadingSpace = in.Comma != '\t'
	head, err := in.Read()
	var columns []string
	for _, cell := range head {
		column := ratingWords()[[2]string{"heading", strings.ToLower(strings.TrimSpace(cell))}]
		switch {
		case column == "":
			return nil, message.Of("stats.rating-column", "n", above+1, "column", cell)
		case column != "name" && slices.Contains(columns, column):
			return nil, message.Of("stats.rating-cell", "n", above+1, "column", column, "cell", cell)
		}
		columns = append(columns, column)
	}
	if err != nil || !slices.Contains(columns, "name") {
		return nil, message.Of("stats.rating-head", "n", above+1)
	}
	list := RatingList{}
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		line, _ := in.FieldPos(0)
		line += above
		if err != nil {
			return nil, message.Of("stats.rating-cells", "n", line, "want", len(columns))
		}
		p := &ratedPlayer{Rank: "б/р"}
		for i, cell := range cells {
			cell, _, quoted := strings.Cut(cell, "\n") // by a mark that is not closed in its line
			if quoted || !p.set(columns[i], strings.TrimSpace(cell)) {
				return nil, message.Of("stats.rating-cell", "n", line, "column", head[i], "cell", cell)
			}
		}
		if p.Name == "" || list[p.Name] != nil {
			return nil, message.Of("stats.rating-twice", "n", line, "name", p.Name)
		}
		list[p.Name] = p
	}
}

// set sets the field of a column and reports whether the cell is valid.
func (p *ratedPlayer) set(column, cell string) bool {
	word, known := ratingWords()[[2]string{column, strings.ToLower(cell)}]
	number, err := strconv.ParseFloat(strings.Replace(cell, ",", ".", 1), 64)
	isNumber := cell == "" || cell == "-" || err == nil && number >= 0 && number < 10_000
	switch column {
	case "name":
		p.Name = strings.TrimSpace(p.Name + " " + cell)
		return true
	case "rating":
		p.Elo = number
	case "elo-m":
		p.World = number
	case "idle":
		p.Idle = int(number)
	case "title":
		if p.Rank = word; federationTables()["initial "+word] != nil {
			p.Title = word
		}
		return known
	case "sex":
		if word == "f" {
			p.Column = 1
		}
		return known
	case "country":
		p.Foreign = !known
		return true
	}
	return isNumber
}

// byRussia returns a player's Elo-R: his own, the initial one of his title (7.8), or for a
// foreigner the one converted from Elo-M (7.11); 0 if none.
func (p *ratedPlayer) byRussia() (elo float64, paragraph string) {
	switch {
	case p.Foreign && p.World > 2200:
		return p.World + 250 + (p.World-2200)/2, "7.11.2"
	case p.Foreign && p.World > 0:
		return p.World + 250, "7.11.1"
	case p.Foreign:
		return 0, "7.11"
	case p.Elo > 0:
		return p.Elo, ""
	}
	for _, row := range federationTables()["initial "+p.Title] {
		return float64(row[p.Column]), "7.8"
	}
	return 0, "7.8"
}

// step is a step in the calculation of a rating, or a condition of a norm that is not met.
type step struct {
	Event     string
	Paragraph string
	Message   message.Message
}

// rating is a player's rating before and after the tournaments.
type rating struct {
	*ratedPlayer
	Before, Change, After float64
	Games                 int     // or micro-matches, against rated opponents
	Events                [][]any // a row for each tournament
	Steps                 []step
}

func (r *rating) step(event, paragraph string, id message.ID, args ...any) {
	r.Steps = append(r.Steps, step{event, paragraph, message.Of(id, args...)})
}

// The numbers of 7.9, 7.10, 7.12, 7.13 and 7.14.
const (
	titledParticipants = 6
	ratedGames         = 5
	prizeDifference    = 250
	fullGames          = 40
	idleYears, idleMax = 4, 5
)

// ratedMeeting is a played game, or a micro-match: the games of one round against one opponent,
// which count as one.
type ratedMeeting struct {
	opponent *ratedPlayer // nil if not in the list
	points   half
}

// rated returns the standings, with the rated meetings of each participant.
func (t *Tournament) rated(list RatingList) (*standings, error) {
	s, err := t.standings(Whichever, Codex)
	if err != nil {
		return nil, err
	}
	for _, r := range s.Rows {
		r.player = list[r.Name]
		type match struct {
			opponent *row
			round    int
		}
		known := map[match]int{}
		for i, m := range r.meetings {
			if m.Unplayed || m.opponent == nil || m.opponent == r {
				continue // 7.6
			}
			of := match{m.opponent, m.round}
			if m.round == 0 {
				of.round = -i - 1
			}
			at, again := known[of]
			if !again {
				at, known[of] = len(r.rated), len(r.rated)
				r.rated = append(r.rated, ratedMeeting{opponent: list[m.opponent.Name]})
			}
			r.rated[at].points += m.Points - 1 // the surplus over a draw in each game
		}
		for i := range r.rated {
			r.rated[i].points = half(1 + cmp.Compare(r.rated[i].points, 0))
		}
	}
	return s, nil
}

// ratedAgainst returns the number of meetings with rated opponents, the points in them, and the
// mean rating of these opponents, each counted once (7.2.1).
func (r *row) ratedAgainst(rating func(*ratedPlayer) float64) (games int, points half, average float64) {
	sum, met := 0.0, map[*ratedPlayer]bool{}
	for _, m := range r.rated {
		if m.opponent == nil || rating(m.opponent) == 0 {
			continue
		}
		games++
		points += m.points
		if !met[m.opponent] {
			met[m.opponent] = true
			sum += rating(m.opponent)
		}
	}
	return games, points, sum / float64(max(len(met), 1))
}

func eloR(p *ratedPlayer) float64 {
	elo, _ := p.byRussia()
	return elo
}

// Ratings returns a table of the listed players' ratings after the tournaments, highest first,
// calculated by the rules of the Russian federation (7.1-7.14); nested tables hold the effect of
// each tournament and the steps of the calculation. The second table has remarks on tournaments.
// Numbers are printed with as many decimals as they need.
func (t *Tournaments) Ratings(list RatingList, l message.Language) (all, about *table.Table, err error) {
	rated, said, err := t.ratings(list)
	if err != nil {
		return nil, nil, err
	}
	all = &table.Table{Columns: named("name", "title?", "before", "change", "after", "games", "events", "steps")}
	all.Rows = rows(rated, func(_ int, r *rating) []any {
		events := &table.Table{Columns: named("event", "games", "points", "average", "difference", "expectedPercent", "expected", "change")}
		events.Rows = table.Of(r.Events)
		return []any{r.Name, r.Title, r.Before, r.Change, r.After, r.Games, events, stepTable(r.Steps, l)}
	})
	return all, stepTable(said, l), nil
}

func stepTable(steps []step, l message.Language) *table.Table {
	return &table.Table{Columns: named("event?", "paragraph", "message"), Rows: rows(steps, func(_ int, s step) []any {
		return []any{s.Event, s.Paragraph, s.Message.In(l)}
	})}
}

// named returns columns with as many decimals as needed; with "?" JSON omits missing values.
func named(names ...string) (columns []table.Column) {
	for _, name := range names {
		name, omit := strings.CutSuffix(name, "?")
		columns = append(columns, table.Column{Name: name, Omit: omit, Digits: -1})
	}
	return columns
}

// listed returns the players by their names in the games, for which the list may have aliases.
func (t *Tournaments) listed(list RatingList) RatingList {
	named := maps.Clone(list)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if as := t.Aliases.Name(name); named[as] == nil {
			named[as] = list[name]
			delete(named, name)
		}
	}
	return named
}

// ratings returns the ratings for Ratings, and remarks on tournaments.
func (t *Tournaments) ratings(list RatingList) ([]*rating, []step, error) {
	all, list := map[string]*rating{}, t.listed(list)
	var about []step
	for name, p := range list {
		r := &rating{ratedPlayer: p}
		all[name] = r
		elo, paragraph := p.byRussia()
		r.Before = elo
		switch {
		case p.Foreign:
			r.step("", "7.8", "stats.rating-foreign")
		case p.Title == "":
			r.step("", "7.8", "stats.rating-no-title")
		case paragraph != "":
			r.step("", paragraph, "stats.rating-initial", "title", p.Title, "rating", decimal(elo))
		}
	}
	for _, event := range t.events {
		s, err := t.named(event).rated(list)
		if err != nil {
			return nil, nil, err
		}
		titled := 0
		for _, e := range s.Rows {
			if e.player != nil && e.player.Title != "" {
				titled++
			}
		}
		if titled < titledParticipants || 2*titled < len(s.Rows) {
			about = append(about, step{event, "7.9", message.Of("stats.rating-few-titled", "n", titled, "of", len(s.Rows))})
			continue
		}
		for _, e := range s.Rows {
			if e.player != nil && e.player.Title != "" && !e.player.Foreign {
				all[e.Name].add(event, e, s.Rows)
			}
		}
	}
	for _, r := range all {
		// The rating after all tournaments (7.6, 7.13, 7.14).
		if r.Games > fullGames {
			r.Change *= fullGames / float64(r.Games)
			r.step("", "7.13", "stats.rating-many", "n", r.Games, "change", decimal(r.Change))
		}
		if years := min(r.Idle-idleYears, idleMax); r.Games == 0 && years > 0 && r.Before > 0 {
			r.Change = -10 * float64(years)
			r.step("", "7.14", "stats.rating-idle", "n", r.Idle, "change", decimal(r.Change))
		}
		r.Change = hundredths(r.Change)
		r.After = math.Round(r.Before + r.Change)
		if len(r.Events) > 0 {
			r.step("", "7.6", "stats.rating-after", "before", decimal(r.Before), "change", decimal(r.Change), "after", decimal(r.After))
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b *rating) int {
		return cmp.Or(cmp.Compare(b.After, a.After), strings.Compare(a.Name, b.Name))
	}), about, nil
}

// decimal formats a number for a message, with no more digits than needed.
func decimal(n float64) message.Message { return message.Decimal(hundredths(n), -1) }

// hundredths rounds n to two decimals; 0 is without a sign.
func hundredths(n float64) float64 { return math.Round(100*n)/100 + 0 }

// add calculates the change of a rating by a tournament (7.2-7.5, 7.10, 7.12).
func (r *rating) add(event string, of *row, all []*row) {
	games, points, average := of.ratedAgainst(eloR)
	if games < ratedGames {
		r.step(event, "7.10", "stats.rating-few-games", "n", games)
		return
	}
	difference := r.Before - average
	percent := expectedPercent(difference)
	expected := float64(percent*games) / 100
	change := 10*points.value() - float64(percent*games)/10
	r.step(event, "7.2", "stats.rating-average", "rating", decimal(average), "n", games)
	r.step(event, "7.3", "stats.rating-percent", "difference", decimal(difference), "percent", percent)
	r.step(event, "7.4", "stats.rating-expected", "points", decimal(expected))
	r.step(event, "7.5", "stats.rating-change", "points", decimal(points.value()), "change", decimal(change))
	if weak := [...]float64{2375, 2275}[r.Column]; average < weak {
		change /= 2
		r.step(event, "7.5", "stats.rating-weak", "rating", decimal(weak), "change", decimal(change))
	}
	switch {
	case change >= 0:
	case of.Place == 1 && len(all) > 1 && of.Points > all[1].Points:
		change = 0
		r.step(event, "7.12.1", "stats.rating-first")
	case (of.Place == 2 || of.Place == 3) && difference > prizeDifference:
		change = 0
		r.step(event, "7.12.2", "stats.rating-prize", "place", of.Place)
	}
	r.Games += games
	r.Change += change
	r.Events = append(r.Events, []any{
		event, games, points.value(), average, difference, percent, expected, change,
	})
}

// value returns the number of points.
func (h half) value() float64 { return float64(h) / 2 }
