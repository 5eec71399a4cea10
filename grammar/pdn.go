package grammar

import "github.com/stolb/stolb/record"

// parsePDN reads a game in PDN.
func (p *Parser) parsePDN(g *record.Game) {}
