package sheet

import (
	"encoding/csv"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/result"
	"github.com/stolb/stolb/grammar/internal/word"
)

// Editors, mail programs and web pages add markup to a record: quotation signs, headings and
// emphasis of Markdown, bullets, tags and entities of HTML, invisible characters, full-width
// digits, words split at the end of a line. It is removed before a line is read; every word keeps
// its offset.

// A markup replaces the matches of a pattern with text of equal length. It has no matches in a text
// that contains none of its signs.
type markup struct {
	signs   []string
	pattern func() *regexp.Regexp
	plain   func(found string) string
}

// tags are the names of tags of HTML and BBCode that are mostly written without attributes.
const tags = `table|thead|tbody|tfoot|tr|td|th|li|ol|ul|dl|dt|dd|h[1-6]|hr|br|b|i|u|s|em|strong|del|strike|` +
	`sup|sub|small|big|font|center|code|pre|tt|nobr|cite|div|span|body|html|head|title|blockquote|quote|` +
	`spoiler|section|article|header|footer|nav|main|figure`

var markups = []markup{
	// Strong words, also of wikis, but not a rule of stars.
	rearranged([]string{"***"}, `(?m)\n([ \t]*)\*{3}([ \t]*)$`, "\n$1---$2"),
	{[]string{"**", "'''"}, word.Pattern(`\*{2,3}|'''`), spaces},
	// HTML comments.
	{[]string{"<!--"}, word.Pattern(`(?s)<!--.*?-->`), func(found string) string { return inLine().ReplaceAllStringFunc(found, spaces) }},
	// Tags of HTML and BBCode, but not <p c3-b4> and <Smith>.
	{[]string{"<", "["}, word.Pattern(`(?i)<(?:/[a-z][a-z\d-]*|(?:a|p|` + tags + `)[ /]*|[a-z][a-z\d-]*[ /][^<>\n]*=[^<>\n]*)>|` +
		`\[/?(?:url|size|color|` + tags + `)(?:=[^\]\n]{0,128})?\]`), plainTag},
	// Wiki tables.
	{[]string{"{|"}, word.Pattern(`(?ms)^[ \t]*\{\|[^\n]*\n[ \t]*[|!].*?(?:^[ \t]*\|\}|\z)`), func(found string) string {
		return wikiCells.Replace(wikiSigns().ReplaceAllStringFunc(found, spaces))
	}},
	// Signs of a quotation, heading or bullet at the start of a line.
	{[]string{">", "#", "- ", "* "}, word.Pattern(`\n[ \t]*(?:>[ >]*|#{1,6} +|[-*] (?:[\dlIІ]{1,3} ?[.)]| *\pL[\pL ]{1,40}:))+`),
		strings.NewReplacer(">", " ", "#", " ", "-", " ", "*", " ").Replace},
	// Emphasis at the start of a line; of a whole line, and of a move, which may be on a form's line.
	{[]string{"__"}, word.Pattern(`\n[ \t]*__[^\s_][^\n_]*\pL[^\n_]*__.*`), func(found string) string { return strings.ReplaceAll(found, "__", "  ") }},
	{[]string{"*", "_"}, word.Pattern(`(?m)\n[ \t]*(?:\*[^\s*][^\n*]{2,}\*|_[^\s_][^\n_]{2,}_)[ \t]*$|` +
		`\*[a-h0-9][^* \t\n]{2,12}\*|\b_+[a-h0-9][^_\s]{1,12}_+\b`), strings.NewReplacer("*", " ", "_", " ").Replace},
	// Links in wikis and Markdown: [[Иванов]], [Иванов](https://x).
	{[]string{"[[", "](http"}, word.Pattern(`\[\[[^\[\]\n]+\]\]|\[[^\[\]\n]+\]\(https?://[^)\s]*\)`), func(found string) string {
		name := strings.TrimLeft(found, "[")
		at := len(found) - len(name)
		return strings.Repeat(" ", at) + padded(name[:strings.IndexByte(name, ']')], len(name))
	}},
	// Messages of chats and forums, as "[14:05] Ли: c3-d4" or "Ли: [14:05] c3-d4".
	rearranged([]string{", "}, `\n( *)(\d{1,2}[./]\d{1,2}[./]\d{2,4}, \d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?) - `, "\n$1[$2] "),
	rearranged([]string{": "}, `\n(\d{1,2}):(\d\d) (\pL[^\n\[\]:]{1,31}: )`, "\n[$1$2]$3"),
	rearranged([]string{": "}, `\n(\d{1,2}):(\d\d):(\d\d) (\pL[^\n\[\]:]{1,31}: )`, "\n[$1$2$3] $4"),
	rearranged([]string{":"}, `\n(\d{1,2}):(\d\d):(\d\d) (\pL[^\s\[\]:]{1,31}) `+moveLine, "\n[$1$2$3] $4:$5"),
	rearranged([]string{"> "}, `(?m)(^|\] )<([^<>\s]{2,32})> `, "$1 $2: "),
	rearranged([]string{", ["}, `\n([^\n\[,]{2,60}), (\[[^\]\n]*\d:\d\d[^\]\n]*\] *)\n`+moveLine, "\n$1: $2 $3"),
	rearranged([]string{"] "}, `\n( *\[[^\]\n]*\d:\d\d[^\]\n]*\] [^\n:]{2,60}?)( *)\n`+moveLine, "\n$1:$2$3"),
	rearranged([]string{" — "}, `\n([^\n\[—]{2,60}) — ([^\n\[]{0,24}\d:\d\d[^\n]{0,8})\n`+moveLine, "\n$1:   [$2]$3"),
	rearranged([]string{" » "}, `\n([^\n\[»]{2,60}) » ([^\n\[]{0,24}\d:\d\d *)\n( *)\n`+moveLine, "\n$1:  [$2]$3 $4"),
	// Box-drawing characters of tables.
	rearranged(strings.Split("│┃║┆┇┊┋╎╏", ""), `[│┃║┆┇┊┋╎╏]`, "|  "),
	rearranged(strings.Split("│┃║┆┇┊┋╎╏─━═", ""), `[─-╿]`, "---"),
	// A backslash at the end of a line or before a sign.
	{[]string{`\`}, word.Pattern(`(?m)\\+ *$|\\[.*_)-]`), func(found string) string { return padded(strings.TrimLeft(found, `\`), len(found)) }},
	{[]string{"&"}, word.Pattern(`&(?:#\d{1,6}|#[xX][\da-fA-F]{1,5}|[a-zA-Z\d]{2,8});`), plainEntity},
}

// moveLine captures a line that is a move, perhaps with its number.
const moveLine = `( *(?:\d{1,3}[.…]+ ?)?[a-hA-H]?\d{1,2}` + moveSign + `\S+ *)(?m:$)`

// rearranged returns a markup that replaces a pattern by a template of equal length.
func rearranged(signs []string, pattern, template string) markup {
	p := word.Pattern(pattern)
	return markup{signs, p, func(found string) string { return p().ReplaceAllString(found, template) }}
}

// unmarked returns a text of the same length without markup.
func unmarked(text string) string {
	text = strings.NewReplacer("\r\n", " \n", "\r", "\n", "\f", "\n", "\v", "\n", "\u0085", "\n ", "\u2028", "\n  ", "\u2029", "\n  ", "\u00a0", "  ", "`", " ").Replace(text)
	text = "\n" + text // every line follows a newline
	for _, m := range markups {
		if slices.ContainsFunc(m.signs, func(sign string) bool { return strings.Contains(text, sign) }) {
			text = m.pattern().ReplaceAllStringFunc(text, m.plain)
		}
	}
	text = text[1:]
	if strings.IndexByte(text, lineBreak) >= 0 {
		text = broken(text)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unseen(r) || isWide(r) }) {
		text = runForm().ReplaceAllStringFunc(text, plainRun)
	}
	text = rejoined(text)
	if text = tabCells(sideRows(text)); !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

var (
	inLine = word.Pattern(`[^\n]+`)
	// wikiSigns matches the start of a wiki table, of its rows, and of its cells with their attributes.
	wikiSigns = word.Pattern(`(?m)^[ \t]*(?:\{\|.*|\|[-}].*|[|!]\+?)`)
	wikiCells = strings.NewReplacer("||", "\t ", "!!", "\t ")
)

// spaces returns a space for each byte of a text.
func spaces(text string) string { return strings.Repeat(" ", len(text)) }

// padded appends spaces to a text up to length n.
func padded(text string, n int) string { return text + strings.Repeat(" ", n-len(text)) }

// plainTag replaces a tag by spaces, with a tab at the start of a cell and Markdown's signs around
// text struck out.
func plainTag(tag string) string {
	name := strings.ToLower(tag[1 : len(tag)-1])
	spaces := spaces(tag[2:])
	switch {
	case strings.HasPrefix(name, "td"), name == "dd", strings.HasPrefix(name, "th") && !strings.HasPrefix(name, "the"): // <thead>
		return "\t " + spaces
	case lists["struckTags"].has(strings.TrimPrefix(name, "/")):
		return spaces + "~~"
	case blockTag().MatchString(name):
		return string(lineBreak) + " " + spaces
	}
	return spaces + "  "
}

// blockTag matches the name of an element that has lines of its own.
var blockTag = word.Pattern(`^(?:/?(?:p|br|div|h[1-6r]|li|tr|table|dl|pre|quote|spoiler|section|article|header|footer|nav|main)|dt)\b`)

// lineBreak replaces such a tag. It becomes a newline if its line has text before and after it.
const lineBreak = '\x1e'

func broken(text string) string {
	lines := []byte(strings.ReplaceAll(text, string(lineBreak), " "))
	for _, gap := range breaks().FindAllStringIndex(text, -1) {
		if from, to := gap[0], gap[1]; from > 0 && text[from-1] != '\n' && to < len(text) && text[to] != '\n' {
			lines[from+strings.IndexByte(text[from:], lineBreak)] = '\n'
		}
	}
	return string(lines)
}

// breaks matches consecutive line breaks and the spaces around them.
var breaks = word.Pattern(`[ \t]*\x1e[ \t\x1e]*`)

// plainEntity replaces a known entity by its character and spaces.
func plainEntity(entity string) string {
	said := html.UnescapeString(entity)
	r, w := utf8.DecodeRuneInString(said)
	switch {
	case w != len(said) || r < ' ' || r == utf8.RuneError:
		return entity
	case word.IsSpace(r):
		said = " "
	}
	return padded(said, len(entity))
}

// plainRun removes invisible characters from a run and narrows full-width ones. It keeps a soft
// hyphen that may be the sign of a move.
func plainRun(run string) string {
	var plain strings.Builder
	from := 0 // start of the visible run
	for at := 0; at < len(run); {
		r, w := utf8.DecodeRuneInString(run[at:])
		said := plain.String()
		switch next := run[at+w:]; {
		case isWide(r):
			plain.WriteByte(byte(r - 0xff00 + ' '))
		case r == 0xad && said != "" && word.IsDigit(said[len(said)-1]) && next != "" && (word.IsLatin(next[0]) || word.IsDigit(next[0])):
			plain.WriteString(run[at : at+w])
		case !unseen(r):
			plain.WriteString(run[at : at+w])
		case said == "":
			from = at + w
		}
		at += w
	}
	return strings.Repeat(" ", from) + padded(plain.String(), len(run)-from)
}

// runForm matches a run of characters without spaces.
var runForm = word.Pattern(`[^\x00- ]+`)

// isWide reports whether r is the full-width form of an ASCII character.
func isWide(r rune) bool { return r > 0xff00 && r < 0xff5f }

// unseen reports whether r is not part of a word: it controls line breaks or writing direction,
// frames a digit, or draws the moving piece.
func unseen(r rune) bool {
	return r == 0xad || r == 0x20e3 || r == 0xfe0f || r >= 0x26c0 && r <= 0x26c3 || r >= 0x200c && r <= 0x200f || r >= 0x202a && r <= 0x202e || r == 0x2060 || r >= 0x2066 && r <= 0x2069 || r == 0xfeff
}

// parted matches a possible move split at the end of a line: "c3-" and "b4", "h6" and ": f4".
var parted = word.Pattern(`(?m)(?:^|[ .\t])(\pL?\d{1,2})(?: ?` + moveSign + ` {0,2}\n[ \t]*| {0,2}\n[ \t]*` + moveSign + ` ?)(\pL?\d{1,2})(?:[ \t!?,;]|$)`)

// moveSign matches a sign between the squares of a move.
const moveSign = `[-–—−:xX×хХ]`

// rejoined joins such moves, and results in words: "Черные⏎сдались".
func rejoined(text string) string {
	signed := func(r rune) bool { return runeKindOf(r)&(dashRune|takeRune) != 0 || r == 'х' }
	whole := []byte(text)
	for at := range whole {
		if whole[at] != '\n' {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text[:at], " "))
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[at+1:], " \t"))
		if unicode.IsLetter(last) && unicode.IsLower(next) && isPartedResult(text, at) {
			whole[at] = ' '
		}
		if !(signed(last) && isAlnum(next)) && !(isAlnum(last) && signed(next)) { // as at most line ends
			continue
		}
		m := parted().FindSubmatch(whole[max(0, at-maxEdge):min(len(text), at+maxEdge)])
		if m != nil && isLonePlace(string(m[1])) && isLonePlace(string(m[2])) {
			whole[at] = ' '
		}
	}
	return string(whole)
}

// isPartedResult reports whether a side ends a line and a word for its result begins the next.
func isPartedResult(text string, at int) bool {
	before := strings.TrimRight(text[max(0, at-maxKey):at], " ")
	after := strings.TrimLeft(text[at+1:min(len(text), at+maxKey)], " \t")
	_, isSide := result.Side(before[afterBlank(before):])
	_, says := word.LookUp(result.Words, after[:lenToFunc(after, notLetter)])
	return isSide && says
}

// struck matches text struck out in Markdown: ~~c3-d4~~.
var struck = word.Pattern(`^~~[^\s~][^\n]*?~~`)

// runEnd returns the length of the run at the start of text.
func runEnd(text string) int {
	n := 0
	for n < min(len(text), maxMarked) && text[n] > ' ' {
		n++
	}
	return n
}

// sideRow matches a line that may have one side's moves, with or without their numbers.
var sideRow = word.Pattern(`(?m)^[ \t|]*(\pL{4,8})[ \t]*[:|–-]?((?:[ \t,;|]+[^\s,;|]+){2,})[ \t,;|]*$`)

// sideRows puts each move of such lines on a line of its own, as in columns, if consecutive ones
// have those of both sides: "Белые: c3-d4 b2-c3", "Черные: b6-a5 f6-g5".
func sideRows(text string) string {
	tag := func(at []int) string { return sideTag(text[at[2]:at[3]], false) }
	rows := slices.DeleteFunc(sideRow().FindAllStringSubmatchIndex(text, -1), func(at []int) bool {
		if tag(at) == "" {
			return true
		}
		words := betweenMoves().Split(text[at[4]:at[5]], -1)[1:]
		n := len(words)
		moves := len(slices.DeleteFunc(words, func(w string) bool { return !moveOfSide().MatchString(w) }))
		return moves < 2 || 4*moves < 3*n // some may be damaged
	})
	set := []byte(text)
	for n := 0; len(rows) > 0; rows = rows[n:] {
		both := false
		for n = 1; n < len(rows) && strings.TrimSpace(text[rows[n-1][1]:rows[n][0]]) == ""; n++ {
			both = both || tag(rows[n]) != tag(rows[0])
		}
		for _, at := range rows[:n] {
			for _, move := range betweenMoves().FindAllStringIndex(text[at[4]:at[5]], -1) {
				if both {
					set[at[4]+move[0]] = '\n'
				}
			}
		}
	}
	return string(set)
}

var (
	// betweenMoves matches the separator and number before a move in such a line.
	betweenMoves = word.Pattern(`[ \t,;|]+(?:\d{1,3}\.{1,3}[ \t]*)?`)
	// moveOfSide matches a word with two squares or numbers, but no tower.
	moveOfSide = word.Pattern(`^(?:[^=/]*\d[^=/]*\d[^=/]*|[a-hабвгдефхцсн][:xх×]?[a-hабвгдефхцсн]\d[!?]*)$`)
)

// Spreadsheets saved as text separate cells with ';' or ',' and may quote them (RFC 4180). Such
// lines are converted to tabs.

// separated matches the start of a line of a table: an empty cell, a quoted cell, the number of a
// row, or a possible header key.
var separated = word.Pattern(`^(?:([;,])[^ ]|"[^";,]{0,64}"?([;\t]|,(?:[^ ]|$))|[1-9]\d{0,2}\.?(?:(;)[a-h\d][^;]*;|(,)[a-h][^,]*,)|` +
	`(\pL[^";,]{0,63})(;|,(?:[^ ]|$)))`)

// tabCells puts tabs between the cells of table lines, and spaces for their quotation marks: every
// cell keeps its offset.
func tabCells(text string) string {
	if !strings.ContainsAny(text, ";,") {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if strings.ContainsAny(line, ";,\"") {
			lines[i] = lineForm().ReplaceAllStringFunc(line, tabbed)
		}
	}
	return strings.Join(lines, "")
}

// lineForm matches a line without the spaces around it.
var lineForm = word.Pattern(`[^\s\pZ].*[^ \n]`)

// tabbed returns a line with tabs between its cells, if it is certainly part of a table.
func tabbed(line string) string {
	m := separated().FindStringSubmatch(line)
	if m == nil || m[5] != "" && word.HeaderTag(trimSpace(m[5])) == "" && !lists["numberHeads"].has(strings.Trim(m[5], ". ")) {
		return line
	}
	r := csv.NewReader(strings.NewReader(line))
	r.Comma = rune((m[1] + m[2] + m[3] + m[4] + m[6])[0])
	cells, err := r.Read()
	if err != nil || r.InputOffset() < int64(len(line)) || len(cells) < 2 {
		return line
	}
	plain := []byte(strings.Repeat(" ", len(line)))
	for i, cell := range cells {
		_, column := r.FieldPos(i) // 1-based, of its quotation mark
		at := column - 1
		if i > 0 {
			plain[at-1] = '\t'
		}
		if cell != "" && line[at] == '"' {
			at++
		}
		copy(plain[at:], cell)
	}
	return string(plain)
}
