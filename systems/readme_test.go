package systems_test

import (
	"os"
	"strings"
	"testing"
)

// The README's first two programs are examples of the package, so that they compile and their output is checked.
func TestReadmeShowsTheExamples(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	rest := string(readme)
	for _, program := range []struct{ file, begin, end string }{
		{"example_test.go", "func Example() {\n", "\t// Output:"},
		{"example_readme_control_test.go", "\t// README begins\n", "\t// README ends"},
	} {
		source, err := os.ReadFile(program.file)
		if err != nil {
			t.Fatal(err)
		}
		var shown string
		_, rest, _ = strings.Cut(rest, "```go\n")
		shown, rest, _ = strings.Cut(rest, "```")
		_, example, _ := strings.Cut(string(source), program.begin)
		example, _, _ = strings.Cut(example, program.end)
		example = strings.ReplaceAll("\n"+example, "\n\t", "\n")
		if strings.TrimSpace(shown) == "" || strings.TrimSpace(shown) != strings.TrimSpace(example) {
			t.Errorf("the README shows\n%s\n%s has\n%s", shown, program.file, example)
		}
	}
}
