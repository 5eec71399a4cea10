package notation

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/stolb/stolb/record/message"
)

// Index maps names to their entries.
type Index[T any] map[string][]T

// Names returns the names in the alphabetical order of the language.
func (x Index[T]) Names(l message.Language) []string {
	return slices.SortedFunc(maps.Keys(x), Alphabetical(l))
}

// AuthorsText returns a heading and an index of authors with the numbers of their compositions
// (Ukrainian rules VI.7.4.8), "Абацієв М. – 115", or "" if it has fewer than two entries.
func AuthorsText(x Index[string], l message.Language) string {
	text, n := message.Of("composition.index").In(l)+"\n", 0
	for _, name := range x.Names(l) {
		text += name + " – " + strings.Join(x[name], ", ") + "\n"
		n += len(x[name])
	}
	if n < 2 {
		return ""
	}
	return text
}

var (
	// between matches the separator of a composition's authors.
	between = Pattern(`\s*[,;/&]\s*|\s+(?:и|і|й|та|and)\s+`)
	// year matches the year of a composition, after a name or in place of one.
	year = Pattern(`(?:^|[\s,]+)\(?(?:1[5-9]|20)\d\d(?:[ \x{a0}]?(?:г|р|год|рік)\.?)?\)?\s*$`)
)

// Authors returns the names of a composition's authors as in an index, surnames first: "Гантварг
// В.", "Андреев Г." of "В. Гантварг, Г. Андреев". Initials without a surname share that of the
// next name, as for brothers: "М. та П. Ткач". A year after a name is removed.
func Authors(text string) []string {
	text = year().ReplaceAllString(text, "")
	var names []string
	var initials []string // still without a surname
	add := func(name string) {
		if name = SurnameFirst(name); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, part := range between().Split(text, -1) {
		if part = strings.TrimSpace(year().ReplaceAllString(part, "")); part == "" {
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

// nameParts splits a name into surname and initials, the parts of one letter.
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

// SurnameFirst returns an author's name as in an index: the surname, then the first initial,
// "Абацієв М.".
func SurnameFirst(author string) string {
	surname, initials := nameParts(author)
	return strings.Join(append(surname, initials[:min(len(initials), 1)]...), " ")
}

// Alphabetical returns a comparison of names in alphabetical order, negative if a precedes b. In
// Russian and Ukrainian, names in Latin letters come last. Letters that differ only in a mark or
// in case, such as Е and Ё or a and A, count as equal unless the names are otherwise equal. The
// function is not safe for concurrent use.
func Alphabetical(l message.Language) func(a, b string) int {
	// Unicode's order suits both languages, except that it treats Ґ as a Г with a mark. The
	// Kazakh ghe with stroke follows Г as Ґ does in Ukrainian.
	alphabet := collate.New(language.Und)
	own := strings.NewReplacer("ґ", "ғ", "Ґ", "Ғ")
	isLater := func(name string) int {
		at := strings.IndexFunc(name, unicode.IsLetter)
		if first, _ := utf8.DecodeRuneInString(name[max(at, 0):]); l != message.English && unicode.Is(unicode.Latin, first) {
			return 1
		}
		return 0
	}
	return func(a, b string) int {
		return cmp.Or(isLater(a)-isLater(b), alphabet.CompareString(own.Replace(a), own.Replace(b)), strings.Compare(b, a))
	}
}
