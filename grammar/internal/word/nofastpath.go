//go:build nofastpath

package word

// FastPath is false in tests that read everything by the grammars.
const FastPath = false
