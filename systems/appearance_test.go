package systems_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Tints and builds of characters are set, replace each other, and are errors out of their range,
// which change nothing.
func TestTintsAndBuildsOfCharacters(t *testing.T) {
	world, library := ecs.NewWorld(), assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	e := mustSpawn(animation.Spawn(model, mgl32.Ident4()))
	looks := generic.NewMap1[components.Appearance](&world)

	query := generic.NewFilter1[components.Transform]().Query(&world)
	if err := animation.SetTint(e, mgl32.Vec3{1, 0, 0}); !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("under a query: error %v", err)
	}
	query.Close()
	must(animation.SetTint(e, mgl32.Vec3{1, 0.5, 0}))
	must(animation.SetBuild(e, 1.2))
	want := components.Appearance{Tint: mgl32.Vec3{1, 0.5, 0}, Build: 1.2}
	nan := float32(math.NaN())
	for name, row := range map[string]struct {
		err  error
		want error
		text string
	}{
		"a negative tint": {animation.SetTint(e, mgl32.Vec3{1, -1, 0}), systems.ErrAppearance, "found [1 -1 0]"},
		"a tint of NaN":   {animation.SetTint(e, mgl32.Vec3{nan, 1, 0}), systems.ErrAppearance, "the tint: expected"},
		"a build of 0":    {animation.SetBuild(e, 0), systems.ErrAppearance, "from 0.25 to 4, found 0"},
		"a build of NaN":  {animation.SetBuild(e, nan), systems.ErrAppearance, "found NaN"},
		"no character":    {animation.SetBuild(ecs.Entity{}, 1), systems.ErrNoCharacter, ""},
	} {
		if !errors.Is(row.err, row.want) || !strings.Contains(row.err.Error(), row.text) {
			t.Errorf("%s: error %v", name, row.err)
		}
	}
	if got := *looks.Get(e); got != want {
		t.Errorf("it looks as %+v, want %+v", got, want)
	}
}
