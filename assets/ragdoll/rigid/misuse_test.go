package rigid_test

import (
	"errors"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll/rigid"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// A definition that is nil has no bodies, and none has a body of another number.
func TestBodiesThatAreNot(t *testing.T) {
	var none *rigid.Definition
	if err := none.Check(); !errors.Is(err, rigid.ErrNoBodies) {
		t.Errorf("nil: %v", err)
	}
	d := proposal(t)
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
	for _, receiver := range []any{(*rigid.Definition)(nil), &rigid.Definition{}} {
		probe.Methods(t, receiver)
	}
}
