//go:build !nofastpath

package word

// FastPath reports whether plainly written text is read without the grammars. The build tag
// nofastpath sets it to false for tests: go test -tags nofastpath.
const FastPath = true
