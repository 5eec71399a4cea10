package query

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

func (b *builder) game(g *aboutGame) Condition {
	switch {
	case g.Player != "":
		return &Player{Side: sides[g.Colour], Text: unquote(g.Player)}
	case g.Winner != "":
		return &Outcome{Winner: sides[g.Winner]}
	case g.Draw:
		return &Outcome{}
	case g.Result != nil:
		return b.result(g.Result)
	case g.Tag != nil:
		return b.tag(g.Tag)
	case g.Date != nil:
		d, ok := record.ParseDate(unquote(g.Date.Text))
		if !ok || d.Year == 0 {
			b.wrong(g.Date.Pos, "", message.Of("query.no-date", "found", show(g.Date.Text)))
		}
		return &Date{Op: g.DateOp, Date: d}
	case g.Verdicts != nil:
		v := &Verdict{}
		for _, w := range g.Verdicts {
			v.Of = append(v.Of, b.oneOf(w, "query.no-verdict", []string{"legal", "repaired", "unjudged", "illegal", "unreadable"}))
		}
		return v
	case g.Variants != nil:
		v := &Variant{}
		var names []string
		for _, one := range record.Variants() {
			names = append(names, one.String())
		}
		for _, w := range g.Variants {
			variant, _ := record.ParseVariant(b.oneOf(w, "query.no-variant", names))
			v.Of = append(v.Of, variant)
		}
		return v
	case g.Claim != nil:
		c := &Claim{}
		for _, of := range g.Claim.Of {
			c.Of = append(c.Of, of.Name)
		}
		return c
	}
	return b.opening(g.Opening)
}

// opening reads moves as sheets write them, numbered or not, and puts them down as
// reports do.
func (b *builder) opening(q *quoted) Condition {
	c := &Opening{}
	text := unquote(q.Text)
	for _, w := range strings.Fields(text) {
		if w = strings.TrimSuffix(strings.TrimLeft(grammar.CutNumber(w), "."), ","); w == "" {
			continue
		}
		move, ok := fullMove(w)
		if !ok {
			b.wrong(q.Pos, "", message.Of("query.no-full-move", "found", show(w)))
			return c
		}
		c.Moves = append(c.Moves, move)
	}
	if len(c.Moves) == 0 {
		b.wrong(q.Pos, "", message.Of("query.no-full-move", "found", show(text)))
	}
	return c
}

// fullMove returns a move in full notation, and whether text is one.
func fullMove(text string) (string, bool) {
	w, err := grammar.ParseMove(text)
	if err != nil || len(w.Steps) < 2 || w.Separator == record.NoSeparator {
		return "", false
	}
	separator := map[record.Separator]string{record.Quiet: "-", record.Take: ":"}[w.Separator]
	var squares []string
	for _, step := range w.Steps {
		switch {
		case !step.Whole():
			return "", false
		case step.Number > 0:
			squares = append(squares, strconv.Itoa(int(step.Number)))
		case (step.File+step.Rank)%2 != 0: // a light square, on which nothing stands
			return "", false
		default:
			squares = append(squares, string([]byte{'a' + byte(step.File)})+strconv.Itoa(int(step.Rank)+1))
		}
	}
	return strings.Join(squares, separator), true
}

// results are the spellings of results, but for colons in place of dashes.
var results = regexp.MustCompile(`^(none|\*|1/2-1/2|[0-9.]+-[0-9.]+|[+-]/[+-])$`)

func (b *builder) result(r *quoted) Condition {
	text := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(unquote(r.Text))), ":", "-")
	if !results.MatchString(text) {
		b.wrong(r.Pos, "", message.Of("query.no-result", "found", show(text)))
	}
	return &Result{Text: text}
}

func (b *builder) tag(t *tagPart) Condition {
	tag := &Tag{Name: t.Name, Is: t.Is, Has: t.Text != ""}
	if strings.HasPrefix(t.Name, `"`) {
		tag.Name = unquote(t.Name)
	}
	if t.Is && !tag.Has {
		b.wrong(t.Pos, "", message.Of("query.text-behind-is"))
	}
	if tag.Has {
		tag.Text = unquote(t.Text)
	}
	return tag
}

// oneOf returns a word that has to be one of some; wrong says that it is none.
func (b *builder) oneOf(w namedWord, wrong message.ID, words []string) string {
	name := w.Name
	if strings.HasPrefix(name, `"`) {
		name = strings.ToLower(unquote(name))
	}
	for _, word := range words {
		if word == name {
			return name
		}
	}
	b.wrong(w.Pos, Nearest(name, words), message.Of(wrong, "found", show(name), "words", strings.Join(words, ", ")))
	return words[0]
}

func (b *builder) board(o *onBoard) Condition {
	switch {
	case o.Turn != "":
		return &ToMove{Side: sides[o.Turn]}
	case o.Must:
		return &MustCapture{}
	case o.Boundary != "":
		return &Boundary{End: o.Boundary == "end"}
	case o.Position != nil:
		fen := unquote(o.Position.Text)
		if reason := checkFEN(fen); reason != nil {
			b.wrong(o.Position.Pos, "", message.Of("query.no-position", "why", reason))
		}
		return &Position{FEN: fen}
	case o.Pattern != nil:
		return b.pattern(o.Pattern.Pos, unquote(o.Pattern.Text))
	}
	hash, _ := strconv.ParseUint(o.Hash[len("0x"):], 16, 64) // the lexer has counted the digits
	return &Hash{Hash: hash}
}

// checkFEN returns why a text is a position of no variant, nil where it is one.
func checkFEN(fen string) error {
	var first error
	for _, v := range record.Variants() {
		_, err := ReadFEN(v, fen)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// ReadFEN reads a position of a query, of which the side to move may be open.
func ReadFEN(v record.Variant, fen string) (p FENPosition, err error) {
	p.Position, err = record.ParseFEN(v, fen)
	if e, ok := err.(*record.PositionError); ok && e.Err == record.ErrUnknownTurn {
		return FENPosition{p.Position, true}, nil
	}
	return p, err
}

// FENPosition is a position that EitherTurn says is one for either side to move.
type FENPosition struct {
	record.Position
	EitherTurn bool
}

// pattern reads a FEN of which the towers may be patterns: FIND.md, The position.
func (b *builder) pattern(at lexer.Position, text string) Condition {
	p := &Pattern{}
	wrong := func(what message.Message) Condition {
		b.wrong(at, "", message.Of("query.in-pattern", "what", what))
		return p
	}
	compact := strings.NewReplacer(" ", "", "\t", "", "\n", "", "\r", "").Replace(text)
	sections := strings.Split(strings.TrimSuffix(compact, "."), ":")
	turn, ok := map[string]Side{"W": White, "w": White, "B": Black, "b": Black, "?": AnySide}[sections[0]]
	if p.Turn = turn; !ok {
		return wrong(message.Of("query.pattern-turn", "found", show(sections[0])))
	}
	for _, section := range sections[1:] {
		first, size := utf8.DecodeRuneInString(section)
		item := Item{}
		switch first {
		case 'W', 'w':
			item.Side = White
		case 'B', 'b':
			item.Side = Black
		case '?':
		case '-':
			item.Empty = true
		default:
			return wrong(message.Of("query.pattern-side", "found", show(section)))
		}
		if section = section[size:]; section == "" {
			continue
		}
		for _, text := range strings.Split(section, ",") {
			one := item
			square, stack, tower := strings.Cut(text, "=")
			one.Stack.Own = "0"
			if rest := strings.TrimLeft(square, "Kk"); len(rest) == len(square)-1 && !tower && !item.Empty {
				square, one.Stack.Own = rest, "1"
			}
			var reason message.Message
			if one.At, reason = partOf(square); !reason.IsZero() {
				return wrong(reason)
			}
			switch {
			case tower && item.Empty:
				return wrong(message.Of("query.pattern-empty", "found", show(square)))
			case tower:
				one.Stack = b.stack(at, stack)
			case item.Empty:
				one.Stack = Stack{}
			}
			if p.Items = append(p.Items, one); len(p.Items) > maxItems {
				return wrong(message.Of("query.pattern-long", "most", maxItems))
			}
		}
	}
	return p
}

// maxItems is how many squares a pattern may have; no board has more.
const maxItems = 64

func isSquare(name string) bool {
	_, _, ok := squareOf(name)
	return ok
}

// squareOf returns file and rank of a square's name, from 0.
func squareOf(name string) (file, rank int, ok bool) {
	if len(name) != 2 || name[0]|0x20 < 'a' || name[1] < '1' {
		return 0, 0, false
	}
	file, rank, most := int(name[0]|0x20-'a'), int(name[1]-'1'), greatest()
	return file, rank, file < most.named && rank < most.named
}

// greatest has how long the side of the greatest board is, and of the greatest whose
// squares have names, and how many squares the greatest has whose squares have numbers.
var greatest = sync.OnceValue(func() (most struct{ side, named, numbers int }) {
	for _, v := range record.Variants() {
		b := v.Board()
		side := max(b.Files, b.Ranks)
		if most.side = max(most.side, side); b.Numbering == record.Numeric {
			most.numbers = max(most.numbers, len(b.Squares()))
		} else {
			most.named = max(most.named, side)
		}
	}
	return most
})

// partOf returns a square by its name or number, or why it is none.
func partOf(name string) (Part, message.Message) {
	if file, rank, ok := squareOf(name); ok {
		if (file+rank)%2 != 0 {
			return Part{}, message.Of("query.light", "found", show(name))
		}
		return Part{File: file, Rank: rank}, message.Message{}
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > greatest().numbers {
		return Part{}, message.Of("query.no-square", "found", show(name))
	}
	return Part{Number: n, File: -1, Rank: -1}, message.Message{}
}

func (b *builder) squares(list *squareList) Squares {
	var squares Squares
	for i := range list.Of {
		squares = append(squares, b.part(&list.Of[i])...)
		if len(squares) > maxTokens {
			b.wrong(list.Of[i].Pos, "", message.Of("query.set-large", "most", maxTokens))
			return nil
		}
	}
	return squares
}

func (b *builder) part(p *squarePart) Squares {
	one := Part{File: -1, Rank: -1}
	switch {
	case p.Rank != "":
		one.Rank = b.number(p.Pos, p.Rank) - 1
		if one.Rank < 0 || one.Rank >= greatest().side {
			b.wrong(p.Pos, "", message.Of("query.no-rank", "rank", p.Rank))
		}
	case p.File != "":
		if one.File = int(p.File[0]) - 'a'; len(p.File) != 1 || one.File < 0 || one.File >= greatest().side {
			b.wrong(p.Pos, "", message.Of("query.no-file", "found", show(p.File)))
		}
	case p.Side != "":
		one.Name = names[p.Side]
	case p.Number != "":
		return b.square(p.Pos, p.Number)
	case strings.HasPrefix(p.Name, `"`): // a value given for a name
		return b.value(p.Pos, unquote(p.Name))
	default:
		n, ok := b.names[p.Name]
		switch {
		case ok && n.condition != nil:
			b.wrong(p.Pos, "", message.Of("query.name-of-condition", "name", strconv.Quote(p.Name)))
		case ok:
			return n.squares
		}
		return b.square(p.Pos, p.Name)
	}
	return Squares{one}
}

var names = map[string]string{
	"farrank": "far rank", "homerank": "home rank", "farside": "far side", "homeside": "home side", "mainroad": "main road", "edge": "edge",
}

func (b *builder) square(at lexer.Position, name string) Squares {
	part, reason := partOf(name)
	if !reason.IsZero() {
		b.wrong(at, Nearest(name, []string{"rank", "file", "far", "home", "main", "edge"}), reason)
	}
	return Squares{part}
}

// value reads squares that are the value given for a name: as a query has them, or
// their names with blanks between.
func (b *builder) value(at lexer.Position, text string) Squares {
	if tokens, fault := tokensOf(text, nil); fault == nil && !slices.ContainsFunc(tokens, func(t lexer.Token) bool { return t.Type == tokenText }) {
		for i := range tokens {
			tokens[i].Pos = at // of the name
		}
		if list, err := parse(squareGrammar(), tokens); err == nil {
			return b.squares(list)
		}
	}
	var squares Squares
	for _, name := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' }) {
		squares = append(squares, b.square(at, name)...)
	}
	if len(squares) == 0 {
		b.wrong(at, "", message.Of("query.text-squares"))
	}
	return squares
}
