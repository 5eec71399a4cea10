package cut

// SetBlockSize sets the size of the blocks that Parallel reads, in bytes.
func SetBlockSize(n int) { blockSize = n }
