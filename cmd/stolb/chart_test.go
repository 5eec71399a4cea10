package main

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// element is an element of a chart, with its numeric attributes.
type element struct {
	name, style, text string
	number            map[string]float64
}

func elements(t *testing.T, p picture) (all []element) {
	var svg strings.Builder
	require.NoError(t, templates().ExecuteTemplate(&svg, "chart", p.Chart))
	d := xml.NewDecoder(strings.NewReader(svg.String()))
	for {
		token, _ := d.Token()
		switch token := token.(type) {
		case nil:
			return all
		case xml.StartElement:
			e := element{name: token.Name.Local, number: map[string]float64{}}
			for _, a := range token.Attr {
				if a.Name.Local == "style" {
					e.style = a.Value
				}
				if x, err := strconv.ParseFloat(a.Value, 64); err == nil {
					require.False(t, math.IsNaN(x) || math.IsInf(x, 0), svg.String())
					e.number[a.Name.Local] = x
				}
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].text += strings.TrimSpace(string(token))
			}
		}
	}
}

func only(all []element, name, style string) (some []element) {
	for _, e := range all {
		if e.name == name && strings.Contains(e.style, style) {
			some = append(some, e)
		}
	}
	return some
}

// Bars are as high as their values, are stacked, and have the colours of the legend.
func TestBars(t *testing.T) {
	all := elements(t, bars("moves", "games", []string{"c3-d4", "g3-h4"}, []stack{{"won", []float64{30, 10}}, {"lost", []float64{10, 0}}}, "a label", ""))
	won, lost := only(all, "rect", "--series-0"), only(all, "rect", "--series-1")
	require.Len(t, won, 2)
	require.Len(t, lost, 1)
	require.InDelta(t, 3, won[0].number["height"]/won[1].number["height"], 0.01)
	require.InDelta(t, won[1].number["height"], lost[0].number["height"], 0.11)
	require.InDelta(t, won[0].number["y"], lost[0].number["y"]+lost[0].number["height"], 0.11)
	require.Equal(t, won[0].number["x"], lost[0].number["x"])
	require.Greater(t, won[1].number["x"], won[0].number["x"]+won[0].number["width"])
	legend := only(all, "tspan", "")
	require.Len(t, legend, 2)
	for i, name := range []string{"won", "lost"} {
		require.Contains(t, legend[i].style, strconv.Itoa(i))
		require.Equal(t, "■"+name, legend[i].text)
	}
	require.Greater(t, lost[0].number["y"], float64(2*legendLine), "the legend is above")
	var words []string
	for _, e := range only(all, "text", "") {
		words = append(words, e.text)
	}
	require.Equal(t, []string{"", "0", "5", "10", "15", "20", "25", "30", "35", "40", "c3-d4", "g3-h4", "moves", "games"}, words)
}

// Points are at their values, with their spreads.
func TestMeans(t *testing.T) {
	all := elements(t, means("year", "points", []point{{2000, 12, 2}, {2001, math.NaN(), 0}, {2002, 16, 4}}, "a label", "")[0])
	dots := only(all, "circle", "")
	require.Len(t, dots, 2)
	var spreads []element
	for _, line := range only(all, "line", "") {
		if line.number["x1"] == line.number["x2"] {
			spreads = append(spreads, line)
		}
	}
	require.Len(t, spreads, 2)
	pixels := (dots[0].number["cy"] - dots[1].number["cy"]) / 4 // a point
	require.Positive(t, pixels)
	require.InDelta(t, 4*pixels, spreads[0].number["y1"]-spreads[0].number["y2"], 0.2)
	require.InDelta(t, 8*pixels, spreads[1].number["y1"]-spreads[1].number["y2"], 0.2)
	require.Equal(t, dots[1].number["cx"], spreads[1].number["x1"])
	require.Empty(t, means("year", "points", []point{{2001, math.NaN(), 0}}, "", ""))
}

// Charts of no value, of one and of very many are valid.
func TestOddCharts(t *testing.T) {
	many := make([]string, 100)
	values := make([]float64, 100)
	for i := range many {
		many[i], values[i] = strings.Repeat("Ж", i), float64(i)*1e12
	}
	for _, c := range []picture{
		bars("", "", nil, nil, "", ""), bars("", "", nil, []stack{{"won", nil}, {"lost", nil}}, "", ""),
		bars("", "", []string{"Иванов"}, []stack{{"won", []float64{0}}}, "<", ""),
		bars("", "", many, []stack{{"won", values}}, "", ""),
		means("", "", []point{{2000, 0, 0}}, "", "")[0], means("", "", []point{{-1e9, 1e12, 1e12}, {1e9, -3, 0}}, "", "")[0],
	} {
		all := elements(t, c)
		require.Equal(t, "svg", all[0].name)
		for _, e := range all {
			for name, x := range e.number {
				require.True(t, x > -10 && x < 1100, "%s %s=%v", e.name, name, x)
			}
		}
		require.LessOrEqual(t, len(only(all, "text", "")), 130)
	}
}

func TestWholeTicks(t *testing.T) {
	of := func(low, high float64) (labels []string) {
		for _, tick := range wholeTicks(low, high) {
			labels = append(labels, tick.Label)
		}
		return labels
	}
	require.Equal(t, []string{"0", "1", "2", "3"}, of(0, 3.5))
	require.Equal(t, []string{"0", "10", "20", "30", "40"}, of(-3, 41))
	require.Equal(t, []string{"-4", "-2", "0", "2", "4", "6"}, of(-4.5, 7))
	require.Equal(t, []string{"0", "500", "1000", "1500", "2000", "2500"}, of(0, 2500))
}
