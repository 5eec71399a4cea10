//go:build unix

package main

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record/message"
)

// explored starts stolb explore with these arguments and returns it, the address of its pages, and
// its temporary folder.
func explored(t *testing.T, args ...string) (command *exec.Cmd, address, temporary string) {
	t.Helper()
	temporary = t.TempDir()
	command = exec.CommandContext(t.Context(), "stolb", append([]string{"explore", "--lang", "en"}, args...)...)
	command.Env = append(os.Environ(), "TMPDIR="+temporary)
	command.Stderr = os.Stderr
	stdout, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(line)
	require.NotEmpty(t, address, line)
	return command, strings.TrimSuffix(address, "/"), temporary
}

// The names are hostile.
const exploredGames = `[White "Иванов & <script>alert('x')</script>"]
[Black "Петров \"Молния\" <b>"]
[Variant "bashni"]
[Result "0-1"]

1. c3-d4 b6-c5 2. d4:b6 a7:c5 0-1

[White "Сидоров"]
[Black "Петров \"Молния\" <b>"]
[Variant "bashni"]
[Result "1-0"]

1. c3-d4 b6-a5 1-0
`

// A reader follows the pages that the process serves, and requests some that do not exist.
func TestExplore(t *testing.T) {
	heedSignals(t)
	games := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(games, []byte(exploredGames), 0o666))
	command, address, temporary := explored(t, games)
	ask := func(method, path string) (int, string, http.Header) {
		request, err := http.NewRequestWithContext(t.Context(), method, address+path, strings.NewReader(""))
		require.NoError(t, err)
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NotContains(t, strings.Replace(string(text), string(convert.PagePart("scripts", message.English)), "", 1), "<script")
		require.NotContains(t, string(text), "Молния\"")
		return answer.StatusCode, string(text), answer.Header
	}
	link := func(text, of string) string {
		found := regexp.MustCompile(`<a [^>]*href="([^"]+)"[^>]*>` + regexp.QuoteMeta(of) + `</a>`).FindStringSubmatch(text)
		require.NotNil(t, found, "%s in %s", of, text)
		return html.UnescapeString(found[1])
	}
	_, text, headers := ask("GET", "/")
	require.Contains(t, text, "2 games reached this position")
	require.Contains(t, text, "Иванов &amp; &lt;script&gt;")
	require.Equal(t, "text/html; charset=utf-8", headers.Get("Content-Type"))
	require.Contains(t, headers.Get("Content-Security-Policy"), "default-src 'none'")
	_, text, _ = ask("GET", link(text, "c3-d4"))
	_, text, _ = ask("GET", link(text, "b6-a5"))
	require.Contains(t, text, "1 game reached this position")
	_, text, _ = ask("GET", link(text, "Сидоров"))
	require.Contains(t, text, "c3-d4")
	_, text, _ = ask("GET", link(text, "moves played here"))
	require.Contains(t, text, "1 game reached this position")

	query := func(q string) (int, string) {
		code, text, _ := ask("GET", "/find?q="+url.QueryEscape(q))
		return code, text
	}
	code, text := query(`white captures`)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, "1 game found so far; 2 of 2")
	code, text = query(`player "молния\" <b>"`)
	require.Equal(t, http.StatusOK, code, text)
	require.Contains(t, text, "2 games found so far; 2 of 2")
	code, text = query(`player "СИДОРОВ"`)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, "1 game found so far; 1 of 1")
	code, text = query(`white kng & "<script>"`)
	require.Equal(t, http.StatusBadRequest, code)
	require.Contains(t, text, "&lt;script&gt;")

	for path, want := range map[string]int{
		"/nothing": 404, "/../../etc/passwd": 404, "/game?n=3": 400, "/game?n=%3Cscript%3E": 400, "/?fen=%22%3E%3Cscript%3E": 400, "/?variant=chess": 400, "/find?q=start&from=3": 400,
	} {
		code, _, _ := ask("GET", path)
		require.Equal(t, want, code, path)
	}
	code, _, headers = ask("POST", "/")
	require.Equal(t, http.StatusMethodNotAllowed, code)
	require.Equal(t, "GET, HEAD", headers.Get("Allow"))
	code, text, _ = ask("HEAD", "/")
	require.Equal(t, http.StatusOK, code)
	require.Empty(t, text)

	// A foreign name that resolves to this machine.
	request, err := http.NewRequestWithContext(t.Context(), "GET", address+"/", nil)
	require.NoError(t, err)
	request.Host = "games.example.org"
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusForbidden, answer.StatusCode)

	at, err := url.Parse(address)
	require.NoError(t, err)
	onlyHere(t, at.Port())

	// A port cannot be shared.
	second := exec.CommandContext(t.Context(), "stolb", "explore", "--lang", "en", "--port", at.Port(), games)
	said, err := second.CombinedOutput()
	require.Error(t, err)
	require.Equal(t, 2, second.ProcessState.ExitCode(), "%s", said)
	require.Contains(t, string(said), at.Port())

	http.DefaultClient.CloseIdleConnections()
	require.NoError(t, command.Process.Signal(os.Interrupt))
	require.NoError(t, command.Wait())
	require.Empty(t, names(t, temporary))
}

// onlyHere checks that nothing outside of this machine can reach the port.
func onlyHere(t *testing.T, port string) {
	t.Helper()
	if runtime.GOOS == "linux" {
		var n int
		_, err := fmt.Sscan(port, &n)
		require.NoError(t, err)
		heard := 0
		for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
			text, err := os.ReadFile(table)
			if os.IsNotExist(err) {
				continue
			}
			require.NoError(t, err)
			for line := range strings.Lines(string(text)) {
				if of := strings.Fields(line); len(of) > 3 && of[3] == "0A" && strings.HasSuffix(of[1], fmt.Sprintf(":%04X", n)) {
					heard++
					require.True(t, strings.HasPrefix(of[1], "0100007F:"), "it listens on %s", of[1])
				}
			}
		}
		require.Equal(t, 1, heard)
		return
	}
	addresses, err := net.InterfaceAddrs()
	require.NoError(t, err)
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok && !ip.IP.IsLoopback() && ip.IP.IsGlobalUnicast() {
			connection, err := net.Dial("tcp", net.JoinHostPort(ip.IP.String(), port))
			if err == nil {
				require.NoError(t, connection.Close())
			}
			require.Error(t, err, "it listens on %s", ip.IP)
		}
	}
}

// Ctrl-C, SIGTERM and a closed terminal end it cleanly, even while a client keeps a connection
// open or stops within a request.
func TestExploreEnds(t *testing.T) {
	t.Parallel()
	heedSignals(t)
	folder := t.TempDir()
	games, index := filepath.Join(folder, "games.pdn"), filepath.Join(folder, "games.idx")
	require.NoError(t, os.WriteFile(games, []byte(exploredGames), 0o666))
	run := exec.CommandContext(t.Context(), "stolb", "index", "-o", index, games)
	require.NoError(t, run.Run())
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		command, address, _ := explored(t, "--port", "0", index)
		host := strings.TrimPrefix(address, "http://")
		for _, begun := range []string{"", "GET / HTTP/1.1\r\nHost: local", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"} {
			connection, err := net.Dial("tcp", host)
			require.NoError(t, err)
			defer connection.Close()
			_, err = io.WriteString(connection, begun)
			require.NoError(t, err)
			if strings.HasSuffix(begun, "\r\n\r\n") {
				line, err := bufio.NewReader(connection).ReadString('\n')
				require.NoError(t, err)
				require.Equal(t, "HTTP/1.1 200 OK\r\n", line)
			}
		}
		require.NoError(t, command.Process.Signal(signal))
		require.NoError(t, command.Wait(), "%v", signal)
		_, err := net.Dial("tcp", host)
		require.Error(t, err)
	}
}
