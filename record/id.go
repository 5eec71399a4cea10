package record

import "encoding/hex"

// ID names a game by its content: see replay.Report.ID. IDs are comparable; the
// zero ID is that of no game.
type ID [16]byte

// String returns the ID as 32 small hexadecimal digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// AppendText appends what String returns. The error is always nil.
func (id ID) AppendText(dst []byte) ([]byte, error) { return hex.AppendEncode(dst, id[:]), nil }

// MarshalText returns what String returns. The error is always nil.
func (id ID) MarshalText() ([]byte, error) { return id.AppendText(nil) }
