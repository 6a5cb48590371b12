package text_test

import (
	"fmt"

	"github.com/sinew-go/sinew/cmd/internal/text"
)

func ExampleBytes() {
	fmt.Println(text.Bytes(4096), text.Bytes(3<<20), text.Seconds(0.708333))
	// Output: 4.0 KB 3.0 MB 0.708 s
}

func ExamplePrintable() {
	fmt.Println(text.Printable("arm\x1b[2J"))
	// Output: arm?[2J
}
