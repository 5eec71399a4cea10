package page

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Charts are drawn in colours that stand for those of the style sheet, and are
// put into its words in the SVG.
var (
	ink  = color.RGBA{1, 1, 1, 255}
	soft = color.RGBA{2, 2, 2, 255}
	grid = color.RGBA{3, 3, 3, 255}
)

// seriesColours tell the parts of a chart apart in light and dark, and without
// red and green alone.
var seriesColours = []struct{ light, dark string }{
	{"#2f6db5", "#6aa5e8"},
	{"#d08a1d", "#f0b44f"},
	{"#8a8580", "#9d9790"},
	{"#7a3e9d", "#b98ad6"},
	{"#2a8c7a", "#5cc3b0"},
}

func series(i int) color.RGBA { return color.RGBA{16, 16, uint8(i % len(seriesColours)), 255} }

// inWords turns the stand-ins into the style sheet's colours.
var inWords = func() *strings.Replacer {
	pairs := []string{"#010101", "var(--ink)", "#020202", "var(--soft)", "#030303", "var(--grid)"}
	for i := range seriesColours {
		pairs = append(pairs, fmt.Sprintf("#1010%02X", i), fmt.Sprintf("var(--series-%d)", i))
	}
	return strings.NewReplacer(pairs...)
}()

// stack is a part of each bar of a chart.
type stack struct {
	name   string
	values []float64
}

// newPlot returns an empty chart in the colours of the page.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	for _, style := range []*text.Style{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		size := style.Font.Size
		style.Font = sans
		style.Font.Size = max(size, 10)
		style.Color = ink
	}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.Padding = 4
		axis.LineStyle.Color = soft
		axis.Tick.LineStyle.Color = soft
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding, p.Legend.ThumbnailWidth = 2, 12
	p.Y.Tick.Marker = wholeTicks{}
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Vertical.Width = nil, 0
	lines.Horizontal.Color = grid
	p.Add(lines)
	return p
}

// wholeTicks puts marks at whole numbers, at most eight or so.
type wholeTicks struct{}

func (wholeTicks) Ticks(low, high float64) []plot.Tick {
	step := 1.0
	for i := 0; (high-low)/step > 8; i++ {
		step *= [...]float64{2, 2.5, 2}[i%3] // 1, 2, 5, 10, 20, ...
	}
	var ticks []plot.Tick
	for n := int(math.Ceil(low / step)); float64(n)*step <= high; n++ {
		x := float64(n) * step
		ticks = append(ticks, plot.Tick{Value: x, Label: fmt.Sprintf("%.0f", x)})
	}
	return ticks
}

// svg draws the chart as an svg element with a label for those who cannot see
// it. Sizes are in points.
func svg(p *plot.Plot, w, h vg.Length, label string) string {
	canvas := vgsvg.New(w, h)
	p.Draw(draw.New(canvas))
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		panic(err) // a buffer takes everything
	}
	_, element, _ := strings.Cut(out.String(), "<svg")
	return `<svg class="chart" role="img" aria-label="` + html.EscapeString(label) + `"` + inWords.Replace(element)
}

// bars draws stacked bars, one for each name.
func bars(x, y string, names []string, stacks []stack, label string) string {
	p := newPlot(x, y)
	w := max(vg.Length(len(names))*26, 300)
	if len(names) > 30 {
		w = 800
	}
	wide := min(0.7*(w-70)/vg.Length(max(len(names), 1)), 40)
	var below *plotter.BarChart
	for i, s := range stacks {
		if len(s.values) == 0 {
			continue
		}
		chart, err := plotter.NewBarChart(plotter.Values(s.values), wide)
		if err != nil {
			continue // nothing to draw
		}
		chart.Color = series(i)
		chart.LineStyle.Width = 0
		if below != nil {
			chart.StackOn(below)
		}
		below = chart
		p.Add(chart)
		if len(stacks) > 1 {
			p.Legend.Add(" "+s.name, chart)
		}
	}
	p.Y.Min = 0
	ticks := make(plot.ConstantTicks, len(names))
	turned := false
	for i, name := range names {
		ticks[i] = plot.Tick{Value: float64(i), Label: printable(name)}
		turned = turned || len([]rune(name))*7 > int(w)/len(names)
	}
	p.X.Tick.Marker = ticks
	p.X.Tick.LineStyle.Width, p.X.Tick.Length = 0, 5
	p.X.Min, p.X.Max = -0.6, float64(len(names))-0.4
	if turned {
		p.X.Tick.Label.Rotation = math.Pi / 4
		p.X.Tick.Label.XAlign = draw.XRight
		p.X.Tick.Label.YAlign = draw.YTop
	}
	if len(stacks) > 1 { // the legend stands above the bars
		p.Y.Max *= 1 + 0.09*float64(len(stacks))
	}
	return svg(p, w, 280, label)
}

// point is a mean with its spread.
type point struct{ x, mean, spread float64 }

// means draws points with their spread as bars up and down.
func means(x, y string, points []point, label string) string {
	p := newPlot(x, y)
	p.X.Tick.Marker = wholeTicks{}
	line := make(plotter.XYs, 0, len(points))
	spreads := make(plotter.YErrors, 0, len(points))
	for _, q := range points {
		if math.IsNaN(q.mean) || math.IsNaN(q.spread) {
			continue
		}
		line = append(line, plotter.XY{X: q.x, Y: q.mean})
		spreads = append(spreads, struct{ Low, High float64 }{q.spread, q.spread})
	}
	if len(line) == 0 {
		return ""
	}
	if errs, err := plotter.NewYErrorBars(struct {
		plotter.XYs
		plotter.YErrors
	}{line, spreads}); err == nil {
		errs.LineStyle.Color = soft
		p.Add(errs)
	}
	if joined, dots, err := plotter.NewLinePoints(line); err == nil {
		joined.Color, joined.Width = series(0), 1.5
		dots.Color, dots.Shape, dots.Radius = series(0), draw.CircleGlyph{}, 3
		p.Add(joined, dots)
	}
	if p.X.Min == p.X.Max {
		p.X.Min, p.X.Max = p.X.Min-1, p.X.Max+1
	}
	return svg(p, 460, 280, label)
}
