package jsonl

import "unicode/utf8"

// Encodings of the file that a game's text was read from, which say where a
// byte of it stands (record.Source.Width).
const (
	utf8Text  encoding = iota
	eightBit           // a byte a character
	utf16Text          // two bytes a character, four beyond the first 65,536
)

var encodings = [...]string{eightBit: "8-bit", utf16Text: "utf-16"}

// encodingOf returns the encoding with the given width.
func encodingOf(width func(string) int) encoding {
	if width == nil {
		return utf8Text
	}
	switch [2]int{width("a"), width("я")} {
	case [2]int{1, 1}:
		return eightBit
	case [2]int{2, 2}:
		return utf16Text
	}
	return utf8Text
}

// width returns the encoding's width, nil for UTF-8.
func (e encoding) width() func(string) int {
	switch e {
	case eightBit:
		return utf8.RuneCountInString
	case utf16Text:
		return func(text string) int {
			n := 0
			for _, r := range text {
				n += 2
				if r >= 1<<16 {
					n += 2
				}
			}
			return n
		}
	}
	return nil
}
