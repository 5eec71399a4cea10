package message_test

import (
	"fmt"

	"github.com/stolb/stolb/record/message"
)

// A message becomes text when it is read, in the reader's language.
func ExampleOf() {
	m := message.Of("parquet.too-short", "size", 3)
	fmt.Println(m.In(message.English))
	fmt.Println(m.In(message.Russian))
	// Output:
	// 3 bytes are too few for a whole file
	// для целого файла 3 байта мало
}
