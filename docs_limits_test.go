package sinew_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// The table of limits in docs/concepts.md has the numbers of the constants.
func TestLimitsInDocuments(t *testing.T) {
	page := read(t, "docs/concepts.md")
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
		"layers of a graph":                           fmt.Sprint(machine.MaxLayers),
		"parameters of a graph":                       fmt.Sprint(machine.MaxParameters),
		"points of a wish; at further future times a": fmt.Sprint(components.MaxWishPoints),
		"expressions of an avatar":                    fmt.Sprint(components.MaxExpressions),
	} {
		_, rest, found := strings.Cut(page, "\n| "+row)
		line, _, _ := strings.Cut(rest, "\n")
		if !found || !strings.HasSuffix(line, "| "+limit+" |") {
			t.Errorf("%s: expected a row that ends in %q, found %q", row, limit, line)
		}
	}
	for _, limit := range []struct{ row, file, constant string }{
		{"levels of machines in each other | 4,096 and 16 |", "assets/graph/limits.go", "maxStates = 4096"},
		{"levels of machines in each other | 4,096 and 16 |", "assets/graph/limits.go", "maxDepth = 16"},
		{"conditions of a transition | 64 |", "assets/graph/compile_conditions.go", "maxConditions = 64"},
		{"parts of a model that a character hides or shows by name | 64 |", "assets/model.go", "maxHiddenParts = 64"},
		{"further ones are counted as dropped | 4,096 |", "systems/internal/advance/events.go", "maxMarkers = 1 << 12"},
		{"strongest at the camera's target | 8 |", "systems/render/lights.go", "MaxLights = 8"},
		{"(`Options.MaxBytes`) | 1 GiB |", "assets/gltfio/open.go", "defaultMaxBytes = 1 << 30"},
	} {
		if !strings.Contains(page, limit.row+"\n") {
			t.Errorf("docs/concepts.md: expected a row that ends in %q, found none", limit.row)
		}
		constant := regexp.MustCompile(`\b` + strings.ReplaceAll(limit.constant, " = ", " += ") + `\b`)
		if !constant.MatchString(read(t, limit.file)) {
			t.Errorf("%s: expected %q, as docs/concepts.md has it, found another value", limit.file, limit.constant)
		}
	}
	if rig.MaxJoints != 32767 {
		t.Error("a limit changed that the table has in words")
	}
}

// The README is read in a few minutes.
func TestREADMEIsShort(t *testing.T) {
	const most = 900
	if words := len(strings.Fields(read(t, "README.md"))); words > most {
		t.Errorf("README.md: expected at most %d words, found %d", most, words)
	}
}
