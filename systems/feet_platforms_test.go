package systems_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// platforms are where a platform is after a time in seconds, and the speed of its rotation.
var platforms = map[string]func(seconds float64) mgl64.Mat4{
	"lift": func(t float64) mgl64.Mat4 { return mgl64.Translate3D(3, 2-2*math.Cos(1.5*t), 1) },
	"train": func(t float64) mgl64.Mat4 { // 1.2 m/s², round a bend
		way := 0.6 * t * t
		return mgl64.Translate3D(400*math.Sin(way/400), 0, 400-400*math.Cos(way/400)).
			Mul4(mgl64.HomogRotate3DY(-way / 400))
	},
	"disc": func(t float64) mgl64.Mat4 { return mgl64.Translate3D(-20, 0.5, 7).Mul4(mgl64.HomogRotate3DY(1.3 * t)) },
	"swing": func(t float64) mgl64.Mat4 {
		return mgl64.Translate3D(0, 3, 0).Mul4(mgl64.HomogRotate3DX(0.3 * math.Sin(2*t)))
	},
	"mirrored and scaled, as another program may give it": func(t float64) mgl64.Mat4 {
		return mgl64.Translate3D(t, math.Sin(t), -t).Mul4(mgl64.HomogRotate3DY(t)).Mul4(mgl64.Scale3D(-20, 20, 20))
	},
}

// carried is the ground of a platform: its plane, wherever it is.
type carried struct {
	platform ecs.Entity
	at       mgl64.Mat4
	rests    bool // whether the answers say nothing of the platform
}

// Under implements [systems.Ground].
func (c *carried) Under(feet []systems.FootQuery) {
	for i := range feet {
		point, normal := c.at.Col(3).Vec3(), c.at.Col(1).Vec3().Normalize()
		for k := range 3 {
			feet[i].Point[k], feet[i].Normal[k] = float32(point[k]), float32(normal[k])
		}
		feet[i].HasGround = true
		if !c.rests {
			feet[i].Carrier = c.platform
		}
	}
}

func narrow(m mgl64.Mat4) (out mgl32.Mat4) {
	for i, x := range m {
		out[i] = float32(x)
	}
	return out
}

// rider is a stage with a character on a platform.
type rider struct {
	*feetStage
	entity, platform ecs.Entity
	ground           carried
	moves            func(seconds float64) mgl64.Mat4
	walks            bool
	frame            int
}

func newRider(t *testing.T, moves func(float64) mgl64.Mat4, walks bool) *rider {
	r := &rider{feetStage: newFeetStage(t, 1), moves: moves, walks: walks}
	clip := "idle"
	if walks {
		clip = "walk"
	}
	r.entity = r.walker(clip, 0.3, true)
	r.platform = r.transforms.NewWith(&components.Transform{})
	r.ground.platform = r.platform
	r.animation.SetGround(&r.ground)
	return r
}

// step moves the platform and what stands on it. It returns the toes in the space of the platform,
// without its scale.
func (r *rider) step() (toes [2]mgl64.Vec3) {
	r.frame++
	seconds := float64(r.frame) / 60
	matrix := r.moves(seconds)
	r.place(r.platform, narrow(matrix))
	size := matrix.Col(1).Vec3().Len()
	rigid := matrix.Mul4(mgl64.Scale3D(1/size, 1/size, 1/size))
	if rigid.Det() < 0 {
		rigid = rigid.Mul4(mgl64.Scale3D(-1, 1, 1))
	}
	r.ground.at = rigid
	stands := mgl64.Translate3D(1.5, 0, 0.5)
	if r.walks {
		stands = stands.Mul4(mgl64.Translate3D(0, 0, seconds*mannequin.WalkSpeed))
	}
	r.place(r.entity, narrow(rigid.Mul4(stands)))
	r.must(r.animation.Update(1.0 / 60))
	back := rigid.Inv()
	for i, joint := range []string{"left_toe", "right_toe"} {
		v := r.jointWorld(r.entity, joint)
		toes[i] = mgl64.TransformCoordinate(mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}, back)
	}
	return toes
}

// TestFeetKeepTheirPlaceOnPlatforms: a character that stands on a platform does not slip on it, and
// one that walks on it does what it does on ground that rests.
func TestFeetKeepTheirPlaceOnPlatforms(t *testing.T) {
	probe.Serial(t)
	for name, moves := range platforms {
		stands := newRider(t, moves, false)
		first := stands.step()
		for range 5 {
			first = stands.step() // once it is locked
		}
		slip := 0.0
		for range 600 {
			for i, toe := range stands.step() {
				slip = max(slip, toe.Sub(first[i]).Len())
			}
		}
		walks := newRider(t, moves, true)
		rests := newRider(t, func(float64) mgl64.Mat4 { return mgl64.Ident4() }, true)
		differs := 0.0
		for range 400 {
			a, b := walks.step(), rests.step()
			for i := range a {
				differs = max(differs, a[i].Sub(b[i]).Len())
			}
		}
		t.Logf(
			"%s: standing feet slip %.3f mm in 10 s; walking ones are %.3f mm from where they are on ground that rests",
			name, 1000*slip, 1000*differs)
		if slip > 0.002 {
			t.Errorf("%s: a foot slips %.2f mm on it", name, 1000*slip)
		}
		if differs > 0.002 {
			t.Errorf("%s: walking feet are %.2f mm from where they are on ground that rests", name, 1000*differs)
		}
	}
}

// TestPlatformsCarryFeet: the foot goes with the platform, and not with the character; ground that
// does not tell that it moves does not carry.
func TestPlatformsCarryFeet(t *testing.T) {
	for _, rests := range []bool{false, true} {
		r := newRider(t, func(t float64) mgl64.Mat4 { return mgl64.Translate3D(0, 0, 0.1*t) }, false)
		r.ground.rests = rests
		for range 10 {
			r.step()
		}
		world, local := r.jointWorld(r.entity, "left_toe"), r.step()
		for range 60 { // the motions hold still on the platform, so the foot is where they have it if it is carried
			r.step()
		}
		moved, here := r.jointWorld(r.entity, "left_toe").Sub(world), r.step()[0].Sub(local[0])
		if rests && (moved.Len() > 1e-4 || here.Len() < 0.09) {
			t.Errorf("on ground that tells nothing of its motion a foot moved by %v, and by %v on it", moved, here)
		}
		if !rests && (here.Len() > 1e-4 || moved.Len() < 0.09) {
			t.Errorf("on a platform a foot moved by %v, and by %v on it", moved, here)
		}
	}
	// The platform leaves from under a character that stays: its feet go along until they are
	// released.
	r := newRider(t, func(float64) mgl64.Mat4 { return mgl64.Ident4() }, false)
	for range 10 {
		r.step()
	}
	before := r.jointWorld(r.entity, "left_toe")
	for i := range 10 {
		r.place(r.platform, mgl32.Translate3D(0, 0, 0.01*float32(i+1)))
		r.must(r.animation.Update(1.0 / 60))
	}
	if d := r.jointWorld(r.entity, "left_toe").Sub(before); math.Abs(float64(d[2])-0.1) > 1e-3 {
		t.Errorf("a platform leaves by 0.1 m, and the foot on it goes %v", d)
	}
	r.world.RemoveEntity(r.platform) // nothing carries it then
	for range 30 {
		r.must(r.animation.Update(1.0 / 60))
	}
	for _, bad := range []mgl32.Mat4{{}, {0: float32(math.NaN())}, {0: float32(math.Inf(1)), 5: 1, 10: 1, 15: 1}} {
		r := newRider(t, func(float64) mgl64.Mat4 { return mgl64.Ident4() }, false)
		for range 30 {
			r.step()
			r.place(r.platform, bad)
			r.must(r.animation.Update(1.0 / 60))
		}
		for _, x := range r.animation.ModelMatrices(r.entity) {
			if x-x != 0 {
				t.Fatalf("on a platform at %v the pose is not finite", bad)
			}
		}
	}
}

// TestFeetOnPlatformsOfGoals: ground that a goal gives in the space of an entity is carried by it,
// and what carries feet is in snapshots.
func TestFeetOnPlatformsOfGoals(t *testing.T) {
	moves := platforms["disc"]
	r := newRider(t, moves, false)
	r.animation.SetGround(nil)
	for _, joint := range []string{"left_foot", "right_foot"} {
		r.must(r.animation.Modifier(r.entity, "feet."+joint).StandOnEntity(r.platform, mgl32.Vec3{},
			mgl32.Vec3{0, 1, 0}))
	}
	first := r.step()
	for range 5 {
		first = r.step()
	}
	for range 100 {
		for i, toe := range r.step() {
			if slip := toe.Sub(first[i]).Len(); slip > 0.002 {
				t.Fatalf("a foot slips %.2f mm on ground of a goal", 1000*slip)
			}
		}
	}
	saved, frame := r.animation.AppendSnapshot(nil), r.frame
	play := func() (poses []float32) {
		for range 60 {
			r.step()
			poses = append(poses, r.animation.ModelMatrices(r.entity)...)
		}
		return poses
	}
	want := play()
	r.must(r.animation.Restore(saved))
	r.frame = frame
	if again := r.animation.AppendSnapshot(nil); !bytes.Equal(again, saved) {
		t.Error("a snapshot of the restored world has other bytes")
	}
	for i, x := range play() {
		if math.Float32bits(x) != math.Float32bits(want[i]) {
			t.Fatalf("after a snapshot was restored, number %d of the poses is %v, want %v", i, x, want[i])
		}
	}
	dead := r.transforms.NewWith(&components.Transform{})
	r.world.RemoveEntity(dead)
	if r.animation.Modifier(r.entity, "feet.left_foot").StandOnEntity(dead, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}) == nil {
		t.Error("a foot stands on a dead entity")
	}
}

// TestReplacedStackWithoutFeetOnPlatforms: no frame panics where the stack of characters whose feet a
// platform carries is replaced by one that places no feet, and then by one that does.
func TestReplacedStackWithoutFeetOnPlatforms(t *testing.T) {
	r := newRider(t, platforms["disc"], false)
	stack := func() *modifier.Builder { return modifier.New("replaced", r.library.Skeleton(r.model.Skeleton)) }
	feet, err := stack().Feet("feet", mannequinFeet()).Build()
	r.must(err)
	without, err := stack().
		LookAt("look", modifier.LookAt{Joints: []string{"head"}, Forward: mgl32.Vec3{0, 0, 1}, Speed: 1}).Build()
	r.must(err)
	r.stack, err = r.library.AddModifierStack(feet)
	r.must(err)
	var others [8]ecs.Entity // so many that memory is asked for ahead
	for i := range others {
		others[i] = r.walker("idle", 0.3, true)
	}
	for _, next := range []*modifier.Stack{without, feet} {
		for range 4 {
			r.step()
		}
		r.must(r.library.ReplaceModifierStack(r.stack, next))
	}
	r.step()
	for _, other := range others {
		r.must(r.animation.Modifier(other, "feet").Fade(1, 0))
	}
	for range 4 {
		r.step()
	}
}
