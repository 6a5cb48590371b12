package view_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/view"
)

// The help has a line for each scene, its name apart from what it is.
func TestHelpListsScenes(t *testing.T) {
	column := 0
	for _, entry := range stage.Entries {
		_, after, found := strings.Cut(view.Help, "\n  "+entry.Name+"  ")
		line, _, _ := strings.Cut(after, "\n")
		if !found || strings.TrimLeft(line, " ") != entry.Summary {
			t.Errorf("%s: expected a line with its summary, found %q", entry.Name, line)
			continue
		}
		at := len(entry.Name) + len(line) - len(entry.Summary)
		if column == 0 {
			column = at
		}
		if at != column {
			t.Errorf("%s: the summary begins at %d, expected %d", entry.Name, at, column)
		}
	}
}
