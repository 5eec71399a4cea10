package main

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/fatih/color"

	"github.com/stolb/stolb/record/message"
)

// language is the language of messages, set before any work begins.
var language message.Language

// say renders a message: see message.Of for the arguments.
func say(id message.ID, args ...any) string { return message.Of(id, args...).In(language) }

// flagBefore returns the value of a flag, or "" if absent, before flags are parsed: help and usage
// errors depend on it. The parser reports errors in the flag itself later.
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

// coloured is true if reports are in colour; it is set before any work begins.
var coloured bool

var (
	placeColour = paintOf(color.Bold)
	errorColour = paintOf(color.FgRed, color.Bold)
	warnColour  = paintOf(color.FgYellow)
	noteColour  = paintOf(color.FgCyan)
	fineColour  = paintOf(color.FgGreen)

	// colours are those of severities and verdicts by name.
	colours = map[string]*color.Color{
		"legal": fineColour, "repaired": warnColour, "unjudged": noteColour, "remark": noteColour,
		"illegal": errorColour, "unreadable": paintOf(color.FgMagenta, color.Bold),
		"certain": fineColour, "likely": noteColour, "open": warnColour, "lost": errorColour,
	}
)

// paintOf returns a colour; EnableColor keeps the library from deciding by itself whether to use it.
func paintOf(attributes ...color.Attribute) *color.Color {
	c := color.New(attributes...)
	c.EnableColor()
	return c
}

func painted(c *color.Color, text string) string {
	if !coloured || c == nil {
		return text
	}
	return c.Sprint(text)
}

// inColour reports whether output to a stream is coloured: as --color says, by default
// if it is a terminal that can show colours and NO_COLOR is not set (no-color.org).
func inColour(args []string, stream any, getenv func(string) string) bool {
	switch flagBefore(args, "color") {
	case "always":
		return true
	case "never":
		return false
	}
	return isTerminal(stream) && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
}

// sequences matches the escape sequences that colour text in a terminal.
var sequences = regexp.MustCompile("\x1b\\[[0-9;]*m")

// report writes report text to standard error, without colours unless that is coloured.
func (s *streams) report(text []byte) {
	if !s.coloured && bytes.IndexByte(text, '\x1b') >= 0 {
		text = sequences.ReplaceAll(text, nil)
	}
	s.err.Write(text)
}
