package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// drawing is how and where boards are drawn, as the flags of show say.
type drawing struct {
	to, path, from, coordinates, ink, marks string
	overwrite                               bool
	size                                    diagram.Length
}

// drawingFormats are the formats of drawings, whose names are their files'
// extensions, too.
var drawingFormats = []string{"svg", "png", "pdf", "typst"}

func (d *drawing) flags(flags *pflag.FlagSet) {
	choiceFlag(flags, &d.to, "to", "text", append([]string{"text"}, drawingFormats...)...)
	flags.StringVarP(&d.path, "output", "o", "", "")
	flags.BoolVar(&d.overwrite, "overwrite", false, "")
	choiceFlag(flags, &d.from, "from", "white", "white", "black")
	lengthFlag(flags, &d.size, "size")
	choiceFlag(flags, &d.coordinates, "coordinates", "", diagram.NoNames, diagram.Border, diagram.InSquares)
	choiceFlag(flags, &d.ink, "ink", "colour", "colour", "black")
	flags.StringVar(&d.marks, "mark", "", "")
}

// check returns what is wrong with the flags together, and finds the format by
// the name of the file where they do not say it.
func (d *drawing) check(flags *pflag.FlagSet) error {
	if !flags.Changed("to") && d.path != "" {
		switch extension := strings.TrimPrefix(strings.ToLower(filepath.Ext(d.path)), "."); extension {
		case "svg", "png", "pdf":
			d.to = extension
		case "typ", "typst":
			d.to = "typst"
		default:
			return &usageError{message: say("usage.say-drawing", "formats", strings.Join(drawingFormats, "|"))}
		}
	}
	if d.to != "text" {
		return nil
	}
	for _, name := range []string{"output", "overwrite", "from", "size", "coordinates", "ink", "mark"} {
		if flags.Changed(name) {
			return &usageError{message: say("usage.for-drawings", "flag", name, "formats", strings.Join(drawingFormats, "|"))}
		}
	}
	return nil
}

// options returns how a position is drawn.
func (d *drawing) options(o diagram.Options, p *record.Position) (diagram.Options, error) {
	if d.from == "black" {
		o.From = record.Black
	}
	o.BlackInk, o.Coordinates = d.ink == "black", d.coordinates
	marks, err := diagram.ParseMarks(d.marks, p.Variant.Board())
	if err != nil {
		return o, message.Of("files.flag", "flag", "--mark", "why", err)
	}
	o.Marks = marks
	return o, nil
}

// draw draws what each adds. A game that is not legal does not keep the drawings
// from being written; whatever else goes wrong does, in files.
func (d *drawing) draw(s *streams, each func(add func(diagram.Options, *record.Position) error) error) error {
	many := strings.Contains(filepath.Base(d.path), "*")
	alone := !many && d.to != "pdf" && d.to != "typst" // a file has one drawing
	var (
		out   *output
		files *outputs
		err   error
	)
	if many {
		files, err = createOutputs(d.path, "", d.overwrite)
		defer files.discard()
	} else {
		out, err = createOutput(s.out, d.path, "\n")
		defer out.discard()
	}
	if err != nil {
		return err
	}
	var pages bytes.Buffer
	document := diagram.NewPDFWriter(&pages)
	drawn := 0
	ended := each(func(o diagram.Options, p *record.Position) error {
		if drawn++; drawn > 1 && alone {
			return &usageError{message: say("usage.several-positions", "format", d.to)}
		}
		o, err := d.options(o, p)
		if err != nil {
			return err
		}
		picture := diagram.Draw(p, o)
		var text []byte
		switch d.to {
		case "svg":
			text = picture.AppendSVG(nil, d.size)
		case "png":
			var file bytes.Buffer
			err = picture.WritePNG(&file, d.size)
			text = file.Bytes()
		case "typst":
			text = picture.AppendTypst(nil, d.size)
		case "pdf":
			if !many {
				return document.Write(picture, d.size)
			}
			var file bytes.Buffer
			page := diagram.NewPDFWriter(&file)
			err = errors.Join(page.Write(picture, d.size), page.Close())
			text = file.Bytes()
		}
		if err != nil {
			return err
		}
		if many {
			return files.writeAlone(fmt.Sprintf("%03d", drawn), text)
		}
		return out.write(text)
	})
	if ended != nil && !errors.Is(ended, errFaults) {
		return ended
	}
	if drawn == 0 {
		s.tell("show.nothing")
		return errors.Join(ended, errReported)
	}
	if many {
		return errors.Join(files.commit(), ended)
	}
	if d.to == "pdf" {
		if err := document.Close(); err != nil {
			return err
		}
		if err := out.write(pages.Bytes()); err != nil {
			return err
		}
	}
	return errors.Join(out.commit(), ended)
}
