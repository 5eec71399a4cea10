package pack

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

func decoder(tb testing.TB) *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	require.NoError(tb, err)
	tb.Cleanup(d.Close)
	return d
}

// skewed returns n bytes of so many different ones, the lower the more frequent.
func skewed(n, different int, first byte) []byte {
	random := rand.New(rand.NewPCG(uint64(n), uint64(different)))
	b := make([]byte, n)
	for i := range b {
		b[i] = first
		for b[i] < first+byte(different-1) && random.IntN(3) > 0 {
			b[i]++
		}
	}
	return b
}

func TestFrames(t *testing.T) {
	d := decoder(t)
	for _, n := range []int{0, 1, 100, least, least + 1, 4001, 4002, 4003, 65536, maxBlock - 1, maxBlock, maxBlock + 1, maxBlock + 5000, 3*maxBlock + 7} {
		for name, src := range map[string][]byte{
			"one byte":          bytes.Repeat([]byte{7}, n),
			"two":               skewed(n, 2, 0),
			"few":               skewed(n, 12, 0),
			"few and high":      skewed(n, 12, 200),
			"a deep tree":       skewed(n, 40, 100),
			"a deeper, written": skewed(n, 100, 20),
			"as it comes":       noise(n),
			"text":              text(n),
		} {
			t.Run(fmt.Sprint(name, " ", n), func(t *testing.T) {
				for _, c := range []Column{{}, {buffers: 1}, {repeats: true, buffers: 1}} {
					got := Append([]byte("before"), src, &c)
					require.Equal(t, "before", string(got[:6]))
					back, err := d.DecodeAll(got[6:], nil)
					require.NoError(t, err)
					require.True(t, bytes.Equal(src, back))
					require.LessOrEqual(t, len(got), 6+len(src)+20+4*(len(src)/maxBlock))
				}
			})
		}
	}
}

func noise(n int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// text returns moves that were never played.
func text(n int) []byte {
	random := rand.New(rand.NewPCG(3, 4))
	var b []byte
	for i := 1; len(b) < n; i++ {
		b = fmt.Appendf(b, "%d. %c%d-%c%d ", i%80, 'a'+random.IntN(8), 1+random.IntN(8), 'a'+random.IntN(8), 1+random.IntN(8))
		if i%80 == 0 {
			b = append(b, "[Белые \"Игрок\"]\n"...)
		}
	}
	return b[:n]
}

// What has few bytes gets as small as they are rare, and what repeats smaller.
func TestSizes(t *testing.T) {
	// 3 bits of each 8.
	eight := make([]byte, 1<<16)
	for i, x := range noise(1 << 16) {
		eight[i] = x & 7
	}
	require.InDelta(t, 3.0/8, float64(len(Append(nil, eight, &Column{})))/(1<<16), 0.01)
	require.Less(t, len(Append(nil, bytes.Repeat(text(100), 1000), &Column{})), 1000)
}

func FuzzFrame(f *testing.F) {
	f.Add([]byte("c3-d4 b6-c5 d4:b6 a7:c5 "), 100, true)
	f.Add(noise(300), 5, false)
	f.Add([]byte{1, 1, 1, 1, 2, 2, 2, 3, 3, 4}, 300, false)
	d := decoder(f)
	f.Fuzz(func(t *testing.T, part []byte, times int, repeats bool) {
		if times < 0 || len(part)*times > 1<<20 {
			return
		}
		src := bytes.Repeat(part, times)
		for i := range src {
			src[i] += byte(i / max(len(part), 1) % 3)
		}
		back, err := d.DecodeAll(Append(nil, src, &Column{repeats: repeats, buffers: 1}), nil)
		require.NoError(t, err)
		require.True(t, bytes.Equal(src, back))
	})
}

// One operation is 64 KiB.
func BenchmarkAppend(b *testing.B) {
	for name, src := range map[string][]byte{"counts": skewed(1<<16, 12, 0), "text": text(1 << 16)} {
		for _, repeats := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/search=%t", name, repeats), func(b *testing.B) {
				c := Column{repeats: repeats, buffers: 1}
				var dst []byte
				b.SetBytes(int64(len(src)))
				b.ReportAllocs()
				for b.Loop() {
					c.buffers = 1
					dst = Append(dst[:0], src, &c)
				}
				b.ReportMetric(float64(len(dst))/float64(len(src)), "B/B")
			})
		}
	}
}
