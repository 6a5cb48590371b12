package sinew_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// The table of limits in docs/concepts.md has the numbers of the constants.
func TestLimitsInDocuments(t *testing.T) {
	page, err := os.ReadFile("docs/concepts.md")
	if err != nil {
		t.Fatal(err)
	}
	for row, limit := range map[string]string{
		"joints of a skeleton":                        "32,767",
		"influences of a vertex":                      fmt.Sprint(mesh.MaxInfluences),
		"layers of a character, above its player":     fmt.Sprint(components.MaxLayers),
		"motions that fade out at once in a layer":    fmt.Sprint(components.MaxFading),
		"sync groups of a character":                  fmt.Sprint(components.MaxSync),
		"goals of a character's modifiers":            fmt.Sprint(components.MaxGoals),
		"models that a character wears besides its o": fmt.Sprint(components.MaxWorn),
		"roles of a paired motion":                    fmt.Sprint(motion.MaxRoles),
		"clips of a blend space, and how many of the": fmt.Sprint(blendspace.MaxSamples, " and ", blendspace.MaxWeights),
		"names of tags of a database":                 fmt.Sprint(matching.MaxTags),
		"parameters of a graph":                       fmt.Sprint(graph.MaxParameters),
		"expressions of an avatar":                    fmt.Sprint(components.MaxExpressions),
	} {
		_, rest, found := strings.Cut(string(page), "\n| "+row)
		line, _, _ := strings.Cut(rest, "\n")
		if !found || !strings.HasSuffix(line, "| "+limit+" |") {
			t.Errorf("%s: expected a row that ends in %q, found %q", row, limit, line)
		}
	}
	if rig.MaxJoints != 32767 || components.MaxSync != graph.MaxSyncGroup {
		t.Error("a limit changed that the table has in words")
	}
}

// The README is read in a few minutes.
func TestREADMEIsShort(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	const most = 900
	if words := len(strings.Fields(string(page))); words > most {
		t.Errorf("README.md: expected at most %d words, found %d", most, words)
	}
}
