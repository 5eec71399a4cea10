package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// screen returns what a terminal shows of lines that are overwritten.
func screen(text string) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		var cells []rune
		at := 0
		for _, r := range line {
			switch {
			case r == '\r':
				at = 0
				continue
			case at < len(cells):
				cells[at] = r
			default:
				cells = append(cells, r)
			}
			at++
		}
		lines = append(lines, strings.TrimRight(string(cells), " "))
	}
	return strings.Join(lines, "\n")
}

// The bar does not disturb other output on the same terminal.
func TestProgress(t *testing.T) {
	var terminal bytes.Buffer
	done := int64(0)
	p := newProgress(&terminal, 1000, true, func() (int64, string) { return done, fmt.Sprintf("%d games", done/10) })
	out := &besideBar{p, &terminal, true}
	errs := &besideBar{p, &terminal, false}

	done = 250
	p.draw()
	require.Regexp(t, `^25 games +25% \|█+ +\|`, screen(terminal.String()))
	_, err := out.Write([]byte("first line\nthe beg"))
	require.NoError(t, err)
	require.Equal(t, "first line\nthe beg", screen(terminal.String()))
	done = 500
	p.draw() // not within a line
	require.Equal(t, "first line\nthe beg", screen(terminal.String()))
	_, err = out.Write([]byte("inning\n"))
	require.NoError(t, err)
	p.draw()
	require.Regexp(t, `^first line\nthe beginning\n50 games +50% \|█+ +\|`, screen(terminal.String()))
	_, err = errs.Write([]byte("a complaint\n"))
	require.NoError(t, err)
	done = 2000 // a file has grown meanwhile
	p.draw()
	p.draw()
	p.finish()
	require.Equal(t, "first line\nthe beginning\na complaint\n", screen(terminal.String()))
}

// Nothing is shown for a second; then the amount done, the speed, and the time elapsed and
// remaining; in the end nothing again.
func TestProgressInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var terminal bytes.Buffer
		var done atomic.Int64
		p := newProgress(&terminal, 1_000_000, true, func() (int64, string) { return done.Load(), "12345678 games" })
		p.begin()
		func() {
			defer p.finish()
			done.Store(100_000)
			time.Sleep(patience - time.Millisecond)
			synctest.Wait()
			require.Empty(t, terminal.String())
			_, told := p.took()
			require.False(t, told)

			done.Store(250_000)
			time.Sleep(2*time.Second - patience)
			synctest.Wait()
			line := screen(terminal.String())
			require.Regexp(t, `^12345678 games +25% \|█+ +\| \(250 kB/1\.0 MB, 1[234]\d kB/s\) \[1s:[56]s\]$`, line)
			require.Less(t, utf8.RuneCountInString(line), 80)

			done.Store(500_000)
			time.Sleep(2 * time.Second)
			synctest.Wait()
			require.Regexp(t, ` 50% \|█{5} {5}\| \(500 kB/1\.0 MB, 1[234]\d kB/s\) \[3s:[34]s\]$`, screen(terminal.String()))
		}()
		d, told := p.took()
		require.True(t, told)
		require.Equal(t, 4*time.Second-time.Millisecond, d)
		time.Sleep(time.Second)
		synctest.Wait()
		require.Empty(t, screen(terminal.String())) // it is not drawn again
	})
}

// If the total is unknown, the bar shows how much was done.
func TestProgressWithoutTotal(t *testing.T) {
	for _, total := range []int64{-1, 0} {
		var terminal bytes.Buffer
		p := newProgress(&terminal, total, true, func() (int64, string) { return 3_000_000, "7 games" })
		p.draw()
		require.Contains(t, screen(terminal.String()), "7 games")
		require.Contains(t, screen(terminal.String()), "3.0 MB")
		p.finish()
		require.Empty(t, screen(terminal.String()))
	}
}

// Without a terminal no progress is shown.
func TestNoProgress(t *testing.T) {
	var errs bytes.Buffer
	s := &streams{err: &errs}
	p := s.showProgress("auto", func() int64 { t.Error("nobody needs the total"); return 1 }, true, nil)
	require.Nil(t, p)
	p.finish()
	_, told := p.took()
	require.False(t, told)
	require.Equal(t, &errs, s.err)
}

func TestSpeed(t *testing.T) {
	require.Equal(t, "2.0 s: 500 games/s, 30000 plies/s, 1.5 MB/s", speed(1000, 60_000, 3_000_000, 2*time.Second))
}
