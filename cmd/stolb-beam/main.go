// Command stolb-beam judges game records as stolb check does, converts them as stolb convert does
// and counts them as stolb stats does, on Apache Beam, with any number of machines. README.md
// describes how to start it.
//
// Start with build in pipeline.go, the pipeline; then survey.go, which divides the work among the
// workers, and judge.go, which does it.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// The exit codes, the same as those of stolb.
const (
	exitFine   = 0 // every game is legal, or legal once its spelling is corrected
	exitFaults = 1 // finished, but some game is illegal or unreadable
	exitFailed = 2 // failed, or could not read all of its input
)

func main() {
	o := &commandLine{language: message.Detect(os.Getenv)}
	o.declare(flag.CommandLine, os.Args[1:])
	if exit, ended := o.parse(os.Args[1:], os.Stderr); ended {
		os.Exit(exit)
	}
	if runner := *runners.Runner; runner == "" || runner == "prism" {
		log.LogLevel = "warn" // hide the steps of Beam's own runner
	}
	beam.Init() // does not return in a worker
	os.Exit(o.run(context.Background(), os.Stderr))
}

// beamRunners are those that beamx registers. Any other would make Beam exit with its own code.
var beamRunners = []string{
	"prism", "flink", "spark", "dataflow", "universal", "direct", "dot", "portable",
	"PrismRunner", "FlinkRunner", "SparkRunner", "DataflowRunner", "PortableRunner", "DirectRunner",
}

const (
	defaultRange = 64 << 20 // bytes of the input that a worker judges at a time
	sizeExample  = "4MB"    // a value of --range
)

type commandLine struct {
	Options
	language message.Language
	flags    *pflag.FlagSet // including those of Beam
	own      *pflag.FlagSet
}

// declare declares the flags, with help in the language, which it first looks for in args.
func (c *commandLine) declare(ofBeam *flag.FlagSet, args []string) {
	for i, arg := range args {
		value, given := strings.CutPrefix(arg, "--lang=")
		if !given && arg == "--lang" && i+1 < len(args) {
			value = args[i+1]
		}
		if l, err := message.ParseLanguage(value); err == nil {
			c.language = l
		}
	}
	say := func(id message.ID, args ...any) string { return message.Of(id, args...).In(c.language) }
	c.flags, c.RangeBytes = pflag.NewFlagSet("stolb-beam", pflag.ContinueOnError), defaultRange
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.own, own.SortFlags = own, false
	own.StringArrayVar(&c.Input, "input", nil, say("beam.flag-input", "stores", "gs://, s3://"))
	own.StringVar(&c.Output, "output", "", say("beam.flag-output"))
	own.StringVar(&c.Variant, "variant", "", say("beam.flag-variant"))
	own.StringVar(&c.Encoding, "encoding", "", say("beam.flag-encoding"))
	own.StringSliceVar(&c.Write, "write", nil, say("beam.flag-write",
		"all", strings.Join(what, ","), "but", what[len(what)-1]))
	own.StringSliceVar(&c.Partition, "partition", nil, say("beam.flag-partition",
		"columns", strings.Join(convert.Partitions(), ", "), "none", "none", "first", "variant"))
	own.StringSliceVar(&c.Columns, "columns", nil, say("beam.flag-columns", "all", "all"))
	own.IntVar(&c.Depth, "depth", 6, say("beam.flag-depth"))
	own.StringVar(&c.Event, "event", "", say("beam.flag-event"))
	own.BoolVar(&c.Teams, "teams", false, say("beam.flag-teams"))
	own.Func("range", say("beam.flag-range", "example", sizeExample), func(size string) error {
		n, err := humanize.ParseBytes(size)
		if c.RangeBytes = int64(min(n, math.MaxInt64)); err != nil {
			c.RangeBytes = 0 // rejected by check
		}
		return nil
	})
	own.StringVar(&c.Language, "lang", c.language.String(), say("beam.flag-lang", "languages", "en, ru, uk"))
	c.flags.AddFlagSet(own)
	c.flags.AddGoFlagSet(ofBeam)
	c.flags.Usage = func() {
		out := c.flags.Output()
		fmt.Fprintln(out, say("beam.usage", "example", "stolb-beam --input 'games/*.pdn' --output out"))
		own.VisitAll(func(f *pflag.Flag) { fmt.Fprintf(out, "  --%-12s %s\n", f.Name, f.Usage) })
		fmt.Fprintln(out, say("beam.usage-runners", "beam", "Apache Beam", "own", "prism", "others", "flink, spark, dataflow, universal"))
	}
}

// parse parses the flags. ended is true if the program must exit: after help or an error.
func (c *commandLine) parse(args []string, errs io.Writer) (exit int, ended bool) {
	c.flags.SetOutput(errs)
	switch err := c.flags.Parse(args); {
	case err == nil:
		return exitFine, false
	case !errors.Is(err, pflag.ErrHelp):
		fmt.Fprintln(errs, "stolb-beam:", wrongFlag(err).In(c.language))
		return exitFailed, true
	}
	return exitFine, true
}

// wrongFlag converts an error of package pflag to a message.
func wrongFlag(err error) message.Message {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var odd *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		return message.Of("beam.no-flag", "flag", "--"+cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName()))
	case errors.As(err, &odd):
		return message.Of("beam.no-flag", "flag", odd.GetSpecifiedFlag())
	case errors.As(err, &bare):
		return message.Of("beam.no-value", "flag", "--"+bare.GetSpecifiedName())
	case errors.As(err, &invalid):
		return message.Of("beam.wrong-value", "flag", "--"+invalid.GetFlag().Name, "value", invalid.GetValue())
	}
	return message.From(err)
}

// check sets the defaults of the command line, and returns an error if it is wrong.
func (c *commandLine) check(rest []string) error {
	if len(c.Write) == 0 {
		c.Write = what[:len(what)-1]
	}
	if len(c.Partition) == 0 {
		c.Partition = []string{"variant"}
	}
	if c.Partition = slices.DeleteFunc(c.Partition, func(s string) bool { return s == "none" }); len(c.Partition) == 0 {
		c.Partition = nil
	}
	columns := slices.Concat(convert.Columns("games"), convert.Columns("plies"), convert.Columns("faults"))
	for _, list := range []struct {
		flag         string
		given, known []string
	}{
		{"--write", c.Write, what}, {"--partition", c.Partition, convert.Partitions()}, {"--columns", slices.DeleteFunc(slices.Clone(c.Columns), isTag), append(columns, "all")},
		{"--lang", []string{c.Language}, []string{"en", "ru", "uk"}},
		{"--runner", []string{*runners.Runner}, append(beamRunners, "")},
	} {
		for _, word := range list.given {
			if !slices.Contains(list.known, word) {
				known := slices.DeleteFunc(list.known, func(s string) bool { return s == "" })
				return message.Of("beam.unknown-word", "flag", list.flag, "word", word, "words", message.Or(known...))
			}
		}
	}
	_, err := record.ParseVariant(c.Variant)
	switch {
	case len(rest) > 0:
		return message.Of("beam.no-argument", "argument", rest[0])
	case len(c.Input) == 0:
		return message.Of("beam.no-input", "example", "--input 'games/*.pdn'")
	case c.Output == "":
		return message.Of("beam.no-output", "example", "--output out")
	case c.Variant != "" && err != nil:
		return err
	case c.Encoding != "" && !slices.Contains(grammar.Encodings(), strings.ToLower(c.Encoding)):
		return message.Of("beam.unknown-word", "flag", "--encoding", "word", c.Encoding, "words", message.Or(grammar.Encodings()...))
	case c.Depth < 0 || c.Depth > stats.MaxDepth:
		return message.Of("beam.depth", "most", stats.MaxDepth)
	case (c.Event != "" || c.Teams) && !c.writes("crosstable"):
		return message.Of("beam.no-crosstable", "event", "--event", "teams", "--teams", "write", "--write crosstable")
	case c.RangeBytes < 1:
		return message.Of("beam.range", "example", sizeExample)
	}
	return nil
}

func isTag(column string) bool { return strings.HasPrefix(column, "tag:") && column != "tag:" }

func (c *commandLine) run(ctx context.Context, errs io.Writer) int {
	say := func(what any) { fmt.Fprintln(errs, "stolb-beam:", what) }
	var summary *Summary
	err := c.check(c.flags.Args())
	if err == nil {
		summary, err = c.work(ctx)
	}
	if err != nil {
		say(message.Say(err, c.language))
		return exitFailed
	}
	for _, why := range summary.Unread {
		say(why)
	}
	say(c.done(summary).In(c.language))
	switch {
	case summary.UnreadFiles > 0:
		return exitFailed
	case summary.Verdicts[replay.Illegal.String()]+summary.Verdicts[replay.Unreadable.String()] > 0:
		return exitFaults
	}
	return exitFine
}

// done returns the totals, as stolb check reports them.
func (c *commandLine) done(summary *Summary) message.Message {
	var verdicts []string
	for _, v := range []replay.Verdict{replay.Legal, replay.Repaired, replay.Illegal, replay.Unreadable, replay.Unjudged} {
		if n := int(summary.Verdicts[v.String()]); n > 0 || v != replay.Unjudged {
			verdicts = append(verdicts, message.Of("check.verdict", "n", n, "verdict", message.Term("verdict-"+v.String())).In(c.language))
		}
	}
	games := message.Of("check.games-in-files", "games", int(summary.Games), "files", int(summary.Files),
		"verdicts", message.Verbatim(strings.Join(verdicts, ", ")))
	return message.Of("beam.done", "games", games, "folder", c.Output)
}

// comeFrom sets the provenance of the output, with checksums of only this machine's files.
func (c *commandLine) comeFrom(ctx context.Context) (err error) {
	var files []string
	for _, pattern := range c.Input {
		if isLocal(pattern) {
			names, err := filepath.Glob(pattern)
			if err != nil {
				return err
			}
			files = append(files, names...)
		}
	}
	command := []string{"stolb-beam"}
	c.own.VisitAll(func(f *pflag.Flag) {
		if value := strings.Trim(f.Value.String(), "[]"); value != "" && f.Name != "output" {
			command = append(command, "--"+f.Name+"="+value)
		}
	})
	c.Provenance, err = convert.NewProvenance(ctx, command, convert.Open(files, convert.Options{}))
	return err
}

func (c *commandLine) work(ctx context.Context) (*Summary, error) {
	if err := prepare(ctx, c.Output); err != nil {
		return nil, err
	}
	if err := c.comeFrom(ctx); err != nil {
		return nil, err
	}
	p := beam.NewPipeline()
	build(p, c.Options)
	if err := beamx.Run(ctx, p); err != nil {
		return nil, err
	}
	s, name := new(Summary), within(c.Output, summaryName)
	return s, on(ctx, name, func(fs filesystem.Interface) error {
		text, err := filesystem.Read(ctx, fs, name)
		return cmp.Or(err, json.Unmarshal(text, s))
	})
}
