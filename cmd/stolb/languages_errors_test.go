package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// alike are words in Latin letters that errors have in every language: names of formats and of
// their parts, and the like.
var alike = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`
		stolb help file text json pdn sheet arrow parquet html svg png pdf typst epub composition word record moves
		games plies faults none each marked board legal white black game from number variant year event full short table run columns correspondence
		GameType Variant Result FEN PDN JSON CSV UTF LibreOffice Office HTML Markdown CommonMark EPUB PDF Typst SARIF sarif
		Arrow IPC Parquet LZ4 GZIP RLE snappy zstd gz zip ods xlsx docx odt hOCR ALTO PAGE XML TIFF PNG JPEG
		BYTE_ARRAY INT32 INT64 DOUBLE BOOLEAN numeric html epub typ pdf player white black site result verdict opening ply move from to square tag plies index find openings players adiukh crosstable ratings norms merge codex ukrainian go robin round swiss ru uk en
		true false null Ctrl auto always never repaired illegal unreadable unjudged certain likely open lost
		BOM utf le be cp koi iso bash zsh fish powershell check new convert restore show explore book generate moves perft man completion lsp
	`) {
		alike[strings.ToLower(w)] = true
	}
	for _, v := range record.Variants() {
		for part := range strings.SplitSeq(v.String(), "-") {
			alike[part] = true
		}
	}
}

// english returns the words in Latin letters in a message, except alike words, flags, squares and
// words of the given texts; and remains of a template that was not filled in.
func english(said string, given ...string) (words []string) {
	own := map[string]bool{}
	for _, text := range given {
		for _, w := range latinWord.FindAllString(text, -1) {
			own[strings.ToLower(w)] = true
		}
	}
	for _, not := range []*regexp.Regexp{quotedText, flagLike, columnName} {
		said = not.ReplaceAllString(said, " ")
	}
	words = unfilled.FindAllString(said, -1)
	for _, w := range latinWord.FindAllString(said, -1) {
		if lower := strings.ToLower(w); !alike[lower] && !own[lower] && !isBoard(w) {
			words = append(words, w)
		}
	}
	return words
}

var (
	latinWord = regexp.MustCompile(`[A-Za-z_]{2,}`)
	// quotedText matches text of our own languages, or typed: `captures 3`, "stolb find".
	quotedText = regexp.MustCompile(`«[^»]*»|"[^"]*"`)
	columnName = regexp.MustCompile(`(?:столбец|стовпець) [a-z_]+`) // of a table, whatever is read of it
	flagLike   = regexp.MustCompile(`--[a-z][a-z-]*`)
	unfilled   = regexp.MustCompile(`\{[a-z]+[.|}]|%!|<nil>|(?:^|\s)[a-z]+\.[a-z]+-[a-z-]+`)
)

// Errors have no English in Russian and Ukrainian: about files that are damaged or not tables,
// partial files that do not match, indexes, folders, manuscripts, and wrong command lines.
func TestLanguagesOfErrors(t *testing.T) {
	t.Cleanup(func() { language = message.English })
	saidFile, err := filepath.Abs(*saidTo)
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	quiet := func(args ...string) {
		told := tell(args...)
		require.Zero(t, told.code, "%v: %s", args, told.errs)
	}
	write("g.pdn", "[Variant \"bashni\"]\n[White \"Иванов\"]\n[Black \"Петров\"]\n[Result \"1-0\"]\n1. c3-d4 b6-c5 2. d4xb6 a7xc5 1-0\n")
	write("l.pdn", "[Variant \"lasca\"]\n[White \"Иванов\"]\n[Black \"Петров\"]\n[Result \"1-0\"]\n1. 11-14 1-0\n")
	write("no.txt", "просто текст\n")
	write("p.typ", "")
	quiet("convert", "--to", "parquet", "-o", "p", "g.pdn")
	quiet("convert", "--to", "arrow", "-o", "ad", "g.pdn")
	quiet("index", "-o", "i.index", "g.pdn")
	quiet("stats", "openings", "--partial", "o.part", "g.pdn")
	quiet("stats", "openings", "--partial", "l.part", "l.pdn")
	quiet("stats", "openings", "--partial", "k1.part", "--part", "1/2", "g.pdn")
	quiet("stats", "openings", "--partial", "k2.part", "--part", "2/2", "g.pdn")
	quiet("stats", "openings", "--depth", "3", "--partial", "d.part", "g.pdn")
	quiet("stats", "players", "--partial", "pl.part", "g.pdn")
	quiet("stats", "openings", "--format", "arrow", "-o", "tree.arrow", "g.pdn")
	quiet("stats", "openings", "--format", "parquet", "-o", "tree.parquet", "g.pdn")
	require.NoError(t, os.Mkdir("empty", 0o700))

	// Every table, truncated and with changed bytes.
	var damaged []string
	for _, whole := range []string{"ad/games.arrow", "p/games.parquet", "i.index", "o.part"} {
		text, err := os.ReadFile(whole)
		require.NoError(t, err)
		ext := filepath.Ext(whole)
		step := max(len(text)/20, 1)
		if !*thorough {
			step *= 4
		}
		for at := 8; at < len(text); at += step {
			name := "cut" + ext
			if at/step%2 == 0 {
				name = "changed" + ext
			}
			name = strings.TrimSuffix(name, ext) + strings.Repeat("x", at/step) + ext
			broken := bytes.Clone(text)
			if strings.HasPrefix(name, "cut") {
				broken = broken[:at]
			} else {
				broken[at] ^= 0x55
			}
			write(name, string(broken))
			damaged = append(damaged, name)
		}
	}
	var commands [][]string
	for _, name := range damaged {
		switch filepath.Ext(name) {
		case ".index":
			commands = append(commands, []string{"find", `captures 1`, name}, []string{"find", `player "Иванов"`, name})
		case ".part":
			commands = append(commands, []string{"stats", "merge", name})
		default:
			commands = append(commands, []string{"check", name})
		}
	}
	for i, table := range []string{"a2.arrow", "a3.arrow", "a4.parquet", "ad/plies.arrow", "p/plies.parquet", "p/faults.parquet", "tree.arrow", "tree.parquet"} {
		switch table {
		case "a2.arrow":
			write(table, "ARROW1")
		case "a3.arrow":
			write(table, "\xff\xff\xff\xff\x10\x00\x00\x00aaaaaaaaaaaaaaaaaaaaaaaa")
		case "a4.parquet":
			write(table, "PAR1PAR1")
		}
		for j, command := range [][]string{
			{"check"}, {"check", "--format", "sarif"}, {"check", "--only", "illegal"}, {"convert", "--to", "json"}, {"convert", "--to", "parquet", "-o", "new"},
			{"convert", "--unique", "--to", "pdn"}, {"restore"}, {"show"}, {"find", `captures 1`}, {"index", "-o", "new.index"},
			{"stats", "openings"}, {"stats", "players"}, {"stats", "adiukh"}, {"stats", "crosstable"}, {"stats", "openings", "--part", "1/2", "--partial", "new.part"},
			{"book", "-o", "new.html"}, {"explore"}, {"check", "--part", "1/2"},
		} {
			if *thorough || i%4 == j%4 { // each command with some tables, each table by some commands
				commands = append(commands, append(command, table))
			}
		}
	}
	commands = append(commands, [][]string{
		{"stats", "merge", "o.part", "pl.part"}, {"stats", "merge", "o.part", "l.part"}, {"stats", "merge", "o.part", "d.part"}, {"stats", "merge", "k1.part"},
		{"stats", "merge", "k1.part", "k1.part"}, {"stats", "merge", "k2.part", "k2.part"}, {"stats", "merge", "no.txt"}, {"stats", "merge", "none.part"}, {"stats", "merge"},
		{"stats", "merge", "empty"}, {"stats", "merge", "o.part", "k1.part"}, {"stats", "merge", "--depth", "2", "o.part"}, {"stats"}, {"stats", "opening"},
		{"stats", "openings", "--part", "3/2", "--partial", "n.part", "g.pdn"}, {"stats", "openings", "--part", "a", "--partial", "n.part", "g.pdn"}, {"stats", "openings", "--part", "1/2", "g.pdn"},
		{"stats", "openings", "--partial", "none/n.part", "g.pdn"}, {"stats", "openings", "--partial", "empty", "g.pdn"}, {"stats", "openings", "--depth", "-1", "g.pdn"},
		{"stats", "openings", "g.pdn", "l.pdn"}, {"stats", "openings", "no.txt"}, {"stats", "openings", "--min-games", "x", "g.pdn"}, {"stats", "openings", "--html", "empty", "g.pdn"},
		{"stats", "openings", "--format", "parquet", "-o", "none/t.parquet", "g.pdn"}, {"stats", "openings", "--format", "x", "g.pdn"}, {"stats", "crosstable", "--rules", "x", "g.pdn"}, {"stats", "crosstable", "--event", "Кубок", "g.pdn"},
		{"stats", "crosstable", "--system", "x", "g.pdn"}, {"stats", "crosstable", "no.txt"}, {"stats", "players", "no.txt"}, {"stats", "adiukh", "g.pdn"}, {"stats", "players"},
		{"index"}, {"index", "g.pdn"}, {"index", "-o", "n.index"}, {"index", "-o", "n.index", "none.pdn"}, {"index", "-o", "none/n.index", "g.pdn"}, {"index", "-o", "n.index", "i.index"}, {"index", "-o", "empty", "g.pdn"},
		{"find"}, {"find", `captures 1`}, {"find", `captures 1`, "none.pdn"}, {"find", "zz", "g.pdn"}, {"find", `captures 1`, "i.index", "g.pdn"}, {"find", "--group", "x", `captures 1`, "g.pdn"}, {"find", "--limit", "-1", `captures 1`, "g.pdn"},
		{"find", "--variant", "lasca", `captures 1`, "i.index"}, {"index", "-o", os.DevNull, "g.pdn"}, {"find", "white loses", "g.pdn"}, {"find", "draw then draw within 3 moves", "g.pdn"}, {"find", "only white kings", "g.pdn"},
		{"find", "--set", "x", `captures 1`, "g.pdn"}, {"find", "--to", "x", `captures 1`, "g.pdn"}, {"find", "$A", "g.pdn"}, {"find", "board \"x\"", "g.pdn"}, {"find", "(", "g.pdn"},
		{"explore"}, {"explore", "none.index"}, {"explore", "--port", "x", "i.index"}, {"explore", "--port", "99999", "i.index"}, {"explore", "i.index", "none.pdn"},
		{"book"}, {"book", "g.pdn"}, {"book", "-o", "n.doc", "g.pdn"}, {"book", "-o", "n", "g.pdn"}, {"book", "-o", "none/n.html", "g.pdn"}, {"book", "-o", "n.html", "none.md"}, {"book", "-o", "n.html", "p.typ"}, {"book", "-o", "n.html", "empty"}, {"book", "-o", "n.html", "no.txt"},
		{"convert", "g.pdn"}, {"convert", "--to", "x", "g.pdn"}, {"convert", "--to", "json", "--layout", "x", "g.pdn"}, {"convert", "--to", "sheet", "--layout", "x", "g.pdn"}, {"convert", "--to", "sheet", "--notation", "x", "g.pdn"},
		{"convert", "--to", "parquet", "g.pdn"}, {"convert", "--to", "parquet", "-o", "p", "g.pdn"}, {"convert", "--to", "arrow", "-o", "new", "--partition", "x", "g.pdn"}, {"convert", "--to", "parquet", "-o", "new", "--partition", "year,year", "g.pdn"},
		{"convert", "--to", "pdn", "-o", "g.pdn", "l.pdn"}, {"convert", "--to", "pdn", "--split", "x", "g.pdn"}, {"convert", "--to", "pdn", "--split", "game", "g.pdn"}, {"convert", "--to", "pdn", "--where", "zz", "g.pdn"}, {"convert", "--to", "pdn", "--encoding", "x", "g.pdn"},
		{"convert", "--to", "pdn", "-o", "none/x.pdn", "g.pdn"}, {"convert", "--to", "arrow", "--columns", "x", "g.pdn"}, {"convert", "--to", "pdn", "--strict", "no.txt"}, {"convert", "--to", "pdn", "none"}, {"convert"},
		{"check"}, {"check", "none.pdn"}, {"check", "empty"}, {"check", "--only", "x", "g.pdn"}, {"check", "--format", "x", "g.pdn"}, {"check", "--variant", "x", "g.pdn"}, {"check", "--jobs", "x", "g.pdn"}, {"check", "--jobs", "0", "g.pdn"}, {"check", "--watch", "-"},
		{"check", "--colour", "g.pdn"}, {"check", "--color", "x", "g.pdn"}, {"check", "--lang", "x", "g.pdn"}, {"check", "-x", "g.pdn"}, {"check", "--part", "0/2", "g.pdn"}, {"check", "--encoding", "x", "g.pdn"}, {"check", "--format", "json", "--summary", "g.pdn"}, {"check", "--quiet=x", "g.pdn"}, {"check", "--only"},
		{"restore"}, {"restore", "--answers", "none", "g.pdn"}, {"restore", "--answers", "no.txt", "g.pdn"}, {"restore", "--confusions", "no.txt", "g.pdn"}, {"restore", "--together", "g.pdn"}, {"restore", "--together", "g.pdn", "l.pdn", "no.txt"}, {"restore", "--review", "none/r.html", "g.pdn"}, {"restore", "--ask", "g.pdn"}, {"restore", "--to", "x", "g.pdn"},
		{"show", "--to", "x", "g.pdn"}, {"show", "--position", "x", "--variant", "bashni"}, {"show", "--position", "W:Wa1:Bb2", "--variant", "lasca"}, {"show", "--game", "9", "g.pdn"}, {"show", "--ply", "99", "g.pdn"}, {"show", "--ply", "x", "g.pdn"}, {"show", "--to", "svg", "-o", "none/b.svg", "g.pdn"},
		{"moves"}, {"moves", "--variant", "x"}, {"moves", "--variant", "bashni", "--position", "x"}, {"moves", "--variant", "bashni", "x"}, {"perft", "--variant", "bashni"}, {"perft", "--variant", "bashni", "--depth", "x"}, {"perft", "--variant", "bashni", "--depth", "-1"},
		{"generate"}, {"generate", "--variant", "bashni", "--games", "x"}, {"generate", "--variant", "bashni", "--games", "-1"}, {"generate", "--variant", "bashni", "--layout", "x"}, {"grammar", "x"}, {"man"}, {"man", "no.txt"}, {"completion"}, {"completion", "x"}, {"lsp", "x"}, {"version", "x"},
		{"chek", "g.pdn"}, {"x"}, {"help", "x"}, {"check", "--varian", "bashni", "g.pdn"},
	}...)
	var wrong []string
	var all bytes.Buffer
	for _, l := range []message.Language{message.Russian, message.Ukrainian} {
		usage := message.Of("help.usage", "use", "").In(l)
		for _, command := range commands {
			var out, errs bytes.Buffer
			args := append([]string{}, command...)
			if at := len(args); command[0] != "help" && !strings.HasSuffix(strings.Join(command, " "), "--only") {
				args = append(args[:at], "--lang", l.String())
			} else {
				t.Setenv("LC_ALL", l.String())
			}
			code := run(args, strings.NewReader(""), &out, &errs)
			t.Setenv("LC_ALL", "")
			what := l.String() + ": stolb " + strings.Join(command, " ")
			said := errs.String()
			if *saidIn == l.String() {
				all.WriteString("== " + what + "\n" + said)
			}
			if code == exitFailed {
				require.NotEmpty(t, said, what)
			}
			for line := range strings.Lines(said) {
				if strings.HasPrefix(line, usage) {
					continue // the tests of help cover it
				}
				for _, w := range english(line, command...) {
					wrong = append(wrong, what+": "+w+" in "+line)
				}
			}
		}
	}
	if *saidIn != "" {
		require.NoError(t, os.WriteFile(saidFile, all.Bytes(), 0o600))
	}
	require.Empty(t, wrong)
}
