package main

import (
	"bytes"
	"os"
	"slices"

	"github.com/stolb/stolb/cmd/internal/page"
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

// pagePlace is a place as the page has it.
type pagePlace struct {
	game    string
	caption string
	svg     string
}

// pagePlaces returns the first places of a game; one without a board where it is
// found as a whole.
func pagePlaces(r *replay.Report, found *find.Searcher) []pagePlace {
	game := say("find.game", "game", message.Verbatim(sequences.ReplaceAllString(heading(r), "")), "variant", r.Variant.Term(), "n", len(r.Moves))
	var out []pagePlace
	for _, at := range placesOf(r, found, pageBoards) {
		caption := say("find.at-end")
		if at.move != "" {
			caption = say("find.caption", "ply", at.ply, "move", moveOf(r, at.ply), "word", at.move)
		}
		out = append(out, pagePlace{game, caption, diagram.Position(&at.position, caption)})
	}
	if len(out) == 0 {
		return []pagePlace{{game: game}}
	}
	return out
}

// foundPage is the file of --html.
type foundPage struct {
	out  *outputs
	page page.Page
	more int
}

func newFoundPage(path, query string) (*foundPage, error) {
	if path == "-" {
		return nil, &usageError{message: say("usage.html-file")}
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, &usageError{message: say("usage.output-folder", "flag", "--html", "path", path)}
	}
	out, err := newOutputs(nil, path, false, ".html", "")
	if err != nil {
		return nil, err
	}
	return &foundPage{out: out, page: page.Page{Language: language, Title: query}}, nil
}

func (p *foundPage) discard() { p.out.discard() }

func (p *foundPage) add(places []pagePlace) {
	if len(p.page.Sections) == maxPageGames {
		p.more++
		return
	}
	section := page.Section{Table: &table.Table{Title: places[0].game, Rows: table.Of(nil)}}
	for _, place := range places {
		if place.svg != "" {
			section.Pictures = append(section.Pictures, page.Picture{SVG: place.svg, Caption: place.caption})
		}
	}
	p.page.Sections = append(p.page.Sections, section)
}

// group puts a table of groups before the games.
func (p *foundPage) group(g *groups) {
	p.page.Sections = slices.Insert(p.page.Sections, 0, g.section())
}

func (p *foundPage) write(games, places, searched int) error {
	p.page.Notes = []string{foundText(games, places, searched)}
	if p.more > 0 {
		p.page.Notes = append(p.page.Notes, say("find.shown", "n", maxPageGames))
	}
	var text bytes.Buffer
	if err := p.page.WriteHTML(&text); err != nil {
		return err
	}
	if err := p.out.write(text.Bytes()); err != nil {
		return err
	}
	return p.out.commit()
}
