package systems_test

import (
	"os"
	"strings"
	"testing"
)

// The README's program is the package's example, so that it compiles and its output is checked.
func TestReadmeShowsTheExample(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(readme), "```go\n")
	shown, _, _ = strings.Cut(shown, "```")
	_, example, _ := strings.Cut(string(source), "func Example() {\n")
	example, _, _ = strings.Cut(example, "\t// Output:")
	example = strings.ReplaceAll("\n"+example, "\n\t", "\n")
	if strings.TrimSpace(shown) == "" || strings.TrimSpace(shown) != strings.TrimSpace(example) {
		t.Errorf("the README shows\n%s\nthe example is\n%s", shown, example)
	}
}
