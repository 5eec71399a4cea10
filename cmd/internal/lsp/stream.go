package lsp

import (
	"errors"
	"fmt"
	"io"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/stolb/stolb/record/message"
)

// maxMessage is the most bytes of a client's message: a text of maxText bytes with every
// character escaped once, and some more.
const maxMessage = 80 << 20

// stream reads and writes messages as the protocol frames them.
type stream struct {
	jsonrpc2.ObjectStream
	in  *limited
	err error // the error that ended reading, which the connection does not report
}

func newStream(in io.Reader, out io.Writer) *stream {
	s := &stream{in: &limited{Reader: in}}
	s.ObjectStream = jsonrpc2.NewBufferedStream(struct {
		io.Reader
		io.Writer
		io.Closer // does nothing: the process closes the output
	}{s.in, out, io.NopCloser(nil)}, jsonrpc2.VSCodeObjectCodec{})
	return s
}

// ReadObject implements jsonrpc2.ObjectStream. Malformed input ends the reading.
func (s *stream) ReadObject(object any) error {
	s.in.left = maxMessage
	s.err = s.ObjectStream.ReadObject(object)
	switch {
	case s.err == nil, errors.Is(s.err, io.EOF):
	case s.in.err != nil:
		s.err = message.Of("lsp.not-read", "why", s.err)
	default:
		s.err = message.Of("lsp.not-protocol", "why", s.err)
	}
	return s.err
}

// limited reads at most maxMessage bytes, and what is buffered, of each message from the client,
// so that a length that is only announced takes no memory.
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
