package main

import (
	"strings"

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
// one of the environment.
func languageOf(args []string, getenv func(string) string) message.Language {
	if l, err := message.ParseLanguage(flagBefore(args, "lang")); err == nil {
		return l
	}
	return message.Detect(getenv)
}

// flagBefore returns the value of a flag that has to be known before the flags are
// read, since help and what is wrong with them depend on it; "" where it is not
// given. What is wrong with the flag itself is told when it is read.
func flagBefore(args []string, name string) (value string) {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if given, ok := strings.CutPrefix(arg, "--"+name+"="); ok {
			value = given
		} else if arg == "--"+name && i+1 < len(args) {
			value = args[i+1]
		}
	}
	return value
}
