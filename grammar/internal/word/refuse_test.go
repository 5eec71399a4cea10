package word

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is seen to be no word is none, and Read makes of a text what Parse does.
func FuzzMisfits(f *testing.F) {
	for _, text := range []string{
		"c3-b4", "a9-b9", "h0-z1", "zz", "cb4", "c:", "cdb4", "c3dd4", "c3d-d4", "12d14", "12-14d", "3228", "05-06", "0-1", "100-2", "3a-b4", "3ab-4", "c5-64", "66-7", "c13-d4", "a01-b2",
		"c3--b4", "c3-:b4", "c3::b4", ":b4", "c3\\times d4", "c3;d4", "l2-a3", "б2-а3", "c3\"d4", "a1b2c3", "a1b2c", "ab2c3", "abc", "d4d", "x", "c3xd4x", "6-c5", "61:72", "z9-а", "c3-b\xff4", "ab2", "ab2\n",
	} {
		f.Add(text)
	}
	table := new(Table)
	f.Fuzz(func(t *testing.T, text string) {
		want, err := Parse(text)
		if len(text) <= maxRespelt && misfits(text) {
			require.Error(t, err, "%q", text)
		}
		for range 2 { // anew, and known
			w, refused := table.Read(text)
			if err == nil {
				require.Equal(t, want, w, "%q", text)
				require.Nil(t, refused)
				continue
			}
			require.Nil(t, w)
			require.NotNil(t, refused)
			require.Equal(t, text, refused.Word.Text)
			require.Empty(t, refused.Word.Steps)
			if len(text) <= MaxLen { // else a table sees no more than its beginning
				require.Equal(t, err.Error(), refused.Why.Error())
			}
			require.Equal(t, isDamaged(text), refused.Damaged, "%q", text)
			require.Equal(t, refused.Damaged && IsMisspelt(text), refused.Misspelt)
		}
		if w, end, _ := table.Move(text, 0); w != nil { // there may be spaces behind it
			_, err := Parse(text[:end])
			require.NoError(t, err)
		}
	})
}

// isDamaged is IsDamaged, character by character.
func isDamaged(text string) bool {
	squares, signs := 0, 0
	for i, r := range text {
		_, take := TakeOf(r)
		_, _, file := FileOf(r)
		_, _, digit := DigitOf(r)
		switch {
		case IsDash(r) || take && i > 0:
			signs++
		case r < 0x80 && IsDigit(byte(r)):
			squares++
		case !file && !digit && !IsLetter(r) || i == 0 && !file:
			return true
		}
	}
	return squares == 0 || signs == 0
}
