package main

import (
	"html/template"
	"os"
	"slices"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/table"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats/find"
)

const (
	// maxPageGames is how many games a page of what is found shows; with --limit
	// it is another page.
	maxPageGames = 200
	// pageBoards is how many boards of a game it has.
	pageBoards = 2
)

// foundSection returns a game with its first places as the page has it; without a board
// if it is found as a whole.
func foundSection(r *replay.Report, found *find.Searcher) *section {
	game := say("find.game", "game", message.Verbatim(sequences.ReplaceAllString(heading(r), "")), "variant", r.Variant.Term(), "n", len(r.Moves))
	s := &section{Table: &table.Table{Title: game, Rows: table.Of(nil)}}
	for _, at := range placesOf(r, found, pageBoards) {
		caption := say("find.at-end")
		if at.move != "" {
			caption = say("find.caption", "ply", at.ply, "move", moveOf(r, at.ply), "word", at.move)
		}
		s.Pictures = append(s.Pictures, picture{template.HTML(diagram.Position(&at.position, caption)), caption})
	}
	return s
}

// foundPage is the file of --html.
type foundPage struct {
	*output
	page page
	more int
}

// newFoundPage returns the page of a query; without a file for no path.
func newFoundPage(path, query string) (*foundPage, error) {
	p := &foundPage{page: page{Title: query}}
	if path == "" {
		return p, nil
	}
	if path == "-" {
		return nil, &usageError{message: say("usage.html-file")}
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, &usageError{message: say("usage.output-folder", "flag", "--html", "path", path)}
	}
	var err error
	p.output, err = createOutput(nil, path, "")
	return p, err
}

func (p *foundPage) add(game *section) {
	if len(p.page.Sections) == maxPageGames {
		p.more++
		return
	}
	p.page.Sections = append(p.page.Sections, *game)
}

// write writes the page; groups, if there are any, stand before the games.
func (p *foundPage) write(g *groups, found string) error {
	if g != nil {
		p.page.Sections = slices.Insert(p.page.Sections, 0, g.section())
	}
	p.page.Notes = []string{found}
	if p.more > 0 {
		p.page.Notes = append(p.page.Notes, say("find.shown", "n", maxPageGames))
	}
	return writePage(p.output, &p.page)
}
