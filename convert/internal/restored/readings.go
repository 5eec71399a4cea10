package restored

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"io"

	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay/restore"
)

// Schema is the JSON schema of the lists of readings.
//
//go:embed schema.json
var Schema []byte

// readingsJSON is a document as the schema has it.
type readingsJSON struct {
	Recognised int    `json:"recognised"`
	Image      string `json:"image"`
	Pages      []struct {
		Image string `json:"image"`
		Lines []struct {
			Words []struct {
				Text         string      `json:"text"`
				Confidence   float64     `json:"confidence"`
				Box          *[4]float64 `json:"box"`
				Alternatives []struct {
					Text        string  `json:"text"`
					Probability float64 `json:"confidence"`
				} `json:"alternatives"`
			} `json:"words"`
		} `json:"lines"`
	} `json:"pages"`
}

// readReadings reads one object, or several, one after another.
func readReadings(data []byte, p *pages) error {
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		var doc readingsJSON
		if err := d.Decode(&doc); err == io.EOF {
			return nil
		} else if err != nil {
			return broken(err)
		}
		if doc.Recognised != 1 {
			return broken(message.Of("recognised.version", "version", doc.Recognised))
		}
		for _, page := range doc.Pages {
			p.begin(cmp.Or(page.Image, doc.Image))
			for _, line := range page.Lines {
				p.newLine()
				for _, w := range line.Words {
					word := Word{Confidence: w.Confidence}
					if b := w.Box; b != nil {
						word.Box = &[4]int{dots(b[0]), dots(b[1]), dots(b[2]), dots(b[3])}
					}
					for _, a := range w.Alternatives {
						word.Alternatives = append(word.Alternatives, restore.Candidate(a))
					}
					p.add(w.Text, word)
				}
			}
		}
	}
}
