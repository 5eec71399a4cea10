package grammar

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func cutAll(t testing.TB, text, enc string) []Chunk {
	t.Helper()
	c, err := NewCutter(strings.NewReader(text), "test", enc)
	require.NoError(t, err)
	var chunks []Chunk
	for {
		chunk, err := c.Next()
		if err == io.EOF {
			return chunks
		}
		require.NoError(t, err)
		chunks = append(chunks, chunk)
	}
}

func joined(chunks []Chunk) string {
	var b strings.Builder
	for _, c := range chunks {
		b.WriteString(c.Text)
	}
	return b.String()
}

func TestCutPDN(t *testing.T) {
	text := "[White \"A\"]\n[Black \"B\"]\n\n1. c3-b4 *\n\n[White \"C\"]\r\n\r\n1. c3-b4\r\n1-0\r\n\r\n"
	chunks := cutAll(t, text, "")
	require.Len(t, chunks, 2)
	require.Equal(t, text, joined(chunks))
	require.Equal(t, FormatPDN, chunks[1].Format)
	require.Equal(t, 6, chunks[1].Source.Line)
	require.Equal(t, int64(strings.Index(text, "[White \"C")), chunks[1].Source.Offset)
	require.Equal(t, 2, chunks[1].Source.Number)
}

func TestCutJSON(t *testing.T) {
	chunks := cutAll(t, "{\"game\":1}\n{\"game\":2}\n\n{\"game\":3}", "")
	require.Len(t, chunks, 3)
	require.Equal(t, "{\"game\":2}\n\n", chunks[1].Text)
	require.Equal(t, FormatJSON, chunks[2].Format)
}

// An object may be spread over lines, as jq prints it; what breaks off or is
// no object takes no other with it.
func TestCutJSONOverLines(t *testing.T) {
	for _, test := range []struct {
		name string
		want []string
	}{
		{"a line each", []string{"{\"game\":1}\n", "{\"game\":2}\n"}},
		{"over lines", []string{"{\n  \"tags\": [\n    {\n    }\n  ]\n}\n", "{\n  \"game\": 2\n}\n", "{\"game\":3}\n", "{\n  \"game\": 4\n}"}},
		{"CRLF", []string{"{\r\n  \"game\": 1\r\n}\r\n\r\n", "{\r\n  \"game\": 2\r\n}\r\n"}},
		{"broken off", []string{"{\"game\":1,\"moves\":[\n", "{\"game\":2}\n", "{\n \"game\":\n", "{\"game\":3}\n"}},
		{"something between", []string{"{\"game\":1}\n", "what?\n", "{\"game\":2}\n"}},
		{"an array", []string{"[\n", "{\"game\":1},\n", "{\"game\":2}\n", "]\n"}},
		{"an array in a line", []string{"[{\"game\":1},{\"game\":2}]\n"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var texts []string
			for _, c := range cutAll(t, strings.Join(test.want, ""), "") {
				require.Equal(t, FormatJSON, c.Format)
				texts = append(texts, c.Text)
			}
			require.Equal(t, test.want, texts)
		})
	}
}
