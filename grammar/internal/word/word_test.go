package word

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

// canonical writes a word in the notation, for comparison: the file and rank or the number of each
// step, the sign, D after a promotion.
func canonical(w *record.Word) string {
	var b strings.Builder
	sign := map[record.Separator]string{record.Quiet: "-", record.Take: ":"}[w.Separator]
	for i, s := range w.Steps {
		if i > 0 {
			b.WriteString(sign)
		}
		switch {
		case s.Number > 0:
			fmt.Fprint(&b, s.Number)
		case s.Rank < 0:
			fmt.Fprintf(&b, "%c", 'a'+s.File)
		default:
			fmt.Fprintf(&b, "%c%d", 'a'+s.File, s.Rank+1)
		}
		if w.Promotion>>i&1 != 0 {
			b.WriteByte('D')
		}
	}
	return b.String()
}

// Words as printed in the rule books, with their meaning and the repairs of their spelling.
func TestParseWord(t *testing.T) {
	type repairs = []string // code, from, to
	tests := []struct {
		from    string // its source
		text    string
		want    string
		repairs repairs
	}{
		{"Codex 1.10", "c3-b4", "c3-b4", nil},
		{"Codex 1.10", "a3:a7", "a3:a7", nil},
		{"Codex 1.10", "cb4", "cb4", nil},
		{"Codex 1.10", "a:a7", "a:a7", nil},
		{"Codex 1.10, move 11", "b2:d4:f6:d8D:a5:d2:h6", "b2:d4:f6:d8D:a5:d2:h6", nil},
		{"Codex 1.10, move 11", "d8D:а5", "d8D:a5", repairs{`look-alike а a`}},
		{"Codex 2.3", "9-12", "9-12", nil},
		{"Codex 2.3", "5:13", "5:13", nil},
		{"Codex 2.3", "1: 9", "1:9", nil},
		{"Codex 2.3", "3- 6", "3-6", nil},
		{"Codex 2.3", "9:23D", "9:23D", nil},
		{"Codex 2.3", "17: 3D", "17:3D", nil},
		{"Codex 2.4.2", "17:3D", "17:3D", nil},
		{"Codex 4.2.2", "а1-b2", "a1-b2", repairs{`look-alike а a`}},
		{"Codex 4.2.2, Е for е", "d4:Е5", "d4:e5", repairs{`look-alike Е e`}},
		{"Codex 4.5.1", "сd4", "cd4", repairs{`look-alike с c`}},
		{"Codex 4.5.1", "dс5", "dc5", repairs{`look-alike с c`}},
		{"Codex 4.5.1", "b:d4", "b:d4", nil},
		{"Codex 4.5.1", "е:с5", "e:c5", repairs{`look-alike е e`, `look-alike с c`}},
		{"Adiukh 7.2", "f8:a3:c1:f4:h2", "f8:a3:c1:f4:h2", nil},
		{"Adiukh 7.2", "aa7", "aa7", nil},
		{"Adiukh 7.2", "de3", "de3", nil},
		{"Adiukh 7.2", "da5", "da5", nil},
		{"Adiukh 11, figure 17", "h2-f4-h6-f8", "h2-f4-h6-f8", nil},
		{"Adiukh 11, figure 28", "h8-c3-e1-g3-d6-b4-e1-g3-d6-b4-e1-g3-b8", "h8-c3-e1-g3-d6-b4-e1-g3-d6-b4-e1-g3-b8", nil},
		{"Ukrainian II.3.10.1, as scanned", `A5 \times C3 \times A1`, "a5:c3:a1", repairs{`letter-case A a`, `look-alike \times :`, `letter-case C c`}},
		{"Ukrainian II.3.10.7", "H4xF6xD8xB6", "h4:f6:d8:b6", repairs{`letter-case H h`, `letter-case F f`, `letter-case D d`, `letter-case B b`}},
		{"Ukrainian II.3.10.9", "В4хЕ1хН4хF6хD4", "b4:e1:h4:f6:d4", repairs{`look-alike В b`, `look-alike х :`, `look-alike Е e`, `look-alike Н h`, `letter-case F f`, `letter-case D d`}},
		{"Ukrainian II.3.10.11", "13х22х29", "13:22:29", repairs{`look-alike х :`}},
		{"Ukrainian III.3.11.1", "26x17x28x19", "26:17:28:19", nil},
		{"Ukrainian VI.7.4.2", "d4", "d4", nil},
		{"Ukrainian VI.7.4.2", "bd6", "bd6", nil},
		{"Ukrainian VI.7.4.2", "d:f4", "d:f4", nil},
		{"Ukrainian VI.7.4.2", "f4 : h6", "f4:h6", nil},
		{"Ukrainian VI.7.4.6", "32", "32", nil},
		{"Ukrainian VI.7.4.6", "28:37", "28:37", nil},

		{"a dash of the typesetter's", "c3–b4", "c3-b4", repairs{`dash-kind – -`}},
		{"a typewriter's dash", "c3--b4", "c3-b4", repairs{`dash-kind -- -`}},
		{"a minus with no-break spaces", "32\u00a0−\u00a028", "32-28", repairs{`dash-kind − -`}},
		{"a thin space", "5x\u200914", "5:14", nil},
		{"capitals", "A3-B4", "a3-b4", repairs{`letter-case A a`, `letter-case B b`}},
		{"an asterisk", "c3*e5", "c3:e5", repairs{`look-alike * :`}},
		{"З for 3, as in Codex 1.10 аЗ", "аЗ-b4", "a3-b4", repairs{`look-alike а a`, `look-alike З 3`}},
		{"the soft sign for b, as scanners have it", "Ь6-a5", "b6-a5", repairs{`look-alike Ь b`}},
		{"в by its sound", "a3-в4", "a3-b4", repairs{`look-alike в b`}},
		{"О for 0", "1О-14", "10-14", repairs{`look-alike О 0`}},
		{"l for 1", "l-5", "1-5", repairs{`look-alike l 1`}},
		{"S for 5, as from scanners", "bб-cS", "b6-c5", repairs{`look-alike б 6`, `look-alike S 5`}},
		{"l for 1 in a square", "cl-b2", "c1-b2", repairs{`look-alike l 1`}},
		{"б for 6 in a number", "1б:9", "16:9", repairs{`look-alike б 6`}},
		{"б for 6 before a sign", "б-9", "6-9", repairs{`look-alike б 6`}},
		{"б for 6 in a square", "сб-d5", "c6-d5", repairs{`look-alike с c`, `look-alike б 6`}},
		{"б is file b where that gives a square", "аб5", "ab5", repairs{`look-alike а a`, `look-alike б b`}},
		{"х is file h where that gives a square", "хg5", "hg5", repairs{`look-alike х h`}},
		{"х is file h behind a file", "gх6", "gh6", repairs{`look-alike х h`}},
		{"х is both", "gхх6", "g:h6", repairs{`look-alike х :`, `look-alike х h`}},
		{"д is a file", "дс5", "dc5", repairs{`look-alike д d`, `look-alike с c`}},
		{"the mark behind a short move", "cd8D", "cd8D", nil},
		{"Д is the mark", "c7-d8Д", "c7-d8D", nil},
		{"Д is the mark inside a way", "f6:d8Д:a5", "f6:d8D:a5", nil},
		{"d is the mark", "c7-d8d", "c7-d8D", repairs{`letter-case d D`}},
		{"both signs", "c3:e5-g7", "c3:e5:g7", repairs{`wrong-separator - :`}},
		{"a round way", "c3:c3", "c3:c3", nil},
		{"the colon's key without Shift", "e5;c3", "e5c3", repairs{`wrong-separator ; `}},
		{"the colon's key in Russian", "е5Жс3", "e5c3", repairs{`wrong-separator Ж `, `look-alike е e`, `look-alike с c`}},
		{"a comma, as Ukrainian VI.7.4.6 has them", "c3,b4", "c3b4", repairs{`wrong-separator , `}},
		{"none", "e5 c3", "e5c3", repairs{"wrong-separator   "}},
		{"two keys", "e5=>c3", "e5c3", repairs{`wrong-separator => `}},
		{"the first sign of a way", "e5^c3:a5", "e5c3a5", repairs{`wrong-separator ^ `}},
		{"a typewriter's l for 1", "l6-l2", "16-12", repairs{`look-alike l 1`}},
		{"I for 1", "I1:I8", "11:18", repairs{`look-alike I 1`}},
		{"files of the largest boards", "l6-k5", "l6-k5", nil},
		{"between numbers", "12;16", "1216", repairs{`wrong-separator ; `}},
		{"PDN's zero", "05-10", "5-10", nil},
		{"the widest board", "l12-k11", "l12-k11", nil},
	}
	for _, tt := range tests {
		t.Run(tt.from+"/"+tt.text, func(t *testing.T) {
			w, err := Parse(tt.text)
			require.NoError(t, err)
			require.Equal(t, tt.want, canonical(w))
			var got repairs
			for _, r := range w.Repairs {
				got = append(got, fmt.Sprintf("%s %s %s", r.Code, r.From, r.To))
			}
			require.Equal(t, tt.repairs, got)
			require.Equal(t, tt.text, w.Text)
		})
	}
}

// Texts that are not move words: where the error is and what it says.
func TestParseWordErrors(t *testing.T) {
	tests := []struct {
		text   string
		offset int
		says   string // part of the message
		meant  string
	}{
		{"", 0, "the move is empty", ""},
		{"d8:a5.", 5, `"." (character 6) does not belong here`, "d8:a5"}, // Adiukh 7.2, the table's last line
		{"c3,b4,a5", 2, `"," (character 3) does not belong here`, ""},    // a list
		{"12.16", 2, `"." (character 3) does not belong here`, "12-16"},  // a number and a number
		{"c3-b4!d6", 5, `"!" (character 6) does not belong here`, ""},    // a move with its mark, and another
		{"c3-", 3, "not finished", ""},
		{"c", 1, "not finished", ""},
		{"c-", 2, "not finished", ""},
		{"c3--b4!", 6, `"!"`, ""},
		{"с3-и4", 4, `"и" (character 4) does not belong here; expected a square`, "c3-b4"}, // the keyboard was Cyrillic
		{"c3 b", 2, "a space", ""},
		{" c3-b4", 0, "a space", ""},
		{"c3-b4 ", 5, "a space", ""},
		{"c3-13", 3, `"13" (character 4) does not belong here; expected a square`, ""},
		{"9-c3", 2, `"c"`, ""},
		{"9-100", 2, "numbers go from 1 to 99", ""},
		{"c13-d14", 0, "expected one such as c3", ""},
		{"c03-d4", 0, "expected one such as c3", ""},
		{"c3-c3", 3, "must not end where it begins", ""},
		{"c3:e5:e5:g7", 6, "must not end where it begins", ""},
		{"3732", 0, "numbers go from 1 to 99", "37-32"}, // Ukrainian rules VI.7.4.6, the dash lost
		{strings.Repeat("a1:c3:", 16) + "e5", 96, "at most 32 squares", ""},
		{"a1" + strings.Repeat(":", 1000), 3, `":" (character 4) does not belong here; expected a square`, ""},
		{"g3-hй", 3, `"hй" (character 4) does not belong here; expected a square`, ""},
		{"b-", 2, "expected a square such as c3", ""},
		{":13", 0, "; expected a number such as 9", ""},
		{"1-0", 2, "results", ""},
		{"0-1", 0, "results", ""},
		{"2-0", 2, "results", ""},
		{"0-0", 0, "results", ""},
		{"1-1", 2, "must not end where it begins", ""},
		{"1/2-1/2", 1, `"/"`, ""},
		{"½-½", 0, `"½"`, ""},
		{"*", 0, `"*" (character 1) does not belong here`, ""},
		{"D", 1, "not finished", ""},
		{"\xff\xfe", 0, "does not belong here", ""},
		{"Черные", 0, `"Ч"`, ""},
		{"сдались", 2, `"д"`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			w, err := Parse(tt.text)
			require.Nil(t, w)
			var e *Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, tt.offset, e.at, err)
			require.Contains(t, err.Error(), tt.says)
			require.Equal(t, tt.meant, e.Meant())
			require.Equal(t, tt.text, e.Text)
		})
	}
}

// How much of a text is squares with a wrong sign between them: up to the first text that is not
// part of them, and nothing for lists, other words and dates.
func TestMissigned(t *testing.T) {
	for text, want := range map[string]int{
		"e5;c3":              5,
		"28*46 1-0":          5,
		"e5;c3 b2:d4":        5,
		"e5!c3!":             5, // the second is a mark
		"e5;c3;":             5,
		"e5->c3":             6,
		"e5:c3":              0,
		"e5-c3":              0,
		"e5; c3":             0,
		"e5;c3;a5":           0, // a list
		"e5;c3-d4":           0, // a square and a move
		"c3-b4;d6-e5":        0, // moves
		"c3:e5!d6:f4":        0,
		"cb4.bc5":            0,
		"12;16":              5,
		"12=16":              5,
		"12.16":              0, // a number before a number
		"12,16":              0,
		"12/16":              0, // a date
		"32-28?19-23":        0,
		"24+13":              0, // a mark
		"12;160":             0,
		"a10;b2":             0,
		"":                   0,
		"e5":                 0,
		"e5\xff\xff\xff\xff": 0,
	} {
		require.Equal(t, want, Missigned(text), text)
	}
}
