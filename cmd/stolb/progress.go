package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/stolb/stolb/record/message"
)

const (
	patience  = time.Second // of a run, before the bar and the speed are shown
	drawEvery = 200 * time.Millisecond
	barWidth  = 10 // characters, in a line of 80
)

// progress shows on a terminal how far the work is. The bar is gone whenever
// something else is written there. All methods do nothing on nil.
type progress struct {
	begun time.Time
	state func() (done int64, about string)
	total int64 // 0 or less where it is not known
	bytes bool  // what the total and what is done are; else a number of things
	stop  chan struct{}
	ended sync.WaitGroup

	mu      sync.Mutex
	w       io.Writer
	shown   int  // the characters of the line with the bar; 0 where there is none
	midline bool // standard output, on the same terminal, has not ended its line
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// showProgress begins to show the progress of work on total bytes or games, -1 for not known;
// state says how much of it is done, and more in words. It returns nil where mode is "never" or
// standard error is no terminal. The streams' writers are replaced, and finish must be called.
func (s *streams) showProgress(mode string, total func() int64, bytes bool, state func() (int64, string)) *progress {
	if mode == "never" || !isTerminal(s.err) {
		return nil
	}
	p := newProgress(s.err, total(), bytes, state)
	s.err = &besideBar{p, s.err, false}
	if isTerminal(s.stdout) {
		s.out.Reset(&besideBar{p, standardOutput{s.stdout}, true}) // nothing has been written yet
	}
	p.begin()
	return p
}

// begin has the bar drawn from time to time until finish is called.
func (p *progress) begin() {
	p.ended.Go(func() {
		ticker := time.NewTicker(drawEvery)
		defer ticker.Stop()
		for {
			select {
			case <-p.stop:
				return
			case now := <-ticker.C:
				if now.Sub(p.begun) >= patience {
					p.draw()
				}
			}
		}
	})
}

func newProgress(w io.Writer, total int64, bytes bool, state func() (int64, string)) *progress {
	return &progress{begun: time.Now(), state: state, total: total, bytes: bytes, stop: make(chan struct{}), w: w}
}

// draw draws the bar, unless it would be within a line of output.
func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.midline {
		return
	}
	line := p.line(time.Since(p.begun))
	n := utf8.RuneCountInString(line)
	fmt.Fprintf(p.w, "\r%s%s", line, strings.Repeat(" ", max(p.shown-n, 0)))
	p.shown = n
}

// line returns the line with the bar after the given time: what the state says, how much is
// done, of how much and how fast, and how long it has taken and will.
func (p *progress) line(after time.Duration) string {
	done, about := p.state()
	amount := func(n float64) string {
		if p.bytes {
			return bytesOf(n)
		}
		return fmt.Sprintf("%.0f", n)
	}
	fast := float64(done) / max(after.Seconds(), 1e-3)
	if p.total <= 0 {
		return fmt.Sprintf("%s (%s, %s) [%s]", about, amount(float64(done)), say("progress.fast", "amount", amount(fast)), lasting(after.Truncate(time.Second)))
	}
	done = min(max(done, 0), p.total) // a file may grow meanwhile
	share := float64(done) / float64(p.total)
	full := int(share * barWidth)
	line := fmt.Sprintf("%s %3d%% |%s%s| (%s/%s, %s) [%s", about, int(share*100),
		strings.Repeat("█", full), strings.Repeat(" ", barWidth-full),
		amount(float64(done)), amount(float64(p.total)), say("progress.fast", "amount", amount(fast)), lasting(after.Truncate(time.Second)))
	if done > 0 && done < p.total {
		rest := time.Duration(float64(after) * (1 - share) / share)
		line += ":" + lasting(rest.Round(time.Second))
	}
	return line + "]"
}

// bytesOf returns a number of bytes in the largest unit of which there is one.
func bytesOf(n float64) string {
	units := []message.ID{"progress.bytes", "progress.kilobytes", "progress.megabytes", "progress.gigabytes", "progress.terabytes"}
	i := 0
	for ; n >= 999.5 && i < len(units)-1; i++ {
		n /= 1000
	}
	digits := 0
	if i > 0 && n < 9.95 {
		digits = 1
	}
	return message.Of(units[i], "n", message.Decimal(n, digits)).In(language)
}

// lasting returns a duration of whole seconds, such as 1h2m3s.
func lasting(d time.Duration) string {
	return strings.NewReplacer("h", say("progress.hours"), "m", say("progress.minutes"), "s", say("progress.seconds")).Replace(d.String())
}

// clear removes the bar. The lock is held.
func (p *progress) clear() {
	if p.shown > 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", p.shown))
		p.shown = 0
	}
}

// finish removes the bar for good.
func (p *progress) finish() {
	if p == nil {
		return
	}
	close(p.stop)
	p.ended.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// took returns how long the work has taken, and whether that is worth saying.
func (p *progress) took() (time.Duration, bool) {
	if p == nil {
		return 0, false
	}
	d := time.Since(p.begun)
	return d, d >= patience
}

// besideBar writes to the terminal that has the bar.
type besideBar struct {
	p     *progress
	w     io.Writer
	lines bool // what is written is not always whole lines
}

func (b *besideBar) Write(text []byte) (int, error) {
	b.p.mu.Lock()
	defer b.p.mu.Unlock()
	b.p.clear()
	if b.lines && len(text) > 0 {
		b.p.midline = text[len(text)-1] != '\n'
	}
	return b.w.Write(text)
}

// speed says how fast so many games, plies and bytes of text were.
func speed(games, plies int, bytes int64, d time.Duration) string {
	s := d.Seconds()
	return say("progress.speed", "seconds", message.Decimal(s, 1), "games", message.Decimal(float64(games)/s, 0),
		"plies", message.Decimal(float64(plies)/s, 0), "megabytes", message.Decimal(float64(bytes)/1e6/s, 1))
}
