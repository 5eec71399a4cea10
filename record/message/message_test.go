package message

import (
	"errors"
	"io/fs"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDetect(t *testing.T) {
	for _, test := range []struct {
		all, messages, lang string
		want                Language
	}{
		{"", "", "", English},
		{"", "", "ru_RU.UTF-8", Russian},
		{"", "", "uk_UA", Ukrainian},
		{"", "", "uk", Ukrainian},
		{"", "", "ru@petr1708", Russian},
		{"", "", "RU-ru", Russian},
		{"", "", "C", English},
		{"", "", "POSIX", English},
		{"", "", "de_DE.UTF-8", English},
		{"C", "", "ru_RU.UTF-8", English},
		{"C.UTF-8", "uk_UA.UTF-8", "ru_RU.UTF-8", English},
		{"", "uk_UA.UTF-8", "ru_RU.UTF-8", Ukrainian},
		{"ru_RU.UTF-8", "uk_UA.UTF-8", "C", Russian},
		{"", "fr_FR", "ru_RU", English},
	} {
		env := map[string]string{"LC_ALL": test.all, "LC_MESSAGES": test.messages, "LANG": test.lang}
		require.Equal(t, test.want, Detect(func(name string) string { return env[name] }), env)
	}
}

func TestParseLanguage(t *testing.T) {
	for _, l := range Languages() {
		got, err := ParseLanguage(l.String())
		require.NoError(t, err)
		require.Equal(t, l, got)
	}
	_, err := ParseLanguage("de")
	require.EqualError(t, err, "no language de; the languages are en, ru or uk")
}

// The forms follow Unicode's table of plurals.
func TestForms(t *testing.T) {
	for form, numbers := range [][]int{
		{1, 21, 31, 101, 1001, 1_000_001},
		{2, 3, 4, 22, 34, 102, 1_000_002},
		{0, 5, 10, 11, 12, 13, 14, 19, 20, 25, 100, 111, 112, 1000, 1_000_011},
	} {
		for _, n := range numbers {
			require.Equal(t, form, Russian.form(n), n)
			require.Equal(t, form, Ukrainian.form(int64(n)), n)
			require.Equal(t, form, Russian.form(-n), n)
		}
	}
	for n := range 200 {
		want := 1
		if n == 1 {
			want = 0
		}
		require.Equal(t, want, English.form(n), n)
	}
}

func TestArguments(t *testing.T) {
	say := func(l Language, text string, args ...any) string {
		s, err := parse(l, text)
		require.NoError(t, err)
		return string(s.append(nil, Of("test", args...), l))
	}
	require.Equal(t, "21 ход", say(Russian, "{n} {n|ход|хода|ходов}", "n", 21))
	require.Equal(t, "3 партії, 5 ходів", say(Ukrainian, "{g} {g|партія|партії|партій}, {n} {n|хід|ходи|ходів}", "n", 5, "g", 3))
	require.Equal(t, "у белых", say(Russian, "у {side.genitive}", "side", Term("white")))
	require.Equal(t, "Black's", say(English, "{side.possessive}", "side", Term("black")))
	require.Equal(t, "{a} чорні", say(Ukrainian, "{{a}} {side.vocative}", "side", Term("black")))
	require.Equal(t, "Кодекс 1.6.1", say(Russian, "{rule}", "rule", Rule("Codex 1.6.1")))
	require.Equal(t, "Правила гри в шашки II.3.3", say(Ukrainian, "{rule}", "rule", Rule("Ukrainian rules II.3.3")))
	require.Equal(t, "a, b или еще 3", say(Russian, "{l}", "l", Or[any]("a", "b", Of("message.more", "n", 3))))
	require.Equal(t, "a та білі", say(Ukrainian, "{l}", "l", And[any]("a", Term("white"))))
	require.Equal(t, "", say(English, "{l}", "l", Or[any]()))
	require.Equal(t, "0,50", say(Russian, "{p}", "p", Decimal(0.5, 2)))
	require.Equal(t, "0.5", say(English, "{p}", "p", Decimal(0.5, 1)))
	require.Equal(t, "0, 0,0", say(Russian, "{p}, {q}", "p", Decimal(-0.4, 0), "q", Decimal(math.Copysign(0, -1), 1)))
	require.Equal(t, "-1", say(Russian, "{p}", "p", Decimal(-0.6, 0)))
	require.Equal(t, `a\x00`, say(English, "{w}", "w", "a\x00"))
	require.Equal(t, `"é"`, say(English, "{w}", "w", `"é"`))
	require.Equal(t, `"c"`, say(English, "{q}", "q", Quoted("c")))
	require.Equal(t, "«c» или «\\x00»", say(Russian, "{l}", "l", Or(Quoted("c"), Quoted("\x00"))))
	require.Equal(t, "a; b", say(Russian, "{m}", "m", Then(Verbatim("a"), Verbatim("b"))))
	require.Equal(t, "x: такого файла или папки нет", say(Russian, "{e}", "e", &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}))
}

func TestErrors(t *testing.T) {
	err := error(Of("message.path", "path", "x", "why", fs.ErrExist))
	require.ErrorIs(t, err, fs.ErrExist)
	require.EqualError(t, err, "x: file already exists")
	require.Equal(t, "x: файл уже есть", Say(err, Russian))
	require.Equal(t, err, From(err))
	require.Equal(t, "boom", From(errors.New("boom")).In(Ukrainian))
	require.True(t, Then(Message{}, Message{}).IsZero())
	require.True(t, From(nil).IsZero())
	require.Equal(t, "no.such", Of("no.such").In(Russian))
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"{", "}", "{a", "{}", "{n|a}", "{n|a|b|c}", "{n.x|a|b}", "a } b"} {
		_, err := parse(English, text)
		require.Error(t, err, text)
	}
}

func BenchmarkIn(b *testing.B) {
	m := Of("replay.word", "word", "a3-b4", "why", Of("replay.capture-missed",
		"rule", Rule("Codex 1.6.1"), "moves", Or("c3:e5", "c3:a5", "e3:g5")))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		dst = m.AppendIn(dst[:0], Russian)
	}
}

// One operation reads the largest file of a language, which happens once, for its first message.
func BenchmarkReadFile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, err := readFile(Russian, "replay")
		require.NoError(b, err)
	}
}
