package find

import (
	"maps"
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

// Parse reads a query; the values are those of its names with $. An error is an
// *Error. Nothing of a query is looked at twice, so that the time it takes grows
// with its length, which has a limit; so has the size of what it means.
func Parse(text string, values map[string]string) (*Query, error) {
	tokens, fault := tokensOf(text, values)
	if fault != nil {
		return nil, fault
	}
	if len(tokens) == 1 {
		return nil, &Error{Query: text, At: len(text), What: message.Of("query.empty", "expected", aCondition)}
	}
	tree, err := parse(queryGrammar(), tokens)
	if err != nil {
		return nil, explain(text, tokens, err)
	}
	c := checker{text: text, tokens: tokens, names: make(map[string]*let)}
	c.query(tree)
	if c.fault != nil {
		return nil, c.fault
	}
	q := &Query{what: tree.What.condition(), same: make(map[condition]usage)}
	if size := sizeOf(q.what, make(map[condition]int)); size > maxConditions {
		return nil, &Error{Query: text, Len: len(text), What: message.Of("query.many-conditions", "most", maxConditions)}
	}
	if fault := c.bind(q); fault != nil {
		return nil, fault
	}
	q.subject, _ = subject(q.what)
	return q, nil
}

var aCondition = message.Of("query.condition")

// checker looks whether a parsed query makes sense, and fills the fields of its tree
// that are not the parser's. What is wrong is put into fault, the first time.
type checker struct {
	text   string
	tokens []lexer.Token
	names  map[string]*let
	fault  *Error
}

// wrong notes a fault at a token; the first counts.
func (c *checker) wrong(at lexer.Position, meant string, what message.Message) {
	if c.fault != nil {
		return
	}
	i := slices.IndexFunc(c.tokens, func(t lexer.Token) bool { return t.Pos.Offset >= at.Offset })
	c.fault = &Error{Query: c.text, At: c.tokens[i].Pos.Offset, Len: lengthOf(c.tokens, i, c.text), What: what, Meant: meant}
}

func (c *checker) query(q *query) {
	for i := range q.Lets {
		l := &q.Lets[i]
		wrong := func(id message.ID) {
			name := slices.IndexFunc(c.tokens, func(t lexer.Token) bool { return t.Pos.Offset > l.Pos.Offset })
			c.wrong(c.tokens[name].Pos, "", message.Of(id, "name", strconv.Quote(l.Name)))
		}
		switch {
		case slices.Contains(keywords(), l.Name):
			wrong("query.name-word")
		case isSquare(l.Name):
			wrong("query.name-square")
		case c.names[l.Name] != nil:
			wrong("query.name-twice")
		}
		if l.Squares != nil {
			c.squares(l.Squares)
		} else {
			c.condition(l.What.condition())
		}
		c.names[l.Name] = l
	}
	c.condition(q.What.condition())
}

func (c *checker) condition(of condition) {
	for _, part := range partsOf(of) {
		c.condition(part)
	}
	switch of := of.(type) {
	case *aboutGame:
		c.game(of)
	case *onBoard:
		c.board(of)
	case *statement:
		c.statement(of)
	case then:
		t := of.part()
		if t.Within != "" {
			if t.within = c.number(t.Pos, t.Within); t.within == 0 {
				c.wrong(t.Pos, "", message.Of("query.within-0"))
			}
		}
		if t.How != "" && of.at < len(of.of.Then)-1 {
			c.wrong(t.Pos, "", message.Of("query.before-last", "word", t.How))
		}
	}
}

func (c *checker) statement(s *statement) {
	switch {
	case s.Move != nil:
		c.move(s.Move)
		return
	case s.Name != "":
		switch l := c.names[s.Name]; {
		case l == nil:
			c.unknownName(s.Pos, s.Name)
		case l.What == nil:
			c.wrong(s.Pos, "", message.Of("query.name-of-squares", "name", strconv.Quote(s.Name)))
		default:
			s.named = l.What
		}
		return
	case s.Right != nil:
		for t := range s.compared() {
			c.term(t)
		}
		return
	}
	t := &s.Left.First
	switch {
	case len(s.Left.Rest) > 0 || s.Left.Minus:
		c.wrong(s.Left.Pos, "", message.Of("query.number-alone"))
	case s.Does != nil && t.Count != nil:
		c.wrong(t.Pos, "", message.Of("query.one-moves"))
	case t.Same != nil:
		c.same(t.Same)
	case s.Does != nil:
		c.phrase(t.Towers, true)
	case t.Count != nil && t.Of == nil:
		c.wrong(t.Pos, "", message.Of("query.number-towers"))
	case t.Count != nil:
		c.limit(t.Count)
		c.phrase(t.Of, false)
	case t.Towers.measure() != "":
		c.wrong(t.Pos, "", message.Of("query.is-number", "word", t.Towers.measure()))
	default:
		c.phrase(t.Towers, false)
	}
	if s.Does != nil {
		c.move(s.Does)
	}
}

// unknownName says that a word is neither one of the language nor a name.
func (c *checker) unknownName(at lexer.Position, name string) {
	words := slices.Concat(keywords(), slices.Sorted(maps.Keys(c.names)))
	meant := otherwise[name]
	if isSquare(name) {
		meant = "tower on " + name
	} else if meant == "" {
		meant = nearest(name, words)
	}
	c.wrong(at, meant, message.Of("query.unknown", "name", strconv.Quote(name)))
}

func (c *checker) term(t *term) {
	switch {
	case t.Same != nil:
		c.wrong(t.Pos, "", message.Of("query.same-no-number", "what", t.Same.What))
	case t.Count != nil && (t.Of != nil || t.Count.Limit != "" || t.Count.None):
		c.wrong(t.Pos, "", message.Of("query.how-many"))
	case t.Count != nil:
		c.limit(t.Count)
	case t.Towers.measure() == "":
		c.phrase(t.Towers, false)
	case len(t.Towers.Properties) > 0:
		c.wrong(t.Towers.Properties[0].Pos, "", message.Of("query.all-towers", "word", t.Towers.measure()))
	case t.Towers.Colour != "" && slices.Contains([]string{"mobility", "ply", "plies", "year"}, t.Towers.measure()):
		c.wrong(t.Towers.Pos, "", message.Of("query.no-side", "word", t.Towers.measure()))
	case t.Towers.Colour == "" && t.Towers.measure() == "score":
		c.wrong(t.Towers.Pos, "", message.Of("query.score"))
	}
}

// phrase looks at a phrase; alone says that the colour may stand by itself.
func (c *checker) phrase(t *towers, alone bool) {
	switch kind := t.kind(); {
	case kind == nil && !alone:
		c.wrong(t.Pos, "", message.Of("query.behind-colour", "colour", t.Colour))
	case kind != nil && kind.Measure != "":
		c.wrong(t.Pos, "", message.Of("query.no-towers", "word", kind.Measure))
	}
	c.properties(t.Properties, false)
}

// properties looks at properties; a piece has only a place.
func (c *checker) properties(properties []property, piece bool) {
	said := make(map[string]bool)
	for i := range properties {
		p := &properties[i]
		if piece && p.On == nil && p.Off == nil {
			c.wrong(p.Pos, "", message.Of("query.piece-no-tower"))
			return
		}
		about := strings.TrimSuffix(p.What, "s")
		switch {
		case p.On != nil:
			c.squares(p.On)
			continue
		case p.Off != nil:
			c.squares(p.Off)
			continue
		case p.Of != nil:
			about = "of"
		case p.Like != "":
			about = "like"
		}
		if said[about] {
			c.wrong(p.Pos, "", message.Of("query.said-before"))
		}
		said[about] = true
		switch {
		case p.Of != nil:
			c.limit(p.Of)
		case p.With != nil:
			c.limit(p.With)
		default:
			c.stack(p.Pos, unquote(p.Like))
		}
	}
}

func (c *checker) limit(n *number) {
	if !n.None {
		n.n = c.number(n.Pos, n.N)
	}
}

func (c *checker) number(at lexer.Position, digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil || n > maxNumber {
		c.wrong(at, "", message.Of("query.number-large", "most", maxNumber))
		return 0
	}
	return n
}

// stack is a pattern of a tower: 0, 1, ? and *, from the top down.
type stack struct{ own, prisoners string }

func (c *checker) stack(at lexer.Position, text string) stack {
	own, prisoners, slash := strings.Cut(text, "/")
	if own == "" || len(text) > 2*record.MaxBlock+10 || strings.Trim(own+prisoners, "01?*") != "" || slash && prisoners == "" {
		c.wrong(at, "", message.Of("query.no-stack", "text", strconv.Quote(text)))
	}
	return stack{own, prisoners}
}

func (c *checker) same(s *samePart) {
	said := make(map[string]bool)
	for _, is := range s.Is {
		about, fault := "colour", message.ID("query.colour-twice")
		switch is.Word {
		case "top", "captive", "free":
			if s.What != "piece" {
				c.wrong(is.Pos, "", message.Of("query.piece-only", "word", is.Word))
			}
			if about, fault = "captive", "query.captive-twice"; is.Word == "top" {
				continue
			}
		case "king", "man":
			about, fault = "kind", "query.king-twice"
		}
		if said[about] {
			c.wrong(is.Pos, "", message.Of(fault))
		}
		said[about] = true
	}
	c.properties(s.Properties, s.What == "piece")
}

func (c *checker) move(m *movePart) {
	if m.Quietly && m.Verb != "moves" {
		c.wrong(m.Pos, "", message.Of("query.never-quiet", "verb", m.Verb))
	}
	if m.Count != nil {
		c.limit(m.Count)
	}
	switch object := m.Object; {
	case m.Verb == "captures":
		c.captured(m)
	case m.OneTower:
		c.wrong(m.Pos, "", message.Of("query.one-tower"))
	case m.Verb != "frees" && (m.Count != nil || object != nil):
		c.wrong(m.Pos, "", message.Of("query.no-object", "verb", m.Verb))
	case m.Verb != "frees":
	case object == nil && m.Count != nil:
		c.wrong(m.Count.Pos, "", message.Of("query.frees-number"))
	case object == nil:
	case object.measure() != "prisoners":
		c.phrase(object, true)
	case object.Colour != "" || len(object.Properties) > 0:
		c.wrong(object.Pos, "", message.Of("query.frees-prisoners"))
	}
	for i := range m.Details {
		d := &m.Details[i]
		switch {
		case d.From != nil:
			c.squares(d.From)
		case d.To != nil:
			c.squares(d.To)
		case d.Over != nil && d.Over.Same != nil:
			if d.Over.Same.What == "piece" {
				c.wrong(d.Pos, "", message.Of("query.over-tower"))
			}
			c.same(d.Over.Same)
		case d.Over != nil:
			c.phrase(d.Over.Towers, true)
		case d.Turning.At != nil:
			c.squares(d.Turning.At)
		case d.Turning.Count != nil:
			c.limit(d.Turning.Count)
		}
	}
}

// captured looks at what follows captures.
func (c *checker) captured(m *movePart) {
	if m.Object != nil {
		kind := m.Object.Alone
		switch {
		case kind == nil || len(m.Object.Properties) > 0 || strings.HasPrefix(kind.Tower, "tower"),
			kind.Measure != "" && !strings.HasPrefix(kind.Measure, "piece"):
			c.wrong(m.Object.Pos, "", message.Of("query.captures"))
		}
	}
	if m.OneTower && (m.Count == nil || m.what() != "pieces") {
		c.wrong(m.Pos, "", message.Of("query.captures-one"))
	}
}

func (c *checker) game(g *aboutGame) {
	switch {
	case g.Player != "":
		g.text = Fold(unquote(g.Player))
	case g.Result != nil:
		g.text = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(unquote(g.Result.Text))), ":", "-")
		if !results.MatchString(g.text) {
			c.wrong(g.Result.Pos, "", message.Of("query.no-result", "found", show(g.text)))
		}
	case g.Tag != nil && g.Tag.Is && g.Tag.Text == "":
		c.wrong(g.Tag.Pos, "", message.Of("query.text-behind-is"))
	case g.Date != nil:
		if d, ok := record.ParseDate(unquote(g.Date.Text)); !ok || d.Year == 0 {
			c.wrong(g.Date.Pos, "", message.Of("query.no-date", "found", show(g.Date.Text)))
		}
	case g.Verdicts != nil:
		g.words = c.each(g.Verdicts, "query.no-verdict", []string{"legal", "repaired", "unjudged", "illegal", "unreadable"})
	case g.Variants != nil:
		var names []string
		for _, one := range record.Variants() {
			names = append(names, one.String())
		}
		g.words = c.each(g.Variants, "query.no-variant", names)
	case g.Claim != nil:
		for _, of := range g.Claim.Of {
			g.words = append(g.words, of.Name)
		}
	case g.Opening != nil:
		g.words = c.opening(g.Opening)
	}
}

// results are the spellings of results, but for colons in place of dashes.
var results = regexp.MustCompile(`^(none|\*|1/2-1/2|[0-9.]+-[0-9.]+|[+-]/[+-])$`)

// each returns words that have to be some of those of a list; wrong says of one that it
// is none.
func (c *checker) each(words []namedWord, wrong message.ID, list []string) (all []string) {
	for _, w := range words {
		name := w.Name
		if strings.HasPrefix(name, `"`) {
			name = strings.ToLower(unquote(name))
		}
		if !slices.Contains(list, name) {
			c.wrong(w.Pos, nearest(name, list), message.Of(wrong, "found", show(name), "words", strings.Join(list, ", ")))
		}
		all = append(all, name)
	}
	return all
}

// opening reads moves as sheets write them, numbered or not, and returns them as
// reports have them.
func (c *checker) opening(q *quoted) (moves []string) {
	text := unquote(q.Text)
	for _, w := range strings.Fields(text) {
		if w = strings.TrimSuffix(strings.TrimLeft(grammar.CutNumber(w), "."), ","); w == "" {
			continue
		}
		move, ok := fullMove(w)
		if !ok {
			c.wrong(q.Pos, "", message.Of("query.no-full-move", "found", show(w)))
			return nil
		}
		moves = append(moves, move)
	}
	if len(moves) == 0 {
		c.wrong(q.Pos, "", message.Of("query.no-full-move", "found", show(text)))
	}
	return moves
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
		case (step.File+step.Rank)%2 != 0: // a light square, on which no tower can be
			return "", false
		default:
			squares = append(squares, string([]byte{'a' + byte(step.File)})+strconv.Itoa(int(step.Rank)+1))
		}
	}
	return strings.Join(squares, separator), true
}

func (c *checker) board(o *onBoard) {
	switch {
	case o.Position != nil:
		if reason := checkFEN(unquote(o.Position.Text)); reason != nil {
			c.wrong(o.Position.Pos, "", message.Of("query.no-position", "why", reason))
		}
	case o.Pattern != nil:
		var reason message.Message
		if o.pattern, reason = c.pattern(o.Pattern.Pos, unquote(o.Pattern.Text)); !reason.IsZero() {
			c.wrong(o.Pattern.Pos, "", message.Of("query.in-pattern", "what", reason))
		}
	}
}

// checkFEN returns why a text is a position of no variant, nil where it is one.
func checkFEN(fen string) error {
	var first error
	for _, v := range record.Variants() {
		_, _, err := readFEN(v, fen)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// readFEN reads a position of a query, which may be one for either side to move.
func readFEN(v record.Variant, fen string) (p record.Position, either bool, err error) {
	p, err = record.ParseFEN(v, fen)
	if e, ok := err.(*record.PositionError); ok && e.Err == record.ErrUnknownTurn {
		return p, true, nil
	}
	return p, false, err
}

// pattern is a position of which some squares count.
type pattern struct {
	turn  string // white, black, or "" for either side
	items []item
}

// item is a square of a pattern.
type item struct {
	at    squarePart
	empty bool
	side  string // "" for either
	stack stack
}

// maxItems is how many squares a pattern may have; no board has more.
const maxItems = 64

// pattern reads a FEN of which the towers may be patterns: FIND.md, The position.
func (c *checker) pattern(at lexer.Position, text string) (p *pattern, reason message.Message) {
	compact := strings.NewReplacer(" ", "", "\t", "", "\n", "", "\r", "").Replace(text)
	sections := strings.Split(strings.TrimSuffix(compact, "."), ":")
	turn, ok := map[string]string{"W": "white", "w": "white", "B": "black", "b": "black", "?": ""}[sections[0]]
	p = &pattern{turn: turn}
	if !ok {
		return p, message.Of("query.pattern-turn", "found", show(sections[0]))
	}
	for _, section := range sections[1:] {
		first, size := utf8.DecodeRuneInString(section)
		side, ok := map[rune]string{'W': "white", 'w': "white", 'B': "black", 'b': "black", '?': "", '-': ""}[first]
		if !ok {
			return p, message.Of("query.pattern-side", "found", show(section))
		}
		if section = section[size:]; section == "" {
			continue
		}
		for _, text := range strings.Split(section, ",") {
			name, made, tower := strings.Cut(text, "=")
			one := item{side: side, empty: first == '-'}
			if !one.empty {
				one.stack.own = "0"
			}
			if rest := strings.TrimLeft(name, "Kk"); len(rest) == len(name)-1 && !tower && !one.empty {
				name, one.stack.own = rest, "1"
			}
			if one.at, reason = squareNamed(name); !reason.IsZero() {
				return p, reason
			}
			if tower {
				if one.empty {
					return p, message.Of("query.pattern-empty", "found", show(name))
				}
				one.stack = c.stack(at, made)
			}
			if p.items = append(p.items, one); len(p.items) > maxItems {
				return p, message.Of("query.pattern-long", "most", maxItems)
			}
		}
	}
	return p, reason
}

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

// squareNamed returns a square by its name or number, or why it is none.
func squareNamed(name string) (squarePart, message.Message) {
	if file, rank, ok := squareOf(name); ok {
		if (file+rank)%2 != 0 {
			return squarePart{}, message.Of("query.light", "found", show(name))
		}
		return squarePart{Name: name}, message.Message{}
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > greatest().numbers {
		return squarePart{}, message.Of("query.no-square", "found", show(name))
	}
	return squarePart{Number: name}, message.Message{}
}

func (c *checker) squares(list *squareList) {
	list.all = nil
	for i := range list.Of {
		list.all = append(list.all, c.part(&list.Of[i])...)
		if len(list.all) > maxTokens {
			c.wrong(list.Of[i].Pos, "", message.Of("query.set-large", "most", maxTokens))
			list.all = nil
			return
		}
	}
}

func (c *checker) part(p *squarePart) []squarePart {
	switch {
	case p.Rank != "":
		if rank := c.number(p.Pos, p.Rank); rank < 1 || rank > greatest().side {
			c.wrong(p.Pos, "", message.Of("query.no-rank", "rank", p.Rank))
		}
	case p.File != "":
		if file := int(p.File[0]) - 'a'; len(p.File) != 1 || file < 0 || file >= greatest().side {
			c.wrong(p.Pos, "", message.Of("query.no-file", "found", show(p.File)))
		}
	case p.Side != "":
	case p.Number != "":
		return c.square(p.Pos, p.Number)
	case strings.HasPrefix(p.Name, `"`): // a value given for a name
		return c.value(p.Pos, unquote(p.Name))
	default:
		switch l := c.names[p.Name]; {
		case l == nil:
			return c.square(p.Pos, p.Name)
		case l.Squares == nil:
			c.wrong(p.Pos, "", message.Of("query.name-of-condition", "name", strconv.Quote(p.Name)))
		default:
			return l.Squares.all
		}
	}
	return []squarePart{*p}
}

func (c *checker) square(at lexer.Position, name string) []squarePart {
	square, reason := squareNamed(name)
	if !reason.IsZero() {
		c.wrong(at, nearest(name, []string{"rank", "file", "far", "home", "main", "edge"}), reason)
	}
	return []squarePart{square}
}

// value reads squares that are the value given for a name: as a query has them, or
// their names with blanks between.
func (c *checker) value(at lexer.Position, text string) []squarePart {
	isText := func(t lexer.Token) bool { return t.Type == tokenText }
	if tokens, fault := tokensOf(text, nil); fault == nil && !slices.ContainsFunc(tokens, isText) {
		for i := range tokens {
			tokens[i].Pos = at // of the name
		}
		if list, err := parse(squareGrammar(), tokens); err == nil {
			c.squares(list)
			return list.all
		}
	}
	var squares []squarePart
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		squares = append(squares, c.square(at, name)...)
	}
	if len(squares) == 0 {
		c.wrong(at, "", message.Of("query.text-squares"))
	}
	return squares
}
