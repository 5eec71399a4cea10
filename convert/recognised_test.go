package convert

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/stolb/stolb/replay/restore"
)

const asHOCR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta name='ocr-system' content='tesseract 5.3.0' /></head>
<body><div class='ocr_page' id='page_1' title='image "sheet.png"; bbox 0 0 800 600; ppageno 0'>
<p class='ocr_par'>
<span class='ocr_line' title="bbox 10 10 200 30"><span class='ocrx_word' title='bbox 10 10 30 30; x_wconf 91'>1.</span>
<span class='ocrx_word' title='bbox 40 10 90 30; x_wconf 62'>c3-b4<span id='lstm_choices_1_1' class='ocrx_cinfo'><span id='timestep_1'>c</span></span></span>
<span class='ocrx_word' title='bbox 150 10 200 30; x_wconf 40'><span class='alternatives'><ins class='alt'>b6-a5</ins><del class='alt' title='nlp 0.6931'>66-a5</del></span></span></span>
</p></div></body></html>`

const asALTO = `<?xml version="1.0" encoding="UTF-8"?>
<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Description><sourceImageInformation><fileName>sheet.png</fileName></sourceImageInformation></Description>
<Layout><Page ID="p1" PHYSICAL_IMG_NR="1" WIDTH="800" HEIGHT="600"><PrintSpace><TextBlock><TextLine HPOS="10" VPOS="10">
<String CONTENT="1." WC="0.91" HPOS="10" VPOS="10" WIDTH="20" HEIGHT="20"/><SP/>
<String CONTENT="c3-b4" WC="0.62" HPOS="40" VPOS="10" WIDTH="50" HEIGHT="20"/>
<String CONTENT="b6-a5" WC="0.40" HPOS="150" VPOS="10" WIDTH="50" HEIGHT="20"><ALTERNATIVE>66-a5</ALTERNATIVE></String>
</TextLine></TextBlock></PrintSpace></Page></Layout></alto>`

const asPAGE = `<?xml version="1.0" encoding="UTF-8"?>
<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Page imageFilename="sheet.png" imageWidth="800" imageHeight="600">
<TextRegion id="r"><Coords points="0,0 800,600"/><TextLine id="l"><Coords points="10,10 200,10 200,30 10,30"/>
<Word id="a"><Coords points="10,10 30,10 30,30 10,30"/><TextEquiv conf="0.91"><Unicode>1.</Unicode></TextEquiv></Word>
<Word id="b"><Coords points="40,10 90,30"/><Glyph id="g"><Coords points="40,10 50,30"/><TextEquiv conf="0.1"><Unicode>e</Unicode></TextEquiv></Glyph><TextEquiv conf="0.62"><Unicode>c3-b4</Unicode></TextEquiv></Word>
<Word id="c"><Coords points="150,10 200,30"/><TextEquiv index="1" conf="0.5"><Unicode>66-a5</Unicode></TextEquiv><TextEquiv index="0" conf="0.40"><Unicode>b6-a5</Unicode></TextEquiv></Word>
<TextEquiv><Unicode>1. c3-b4 b6-a5</Unicode></TextEquiv></TextLine></TextRegion></Page></PcGts>`

const asJSON = `{"recognised":1,"image":"sheet.png","pages":[{"lines":[{"words":[
{"text":"1.","confidence":0.91,"box":[10,10,30,30]},{"text":"c3-b4","confidence":0.62,"box":[40,10,90,30]},
{"text":"b6-a5","confidence":0.4,"box":[150,10,200,30],"alternatives":[{"text":"66-a5","confidence":0.5}]}]}]}]}`

func TestReadRecognised(t *testing.T) {
	for name, text := range map[string]string{"hOCR": asHOCR, "ALTO": asALTO, "PAGE-XML": asPAGE, "JSON": asJSON} {
		t.Run(name, func(t *testing.T) {
			require.True(t, isRecognised(bufio.NewReader(strings.NewReader(text))))
			d, err := readRecognised(strings.NewReader(text))
			require.NoError(t, err)
			require.Equal(t, "1. c3-b4\tb6-a5\n\n", d.Text)
			require.Len(t, d.Words, 3)
			w := d.at(3, 5)
			require.InDelta(t, 0.62, w.Confidence, 1e-9)
			require.Equal(t, &[4]int{40, 10, 90, 30}, w.Box)
			require.Equal(t, 1, w.Page)
			require.Equal(t, "sheet.png", w.Image)
			require.Empty(t, w.Alternatives)
			w = d.at(9, 5)
			require.Len(t, w.Alternatives, 1)
			require.Equal(t, "66-a5", w.Alternatives[0].Text)
			if name != "ALTO" { // ALTO has no confidence for them
				require.InDelta(t, 0.5, w.Alternatives[0].Probability, 1e-4)
			}
		})
	}
}

// Text outside words is read, with the box of its line.
func TestReadRecognisedLines(t *testing.T) {
	page := func(inside string) string { return `<PcGts><Page>` + inside + `</Page></PcGts>` }
	for text, want := range map[string]string{
		`<html><head><title>ocr</title><style>p {}</style></head><body><div class="ocr_page"><span class="ocr_line" title="bbox 1 2 3 4">1. c3-<b>b4</b> b6-a5</span>
<span class="ocr_line">2. <span class="ocrx_word">b2-c3</span> a7-b6</span></div><p>1:0</p></body></html>`: "1. c3-b4 b6-a5\n2. b2-c3 a7-b6\n1:0\n\n",
		`<alto><Page><TextLine><String CONTENT="c3"/><HYP CONTENT="-"/></TextLine><TextLine><String CONTENT="b4"/></TextLine></Page></alto>`: "c3 -\nb4\n\n",
		page(`<TextRegion><TextLine><Word/><TextEquiv><Unicode>1. c3-b4</Unicode></TextEquiv></TextLine><TextEquiv><Unicode>again</Unicode></TextEquiv></TextRegion>
<TextRegion><TextEquiv><Unicode>2. b2-c3&#10;a7-b6</Unicode></TextEquiv></TextRegion>`): "1. c3-b4\n2. b2-c3\na7-b6\n\n",
	} {
		d, err := readRecognised(strings.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, want, d.Text)
	}
}

// Text in a single-byte encoding is decoded by its label, in any spelling of labels.
func TestRecognisedEncodings(t *testing.T) {
	for label, e := range map[string]encoding.Encoding{
		"windows-1251": charmap.Windows1251, "CP1251": charmap.Windows1251, "KOI8-R": charmap.KOI8R, "koi8-u": charmap.KOI8U, "IBM866": charmap.CodePage866,
		"ISO-8859-5": charmap.ISO8859_5, "x-mac-cyrillic": charmap.MacintoshCyrillic,
	} {
		text := strings.ReplaceAll(strings.Replace(asALTO, `"UTF-8"`, strconv.Quote(label), 1), "c3-b4", "с3-в4")
		written, err := e.NewEncoder().String(text)
		require.NoError(t, err, label)
		d, err := readRecognised(strings.NewReader(written))
		require.NoError(t, err, label)
		require.Equal(t, "1. с3-в4\tb6-a5\n\n", d.Text, label)
	}
	_, err := readRecognised(strings.NewReader(strings.Replace(asALTO, "UTF-8", "EBCDIC-X", 1)))
	require.ErrorContains(t, err, `unknown encoding "EBCDIC-X"`)
}

// For part of a word, the readings that agree with the rest count; for several words, the lowest
// confidence.
func TestRecognisedAt(t *testing.T) {
	d, err := readRecognised(strings.NewReader(`{"recognised":1,"pages":[{"lines":[{"words":[
		{"text":"1.c3-b4","confidence":0.5,"box":[0,0,9,9],"alternatives":[{"text":"1.e3-b4","confidence":0.2},{"text":"7.c3-b4","confidence":0.1}]},
		{"text":"b6","confidence":0.9,"box":[10,0,19,9]},{"text":"-a5","confidence":0.7,"box":[20,1,29,12]}]}]}]}`))
	require.NoError(t, err)
	require.Equal(t, "1.c3-b4 b6 -a5\n\n", d.Text)
	require.Equal(t, []restore.Candidate{{Text: "e3-b4", Probability: 0.2}}, d.at(2, 5).Alternatives)
	both := d.at(8, 6)
	require.InDelta(t, 0.7, both.Confidence, 1e-9)
	require.Equal(t, &[4]int{10, 0, 29, 12}, both.Box)
	require.Nil(t, d.at(100, 3).Box)
}

// Columns that a recogniser mistakes for blocks of text are joined into rows, also on a page
// rotated to either side.
func TestRows(t *testing.T) {
	for _, slope := range []float64{0, 0.08, -0.08} {
		word := func(text string, left, top, width int) string {
			top += 100 + int(slope*float64(left+width/2))
			return fmt.Sprintf(`<String CONTENT="%s" HPOS="%d" VPOS="%d" WIDTH="%d" HEIGHT="20"/>`, text, left, top, width)
		}
		var white, black strings.Builder
		for i, words := range [][2]string{{"c3-b4", "b6-a5"}, {"b2-c3", "a7-b6"}, {"a1-b2", "d6-e5"}} {
			white.WriteString("<TextLine>" + word(fmt.Sprint(i+1, "."), 10, 40*i, 20) + word(words[0], 40, 40*i, 50) + "</TextLine>")
			black.WriteString("<TextLine>" + word(words[1], 200, 40*i+3, 50) + "</TextLine>")
		}
		d, err := readRecognised(strings.NewReader("<alto><Page>" + white.String() + black.String() + "</Page></alto>"))
		require.NoError(t, err)
		require.Equal(t, "1. c3-b4\tb6-a5\n2. b2-c3\ta7-b6\n3. a1-b2\td6-e5\n\n", d.Text, slope)
	}
}

// The words of a short heading, one of them without tall letters, do not show how far a page is
// rotated.
func TestRowsBelowAHeading(t *testing.T) {
	word := func(text string, left, top int) string {
		return fmt.Sprintf(`<String CONTENT="%s" HPOS="%d" VPOS="%d" WIDTH="90" HEIGHT="40"/>`, text, left, top)
	}
	page := "<TextLine>" + word("Вид:", 10, 100) + word("ласка", 110, 110) + "</TextLine>"
	for _, left := range []int{10, 300, 900} {
		for row := range 5 {
			page += "<TextLine>" + word(fmt.Sprintf("%d-%d", left, row), left, 160+60*row) + "</TextLine>"
		}
	}
	d, err := readRecognised(strings.NewReader("<alto><Page>" + page + "</Page></alto>"))
	require.NoError(t, err)
	require.Contains(t, d.Text, "\n10-0\t300-0\t900-0\n10-1\t300-1\t900-1\n10-2\t")
}

func TestReadRecognisedErrors(t *testing.T) {
	for _, text := range []string{
		"", "1. c3-b4", "<html><body>ocr_page</nobody", "<alto><Page>", `{"recognised":2,"pages":[]}`, `{"recognised":1,"pages":7}`,
		`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><alto><Page><String CONTENT="&x;"/></Page></alto>`,
		strings.Repeat("<alto>", 1000),
	} {
		_, err := readRecognised(strings.NewReader(text))
		require.ErrorContains(t, err, errNotRecognised.Error(), "%.40q", text)
	}
}

func TestReadingsSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("readings.schema.json")
	require.NoError(t, err)
	var doc any
	require.NoError(t, json.Unmarshal([]byte(asJSON), &doc))
	require.NoError(t, schema.Validate(doc))
	for _, wrong := range []string{`{"pages":[]}`, `{"recognised":1,"pages":[{"lines":[{"words":[{"text":"a","box":[1,2,3]}]}]}]}`,
		`{"recognised":1,"pages":[{"lines":[{"words":[{"text":"a","confidence":93}]}]}]}`} {
		var doc any
		require.NoError(t, json.Unmarshal([]byte(wrong), &doc))
		require.Error(t, schema.Validate(doc), wrong)
	}
}

// FuzzReadRecognised checks that any input is read or rejected, and that every word is at its offset.
func FuzzReadRecognised(f *testing.F) {
	for _, text := range []string{asHOCR, asALTO, asPAGE, asJSON} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := readRecognised(bytes.NewReader(data))
		if err != nil {
			require.Nil(t, d)
			return
		}
		at := 0
		for _, w := range d.Words {
			require.GreaterOrEqual(t, w.At, at)
			require.Positive(t, w.Len)
			at = w.At + w.Len
			said := d.at(w.At, w.Len)
			require.Equal(t, w.Page, said.Page)
			require.GreaterOrEqual(t, said.Confidence, 0.0)
			require.LessOrEqual(t, said.Confidence, 1.0)
		}
		require.LessOrEqual(t, at, len(d.Text))
	})
}

// An attribute that is no finite number counts as absent: such a confidence must not spread into
// probabilities.
func TestNumber(t *testing.T) {
	for text, want := range map[string]float64{
		"0.5": 0.5, " 93 ": 93, "-2": -2, "": 0, "x": 0, "nan": 0, "NaN": 0, "inf": 0, "-Inf": 0, "1e999": 0,
	} {
		require.Equal(t, want, number(text), text)
	}
	d, err := readRecognised(strings.NewReader(
		`<alto><Page><TextLine><String CONTENT="c3-b4" WC="nan" HPOS="inf" VPOS="1" WIDTH="5" HEIGHT="9"/></TextLine></Page></alto>`))
	require.NoError(t, err)
	require.Zero(t, d.Words[0].Confidence)
	require.Equal(t, &[4]int{0, 1, 5, 10}, d.Words[0].Box)
}
