package book

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert/internal/notation"
	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/grammar"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

var thorough = flag.Bool("thorough", false, "run all cases, as .ci/run does")

// annotated returns generated games of all variants whose boards have names in letters or numbers,
// each with the annotations that games may have.
func annotated(t testing.TB, each int) []*replay.Report {
	return annotatedOf(t, each, record.Variants()...)
}

func annotatedOf(t testing.TB, each int, variants ...record.Variant) []*replay.Report {
	var all []*replay.Report
	for _, v := range variants {
		generator, err := corpus.NewGenerator(v, 7)
		if err != nil {
			continue
		}
		for range each {
			g := generator.Next()
			r := replay.Judge(g, v)
			var text strings.Builder
			n := len(all) + 1
			fmt.Fprintf(&text, "[White \"Белый%d\"]\n[Black \"Черный%d\"]\n[GameType \"%s\"]\n[Variant \"%v\"]\n[Result \"%v\"]\n\n", n, n, v.GameType(), v, g.Result)
			for i, ply := range r.Plies() {
				if ply.Move == nil {
					break
				}
				legal := ply.Before.Moves(nil)
				fmt.Fprintf(&text, "%s %s ", r.MoveNumber(i+1), r.Moves[i])
				switch i % 7 {
				case 1:
					text.WriteString("$3 {[#]} ")
				case 3:
					text.WriteString("{так сильнее} ")
				case 5:
					fmt.Fprintf(&text, "(%s %s) ", r.MoveNumber(i+1), ply.Before.AppendMove(nil, &legal[0], legal))
				}
			}
			text.WriteString(g.Result.String() + "\n")
			read, alone := grammar.NewParser().ParseGame(text.String(), grammar.PDN)
			require.True(t, alone)
			again := replay.Judge(read, v)
			require.LessOrEqual(t, again.Verdict, replay.Repaired, "%s\n%v", text.String(), again.Faults)
			require.Equal(t, r.Moves, again.Moves)
			// The side that begins is the first of a result, and not of the generator's.
			again.Faults = slices.DeleteFunc(again.Faults, func(f record.Fault) bool { return f.Code == record.ResultMismatch })
			all = append(all, again)
		}
	}
	return all
}

// collected returns a book of games.
func collected(t testing.TB, games []*replay.Report, l message.Language, n replay.Notation) *Book {
	o := Options{Language: l, Notation: n, Games: func(_ string, _ record.Variant, each func(*replay.Report) error) error {
		for _, r := range games {
			if err := each(r); err != nil {
				return err
			}
		}
		return nil
	}}
	b, faults, err := Collect("", []string{"all"}, o)
	require.NoError(t, err)
	require.Empty(t, faults)
	return b
}

// The text of an EPUB, without tags and with comments in braces, parses as the same games, and the
// alternative texts of its diagrams are their positions.
func TestEPUBText(t *testing.T) {
	each := 1
	if *thorough {
		each = 2
	}
	games := annotated(t, each)
	for i, l := range message.Languages() {
		for n, notation := range []replay.Notation{replay.Full, replay.Short} {
			if !*thorough && n != i%2 {
				continue // TestWholeText has the others
			}
			games := games
			if !*thorough { // a third of the variants
				games = games[i*len(games)/3 : (i+1)*len(games)/3]
			}
			b := collected(t, games, l, notation)
			var file bytes.Buffer
			require.NoError(t, b.WriteEPUB(&file, time.Time{}))
			z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
			require.NoError(t, err)
			var positions []string
			k := 0
			for _, f := range z.File {
				if !strings.HasPrefix(f.Name, "EPUB/part-") {
					continue
				}
				r, err := f.Open()
				require.NoError(t, err)
				text, alternatives := textOfChapter(t, r)
				for _, alternative := range alternatives {
					fen := alternative[strings.LastIndex(alternative, " ")+1:] // behind the words
					positions = append(positions, fen)
				}
				if k == len(games) {
					continue // an index
				}
				var read []*replay.Report
				require.NoError(t, gamesIn(strings.NewReader(text), "x.txt", games[k].Variant, func(r *replay.Report) error {
					read = append(read, r)
					return nil
				}))
				require.Len(t, read, 1, text)
				require.LessOrEqual(t, read[0].Verdict, replay.Repaired, "%v\n%s", read[0].Faults, text)
				require.Equal(t, games[k].Moves, read[0].Moves, text)
				k++
			}
			require.Equal(t, len(games), k)
			require.Len(t, positions, len(b.figures))
			for i, f := range b.figures {
				require.Equal(t, f.Position.FEN(), positions[i])
			}
		}
	}
}

// The text of a whole EPUB parses as exactly the same games: moves, names and results. Remarks in
// words are put in braces, for in print only their typeface differs; other text is unchanged.
func TestWholeText(t *testing.T) {
	each := 2
	if *thorough {
		each = 3
	}
	for k, remarks := range []bool{false, true} {
		for j, v := range record.Variants() {
			if !*thorough && (j/2+k)%2 > 0 {
				continue // of each variant without remarks or with them
			}
			games := annotatedOf(t, each, v)
			for _, r := range games {
				for i := range r.Game.Plies {
					if n := r.Game.Plies[i].Note; n != nil && !remarks {
						n.Comments = nil
					}
				}
			}
			for i, l := range message.Languages() {
				for n, notation := range []replay.Notation{replay.Full, replay.Short} {
					if !*thorough && (2*i+n+k)%6 != j%6 {
						continue // of each variant one, each one of some variants
					}
					sameText(t, collected(t, games, l, notation), games, v, remarks)
				}
			}
		}
	}
}

func sameText(t *testing.T, b *Book, games []*replay.Report, v record.Variant, braces bool) {
	var file bytes.Buffer
	require.NoError(t, b.WriteEPUB(&file, time.Time{}))
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	var whole strings.Builder
	for _, f := range z.File {
		if !strings.HasPrefix(f.Name, "EPUB/part-") {
			continue
		}
		r, err := f.Open()
		require.NoError(t, err)
		text, _ := textOfChapter(t, r)
		if !braces {
			require.NotContains(t, text, "{")
		}
		whole.WriteString(text + "\n")
	}
	var read []*replay.Report
	require.NoError(t, gamesIn(strings.NewReader(whole.String()), "x.txt", v, func(r *replay.Report) error {
		read = append(read, r)
		return nil
	}))
	for i := range min(len(games), len(read)) {
		about := fmt.Sprintf("%v, game %d: %v\n%s", b.Language, i+1, read[i].Faults, read[i].Game.Text)
		require.Equal(t, strings.Join(games[i].Moves, " "), strings.Join(read[i].Moves, " "), about)
		require.Equal(t, games[i].Game.Result.Outcome, read[i].Game.Result.Outcome, about)
		for _, name := range []string{"White", "Black"} {
			require.Equal(t, games[i].Game.Tag(name), read[i].Game.Tag(name), about)
		}
		require.LessOrEqual(t, read[i].Verdict, replay.Repaired, about)
	}
	require.Len(t, read, len(games))
}

// textOfChapter returns the text of a chapter, and its alternative texts.
func textOfChapter(t *testing.T, r io.Reader) (text string, alternatives []string) {
	var out strings.Builder
	d := xml.NewDecoder(r)
	var open []bool // elements that are comments
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out.String(), alternatives
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			comment := false
			for _, a := range token.Attr {
				comment = comment || a.Name.Local == "class" && a.Value == "comment"
				if a.Name.Local == "alt" {
					alternatives = append(alternatives, a.Value)
				}
			}
			if open = append(open, comment); comment {
				out.WriteByte('{')
			}
		case xml.EndElement:
			if open[len(open)-1] {
				out.WriteByte('}')
			}
			open = open[:len(open)-1]
		case xml.CharData:
			out.Write(token)
		}
	}
}

// Diagrams show the positions at the moves where the record requests them.
func TestFigures(t *testing.T) {
	for _, r := range annotated(t, 2) {
		b := collected(t, []*replay.Report{r}, message.Russian, replay.Full)
		var want []string
		for i, ply := range r.Plies() {
			if i%7 == 2 {
				p := ply.Before.Record()
				want = append(want, p.FEN())
			}
		}
		var got []string
		for _, f := range b.figures {
			got = append(got, f.Position.FEN())
		}
		require.Equal(t, want, got)
	}
}

// A book of 1,000 annotated games, with a variation, a comment or a diagram at each
// second move, to Typst and to EPUB.
func BenchmarkBook(b *testing.B) {
	games := annotatedOf(b, 1000, record.Bashni)
	var typ, epub bytes.Buffer
	for b.Loop() {
		made := collected(b, games, message.Russian, replay.Full)
		typ.Reset()
		require.NoError(b, made.WriteTypst(&typ))
		epub.Reset()
		require.NoError(b, made.WriteEPUB(&epub, time.Time{}))
	}
	b.ReportMetric(float64(typ.Len())/1000, "bytes-of-Typst/game")
	b.ReportMetric(float64(epub.Len())/1000, "bytes-of-EPUB/game")
}

// The end of a long game is beside the diagram of its last position, with the result.
func TestBeside(t *testing.T) {
	for _, n := range []int{20, 40} {
		var runs []notation.Run
		for i := range n {
			runs = append(runs, notation.Run{Role: notation.Number, Text: strconv.Itoa(i+1) + "."}, notation.Run{Role: notation.Space, Text: " "},
				notation.Run{Role: notation.Main, Text: "c3-d4"}, notation.Run{Role: notation.Space, Text: " "},
				notation.Run{Role: notation.Main, Text: "b6-c5"}, notation.Run{Role: notation.Space, Text: " "})
		}
		runs = append(runs, notation.Run{Role: notation.Comment, Text: "конец"}, notation.Run{Role: notation.Ending, Text: "Ничья"}, notation.Run{Role: notation.Diagram})
		text := typstText.paragraphs(runs, map[int]*figure{len(runs) - 1: {}}, func(*figure) string { return "DRAWING\n" })
		first, last, _ := strings.Cut(text, "stolb-beside({par({strong({\"")
		if n == 20 {
			require.Empty(t, first)
			require.True(t, strings.HasPrefix(last, "1.\"; "), last)
		} else {
			require.True(t, strings.HasPrefix(first, "par({strong({\"1.\"; "), first)
			require.Equal(t, 1, strings.Count(first, "par("))
			require.NotContains(t, first, "\"40.\"")
			require.True(t, strings.HasPrefix(last, "17.\"; "), last)
		}
		require.Equal(t, n, strings.Count(text, "c3-d4"))
		require.Equal(t, strings.Count(text, "{"), strings.Count(text, "}"))
		require.True(t, strings.HasSuffix(last, "linebreak(); emph(\"Ничья\"); })\n}, {DRAWING\n})\n"), last)
	}
}
