package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"

	"github.com/fatih/color"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/replay/restore"
)

// language is the one in which people are spoken to, settled before any work begins.
var language message.Language

// say puts a message into words: see message.Of for the arguments.
func say(id message.ID, args ...any) string { return message.Of(id, args...).In(language) }

// flagBefore returns the value of a flag, "" for none, before the flags are read: help and what
// is wrong with them depend on it. What is wrong with the flag itself is reported then.
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

// coloured says whether reports are written in colour, settled before any work begins.
var coloured bool

// The colours; EnableColor, for the library would decide by itself otherwise.
var (
	placeColour      = paintOf(color.Bold)
	errorColour      = paintOf(color.FgRed, color.Bold)
	unreadableColour = paintOf(color.FgMagenta, color.Bold)
	repairedColour   = paintOf(color.FgYellow)
	remarkColour     = paintOf(color.FgCyan)
	legalColour      = paintOf(color.FgGreen)

	severityColours = [...]*color.Color{
		record.Remark: remarkColour, record.Repaired: repairedColour,
		record.Illegal: errorColour, record.Unreadable: unreadableColour,
	}
	verdictColours = [...]*color.Color{
		replay.Legal: legalColour, replay.Repaired: repairedColour, replay.Unjudged: remarkColour,
		replay.Illegal: errorColour, replay.Unreadable: unreadableColour,
	}
	restoredColours = [...]*color.Color{
		restore.Lost: errorColour, restore.Open: repairedColour,
		restore.Likely: remarkColour, restore.Certain: legalColour,
	}
)

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

// sequences are those that colour a terminal's text.
var sequences = regexp.MustCompile("\x1b\\[[0-9;]*m")

// report writes text of a report to standard error, plain where that is not coloured.
func (s *streams) report(text []byte) {
	if !s.coloured && bytes.IndexByte(text, '\x1b') >= 0 {
		text = sequences.ReplaceAll(text, nil)
	}
	s.err.Write(text)
}

// settle settles language and colours by a command line and the environment.
func (s *streams) settle(args []string) {
	var err error
	if language, err = message.ParseLanguage(flagBefore(args, "lang")); err != nil {
		language = message.Detect(os.Getenv)
	}
	coloured = inColour(args, s.stdout, os.Getenv)
	s.coloured = inColour(args, s.err, os.Getenv)
}
