// Package lsp serves the Language Server Protocol, for any editor that speaks it: what is
// wrong with a text of games and what would put it right, the board at a move, the moves
// that can be played at a place, the games.
//
// Read first: Server, and Handle, which says what is answered at once and what beside;
// then document.go, how a text is kept judged, and answers.go. What is known of a text
// knows nothing of the protocol, and has lines and bytes for places: text.go, where only
// what changed is judged again; then moves.go and fixes.go.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"runtime/debug"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// ErrNoShutdown is returned by Serve where the client went away without having said
// shutdown, for which the protocol wants exit code 1.
var ErrNoShutdown = errors.New("lsp: the client ended without shutdown")

// Server answers one client. Set its fields before Serve.
type Server struct {
	Version  string
	Variant  record.Variant   // where the client asks for none
	Language message.Language // where the client names none
	// Board draws a position as text, the same in every language.
	Board func(dst []byte, p record.Position) []byte
	// Log takes what went wrong within the server or with the client, a line each. It may be
	// called by several goroutines at once.
	Log func(string)

	conn    *jsonrpc2.Conn
	client  initializeParams
	ready   bool // initialize has been answered
	ended   bool // shutdown has
	exited  bool
	options options

	mu        sync.Mutex // of documents and options
	documents map[string]*document
	cancels   sync.Map // by jsonrpc2.ID of what is being answered, the context.CancelFunc
	work      sync.WaitGroup
}

type options struct {
	encoding string
	variant  record.Variant
	language message.Language
}

// Serve reads messages from in and writes to out until the client says exit, or ctx or in ends.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.documents = make(map[string]*document)
	s.options = options{"utf-16", s.Variant, s.Language}
	stream := newStream(in, out)
	// Nothing is logged: the error with which reading ended is returned, and an answer to no
	// request does no harm.
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

// Handle implements jsonrpc2.Handler. It is called with one message after another.
// Notifications are done before the next message is read, since what follows builds on
// them; requests are answered beside that, so that they can be cancelled.
func (s *Server) Handle(ctx context.Context, conn *jsonrpc2.Conn, request *jsonrpc2.Request) {
	if s.conn == nil { // this is the one goroutine that sets it, before there are others
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
	if request.Method == "initialize" || request.Method == "shutdown" { // what comes after is answered otherwise
		do()
		return
	}
	s.work.Go(do)
}

// guard does something and keeps the server alive where that fails: a person is typing.
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

// answering is what answers a request.
type answering func(context.Context) (any, error)

func refused(code int64, format string, args ...any) answering {
	return func(context.Context) (any, error) { return nil, refusal(code, format, args...) }
}

// requests has the methods that a client can call on a document.
var requests = map[string]func(*documentRequest) any{
	"textDocument/hover":          (*documentRequest).hover,
	"textDocument/completion":     (*documentRequest).completion,
	"textDocument/codeAction":     (*documentRequest).codeActions,
	"textDocument/documentSymbol": (*documentRequest).symbols,
	"textDocument/inlayHint":      (*documentRequest).hints,
}

// answering returns what answers a request about the document and its version of now.
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
	s.options.encoding = chosen(s.client.can("general", "positionEncodings"))
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

// ask asks the client something and hands its answer to then, where it has one.
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
