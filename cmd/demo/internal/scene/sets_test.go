package scene_test

import (
	"math"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// things returns the entities whose meshes have a name.
func things(s *scene.Scene, library *assets.Library, name string) (found []ecs.Entity) {
	query := generic.NewFilter2[components.RigidMesh, components.Transform]().Query(s.World())
	for query.Next() {
		if thing, _ := query.Get(); library.Mesh(thing.Mesh).Name == name {
			found = append(found, query.Entity())
		}
	}
	return found
}

// The ground moves under those who walk on the spot as fast as their feet: the foot that is down
// slides over the ground, but not over the belt.
func TestBeltsMoveWithTheFeet(t *testing.T) {
	library, model := mannequins(t)
	s, err := scene.NewLayers(library, model)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	belts := things(s, library, "slats")
	if len(belts) != 5 || s.ShowSkeletons() != nil || s.Update(0) != nil {
		t.Fatalf("%d belts", len(belts))
	}
	place := generic.NewMap1[components.Transform](s.World())
	foot, err := library.Skeleton(model.Skeleton).FindJoint("left_toe")
	if err != nil {
		t.Fatal(err)
	}
	const step, slats = 1.0 / 120, 0.3
	walker := s.Entity(0)
	at := func() (toe, belt float64) {
		m := rig.MatrixAt(s.Animation().ModelMatrices(walker), foot)
		return float64(m[11]), float64(place.Get(belts[0]).Matrix[14])
	}
	const frames, slow = 240, 0.15 // meters a second
	overBelt, overGround := 0, 0   // frames in which the toe hardly moves
	toe, belt := at()
	for range frames {
		if err := s.Update(step); err != nil {
			t.Fatal(err)
		}
		nextToe, nextBelt := at()
		moved := math.Remainder(nextBelt-belt, slats)
		if moved > 0 {
			t.Fatalf("the belt moves ahead by %v m", moved)
		}
		if math.Abs(nextToe-toe-moved) < slow*step {
			overBelt++
		}
		if math.Abs(nextToe-toe) < slow*step {
			overGround++
		}
		toe, belt = nextToe, nextBelt
	}
	if overBelt < frames/3 || overGround > frames/10 {
		t.Errorf("in %d of %d frames the toe stands on the belt, in %d on the ground", overBelt, frames, overGround)
	}
	// The wave on all joints stands still: so does its belt in the middle of the period.
	if err := s.Update(scene.Period/2 - 2); err != nil {
		t.Fatal(err)
	}
	before := place.Get(belts[1]).Matrix[14]
	if err := s.Update(step); err != nil {
		t.Fatal(err)
	}
	if moved := math.Abs(float64(place.Get(belts[1]).Matrix[14] - before)); moved > 1e-3*step {
		t.Errorf("below the wave the belt moves by %v m", moved)
	}
}

// The places of scenes are cheap.
func TestPlacesHaveFewTriangles(t *testing.T) {
	library, model := mannequins(t)
	for name, open := range map[string]func(*assets.Library, *assets.Model) (*scene.Scene, error){
		"court": scene.NewMorph, "hall": scene.NewAttach, "large court": scene.NewMultithreading,
		"square": func(library *assets.Library, model *assets.Model) (*scene.Scene, error) {
			s, err := scene.NewLineup(library, []*assets.Model{model}, "idle")
			if err != nil {
				return nil, err
			}
			return s, s.AddSquare(32)
		},
		"endless": func(library *assets.Library, model *assets.Model) (*scene.Scene, error) {
			s, err := scene.NewLineup(library, []*assets.Model{model}, "idle")
			if err == nil {
				_, err = s.AddEndless(-6, 10)
			}
			return s, err
		},
	} {
		s, err := open(library, model)
		if err != nil {
			t.Fatal(err)
		}
		if s.Set() == nil {
			t.Errorf("%s: no place", name)
		}
		triangles, meshes := 0, generic.NewMap1[components.RigidMesh](s.World())
		for _, part := range []string{"stones", "colonnade", "trees", "hills", "slabs", "hall"} {
			for _, thing := range things(s, library, part) {
				m := library.Mesh(meshes.Get(thing).Mesh)
				for i := range m.Primitives {
					triangles += len(m.Primitives[i].Indices) / 3
				}
			}
		}
		t.Logf("%s: %d triangles", name, triangles)
		if triangles < 500 || triangles > 20_000 {
			t.Errorf("%s: %d triangles, want 500 to 20,000", name, triangles)
		}
		s.Close()
	}
}
