package main

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxSlug is the most bytes of an event's name in a file's name.
const maxSlug = 100

// slug makes a file's name of an event's.
func slug(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range text {
		if r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = true
			continue
		}
		next := string(r)
		if gap && b.Len() > 0 {
			next = "-" + next
		}
		gap = false
		if b.Len()+len(next) > maxSlug {
			break
		}
		b.WriteString(next)
	}
	if b.Len() == 0 {
		return "no-event"
	}
	return b.String()
}

// folded returns what two names have in common that some file system takes for
// one: NTFS and APFS see no capitals, and APFS no difference between a letter with
// an accent and the two characters for them.
func folded(name string) string {
	return norm.NFD.String(cases.Fold().String(norm.NFD.String(strings.ToUpper(name))))
}

// reserved says whether Windows keeps the name of a file for a device, whatever
// its extension: learn.microsoft.com, Naming Files, Paths, and Namespaces.
func reserved(file string) bool {
	stem, _, _ := strings.Cut(file, ".")
	stem = strings.ToUpper(strings.TrimRight(stem, " "))
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	device := strings.HasPrefix(stem, "COM") || strings.HasPrefix(stem, "LPT")
	return device && utf8.RuneCountInString(stem) == 4 && strings.ContainsAny(stem[3:], "123456789¹²³")
}
