package simulation_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/simulation"
	"github.com/sinew-go/sinew/internal/testing/town"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// A small town, which is made in code too: what its files hold, and what its characters show.
func TestBuiltInTownHasStoredHashes(t *testing.T) {
	size := town.Size{Characters: 40, Outfits: 8} // as few clips as there can be
	files, err := town.Files(size)
	if err != nil {
		t.Fatal(err)
	}
	var stages []simulation.StageHash
	note := func(hash uint64, name string) {
		stages = append(stages, simulation.StageHash{Hash: fmt.Sprintf("%016x", hash), Name: name})
	}
	content := town.NewAssets(assets.NewLibrary(), size)
	if err := content.Load(files); err != nil {
		t.Fatal(err)
	}
	note(rollback.Fingerprint(content.Library), "town: assets")
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, content.Library, systems.WithWorkers(1))
	if err != nil {
		t.Fatal(err)
	}
	defer animation.Close()
	played, err := town.New(content, animation)
	if err != nil {
		t.Fatal(err)
	}
	for range 60 {
		if err := played.Step(); err != nil {
			t.Fatal(err)
		}
		if slices.Contains([]int{1, 10, 60}, played.Frame) {
			hash, err := played.Hash()
			if err != nil {
				t.Fatal(err)
			}
			note(hash, fmt.Sprintf("town, frame %d", played.Frame))
		}
	}
	compare(t, "town", stages)
}
