package grammar

import "github.com/stolb/stolb/record"

type sheetReader struct{}

func (s *sheetReader) parse(p *Parser, g *record.Game) {}
