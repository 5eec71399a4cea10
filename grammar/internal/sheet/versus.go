package sheet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/stolb/stolb/grammar/internal/word"
)

// A sign between names, by how sure it is.
const (
	noSign     = iota
	commaSign  // "C, D:"
	hyphenSign // Петров-Водкин has one, too
	gluedDash  // И.–Петров
	slashSign  // "C / D:"
	versusSign // "C vs D"
	dashSign   // between spaces
)

// versusWords are the words that stand between two names.
var versusWords = map[string]bool{"vs": true, "v": true, "versus": true, "против": true, "проти": true, "contra": true, "&": true}

// versusBytes are those with which they begin.
var versusBytes = word.ByteSet("vVcC&\xd0")

const maxVersus = len("против.")

// mayBeVersus says, at little cost, whether one of them may begin at byte i of a text.
func mayBeVersus(text string, i int) bool {
	if i >= len(text) || !versusBytes[text[i]] {
		return false
	}
	return text[i] != "п"[0] || i+1 < len(text) && (text[i+1] == "п"[1] || text[i+1] == "П"[1])
}

// signBetween finds the surest sign between two names, the last of those.
func signBetween(head string, inLine, colon bool) (at, width int) {
	sure := noSign
	at = -1
	for i, w := 0, 0; i < len(head); i += w {
		c := head[i]
		w = 1
		if c < utf8.RuneSelf && c != '-' && c != ',' && c != '/' && c != ':' && c != ' ' || c >= 0xd0 && c <= 0xd4 { // Cyrillic
			continue
		}
		is, wide := noSign, 0
		switch r, n := utf8.DecodeRuneInString(head[i:]); {
		case c == ' ':
			if !mayBeVersus(head, i+1) {
				break
			}
			end := i + 1
			for end < len(head) && head[end] != ' ' && end <= i+maxVersus {
				end++
			}
			if known, _ := word.LookUp(versusWords, strings.TrimRight(head[i+1:end], ".")); known {
				is, wide = versusSign, end-i
			}
		case c == ',' && inLine && colon:
			is, wide = commaSign, 1
		case c == '/', c == ':' && i > 0 && head[i-1] == ' ' && i+1 < len(head) && head[i+1] == ' ':
			is, wide = slashSign, 1
		case word.IsDash(r):
			w = n
			for {
				r, n := utf8.DecodeRuneInString(head[i+w:])
				if n == 0 || !word.IsDash(r) {
					break
				}
				w += n
			}
			wide = w
			before, _ := utf8.DecodeLastRuneInString(head[:i])
			after, _ := utf8.DecodeRuneInString(head[i+w:])
			switch {
			case word.IsSpace(before) && word.IsSpace(after):
				is = dashSign
			case !inLine && r == '-' || !unicode.IsUpper(after) || !word.IsLetter(before) && before != '.':
			case r != '-':
				is = gluedDash
			default:
				is = hyphenSign
			}
		default:
			w = n
		}
		if is > noSign && (is > sure || is == sure && is != hyphenSign && is != commaSign) {
			at, width, sure = i, wide, is
		}
	}
	return at, width
}
