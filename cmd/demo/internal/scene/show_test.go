package scene_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// seen is the visible state of a character: its model, transform and palette.
type seen struct {
	model     assets.ModelID
	transform mgl32.Mat4
	palette   []float32
}

// look returns the visible state of all characters.
func look(s *scene.Scene) []seen {
	var all []seen
	query := generic.NewFilter2[components.SkinnedMesh, components.Transform]().Query(s.World())
	for query.Next() {
		mesh, place := query.Get()
		skin := s.Animation().Library().Model(mesh.Model).Skins[0]
		all = append(all, seen{mesh.Model, place.Matrix, slices.Clone(s.Animation().Palette(query.Entity(), skin))})
	}
	return all
}

// apart returns the largest difference between the numbers of two characters, or +Inf if their
// models differ.
func apart(a, b seen) float64 {
	if a.model != b.model || len(a.palette) != len(b.palette) || len(a.palette) == 0 {
		return math.Inf(1)
	}
	largest := 0.0
	for i := range a.transform {
		largest = max(largest, math.Abs(float64(a.transform[i]-b.transform[i])))
	}
	for i := range a.palette {
		largest = max(largest, math.Abs(float64(a.palette[i]-b.palette[i])))
	}
	return largest
}

func mannequins(t *testing.T) (*assets.Library, *assets.Model) {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	return library, model
}

func TestShowLoopsWithoutSeam(t *testing.T) {
	library, model := mannequins(t)
	s, err := scene.NewShow(library, model)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const fps = 25
	update := func(seconds float64) {
		if err := s.Update(seconds); err != nil {
			t.Fatal(err)
		}
	}
	update(0)
	first := look(s)
	if len(first) != s.Characters() || s.Joints() != s.Characters()*library.Skeleton(model.Skeleton).Len() {
		t.Fatalf("%d of %d characters are visible, with %d joints", len(first), s.Characters(), s.Joints())
	}
	update(1.0 / fps)
	second := look(s)
	for i := range first {
		if apart(first[i], second[i]) == 0 {
			t.Errorf("character %d does not move", i)
		}
	}
	for frame := 2; frame <= scene.Period*fps; frame++ {
		update(1.0 / fps)
	}
	for i, now := range look(s) {
		least := math.Inf(1)
		for _, was := range first {
			least = min(least, apart(now, was))
		}
		if least > 3e-3 { // in the first frame no foot is locked yet
			t.Errorf("after a period character %d is %.4f from every character of the start", i, least)
		}
	}
}

// footSpeed returns the lowest speed of a foot over the ground within two seconds, in meters per
// second.
func footSpeed(t *testing.T, s *scene.Scene, entity ecs.Entity, foot int) float64 {
	t.Helper()
	const step = 1.0 / 60
	place := generic.NewMap1[components.Transform](s.World())
	at := func() mgl32.Vec3 {
		m := rig.MatrixAt(s.Animation().ModelMatrices(entity), foot)
		return mgl32.TransformCoordinate(mgl32.Vec3{m[3], 0, m[11]}, place.Get(entity).Matrix)
	}
	least := math.Inf(1)
	for before := at(); s.Time() < 2; {
		if err := s.Update(step); err != nil {
			t.Fatal(err)
		}
		now := at()
		least = min(least, float64(now.Sub(before).Len())/step)
		before = now
	}
	return least
}

func TestFeetOfPassersbyDoNotSlide(t *testing.T) {
	library, model := mannequins(t)
	foot, ok := library.Skeleton(model.Skeleton).Find("left_foot")
	if !ok {
		t.Fatal("there is no left foot")
	}
	for _, clip := range []string{"walk", "run"} {
		s, err := scene.NewShow(library, model)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.ShowSkeletons(); err != nil {
			t.Fatal(err)
		}
		if err := s.Update(0); err != nil {
			t.Fatal(err)
		}
		var passing ecs.Entity
		query := generic.NewFilter1[components.AnimationPlayer]().Query(s.World())
		for query.Next() {
			if query.Get().Motion == model.Clip(clip) {
				passing = query.Entity()
			}
		}
		if least := footSpeed(t, s, passing, foot); least > 0.12 {
			t.Errorf("%s: the foot on the ground slides at %.2f m/s", clip, least)
		}
		s.Close()
	}
}
