package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

const (
	// patience is how long a run takes before anybody wants to know how far it
	// is, and how fast it was.
	patience = time.Second
	// tick is how often the bar is drawn.
	tick = 200 * time.Millisecond
)

// progressFlag declares --progress.
func progressFlag(flags *pflag.FlagSet) *string {
	return enumFlag(flags, "progress", "auto", "whether standard error, if it is a terminal, shows how far the work is", "auto", "never")
}

// progress shows on a terminal how far the work is. The bar is gone whenever
// something else is written there. All methods do nothing on nil.
type progress struct {
	begun time.Time
	state func() (done int64, about string)
	stop  chan struct{}
	ended sync.WaitGroup

	mu      sync.Mutex
	bar     *progressbar.ProgressBar
	shown   bool
	midline bool // standard output, on the same terminal, has not ended its line
}

// isTerminal says whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// showProgress begins to show the progress of work on total bytes or games, -1
// for not known; state says how much of it is done, and more in words. It
// returns nil where mode is "never" or standard error is no terminal. The
// streams' writers are replaced, and finish must be called.
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
		ticker := time.NewTicker(tick)
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
	if total == 0 {
		total = -1 // the library has no bar for no work
	}
	bar := progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionShowBytes(bytes),
		progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(10), // with all that stands beside it there are 80 columns
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0), // it is drawn by draw alone
	)
	bar.StartWithoutRender()
	return &progress{begun: time.Now(), state: state, stop: make(chan struct{}), bar: bar}
}

// draw draws the bar, unless it would be within a line of output.
func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.midline {
		return
	}
	done, about := p.state()
	_ = p.bar.Set64(done) // more than the total is as good as all
	p.bar.Describe(about)
	p.shown = true
}

// clear removes the bar. The lock is held.
func (p *progress) clear() {
	if p.shown {
		_ = p.bar.Clear()
		p.shown = false
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

// took returns for how long the work has gone on, and whether that is long
// enough to tell.
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

// totalSize returns the size of the files that the arguments name, as they are
// on the disk; -1 where it is not known.
func totalSize(args []string, include patterns, stdin io.Reader) int64 {
	total := int64(0)
	_ = eachFile(args, include, func(name string) error {
		var info os.FileInfo
		var err error
		if name == "-" {
			file, ok := stdin.(*os.File)
			if !ok {
				total = -1
				return io.EOF
			}
			info, err = file.Stat()
		} else {
			info, err = os.Stat(name)
		}
		if err != nil {
			return nil // told when it is read
		}
		if !info.Mode().IsRegular() {
			total = -1
			return io.EOF
		}
		total += info.Size()
		return nil
	}, func(error) error { return nil })
	return total
}

// speed says how fast so many games, plies and bytes of text were.
func speed(games, plies int, bytes int64, d time.Duration) string {
	s := d.Seconds()
	return fmt.Sprintf("%.1f s: %.0f games/s, %.0f plies/s, %.1f MB/s", s, float64(games)/s, float64(plies)/s, float64(bytes)/1e6/s)
}
