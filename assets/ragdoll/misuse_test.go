package ragdoll_test

import (
	"errors"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
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
