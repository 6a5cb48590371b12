package systems_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// farStage is a world far from the origin, with characters whose poses depend on where they are.
type farStage struct {
	t         *testing.T
	world     ecs.World
	model     *assets.Model
	animation *systems.Animation
	history   *rollback.History
	origin    mgl32.Vec3 // of the world as it is, in the world as it was at first
	transform generic.Map1[components.Transform]
	modified, doll, traveler,
	lift, camera ecs.Entity
}

// far is where the stage is at first.
var far = mgl32.Vec3{64, 2, -32}

func newFarStage(t *testing.T) *farStage {
	t.Helper()
	s := &farStage{t: t, world: ecs.NewWorld()}
	library := assets.NewLibrary(assets.Exact())
	file, err := unitMannequin()
	check(t, err)
	s.model, err = gltfio.Parse(library, "mannequin.glb", file)
	check(t, err)
	s.animation, err = systems.NewAnimation(&s.world, library, systems.WithWorkers(1))
	check(t, err)
	t.Cleanup(s.animation.Close)
	s.history, err = rollback.NewHistory(s.animation, 256, rollback.CapsulesOf(library, s.model, 0.03)...)
	check(t, err)
	s.transform = generic.NewMap1[components.Transform](&s.world)
	skeleton := library.Skeleton(s.model.Skeleton)
	stack, err := modifier.New("all", skeleton).
		LookAt("look", modifier.LookAt{Joints: []string{"neck_1", "head"}, Forward: mgl32.Vec3{0, 0, 1}}).
		TwoBone("reach", modifier.TwoBone{Root: "right_upper_arm", Middle: "right_forearm", End: "right_hand"}).
		Spring("swing", modifier.SpringSettings{
			Joints: []string{"left_upper_arm", "left_forearm", "left_hand"},
			Spring: modifier.Spring{Stiffness: 0.6, Drag: 0.3, Gravity: 0.5},
		}).
		Feet("feet", mannequinFeet()).Add(library)
	check(t, err)
	bodies, err := ragdoll.Propose(library, s.model, ragdoll.Options{})
	check(t, err)

	spawn := func(clip string, place mgl32.Vec3) ecs.Entity {
		e, err := s.animation.Spawn(s.model, mgl32.Translate3D(place[0], place[1], place[2]))
		check(t, err)
		check(t, s.animation.EnableModelMatrices(e))
		check(t, s.animation.Player(e).Play(s.model.Clip(clip)))
		return e
	}
	s.modified = spawn("walk", far)
	check(t, s.animation.Modify(s.modified, stack))
	for _, goal := range []string{"look", "reach", "swing", "feet"} {
		if goal == "look" || goal == "reach" {
			check(t, s.animation.Modifier(s.modified, goal).Aim(far.Add(mgl32.Vec3{-0.3, 1.1, 1.4})))
		}
		check(t, s.animation.Modifier(s.modified, goal).Fade(1, 0))
	}
	check(t, s.animation.Modifier(s.modified, "reach").Pole(far.Add(mgl32.Vec3{-1, -3, 0})))
	check(t, s.animation.Modifier(s.modified, "look").Pole(mgl32.Vec3{0.2, 1, 0})) // a direction
	s.animation.SetGround(systems.GroundFunc(func(x, z float32) (float32, mgl32.Vec3) {
		sin, cos := math.Sincos(float64(z+s.origin[2]) * 3)
		return far[1] - s.origin[1] + float32(0.08*sin), mgl32.Vec3{0, 1, float32(-0.24 * cos)}.Normalize()
	}))
	s.lift = s.transform.New()
	s.transform.Get(s.lift).Matrix = mgl32.Translate3D(far[0], far[1], far[2])
	s.doll = spawn("run", far.Add(mgl32.Vec3{3, 0, 0}))
	check(t, s.animation.Ragdoll(s.doll).Bind(bodies))
	s.traveler = spawn("traveling", far.Add(mgl32.Vec3{-3, 0, 0}))
	check(t, s.animation.EnableRootMotion(s.traveler))
	views := generic.NewMap1[components.View](&s.world)
	view := systems.NewView(mgl32.Perspective(1, 1.5, 0.1, 100),
		mgl32.LookAtV(far.Add(mgl32.Vec3{4, 3, 5}), far, mgl32.Vec3{0, 1, 0}))
	s.camera = views.NewWith(&view)
	check(t, s.animation.DetailByView(systems.DetailPolicy{}))
	return s
}

// frame runs a frame in which the characters move.
func (s *farStage) frame(n int) {
	s.t.Helper()
	ahead := float32(float64(n) / 60 * mannequin.WalkSpeed)
	at := far.Sub(s.origin)
	s.transform.Get(s.modified).Matrix = mgl32.Translate3D(at[0], at[1], at[2]+ahead)
	switch foot := s.animation.Modifier(s.modified, "feet.left_foot"); n % 40 {
	case 20: // it stands on a lift, for a time
		check(s.t, foot.StandOnEntity(s.lift, mgl32.Vec3{0, 0, ahead}, mgl32.Vec3{0, 1, 0}))
	case 0:
		check(s.t, foot.Fade(0, 0.1))
	}
	s.transform.Get(s.lift).Matrix[13] += 0.002
	doll := s.animation.Ragdoll(s.doll)
	if n == 20 { // the bodies are given once, and stay
		targets, err := doll.Targets(nil)
		check(s.t, err)
		for i := range targets {
			targets[i].Position[1] -= 0.2
			check(s.t, doll.SetBody(i, targets[i].Transform))
		}
		check(s.t, doll.Fade(0.7, 0.5))
	}
	check(s.t, s.animation.Update(1.0/60))
	s.history.Record()
}

// A world whose origin moves shows what one shows whose origin stays: springs, feet on the ground
// and on a lift, goals with poles, ragdolls, root motion, views and hit tests. What is read right
// after the origin has moved, before the next frame, is as before, too.
func TestShiftedOriginsChangeNothing(t *testing.T) {
	probe.Serial(t)
	still, shifted := newFarStage(t), newFarStage(t)
	compare := func(frame int) {
		t.Helper()
		for i, e := range []ecs.Entity{still.modified, still.doll, still.traveler} {
			for joint := range still.animation.Library().Skeleton(still.model.Skeleton).Len() {
				want, err := still.animation.JointWorldAt(e, joint)
				check(t, err)
				got, err := shifted.animation.JointWorldAt(e, joint)
				check(t, err)
				if d := got.Col(3).Vec3().Add(shifted.origin).Sub(want.Col(3).Vec3()).Len(); !(d < 1e-4) {
					t.Fatalf("frame %d, character %d, joint %d is %v m away", frame, i, joint, d)
				}
			}
		}
		want, err := still.animation.Ragdoll(still.doll).Bodies(nil)
		check(t, err)
		got, err := shifted.animation.Ragdoll(shifted.doll).Bodies(nil)
		check(t, err)
		for i := range want {
			place := got[i].Position.Add(shifted.origin).Sub(want[i].Position).Len()
			if speed := got[i].Linear.Sub(want[i].Linear).Len(); !(place < 1e-4) || !(speed < 1e-2) {
				t.Fatalf("frame %d: body %d is %v m away, and %v m/s faster", frame, i, place, speed)
			}
		}
		stillViews := generic.NewMap1[components.View](&still.world)
		shiftedViews := generic.NewMap1[components.View](&shifted.world)
		view, moved := stillViews.Get(still.camera), shiftedViews.Get(shifted.camera)
		a := mgl32.TransformCoordinate(far, view.Matrix)
		b := mgl32.TransformCoordinate(far.Sub(shifted.origin), moved.Matrix)
		if a.Sub(b).Len() > 1e-4 || moved.Position.Add(shifted.origin).Sub(view.Position).Len() > 1e-5 {
			t.Fatalf("frame %d: the camera moved from %v to %v", frame, a, b)
		}
		for tick := 1; tick <= frame+1; tick++ {
			eye, way := far.Add(mgl32.Vec3{3, 0.9, 5}), mgl32.Vec3{0, 0, -1}
			want, hits := still.history.Ray(float64(tick), eye, way, 10)
			got, also := shifted.history.Ray(float64(tick), eye.Sub(shifted.origin), way, 10)
			if hits != also || hits && (got.Entity != want.Entity || math.Abs(float64(got.Distance-want.Distance)) > 1e-4) {
				t.Fatalf("frame %d, tick %d: expected %+v, found %+v", frame, tick, want, got)
			}
		}
	}
	for frame := range 120 {
		still.frame(frame)
		shifted.frame(frame)
		if frame%5 == 1 {
			by := mgl32.Vec3{32, 1, -16.5}.Mul(float32(1 - 2*(frame%2)))
			check(t, shifted.animation.ShiftOrigin([3]float64{float64(by[0]), float64(by[1]), float64(by[2])}))
			shifted.history.ShiftOrigin([3]float64{float64(by[0]), float64(by[1]), float64(by[2])})
			shifted.origin = shifted.origin.Add(by)
		}
		compare(frame)
	}
}

// An origin that cannot be is an error, and changes nothing.
func TestShiftedOriginErrors(t *testing.T) {
	probe.Serial(t)
	s := newFarStage(t)
	before := s.transform.Get(s.doll).Matrix
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if err := s.animation.ShiftOrigin([3]float64{1, bad, 0}); !errors.Is(err, systems.ErrNotFinite) {
			t.Errorf("%v: %v", bad, err)
		}
	}
	query := generic.NewFilter1[components.Transform]().Query(&s.world)
	if err := s.animation.ShiftOrigin([3]float64{1, 0, 0}); !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("in a locked world: %v", err)
	}
	query.Close()
	s.animation.Close()
	if err := s.animation.ShiftOrigin([3]float64{1, 0, 0}); !errors.Is(err, systems.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if s.transform.Get(s.doll).Matrix != before {
		t.Error("the characters have moved")
	}
}
