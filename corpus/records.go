package corpus

import (
	"fmt"
	"strings"
)

// entry is one case of a .rec file: the fields in the order in which they
// stand.
type entry struct {
	file   string
	line   int // of the first field, from 1
	fields []field
}

type field struct {
	name, value string
	line        int
}

// splitEntries reads a .rec file, a part of the format of GNU recutils: a
// "name: value" a line, "+ " before a line that goes on with the value of the
// line above, "#" before a comment, an empty line between entries.
func splitEntries(file, content string) ([]entry, error) {
	var entries []entry
	open := false // an entry is being read
	for i, line := range strings.Split(strings.TrimSuffix(content, "\n"), "\n") {
		number := i + 1
		name, value, found := strings.Cut(line, ": ")
		switch {
		case line == "":
			open = false
		case line[0] == '#':
		case strings.HasPrefix(line, "+ "):
			if !open {
				return nil, fmt.Errorf("%s:%d: nothing to go on with; expected \"name: value\"", file, number)
			}
			last := &entries[len(entries)-1]
			f := &last.fields[len(last.fields)-1]
			f.value += " " + strings.TrimSpace(line[len("+ "):])
		case !found || strings.ContainsAny(name, " \t"):
			return nil, fmt.Errorf("%s:%d: %q; expected \"name: value\", \"+ more\", \"# comment\" or an empty line", file, number, line)
		default:
			if !open {
				entries = append(entries, entry{file: file, line: number})
				open = true
			}
			last := &entries[len(entries)-1]
			last.fields = append(last.fields, field{name, strings.TrimSpace(value), number})
		}
	}
	return entries, nil
}

// decode gives each field of the entry to the function for its name. The first
// field must be the first name, and each of the needed names must occur.
func (e *entry) decode(first string, set map[string]func(value string) error, needed ...string) error {
	if e.fields[0].name != first {
		return fmt.Errorf("%s:%d: an entry begins with %q; expected %q", e.file, e.line, e.fields[0].name, first)
	}
	seen := make(map[string]bool)
	for _, f := range e.fields {
		to, ok := set[f.name]
		if !ok {
			return fmt.Errorf("%s:%d: no field %q in an entry that begins with %q", e.file, f.line, f.name, first)
		}
		if err := to(f.value); err != nil {
			return fmt.Errorf("%s:%d: %s: %w", e.file, f.line, f.name, err)
		}
		seen[f.name] = true
	}
	for _, name := range needed {
		if !seen[name] {
			return fmt.Errorf("%s:%d: %s %s has no %q", e.file, e.line, first, e.fields[0].value, name)
		}
	}
	return nil
}

// columns splits a value at its bars into at least lo and at most hi parts.
func columns(value string, lo, hi int) ([]string, error) {
	parts := strings.Split(value, " | ")
	if len(parts) < lo || hi > 0 && len(parts) > hi {
		return nil, fmt.Errorf("%d parts between bars in %q", len(parts), value)
	}
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return parts, nil
}

func text(to *string) func(string) error {
	return func(value string) error {
		if *to != "" {
			return fmt.Errorf("a second time")
		}
		*to = value
		return nil
	}
}

func yes(to *bool) func(string) error {
	return func(value string) error {
		if value != "yes" && value != "no" {
			return fmt.Errorf("%q; expected yes or no", value)
		}
		*to = value == "yes"
		return nil
	}
}
