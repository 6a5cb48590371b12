package systems_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A decay of a third of a second, of seconds or of a minute does not blow up a chain of joints
// whose scales change within a frame: the scales of a chain multiply, and so would the way that
// each of them has in that time.
func TestLongInertializationOfScaledJoints(t *testing.T) {
	const joints = 24
	chain := make([]rig.Joint, joints)
	for i := range chain {
		rest := rig.IdentityTRS()
		rest.Translation = mgl32.Vec3{0, 1, 0}
		chain[i] = rig.Joint{Name: fmt.Sprint("joint ", i), Parent: i - 1, Rest: rest}
	}
	skeleton, err := rig.NewSkeleton("chain", chain, nil)
	check(t, err)
	world, library := ecs.NewWorld(), assets.NewLibrary(assets.Exact())
	pulse, still := clip.NewBuilder("pulse", skeleton), clip.NewBuilder("still", skeleton)
	for j := range joints {
		one, two := mgl32.Vec3{1, 1, 1}, mgl32.Vec3{1.1, 1.1, 1.1}
		pulse.Scale(j, clip.Linear, []float32{0, 0.02, 0.04}, []mgl32.Vec3{one, two, one})
		still.Scale(j, clip.Linear, []float32{0, 1}, []mgl32.Vec3{one, one})
	}
	model := &assets.Model{Name: "chain", Skeleton: library.AddSkeleton(skeleton)}
	var clips []assets.ClipID
	for _, builder := range []*clip.Builder{pulse, still} {
		id, err := builder.Add(library)
		check(t, err)
		clips = append(clips, id)
	}
	model.SetClips(library, clips)
	_, err = library.AddModel(model)
	check(t, err)
	animation, err := systems.NewAnimation(&world, library)
	check(t, err)
	defer animation.Close()
	for _, seconds := range []float64{0.3, 0.5, 1, 1.5, 10, 60} {
		character := mustSpawn(animation.Spawn(model, mgl32.Ident4()))
		check(t, animation.EnableInertialization(character))
		check(t, animation.EnableModelMatrices(character))
		check(t, animation.Player(character).Play(clips[0]))
		for range 4 {
			check(t, animation.Update(0.005))
		}
		largest := func() (far float64) {
			matrix := rig.MatrixAt(animation.ModelMatrices(character), joints-1)
			for _, v := range matrix {
				far = math.Max(far, math.Abs(float64(v)))
			}
			return far
		}
		before := largest()
		check(t, animation.Player(character).CrossFade(clips[1], seconds, systems.WithInertialization()))
		worst := 0.0
		for range int(seconds * 60) {
			check(t, animation.Update(1.0/60))
			worst = math.Max(worst, largest())
		}
		t.Logf("%v s: from %.3g to %.3g", seconds, before, worst)
		if !(worst < 4*before) {
			t.Errorf("%v s: a chain that reaches %v m reached %v m", seconds, before, worst)
		}
	}
}
