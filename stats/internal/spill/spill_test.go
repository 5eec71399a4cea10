package spill

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// all returns the keys and values of a Sorter's records.
func all(t *testing.T, s *Sorter) (records [][2]string) {
	require.NoError(t, s.Each(t.Context(), func(key, value []byte) error {
		records = append(records, [2]string{string(key), string(value)})
		return nil
	}))
	return records
}

// A Sorter agrees with a stable sort in memory, for few records and many, with keys that are
// empty, equal, long, and prefixes of each other.
func TestSorter(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, memory := range []int{0, 300, 5000, 1 << 20} {
		s := New(memory)
		var want [][2]string
		for i := range 4000 {
			key := strings.Repeat("ab", random.IntN(12)) + fmt.Sprint(random.IntN(30))
			if random.IntN(20) == 0 {
				key = ""
			}
			value := strings.Repeat(fmt.Sprint(i), random.IntN(3))
			require.NoError(t, s.Add([]byte(key), []byte(value)))
			want = append(want, [2]string{key, value})
			if i == 2000 { // records can be added after reading
				require.Len(t, all(t, s), i+1)
			}
		}
		slices.SortStableFunc(want, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
		require.Equal(t, memory < 1<<20, s.Spilled())
		for range 2 { // it can be read repeatedly
			require.Equal(t, want, all(t, s))
		}
		require.NoError(t, s.Close())
		require.Empty(t, all(t, s))
	}
}

// The temporary file is removed, and there is none for few records.
func TestFiles(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := New(100)
	for range 20 {
		require.NoError(t, s.Add([]byte("some key"), nil))
	}
	require.True(t, s.Spilled())
	require.NoError(t, s.Close())
	entries, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	require.Empty(t, entries)

	t.Setenv("TMPDIR", "/no such folder")
	if os.TempDir() != "/no such folder" {
		return // the system names it differently
	}
	require.NoError(t, s.Add([]byte("some key"), nil))
	require.Len(t, all(t, s), 1)
	for err == nil {
		err = s.Add([]byte("some key"), nil)
	}
	require.ErrorContains(t, err, "no temporary file could be made: ")
}

// A file that another program changes or truncates gives an error.
func TestChanged(t *testing.T) {
	for name, change := range map[string]func(*os.File) error{
		"a length": func(f *os.File) error { _, err := f.WriteAt(bytes.Repeat([]byte{0xff}, 9), 0); return err },
		"a key":    func(f *os.File) error { _, err := f.WriteAt([]byte{200, 1}, 0); return err },
		"its end":  func(f *os.File) error { return f.Truncate(5) },
	} {
		s := New(50)
		for range 9 {
			require.NoError(t, s.Add([]byte("some key"), []byte("some value")))
		}
		require.Len(t, all(t, s), 9)
		require.NoError(t, change(s.file))
		err := s.Each(t.Context(), func(_, _ []byte) error { return nil })
		require.ErrorContains(t, err, "the temporary file was changed by another program", name)
		require.NoError(t, s.Close())
	}
}

// The errors of the caller and of the context end it.
func TestEach(t *testing.T) {
	for _, memory := range []int{0, 1 << 20} {
		s := New(memory)
		for range 9 {
			require.NoError(t, s.Add([]byte("some key"), nil))
		}
		n := 0
		err := s.Each(t.Context(), func(_, _ []byte) error {
			if n++; n == 3 {
				return io.ErrShortBuffer
			}
			return nil
		})
		require.Equal(t, io.ErrShortBuffer, err)
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		require.Equal(t, context.Canceled, s.Each(ended, func(_, _ []byte) error { panic("it has ended") }))
		require.NoError(t, s.Close())
	}
}

// BenchmarkSorter sorts records of 16 bytes, most of them in a file.
func BenchmarkSorter(b *testing.B) {
	s := New(1 << 20)
	defer s.Close()
	key := make([]byte, 16)
	n := uint64(0)
	for b.Loop() {
		n++
		binary.BigEndian.PutUint64(key, n*0x9e3779b97f4a7c15)
		if err := s.Add(key, nil); err != nil {
			b.Fatal(err)
		}
	}
	require.NoError(b, s.Each(b.Context(), func(_, _ []byte) error { return nil }))
}
