package crowd_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Consecutive stretches of time, however long, return the markers that a character fires, once each
// and in order.
func TestMarkersAreThoseOfACharacter(t *testing.T) {
	f := newFixture(t)
	random := rand.New(rand.NewPCG(4, 4))
	for _, mode := range []assets.PlayMode{assets.Loop, assets.PingPong, assets.Hold, assets.Once} {
		for _, speed := range []float32{1, -1.3, 0.37} {
			walk := f.model.Clip("walk")
			character, err := f.animation.Spawn(f.model, mgl32.Ident4())
			check(t, err)
			check(t, f.animation.Player(character).Play(walk))
			p := f.animation.Player(character).Component()
			p.Mode, p.Speed, p.Time = mode, speed, 0.21
			member := f.spawn(t, "idle")
			check(t, member.PlayMotion(components.CrowdMotion{Clip: walk, Mode: mode, Speed: speed, Time: 0.21}, 0))
			var fired, passed []int
			reader := f.animation.Events().Reader()
			for range 60 {
				from := f.crowd.Time()
				f.update(t, 0.3*random.Float64())
				events, _ := f.animation.Events().Read(&reader)
				for _, e := range events {
					if e.Kind == ecs.MarkerPassed && e.Entity == character {
						fired = append(fired, int(e.Marker))
					}
				}
				for m := range member.Markers(from, f.crowd.Time()) {
					passed = append(passed, m.Index)
				}
			}
			if len(fired) == 0 || len(fired) != len(passed) {
				t.Errorf("%v at speed %v: the character fired %v, the member passed %v", mode, speed, fired, passed)
				continue
			}
			for i := range fired {
				if fired[i] != passed[i] {
					t.Fatalf("%v at speed %v: the character fired %v, the member passed %v", mode, speed, fired, passed)
				}
			}
			f.world.RemoveEntity(character)
		}
	}
}

// The root motion of a member is that of a character.
func TestRootMotionIsThatOfACharacter(t *testing.T) {
	model, library := newMannequin()
	var traveling []assets.ClipID
	for i, turn := range []float64{0, 0.8} {
		c, err := courses.Traveling([]string{"straight", "turning"}[i], library.Clip(model.Clip("walk")),
			mannequin.WalkSpeed, turn)
		check(t, err)
		c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{})
		check(t, err)
		traveling = append(traveling, library.AddClip(c))
	}
	f := newFixtureOf(t, model, library)
	for _, id := range traveling {
		character, err := f.animation.Spawn(model, mgl32.Ident4())
		check(t, err)
		check(t, f.animation.Player(character).Play(id))
		check(t, f.animation.EnableRootMotion(character))
		member, err := f.crowd.Spawn(model, mgl32.Ident4(), id)
		check(t, err)
		up := library.Clip(id).RootMotion().Up()
		var moved clip.Motion
		for range 40 {
			from := f.crowd.Time()
			f.update(t, 0.11)
			moved = moved.Compose(member.RootMotion(from, f.crowd.Time()), up)
		}
		transforms := generic.NewMap1[components.Transform](&f.world)
		want := transforms.Get(character).Matrix
		got := moved.Matrix(up)
		for i := range got {
			if math.Abs(got[i]-float64(want[i])) > 1e-3 {
				t.Fatalf("clip %q moved to %v, the character to %v", library.Clip(id).Name(), got, want)
			}
		}
		if math.Hypot(moved.X, moved.Z) < 1 {
			t.Errorf("clip %q moved by %+v only", library.Clip(id).Name(), moved)
		}
	}
}

// What is played over the rest moves a member as a layer moves a character: by its share of the
// first joint, also where its clip stays in place, and no longer once it has ended.
func TestRootMotionUnderOverlays(t *testing.T) {
	model, library := newMannequin()
	travel := func(name string, turn float64) assets.ClipID {
		c, err := courses.Traveling(name, library.Clip(model.Clip("walk")), mannequin.WalkSpeed, turn)
		check(t, err)
		c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{})
		check(t, err)
		return library.AddClip(c)
	}
	straight, turning := travel("straight", 0), travel("turning", 0.8)
	skeleton := library.Skeleton(model.Skeleton)
	mask, err := rig.NewMask("half", skeleton).Subtree(0.5, skeleton.JointName(0)).Build()
	check(t, err)
	half, err := library.AddMask(mask)
	check(t, err)
	f := newFixtureOf(t, model, library)
	layers := generic.NewMap1[components.CrowdLayer](&f.world)
	transforms := generic.NewMap1[components.Transform](&f.world)
	up := library.Clip(straight).RootMotion().Up()
	for name, row := range map[string]struct {
		over assets.ClipID
		mask id.Mask
		mode assets.PlayMode
	}{
		"in place":      {model.Clip("wave"), half, assets.Loop},
		"turning":       {turning, half, assets.Loop},
		"turning, once": {turning, systems.WholeBody, assets.Once},
	} {
		character, err := f.animation.Spawn(model, mgl32.Ident4())
		check(t, err)
		player := f.animation.Player(character)
		check(t, player.Play(straight))
		check(t, f.animation.EnableRootMotion(character))
		check(t, player.Layer(1).Overlay(row.over, row.mask, 0))
		player.Layer(1).LayerComponent().Mode = row.mode
		member, err := f.crowd.Spawn(model, mgl32.Ident4(), straight)
		check(t, err)
		check(t, member.Overlay(row.over, row.mask, 0))
		layers.Get(member.Entity()).Motion.Mode = row.mode
		f.crowd.Changed(member.Entity())
		var moved clip.Motion
		for range 40 {
			from := f.crowd.Time()
			f.update(t, 0.11)
			moved = moved.Compose(member.RootMotion(from, f.crowd.Time()), up)
		}
		want, got := transforms.Get(character).Matrix, moved.Matrix(up)
		for i := range got {
			if math.Abs(got[i]-float64(want[i])) > 1e-3 {
				t.Fatalf("%s: the member moved to %v, the character to %v", name, got, want)
			}
		}
		if math.Hypot(moved.X, moved.Z) < 1 {
			t.Errorf("%s: it moved by %+v only", name, moved)
		}
	}
}
