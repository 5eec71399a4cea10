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
	patience  = time.Second // how long a run takes before the bar and the speed are shown
	drawEvery = 200 * time.Millisecond
	barWidth  = 10 // characters, in a line of 80
)

// progress shows the progress of work on a terminal. The bar is removed before anything else is
// written there. finish and took do nothing on nil.
type progress struct {
	begun time.Time
	state func() (done int64, about string)
	total int64 // 0 or less if unknown
	bytes bool  // total and done are bytes, or else a number of things
	stop  chan struct{}
	ended sync.WaitGroup

	mu      sync.Mutex
	w       io.Writer
	shown   int  // the characters of the line with the bar, or 0 if there is none
	midline bool // standard output, on the same terminal, is within a line
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// showProgress shows the progress of work on total bytes or games, or -1 if unknown; state returns
// how much of it is done, and a description. It returns nil if mode is "never" or standard error
// is not a terminal. It replaces the writers of s, and finish must be called.
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

// begin draws the bar periodically until finish is called.
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

// draw draws the bar, unless output is within a line.
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

// line returns the line with the bar after the given time: the description, the amount done, the
// total, the speed, and the time elapsed and remaining.
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

// bytesOf formats a number of bytes in the largest unit of which there is at least one.
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

// lasting formats a duration of whole seconds, such as 1h2m3s.
func lasting(d time.Duration) string {
	return strings.NewReplacer("h", say("progress.hours"), "m", say("progress.minutes"), "s", say("progress.seconds")).Replace(d.String())
}

// clear removes the bar. p.mu must be held.
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

// took returns how long the work has taken, and whether that is worth reporting.
func (p *progress) took() (time.Duration, bool) {
	if p == nil {
		return 0, false
	}
	d := time.Since(p.begun)
	return d, d >= patience
}

// besideBar writes to the terminal that shows the bar.
type besideBar struct {
	p     *progress
	w     io.Writer
	lines bool // writes may end within a line
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

// speed returns a line with the numbers of games, plies and bytes processed per second.
func speed(games, plies int, bytes int64, d time.Duration) string {
	s := d.Seconds()
	return say("progress.speed", "seconds", message.Decimal(s, 1), "games", message.Decimal(float64(games)/s, 0),
		"plies", message.Decimal(float64(plies)/s, 0), "megabytes", message.Decimal(float64(bytes)/1e6/s, 1))
}
