//go:build !nofastpath

package word

// FastPath says whether plainly written text is read without the grammars, by default:
// go test -tags nofastpath reads everything by the grammars.
const FastPath = true
