package lsp

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stolb/stolb/record/message"
)

// settle is how long judging waits for further typing.
const settle = 20 * time.Millisecond

var (
	errChanged = errors.New("lsp: the text has changed") // before a request was answered
	errClosed  = errors.New("lsp: the document is closed")
)

// state is a state of a text: its context ends when the text is to be changed or is closed.
type state struct {
	context.Context
	end context.CancelFunc
}

// document is a text that the client has open.
type document struct {
	server *Server
	uri    string

	state atomic.Pointer[state]
	seen  *state          // the state that judgeLoop saw last
	ctx   context.Context // ends when the document is closed, or the server ends
	close context.CancelFunc

	mu      sync.Mutex // guards the fields below
	text    *gameText
	version int
	options options
	failed  bool // the text is too large, and the client knows

	sending sync.Mutex // held while diagnostics are sent, so that none follow the last
}

// fileName returns a file name that has all that the client knows about the format.
func fileName(uri, language string) string {
	name := uri
	if u, err := url.Parse(uri); err == nil && u.Path != "" {
		name = u.Path
	}
	if strings.EqualFold(language, "pdn") {
		name += ".pdn"
	}
	return name
}

// judgeLoop judges the text a little after each change and reports the faults to the client. It
// judges only the last of several changes.
func (d *document) judgeLoop() {
	for d.ctx.Err() == nil {
		d.server.guard("judging", d.publish)
		select {
		case <-time.After(settle):
		case <-d.ctx.Done():
		}
		<-d.seen.Done()
	}
}

// publish judges the text and sends the result to the client.
func (d *document) publish() {
	report, large, l := d.found()
	d.sending.Lock()
	defer d.sending.Unlock()
	if report != nil && d.ctx.Err() == nil {
		d.server.notify("textDocument/publishDiagnostics", report)
	}
	if large {
		said := message.Of("lsp.too-large", "size", maxText>>20).In(l)
		d.server.notify("window/showMessage", object{"type": messageWarning, "message": said})
	}
}

// found judges the text and returns its diagnostics. large is true once if the text is too large.
func (d *document) found() (report object, large bool, l message.Language) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen = d.state.Load()
	err := cmp.Or(d.seen.Err(), d.text.Judge(d.seen))
	large = errors.Is(err, errTooLarge)
	if err != nil && (!large || d.failed) { // changed, the server ends, or already reported
		return nil, false, l
	}
	d.failed = large
	return d.diagnostics(), large, d.options.language // empty if the text is too large
}

func (d *document) newState() *state {
	ctx, end := context.WithCancel(d.ctx)
	return &state{ctx, end}
}

// lock locks d.mu for a change, after stopping the judging that holds it.
func (d *document) lock() {
	d.state.Load().end()
	d.mu.Lock()
	d.state.Swap(d.newState()).end() // it may be that of a concurrent change
}

func (d *document) change(changed *documentParams) {
	d.lock()
	defer d.mu.Unlock()
	for _, c := range changed.ContentChanges {
		if c.Range == nil {
			d.text.Replace(c.Text)
			continue
		}
		p := newPlaces(d.text, d.options.encoding)
		from := p.place(c.Range.Start)
		d.text.Change(from, p.place(c.Range.End), c.Text)
	}
	if v := changed.TextDocument.Version; v != nil {
		d.version = *v
	}
}

// configure has the text judged with other options.
func (d *document) configure(o options) {
	d.lock()
	defer d.mu.Unlock()
	d.options = o
	d.text.SetVariant(o.variant)
}

// documentRequest is a request about a judged document.
type documentRequest struct {
	*document
	of     *documentParams
	places *places
}

// answer answers a request about a state of the text. It returns errChanged if that has ended.
func (d *document) answer(ctx context.Context, on *state, of *documentParams, answer func(*documentRequest) any) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	judging, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(on, cancel)()
	err := cmp.Or(on.Err(), ctx.Err())
	if err == nil {
		err = d.text.Judge(judging)
	}
	switch {
	case d.ctx.Err() != nil:
		return nil, errClosed
	case on.Err() != nil && errors.Is(err, context.Canceled):
		return nil, errChanged
	case err != nil:
		return nil, err
	}
	result := answer(&documentRequest{d, of, newPlaces(d.text, d.options.encoding)})
	return result, ctx.Err()
}
