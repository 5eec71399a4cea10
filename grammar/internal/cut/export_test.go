package cut

// SetBlockSize has Parallel read blocks of so many bytes.
func SetBlockSize(n int) { blockSize = n }
