package main

import (
	"github.com/stolb/stolb/record/message"
)

// language is the one in which people are spoken to. It is settled before any
// work begins and not changed by it.
var language message.Language

// say puts a message into words: see message.Of for the arguments.
func say(id message.ID, args ...any) string { return message.Of(id, args...).In(language) }
