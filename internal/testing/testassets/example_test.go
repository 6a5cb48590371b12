package testassets_test

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/testassets"
)

func ExamplePath() {
	read := func(t *testing.T) {
		path := testassets.Path(t, "assets/fox/Fox.glb") // skips the test if there is no such file
		t.Log("reading", path)
	}
	fmt.Printf("%T\n", read)
	// Output: func(*testing.T)
}
