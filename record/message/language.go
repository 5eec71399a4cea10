package message

import (
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Language is a language with a catalogue.
type Language uint8

// The languages. The zero Language is English.
const (
	English Language = iota
	Russian
	Ukrainian
)

// languageData is the data of a language outside its catalogue.
type languageData struct {
	code    string // ISO 639-1
	tag     language.Tag
	decimal byte
	quotes  [2]string     // before and after a quoted text
	forms   []plural.Form // plural forms for integers, in the order of the catalogue
}

var (
	slavic     = []plural.Form{plural.One, plural.Few, plural.Many}
	guillemets = [2]string{"«", "»"}
)

var languages = [...]languageData{
	English:   {"en", language.English, '.', [2]string{`"`, `"`}, []plural.Form{plural.One, plural.Other}},
	Russian:   {"ru", language.Russian, ',', guillemets, slavic},
	Ukrainian: {"uk", language.Ukrainian, ',', guillemets, slavic},
}

// known returns the language, mapping an invalid value to a valid one.
func (l Language) known() Language { return l % Language(len(languages)) }

func (l Language) data() *languageData { return &languages[l.known()] }

// String returns the language's code: en, ru or uk.
func (l Language) String() string { return l.data().code }

// Languages returns all languages.
func Languages() []Language { return []Language{English, Russian, Ukrainian} }

// ParseLanguage returns the language with the code en, ru or uk, in any case.
func ParseLanguage(code string) (Language, error) {
	for _, l := range Languages() {
		if strings.EqualFold(l.String(), code) {
			return l, nil
		}
	}
	return English, Of("message.no-language", "code", code, "codes", Or("en", "ru", "uk"))
}

// Detect returns the language of the environment according to POSIX: LC_ALL precedes LC_MESSAGES,
// and that LANG, and the first that is set decides. ru_RU.UTF-8 and ru are Russian, uk_UA is
// Ukrainian, and all others, such as C, POSIX and de_DE, are English.
func Detect(getenv func(name string) string) Language {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			l, _ := ParseLanguage(value[:strings.IndexAny(value+".", "_.@-")]) // English if unknown
			return l
		}
	}
	return English
}

// form returns the index of the plural form for a number, by Unicode's CLDR.
func (l Language) form(value any) int {
	n, _ := value.(int64)
	if value, ok := value.(int); ok {
		n = int64(value)
	}
	// The rules use at most the last two digits, and n must fit an int.
	n, d := min(max(n, -n), 1_000_000+max(n, -n)%1_000_000), l.data()
	is := plural.Cardinal.MatchPlural(d.tag, int(n), 0, 0, 0, 0)
	return max(slices.Index(d.forms, is), 0)
}
