package systems_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// Whatever a program gives is harmless.
func TestRagdollGarbage(t *testing.T) {
	probe.Serial(t)
	s := newDollStage(t, 1)
	plain, err := s.animation.Spawn(s.model, mgl32.Ident4())
	s.must(err)
	s.must(s.animation.Player(plain).Play(s.model.Clip("walk")))
	entity, doll := s.spawn(mgl32.Ident4(), "walk")
	if _, err := doll.Bodies(nil); !errors.Is(err, systems.ErrNotPosed) {
		t.Errorf("before the first frame: %v", err)
	}
	s.update(0.1)
	nan := float32(math.NaN())
	good := ragdoll.Transform{Rotation: mgl32.QuatIdent()}
	for name, at := range map[string]ragdoll.Transform{
		"a place of NaN":       {Position: mgl32.Vec3{0, nan, 0}, Rotation: mgl32.QuatIdent()},
		"an infinite place":    {Position: mgl32.Vec3{float32(math.Inf(1)), 0, 0}, Rotation: mgl32.QuatIdent()},
		"a rotation of NaN":    {Rotation: mgl32.Quat{W: nan}},
		"a rotation of 0":      {},
		"an infinite rotation": {Rotation: mgl32.Quat{W: float32(math.Inf(-1))}},
	} {
		if err := doll.SetBody(0, at); !errors.Is(err, systems.ErrNotFinite) {
			t.Errorf("%s: %v", name, err)
		}
		if err := doll.SetBodies([]ragdoll.Transform{good, at}); !errors.Is(err, systems.ErrNotFinite) {
			t.Errorf("%s in a list: %v", name, err)
		}
	}
	for name, err := range map[string]error{
		"body -1":       doll.SetBody(-1, good),
		"body 99":       doll.SetBody(99, good),
		"too many":      doll.SetBodies(make([]ragdoll.Transform, 99)),
		"weight of 99":  doll.SetWeight(99, 1),
		"other":         s.animation.Ragdoll(plain).Start(),
		"other's body":  s.animation.Ragdoll(plain).SetBody(0, good),
		"stop of other": s.animation.Ragdoll(plain).Stop(0),
	} {
		if !errors.Is(err, systems.ErrNoRagdoll) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := doll.SetWeight(0, nan); !errors.Is(err, systems.ErrWeight) {
		t.Error(err)
	}
	if err := doll.Fade(nan, 0); !errors.Is(err, systems.ErrWeight) {
		t.Error(err)
	}
	for name, err := range map[string]error{"fade": doll.Fade(1, 250), "stop": doll.Stop(250)} {
		if !errors.Is(err, systems.ErrSeconds) {
			t.Errorf("a %s of 250 s: %v", name, err)
		}
	}
	if err := doll.Fade(1, -1); !errors.Is(err, systems.ErrSeconds) {
		t.Error(err)
	}
	if err := (systems.Ragdoll{}).Start(); !errors.Is(err, systems.ErrNoCharacter) {
		t.Error(err)
	}
	// Bodies without transforms leave the pose as it is.
	s.must(doll.Start())
	s.update(0.1)
	if d := largestDifference(s.matrices(plain), s.matrices(entity)); d != 0 {
		t.Errorf("bodies that were never put anywhere change the pose by %g", d)
	}
	// So do weights and transforms that are no numbers, and the next good ones work again.
	targets, err := doll.Targets(nil)
	s.must(err)
	s.must(doll.SetBodies(scattered(targets, 1)))
	for _, weight := range []float32{nan, -3, float32(math.Inf(-1))} {
		doll.Component().Weight = weight
		s.update(0.1)
		if d := largestDifference(s.matrices(plain), s.matrices(entity)); d != 0 {
			t.Errorf("weight %v changes the pose by %g", weight, d)
		}
	}
	doll.Component().Weight = 5
	s.update(0)
	five := s.matrices(entity)
	s.must(doll.Fade(1, 0))
	s.update(0)
	if d := largestDifference(five, s.matrices(entity)); d != 0 {
		t.Errorf("weight 5 differs from 1 by %g", d)
	}
	// A Transform without an inverse, or of NaN.
	for _, transform := range []mgl32.Mat4{{}, mgl32.Scale3D(1, 0, 1), {nan}} {
		*s.transform(entity) = transform
		s.update(0.1)
		if _, err := doll.Targets(nil); err != nil && !errors.Is(err, systems.ErrNotPosed) {
			t.Error(err)
		}
		if _, err := doll.GetUp(mgl32.Vec3{}, 0.1, s.model.Clip("idle")); err == nil {
			t.Errorf("it gets up with the transform %v", transform)
		}
	}
	*s.transform(entity) = mgl32.Ident4()
	s.update(0)
	shown, err := doll.Bodies(nil)
	s.must(err)
	for i, want := range scattered(targets, 1) {
		if d := shown[i].Position.Sub(want.Position).Len(); !(d <= 1e-5) {
			t.Errorf("afterward body %d is shown %g from where it is", i, d)
		}
	}
	// A component that was added by hand has no bodies, one that is removed takes them along.
	s.must(doll.Unbind())
	s.update(0)
	if d := largestDifference(s.matrices(plain), s.matrices(entity)); d > 1e-6 {
		t.Errorf("without bodies the pose differs by %g", d)
	}
	if doll.Len() != 0 {
		t.Errorf("%d bodies remain", doll.Len())
	}
}
