package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/record"
)

// named is what a name of let stands for.
type named struct {
	squares   Squares
	condition Condition // nil where it is squares
}

// builder makes conditions of the parsed query. What is wrong is put into fault,
// the first time.
type builder struct {
	text   string
	tokens []lexer.Token
	names  map[string]named
	fault  *Error
	places map[Condition]lexer.Position // where conditions with the same tower stand
}

// wrong notes a fault at a token; the first counts.
func (b *builder) wrong(at lexer.Position, meant, format string, args ...any) {
	if b.fault != nil {
		return
	}
	i := slices.IndexFunc(b.tokens, func(t lexer.Token) bool { return t.Pos.Offset >= at.Offset })
	b.fault = &Error{
		Query: b.text, At: b.tokens[i].Pos.Offset, Len: lengthOf(b.tokens, i, b.text), Message: fmt.Sprintf(format, args...), Meant: meant,
	}
}

func (b *builder) query(q *query) Condition {
	b.places = make(map[Condition]lexer.Position)
	for i := range q.Lets {
		l := &q.Lets[i]
		_, there := b.names[l.Name]
		switch {
		case slices.Contains(keywords, l.Name):
			b.wrong(l.Pos, "", "%q is a word of the language and cannot be a name", l.Name)
		case isSquare(l.Name):
			b.wrong(l.Pos, "", "%q is a square and cannot be a name", l.Name)
		case there:
			b.wrong(l.Pos, "", "%q has been given a meaning before", l.Name)
		}
		var n named
		if l.Squares != nil {
			n.squares = b.squares(l.Squares)
		} else {
			n.condition = b.sequence(l.What)
		}
		b.names[l.Name] = n
	}
	return b.sequence(&q.What)
}

func (b *builder) sequence(s *sequence) Condition {
	steps := make([]Condition, len(s.Then)+1)
	steps[0] = b.until(&s.First)
	for i := range s.Then {
		steps[i+1] = b.until(&s.Then[i].What)
	}
	c := steps[len(s.Then)]
	for i := len(s.Then) - 1; i >= 0; i-- {
		t := &s.Then[i]
		then := &Then{First: steps[i], Next: c, How: hows[t.How]}
		if t.Within != "" {
			if then.Within = b.number(t.Pos, t.Within); then.Within == 0 {
				b.wrong(t.Pos, "", "within 0 plies there is nothing; expected 1 or more")
			}
		}
		if then.How != Sometime && i < len(s.Then)-1 {
			b.wrong(t.Pos, "", "%s stands before the last of a sequence only; put brackets around what it is said of", t.How)
		}
		b.places[then] = t.Pos
		c = then
	}
	return c
}

var hows = map[string]How{"": Sometime, "sometime": Sometime, "never": Never, "always": Always}

func (b *builder) until(u *untilPart) Condition {
	c := b.or(&u.Hold)
	if u.Goal != nil {
		c = &Until{Hold: c, Goal: b.or(u.Goal)}
		b.places[c] = u.Pos
	}
	return c
}

func (b *builder) or(o *orPart) Condition {
	any := &Any{}
	for i := range o.Of {
		all := &All{}
		for j := range o.Of[i].Of {
			all.Of = append(all.Of, b.unary(&o.Of[i].Of[j]))
		}
		if len(all.Of) == 1 {
			any.Of = append(any.Of, all.Of[0])
		} else {
			any.Of = append(any.Of, all)
		}
	}
	if len(any.Of) == 1 {
		return any.Of[0]
	}
	return any
}

func (b *builder) unary(u *unary) Condition {
	var c Condition
	switch {
	case u.Group != nil:
		return b.sequence(u.Group)
	case u.Game != nil:
		return b.game(u.Game)
	case u.Board != nil:
		return b.board(u.Board)
	case u.State != nil:
		return b.statement(u.State)
	}
	of := b.unary(u.Of)
	switch u.Prefix {
	case "not":
		c = &Not{Of: of}
	case "first", "last":
		c = &Occurrence{Last: u.Prefix == "last", Of: of}
	case "mirrored":
		c = &Image{Mirrored: true, Of: of}
	case "eithercolour":
		c = &Image{Of: of}
	default:
		c = &Whole{How: hows[u.Prefix], Of: of}
	}
	b.places[c] = u.Pos
	return c
}

func (b *builder) statement(s *statement) Condition {
	switch {
	case s.Move != nil:
		return b.move(s.Move, nil, nil)
	case s.Name != "":
		n, ok := b.names[s.Name]
		switch {
		case !ok:
			b.unknownName(s.Pos, s.Name)
			return &Any{}
		case n.condition == nil:
			b.wrong(s.Pos, "", "%q is a set of squares; it can stand behind on, off, from, to and at", s.Name)
			return &Any{}
		}
		return n.condition
	case s.Right != nil:
		return &Compare{Left: b.sum(s.Left), Right: b.sum(s.Right), Op: s.Op}
	}
	t := &s.Left.First
	switch {
	case len(s.Left.Rest) > 0:
		b.wrong(s.Left.Pos, "", "a number by itself says nothing; expected = != < <= > or >= and another behind it")
	case s.Does != nil && t.Same != nil:
		return b.move(s.Does, nil, b.same(t.Same))
	case s.Does != nil && t.Count != nil:
		b.wrong(t.Pos, "", "one tower makes a move; expected no number before it")
	case s.Does != nil:
		return b.move(s.Does, b.phrase(t.Towers, true), nil)
	case t.Same != nil:
		return b.same(t.Same)
	case t.Count != nil && t.Of == nil:
		b.wrong(t.Pos, "", "a number by itself says nothing; expected towers behind it, or = != < <= > or >= and another")
	case t.Count != nil:
		return &Exists{Count: b.limit(t.Count), Towers: b.phrase(t.Of, false)}
	case t.Towers.measure() != "":
		b.wrong(t.Pos, "", "%s is a number; expected = != < <= > or >= and another behind it", t.Towers.measure())
	default:
		return &Exists{Towers: b.phrase(t.Towers, false)}
	}
	return &Any{}
}

// unknownName says that a word is neither one of the language nor a name.
func (b *builder) unknownName(at lexer.Position, name string) {
	words := slices.Clone(keywords)
	for name := range b.names {
		words = append(words, name)
	}
	slices.Sort(words[len(keywords):])
	if slices.Contains(keywords, name) {
		b.wrong(at, "", "%q cannot begin a condition; expected %s", name, aCondition)
		return
	}
	b.wrong(at, Nearest(name, words), "%q is neither a word of the language nor a name of let", name)
}

func (b *builder) sum(s *sum) Sum {
	terms := Sum{b.term(&s.First)}
	for i := range s.Rest {
		t := b.term(&s.Rest[i].Term)
		t.Minus = s.Rest[i].Sign == "-"
		terms = append(terms, t)
	}
	return terms
}

func (b *builder) term(t *term) Term {
	switch {
	case t.Same != nil:
		b.wrong(t.Pos, "", "the same %s is no number", t.Same.What)
	case t.Count != nil && (t.Of != nil || t.Count.Limit != "" || t.Count.None):
		b.wrong(t.Pos, "", "how many there are is the number here; expected the towers, or a number, by themselves")
	case t.Count != nil:
		return Term{Number: b.number(t.Count.Pos, t.Count.N)}
	case t.Towers.measure() != "":
		return b.measure(t.Towers)
	default:
		return Term{Towers: b.phrase(t.Towers, false)}
	}
	return Term{}
}

// measure returns the word for a number, "" where it is none.
func (t *towers) measure() string {
	switch {
	case t.Kind != nil:
		return t.Kind.Measure
	case t.Alone != nil:
		return t.Alone.Measure
	}
	return ""
}

func (b *builder) measure(t *towers) Term {
	name := t.measure()
	switch {
	case len(t.Properties) > 0:
		b.wrong(t.Properties[0].Pos, "", "%s are counted in all towers; expected no property behind it", name)
	case t.Colour != "" && slices.Contains([]string{"mobility", "ply", "plies", "year"}, name):
		b.wrong(t.Pos, "", "%s is of no side; expected it by itself", name)
	case t.Colour == "" && name == "score":
		b.wrong(t.Pos, "", "a score is a side's; expected white score, black score")
	case name == "piece":
		name = "pieces"
	}
	return Term{Measure: name, Side: sides[t.Colour]}
}

var sides = map[string]Side{"": AnySide, "white": White, "black": Black, "mover": Mover, "opponent": Opponent}

// phrase makes a phrase; alone says that the colour may stand by itself.
func (b *builder) phrase(t *towers, alone bool) *Phrase {
	p := &Phrase{Side: sides[t.Colour]}
	kind := t.Kind
	if t.Alone != nil {
		kind = t.Alone
	}
	switch {
	case kind == nil && !alone:
		b.wrong(t.Pos, "", "expected towers, kings or men behind %s", t.Colour)
	case kind == nil:
	case kind.Measure != "":
		b.wrong(t.Pos, "", "%s is a number; expected towers, kings or men", kind.Measure)
	case strings.HasPrefix(kind.Tower, "king"):
		p.Kind = King
	case kind.Tower == "man" || kind.Tower == "men":
		p.Kind = Man
	}
	b.properties(p, t.Properties, false)
	return p
}

// properties puts properties into a phrase; a piece has only a place.
func (b *builder) properties(p *Phrase, properties []property, piece bool) {
	for i := range properties {
		pr := &properties[i]
		var to **Number
		n := pr.With
		switch {
		case piece && pr.On == nil && pr.Off == nil:
			b.wrong(pr.Pos, "", "a piece is no tower; expected on or off and squares")
			return
		case pr.Of != nil:
			n, to = pr.Of, &p.Height
		case pr.Like != "":
			if p.Like != nil {
				b.wrong(pr.Pos, "", "this has been said before")
			}
			like := b.stack(pr.Pos, unquote(pr.Like))
			p.Like = &like
		case pr.On != nil:
			p.On = append(p.On, b.squares(pr.On))
		case pr.Off != nil:
			p.Off = append(p.Off, b.squares(pr.Off))
		case pr.What == "own":
			to = &p.Own
		case strings.HasPrefix(pr.What, "prisoner"):
			to = &p.Prisoners
		case strings.HasPrefix(pr.What, "king"):
			to = &p.Kings
		default:
			to = &p.CaptiveKings
		}
		if to == nil {
			continue
		}
		if *to != nil {
			b.wrong(pr.Pos, "", "this has been said before")
		}
		*to = b.limit(n)
	}
}

func (b *builder) limit(n *number) *Number {
	if n.None {
		return &Number{"=", 0}
	}
	op := map[string]string{"": "=", "atleast": ">=", "atmost": "<=", "morethan": ">", "fewerthan": "<"}[n.Limit]
	return &Number{op, b.number(n.Pos, n.N)}
}

func (b *builder) number(at lexer.Position, digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil || n > maxNumber {
		b.wrong(at, "", "a number is too large; the largest is %d", maxNumber)
		return 0
	}
	return n
}

func (b *builder) stack(at lexer.Position, text string) Stack {
	own, prisoners, behind := strings.Cut(text, "/")
	if own == "" || len(text) > 2*record.MaxBlock+10 || strings.Trim(own+prisoners, "01?*") != "" || behind && prisoners == "" {
		b.wrong(at, "", `%q is no pattern of a tower: expected 0, 1, ? and *, the owner's pieces from the top, and behind / the prisoners, such as "1*/0*"`, text)
	}
	return Stack{own, prisoners}
}

func (b *builder) same(s *samePart) *Same {
	same := &Same{Piece: s.What == "piece", Towers: &Phrase{}}
	for _, is := range s.Is {
		free := is.Word == "free"
		switch is.Word {
		case "top", "captive", "free":
			if !same.Piece {
				b.wrong(is.Pos, "", "%s is said of the same piece only", is.Word)
			}
			if is.Word == "top" {
				same.Top = true
				continue
			}
			if same.Captive != nil {
				b.wrong(is.Pos, "", "captive or free has been said before")
			}
			captive := !free
			same.Captive = &captive
		case "king", "man":
			if same.Towers.Kind != AnyKind {
				b.wrong(is.Pos, "", "king or man has been said before")
			}
			same.Towers.Kind = map[string]Kind{"king": King, "man": Man}[is.Word]
		default:
			if same.Towers.Side != AnySide {
				b.wrong(is.Pos, "", "a colour has been said before")
			}
			same.Towers.Side = sides[is.Word]
		}
	}
	b.properties(same.Towers, s.Properties, same.Piece)
	b.places[same] = s.Pos
	return same
}

func (b *builder) move(m *movePart, mover *Phrase, same *Same) Condition {
	made := &Made{Mover: mover, Same: same, Verb: m.Verb, Quietly: m.Quietly, OneTower: m.OneTower}
	if m.Quietly && m.Verb != "moves" {
		b.wrong(m.Pos, "", "%s is never quiet; expected moves quietly", m.Verb)
	}
	if m.Count != nil {
		made.Count = b.limit(m.Count)
	}
	object := m.Object
	switch {
	case m.Verb == "captures":
		b.captured(m, made)
	case m.OneTower:
		b.wrong(m.Pos, "", "from one tower stands behind captures and a number only")
	case m.Verb == "frees" && object != nil && object.measure() == "prisoners":
		if made.What = "prisoners"; object.Colour != "" || len(object.Properties) > 0 {
			b.wrong(object.Pos, "", "expected frees and a number of prisoners, without a colour or a property")
		}
	case m.Verb == "frees" && object != nil:
		made.What, made.Freed = "towers", b.phrase(object, true)
	case m.Verb == "frees":
		if made.What = "towers"; m.Count != nil {
			b.wrong(m.Count.Pos, "", "expected prisoners or towers behind the number")
		}
	case m.Count != nil || object != nil:
		b.wrong(m.Pos, "", "%s has no number and no towers behind it; expected from, to, over or turning", m.Verb)
	}
	for i := range m.Details {
		d := &m.Details[i]
		switch {
		case d.From != nil:
			made.From = append(made.From, b.squares(d.From))
		case d.To != nil:
			made.To = append(made.To, b.squares(d.To))
		case d.Over != nil && d.Over.Same != nil:
			if d.Over.Same.What == "piece" {
				b.wrong(d.Pos, "", "a move captures from a tower; expected over the same tower")
			}
			made.Over = append(made.Over, Over{Same: b.same(d.Over.Same)})
		case d.Over != nil:
			made.Over = append(made.Over, Over{Towers: b.phrase(d.Over.Towers, true)})
		case d.Turning.At != nil:
			made.Turning = append(made.Turning, Turning{At: b.squares(d.Turning.At)})
		case d.Turning.Count != nil:
			made.Turning = append(made.Turning, Turning{Count: b.limit(d.Turning.Count)})
		default:
			made.Turning = append(made.Turning, Turning{})
		}
	}
	b.places[made] = m.Pos
	return made
}

// captured reads what stands behind captures.
func (b *builder) captured(m *movePart, made *Made) {
	made.What = "pieces"
	if m.Object != nil {
		kind := m.Object.Alone
		switch {
		case kind == nil || len(m.Object.Properties) > 0 || kind.Measure != "" && !strings.HasPrefix(kind.Measure, "piece") || strings.HasPrefix(kind.Tower, "tower"):
			b.wrong(m.Object.Pos, "", "captures is said of pieces, kings or men, the other side's; what they are taken from stands behind over")
		case strings.HasPrefix(kind.Tower, "king"):
			made.What = "kings"
		case kind.Tower != "":
			made.What = "men"
		}
	}
	if m.OneTower && (m.Count == nil || made.What != "pieces") {
		b.wrong(m.Pos, "", "expected captures, a number, and from one tower")
	}
}
