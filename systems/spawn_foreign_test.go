package systems_test

import (
	"errors"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// The ID of another library's model may name a model of this one, which must not appear in its place.
func TestSpawnRefusesAModelOfAnotherLibrary(t *testing.T) {
	k, other := newRichFixture(t, 1), newRichFixture(t, 2)
	if k.model.ID != other.model.ID {
		t.Fatalf("the models have the IDs %#x and %#x, so that this test shows nothing", k.model.ID, other.model.ID)
	}
	copied := *k.model
	for name, model := range map[string]*assets.Model{"another library's": other.model, "no library's": {Skeleton: k.model.Skeleton}, "a copy": &copied} {
		if e, err := k.animation.Spawn(model, mgl32.Ident4()); e != (ecs.Entity{}) || !errors.Is(err, systems.ErrNoModel) {
			t.Errorf("%s model is spawned as %v, error %v", name, e, err)
		}
	}
}
