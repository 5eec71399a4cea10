package diagram

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/corpus"
	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay"
)

// element is a start tag with the text right behind it.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

func elements(t *testing.T, svg string) []element {
	var all []element
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err, svg)
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].text += strings.TrimSpace(string(token))
			}
		}
	}
}

func texts(all []element) []string {
	var found []string
	for _, e := range all {
		if e.name == "text" {
			found = append(found, e.text)
		}
	}
	return found
}

// Each piece has its face, of its colour, and a crowned top its crown.
func TestPosition(t *testing.T) {
	for _, tt := range []struct {
		variant              record.Variant
		fen                  string
		white, black, crowns int
		counts               []string
	}{
		{record.Bashni, "B:Wc1,e1,g1,f2,b4=000,e5=00,h6=10/000000,a7=0/00:Bg7,b8,f8,h8", 12, 12, 1, []string{"3", "2", "2/6", "1/2"}},
		{record.Adiukh, "W:Wa5,d4,e5=00/0,f8=000/0,g5=0/0:Ba1,b6=00/000,c7=000", 11, 9, 2, []string{"2/1", "1/1", "2/3", "3", "3/1"}},
		{record.Bashni, "W:WKd4:BKb8,Kd8", 1, 2, 3, nil},
	} {
		p, err := record.ParseFEN(tt.variant, tt.fen)
		require.NoError(t, err)
		all := elements(t, Position(&p, `a "label" & more`))
		require.Equal(t, `a "label" & more`, all[0].attrs["aria-label"])
		white, black, crowns := 0, 0, 0
		for _, e := range all {
			if e.name != "ellipse" {
				continue
			}
			switch style := e.attrs["style"]; {
			case strings.HasPrefix(style, "fill:var(--piece-white,"):
				white++
			case strings.HasPrefix(style, "fill:var(--piece-black,"):
				black++
			default:
				crowns++
			}
		}
		require.Equal(t, []int{tt.white, tt.black, tt.crowns}, []int{white, black, crowns}, tt.fen)
		require.Equal(t, append([]string{"a", "b", "c", "d", "e", "f", "g", "h", "1", "2", "3", "4", "5", "6", "7", "8"}, tt.counts...), texts(all))
	}
}

// Numbers stand on the squares of a numeric board: of Lasca from White's left
// upward (Codex 2.3).
func TestNumbers(t *testing.T) {
	p, err := record.ParseFEN(record.Lasca, "W:W1:B25")
	require.NoError(t, err)
	found := texts(elements(t, Position(&p, "")))
	require.Len(t, found, 25)
	require.Equal(t, []string{"1", "2", "3", "4", "5"}, found[:5])
}

func TestShades(t *testing.T) {
	svg := Shades(record.Adiukh, "how much", func(s record.Square) Shade {
		if s.Algebraic() == "c3" {
			return Shade{Depth: 2, Text: "<4"}
		}
		return Shade{}
	})
	all := elements(t, svg)
	require.Contains(t, texts(all), "<4")
	deep := 0
	for _, e := range all {
		if strings.Contains(e.attrs["style"], "fill-opacity:0.650") {
			deep++
			require.Equal(t, "120", e.attrs["x"]) // 16 and two squares
		}
	}
	require.Equal(t, 1, deep)
}

// Whatever stands on a board can be drawn, within its square.
func TestAllVariants(t *testing.T) {
	for _, v := range record.Variants() {
		g, err := corpus.NewGenerator(v, 2)
		require.NoError(t, err)
		for range 5 {
			r := replay.Judge(g.Next(), v)
			elements(t, Position(&r.Final, v.String()))
		}
	}
}
