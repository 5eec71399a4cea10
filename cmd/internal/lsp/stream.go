package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/stolb/stolb/record/message"
)

// maxMessage is the most bytes that a message of the client may have: a text of
// maxText with every character escaped once, and something over.
const maxMessage = 80 << 20

// errHeader is returned, in words, by Serve if the client sends what is not a message, so
// that it is not known where the next one begins.
var errHeader = errors.New("lsp: not a message of the Language Server Protocol")

// stream reads and writes messages as the protocol frames them. It answers JSON that is
// no request or response, at which jsonrpc2 would end the connection.
type stream struct {
	jsonrpc2.ObjectStream
	in *limited

	mu  sync.Mutex
	err error // with which reading ended, which the connection does not report
}

func newStream(in io.Reader, out io.Writer) *stream {
	s := &stream{in: &limited{Reader: in}}
	s.ObjectStream = jsonrpc2.NewBufferedStream(struct {
		io.Reader
		io.Writer
		io.Closer // of nothing: the output is the process's to close
	}{s.in, out, io.NopCloser(nil)}, jsonrpc2.VSCodeObjectCodec{})
	return s
}

// ReadObject implements jsonrpc2.ObjectStream.
func (s *stream) ReadObject(object any) error {
	for {
		s.in.left = maxMessage
		var body json.RawMessage
		err := s.ObjectStream.ReadObject(&body)
		if err == nil {
			if err = json.Unmarshal(body, object); err == nil {
				return nil
			}
			if err = s.refuse(jsonrpc2.CodeInvalidRequest, err); err == nil {
				continue
			}
		}
		switch _, isSyntax := errors.AsType[*json.SyntaxError](err); {
		case isSyntax, errors.Is(err, io.ErrUnexpectedEOF) && s.in.err == nil:
			err = errors.Join(s.refuse(jsonrpc2.CodeParseError, err), notMessage(err))
		case s.in.err == nil && !errors.Is(err, io.EOF): // the header is wrong
			err = notMessage(err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.err = err
		return err
	}
}

// ended returns the error with which reading ended.
func (s *stream) ended() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func notMessage(why error) error {
	return message.Of("lsp.not-protocol", "", errHeader, "why", why)
}

// refuse answers a message of which not even the number is known.
func (s *stream) refuse(code int64, why error) error {
	return s.WriteObject(map[string]any{
		"jsonrpc": "2.0", "id": nil,
		"error": map[string]any{"code": code, "message": why.Error()},
	})
}

// limited reads what the client sends, of each message at most maxMessage bytes and what
// is buffered, so that a length that is only promised takes no memory.
type limited struct {
	io.Reader
	left int
	err  error
}

func (l *limited) Read(p []byte) (n int, err error) {
	if l.left <= 0 {
		return 0, fmt.Errorf("a message of more than %d bytes", maxMessage)
	}
	n, err = l.Reader.Read(p[:min(len(p), l.left)])
	l.left, l.err = l.left-n, err
	return n, err
}
