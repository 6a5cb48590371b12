package systems_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems"
)

// A character that lies with a bent arm settles: it shows its bodies as before, their targets are the
// first pose of the clip until the character gets up, Apart tells how far the arm is from there, and
// motors that follow the targets bring it near.
func TestRagdollSettles(t *testing.T) {
	s := newDollStage(t, 1)
	onBack := s.lyingClip("settle on the back", -math.Pi/2, 0.3)
	entity, doll := s.spawn(mgl32.Translate3D(1, 0, 2), "idle")
	if _, err := doll.Apart(); !errors.Is(err, systems.ErrNotPosed) {
		t.Errorf("before the first frame: %v", err)
	}
	s.update(0.1)
	if _, err := doll.Settle(mgl32.Vec3{}, onBack); !errors.Is(err, systems.ErrWeight) {
		t.Errorf("it settles while no bodies pose it: %v", err)
	}

	// It lies on its back, as the clip begins, but for an arm.
	player := s.animation.Player(entity)
	s.must(player.Play(onBack))
	s.must(player.Pause())
	s.update(0.1)
	motions, err := doll.Targets(nil)
	s.must(err)
	lies := transformsOf(motions)
	const bent = 0.8
	arm, _ := s.bodies.Find("left_forearm")
	hand, _ := s.bodies.Find("left_hand")
	turn := mgl32.QuatRotate(bent, mgl32.Vec3{0, 0, 1})
	lies[hand].Position = lies[arm].Position.Add(turn.Rotate(lies[hand].Position.Sub(lies[arm].Position)))
	lies[arm].Rotation, lies[hand].Rotation = turn.Mul(lies[arm].Rotation), turn.Mul(lies[hand].Rotation)
	s.must(player.Resume())
	s.must(player.Play(s.model.Clip("idle")))
	s.must(doll.SetBodies(lies))
	s.must(doll.Start())
	s.update(0.1)
	before := s.matrices(entity)

	// It settles on its other place on the ground, and is shown where it was.
	clip, err := doll.Settle(mgl32.Vec3{}, onBack)
	s.must(err)
	if _, err := doll.Apart(); !errors.Is(err, systems.ErrNotPosed) {
		t.Errorf("before the frame with the new targets: %v", err)
	}
	snapshot := s.animation.AppendSnapshot(nil)
	for range 2 {
		for range 5 {
			s.update(0.1)
		}
		if clip != onBack || !player.Component().Paused || player.Playback().Motion != onBack || player.Playback().Time != 0 {
			t.Errorf("it chose %s, and plays %s at %v s, paused: %v", s.library.Describe(clip),
				s.library.Describe(player.Playback().Motion), player.Playback().Time, player.Component().Paused)
		}
		after := s.matrices(entity)
		for i := range s.bodies.Bodies {
			j := s.bodies.Bodies[i].Joint
			if d := before[j].Col(3).Sub(after[j].Col(3)).Len(); d > 1e-4 {
				t.Errorf("%s moves by %g m as it settles", s.bodies.Name(i), d)
			}
		}
		if apart, err := doll.Apart(); err != nil || math.Abs(apart-bent) > 1e-3 {
			t.Errorf("it is %v rad from the clip, expected %v (%v)", apart, bent, err)
		}
		// A restored world settles on.
		s.must(s.animation.Restore(snapshot))
	}
	s.update(0.1)

	motions, err = doll.Targets(motions)
	s.must(err)
	s.must(doll.SetBodies(transformsOf(motions)))
	s.update(0.1)
	if apart, err := doll.Apart(); err != nil || apart > 1e-3 {
		t.Errorf("with the bodies on their targets it is %v rad from the clip (%v)", apart, err)
	}
	if _, err := doll.GetUp(mgl32.Vec3{}, 0.2, clip); err != nil {
		t.Fatal(err)
	}
	for range 30 {
		s.update(0.1)
	}
	if p := player.Playback(); p.Motion != onBack || !p.Finished {
		t.Errorf("3 s after it got up it plays %+v", p)
	}
}
