package assets_test

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// The package comment lists the subpackages that there are.
func TestDocListsSubpackages(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var listed, found []string
	for _, match := range regexp.MustCompile(`(?m)^//   - Package (\w+) `).FindAllSubmatch(text, -1) {
		listed = append(listed, string(match[1]))
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "internal" && e.Name() != "testdata" {
			found = append(found, e.Name())
		}
	}
	slices.Sort(listed)
	if !slices.Equal(listed, found) {
		t.Errorf("doc.go lists the packages %q, want %q", listed, found)
	}
}
