package systems_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems"
)

// Errors name what is wrong, and what is near to an unknown name.
func TestErrorsNameWhatIsWrong(t *testing.T) {
	f := newFixture(t, 8)
	id, err := parameterGraph("g").Add(f.library, f.model)
	check(t, err)
	c, err := f.animation.Control(mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4())), id)
	check(t, err)
	s := newModifierStage(t, 1)
	hand := s.animation.Modifier(s.spawn(mgl32.Ident4()), "hand")
	nan := float32(math.NaN())
	for _, row := range []struct {
		err, kind error
		want      string
		not       string
	}{
		{c.SetFloat("sped", 1), systems.ErrNoParameter, `graph "g" has no parameter "sped"; did you mean "speed"?`, ""},
		{c.Trigger("jum"), systems.ErrNoParameter, `did you mean "jump"?`, ""},
		{c.SetInt("speed", 1), systems.ErrNoParameter, `parameter "speed": expected the type int, found float`, ""},
		{
			hand.StandOn(mgl32.Vec3{nan, 0, 0}, mgl32.Vec3{0, 1, 0}), systems.ErrNotFinite,
			`a finite point for goal "hand", found [NaN`, "normal",
		},
		{
			hand.StandOn(mgl32.Vec3{1, 2, 3}, mgl32.Vec3{0, nan, 0}), systems.ErrNotFinite,
			`a finite normal for goal "hand", found [0 NaN`, "point",
		},
	} {
		if !errors.Is(row.err, row.kind) || !strings.Contains(row.err.Error(), row.want) {
			t.Errorf("%v, want %q", row.err, row.want)
		} else if row.not != "" && strings.Contains(row.err.Error(), row.not) {
			t.Errorf("%v names the %s, which is right", row.err, row.not)
		}
	}
}
