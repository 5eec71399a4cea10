package diagram

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/xml"
	"flag"
	"fmt"
	"hash/crc32"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// The end of the game of Codex 1.10, and the example of Adiukh 7.2 with two
// kings by their rank.
const (
	codexEnd = "B:Wc1,e1,g1,f2,b4=000,e5=00,h6=10/000000,a7=0/00:Bg7,b8,f8,h8"
	adiukh   = "W:Wd4,a5,e5=00/0,g5=0/0,f8=000/0:Ba1,b6=00/000,c7=000"
)

func position(t *testing.T, v record.Variant, fen string) *record.Position {
	p, err := record.ParseFEN(v, fen)
	require.NoError(t, err)
	return &p
}

// told is the content of a square according to a drawing's shapes.
type told struct {
	white, black   int      // pieces
	whiteC, blackC int      // crowns and bars
	counts         []string // beside the tower
	uppermost      role     // the colour of the piece that was drawn last
}

// tell decodes a drawing.
func tell(d *Drawing) map[record.Square]told {
	all := map[record.Square]told{}
	for _, s := range d.Shapes {
		here := all[s.Square]
		switch s.Role {
		case roleWhitePiece:
			here.white++
			here.uppermost = s.Role
		case roleBlackPiece:
			here.black++
			here.uppermost = s.Role
		case roleWhiteCrown:
			here.whiteC++
		case roleBlackCrown:
			here.blackC++
		case roleCount:
			here.counts = append(here.counts, s.Text)
		default:
			continue
		}
		all[s.Square] = here
	}
	return all
}

// A drawing has every piece of a position, with its colour and mark, the owner's on top, and nothing
// else. All shapes of a square are within it, in every variant and from either side.
func TestEveryPieceIsTold(t *testing.T) {
	for _, v := range record.Variants() {
		g, err := corpus.NewGenerator(v, 2)
		require.NoError(t, err)
		for range 2 {
			r := replay.Judge(g.Next(), v)
			for _, ply := range r.Plies() {
				p := ply.Before.Record()
				for _, from := range []record.Colour{record.White, record.Black} {
					requireTold(t, &p, Draw(&p, Options{From: from}))
				}
			}
		}
	}
}

func requireTold(t *testing.T, p *record.Position, d *Drawing) {
	board := begin(p.Variant, Options{})
	all := tell(d)
	for _, s := range board.Squares() {
		tower, here := p.At(s), all[s]
		delete(all, s)
		if tower == 0 {
			require.Equal(t, told{}, here, "%s: %s", p.FEN(), board.Name(s))
			continue
		}
		want := told{
			white: tower.Count(record.White), black: tower.Count(record.Black),
			whiteC: tower.Kings(record.White), blackC: tower.Kings(record.Black),
			uppermost: piece(tower.Owner()),
		}
		if !p.Variant.KingMarks() && p.KingAt(s) {
			if tower.Owner() == record.White {
				want.whiteC++
			} else {
				want.blackC++
			}
		}
		if tower.Height() > 1 {
			want.counts = []string{fmt.Sprint(tower.Own().N)}
			if n := tower.Prisoners().N; n > 0 {
				want.counts = append(want.counts, fmt.Sprint(n))
			}
		}
		require.Equal(t, want, here, "%s: %s", p.FEN(), board.Name(s))
	}
	require.Empty(t, all)
	for _, s := range d.Shapes {
		if s.Square == record.NoSquare || s.Kind == kindText {
			continue
		}
		for _, q := range s.outline() {
			require.True(t, q.To.X >= 0 && q.To.X <= d.Width && q.To.Y >= 0 && q.To.Y <= d.Height)
		}
	}
}

// A tower of all pieces still fits in its square.
func TestTallTower(t *testing.T) {
	p := position(t, record.Bashni, "W:Wc3=110101010101/110000000001:B")
	d := Draw(p, Options{})
	here := tell(d)[record.SquareAt(2, 2)]
	require.Equal(t, told{white: 12, black: 12, whiteC: 7, blackC: 3, counts: []string{"12", "12"}, uppermost: roleWhitePiece}, here)
	x, y := begin(p.Variant, Options{}).corner(record.SquareAt(2, 2))
	for _, s := range d.Shapes {
		if s.Square != record.SquareAt(2, 2) {
			continue
		}
		for _, q := range s.outline() {
			require.True(t, q.To.X >= x && q.To.X <= x+Unit && q.To.Y >= y && q.To.Y <= y+Unit, "%+v", s)
		}
	}
}

func names(d *Drawing, role role) []string {
	var found []string
	for _, s := range d.Shapes {
		if s.Role == role {
			found = append(found, s.Text)
		}
	}
	return found
}

// Letters are beside the board (Codex 1.9). Numbers are on the squares if they are numbered: in
// Lasca from White's left upward (Codex 2.3).
func TestCoordinates(t *testing.T) {
	bashni, lasca := record.StartPosition(record.Bashni), record.StartPosition(record.Lasca)
	hundred := record.StartPosition(record.International)
	require.Equal(t, strings.Split("a b c d e f g h 1 2 3 4 5 6 7 8", " "), names(Draw(&bashni, Options{}), roleCoordinate))
	require.Empty(t, names(Draw(&bashni, Options{}), roleName))
	// To the left of their squares, so outside the board at its left edge.
	require.Len(t, names(Draw(&lasca, Options{}), roleName), 21)
	require.Equal(t, []string{"2", "3", "4", "5", "6"}, names(Draw(&lasca, Options{}), roleName)[:5])
	require.Equal(t, []string{"1", "8", "15", "22"}, names(Draw(&lasca, Options{}), roleCoordinate))
	require.Equal(t, []string{"4", "11", "18", "25"}, names(Draw(&lasca, Options{From: record.Black}), roleCoordinate))
	// The numbers at the edges, from White's far left on.
	require.Equal(t, strings.Split("1 2 3 4 5 6 15 16 25 26 35 36 45 46 47 48 49 50", " "),
		names(Draw(&hundred, Options{Coordinates: Border}), roleCoordinate))
	require.Contains(t, names(Draw(&bashni, Options{Coordinates: InSquares}), roleName), "c3")
	russian := record.StartPosition(record.Russian)
	require.Equal(t, []string{"1", "2", "3", "4", "6"}, names(Draw(&russian, Options{Coordinates: Numbers}), roleName)[:5])
	require.Equal(t, []string{"5", "13", "21", "29"}, names(Draw(&russian, Options{Coordinates: Numbers}), roleCoordinate))
	require.Equal(t, names(Draw(&lasca, Options{}), roleName), names(Draw(&lasca, Options{Coordinates: Numbers}), roleName))
	none := Draw(&bashni, Options{Coordinates: NoNames})
	require.Empty(t, append(names(none, roleCoordinate), names(none, roleName)...))

	// From Black's side a1 is in the upper right corner.
	from := begin(record.Bashni, Options{From: record.Black})
	x, y := from.corner(record.SquareAt(0, 0))
	require.Equal(t, []float64{from.left + 7*Unit, from.top}, []float64{x, y})
}

func TestMarks(t *testing.T) {
	marks, err := ParseMarks("c3, E5 a3:c5:e7 f6-g5", record.Bashni.Board())
	require.NoError(t, err)
	require.Len(t, marks, 4)
	require.Len(t, marks[2], 3)
	p := record.StartPosition(record.Bashni)
	d := Draw(&p, Options{Marks: marks})
	require.Len(t, names(d, roleMarkedSquare), 2)
	require.Len(t, names(d, roleArrow), 3)

	_, err = ParseMarks("c3,d3", record.Bashni.Board())
	require.ErrorContains(t, err, `"d3" is not a square`)
	for marks, want := range map[string]string{"a3:e5": "a3 and e5", "c3 a3:c5:a5": "c5 and a5", "c3-c3": "c3 and c3"} {
		_, err = ParseMarks(marks, record.Bashni.Board())
		require.ErrorContains(t, err, "no diagonal joins "+want)
	}
	_, err = ParseMarks("c3 :-:", record.Bashni.Board())
	require.ErrorContains(t, err, "neither a square nor a move")
	_, err = ParseMarks(strings.Repeat("c3 ", MaxMarks+1), record.Bashni.Board())
	require.ErrorContains(t, err, "more than 200")
	marks, err = ParseMarks("3-7", record.Lasca.Board())
	require.NoError(t, err)
	require.Equal(t, "3", record.Lasca.Board().Name(marks[0][0]))
}

func TestLength(t *testing.T) {
	for text, pixels := range map[string]int{"160": 160, "160px": 160, "2in": 600, "35mm": 413, "3.5 cm": 413, "72pt": 300} {
		l, err := ParseLength(text)
		require.NoError(t, err, text)
		require.Equal(t, pixels, l.pixels(), text)
	}
	for _, bad := range []string{"", "mm", "35 feet", "-3mm", "0", "1e9mm", "NaNmm", "Infpx"} {
		_, err := ParseLength(bad)
		require.Error(t, err, bad)
	}
}

var update = flag.Bool("update", false, "write the golden file anew; look at it")

// The SVG equals the golden file, which is laid out for reading. Each element has its colours as
// plain attributes.
func TestSVG(t *testing.T) {
	p := position(t, record.Bashni, codexEnd)
	svg := Draw(p, Options{Title: `Black resigned & "left"`}).AppendSVG(nil, Length{45, "mm"})
	if *update {
		require.NoError(t, os.WriteFile("testdata/codex-1.10.svg", svg, 0o666))
	}
	golden, err := os.ReadFile("testdata/codex-1.10.svg")
	require.NoError(t, err)
	require.Equal(t, string(golden), string(svg))

	var titles, fens []string
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		require.NotContains(t, fmt.Sprint(start.Attr), "var(")
		switch start.Name.Local {
		case "title", "desc":
			text, err := d.Token()
			require.NoError(t, err)
			if start.Name.Local == "title" {
				titles = append(titles, string(text.(xml.CharData)))
			} else {
				fens = append(fens, string(text.(xml.CharData)))
			}
		case "rect", "circle", "ellipse", "path", "text":
			require.Contains(t, fmt.Sprint(start.Attr), "fill}")
		}
	}
	require.Equal(t, []string{`Black resigned & "left"`}, titles)
	require.Equal(t, []string{codexEnd}, fens)
	require.NoError(t, xml.Unmarshal(Draw(p, Options{Title: "a\x00b\xff"}).AppendSVG(nil, Length{}), new(struct{})))
}

// Every class of a drawing has a CSS rule, and every custom property a colour.
func TestStyleSheet(t *testing.T) {
	css := StyleSheet()
	for _, s := range styles {
		require.Contains(t, css, ".board ."+s.Class+" {")
		for _, i := range []ink{s.Fill, s.Stroke} {
			rule := "var(" + i.property + ", " + i.colour + ")"
			require.True(t, i.property == "" || strings.Contains(css, rule), rule)
		}
	}
	require.NotContains(t, css, "{ }")
}

// Colours at points of the picture where no line is.
func TestPNG(t *testing.T) {
	p := position(t, record.Bashni, codexEnd)
	for _, black := range []bool{false, true} {
		d := Draw(p, Options{BlackInk: black})
		var file bytes.Buffer
		require.NoError(t, d.WritePNG(&file, Length{d.Width, "px"})) // a point is a unit
		picture, err := png.Decode(&file)
		require.NoError(t, err)
		require.Equal(t, []int{int(d.Width), int(d.Height)}, []int{picture.Bounds().Dx(), picture.Bounds().Dy()})
		at := func(file, rank int, x, y float64) string {
			b := begin(p.Variant, Options{})
			left, top := b.corner(record.SquareAt(file, rank))
			r, g, blue, _ := picture.At(int(left+x), int(top+y)).RGBA()
			return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, blue>>8)
		}
		fill := func(r role) string { return lookOf(r, black).Fill }
		require.Equal(t, fill(roleDark), at(3, 3, 50, 50))       // d4 is empty
		require.Equal(t, fill(roleLight), at(3, 4, 50, 50))      // d5 is not played on
		require.Equal(t, fill(roleWhitePiece), at(2, 0, 50, 50)) // c1
		require.Equal(t, fill(roleBlackPiece), at(6, 6, 50, 50)) // g7
		require.Equal(t, fill(roleWhiteCrown), at(7, 5, 35, 19)) // h6, whose top piece is a king
		require.Equal(t, fill(roleBlackPiece), at(0, 6, 35, 76)) // a7, a prisoner's edge
		require.Equal(t, fill(roleWhitePiece), at(0, 6, 35, 50)) // a7, its own piece
		require.Equal(t, "#ffffff", at(0, 0, -30, 110))          // beside the board
		require.Equal(t, fill(roleBlackTurn), at(7, 7, 121, 20)) // whose move it is
		require.Equal(t, "#ffffff", at(7, 0, 121, 80))
		require.NotEqual(t, fill(roleDark), at(4, 4, 88, 47), "") // e5, the foot of its 2
	}
	require.Error(t, Draw(p, Options{}).WritePNG(io.Discard, Length{MaxPixels + 1, "px"}))
}

// A PNG states its resolution per metre, its FEN and its title.
func TestPNGTexts(t *testing.T) {
	for size, perMetre := range map[Length]uint32{{40, "mm"}: 11811, {400, "px"}: 3780} {
		var file bytes.Buffer
		require.NoError(t, Draw(position(t, record.Bashni, codexEnd), Options{Title: "Диаграмма 6"}).WritePNG(&file, size))
		rest, chunks := file.Bytes()[8:], map[string]string{}
		for len(rest) > 0 {
			n := binary.BigEndian.Uint32(rest)
			kind, data := string(rest[4:8]), string(rest[8:8+n])
			require.Equal(t, crc32.ChecksumIEEE(rest[4:8+n]), binary.BigEndian.Uint32(rest[8+n:]), kind)
			if kind == "iTXt" {
				kind, data, _ = strings.Cut(data, "\x00\x00\x00\x00\x00")
			}
			chunks[kind], rest = data, rest[12+n:]
		}
		want := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, perMetre), perMetre)
		require.Equal(t, string(want)+"\x01", chunks["pHYs"])
		require.Equal(t, codexEnd, chunks["FEN"])
		require.Equal(t, "Диаграмма 6", chunks["Title"])
	}
}

// The disc of the side to move is at that side's edge; arrows are beneath the pieces.
func TestTurn(t *testing.T) {
	for fen, from := range map[string]record.Colour{"W:Wc3:Bd6": record.White, "B:Wc3:Bd6": record.Black} {
		p := position(t, record.Bashni, fen)
		for _, below := range []record.Colour{record.White, record.Black} {
			d := Draw(p, Options{From: below, Marks: [][]record.Square{{record.SquareAt(2, 2), record.SquareAt(3, 3)}}})
			arrow, piece := -1, -1
			var discs []shape
			for i, s := range d.Shapes {
				switch s.Role {
				case roleWhiteTurn, roleBlackTurn:
					discs = append(discs, s)
				case roleArrow:
					arrow = i
				case roleWhitePiece:
					piece = i
				}
			}
			require.Len(t, discs, 1)
			require.Equal(t, turnOf(from), discs[0].Role)
			require.Equal(t, from == below, discs[0].Y > d.Height/2)
			require.Less(t, arrow, piece)
		}
	}
}

// Each drawing is a page of its size, with its FEN as a bookmark and its text as text.
func TestPDF(t *testing.T) {
	write := func() []byte {
		var file bytes.Buffer
		require.NoError(t, WritePDF(&file, Length{36, "mm"},
			Draw(position(t, record.Bashni, codexEnd), Options{Title: "Диаграмма 6\xd0"}),
			Draw(position(t, record.Adiukh, adiukh), Options{BlackInk: true})))
		return file.Bytes()
	}
	pdf := write()
	require.Equal(t, pdf, write())
	require.Equal(t, "%PDF-", string(pdf[:5]))
	text := string(pdf)
	require.Equal(t, 2, strings.Count(text, "/Type /Page\n"))
	require.Equal(t, 2, strings.Count(text, "/MediaBox [0 0 102.05 97.71]"))
	require.Contains(t, text, "/FontFile2") // the font is in the document
	require.NotContains(t, text, "/BaseFont /Helvetica")
	require.Contains(t, text, codexEnd)
	require.Contains(t, strings.ReplaceAll(text, "\x00", ""), adiukh)
	content := streams(t, pdf)
	require.GreaterOrEqual(t, len(content), 2)
	for _, shown := range []string{"(\x00a) Tj", "(\x008) Tj", "(\x006) Tj"} {
		require.Contains(t, content[0], shown)
	}
	painted := 0
	for _, s := range Draw(position(t, record.Bashni, codexEnd), Options{}).Shapes {
		if s.Kind != kindText {
			painted++
		}
	}
	lines := strings.Split(content[0], "\n")
	for _, operator := range lines {
		if operator == "f" || operator == "S" || operator == "B" {
			painted--
		}
	}
	require.Zero(t, painted)
}

// streams returns the decompressed streams of a PDF file.
func streams(t *testing.T, pdf []byte) []string {
	var all []string
	for rest := pdf; ; {
		_, after, ok := bytes.Cut(rest, []byte("stream\n"))
		if !ok {
			return all
		}
		stream, behind, ok := bytes.Cut(after, []byte("\nendstream"))
		require.True(t, ok)
		rest = behind
		if r, err := zlib.NewReader(bytes.NewReader(stream)); err == nil {
			content, err := io.ReadAll(r)
			require.NoError(t, err)
			all = append(all, string(content))
		}
	}
}

func TestTypst(t *testing.T) {
	p := position(t, record.Adiukh, adiukh)
	o := Options{Title: `a "b" \`, From: record.Black, Marks: [][]record.Square{{record.SquareAt(1, 1), record.SquareAt(2, 2)}}}
	require.Equal(t, `stolb-board("`+adiukh+`", "adiukh", width: 35mm, from: "black", marks: ("b2-c3",), title: "a \"b\" \\")`,
		string(AppendTypst(nil, p, o, Length{35, "mm"})))
	require.Contains(t, string(AppendTypst(nil, p, Options{}, Length{})), "width: 118.27mm") // half an inch a square
}

func TestShades(t *testing.T) {
	d := DrawShades(record.Adiukh, "how much", func(s record.Square) (float64, string) {
		if s.Algebraic() == "c3" {
			return 2, "<4"
		}
		return 0, ""
	})
	require.Equal(t, []string{"<4"}, names(d, roleShadeText))
	svg := string(d.AppendSVG(nil, Length{}))
	require.Equal(t, 1, strings.Count(svg, `fill-opacity="0.650"`))
	require.Equal(t, 31, strings.Count(svg, `fill-opacity="0.000"`))
	require.Contains(t, svg, "&lt;4</text>")
	cut := func(record.Square) (float64, string) { return 1, "\xd0" }
	require.NoError(t, WritePDF(io.Discard, Length{}, DrawShades(record.Adiukh, "", cut)))
}
