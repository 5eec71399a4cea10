package record

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Date is a day, month or year; an unknown part is 0. The day is known only if the month is, and
// the month only if the year is.
type Date struct {
	Year, Month, Day int
}

// String returns the date in PDN's form: 2021.03.12, 2021.03.??, 2021.??.??.
func (d Date) String() string {
	part := func(n, width int) string {
		if n == 0 {
			return strings.Repeat("?", width)
		}
		return fmt.Sprintf("%0*d", width, n)
	}
	return part(d.Year, 4) + "." + part(d.Month, 2) + "." + part(d.Day, 2)
}

// ISO returns the known part of the date in ISO 8601: 2021-03-12, 2021-03, 2021 or "".
func (d Date) ISO() string {
	known, _, _ := strings.Cut(d.String(), "?")
	return strings.ReplaceAll(strings.TrimRight(known, "."), ".", "-")
}

// monthNames are the first letters of the months' names in Russian, Ukrainian and English.
var monthNames = [12][]string{
	{"янв", "січ", "jan"}, {"фев", "лют", "feb"}, {"мар", "бер", "mar"}, {"апр", "кві", "apr"},
	{"май", "мая", "тра", "may"}, {"июн", "чер", "jun"}, {"июл", "лип", "jul"}, {"авг", "сер", "aug"},
	{"сен", "вер", "sep"}, {"окт", "жов", "oct"}, {"ноя", "лис", "nov"}, {"дек", "гру", "dec"},
}

// yearWords follow a year in Russian and Ukrainian, with or without a space between.
var yearWords = []string{"г", "год", "года", "р", "рік", "року"}

// timeOfDay matches the time of day after a date.
var timeOfDay = regexp.MustCompile(`(?:T|,? +(?:(?:в|о|об|at) )?)(\d{1,2}:[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d| UTC| GMT| ?[-–—] ?\d{1,2}:[0-5]\d)?)$`)

// CutTime separates a date from the time of day after it, or returns text and "" if there is none:
// 12.03.2021 18:30, 2021-03-12T18:30:00Z, 12 марта 2021 г. в 18:30.
func CutTime(text string) (date, time string) {
	if i := strings.LastIndexByte(text, ':') + 1; i > 0 && strings.IndexAny(text[i:], "0123456789") == 0 {
		if m := timeOfDay.FindStringSubmatchIndex(text); m != nil {
			return text[:m[0]], text[m[2]:]
		}
	}
	return text, ""
}

// ParseDate parses a date in the forms that records use: 2021.03.12, 2021.03.??, 2021, 12.03.2021,
// 12 марта 2021 г., March 12, 2021. A time of day may follow. It returns false if the text is no
// date or an ambiguous one.
func ParseDate(text string) (Date, bool) {
	if len(text) > 64 {
		return Date{}, false
	}
	text, _ = CutTime(text)
	var numbers []int // 0 for ??
	year, month := -1, 0
	for _, field := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '?'
	}) {
		n := len(field) - len(strings.TrimLeft(field, "0123456789"))
		if n%4 == 0 && slices.Contains(yearWords, field[n:]) { // 2021г
			field = field[:n]
		}
		n, err := strconv.Atoi(field)
		switch {
		case field == "":
		case err == nil && len(field) < 4, err == nil && len(field) == 4 && year < 0:
			if len(field) == 4 {
				year = len(numbers)
			}
			numbers = append(numbers, n)
		case strings.Trim(field, "?") == "":
			numbers = append(numbers, 0)
		default:
			m := slices.IndexFunc(monthNames[:], func(names []string) bool {
				return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(field, name) })
			})
			if m < 0 || month > 0 {
				return Date{}, false
			}
			month = m + 1
		}
	}
	last := len(numbers) - 1
	if year < 0 || year > 0 && year < last || last+min(month, 1) > 2 {
		return Date{}, false
	}
	if year > 0 { // 12.03.2021, 12 марта 2021
		slices.Reverse(numbers)
	}
	if month > 0 {
		numbers = slices.Insert(numbers, 1, month)
	}
	numbers = append(numbers, 0, 0)
	d := Date{numbers[0], numbers[1], numbers[2]}
	if !d.Valid() {
		return Date{}, false
	}
	return d, true
}

// Valid reports whether the day, month or year exists.
func (d Date) Valid() bool {
	return d.Year > 0 && d.Month <= 12 && d.Day <= 31 && (d.Month != 0 || d.Day <= 0) &&
		(d.Day <= 28 || d.Day <= time.Date(d.Year, time.Month(d.Month)+1, 0, 0, 0, 0, 0, time.UTC).Day())
}
