package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
)

var update = flag.Bool("update", false, "write what the server answers into the scripts")

// TestScripts runs the traffic of testdata/*.txt: it sends each message after "-->", and expects
// each one after "<--" next. A message to send is a Go string literal, or else JSON, up to a
// blank line. Messages that are expected have their names sorted.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			script, err := os.ReadFile(file)
			require.NoError(t, err)
			var written strings.Builder
			c := start(t)
			for _, part := range strings.SplitAfter(string(script), "\n\n") {
				head, body, _ := strings.Cut(strings.TrimRight(part, "\n"), " ")
				switch head {
				case "-->":
					c.sends(t, body)
				case "<--":
					got := c.comes(t)
					if *update {
						part = "<-- " + got + "\n\n"
					} else {
						require.Equal(t, body, got, "of %s", file)
					}
				case "raw-->":
					var raw string
					require.NoError(t, json.Unmarshal([]byte(body), &raw))
					_, err := io.WriteString(c.to, raw)
					require.NoError(t, err)
				case "ends":
					c.ends(t, body)
				default:
					require.True(t, strings.HasPrefix(part, "#"), "%s: %q", file, part)
				}
				written.WriteString(part)
			}
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(strings.TrimRight(written.String(), "\n")+"\n"), 0o666))
			}
		})
	}
}

// client is the other end of a server.
type client struct {
	to     io.WriteCloser
	from   *bufio.Reader
	server *Server
	served chan error
}

func start(t testing.TB) *client {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	c := &client{to: to, from: bufio.NewReader(from), served: make(chan error, 1)}
	s := &Server{
		Version: "test",
		Board: func(dst []byte, p record.Position) []byte {
			return append(append(dst, p.FEN()...), '\n')
		},
		Log: func(line string) { t.Log(line) },
	}
	c.server = s
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		c.served <- s.Serve(ctx, in, out)
		out.Close() // the client then reads an end
	}()
	t.Cleanup(func() {
		cancel()
		to.Close()
		from.Close()
	})
	return c
}

func (c *client) sends(t testing.TB, body string) {
	t.Helper()
	require.NoError(t, write(c.to, []byte(body)))
}

func write(to io.Writer, body []byte) error {
	return jsonrpc2.VSCodeObjectCodec{}.WriteObject(to, json.RawMessage(body))
}

// comes returns the server's next message, indented and with its names sorted.
func (c *client) comes(t testing.TB) string {
	t.Helper()
	body := make(chan []byte, 1)
	go func() {
		var b json.RawMessage
		if err := (jsonrpc2.VSCodeObjectCodec{}).ReadObject(c.from, &b); err != nil {
			close(body)
			return
		}
		body <- b
	}()
	select {
	case b, ok := <-body:
		require.True(t, ok, "the server has ended")
		var value any
		require.NoError(t, json.Unmarshal(b, &value))
		return string(jsonLines(t, nil, value, 0))
	case <-time.After(5 * time.Minute): // or the test would wait for ever
		require.Fail(t, "the server says nothing")
	}
	return ""
}

// inLine is the depth of values that are on a single line.
const inLine = 3

// jsonLines appends a value as JSON with its names sorted, in lines down to depth inLine.
func jsonLines(t testing.TB, dst []byte, value any, depth int) []byte {
	indent := "\n" + strings.Repeat(" ", depth+1)
	switch value := value.(type) {
	case map[string]any:
		if depth >= inLine || len(value) == 0 {
			break
		}
		sign := byte('{')
		for _, name := range slices.Sorted(maps.Keys(value)) {
			dst = append(dst, sign)
			dst = append(append(dst, indent...), strconv.Quote(name)+": "...)
			dst = jsonLines(t, dst, value[name], depth+1)
			sign = ','
		}
		return append(append(dst, indent[:len(indent)-1]...), '}')
	case []any:
		if depth >= inLine || len(value) == 0 {
			break
		}
		sign := byte('[')
		for _, item := range value {
			dst = append(append(dst, sign), indent...)
			dst = jsonLines(t, dst, item, inLine)
			sign = ','
		}
		return append(append(dst, indent[:len(indent)-1]...), ']')
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	require.NoError(t, e.Encode(value))
	return append(dst, bytes.TrimSpace(text.Bytes())...)
}

// ends checks how the server ends when the client sends no more.
func (c *client) ends(t testing.TB, how string) {
	t.Helper()
	require.NoError(t, c.to.Close())
	select {
	case err := <-c.served:
		if how == "well" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, how)
		}
	case <-time.After(5 * time.Minute): // or the test would wait for ever
		require.Fail(t, "the server does not end")
	}
}

func (c *client) initialize(t testing.TB, options string) {
	t.Helper()
	c.sends(t, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{},"initializationOptions":`+options+`}}`)
	require.Contains(t, c.comes(t), `"positionEncoding": "utf-16"`)
}

func (c *client) opens(t testing.TB, uri, text string) {
	t.Helper()
	quoted, err := json.Marshal(text)
	require.NoError(t, err)
	c.sends(t, `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"`+uri+`","languageId":"x","version":1,"text":`+string(quoted)+`}}}`)
}

// A request that is cancelled while it waits is answered with that error, and so is one that a
// change overtakes.
func TestCancelledAndChanged(t *testing.T) {
	c := start(t)
	c.initialize(t, `{"variant":"bashni"}`)
	c.opens(t, "file:///x", "1. c3-d4 b6-c5\n")
	require.Contains(t, c.comes(t), `"version": 1`)
	d := c.server.document("file:///x")

	d.mu.Lock() // so that the request waits
	c.sends(t, `{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x"},"position":{"line":0,"character":4}}}`)
	c.sends(t, `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`)
	c.sends(t, `{"jsonrpc":"2.0","id":2,"method":"nothing"}`)
	require.Contains(t, c.comes(t), "-32601") // the cancellation has been handled
	d.mu.Unlock()
	require.Contains(t, c.comes(t), "-32800")

	d.mu.Lock()
	c.sends(t, `{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x"},"position":{"line":0,"character":4}}}`)
	c.sends(t, `{"jsonrpc":"2.0","id":4,"method":"nothing"}`)
	require.Contains(t, c.comes(t), "-32601") // the request is waiting
	d.state.Load().end()
	d.mu.Unlock()
	require.Contains(t, c.comes(t), "-32801")
}

// However fast changes come, the last state is judged, and reported last.
func TestLastState(t *testing.T) {
	c := start(t)
	c.initialize(t, `{"variant":"bashni"}`)
	c.opens(t, "file:///x", "1. c3-d4 b6-c5 2. e3-f4\n")
	const last = 200
	go func() {
		for version := 2; version <= last; version++ {
			text := "1. c3-d4 b6-c5 2. e3-f4\n"
			if version == last {
				text = "1. c3-d4 b6-c5 2. d4:b6\n"
			}
			quoted, _ := json.Marshal(text) // of a string
			_ = write(c.to, []byte(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x","version":`+
				strconv.Itoa(version)+`},"contentChanges":[{"text":`+string(quoted)+`}]}}`)) // otherwise the last diagnostics are missing
		}
	}()
	for {
		if told := c.comes(t); strings.Contains(told, `"version": `+strconv.Itoa(last)) {
			require.Contains(t, told, `"diagnostics": []`)
			return
		}
	}
}

// A text that is too large is not judged, but can be closed like any other. A message that is
// too long ends the server.
func TestTooLarge(t *testing.T) {
	c := start(t)
	c.initialize(t, "{}")
	text := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x","text":"` + strings.Repeat("x", maxText+1) + `"}}}`
	_, err := fmt.Fprintf(c.to, "Content-Length: %d\r\n\r\n%s", len(text), text) // in less time than opens takes
	require.NoError(t, err)
	require.Contains(t, c.comes(t), `"diagnostics": []`)
	require.Contains(t, c.comes(t), "The text has more than 32 MB")
	c.sends(t, `{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///x"}}}`)
	require.Contains(t, c.comes(t), "publishDiagnostics")
	require.ErrorContains(t, newStream(letters{}, io.Discard).ReadObject(new(any)), "a message of more than 83886080 bytes")
}

// letters is an endless reader.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// Of a text full of faults as many are reported as an editor can show.
func TestManyFaults(t *testing.T) {
	c := start(t)
	c.initialize(t, `{"variant":"bashni"}`)
	c.opens(t, "file:///x", strings.Repeat("Белые: А\n1. c3-c5 b6-b5\n\n", maxDiagnostics+7))
	told := c.comes(t)
	require.Equal(t, maxDiagnostics, strings.Count(told, `"code":"illegal-move"`))
	require.Contains(t, told, "7 more faults in this text")
}

// patient reads to the end, which comes when all requests are answered.
type patient struct {
	io.Reader
	server *Server
}

func (p *patient) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	for open := 1; err == io.EOF && open > 0; time.Sleep(10 * time.Microsecond) {
		open = 0
		p.server.cancels.Range(func(any, any) bool { open++; return true })
	}
	return n, err
}

// FuzzServe checks that no input breaks the server: it ends, and writes only messages.
func FuzzServe(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(f, err)
	for _, file := range files {
		script, err := os.ReadFile(file)
		require.NoError(f, err)
		var all bytes.Buffer
		for _, part := range strings.Split(string(script), "\n\n") {
			if body, ok := strings.CutPrefix(part, "--> "); ok {
				require.NoError(f, write(&all, []byte(body)))
			}
		}
		f.Add(all.Bytes(), false)
		f.Add(all.Bytes()[:all.Len()/2], true)
	}
	// bodies are the lines of the input, so that lengths need not be guessed
	f.Add([]byte("{}\n[]\n{\"method\":\"initialize\",\"id\":1}\n"), true)
	f.Fuzz(func(t *testing.T, data []byte, bodies bool) {
		in := io.Reader(bytes.NewReader(data))
		if bodies {
			var framed bytes.Buffer
			for _, body := range bytes.Split(data, []byte("\n")) {
				fmt.Fprintf(&framed, "Content-Length: %d\r\n\r\n%s", len(body), body)
			}
			in = &framed
		}
		var out, logged bytes.Buffer
		var logging sync.Mutex
		s := &Server{
			Board: func(dst []byte, p record.Position) []byte { return append(dst, p.FEN()...) },
			Log: func(line string) {
				logging.Lock()
				defer logging.Unlock()
				logged.WriteString(line)
			},
		}
		_ = s.Serve(context.Background(), &patient{in, s}, &out) // any error will do
		require.NotContains(t, logged.String(), "goroutine", "%s", logged.String())
		read := bufio.NewReader(&out)
		for {
			var body json.RawMessage
			err := jsonrpc2.VSCodeObjectCodec{}.ReadObject(read, &body)
			if err == io.EOF {
				return
			}
			require.NoError(t, err)
		}
	})
}
