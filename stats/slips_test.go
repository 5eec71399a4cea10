package stats

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// players are the names in a tournament, some with the same surname.
var surnames = []string{
	"Козлов С.П.", "Иванов А.", "Иванов Б.", "Петренко О.В.", "Шевченко", "Tinsley M", "Chinook", "Абацієв М.", "Голосуев В.", "Каплан",
	"Oldbury D.", "Цирик З.", "Саргин Д.", "Вигман В.", "Соков В.", "Куперман И.", "Щеголев В.", "Гантварг А.", "Andreiko A.", "Мостовой",
	"Дыбман А.", "Плакхин А.",
}

// pairing is a game of an invented tournament.
type pairing struct{ white, black, result, round string }

// roundRobinOf pairs a number of players by Berger's tables.
func roundRobinOf(n int, rng *rand.Rand) []pairing {
	var all []pairing
	results := []string{"1-0", "0-1", "="}
	for round := range n - 1 {
		for board := range n / 2 {
			a, b := (round+board)%(n-1), (round-board+n-1)%(n-1)
			if board == 0 {
				b = n - 1
			}
			if (round+board)%2 == 1 {
				a, b = b, a
			}
			all = append(all, pairing{surnames[a], surnames[b], results[rng.IntN(3)], fmt.Sprintf("%d.%d", round+1, board+1)})
		}
	}
	return all
}

// slipsOf returns the slips of games, and the tournament's system.
func slipsOf(t *testing.T, games []pairing, system, aliases string) ([]string, string) {
	tournament := NewTournament("", false)
	a, err := ParseAliases(aliases)
	require.NoError(t, err)
	tournament.Aliases = a
	for i, g := range games {
		r := played(g.white, g.black, g.result, "Round", g.round)
		r.Game.Source = record.Source{File: "cup.pdn", Line: 10*i + 1}
		require.NoError(t, tournament.Add(r))
	}
	s, err := tournament.standings(system, Codex)
	require.NoError(t, err)
	var said []string
	for _, slip := range s.Slips {
		said = append(said, string(slip.Code)+": "+slip.Message.In(message.English))
	}
	return said, s.System
}

// If each player meets fewer than half of the others, no game is missing, and the tournament is
// not a round robin.
func TestFewRounds(t *testing.T) {
	for _, n := range []int{16, 22} {
		for rounds := 1; 2*rounds < n-1; rounds++ {
			games := roundRobinOf(n, rand.New(rand.NewPCG(uint64(n), 7)))[:rounds*n/2]
			said, system := slipsOf(t, games, Whichever, "")
			require.Empty(t, said, "%d players, %d rounds", n, rounds)
			require.Equal(t, Swiss, system, "%d players, %d rounds", n, rounds)
		}
	}
}

// TestPlantedSlips plants each slip in tournaments of 8, 12, 16 and 22 players, and requires
// exactly one report of it.
func TestPlantedSlips(t *testing.T) {
	for _, n := range []int{8, 12, 16, 22} {
		for _, rounds := range []bool{true, false} {
			rng := rand.New(rand.NewPCG(uint64(n), 28))
			games := roundRobinOf(n, rng)
			require.Len(t, games, n*(n-1)/2)
			if !rounds {
				for i := range games {
					games[i].round = "?"
				}
			}
			plant := func(edit func(games []pairing) []pairing) []pairing { return edit(slices.Clone(games)) }
			rename := func(from, to string, times int) func([]pairing) []pairing {
				return func(games []pairing) []pairing {
					for i := range games {
						for _, side := range []*string{&games[i].white, &games[i].black} {
							if *side == from && times > 0 {
								*side = to
								times--
							}
						}
					}
					require.Zero(t, times)
					return games
				}
			}
			about := fmt.Sprintf("%d players, rounds %v", n, rounds)
			check := func(games []pairing, want ...string) {
				t.Helper()
				said, system := slipsOf(t, games, Whichever, "")
				require.Equal(t, want, said, about)
				require.Equal(t, RoundRobin, system, about)
			}
			check(games)
			check(plant(rename("Козлов С.П.", "Козлов С.", 1)),
				fmt.Sprintf("near-names: Козлов С. (1 game) and Козлов С.П. (%d) may be one player", n-2))
			check(plant(rename("Козлов С.П.", "Козлов", 2)),
				fmt.Sprintf("near-names: Козлов (2 games) and Козлов С.П. (%d) may be one player", n-3))
			check(plant(rename("Tinsley M", "MF Tinsley", 2)),
				fmt.Sprintf("near-names: MF Tinsley (2 games) and Tinsley M (%d) may be one player", n-3))
			check(plant(rename("Tinsley M", "Marion Tinsley", 1)),
				fmt.Sprintf("near-names: Marion Tinsley (1 game) and Tinsley M (%d) may be one player", n-2))
			double := plant(rename("Шевченко", "Шевченко-Коваль", n-1))
			for i := range double {
				if double[i].white == "Шевченко-Коваль" {
					double[i].white = "Шевченко"
					break
				}
			}
			check(double, fmt.Sprintf("near-names: Шевченко (1 game) and Шевченко-Коваль (%d) may be one player", n-2))
			check(plant(rename("Шевченко", "Шивчинко", 1)),
				fmt.Sprintf("near-names: Шивчинко (1 game) and Шевченко (%d) may be one player", n-2))
			check(plant(rename("Шевченко", "Шевченка", 1)),
				fmt.Sprintf("near-names: Шевченка (1 game) and Шевченко (%d) may be one player", n-2))
			g := games[5]
			said, system := slipsOf(t, slices.Delete(slices.Clone(games), 5, 6), Whichever, "")
			require.Equal(t, RoundRobin, system)
			require.Len(t, said, 1, about)
			require.Contains(t, []string{
				fmt.Sprintf("missing-game: games of %s are missing: against %s", g.white, g.black),
				fmt.Sprintf("missing-game: games of %s are missing: against %s", g.black, g.white),
			}, said[0])
			said, system = slipsOf(t, games[:len(games)-n/2], Whichever, "")
			require.Equal(t, []string{"missing-game: each player lacks 1 game of a round robin"}, said, about)
			require.Equal(t, RoundRobin, system, about)
			if rounds {
				at := fmt.Sprintf("cup.pdn:51 and cup.pdn:%d", 10*len(games)+1)
				check(append(slices.Clone(games), g), fmt.Sprintf("same-game: %s – %s is entered twice: %s", g.white, g.black, at))
				other := g
				other.result = "*"
				check(append(slices.Clone(games), other), fmt.Sprintf("two-results: %s – %s has two results, %s and *: %s",
					g.white, g.black, map[string]string{"1-0": "1:0", "0-1": "0:1", "=": "½:½"}[g.result], at))
				later := g
				later.round = "3.1"
				check(append(slices.Delete(slices.Clone(games), 5, 6), later),
					fmt.Sprintf("other-round: %s – %s is in round 3, in which both have other games: cup.pdn:%d", g.white, g.black, 10*len(games)-9))
				check(append(slices.Clone(games), pairing{g.white, g.white, "1-0", g.round}),
					fmt.Sprintf("one-side: %s is named on both sides: cup.pdn:%d", g.white, 10*len(games)+1))
				for _, known := range []string{g.white, ""} {
					said, system = slipsOf(t, append(slices.Delete(slices.Clone(games), 5, 6), pairing{known, known, "1-0", g.round}), Whichever, "")
					require.Equal(t, RoundRobin, system, about)
					require.Len(t, said, map[bool]int{true: 1, false: 2}[known != ""], about)
					require.Contains(t, said[0], map[bool]string{true: "one-side: ", false: "no-name: a player has no name: "}[known != ""])
				}
				check(append(slices.Delete(slices.Clone(games), 5, 6), pairing{g.white, "?", "1-0", g.round}),
					fmt.Sprintf("no-name: a player has no name: cup.pdn:%d", 10*len(games)-9))
				lone := slices.Clone(games)
				lone[5].round = "99.1"
				check(lone, fmt.Sprintf("other-round: %s – %s is the only game of round 99: cup.pdn:51", g.white, g.black))
				lone[5].round = "?"
				check(lone, fmt.Sprintf("other-round: %s – %s names no round, as the other games do: cup.pdn:51", g.white, g.black))
				taken := slices.Clone(games)
				taken[5].black = games[4].black
				said, _ = slipsOf(t, taken, Whichever, "")
				require.Contains(t, said, fmt.Sprintf("other-round: %s has several opponents in round %s: cup.pdn:41 and cup.pdn:51", games[4].black, g.round[:1]), about)
				again := pairing{g.black, g.white, "=", fmt.Sprint(n)}
				said, _ = slipsOf(t, append(slices.Clone(games), again), Whichever, "")
				require.Len(t, said, 1, about)
				require.Contains(t, []string{
					fmt.Sprintf("extra-game: %s and %s met 2 times, the others 1 time: %s", g.white, g.black, at),
					fmt.Sprintf("extra-game: %s and %s met 2 times, the others 1 time: %s", g.black, g.white, at),
				}, said[0])
			}
			said, _ = slipsOf(t, games, Swiss, "")
			require.Equal(t, []string{"other-system: each has met each of the others: the games are those of a round robin"}, said)
			swiss := games[:len(games)*2/3/(n/2)*(n/2)]
			said, system = slipsOf(t, swiss, Whichever, "")
			require.Empty(t, said, about)
			require.Equal(t, Swiss, system)
			said, _ = slipsOf(t, swiss, RoundRobin, "")
			require.Equal(t, []string{"other-system: the games are not those of a round robin"}, said)
			// Settled names are not reported.
			renamed := plant(rename("Козлов С.П.", "Козлов С.", 1))
			said, system = slipsOf(t, renamed, Whichever, "# as he signed\nКозлов С. = Козлов С.П.\n")
			require.Empty(t, said)
			require.Equal(t, RoundRobin, system)
			// Who left after two rounds has not met most; who is not of the other name has met few.
			left := slices.DeleteFunc(slices.Clone(games), func(g pairing) bool {
				return (g.white == "Каплан" || g.black == "Каплан") && !slices.Contains(games[:n], g)
			})
			said, _ = slipsOf(t, left, Whichever, "")
			if n > 9 {
				require.Len(t, said, 1, about)
				require.Regexp(t, "^missing-game: games of Каплан are missing: against ", said[0])
			}
		}
	}
}

// An alias of an alias is one of the last name; a circle is an error.
func TestAliasChain(t *testing.T) {
	a, err := ParseAliases("Козлов С. = Козлов С.П.\nКозлов С.П. = Козлов Сергей\nСергей К. = Козлов С.\nКозлов С. = Козлов С.П.\n")
	require.NoError(t, err)
	for _, name := range []string{"Козлов С.", "Козлов С.П.", "Сергей К.", "Козлов Сергей"} {
		require.Equal(t, "Козлов Сергей", a.Name(name))
	}
	a, err = ParseAliases("Козлов С. != Козлов А.\nКозлов С. = Козлов С.П.\nКозлов Ал. = Козлов А.\n")
	require.NoError(t, err)
	require.True(t, a.areDistinct("Козлов С.П.", "Козлов А."))
	_, err = ParseAliases("A = B\nB = C\nC = A\n")
	require.ErrorContains(t, err, "3")
}

// invented returns names that are near one another in many ways, and as many that are not.
func invented(rng *rand.Rand, n int) (names []string) {
	word := func(most int) string {
		var letters []rune
		for range 2 + rng.IntN(most) {
			letters = append(letters, rune('а'+rng.IntN(3)+rng.IntN(2)*rng.IntN(20)))
		}
		return string(letters)
	}
	for len(names) < n {
		name := []string{word(12), word(5)}
		if rng.IntN(3) == 0 {
			name = append(name, word(1))
		}
		if rng.IntN(6) == 0 {
			name[0] += "-" + word(8)
		}
		names = append(names, strings.Join(name, " "))
		for range rng.IntN(3) {
			letters := []rune(names[rng.IntN(len(names))])
			for range 1 + rng.IntN(3) {
				at := rng.IntN(len(letters))
				switch rng.IntN(4) {
				case 0:
					letters[at] = 'щ'
				case 1:
					letters = slices.Insert(letters, at, 'щ')
				case 2:
					letters[at], letters[at/2+1] = letters[at/2+1], letters[at]
				default:
					letters = append(slices.Delete(letters, at, at+1), 'а')
				}
			}
			names = append(names, string(letters))
		}
	}
	return names
}

// The pairs of names are those that are near if each is compared with each.
func TestNearNames(t *testing.T) {
	for seed := range uint64(4) {
		names := invented(rand.New(rand.NewPCG(seed, 3)), 300)
		c := &checked{t: NewTournament("", false)}
		var want []string
		for _, a := range names {
			if slices.Contains(c.players, a) {
				continue
			}
			for _, b := range c.players {
				if readName(a).isNear(readName(b)) {
					want = append(want, fmt.Sprintf("%s (0 games) and %s (0) may be one player", a, b))
				}
			}
			c.players = append(c.players, a)
		}
		c.games, c.of = map[string]int{}, map[string]string{}
		c.names()
		var got []string
		for _, slip := range c.slips {
			got = append(got, slip.Message.In(message.English))
		}
		require.Equal(t, want, got, seed)
		require.Greater(t, len(got), 10)
	}
}

// BenchmarkSlips checks a Swiss tournament of as many players as there may be, and one with as many
// games of two players.
func BenchmarkSlips(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	names := invented(rng, MaxParticipants)[:MaxParticipants]
	swiss, pair := NewTournament("", false), NewTournament("", false)
	for i := range 9 * len(names) / 2 {
		a, c := rng.IntN(len(names)), rng.IntN(len(names))
		require.NoError(b, swiss.Add(played(names[a], names[c], "1-0", "Round", fmt.Sprintf("%d.%d", 1+i*2/len(names), i))))
	}
	for i := range MaxTournamentGames {
		require.NoError(b, pair.Add(played("A", "B", "1-0", "Round", fmt.Sprint(i))))
	}
	for name, t := range map[string]*Tournament{"players": swiss, "games": pair} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				t.check()
			}
		})
	}
}

// Slips beyond the limit are counted: each game but the first is entered twice.
func TestManySlips(t *testing.T) {
	games := slices.Repeat([]pairing{{"Козлов С.", "Иванов А.", "1-0", "1"}}, maxSlips+8)
	said, _ := slipsOf(t, games, Whichever, "")
	require.Len(t, said, maxSlips+1)
	require.Equal(t, "same-game: Козлов С. – Иванов А. is entered twice: cup.pdn:1 and cup.pdn:11", said[0])
	require.Equal(t, "too-large: 7 slips more", said[maxSlips])
}
