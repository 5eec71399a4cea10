// Command stolb-beam judges game records as stolb check does, writes them as stolb
// convert does and counts them as stolb stats does, on Apache Beam: on as many
// machines as there are. README.md says how it is started.
//
// Read first: build in pipeline.go, which is the pipeline; survey.go, where what
// workers do is divided; then judge.go, which is their work.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
	"github.com/stolb/stolb/stats"
)

// The exit codes, as those of stolb.
const (
	exitFine   = 0 // every game is legal, or legal once its spelling is put right
	exitFaults = 1 // the work is done, and some game is illegal or unreadable
	exitFailed = 2 // it could not work, or not on all that it was given
)

func main() {
	o := &asked{language: message.Detect(os.Getenv)}
	o.declare(flag.CommandLine, os.Args[1:])
	if exit, ended := o.parse(os.Args[1:], os.Stderr); ended {
		os.Exit(exit)
	}
	if runner := *runners.Runner; runner == "" || runner == "prism" {
		log.LogLevel = "warn" // what Beam's own runner does is nothing that is asked for
	}
	beam.Init() // a worker goes no further
	os.Exit(o.run(context.Background(), os.Stderr))
}

// beamRunners are the runners that beamx registers; of another Beam ends the program
// with an exit code that says something else here.
var beamRunners = []string{
	"prism", "flink", "spark", "dataflow", "universal", "direct", "dot", "portable",
	"PrismRunner", "FlinkRunner", "SparkRunner", "DataflowRunner", "PortableRunner", "DirectRunner",
}

// defaultRange is how many bytes of the input one worker judges in one go.
const defaultRange = 64 << 20

// asked is the command line.
type asked struct {
	Options
	language message.Language
	flags    *flag.FlagSet
	own      []string // names of the flags that are not Beam's
}

// declare declares the flags. The language has to be known before: what they are is
// said in it.
func (a *asked) declare(flags *flag.FlagSet, args []string) {
	for i, arg := range args {
		value, given := strings.CutPrefix(strings.TrimLeft(arg, "-"), "lang=")
		if !given && strings.HasPrefix(arg, "-") && strings.TrimLeft(arg, "-") == "lang" && i+1 < len(args) {
			value = args[i+1]
		}
		if l, err := message.ParseLanguage(value); err == nil {
			a.language = l
		}
	}
	a.flags = flags
	declared := func(name string, id message.Message) (string, string) {
		a.own = append(a.own, name)
		return name, id.In(a.language)
	}
	// May be given several times, or with commas between.
	list := func(to *[]string, comma, name string, id message.Message) {
		name, usage := declared(name, id)
		flags.Func(name, usage, func(s string) error {
			if comma == "" {
				*to = append(*to, s)
			} else {
				*to = append(*to, strings.Split(s, comma)...)
			}
			return nil
		})
	}
	text := func(p *string, of string, name string, id message.Message) {
		name, usage := declared(name, id)
		flags.StringVar(p, name, of, usage)
	}
	list(&a.Input, "", "input", message.Of("beam.flag-input", "stores", "gs://, s3://"))
	text(&a.Output, "", "output", message.Of("beam.flag-output"))
	text(&a.Variant, "", "variant", message.Of("beam.flag-variant"))
	text(&a.Encoding, "", "encoding", message.Of("beam.flag-encoding"))
	list(&a.Write, ",", "write", message.Of("beam.flag-write", "all", strings.Join(what, ","), "but", what[len(what)-1]))
	list(&a.Partition, ",", "partition", message.Of("beam.flag-partition",
		"columns", strings.Join(convert.Partitions(), ", "), "none", "none", "first", "variant"))
	list(&a.Columns, ",", "columns", message.Of("beam.flag-columns", "all", "all"))
	name, usage := declared("depth", message.Of("beam.flag-depth"))
	flags.IntVar(&a.Depth, name, 6, usage)
	text(&a.Event, "", "event", message.Of("beam.flag-event"))
	name, usage = declared("teams", message.Of("beam.flag-teams"))
	flags.BoolVar(&a.Teams, name, false, usage)
	name, usage = declared("range", message.Of("beam.flag-range"))
	flags.Int64Var(&a.RangeBytes, name, defaultRange, usage)
	text(&a.Language, a.language.String(), "lang", message.Of("beam.flag-lang", "languages", "en, ru, uk"))
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), message.Of("beam.usage", "example", "stolb-beam --input 'games/*.pdn' --output out").In(a.language))
		for _, name := range a.own {
			f := flags.Lookup(name)
			fmt.Fprintf(flags.Output(), "  --%-12s %s\n", name, f.Usage)
		}
		fmt.Fprintln(flags.Output(), message.Of("beam.usage-runners", "beam", "Apache Beam", "own", "prism", "others", "flink, spark, dataflow, universal").In(a.language))
	}
}

// parse reads the flags, and says whether that is all: where help was asked for, or
// something is wrong with them, which is said in the reader's language.
func (a *asked) parse(args []string, errs io.Writer) (exit int, ended bool) {
	usage := a.flags.Usage
	a.flags.Init(a.flags.Name(), flag.ContinueOnError)
	a.flags.SetOutput(io.Discard) // what package flag says is English
	a.flags.Usage = func() {}
	err := a.flags.Parse(args)
	a.flags.SetOutput(errs)
	a.flags.Usage = usage
	switch {
	case err == nil:
		return exitFine, false
	case errors.Is(err, flag.ErrHelp):
		usage()
		return exitFine, true
	}
	fmt.Fprintln(errs, "stolb-beam:", wrongFlag(err).In(a.language))
	return exitFailed, true
}

// wrongFlag is what package flag says of a command line, as a message.
func wrongFlag(err error) message.Message {
	said := err.Error()
	if name, ok := strings.CutPrefix(said, "flag provided but not defined: -"); ok {
		return message.Of("beam.no-flag", "flag", "--"+name)
	}
	if name, ok := strings.CutPrefix(said, "flag needs an argument: -"); ok {
		return message.Of("beam.no-value", "flag", "--"+name)
	}
	if text, ok := strings.CutPrefix(said, "bad flag syntax: "); ok {
		return message.Of("beam.no-flag", "flag", text)
	}
	var value, name string
	for _, form := range []string{"invalid value %q for flag -%s", "invalid boolean value %q for -%s"} {
		if n, _ := fmt.Sscanf(said, form, &value, &name); n == 2 {
			return message.Of("beam.wrong-value", "flag", "--"+strings.TrimSuffix(name, ":"), "value", value)
		}
	}
	return message.From(err)
}

// check completes what is asked for, and says what is wrong with it.
func (a *asked) check(rest []string) error {
	if len(a.Write) == 0 {
		a.Write = what[:len(what)-1]
	}
	if len(a.Partition) == 0 {
		a.Partition = []string{"variant"}
	}
	if a.Partition = slices.DeleteFunc(a.Partition, func(s string) bool { return s == "none" }); len(a.Partition) == 0 {
		a.Partition = nil
	}
	columns := slices.Concat(convert.Columns("games"), convert.Columns("plies"), convert.Columns("faults"))
	for _, list := range []struct {
		flag         string
		given, known []string
	}{
		{"--write", a.Write, what}, {"--partition", a.Partition, convert.Partitions()}, {"--columns", a.Columns, append(columns, "all")},
		{"--lang", []string{a.Language}, []string{"en", "ru", "uk"}},
		{"--runner", []string{*runners.Runner}, append(beamRunners, "")},
	} {
		for _, word := range list.given {
			if !slices.Contains(list.known, word) {
				known := slices.DeleteFunc(list.known, func(s string) bool { return s == "" })
				return message.Of("beam.unknown-word", "flag", list.flag, "word", word, "words", message.Or(known...))
			}
		}
	}
	_, err := record.ParseVariant(a.Variant)
	switch {
	case len(rest) > 0:
		return message.Of("beam.no-argument", "argument", rest[0])
	case len(a.Input) == 0:
		return message.Of("beam.no-input", "example", "--input 'games/*.pdn'")
	case a.Output == "":
		return message.Of("beam.no-output", "example", "--output out")
	case a.Variant != "" && err != nil:
		return err
	case a.Encoding != "" && !slices.Contains(grammar.Encodings(), strings.ToLower(a.Encoding)):
		return message.Of("beam.unknown-word", "flag", "--encoding", "word", a.Encoding, "words", message.Or(grammar.Encodings()...))
	case a.Depth < 0 || a.Depth > stats.MaxDepth:
		return message.Of("beam.depth", "most", stats.MaxDepth)
	case (a.Event != "" || a.Teams) && !a.writes("crosstable"):
		return message.Of("beam.no-crosstable", "event", "--event", "teams", "--teams", "write", "--write crosstable")
	case a.RangeBytes < 1:
		return message.Of("beam.range")
	}
	return nil
}

// run runs the pipeline and says what it came to.
func (a *asked) run(ctx context.Context, errs io.Writer) int {
	say := func(what any) { fmt.Fprintln(errs, "stolb-beam:", what) }
	if err := a.check(a.flags.Args()); err != nil {
		say(message.Say(err, a.language))
		return exitFailed
	}
	summary, err := a.work(ctx)
	if err != nil {
		say(message.Say(err, a.language))
		return exitFailed
	}
	for _, why := range summary.Unread {
		say(why)
	}
	say(a.done(summary).In(a.language))
	switch {
	case summary.UnreadFiles > 0:
		return exitFailed
	case summary.Verdicts[replay.Illegal]+summary.Verdicts[replay.Unreadable] > 0:
		return exitFaults
	}
	return exitFine
}

// done says what all came to, as stolb check does.
func (a *asked) done(summary *Summary) message.Message {
	var verdicts []string
	for _, v := range []replay.Verdict{replay.Legal, replay.Repaired, replay.Illegal, replay.Unreadable, replay.Unjudged} {
		if n := int(summary.Verdicts[v]); n > 0 || v != replay.Unjudged {
			verdicts = append(verdicts, message.Of("check.verdict", "n", n, "verdict", message.Term("verdict-"+v.String())).In(a.language))
		}
	}
	games := message.Of("check.games-in-files", "games", int(summary.Games), "files", int(summary.Files),
		"verdicts", message.Verbatim(strings.Join(verdicts, ", ")))
	return message.Of("beam.done", "games", games, "folder", a.Output)
}

// work runs the pipeline and returns what it came to.
func (a *asked) work(ctx context.Context) (*Summary, error) {
	if err := prepare(ctx, a.Output); err != nil {
		return nil, err
	}
	p := beam.NewPipeline()
	build(p, a.Options)
	if err := beamx.Run(ctx, p); err != nil {
		return nil, err
	}
	fs, err := filesystem.New(ctx, a.Output)
	if err != nil {
		return nil, err
	}
	file, err := fs.OpenRead(ctx, within(a.Output, summaryName))
	if err != nil {
		return nil, errors.Join(err, fs.Close())
	}
	s := new(Summary)
	err = json.NewDecoder(file).Decode(s)
	return s, errors.Join(err, file.Close(), fs.Close())
}
