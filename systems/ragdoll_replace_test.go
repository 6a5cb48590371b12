package systems_test

import (
	"errors"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/systems"
)

// A definition that is replaced leaves the bodies at the same joints as they are: with an equal one
// no bit changes, and with a body less the others stay where they were put.
func TestReplacedRagdollKeepsBodies(t *testing.T) {
	s := newDollStage(t, 1)
	still, stillDoll := s.spawn(mgl32.Ident4(), "walk")
	replaced, doll := s.spawn(mgl32.Ident4(), "walk")
	if err := s.animation.Ragdoll(still).Replace(nil); err == nil {
		t.Error("expected an error without a definition, found none")
	}
	for frame := range 20 {
		for i, d := range []systems.Ragdoll{stillDoll, doll} {
			if frame == 3 {
				s.must(d.Start())
			}
			if frame >= 3 {
				motions, err := d.Bodies(nil)
				s.must(err)
				list := transformsOf(motions)
				for k := range list {
					list[k].Position[1] -= 0.01
				}
				s.must(d.SetBodies(list))
			}
			if i == 1 && frame%2 == 0 {
				s.must(d.Replace(s.bodies.Clone()))
			}
		}
		s.update(1.0 / 60)
		a, b := s.matrices(still), s.matrices(replaced)
		for j := range a {
			if a[j] != b[j] {
				t.Fatalf("frame %d: expected the same matrix of joint %d", frame, j)
			}
		}
	}
	fewer := s.bodies.Clone()
	if !fewer.Remove("left_hand") {
		t.Fatalf("expected a body at the left hand, found %d others", len(fewer.Bodies))
	}
	before, err := doll.Bodies(nil)
	s.must(err)
	s.must(doll.Replace(fewer))
	after, err := doll.Bodies(nil)
	s.must(err)
	for i := range fewer.Bodies {
		k, _ := s.bodies.Find(fewer.Name(i))
		if after[i] != before[k] {
			t.Errorf("body %q: expected %+v, found %+v", fewer.Name(i), before[k], after[i])
		}
	}
	if doll.Component().Weight == 0 {
		t.Error("expected the weight of before, found 0")
	}
	bad := s.bodies.Clone()
	bad.Bodies[0].Mass = -1
	if err := doll.Replace(bad); !errors.Is(err, ragdoll.ErrBody) || doll.Len() != len(fewer.Bodies) {
		t.Errorf("expected that a bad definition changes nothing, found %v and %d bodies", err, doll.Len())
	}
	other, err := s.animation.Spawn(s.model, mgl32.Ident4())
	s.must(err)
	if err := s.animation.Ragdoll(other).Replace(s.bodies); !errors.Is(err, systems.ErrNoRagdoll) {
		t.Errorf("expected ErrNoRagdoll, found %v", err)
	}
}
