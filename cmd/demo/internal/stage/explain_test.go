package stage_test

import (
	"maps"
	"slices"
	"testing"

	arche "github.com/mlange-42/arche/ecs"

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

// explain fails if characters of a scene have findings other than those that the scene means, or lack
// these.
func explain(t *testing.T, name string, s stage.Scene) {
	t.Helper()
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
		if !slices.Contains(meant[name], id) {
			t.Errorf("unexpected finding %s, in\n%s", id, found[id])
		}
	}
	for _, id := range meant[name] {
		if found[id] == "" {
			t.Errorf("expected the finding %s", id)
		}
	}
}
