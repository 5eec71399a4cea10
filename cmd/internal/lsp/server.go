// Package lsp serves the Language Server Protocol to any editor that supports it: the faults
// of a text of games and their fixes, the board at a move, completions, and a list of games.
//
// Start with Server and its Handle, which separates what is answered at once from what is answered
// concurrently; then document.go, which keeps a text judged, and answers.go. The analysis of a
// text is independent of the protocol, with lines and byte offsets for places: text.go, which
// judges again only what changed; then moves.go and fixes.go.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// ErrNoShutdown is returned by Serve if the client leaves without shutdown, for which the
// protocol requires exit code 1.
var ErrNoShutdown = errors.New("lsp: the client ended without shutdown")

// Server answers one client. Set its fields before Serve.
type Server struct {
	Version  string
	Variant  record.Variant   // if the client requests none
	Language message.Language // if the client names none
	// Board draws a position as text, the same in every language.
	Board func(dst []byte, p record.Position) []byte
	// Log logs an error of the server or the client, in a line. It must be safe for concurrent
	// use.
	Log func(string)

	conn    *jsonrpc2.Conn
	client  initializeParams
	ready   bool // initialize has been answered
	ended   bool // shutdown has been requested
	exited  bool
	options options

	mu        sync.Mutex // guards documents and options
	documents map[string]*document
	cancels   sync.Map // from the jsonrpc2.ID of a pending request to its context.CancelFunc
	work      sync.WaitGroup
}

type options struct {
	encoding string
	variant  record.Variant
	language message.Language
}

// Serve reads messages from in and writes to out until the client sends exit, or ctx or in ends.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.documents = make(map[string]*document)
	s.options = options{"utf-16", s.Variant, s.Language}
	stream := newStream(in, out)
	// The connection logs nothing: the error that ended reading is returned, and a response
	// without a request does no harm.
	conn := jsonrpc2.NewConn(ctx, stream, s, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	<-conn.DisconnectNotify()
	stopped := ctx.Err()
	cancel()
	s.work.Wait()
	switch {
	case s.exited && s.ended:
		return nil
	case s.exited:
		return ErrNoShutdown
	case stopped != nil:
		return stopped
	case stream.err != io.EOF:
		return stream.err
	case s.ended:
		return nil
	}
	return ErrNoShutdown
}

// Handle implements jsonrpc2.Handler. It is called for one message after another. It handles
// notifications before the next message is read, since later messages depend on them, and
// answers requests concurrently, so that they can be cancelled.
func (s *Server) Handle(ctx context.Context, conn *jsonrpc2.Conn, request *jsonrpc2.Request) {
	if s.conn == nil { // set by the first message, before there are other goroutines
		s.conn = conn
	}
	params := json.RawMessage("{}")
	if request.Params != nil && string(*request.Params) != "null" {
		params = *request.Params
	}
	if request.Notif {
		s.guard(request.Method, func() { s.notified(ctx, request.Method, params) })
		return
	}
	answer := s.answering(request.Method, params)
	ctx, cancel := context.WithCancel(ctx)
	s.cancels.Store(request.ID, cancel)
	do := func() {
		defer cancel()
		defer s.cancels.Delete(request.ID)
		response := &jsonrpc2.Response{ID: request.ID}
		err := refusal(jsonrpc2.CodeInternalError, "the server failed at %s", request.Method)
		s.guard(request.Method, func() {
			var result any
			if result, err = answer(ctx); err == nil {
				err = response.SetResult(result)
			}
		})
		if err != nil {
			response.Error = failure(ctx, err)
		}
		if err := conn.SendResponse(ctx, response); err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
			s.Log(err.Error())
		}
	}
	if request.Method == "initialize" || request.Method == "shutdown" { // later messages depend on them
		do()
		return
	}
	s.work.Go(do)
}

// guard calls do, and logs a panic instead of ending the server: a person is typing.
func (s *Server) guard(method string, do func()) {
	defer func() {
		if failed := recover(); failed != nil {
			s.Log(fmt.Sprintf("%s: %v\n%s", method, failed, debug.Stack()))
		}
	}()
	do()
}

func failure(ctx context.Context, err error) *jsonrpc2.Error {
	var known *jsonrpc2.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, errChanged):
		return &jsonrpc2.Error{Code: codeContentModified, Message: "the text has changed"}
	case ctx.Err() != nil:
		return &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
	}
	return &jsonrpc2.Error{Code: codeRequestFailed, Message: err.Error()}
}

func refusal(code int64, format string, args ...any) error {
	return &jsonrpc2.Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// answering is a function that answers a request.
type answering func(context.Context) (any, error)

func refused(code int64, format string, args ...any) answering {
	return func(context.Context) (any, error) { return nil, refusal(code, format, args...) }
}

// requests are the methods that a client can call on a document.
var requests = map[string]func(*documentRequest) any{
	"textDocument/hover":          (*documentRequest).hover,
	"textDocument/completion":     (*documentRequest).completion,
	"textDocument/codeAction":     (*documentRequest).codeActions,
	"textDocument/documentSymbol": (*documentRequest).symbols,
	"textDocument/inlayHint":      (*documentRequest).hints,
}

// answering returns a function that answers a request about a document in its present state.
func (s *Server) answering(method string, raw json.RawMessage) answering {
	switch {
	case method == "initialize" && s.ready:
		return refused(jsonrpc2.CodeInvalidRequest, "initialize a second time")
	case method == "initialize":
		return func(context.Context) (any, error) { return s.initialize(raw) }
	case !s.ready:
		return refused(codeNotInitialized, "%s before initialize", method)
	case s.ended:
		return refused(jsonrpc2.CodeInvalidRequest, "%s after shutdown", method)
	case method == "shutdown":
		s.ended = true
		return func(context.Context) (any, error) { return nil, nil }
	case requests[method] == nil:
		return refused(jsonrpc2.CodeMethodNotFound, "%s is nothing that this server does", method)
	}
	var of documentParams
	if err := json.Unmarshal(raw, &of); err != nil {
		return refused(jsonrpc2.CodeInvalidParams, "%v", err)
	}
	d := s.document(of.TextDocument.URI)
	if d == nil {
		return refused(jsonrpc2.CodeInvalidParams, "%s is not open", of.TextDocument.URI)
	}
	state := d.state.Load()
	return func(ctx context.Context) (any, error) { return d.answer(ctx, state, &of, requests[method]) }
}

func (s *Server) document(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.documents[uri]
}

func (s *Server) initialize(params json.RawMessage) (any, error) {
	if err := json.Unmarshal(params, &s.client); err != nil {
		return nil, refusal(jsonrpc2.CodeInvalidParams, "%v", err)
	}
	offered, _ := s.client.can("general", "positionEncodings").([]any)
	for _, offer := range slices.Backward(offered) { // the first known one, or else UTF-16
		if name, _ := offer.(string); widths[name] != nil {
			s.options.encoding = name
		}
	}
	if l, err := parseLocale(s.client.Locale); err == nil {
		s.options.language = l
	}
	_, wrong := s.configure(s.client.Options)
	s.ready = true
	s.complain(wrong)
	return object{
		"serverInfo": object{"name": "stolb", "version": s.Version},
		"capabilities": object{
			"positionEncoding":       s.options.encoding,
			"textDocumentSync":       object{"openClose": true, "change": syncIncremental},
			"codeActionProvider":     object{"codeActionKinds": []string{kindQuickFix, kindFixAll}},
			"completionProvider":     object{"triggerCharacters": []string{" ", "\t", ".", "-", ":"}},
			"hoverProvider":          true,
			"documentSymbolProvider": true,
			"inlayHintProvider":      true,
		},
	}, nil
}

func (s *Server) notify(method string, params any) {
	if err := s.conn.Notify(context.Background(), method, params); err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.Log(fmt.Sprintf("%s: %v", method, err))
	}
}

// ask sends a request to the client, and passes the result, if any, to then.
func (s *Server) ask(ctx context.Context, method string, params any, then func(json.RawMessage)) {
	s.work.Go(func() {
		var answer json.RawMessage
		if err := s.conn.Call(ctx, method, params, &answer); err != nil {
			if ctx.Err() == nil && !errors.Is(err, jsonrpc2.ErrClosed) {
				s.Log(fmt.Sprintf("%s: %v", method, err))
			}
			return
		}
		s.guard(method, func() { then(answer) })
	})
}
