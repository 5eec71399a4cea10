package lsp

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stolb/stolb/record/message"
)

// settle is how long is waited for what else is typed before a text is judged.
const settle = 20 * time.Millisecond

var (
	errChanged = errors.New("lsp: the text has changed") // before a request was answered
	errClosed  = errors.New("lsp: the document is closed")
)

// document is a text that the client has open.
type document struct {
	server *Server
	uri    string

	changes atomic.Int64 // how often it was changed
	waiting atomic.Int64 // how many changes wait for the text
	judging atomic.Pointer[context.CancelFunc]

	wake  chan struct{}   // a token when the text is to be judged
	ctx   context.Context // ends when the document is closed, or the server
	close context.CancelFunc

	mu      sync.Mutex // of what follows
	text    *gameText
	version int
	options options
	failed  bool // the text is too large, which was said

	sending sync.Mutex // held while diagnostics are sent, so that none come after the last
}

func newDocument(ctx context.Context, s *Server, opened *didOpenParams) *document {
	uri := opened.TextDocument.URI
	d := &document{
		server: s, uri: uri, version: opened.TextDocument.Version, options: s.options,
		wake: make(chan struct{}, 1),
		text: newGameText(fileName(uri, opened.TextDocument.LanguageID), opened.TextDocument.Text, s.options.variant),
	}
	d.ctx, d.close = context.WithCancel(ctx)
	d.wake <- struct{}{}
	return d
}

// fileName returns a name that tells as much of the text as the client knows.
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

// judgeLoop judges the text whenever it has changed, a little later, and tells the
// client what is wrong. However many changes come meanwhile, the last state is judged.
func (d *document) judgeLoop() {
	for {
		select {
		case <-d.wake:
		case <-d.ctx.Done():
			return
		}
		d.server.guard("judging", d.publish)
		select {
		case <-time.After(settle):
		case <-d.ctx.Done():
			return
		}
	}
}

// publish judges the text and tells the client what came of it.
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

// found judges the text and returns what is to be reported; large says, once, that it cannot.
func (d *document) found() (report object, large bool, l message.Language) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.judge(d.ctx)
	large = errors.Is(err, errTooLarge)
	if err != nil && (!large || d.failed) { // changed, or the server ends, or it was reported
		return nil, false, l
	}
	d.failed = large
	return d.diagnostics(), large, d.options.language // of a text that is too large there are none
}

// judge brings the verdicts up to date; d.mu is held. A change of the text that waits
// for it interrupts it, with errChanged, and so does its end.
func (d *document) judge(ctx context.Context) error {
	judging, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(d.ctx, cancel)()
	d.judging.Store(&cancel)
	defer d.judging.Store(nil)
	if d.waiting.Load() > 0 {
		cancel() // it may have looked for what to interrupt before
	}
	err := d.text.Judge(judging)
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		return errChanged
	}
	return err
}

// lock takes d.mu for a change, and cancels the judging that holds it.
func (d *document) lock() {
	d.waiting.Add(1)
	if cancel := d.judging.Load(); cancel != nil {
		(*cancel)()
	}
	d.mu.Lock()
	d.waiting.Add(-1)
}

func (d *document) change(changed *didChangeParams) {
	d.changes.Add(1)
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
	d.rouse()
}

// configure has the text judged under other options.
func (d *document) configure(o options) {
	d.changes.Add(1)
	d.lock()
	defer d.mu.Unlock()
	d.options = o
	d.text.SetVariant(o.variant)
	d.rouse()
}

func (d *document) rouse() {
	select {
	case d.wake <- struct{}{}:
	default: // it will be
	}
}

// documentRequest is a request for a judged document, and what its answers need.
type documentRequest struct {
	*document
	of     *documentParams
	places *places
}

// answer answers a request that arrived after so many changes, with errChanged after others.
func (d *document) answer(ctx context.Context, changes int64, of *documentParams, answer func(*documentRequest) any) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ctx.Err() != nil {
		return nil, errClosed
	}
	if d.changes.Load() != changes {
		return nil, errChanged
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err := d.judge(ctx); err != nil {
		return nil, err
	}
	result := answer(&documentRequest{d, of, newPlaces(d.text, d.options.encoding)})
	return result, ctx.Err()
}
