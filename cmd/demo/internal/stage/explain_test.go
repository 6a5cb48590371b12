package stage_test

import (
	"maps"
	"slices"
	"testing"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/components"
)

// meant are the findings of a scene that show what the scene is about.
var meant = map[string][]string{
	"blend":            {"covers-all", "layer-without-weight"}, // the weight of a layer goes from 0 to 1
	"blend-space":      {"root-motion-unused"},                 // the ground moves instead
	"root-motion":      {"root-motion-unused"},                 // one of two walks on the spot
	"look-at":          {"root-motion-unused"},                 // the scene moves the runners along their circle
	"levels-of-detail": {"culled"},
	"full-body":        {"nothing-played"},                    // solvers pose the rest pose
	"recordings":       {"no-parts"},                          // a stick figure is drawn of its joints
	"pairs":            {"covers-all", "goal-without-weight"}, // a pair plays over all else
	"town":             {"goal-without-weight", "no-target"},  // goals wait for their time
}

// mostExplained is how many characters of a scene are explained.
const mostExplained = 40

// The characters of the scenes have no findings, but for those that a scene means.
func TestScenesHaveNoFindings(t *testing.T) {
	input, err := stage.Input{Library: assets.NewLibrary()}.WithMannequin()
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range stage.Entries {
		t.Run(entry.Name, func(t *testing.T) {
			s, err := stage.Open(input, entry.Name, 0, "")
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for range 10 {
				if err := s.Update(1.0 / 30); err != nil {
					t.Fatal(err)
				}
			}
			var characters []arche.Entity
			query := s.World().Query(arche.All(arche.ComponentID[components.Skeleton](s.World())))
			for query.Next() {
				characters = append(characters, query.Entity())
			}
			found := map[string]string{}
			for _, entity := range characters[:min(len(characters), mostExplained)] {
				character := s.Animation().Explain(entity)
				for _, f := range character.Findings {
					found[f.ID] = character.String()
				}
			}
			for _, id := range slices.Sorted(maps.Keys(found)) {
				if !slices.Contains(meant[entry.Name], id) {
					t.Errorf("%s: unexpected finding %s, in\n%s", entry.Name, id, found[id])
				}
			}
			for _, id := range meant[entry.Name] {
				if found[id] == "" {
					t.Errorf("%s: expected the finding %s", entry.Name, id)
				}
			}
		})
	}
}
