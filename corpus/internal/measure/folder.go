package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/replay/restore"
)

// set is the records of one kind of a folder of damaged games, with the truth.
type set struct {
	name    string
	records []*restore.Record
	truth   [][]string
}

// folder reads a folder of files VARIANT-KIND.txt, or two of them with -a and
// -b, and VARIANT-KIND.ndjson with the truth.
func folder(path string) ([]set, error) {
	truths, err := filepath.Glob(filepath.Join(path, "*.ndjson"))
	if err != nil {
		return nil, err
	}
	var sets []set
	for _, file := range truths {
		base := strings.TrimSuffix(file, ".ndjson")
		s := set{name: filepath.Base(base)}
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(data) {
			var game struct {
				Variant string
				Moves   []string
			}
			if err := json.Unmarshal(line, &game); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			v, err := record.ParseVariant(game.Variant)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			s.truth = append(s.truth, game.Moves)
			s.records = append(s.records, &restore.Record{Variant: v})
		}
		for _, end := range []string{"", "-a", "-b"} {
			text, err := os.ReadFile(base + end + ".txt")
			if os.IsNotExist(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			sheets := strings.Split(strings.TrimSpace(string(text)), "\n\n")
			if len(sheets) != len(s.records) {
				return nil, fmt.Errorf("%s%s.txt: %d games, but the truth of %d", base, end, len(sheets), len(s.records))
			}
			for i, sheet := range sheets {
				s.records[i].Sheets = append(s.records[i].Sheets, restore.Sheet{Cells: tokens(sheet)})
			}
		}
		sets = append(sets, s)
	}
	return sets, nil
}

var numbered = regexp.MustCompile(`^(\d+)\.$`)

// tokens divides a table or a run into cells. It is as good as these files
// need it, and no better.
func tokens(sheet string) (cells []restore.Cell) {
	lines := strings.Split(sheet, "\n")
	if len(lines) == 1 {
		_, run, _ := strings.Cut(lines[0], ": ")
		number := 0
		for _, field := range strings.Fields(run) {
			if m := numbered.FindStringSubmatch(field); m != nil {
				number, _ = strconv.Atoi(m[1])
				continue
			}
			cells = append(cells, restore.Cell{Text: field, Number: number})
			number = 0
		}
		return cells
	}
	for row, line := range lines[1:] {
		number, words, _ := strings.Cut(line, ". ")
		n, _ := strconv.Atoi(number)
		for i, word := range strings.Split(words, "\t") {
			if row == len(lines)-2 && i == 1 && word == "" {
				continue
			}
			c := restore.Cell{Text: word, Side: restore.WhiteSide + restore.Side(i)}
			if i == 0 {
				c.Number = n
			}
			cells = append(cells, c)
		}
	}
	return cells
}
