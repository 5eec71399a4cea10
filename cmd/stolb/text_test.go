package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/grammar"
)

func TestExcerpt(t *testing.T) {
	for _, test := range []struct {
		name, line, word, shown, carets string
	}{
		{
			"plain", "1. c3-b4 b6-c5", "b6-c5",
			"1. c3-b4 b6-c5",
			"         ^^^^^",
		}, {
			"a tab before the word is a tab before the carets", "1.\tc3-b4\tb6-c5", "b6-c5",
			"1.\tc3-b4\tb6-c5",
			"  \t     \t^^^^^",
		}, {
			"Cyrillic takes two bytes and one cell", "Иванов – Петров: 1. c3-b4", "c3-b4",
			"Иванов – Петров: 1. c3-b4",
			"                    ^^^^^",
		}, {
			"Chinese takes two cells", "漢字 c3-b4", "c3-b4",
			"漢字 c3-b4",
			"     ^^^^^",
		}, {
			"an accent takes none", "е\u0301 c3-b4", "c3-b4",
			"е\u0301 c3-b4",
			"  ^^^^^",
		}, {
			"what commands the terminal does not get there", "\x1b[31m\u202ec3-b4\x00", "c3-b4",
			"\uFFFD[31m\uFFFDc3-b4\uFFFD",
			"      ^^^^^",
		}, {
			"bytes that are no text", "\xff\xfe c3-b4", "c3-b4",
			"\uFFFD\uFFFD c3-b4",
			"   ^^^^^",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			shown, carets := excerpt(test.line, strings.Index(test.line, test.word), len(test.word))
			require.Equal(t, test.shown, shown)
			require.Equal(t, test.carets, carets)
		})
	}
}

func TestExcerptOfNoLength(t *testing.T) {
	_, carets := excerpt("c3-b4", 2, 0)
	require.Equal(t, "  ^", carets)
	_, carets = excerpt("с3-b4", 0, 0) // Cyrillic, two bytes
	require.Equal(t, "^", carets)
	_, carets = excerpt("c3-b4", 5, 0)
	require.Equal(t, "     ^", carets)
	_, carets = excerpt("", 0, 0)
	require.Equal(t, "^", carets)
	_, carets = excerpt("c3-b4", 99, 99)
	require.Equal(t, "     ^", carets)
}

// A line that is too long is cut around the word, which keeps its carets.
func TestExcerptOfLongLines(t *testing.T) {
	const words = 1000
	line := strings.Repeat("c3-b4 ", words)
	for _, n := range []int{0, 1, 5, 500, words - 2, words - 1} {
		shown, carets := excerpt(line, 6*n, 5)
		require.LessOrEqual(t, utf8.RuneCountInString(shown), lineCells+2)
		require.Greater(t, utf8.RuneCountInString(shown), lineCells-6, "the room is used")
		marked := strings.IndexByte(carets, '^')
		require.Equal(t, "c3-b4", string([]rune(shown)[marked:marked+5]))
		require.Equal(t, "^^^^^", strings.TrimSpace(carets))
		require.Equal(t, n > 5, strings.HasPrefix(shown, "…"))
		require.Equal(t, n < words-5, strings.HasSuffix(shown, "…"))
	}

	shown, carets := excerpt(line, 0, len(line)) // a word as long as the line
	require.Equal(t, lineCells+1, utf8.RuneCountInString(shown))
	require.Equal(t, strings.Repeat("^", lineCells), carets)
}

func TestClean(t *testing.T) {
	require.Equal(t, "Иванов", clean("Иванов", 6))
	require.Equal(t, "Ивано…", clean("Иванов", 5))
	require.Equal(t, "a\uFFFD[2Jb\uFFFDc", clean("a\x1b[2Jb\nc", 60))
}

func FuzzExcerpt(f *testing.F) {
	f.Add("1. c3-b4\tb6-c5", 9, 5)
	f.Add("\xff\x1b漢字е\u0301", 2, 100)
	f.Add("", -1, -1)
	f.Add(strings.Repeat("c3-b4 ", 100), 300, 5)
	f.Add(strings.Repeat("c3-b4 ", 100), 300, 200)
	f.Fuzz(func(t *testing.T, line string, at, length int) {
		shown, carets := excerpt(line, at, length)
		require.True(t, utf8.ValidString(shown))
		require.NotContains(t, shown, "\x1b")
		require.Contains(t, carets, "^")
		// Tabs are at the same places in both lines, up to the end of the carets.
		require.LessOrEqual(t, strings.Count(carets, "\t"), strings.Count(shown, "\t"))
	})
}

func TestNearest(t *testing.T) {
	names := []string{"check", "moves", "perft", "show", "pool"}
	for word, want := range map[string]string{
		"check": "check", "chekc": "check", "chk": "check", "Check": "check", "perf": "perft", "preft": "perft",
		"mov": "moves", "sohw": "show", "checking": "check", "xyzzy": "", "": "", "q": "", "foo": "",
	} {
		require.Equal(t, want, grammar.Nearest(word, names), word)
	}
	cyrillic := []string{"ход", "пул"}
	for word, want := range map[string]string{"хот": "ход", "фул": "пул", "х": "", "фус": ""} {
		require.Equal(t, want, grammar.Nearest(word, cyrillic), word)
	}
	require.Empty(t, grammar.Nearest(strings.Repeat("check", 1000), names))
	require.Empty(t, grammar.Nearest("", []string{"c"}))
}
