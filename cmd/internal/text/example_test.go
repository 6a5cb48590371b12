package text_test

import (
	"fmt"

	"github.com/sinew-go/sinew/cmd/internal/text"
)

func ExampleBytes() {
	fmt.Println(text.Bytes(4096), text.Bytes(3<<20), text.Seconds(0.708333))
	// Output: 4.0 KB 3.0 MB 0.708 s
}

func ExampleCount() {
	fmt.Println(text.Count(1, "joint"), text.Count(0, "clip"), text.Count(2, "mesh"))
	// Output: 1 joint 0 clips 2 meshes
}

func ExamplePrintable() {
	fmt.Println(text.Printable("arm\x1b[2J"))
	// Output: arm?[2J
}
