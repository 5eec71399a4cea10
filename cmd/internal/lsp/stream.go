package lsp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/stolb/stolb/record/message"
)

// maxMessage is the most bytes of a client's message: a text of maxText bytes with every
// character escaped once, and some more.
const maxMessage = 80 << 20

// stream reads and writes messages as the protocol frames them. It reads at most maxMessage bytes,
// and what is buffered, of each message, so that a length that is only announced takes no memory.
type stream struct {
	jsonrpc2.ObjectStream
	in  io.LimitedReader
	err error // the error that ended reading, which the connection does not report
}

func newStream(in io.Reader, out io.Writer) *stream {
	s := &stream{in: io.LimitedReader{R: in}}
	s.ObjectStream = jsonrpc2.NewBufferedStream(struct {
		io.Reader
		io.Writer
		io.Closer // does nothing: the process closes the output
	}{&s.in, out, io.NopCloser(nil)}, jsonrpc2.VSCodeObjectCodec{})
	return s
}

// ReadObject implements jsonrpc2.ObjectStream. Malformed input ends the reading.
func (s *stream) ReadObject(object any) error {
	s.in.N = maxMessage
	s.err = s.ObjectStream.ReadObject(object)
	_, failed := errors.AsType[*fs.PathError](s.err)
	switch {
	case s.err == nil:
	case s.in.N <= 0:
		s.err = message.Of("lsp.not-protocol", "why", fmt.Errorf("a message of more than %d bytes", maxMessage))
	case errors.Is(s.err, io.EOF):
	case failed:
		s.err = message.Of("lsp.not-read", "why", s.err)
	default:
		s.err = message.Of("lsp.not-protocol", "why", s.err)
	}
	return s.err
}
