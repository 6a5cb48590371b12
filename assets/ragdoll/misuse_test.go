package ragdoll_test

import (
	"errors"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Propose says which of its arguments is missing, or of another library.
func TestProposeWithoutArguments(t *testing.T) {
	b := proposal(t)
	library := assets.NewLibrary(assets.Exact())
	foreign, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	pose := rig.NewPose(library.Skeleton(foreign.Skeleton))
	for want, propose := range map[string]func() (*ragdoll.Definition, error){
		"there is no such model: expected the library of the model, found nil": func() (*ragdoll.Definition, error) {
			return ragdoll.Propose(nil, b.model, ragdoll.Options{})
		},
		"there is no such model: expected a model of the library, found nil": func() (*ragdoll.Definition, error) {
			return ragdoll.Propose(b.library, nil, ragdoll.Options{})
		},
		`there is no such model: expected a model of the library, found model "mannequin", which it does not ` +
			`own`: func() (*ragdoll.Definition, error) {
			return ragdoll.Propose(b.library, foreign, ragdoll.Options{})
		},
		`there is no such model: expected a pose of skeleton "mannequin", found one of another`: func() (*ragdoll.Definition, error) {
			return ragdoll.Propose(b.library, b.model, ragdoll.Options{Pose: pose})
		},
	} {
		if d, err := propose(); d != nil || !errors.Is(err, ragdoll.ErrModel) || err.Error() != want {
			t.Errorf("expected the error %q, found %v", want, err)
		}
	}
}

// A definition that is nil has no bodies, and none has a body of another number.
func TestBodiesThatAreNot(t *testing.T) {
	var none *ragdoll.Definition
	if err := none.Check(); !errors.Is(err, ragdoll.ErrNoBodies) {
		t.Errorf("nil: %v", err)
	}
	d := proposal(t).definition
	stray := d.Clone()
	stray.Bodies[0].Joint = -1
	if name, parent := stray.Name(0), stray.Parent(0); name != "" || parent != -1 {
		t.Errorf("the body of joint -1 has the name %q and the parent %d", name, parent)
	}
	for _, i := range []int{-1, len(d.Bodies)} {
		_, _, _, capsule := d.Capsule(i, mgl32.Ident4())
		_, _, frames := d.Frames(i, mgl32.Ident4(), mgl32.Ident4())
		if capsule || frames {
			t.Errorf("body %d of %d has a capsule (%v) or frames (%v)", i, len(d.Bodies), capsule, frames)
		}
		if name, parent := d.Name(i), d.Parent(i); name != "" || parent != -1 {
			t.Errorf("body %d of %d has the name %q and the parent %d", i, len(d.Bodies), name, parent)
		}
	}
}

// Every method of a definition that is nil or empty returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{(*ragdoll.Definition)(nil), &ragdoll.Definition{}} {
		probe.Methods(t, receiver)
	}
}
