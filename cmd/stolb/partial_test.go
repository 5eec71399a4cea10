package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// told is the output, standard error and exit code of a command line.
type told struct {
	out, errs string
	code      int
}

func tell(args ...string) told {
	var out, errs bytes.Buffer
	code := run(args, strings.NewReader(""), &out, &errs)
	return told{out.String(), errs.String(), code}
}

// provenance matches the provenance of a page and of a Parquet table, which differs between parts.
var provenance = regexp.MustCompile(`(?s)(stolb\.provenance|\{"program":"stolb",).*`)

// The merged counts of parts give the result of one run, to the byte, with pictures, messages and
// exit code, for any order of the files.
func TestMerge(t *testing.T) {
	folder := archive(t, 3)
	tournament := filepath.Join(folder, "run.txt")
	for name, c := range map[string]struct {
		count, show []string
		parts       []int
	}{
		"openings":   {[]string{"openings", "--variant", "bashni", "--depth", "5", folder}, []string{"--min-games", "2", "--format", "json"}, []int{1, 5}},
		"from":       {[]string{"openings", "--variant", "bashni", "--depth", "3", "--position", "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8", folder}, nil, []int{3}},
		"as parquet": {[]string{"openings", "--depth", "5", tournament}, []string{"--format", "parquet"}, []int{3}},
		"adiukh":     {[]string{"adiukh", "--depth", "3", folder}, []string{"--format", "json"}, []int{16}},
		"players":    {[]string{"players", folder}, []string{"--min-games", "3"}, []int{9}},
		"crosstable": {[]string{"crosstable", tournament}, []string{"--system", "swiss", "--rules", "ukrainian", "--win", "2"}, []int{5}},
		"missing":    {[]string{"players", folder, filepath.Join(folder, "nowhere")}, nil, []int{3}},
		"nothing":    {[]string{"adiukh", filepath.Join(folder, "table.txt")}, nil, []int{2}},
	} {
		t.Run(name, func(t *testing.T) {
			page, again := filepath.Join(t.TempDir(), "page.html"), filepath.Join(t.TempDir(), "page.html")
			whole := tell(slices.Concat([]string{"stats"}, c.count, c.show, []string{"--html", page})...)
			for _, n := range c.parts {
				var files []string
				complaints := ""
				for k := n; k >= 1; k-- {
					file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.partial%s", k, []string{"", ".gz", ".zst"}[k%3]))
					got := tell(slices.Concat([]string{"stats"}, c.count, []string{"--partial", file, "--part", fmt.Sprintf("%d/%d", k, n)})...)
					require.Empty(t, got.out)
					complaints += got.errs
					files = append(files, file)
				}
				got := tell(slices.Concat([]string{"stats", "merge"}, c.show, []string{"--html", again}, files)...)
				got.errs = complaints + got.errs
				whole.out, got.out = provenance.ReplaceAllString(whole.out, ""), provenance.ReplaceAllString(got.out, "")
				require.Equal(t, whole, got)
				if len(whole.out) == 0 {
					continue
				}
				want, err := os.ReadFile(page)
				require.NoError(t, err)
				have, err := os.ReadFile(again)
				require.NoError(t, err)
				require.Equal(t, provenance.ReplaceAllString(string(want), ""), provenance.ReplaceAllString(string(have), ""))
			}
		})
	}
}

// Files that are not parts, incomplete or of different kinds are rejected.
func TestMergeErrors(t *testing.T) {
	folder := archive(t, 4)
	path := func(name string) string { return filepath.Join(folder, name) }
	save := func(name string, args ...string) string {
		got := tell(append(append([]string{"stats"}, args...), "--partial", path(name))...)
		require.Contains(t, []int{exitFine, exitFaults}, got.code, got.errs)
		return path(name)
	}
	source := path("run.txt")
	first, second := save("1", "players", "--part", "1/3", source), save("2", "players", "--part", "2/3", source)
	third := save("3", "players", "--part", "3/3", source)
	copied := path("copy")
	data, err := os.ReadFile(second)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(copied, data, 0o666))
	deep, deeper := save("4", "openings", "--depth", "4", source), save("5", "openings", "--depth", "5", source)
	all := save("all", "players", source)
	half, otherHalf := save("half", "players", "--part", "1/2", source), save("other-half", "players", "--part", "2/2", source)
	decoded := save("decoded", "players", "--part", "2/2", "--encoding", "koi8-r", source)
	grows := path("grows.txt")
	games, err := os.ReadFile(source)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(grows, games, 0o666))
	before := save("before", "players", "--part", "1/2", grows)
	require.NoError(t, os.WriteFile(grows, append(games, games...), 0o666))
	after := save("after", "players", "--part", "2/2", grows)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{first, third}, "is part 1/3, and 1 of the 3 parts is missing: 2/3"},
		{[]string{first, second, third, copied}, "both are part 2/3"},
		{[]string{deep, first}, "one kind is merged at a time"},
		{[]string{deep, deeper}, "were counted with other flags: --depth 4; --depth 5"},
		{[]string{source}, "not written by stolb stats --partial"},
		{[]string{"--win", "2", deep}, "--win does not apply to openings"},
		{[]string{"--format", "arrow", first, second, third}, "--format arrow is for openings"},
		{nil, "no file to merge"},
		{[]string{"-"}, "standard input only once"},
		{[]string{os.DevNull}, "a pipe or a device"},
		{[]string{all, folder + "/./all"}, "both counted the same files"},
		{[]string{all, first, second, third}, "both counted the same files"},
		{[]string{first, second, third, half, otherHalf}, "both counted the same files"},
		{[]string{before, after}, "part 2/2, but of different input"},
		{[]string{half, decoded}, "part 2/2, but of different input"},
		{[]string{path("none")}, "no such file"},
	} {
		got := tell(append([]string{"stats", "merge"}, c.args...)...)
		require.Equal(t, exitFailed, got.code)
		require.Empty(t, got.out)
		require.Contains(t, got.errs, c.says)
	}
	version := bytes.Replace(data, []byte(`{"partial":3,`), []byte(`{"partial":9,`), 1)
	require.NoError(t, os.WriteFile(copied, version, 0o666))
	require.Contains(t, tell("stats", "merge", copied).errs, "version 9 of the format")
	for name, args := range map[string][]string{
		"players": {"players", source}, "openings": {"openings", source}, "adiukh": {"adiukh", path("columns.txt")}, "crosstable": {"crosstable", source},
	} {
		whole, err := os.ReadFile(save(name, args...))
		require.NoError(t, err)
		require.Equal(t, exitFine, tell("stats", "merge", path(name)).code&^exitFaults, name)
		places := 10
		if *thorough {
			places = 40
		}
		for n := 0; n < len(whole); n += 1 + len(whole)/places {
			for _, broken := range [][]byte{whole[:n], append(append(bytes.Clone(whole[:n]), whole[n]^0x41), whole[n+1:]...)} {
				require.NoError(t, os.WriteFile(copied, broken, 0o666))
				got := tell("stats", "merge", copied)
				require.Equal(t, exitFailed, got.code, "%s %d: %s", name, n, got.out)
				require.Empty(t, got.out)
			}
		}
	}
	for _, args := range [][]string{
		{"players", "--partial", path("x"), "--html", path("y"), source}, {"players", "--partial", path("x"), "--min-games", "2", source},
		{"players", "--part", "2/1", source}, {"players", "--part", "1/2", "-"}, {"players", "--part", "0/1", source}, {"players", "--part", "two", source},
	} {
		require.Equal(t, exitFailed, tell(append([]string{"stats"}, args...)...).code, args)
	}
}
