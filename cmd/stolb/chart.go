package main

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stolb/stolb/convert/table"
)

// seriesColours are how many colours page.html has, which tell the parts of a
// chart apart in light and dark, and without red and green alone.
const seriesColours = 5

func series(i int) string { return fmt.Sprintf("var(--series-%d)", i%seriesColours) }

// Sizes of charts, in pixels.
const (
	chartHeight = 373
	fontSize    = 13
	letterWidth = 7.3 // about how wide a character is, at most
	legendLine  = 18
	tickLength  = 5
)

// chart is an svg element that is being drawn, with the area between its axes
// and the values at its edges, of x and y.
type chart struct {
	strings.Builder
	left, right, top, bottom float64 // the area's edges
	low, high                [2]float64
}

// axis is what stands along one of the axes of a chart.
type axis struct {
	title     string
	low, high float64
	ticks     []tick
}

// tick is a mark on an axis.
type tick struct {
	at    float64
	label string
}

// wholeTicks returns marks at whole numbers, at most eight or so.
func wholeTicks(low, high float64) []tick {
	step := 1.0
	for i := 0; (high-low)/step > 8; i++ {
		step *= [...]float64{2, 2.5, 2}[i%3] // 1, 2, 5, 10, 20, ...
	}
	var ticks []tick
	for n := math.Ceil(low / step); n*step <= high; n++ {
		ticks = append(ticks, tick{n * step, fmt.Sprintf("%.0f", n*step+0)}) // + 0, for there is no -0
	}
	return ticks
}

// newChart returns a chart with its axes, the marks of x turned where turned is
// set, under a legend of the series where there are several. The label is for
// those who cannot see the chart.
func newChart(width float64, x, y axis, turned bool, legend []string, label string) *chart {
	height := float64(chartHeight)
	c := &chart{low: [2]float64{x.low, y.low}, high: [2]float64{x.high, y.high}}
	longest := func(ticks []tick) (n int) {
		for _, t := range ticks {
			n = max(n, utf8.RuneCountInString(t.label))
		}
		return n
	}
	c.left, c.right = 12+letterWidth*float64(longest(y.ticks))+tickLength, width-8
	c.top, c.bottom = 8, height-fontSize-12
	if turned { // by 45 degrees: as much room below as to the left of the first
		aside := math.Sqrt2 / 2 * letterWidth * float64(longest(x.ticks))
		c.bottom -= aside
		c.left = max(c.left, aside/2)
	}
	if len(legend) > 1 {
		c.top += float64(legendLine*len(legend) + 6)
	}
	if y.title != "" {
		c.left += fontSize + 4
	}
	if x.title != "" {
		c.bottom -= fontSize + 6
	}
	fmt.Fprintf(c, `<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="%s" style="font-size:%dpx">`+"\n",
		width, height, width, height, template.HTMLEscapeString(label), fontSize)
	if len(legend) > 1 {
		for i, name := range legend {
			at := float64(8 + legendLine*i)
			c.rect(c.left+8, at, 12, 12, series(i))
			c.text(c.left+26, at+11, "start", "", name)
		}
	}
	for _, t := range y.ticks {
		at := c.y(t.at)
		c.line(c.left, at, c.right, at, "var(--grid)", 0.7)
		c.line(c.left-tickLength, at, c.left, at, "var(--soft)", 0.7)
		c.text(c.left-tickLength-3, at+4, "end", "", t.label)
	}
	for _, t := range x.ticks {
		at := c.x(t.at)
		if turned {
			c.text(at+4, c.bottom+fontSize+2, "end", fmt.Sprintf("rotate(-45 %.1f %.1f)", at+4, c.bottom+fontSize+2), t.label)
			continue
		}
		c.text(at, c.bottom+tickLength+fontSize, "middle", "", t.label)
	}
	c.line(c.left, c.top, c.left, c.bottom, "var(--soft)", 0.7)
	c.line(c.left, c.bottom, c.right, c.bottom, "var(--soft)", 0.7)
	if x.title != "" {
		c.text((c.left+c.right)/2, height-6, "middle", "", x.title)
	}
	if y.title != "" {
		at := (c.top + c.bottom) / 2
		c.text(fontSize, at, "middle", fmt.Sprintf("rotate(-90 %d %.1f)", fontSize, at), y.title)
	}
	return c
}

// x and y return where a value is.
func (c *chart) x(value float64) float64 {
	return c.left + (value-c.low[0])/(c.high[0]-c.low[0])*(c.right-c.left)
}

func (c *chart) y(value float64) float64 {
	return c.bottom - (value-c.low[1])/(c.high[1]-c.low[1])*(c.bottom-c.top)
}

func (c *chart) line(x1, y1, x2, y2 float64, colour string, wide float64) {
	fmt.Fprintf(c, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" style="stroke:%s;stroke-width:%.1f"/>`+"\n", x1, y1, x2, y2, colour, wide)
}

func (c *chart) rect(x, y, w, h float64, colour string) {
	fmt.Fprintf(c, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" style="fill:%s"/>`+"\n", x, y, w, h, colour)
}

func (c *chart) text(x, y float64, anchor, transform, text string) {
	if transform != "" {
		transform = ` transform="` + transform + `"`
	}
	fmt.Fprintf(c, `<text x="%.1f" y="%.1f" text-anchor="%s" style="fill:var(--ink)"%s>%s</text>`+"\n", x, y, anchor, transform, template.HTMLEscapeString(text))
}

// end returns the element.
func (c *chart) end() template.HTML { return template.HTML(c.String() + "</svg>\n") }

// stack is a part of each bar of a chart.
type stack struct {
	name   string
	values []float64 // by bar, none of them negative
}

// maxMark is the most characters of a name under a bar.
const maxMark = 24

// bars draws stacked bars, one for each name.
func bars(x, y string, names []string, stacks []stack, label string) template.HTML {
	tops := make([]float64, len(names))
	legend := make([]string, len(stacks))
	for i, s := range stacks {
		legend[i] = s.name
		for j, value := range s.values {
			tops[j] += value
		}
	}
	high := 1.0
	if len(tops) > 0 && slices.Max(tops) > 0 {
		high = slices.Max(tops)
	}
	width := max(float64(len(names))*35, 400)
	if len(names) > 30 {
		width = 1067
	}
	ticks := make([]tick, len(names))
	turned := false
	for i, name := range names {
		name = table.Cut(table.Printable(name), maxMark)
		ticks[i] = tick{float64(i), name}
		turned = turned || letterWidth*float64(utf8.RuneCountInString(name)) > (width-70)/float64(len(names))
	}
	c := newChart(width, axis{x, -0.6, float64(len(names)) - 0.4, ticks}, axis{y, 0, high, wholeTicks(0, high)}, turned, legend, label)
	wide := min(0.7*(c.x(1)-c.x(0)), 53)
	for i := range names {
		below := 0.0
		for j, s := range stacks {
			if i < len(s.values) && s.values[i] > 0 {
				top := c.y(below + s.values[i])
				c.rect(c.x(float64(i))-wide/2, top, wide, c.y(below)-top, series(j))
				below += s.values[i]
			}
		}
	}
	return c.end()
}

// point is a mean with its spread.
type point struct{ x, mean, spread float64 }

// means draws points, joined by a line, with their spread as bars up and down.
func means(x, y string, points []point, label string) template.HTML {
	points = slices.DeleteFunc(slices.Clone(points), func(p point) bool { return math.IsNaN(p.mean) || math.IsNaN(p.spread) })
	if len(points) == 0 {
		return ""
	}
	along, up := axis{x, points[0].x, points[0].x, nil}, axis{y, points[0].mean, points[0].mean, nil}
	for _, p := range points {
		along.low, along.high = min(along.low, p.x), max(along.high, p.x)
		up.low, up.high = min(up.low, p.mean-p.spread), max(up.high, p.mean+p.spread)
	}
	for _, a := range []*axis{&along, &up} {
		if a.low == a.high {
			a.low, a.high = a.low-1, a.high+1
		}
		a.ticks = wholeTicks(a.low, a.high)
	}
	margin := (along.high - along.low) / 50 // for the first and the last point
	along.low, along.high = along.low-margin, along.high+margin
	c := newChart(613, along, up, false, nil, label)
	for _, p := range points {
		c.line(c.x(p.x), c.y(p.mean-p.spread), c.x(p.x), c.y(p.mean+p.spread), "var(--soft)", 1)
		for _, end := range []float64{p.mean - p.spread, p.mean + p.spread} {
			c.line(c.x(p.x)-3, c.y(end), c.x(p.x)+3, c.y(end), "var(--soft)", 1)
		}
	}
	c.WriteString(`<polyline points="`)
	for i, p := range points {
		if i > 0 {
			c.WriteByte(' ')
		}
		fmt.Fprintf(c, "%.1f,%.1f", c.x(p.x), c.y(p.mean))
	}
	fmt.Fprintf(c, `" style="fill:none;stroke:%s;stroke-width:2"/>`+"\n", series(0))
	for _, p := range points {
		fmt.Fprintf(c, `<circle cx="%.1f" cy="%.1f" r="4" style="fill:%s"/>`+"\n", c.x(p.x), c.y(p.mean), series(0))
	}
	return c.end()
}
