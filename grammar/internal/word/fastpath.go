//go:build !nofastpath

package word

// FastPath says whether what is plainly written is read without the grammars, as it is but
// in tests: go test -tags nofastpath reads everything by the grammars.
const FastPath = true
