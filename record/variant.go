package record

import (
	"fmt"
	"strings"

	"github.com/stolb/stolb/record/message"
)

// Variant is a game that Stolb knows by name.
type Variant uint8

// The variants. UnknownVariant is for a record that does not name its variant.
const (
	UnknownVariant Variant = iota
	Bashni                 // Russian columns: Codex 1
	BashniReverse          // reverse game of Bashni: Codex 4.1.4
	Lasca                  // international columns: Codex 2
	LascaReverse           // reverse game of Lasca: Codex 4.1.4
	Adiukh                 // Adiukh draughts: Adiukh 1-6
	Russian                // Russian draughts: Ukrainian rules II
	RussianReverse         // poddavki: Ukrainian rules II
	Brazilian              // Brazilian draughts: Ukrainian rules II
	Checkers               // English draughts: Ukrainian rules II
	International          // international draughts: Ukrainian rules III
	Pool                   // American pool checkers: PDN 3.0, GameType 23
	Italian                // Italian draughts: PDN 3.0, GameType 22
	Spanish                // Spanish draughts: PDN 3.0, GameType 24
	Portuguese             // Portuguese draughts, Spanish under another name: PDN 3.0, GameType 28
	Czech                  // Czech draughts: PDN 3.0, GameType 29
	numVariants
)

// variantData is what this package knows about a variant: its names, its board and its pieces. How
// pieces move is defined in replay.
type variantData struct {
	name     string
	straight Variant
	gameType string // PDN's GameType tag, as written
	board    Board
	pieces   int    // men a side at the start
	towers   bool   // captured pieces go under the captor
	marks    bool   // kings are marked pieces
	first    Colour // the side that begins
}

var (
	columns8  = Board{Files: 8, Ranks: 8, Numbering: Algebraic}
	columns7  = Board{Files: 7, Ranks: 7, Numbering: Numeric, Corner: BottomLeft}
	checkers8 = Board{Files: 8, Ranks: 8, Numbering: Numeric, Corner: TopLeft}
	italian8  = Board{Files: 8, Ranks: 8, Numbering: Numeric, Corner: TopLeft, Mirrored: true}
	spanish8  = Board{Files: 8, Ranks: 8, Numbering: Numeric, Corner: BottomRight, Mirrored: true}
	hundred   = Board{Files: 10, Ranks: 10, Numbering: Numeric, Corner: TopLeft}
)

var variants = [numVariants]variantData{
	UnknownVariant: {name: "unknown"},
	Bashni:         {"bashni", Bashni, "45,W,8,8,A0,0", columns8, 12, true, true, White},
	BashniReverse:  {"bashni-reverse", Bashni, "45,W,8,8,A0,0", columns8, 12, true, true, White},
	Lasca:          {"lasca", Lasca, "46,W,7,7,N0,0", columns7, 11, true, true, White},
	LascaReverse:   {"lasca-reverse", Lasca, "46,W,7,7,N0,0", columns7, 11, true, true, White},
	Adiukh:         {"adiukh", Adiukh, "47,W,8,8,A0,0", columns8, 12, true, false, White},
	Russian:        {"russian", Russian, "25,W,8,8,A0,0", columns8, 12, false, true, White},
	RussianReverse: {"russian-reverse", Russian, "25,W,8,8,A0,0", columns8, 12, false, true, White},
	Brazilian:      {"brazilian", Brazilian, "26,W,8,8,A0,0", columns8, 12, false, true, White},
	Checkers:       {"checkers", Checkers, "21,B,8,8,N1,0", checkers8, 12, false, true, Black},
	International:  {"international", International, "20,W,10,10,N2,0", hundred, 20, false, true, White},
	Pool:           {"pool", Pool, "23,B,8,8,N1,0", checkers8, 12, false, true, Black},
	Italian:        {"italian", Italian, "22,W,8,8,N2,1", italian8, 12, false, true, White},
	Spanish:        {"spanish", Spanish, "24,W,8,8,N1,1", spanish8, 12, false, true, White},
	Portuguese:     {"portuguese", Portuguese, "28,W,8,8,N1,1", spanish8, 12, false, true, White},
	Czech:          {"czech", Czech, "29,W,8,8,A0,0", columns8, 12, false, true, White},
}

// String returns the variant's name, such as "bashni-reverse"; "unknown" for UnknownVariant.
func (v Variant) String() string {
	if v < numVariants {
		return variants[v].name
	}
	return fmt.Sprintf("Variant(%d)", uint8(v))
}

// Variants returns all variants, in the order of the documentation.
func Variants() []Variant {
	all := make([]Variant, 0, numVariants-1)
	for v := Bashni; v < numVariants; v++ {
		all = append(all, v)
	}
	return all
}

// ParseVariant returns the variant with the given name, ignoring case. The error lists the names.
func ParseVariant(name string) (Variant, error) {
	if v := VariantNamed(name); v != UnknownVariant {
		return v, nil
	}
	return UnknownVariant, message.Of("record.no-variant", "name", name, "names", strings.Join(VariantNames(), ", "))
}

// VariantNamed returns the variant with the given name, ignoring case, or UnknownVariant.
func VariantNamed(name string) Variant {
	trimmed := strings.TrimSpace(name)
	for v := UnknownVariant + 1; v < numVariants; v++ {
		if strings.EqualFold(variants[v].name, trimmed) {
			return v
		}
	}
	return UnknownVariant
}

// VariantNames returns the names of all variants.
func VariantNames() (names []string) {
	for _, v := range Variants() {
		names = append(names, v.String())
	}
	return names
}

func (v Variant) data() *variantData {
	if v < numVariants {
		return &variants[v]
	}
	return &variants[UnknownVariant]
}

// Term returns the variant's name in messages.
func (v Variant) Term() message.Message { return message.Term("variant-" + v.String()) }

// Board returns the variant's board; the zero Board for UnknownVariant.
func (v Variant) Board() Board { return v.data().board }

// Straight returns the variant of which v is the reverse game, or v itself if it is none.
func (v Variant) Straight() Variant { return v.data().straight }

// PDNAlone reports whether the variant is known only from PDN's list of game types, not from a rule
// book. A record that does not name its variant counts as such a variant only if it fits none of
// the books' variants.
func (v Variant) PDNAlone() bool { return v > International && v < numVariants }

// Reversed reports whether v is a reverse game: the side that cannot move wins (Codex 4.1.4).
func (v Variant) Reversed() bool { return v != v.Straight() }

// GameType returns the value of PDN's GameType tag. A reverse game has that of its straight game.
func (v Variant) GameType() string { return v.data().gameType }

// Pieces returns the number of pieces of each side at the start, which is also the maximum.
func (v Variant) Pieces() int { return v.data().pieces }

// Towers reports whether captured pieces go under the captor.
func (v Variant) Towers() bool { return v.data().towers }

// KingMarks reports whether kings are marked pieces. In Adiukh they are not: a tower on its owner's
// far rank is a king (Adiukh 3.5).
func (v Variant) KingMarks() bool { return v.data().marks }

// First returns the side that begins.
func (v Variant) First() Colour { return v.data().first }
