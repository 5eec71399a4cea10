package record

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseDate(t *testing.T) {
	for text, want := range map[string]Date{
		"2021.03.12":       {2021, 3, 12},
		"2021-03-12":       {2021, 3, 12},
		"2021.03.??":       {2021, 3, 0},
		"2021.??.??":       {2021, 0, 0},
		"2021":             {2021, 0, 0},
		"2021-03":          {2021, 3, 0},
		"12.03.2021":       {2021, 3, 12},
		"12/3/2021":        {2021, 3, 12},
		"03.2021":          {2021, 3, 0},
		"12 марта 2021 г.": {2021, 3, 12},
		"1 травня 1987 р.": {1987, 5, 1},
		"9 мая 1985":       {1985, 5, 9},
		"March 12, 2021":   {2021, 3, 12},
		"март 2021":        {2021, 3, 0},
	} {
		got, ok := ParseDate(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{
		"", "????.??.??", "12.03.21", "2021.13.01", "2021.??.12", "0000.01.01", "2021.03.32", "2020-2021", "вчера", "1.2.3.2021", "2021.0x.12",
	} {
		_, ok := ParseDate(text)
		require.False(t, ok, text)
	}
}
