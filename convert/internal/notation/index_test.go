package notation

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record/message"
)

// The alphabets as taught in schools, and names as printed in an index.
func TestAlphabetical(t *testing.T) {
	for l, sorted := range map[message.Language][]string{
		message.Russian: {
			"1-й кружок", "Абрамов А.", "абрамов Б.", "Е", "ёж", "Ежов", "Ёлкин А.", "Елкин Б.", "Жуков", "Зуев", "Иванов", "Йорданов", "Ким",
			"Цой", "Чехов", "Шилов", "Щукин", "Ъ", "Ыков", "Ь", "Эйдис", "Юрин", "Яшин", "Adams", "Żak",
		},
		message.Ukrainian: {
			"Гай", "Гриб", "Ґава", "Дуб", "Еней", "Єва", "Жук", "Заєць", "Ирій", "Іваненко", "Їжак", "Йосипенко", "Коваль", "Левко",
			"Мельник", "Ь", "Юрко", "Яценко", "Smith",
		},
		message.English: {"Adams", "Álvarez", "Łasica", "Lasker", "Müller", "Muller Z.", "O'Neill", "Oba", "Ølsen", "Zaba", "Абрамов"},
	} {
		got := slices.Clone(sorted)
		rand.New(rand.NewPCG(1, uint64(l))).Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		slices.SortFunc(got, Alphabetical(l))
		require.Equal(t, sorted, got, l.String())
	}
	// Decomposed letters are equal to composed ones.
	require.Negative(t, Alphabetical(message.Russian)("и\u0306од", "Код"))
	require.Positive(t, Alphabetical(message.Russian)("и\u0306од", "Иод"))
	require.Zero(t, Alphabetical(message.Ukrainian)("Коваль", "Коваль"))
	require.NotZero(t, Alphabetical(message.Ukrainian)("коваль", "Коваль"))
}
