package position

import (
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/stolb/stolb/grammar/internal/word"
)

// swift reads by hand what nearly all positions are: each side's name and its
// squares, with men, kings or towers on them. It returns nil where there is
// anything else, which the grammar is for: whatever swift reads that would read
// alike (FuzzSwift).
func swift(tokens []lexer.Token) *positionList {
	list := new(positionList)
	i := 0
	skip := func(kinds ...lexer.TokenType) {
		for {
			found := false
			for _, k := range kinds {
				found = found || tokens[i].Type == k
			}
			if !found {
				return
			}
			i++
		}
	}
	for tokens[i].Type == tokenSide {
		side := sideList{Pos: tokens[i].Pos, Owner: tokens[i].Value}
		i++
		skip(tokenColon, word.TokenDash)
		for {
			e := towerEntry{Pos: tokens[i].Pos}
			if t := tokens[i]; t.Type == tokenKing || t.Type == tokenMan {
				e.Kind = t.Value
				i++
				skip(tokenColon, word.TokenDash)
			}
			switch t := tokens[i]; t.Type {
			case word.TokenSquare:
				e.Square = t.Value
			case tokenDigits:
				e.Number = t.Value
			default:
				if e.Kind != "" || side.Towers == nil {
					return nil
				}
			}
			if e.Square+e.Number == "" {
				break
			}
			i++
			if tokens[i].Type == word.TokenDash {
				if i++; tokens[i].Type != tokenDigits {
					return nil
				}
				e.Pieces = &pieceList{Pos: tokens[i].Pos, Own: tokens[i].Value}
				if i++; tokens[i].Type == tokenSlash {
					if i++; tokens[i].Type != tokenDigits {
						return nil
					}
					e.Pieces.Prisoners = tokens[i].Value
					i++
				}
			}
			side.Towers = append(side.Towers, e)
			skip(tokenComma, tokenStop, tokenAnd)
		}
		list.Sides = append(list.Sides, side)
	}
	if tokens[i].Type != lexer.EOF || list.Sides == nil {
		return nil
	}
	return list
}
