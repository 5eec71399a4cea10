package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/stolb/stolb/record/message"
)

const (
	// maxMessage is the most bytes that a message of the client may have: a text of
	// editor.MaxText with every character escaped once, and something over.
	maxMessage = 80 << 20
	// maxHeader is the most bytes of a message's header, a line at a time.
	maxHeader = 4 << 10
)

// ErrHeader is returned, in words, by Serve where what the client sends is no message, so that
// nobody knows where the next one begins.
var ErrHeader = errors.New("lsp: not a message of the Language Server Protocol")

func noMessage(why message.Message) error {
	return message.Of("lsp.not-protocol", "", ErrHeader, "why", why)
}

// stream reads and writes messages as the protocol frames them. What is no JSON, or no
// request or response, is answered here, and passed over: jsonrpc2 would end the
// connection.
type stream struct {
	in  *bufio.Reader
	mu  sync.Mutex // of out
	out io.Writer

	body   bytes.Buffer
	params json.RawMessage // of the last request or notification; valid until the next is read
}

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: bufio.NewReaderSize(in, 1<<16), out: out}
}

// WriteObject implements jsonrpc2.ObjectStream.
func (s *stream) WriteObject(object any) error {
	body, err := json.Marshal(object)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := fmt.Fprintf(s.out, "Content-Length: %d\r\n\r\n", len(body)); err != nil {
		return err
	}
	_, err = s.out.Write(body)
	return err
}

// ReadObject implements jsonrpc2.ObjectStream.
func (s *stream) ReadObject(object any) error {
	for {
		size, err := s.header()
		if err != nil {
			return err
		}
		if size > maxMessage {
			if _, err := io.CopyN(io.Discard, s.in, size); err != nil {
				return unexpected(err)
			}
			if err := s.refuse(jsonrpc2.CodeInvalidRequest, fmt.Sprintf("a message of %d bytes; the most is %d", size, maxMessage)); err != nil {
				return err
			}
			continue
		}
		s.body.Reset()
		if s.body.Cap() > 1<<20 && int64(s.body.Cap()) > 16*size {
			s.body = bytes.Buffer{} // of one large message
		}
		// It grows with what comes, not with what is promised.
		if _, err := io.CopyN(&s.body, s.in, size); err != nil {
			return unexpected(err)
		}
		body := s.body.Bytes()
		if err = s.decode(body, object); err == nil {
			return nil
		}
		code := int64(jsonrpc2.CodeInvalidRequest)
		if !json.Valid(body) {
			code = jsonrpc2.CodeParseError
		}
		if err := s.refuse(code, err.Error()); err != nil {
			return err
		}
	}
}

// decode gives a message to jsonrpc2, a request without its parameters: it would make
// values of them, and JSON of these again, which for a text of some megabytes takes
// longer than all that is done with it.
func (s *stream) decode(body []byte, object any) error {
	var request struct {
		ID     json.RawMessage `json:"id,omitempty"`
		Method *string         `json:"method"`
		Params json.RawMessage `json:"params,omitempty"`
	}
	if err := json.Unmarshal(body, &request); err != nil || request.Method == nil {
		return json.Unmarshal(body, object)
	}
	s.params, request.Params = request.Params, nil
	rest, err := json.Marshal(request)
	if err != nil {
		return err
	}
	return json.Unmarshal(rest, object)
}

// Close implements jsonrpc2.ObjectStream. Standard input and output are the
// process's to close.
func (s *stream) Close() error { return nil }

// unexpected is the error of a message that ends before its time.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// header reads a message's header and returns the length of its body.
func (s *stream) header() (int64, error) {
	size, begun := int64(-1), false
	for {
		line, err := s.line()
		if err == io.EOF && begun {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, err
		}
		begun = true
		if line == "" {
			if size < 0 {
				return 0, noMessage(message.Of("lsp.header-without-length"))
			}
			return size, nil
		}
		name, value, found := strings.Cut(line, ":")
		if !found {
			return 0, noMessage(message.Of("lsp.no-field", "text", fmt.Sprintf("%.40q", line)))
		}
		if strings.EqualFold(name, "Content-Length") {
			if size, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64); err != nil || size < 0 {
				return 0, noMessage(message.Of("lsp.wrong-length", "text", fmt.Sprintf("%.40q", value)))
			}
		}
	}
}

// line reads a line of a header.
func (s *stream) line() (string, error) {
	var line []byte
	for {
		part, err := s.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxHeader:
			return "", noMessage(message.Of("lsp.long-header", "most", maxHeader))
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(line) > 0:
			return "", io.ErrUnexpectedEOF
		case err != nil:
			return "", err
		default:
			return strings.TrimRight(string(line), "\r\n"), nil
		}
	}
}

// refuse answers a message of which not even the number is known.
func (s *stream) refuse(code int64, why string) error {
	return s.WriteObject(map[string]any{
		"jsonrpc": "2.0", "id": nil,
		"error": map[string]any{"code": code, "message": why},
	})
}
