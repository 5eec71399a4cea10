package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/record/message"
)

func versionCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:  "version",
		Args: noArguments("usage.too-many"),
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprint(s.out, version())
			return nil
		},
	}
}

// moduleVersion is the version of Stolb, "" where the Go tool does not know it.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return ""
}

// version returns what the Go tool wrote into the binary, in lines.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{GoVersion: runtime.Version()}
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	var lines strings.Builder
	fmt.Fprintf(&lines, "stolb %s %s %s/%s\n", cmp.Or(info.Main.Version, "(devel)"), info.GoVersion, runtime.GOOS, runtime.GOARCH)
	if revision := settings["vcs.revision"]; revision != "" {
		commit := message.Of("help.commit", "revision", revision, "time", settings["vcs.time"])
		if settings["vcs.modified"] == "true" {
			commit = message.Of("help.commit-changed", "revision", revision, "time", settings["vcs.time"])
		}
		lines.WriteString(commit.In(language) + "\n")
	}
	return lines.String()
}
