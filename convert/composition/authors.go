package composition

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/record/message"
)

// Index gathers authors with the numbers of their compositions (Ukrainian rules
// VI.7.4.8). The zero Index is ready.
type Index struct {
	names   []string
	numbers map[string][]string
}

// Add adds a composition of an author, "М. Абацієв"; nothing where either is not
// known.
func (x *Index) Add(author, number string) {
	name := SurnameFirst(author)
	if name == "" || number == "" {
		return
	}
	if x.numbers == nil {
		x.numbers = make(map[string][]string)
	}
	if x.numbers[name] == nil {
		x.names = append(x.names, name)
	}
	x.numbers[name] = append(x.numbers[name], number)
}

// SurnameFirst returns an author's name as an index has it: the surname and the
// first initial, "Абацієв М.".
func SurnameFirst(author string) string {
	var surname []string
	initial := ""
	for _, part := range strings.Fields(strings.ReplaceAll(author, ".", ". ")) {
		if r := []rune(strings.TrimSuffix(part, ".")); len(r) == 1 {
			if initial == "" {
				initial = " " + string(r) + "."
			}
			continue
		}
		surname = append(surname, part)
	}
	return strings.TrimSpace(strings.Join(surname, " ") + initial)
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
