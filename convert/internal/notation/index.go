package notation

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/stolb/stolb/record/message"
)

// Index gathers authors with the numbers of their compositions (Ukrainian rules
// VI.7.4.8). The zero Index is ready.
type Index struct {
	names   []string
	numbers map[string][]string
}

// Add adds a composition of an author or of several, "М. Абацієв, Г. Андреєв";
// nothing where either is not known.
func (x *Index) Add(authors, number string) {
	if number == "" {
		return
	}
	for _, name := range Authors(authors) {
		if x.numbers == nil {
			x.numbers = make(map[string][]string)
		}
		if x.numbers[name] == nil {
			x.names = append(x.names, name)
		}
		x.numbers[name] = append(x.numbers[name], number)
	}
}

var (
	// between is what stands between the authors of a composition.
	between = pattern(`\s*[,;/&]\s*|\s+(?:и|і|й|та|and)\s+`)
	// year is one that stands behind a name, and says when a composition was made.
	year = pattern(`^\(?(?:1[5-9]|20)\d\d(?:[ \x{a0}]?(?:г|р|год|рік)\.?)?\)?$`)
	// yearBehind is one without a comma before it.
	yearBehind = pattern(`[\s,]+\(?(?:1[5-9]|20)\d\d(?:[ \x{a0}]?(?:г|р|год|рік)\.?)?\)?\s*$`)
)

// Authors returns the names of a composition's authors as an index has them, each
// with the surname first: "Гантварг В.", "Андреев Г." of "В. Гантварг, Г. Андреев".
// Initials without a surname belong to that of the next, as of brothers: "М. та П.
// Ткач". A year behind a name is none.
func Authors(text string) []string {
	text = yearBehind().ReplaceAllString(text, "")
	var names []string
	var initials []string // of those whose surname is still to come
	add := func(name string) {
		if name = SurnameFirst(name); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, part := range between().Split(text, -1) {
		part = yearBehind().ReplaceAllString(part, "")
		if part = strings.TrimSpace(part); part == "" || year().MatchString(part) {
			continue
		}
		surname, _ := nameParts(part)
		if len(surname) == 0 {
			initials = append(initials, part)
			continue
		}
		for _, initial := range initials {
			add(initial + " " + strings.Join(surname, " "))
		}
		initials = nil
		add(part)
	}
	for _, initial := range initials {
		if n := len(names); n > 0 && !strings.HasSuffix(names[n-1], ".") { // Ткач, М.
			names[n-1] = SurnameFirst(initial + " " + names[n-1])
		}
	}
	return names
}

// nameParts returns the parts of a name: those of one letter are initials.
func nameParts(name string) (surname, initials []string) {
	for _, part := range strings.Fields(strings.ReplaceAll(name, ".", ". ")) {
		if r := []rune(strings.TrimSuffix(part, ".")); len(r) == 1 {
			initials = append(initials, string(r)+".")
			continue
		}
		surname = append(surname, part)
	}
	return surname, initials
}

// SurnameFirst returns an author's name as an index has it: the surname and the
// first initial, "Абацієв М.".
func SurnameFirst(author string) string {
	surname, initials := nameParts(author)
	return strings.Join(append(surname, initials[:min(len(initials), 1)]...), " ")
}

// Text returns the index with its heading; "" where no two compositions have
// authors.
func (x *Index) Text(l message.Language) string {
	n := 0
	for _, numbers := range x.numbers {
		n += len(numbers)
	}
	if n < 2 {
		return ""
	}
	return message.Of("composition.index").In(l) + "\n" + strings.Join(x.Lines(l), "\n") + "\n"
}

// Lines returns the authors in alphabetical order to the last letter of the
// language, each with the numbers: "Абацієв М. – 115".
func (x *Index) Lines(l message.Language) []string {
	names := slices.Clone(x.names)
	slices.SortFunc(names, func(a, b string) int { return Compare(a, b, l) })
	lines := make([]string, len(names))
	for i, name := range names {
		lines[i] = name + " – " + strings.Join(x.numbers[name], ", ")
	}
	return lines
}

// The alphabets of Russian and Ukrainian in one: each has its letters in this
// order. Ё goes with Е, as Russian has it. Of the Latin letters marks do not count
// until nothing else tells two names apart.
//
// golang.org/x/text/collate knows every language's order, and brings 1.3 MB of
// tables for it.
const cyrillic = "абвгґдеєжзиіїйклмнопрстуўфхцчшщъыьэюя"

// undivided are Latin letters with a mark that Unicode does not take apart.
var undivided = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ß", "ss", "æ", "ae", "œ", "oe", "ı", "i", "ё", "е")

// Compare compares two names by the alphabet: negative where a stands before b.
// In Russian and Ukrainian names in Cyrillic letters stand before those in Latin
// ones, in English behind them; spaces, signs and digits stand before all. Capitals
// and marks count where nothing else differs.
func Compare(a, b string, l message.Language) int {
	small, other := strings.ToLower(norm.NFC.String(a)), strings.ToLower(norm.NFC.String(b))
	return cmp.Or(comparePlaces(undivided.Replace(small), undivided.Replace(other), l), strings.Compare(small, other), strings.Compare(b, a))
}

// comparePlaces compares texts in small letters by the places of their letters.
func comparePlaces(a, b string, l message.Language) int {
	nextA, nextB := places(a, l), places(b, l)
	for {
		x, y := nextA(), nextB()
		if x != y || x == 0 {
			return cmp.Compare(x, y)
		}
	}
}

// places returns what gives the places of a text's letters, one after the other,
// and 0 at its end.
func places(text string, l message.Language) func() int {
	const kind int = unicode.MaxRune + 1 // places of one kind
	const signs, digits, first, second, others = 1 * kind, 2 * kind, 3 * kind, 4 * kind, 5 * kind
	latin, russian := first, second
	if l != message.English {
		latin, russian = second, first
	}
	return func() int {
		for text != "" {
			n := norm.NFC.NextBoundaryInString(text, true)
			letter := text[:n]
			text = text[n:]
			for _, r := range letter {
				if at := strings.IndexRune(cyrillic, r); at >= 0 {
					return russian + at
				}
				break
			}
			for _, r := range norm.NFD.String(letter) { // the letter without its marks
				switch {
				case r >= 'a' && r <= 'z':
					return latin + int(r)
				case unicode.IsDigit(r):
					return digits + int(r)
				case unicode.IsLetter(r):
					return others + int(r)
				case !unicode.IsMark(r):
					return signs + int(r)
				}
			}
		}
		return 0
	}
}
