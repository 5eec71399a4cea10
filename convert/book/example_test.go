package book_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/stolb/stolb/convert/book"
	"github.com/stolb/stolb/record/message"
)

// A manuscript in CommonMark becomes a page, unless something is wrong in it: then it is
// told, with its place.
func Example() {
	const manuscript = "# Начало\n\n```game id=first\nВид: bashni\n1. c3-d4 b6-c5\n```\n\nНельзя `1... f6-d4`.\n"
	o := book.Options{Language: message.English}
	_, faults := book.Read("book.md", []byte(manuscript), o)
	fmt.Println(faults[0].In(message.English))

	right := strings.Replace(manuscript, "Нельзя `1... f6-d4`", "Можно `1... f6-g5`", 1)
	b, faults := book.Read("book.md", []byte(right), o)
	fmt.Println(len(faults), "faults")
	var page strings.Builder
	if err := b.WriteHTML(&page); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	_, text, _ := strings.Cut(page.String(), "<main>\n")
	text, _, _ = strings.Cut(text, "</main>")
	fmt.Print(strings.ReplaceAll(text, "\u00a0", " "))
	// Output:
	// book.md:8:9: 1... f6-d4: d4 is occupied
	// 0 faults
	// <section class="game" id="first">
	// <h2><span class="number">1.</span> Game 1</h2>
	// <p class="about">bashni</p>
	// <p class="text">1. <span class="m">c3-d4</span> <span class="m">b6-c5</span></p>
	// </section>
	// <p>Можно <span class="move">1... f6-g5</span>.</p>
}
