//go:build nofastpath

package word

// FastPath is false in tests that read everything with the grammars.
const FastPath = false
