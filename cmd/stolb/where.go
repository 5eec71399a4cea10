package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/find"
)

// whereFlags are the flags by which games are chosen: --where and --set.
type whereFlags struct {
	text   string
	values map[string]string
	query  *find.Query // nil for all games
}

func (w *whereFlags) flags(flags *pflag.FlagSet) {
	flags.StringVar(&w.text, "where", "", "")
	settingsFlag(flags, &w.values)
}

// parse reads the query.
func (w *whereFlags) parse() (err error) {
	if w.text != "" {
		w.query, err = parseQuery("--where", w.text, w.values)
	}
	return err
}

// key tells one choice of games from another.
func (w *whereFlags) key() string {
	if w.text == "" {
		return ""
	}
	return fmt.Sprint(w.text, w.values) // a map is printed in the order of its keys
}

// chosen returns what says whether a game is wanted; one goroutine's.
func (w *whereFlags) chosen() func(*replay.Report) bool {
	if w.query == nil {
		return func(*replay.Report) bool { return true }
	}
	return find.NewSearcher(w.query, false).Judged
}

// queryCells is how many characters of a query are shown on either side of a
// fault.
const queryCells = 60

// parseQuery reads the query of a flag, "" for the argument. A fault is shown in
// it.
func parseQuery(flag, text string, values map[string]string) (*find.Query, error) {
	q, err := find.Parse(text, values)
	var fault *find.Error
	if errors.As(err, &fault) {
		excerpt := message.Verbatim(strings.ReplaceAll(fault.Excerpt(queryCells), "\n", "\n    "))
		shown := message.Of("query.shown", "fault", fault, "excerpt", excerpt)
		if flag != "" {
			shown = message.Of("files.flag", "flag", flag, "why", shown)
		}
		return nil, shown
	}
	return q, err
}
