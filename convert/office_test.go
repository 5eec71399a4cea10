package convert

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
)

// zipped returns a zip file of the parts, given as alternating names and texts.
func zipped(t testing.TB, parts ...string) []byte {
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		require.NoError(t, err)
		_, err = io.WriteString(w, parts[i+1])
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return file.Bytes()
}

func textOf(t testing.TB, file []byte) (string, error) {
	unpacked, err := unpack(io.NopCloser(bytes.NewReader(file)), "x", new(counts))
	if err != nil {
		return "", err
	}
	require.Equal(t, "utf-8", unpacked.Encoding)
	text, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	require.NoError(t, unpacked.Close())
	return string(text), nil
}

// Rows of a workbook are lines with the same numbers, with notes at their cells.
func TestXLSX(t *testing.T) {
	book := excelize.NewFile()
	set := func(sheet, cell string, value any) { require.NoError(t, book.SetCellValue(sheet, cell, value)) }
	set("Sheet1", "A1", "Белые")
	set("Sheet1", "B1", "Иванов")
	set("Sheet1", "A4", 1)
	set("Sheet1", "B4", "c3-d4")
	set("Sheet1", "D4", "f6-g5\nхорошо")
	set("Sheet1", "A6", "1. c3-d4 f6-g5\n2. b2-c3")
	require.NoError(t, book.AddComment("Sheet1", excelize.Comment{Cell: "B4", Text: "лучше\na3-b4"}))
	require.NoError(t, book.AddComment("Sheet1", excelize.Comment{Cell: "F9", Text: "конец"}))
	_, err := book.NewSheet("Вторая")
	require.NoError(t, err)
	set("Вторая", "A1", "1-0")
	var file bytes.Buffer
	require.NoError(t, book.Write(&file))

	text, err := textOf(t, file.Bytes())
	require.NoError(t, err)
	require.Equal(t, "Белые\tИванов\n\n\n1\tc3-d4 {лучше a3-b4}\t\tf6-g5 хорошо\n\n1. c3-d4 f6-g5\n2. b2-c3\n {конец}\n\n1-0\n", text)
}

// A spreadsheet in LibreOffice's style: repeated cells and rows, annotations, styles.
func TestODS(t *testing.T) {
	const content = `<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3">
<office:automatic-styles><style:style style:name="ce1" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>
<style:style style:name="ce2" style:family="table-cell"><style:text-properties style:text-line-through-style="none"/></style:style></office:automatic-styles>
<office:body><office:spreadsheet>
<table:table table:name="Лист1"><table:table-column/>
<table:table-row><table:table-cell office:value-type="string"><text:p>Белые</text:p></table:table-cell><table:table-cell><text:p>Иванов <text:s text:c="2"/>И.</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16382"/></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
<table:table-row><table:table-cell office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell><table:table-cell table:style-name="ce1"><text:p>a3-b4</text:p></table:table-cell><table:table-cell table:style-name="ce2"><office:annotation><dc:creator>И. И.</dc:creator><dc:date>2024-01-02T00:00:00</dc:date><text:p>так в</text:p><text:p>бланке</text:p></office:annotation><text:p>c3-d4</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>f6-g5</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
</table:table>
<table:table table:name="Лист2"><table:table-row><table:table-cell><text:p>1-0</text:p></table:table-cell></table:table-row></table:table>
</office:spreadsheet></office:body></office:document-content>`
	text, err := textOf(t, zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", content))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimLeft(text, "\n"), "\n")
	require.Equal(t, "Белые\tИванов И.", lines[0])
	require.Equal(t, "1\t~~a3-b4~~\t{так в бланке}c3-d4\tf6-g5\tf6-g5", strings.ReplaceAll(lines[3], "\t ", "\t"))
	require.Equal(t, "1-0", strings.TrimSpace(strings.Join(lines[4:], "\n")))
}

// A document in Word's style: runs, tabs, tables with columns in a single row, footnotes,
// struck-out, deleted or raised text, and text boxes that repeat their text.
func TestDOCX(t *testing.T) {
	const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	const space = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	const document = head + `<w:document` + space + `><w:body>
<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr><w:r><w:t>Белые:</w:t></w:r><w:r><w:tab/><w:t xml:space="preserve"> Ива</w:t></w:r><w:r><w:t>нов</w:t></w:r></w:p>
<w:p/>
<w:p><w:r><w:t>1. c3-d4</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r><w:r><w:rPr><w:strike/></w:rPr><w:t>a7-b6</w:t></w:r><w:r><w:rPr><w:strike w:val="0"/></w:rPr><w:t xml:space="preserve"> f6-g5</w:t></w:r><w:del><w:r><w:delText>b2-c3</w:delText></w:r></w:del></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>2</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b2-c3</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr>
<w:tr><w:tc><w:p><w:r><w:t>3</w:t></w:r></w:p><w:p><w:r><w:t>4</w:t></w:r></w:p></w:tc><w:tc/><w:tc><w:p><w:r><w:t>a1</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>12</w:t></w:r></w:p><w:p><w:r><w:t>b2</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><w:r><mc:AlternateContent><mc:Choice><w:t>1-0</w:t></mc:Choice><mc:Fallback><w:t>1-0</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>
</w:body></w:document>`
	const footnotes = head + `<w:footnotes` + space + `><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>Лучше {a3-b4}.</w:t></w:r></w:p></w:footnote></w:footnotes>`
	text, err := textOf(t, zipped(t, "word/document.xml", document, "word/footnotes.xml", footnotes))
	require.NoError(t, err)
	require.Equal(t, "Белые:\t Иванов\n\n1. c3-d4 {Лучше (a3-b4).} ~~a7-b6~~ f6-g5\n2\tb2-c3\n3\t\ta1¹²\n4\t\tb2\n\n1-0\n", text)
}

// A damaged, too large or foreign file is an error, at little cost.
func TestOfficeErrors(t *testing.T) {
	book := excelize.NewFile()
	require.NoError(t, book.SetCellValue("Sheet1", "A1", "1. c3-d4"))
	var whole bytes.Buffer
	require.NoError(t, book.Write(&whole))
	z, err := zip.NewReader(bytes.NewReader(whole.Bytes()), int64(whole.Len()))
	require.NoError(t, err)
	var parts []string
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		if parts = append(parts, f.Name, string(text)); f.Name == "xl/worksheets/sheet1.xml" {
			parts[len(parts)-1], _, _ = strings.Cut(string(text), "</sheetData>")
		}
	}
	const cell = `<table-cell number-columns-repeated="16000"><p>c3-d4</p></table-cell>`
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"cut short":  {zipped(t, "content.xml", "<p>1. c3-d4</p>")[:60], "x: the data are damaged"},
		"no XML":     {zipped(t, "content.xml", "<p>1. c3-d4"), "x: the data are damaged"},
		"deep":       {zipped(t, "content.xml", strings.Repeat("<p>", 1_000_000)), "x: the data are damaged"},
		"rows":       {zipped(t, "content.xml", `<table><table-row number-rows-repeated="1000000">`+cell+`</table-row></table>`), "x: more than 32 MB, the limit for a spreadsheet or a document"},
		"wide":       {zipped(t, "content.xml", `<table><table-row>`+strings.Repeat(cell, 9000)+`</table-row></table>`), "x: the data are damaged"},
		"half sheet": {zipped(t, parts...), "x: the data are damaged"},
		"no book":    {zipped(t, "xl/workbook.xml", "<workbook/>"), "x: the data are damaged"},
		"other zips": {zipped(t, "a.txt", "1. c3-d4"), "x: a zip file that is not a spreadsheet or document (.xlsx, .ods, .docx, .odt); unpack it first"},
	} {
		_, err := textOf(t, c.file)
		require.EqualError(t, err, c.want, name)
	}
}

func FuzzOffice(f *testing.F) {
	f.Add([]byte(`<p>1. c3-d4</p><table><table-row><table-cell number-columns-repeated="3"><p>a</p></table-cell></table-row></table>`), true)
	f.Add([]byte(`<p><r><rPr><strike/></rPr><t>a</t></r><footnoteReference id="1"/></p>`), false)
	f.Fuzz(func(t *testing.T, content []byte, isODF bool) {
		name := "word/document.xml"
		if isODF {
			name = "content.xml"
		}
		if text, err := textOf(t, zipped(t, name, string(content))); err == nil {
			require.LessOrEqual(t, len(text), maxCells)
		}
	})
}

// Columns that are blank in all rows are no part of the text.
func TestBlankColumns(t *testing.T) {
	book := excelize.NewFile()
	for cell, text := range map[string]string{"C2": "№", "D2": "Белые: Иванов", "C3": "1", "E3": "f6-g5"} {
		require.NoError(t, book.SetCellValue("Sheet1", cell, text))
	}
	var file bytes.Buffer
	require.NoError(t, book.Write(&file))
	text, err := textOf(t, file.Bytes())
	require.NoError(t, err)
	require.Equal(t, "\n№\tБелые: Иванов\n1\t\tf6-g5\n", text)
}
