package query

import (
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
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
func (b *builder) wrong(at lexer.Position, meant string, what message.Message) {
	if b.fault != nil {
		return
	}
	i := slices.IndexFunc(b.tokens, func(t lexer.Token) bool { return t.Pos.Offset >= at.Offset })
	b.fault = &Error{
		Query: b.text, At: b.tokens[i].Pos.Offset, Len: lengthOf(b.tokens, i, b.text), What: what, Meant: meant,
	}
}

// wrongBehind notes a fault at the token behind a place.
func (b *builder) wrongBehind(at lexer.Position, meant string, what message.Message) {
	i := slices.IndexFunc(b.tokens, func(t lexer.Token) bool { return t.Pos.Offset > at.Offset })
	b.wrong(b.tokens[i].Pos, meant, what)
}

func (b *builder) query(q *query) Condition {
	b.places = make(map[Condition]lexer.Position)
	for i := range q.Lets {
		l := &q.Lets[i]
		_, there := b.names[l.Name]
		switch {
		case slices.Contains(keywords(), l.Name):
			b.wrongBehind(l.Pos, "", message.Of("query.name-word", "name", strconv.Quote(l.Name)))
		case isSquare(l.Name):
			b.wrongBehind(l.Pos, "", message.Of("query.name-square", "name", strconv.Quote(l.Name)))
		case there:
			b.wrongBehind(l.Pos, "", message.Of("query.name-twice", "name", strconv.Quote(l.Name)))
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
				b.wrong(t.Pos, "", message.Of("query.within-0"))
			}
		}
		if then.How != Sometime && i < len(s.Then)-1 {
			b.wrong(t.Pos, "", message.Of("query.before-last", "word", t.How))
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
			b.wrong(s.Pos, "", message.Of("query.name-of-squares", "name", strconv.Quote(s.Name)))
			return &Any{}
		}
		return n.condition
	case s.Right != nil:
		return &Compare{Left: b.sum(s.Left), Right: b.sum(s.Right), Op: s.Op}
	}
	t := &s.Left.First
	switch {
	case len(s.Left.Rest) > 0 || s.Left.Minus:
		b.wrong(s.Left.Pos, "", message.Of("query.number-alone"))
	case s.Does != nil && t.Same != nil:
		return b.move(s.Does, nil, b.same(t.Same))
	case s.Does != nil && t.Count != nil:
		b.wrong(t.Pos, "", message.Of("query.one-moves"))
	case s.Does != nil:
		return b.move(s.Does, b.phrase(t.Towers, true), nil)
	case t.Same != nil:
		return b.same(t.Same)
	case t.Count != nil && t.Of == nil:
		b.wrong(t.Pos, "", message.Of("query.number-towers"))
	case t.Count != nil:
		return &Exists{Count: b.limit(t.Count), Towers: b.phrase(t.Of, false)}
	case t.Towers.measure() != "":
		b.wrong(t.Pos, "", message.Of("query.is-number", "word", t.Towers.measure()))
	default:
		return &Exists{Towers: b.phrase(t.Towers, false)}
	}
	return &Any{}
}

// unknownName says that a word is neither one of the language nor a name.
func (b *builder) unknownName(at lexer.Position, name string) {
	words := slices.Clone(keywords())
	for name := range b.names {
		words = append(words, name)
	}
	slices.Sort(words[len(keywords()):])
	meant := otherwise[name]
	if isSquare(name) {
		meant = "tower on " + name
	} else if meant == "" {
		meant = Nearest(name, words)
	}
	b.wrong(at, meant, message.Of("query.unknown", "name", strconv.Quote(name)))
}

func (b *builder) sum(s *sum) Sum {
	terms := Sum{b.term(&s.First)}
	terms[0].Minus = s.Minus
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
		b.wrong(t.Pos, "", message.Of("query.same-no-number", "what", t.Same.What))
	case t.Count != nil && (t.Of != nil || t.Count.Limit != "" || t.Count.None):
		b.wrong(t.Pos, "", message.Of("query.how-many"))
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
		b.wrong(t.Properties[0].Pos, "", message.Of("query.all-towers", "word", name))
	case t.Colour != "" && slices.Contains([]string{"mobility", "ply", "plies", "year"}, name):
		b.wrong(t.Pos, "", message.Of("query.no-side", "word", name))
	case t.Colour == "" && name == "score":
		b.wrong(t.Pos, "", message.Of("query.score"))
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
		b.wrong(t.Pos, "", message.Of("query.behind-colour", "colour", t.Colour))
	case kind == nil:
	case kind.Measure != "":
		b.wrong(t.Pos, "", message.Of("query.no-towers", "word", kind.Measure))
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
			b.wrong(pr.Pos, "", message.Of("query.piece-no-tower"))
			return
		case pr.Of != nil:
			n, to = pr.Of, &p.Height
		case pr.Like != "":
			if p.Like != nil {
				b.wrong(pr.Pos, "", message.Of("query.said-before"))
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
			b.wrong(pr.Pos, "", message.Of("query.said-before"))
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
		b.wrong(at, "", message.Of("query.number-large", "most", maxNumber))
		return 0
	}
	return n
}

func (b *builder) stack(at lexer.Position, text string) Stack {
	own, prisoners, behind := strings.Cut(text, "/")
	if own == "" || len(text) > 2*record.MaxBlock+10 || strings.Trim(own+prisoners, "01?*") != "" || behind && prisoners == "" {
		b.wrong(at, "", message.Of("query.no-stack", "text", strconv.Quote(text)))
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
				b.wrong(is.Pos, "", message.Of("query.piece-only", "word", is.Word))
			}
			if is.Word == "top" {
				same.Top = true
				continue
			}
			if same.Captive != nil {
				b.wrong(is.Pos, "", message.Of("query.captive-twice"))
			}
			captive := !free
			same.Captive = &captive
		case "king", "man":
			if same.Towers.Kind != AnyKind {
				b.wrong(is.Pos, "", message.Of("query.king-twice"))
			}
			same.Towers.Kind = map[string]Kind{"king": King, "man": Man}[is.Word]
		default:
			if same.Towers.Side != AnySide {
				b.wrong(is.Pos, "", message.Of("query.colour-twice"))
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
		b.wrong(m.Pos, "", message.Of("query.never-quiet", "verb", m.Verb))
	}
	if m.Count != nil {
		made.Count = b.limit(m.Count)
	}
	object := m.Object
	switch {
	case m.Verb == "captures":
		b.captured(m, made)
	case m.OneTower:
		b.wrong(m.Pos, "", message.Of("query.one-tower"))
	case m.Verb == "frees" && object != nil && object.measure() == "prisoners":
		if made.What = "prisoners"; object.Colour != "" || len(object.Properties) > 0 {
			b.wrong(object.Pos, "", message.Of("query.frees-prisoners"))
		}
	case m.Verb == "frees" && object != nil:
		made.What, made.Freed = "towers", b.phrase(object, true)
	case m.Verb == "frees":
		if made.What = "towers"; m.Count != nil {
			b.wrong(m.Count.Pos, "", message.Of("query.frees-number"))
		}
	case m.Count != nil || object != nil:
		b.wrong(m.Pos, "", message.Of("query.no-object", "verb", m.Verb))
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
				b.wrong(d.Pos, "", message.Of("query.over-tower"))
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
			b.wrong(m.Object.Pos, "", message.Of("query.captures"))
		case strings.HasPrefix(kind.Tower, "king"):
			made.What = "kings"
		case kind.Tower != "":
			made.What = "men"
		}
	}
	if m.OneTower && (m.Count == nil || made.What != "pieces") {
		b.wrong(m.Pos, "", message.Of("query.captures-one"))
	}
}
