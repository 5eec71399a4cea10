package main

import (
	"strings"

	"github.com/stolb/stolb/convert/jsonl"
	"github.com/stolb/stolb/record/message"
)

// language is the one in which people are spoken to. It is settled before any
// work begins and not changed by it.
var language message.Language

// say puts a message into words: see message.Of for the arguments.
func say(id message.ID, args ...any) string { return message.Of(id, args...).In(language) }

// languageNames are the languages that --lang takes.
func languageNames() []string {
	var names []string
	for _, l := range message.Languages() {
		names = append(names, l.String())
	}
	return names
}

// languageOf returns the language that a command line asks for with --lang, or the
// one of the environment. Help is written in it, so that it has to be known before
// the flags are; what is wrong with the flag is told when they are read.
func languageOf(args []string, getenv func(string) string) message.Language {
	for i, arg := range args {
		value, given := strings.CutPrefix(arg, "--lang=")
		switch {
		case arg == "--":
			return message.Detect(getenv)
		case arg == "--lang" && i+1 < len(args):
			value, given = args[i+1], true
		}
		if l, err := message.ParseLanguage(value); given && err == nil {
			return l
		}
	}
	return message.Detect(getenv)
}

// speaking has a writer of JSON write its messages in the reader's language.
func speaking(w *jsonl.Writer) *jsonl.Writer {
	w.Language = language
	return w
}
