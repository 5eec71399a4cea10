package main

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/convert/diagram"
	"github.com/stolb/stolb/record"
)

func showCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use: "show",
		Example: `
  stolb show --variant bashni
  stolb show --variant lasca --position 'B:W2,5,8,10=0/0,18=0/0,23=1/00:B11=1/0000,19=00,20'
  stolb show --ply 20 sheet.txt
  stolb show --variant adiukh --position 'W:Wf8:Bc5' --mark 'f8:b4' --size 35mm --ink black -o figure.svg
  stolb show --game 3 --ply marked -o 'game-3-*.png' games.pdn`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	from := positionFlags(flags)
	var views views
	pliesFlag(flags, &views.plies)
	intFlag(flags, &views.game, "game", 0, 1, math.MaxInt32)
	flags.Lookup("game").DefValue = ""
	var d drawing
	d.flags(flags)
	encodingFlag(flags, &views.Encoding)
	command.RunE = func(_ *cobra.Command, args []string) error {
		if err := d.check(flags); err != nil {
			return err
		}
		if len(args) > 0 {
			if from.text != "" {
				return &usageError{message: say("usage.position-or-file")}
			}
			views.Variant = from.variant
			if d.to == "text" {
				return views.show(s, args)
			}
			return d.draw(s, func(add func(diagram.Options, *record.Position) error) error {
				return views.each(s, args, func(v *view) error {
					if v.position.Variant == record.UnknownVariant {
						for i := range v.report.Faults {
							s.report(appendFault(nil, v.report, &v.report.Faults[i]))
						}
						return nil
					}
					return add(diagram.Options{Title: v.title()}, &v.position)
				})
			})
		}
		for _, name := range []string{"ply", "game"} {
			if flags.Changed(name) {
				return &usageError{message: say("usage.of-a-game", "flag", name)}
			}
		}
		p, err := from.position(s)
		if err != nil {
			return err
		}
		shown := p.Record()
		if d.to != "text" {
			return d.draw(s, func(add func(diagram.Options, *record.Position) error) error {
				return add(diagram.Options{Title: say("show.position", "variant", shown.Variant.Term(), "side", shown.Turn.Term())}, &shown)
			})
		}
		_, err = s.out.Write(appendBoard(nil, shown))
		return err
	}
	return command
}

// appendBoard appends a drawing of the position, the side to move, and the
// position in one line.
func appendBoard(dst []byte, p record.Position) []byte {
	dst = appendTowers(dst, p)
	return fmt.Appendf(dst, "\n%s\n%s\n", say("show.to-move", "side", p.Turn.Term()), p.FEN())
}

// appendTowers appends a drawing of the position, White below: the board with its
// coordinates, the towers of each row beside it.
func appendTowers(dst []byte, p record.Position) []byte {
	b := p.Variant.Board()
	numeric := b.Numbering == record.Numeric
	// A column is as wide as its widest square and a space.
	wide := 3
	for _, s := range b.Squares() {
		wide = max(wide, len(squareText(&p, s))+2)
	}
	files := strings.Builder{}
	if !numeric {
		files.WriteString("  ")
		for f := range b.Files {
			fmt.Fprintf(&files, "%-*c", wide, 'a'+f)
		}
		dst = fmt.Appendf(dst, "%s\n", strings.TrimRight(files.String(), " "))
	}
	for rank := b.Ranks - 1; rank >= 0; rank-- {
		start := len(dst)
		if !numeric {
			dst = fmt.Appendf(dst, "%-2d", rank+1)
		}
		var towers []string
		for file := range b.Files {
			s := record.SquareAt(file, rank)
			text := ""
			if b.Has(s) {
				text = squareText(&p, s)
			}
			dst = fmt.Appendf(dst, "%-*s", wide, text)
			if t := p.At(s); t.Height() > 1 {
				towers = append(towers, fmt.Sprintf("%s %c %s", b.Name(s), letter(t, false), towerText(t)))
			}
		}
		if !numeric {
			dst = fmt.Appendf(dst, "%-2d", rank+1)
		}
		dst = append(dst, "  "+strings.Join(towers, ", ")...)
		dst = append(dst[:start], bytes.TrimRight(dst[start:], " ")...)
		dst = append(dst, '\n')
	}
	if !numeric {
		dst = fmt.Appendf(dst, "%s\n", strings.TrimRight(files.String(), " "))
	}
	return dst
}

// squareText is what stands in a square of the drawing: on a numeric board the
// square's number, then the tower, or a dot.
func squareText(p *record.Position, s record.Square) string {
	text := "."
	if t := p.At(s); t != 0 {
		text = string(letter(t, isKing(p, s)))
		if own, prisoners := t.Own().N, t.Prisoners().N; prisoners > 0 {
			text += fmt.Sprintf("%d/%d", own, prisoners)
		} else if own > 1 {
			text += fmt.Sprint(own)
		}
	}
	if b := p.Variant.Board(); b.Numbering == record.Numeric {
		text = fmt.Sprintf("%2d %s", b.Number(s), text)
	}
	return text
}

// isKing says whether the tower on s is a king; in Adiukh the far rank makes it
// one (Adiukh 3.5).
func isKing(p *record.Position, s record.Square) bool {
	t := p.At(s)
	if p.Variant.KingMarks() {
		return t.King()
	}
	far := 0
	if t.Owner() == record.White {
		far = p.Variant.Board().Ranks - 1
	}
	return s.Rank() == far
}

// letter is the sign of a tower's top piece.
func letter(t record.Tower, king bool) byte {
	c := t.Owner().Letter()
	if king {
		return c
	}
	return c - 'A' + 'a'
}

// towerText is the tower as the Codex writes it, 1.10: the owner's pieces from
// the top down, "/", the prisoners; 0 for a man, 1 for a king.
func towerText(t record.Tower) string {
	text := blockText(t.Own())
	if prisoners := t.Prisoners(); prisoners.N > 0 {
		text += "/" + blockText(prisoners)
	}
	return text
}

func blockText(b record.Block) string {
	var text strings.Builder
	for i := range b.N {
		text.WriteByte('0' + byte(b.Kings>>i&1))
	}
	return text.String()
}
