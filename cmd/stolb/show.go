package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

func showCommand(s *streams) *cobra.Command {
	command := &cobra.Command{
		Use:   "show --variant V [--position TEXT] | [--variant V] [--ply N] [--encoding E] FILE...",
		Short: "draw a position, or the boards of games",
		Long: `
Draws a position with its towers. A piece is w or b, and a king W or B. A tower
is its top piece with two counts behind it, its owner's pieces and the
prisoners below: w3/2. The towers of a row stand in full beside it, each from
the top down as the Codex writes it: the owner's pieces, "/", the prisoners,
0 for a man and 1 for a king.

Of each game in a file it draws the final position, or with --ply the one after
that many plies. A game that cannot be played through is drawn as it stands
before its fault.

` + aboutPositions,
		Example: `
  stolb show --variant bashni
  stolb show --variant lasca --position 'B:W2,5,8,10=0/0,18=0/0,23=1/00:B11=1/0000,19=00,20'
  stolb show --ply 20 sheet.txt`,
		ValidArgsFunction: completeRecords,
	}
	flags := command.Flags()
	from := positionFlags(flags)
	ply := intFlag(flags, "ply", -1, 0, 1<<20, "the position after so many plies of each game")
	flags.Lookup("ply").DefValue = ""
	var encoding string
	encodingFlag(flags, &encoding)
	command.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			if from.text != "" {
				return &usageError{message: "both --position and a file: show one of them"}
			}
			plies := *ply
			if plies < 0 {
				plies = math.MaxInt
			}
			return showGames(s, args, from.variant, encoding, plies)
		}
		if *ply >= 0 {
			return &usageError{message: "--ply is of a game, and there is no file"}
		}
		p, err := from.position(s)
		if err != nil {
			return err
		}
		_, err = s.out.Write(appendBoard(nil, p.Record()))
		return err
	}
	return command
}

// showGames draws a position of each game in the files: after so many plies,
// or where its moves end.
func showGames(s *streams, args []string, asked record.Variant, encoding string, plies int) error {
	c := checker{asked: asked, encoding: encoding, jobs: 1, plies: plies}
	first := true
	return c.run(s, args, appendShown, func(w io.Writer, j *judged) error {
		if !first {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		first = false
		return writeText(w, j)
	})
}

// appendShown appends a game's heading and its final position; where there is
// none, what is wrong.
func appendShown(dst []byte, r *replay.Report) []byte {
	if r.Variant == record.UnknownVariant || r.Final.Variant == record.UnknownVariant {
		for i := range r.Faults {
			dst = appendFaultHead(dst, r, &r.Faults[i])
			dst = appendFaultLine(dst, r, &r.Faults[i])
		}
		return dst
	}
	dst = fmt.Appendf(dst, "%s, %v, ", heading(r), r.Variant)
	if n := len(r.Moves); n == 0 {
		dst = append(dst, "before the first move"...)
	} else {
		dst = fmt.Appendf(dst, "after ply %d (%s, %s)", n, moveOf(r, n), r.Moves[n-1])
	}
	if r.Verdict == replay.Illegal || r.Verdict == replay.Unreadable {
		dst = fmt.Appendf(dst, ", before what is %v", r.Verdict)
	}
	dst = append(dst, "\n\n"...)
	return appendBoard(dst, r.Final)
}

// appendBoard appends a drawing of the position, White below: the board with
// its coordinates, the towers of each row beside it, the side to move, and the
// position in one line.
func appendBoard(dst []byte, p record.Position) []byte {
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
	return fmt.Appendf(dst, "\n%s to move\n%s\n", colourName(p.Turn), p.FEN())
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
