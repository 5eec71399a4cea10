// Package book makes books of games: manuscripts in CommonMark that name games,
// diagrams and positions, or records alone, become one HTML file, an EPUB or a
// document for Typst. Every move in a book is played: those of its games and their
// variations, and those that its sentences mention. A book with a fault is not
// written.
//
//	manuscript or records --Read, Collect--> Book --WriteHTML, WriteEPUB, AppendTypst--> page
//
// Read first: Book; then Read, which has the manuscript's language.
package book

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/convert/typeset"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

// Book is what is printed.
type Book struct {
	Title    string // "" for none
	File     string // the manuscript's name, "" for none
	Author   string // "" for none
	Date     string // "" for none
	Language message.Language
	Blocks   []Block
	Games    []*Game   // in the order of the book
	Figures  []*Figure // likewise: figure 1 first

	notation replay.Notation // of the games
}

// called returns what the book is called where it has to be called something: by its
// title, else by the name of its file.
func (b *Book) called() string {
	file := filepath.Base(b.File)
	for _, name := range []string{b.Title, strings.TrimSuffix(file, filepath.Ext(file))} {
		if name = strings.TrimSpace(printable(name)); name != "" {
			return name
		}
	}
	return b.say("book.book")
}

// Kind is what a block is.
type Kind uint8

// The kinds of blocks, and what each has.
const (
	Heading     Kind = iota // Level, ID, Inlines
	Paragraph               // Inlines
	Quote                   // Blocks
	List                    // Ordered, First, Blocks, each an Item
	Item                    // Blocks
	Code                    // Text
	Rule                    // a break in the text
	TableOf                 // Rows, the first of them the heads of the columns
	GameText                // Game
	FigureBlock             // Figure
	Composition             // Blocks: a figure and its Solution, which stand together
	Solution                // Runs
	Index                   // Entries, Bracketed; a heading stands before it
)

// Block is a part of a book.
type Block struct {
	Kind    Kind
	Level   int
	ID      string
	Inlines []Inline
	Blocks  []Block
	Ordered bool
	First   int
	Text    string
	Rows    [][][]Inline
	Game    *Game
	Figure  *Figure
	Runs    []typeset.Run
	Entries *[]Entry

	Bracketed bool // of an index: its entries are moves, and in brackets, so that none is taken for a game
}

// InlineKind is what a part of a sentence is.
type InlineKind uint8

// The kinds of inlines.
const (
	Plain     InlineKind = iota // Text
	Emphasis                    // Inlines
	Strong                      // Inlines
	Verbatim                    // Text, as it is typed
	Moves                       // Text: moves that were played
	Link                        // Target, an address; Inlines
	Reference                   // Target, the ID of a figure, a game or a heading; Inlines
	Break                       // the line ends
)

// Inline is a part of a sentence.
type Inline struct {
	Kind    InlineKind
	Text    string
	Target  string
	Inlines []Inline
}

// Game is a game that is printed.
type Game struct {
	Number  int // in the book, from 1
	ID      string
	Report  *replay.Report
	Figures map[int]*Figure // by the index of their run, see Book.runs

	final bool // its last position has a diagram where the record asks for none
}

// Figure is a diagram.
type Figure struct {
	Number   int // in the book, from 1
	ID       string
	Position record.Position
	Drawn    diagram.Options
	Caption  string // of a composition, its task

	Composition    bool
	Author, Source string // of a composition
}

// Entry is a line of an index.
type Entry struct {
	Name string
	To   []Target
}

// Target is a place that an entry names.
type Target struct{ ID, Name string }

// Fault says what keeps a book from being printed.
type Fault struct {
	File         string
	Line, Column int // from 1
	Message      message.Message
}

// In returns the fault with its place, as compilers write it.
func (f *Fault) In(l message.Language) string {
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Message.In(l))
}

// Heading returns who played the game.
func (g *Game) Heading() string {
	name := func(tag string) string {
		if v := strings.TrimSpace(g.Report.Game.Tag(tag)); v != "" {
			return v
		}
		return "?"
	}
	white, black := name("White"), name("Black")
	if white == "?" && black == "?" {
		return ""
	}
	return white + " – " + black
}

// About returns what there is to say of the game besides, such as event and date.
func (g *Game) About(l message.Language) string {
	var parts []string
	for _, tag := range []string{"Event", "Site", "Round", "Date"} {
		v := strings.TrimSpace(g.Report.Game.Tag(tag))
		if v == "" || strings.Trim(v, "?.-") == "" {
			continue
		}
		switch tag {
		case "Round":
			v = roundInWords(v, l)
		case "Date":
			v = dateInWords(v, l)
		}
		parts = append(parts, v)
	}
	parts = append(parts, message.Of("book.variant", "variant", message.Variant(g.Report.Variant.String())).In(l))
	return strings.Join(parts, ", ")
}
