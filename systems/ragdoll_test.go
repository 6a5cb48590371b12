package systems_test

import (
	"math"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// dollStage is a world with mannequins and the bodies that are proposed for them.
type dollStage struct {
	t         testing.TB
	world     ecs.World
	library   *assets.Library
	model     *assets.Model
	animation *systems.Animation
	bodies    *ragdoll.Definition
}

// dollAssets makes the character that all stages share.
var dollAssets = sync.OnceValues(func() (*dollStage, error) {
	s := &dollStage{library: assets.NewLibrary()}
	var err error
	if s.model, err = mannequin.New(s.library); err != nil {
		return nil, err
	}
	s.bodies, err = ragdoll.Propose(s.library, s.model, ragdoll.Options{Mass: 70})
	return s, err
})

func newDollStage(t testing.TB, workers int) *dollStage {
	t.Helper()
	shared, err := dollAssets()
	if err != nil {
		t.Fatal(err)
	}
	s := &dollStage{t: t, world: ecs.NewWorld(), library: shared.library, model: shared.model, bodies: shared.bodies}
	s.animation, err = systems.NewAnimation(&s.world, s.library, systems.WithWorkers(workers))
	s.must(err)
	t.Cleanup(s.animation.Close)
	return s
}

func (s *dollStage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// spawn creates a character with bodies that plays a clip.
func (s *dollStage) spawn(transform mgl32.Mat4, clip string) (ecs.Entity, systems.Ragdoll) {
	s.t.Helper()
	entity, err := s.animation.Spawn(s.model, transform)
	s.must(err)
	s.must(s.animation.Player(entity).Play(s.model.Clip(clip)))
	doll := s.animation.Ragdoll(entity)
	s.must(doll.Bind(s.bodies))
	return entity, doll
}

func (s *dollStage) update(seconds float64) {
	s.t.Helper()
	s.must(s.animation.Update(seconds))
}

// matrices returns the matrices of all joints in the world.
func (s *dollStage) matrices(entity ecs.Entity) (all []mgl32.Mat4) {
	s.t.Helper()
	for j := range s.bodies.Skeleton.Len() {
		m, err := s.animation.JointWorldAt(entity, j)
		s.must(err)
		all = append(all, m)
	}
	return all
}

// transformsOf returns the transforms of motions.
func transformsOf(motions []ragdoll.Motion) (list []ragdoll.Transform) {
	for _, m := range motions {
		list = append(list, m.Transform)
	}
	return list
}

// largestDifference returns the largest difference of an element of two lists of matrices.
func largestDifference(a, b []mgl32.Mat4) (largest float64) {
	for i := range a {
		for e := range a[i] {
			largest = max(largest, math.Abs(float64(a[i][e])-float64(b[i][e])))
		}
	}
	return largest
}

// dollTransforms are places of characters: turned, far away, scaled, mirrored.
var dollTransforms = map[string]mgl32.Mat4{
	"upright": mgl32.Ident4(),
	"turned":  mgl32.Translate3D(3, 1, -2).Mul4(mgl32.HomogRotate3D(2.1, mgl32.Vec3{0.48, 0.6, 0.64})),
	"scaled by 0.01": mgl32.Translate3D(0.3, 0.1, -0.2).Mul4(mgl32.HomogRotate3DY(1)).
		Mul4(mgl32.Scale3D(0.01, 0.01, 0.01)),
	"scaled by 100": mgl32.Translate3D(30, 10, -20).Mul4(mgl32.HomogRotate3DX(-0.7)).
		Mul4(mgl32.Scale3D(100, 100, 100)),
	"mirrored":        mgl32.Translate3D(1, 0, 2).Mul4(mgl32.HomogRotate3DY(0.4)).Mul4(mgl32.Scale3D(-1, 1, 1)),
	"turned inside":   mgl32.HomogRotate3DZ(0.9).Mul4(mgl32.Scale3D(-2, -2, -2)),
	"scaled unevenly": mgl32.HomogRotate3DY(0.3).Mul4(mgl32.Scale3D(1, 1.5, 0.8)),
}

// Bodies that are put where the animation puts them give the animated pose.
func TestRagdollRoundTrip(t *testing.T) {
	probe.Serial(t)
	s := newDollStage(t, 1)
	for name, transform := range dollTransforms {
		for _, lengths := range []bool{false, true} {
			plain, err := s.animation.Spawn(s.model, transform)
			s.must(err)
			s.must(s.animation.Player(plain).Play(s.model.Clip("run")))
			entity, doll := s.spawn(transform, "run")
			size := 1.8 * float64(transform.Col(1).Vec3().Len())
			doll.Component().KeepLengths = lengths
			s.must(doll.Start())
			for frame := range 20 {
				// The bodies of this very frame: the pose does not depend on what the frame before
				// gave.
				s.must(s.animation.Player(plain).Seek(float64(frame) * 0.037))
				s.must(s.animation.Player(entity).Seek(float64(frame) * 0.037))
				s.update(0)
				targets, err := doll.Targets(nil)
				s.must(err)
				s.must(doll.SetBodies(transformsOf(targets)))
				s.update(0)
				want, got := s.matrices(plain), s.matrices(entity)
				if d := largestDifference(want, got); !(d <= 1e-5*size) {
					t.Fatalf("%s, keeping lengths %v, frame %d: off by %g of %g", name, lengths, frame, d, size)
				}
				again, err := doll.Targets(nil)
				s.must(err)
				shown, err := doll.Bodies(nil)
				s.must(err)
				for i := range again {
					if d := shown[i].Position.Sub(again[i].Position).Len(); !(float64(d) <= 1e-5*size) {
						t.Errorf("%s: body %d is shown %g from its target", name, i, d)
					}
					if d := math.Abs(float64(shown[i].Rotation.Dot(again[i].Rotation))); !(d > 1-1e-5) {
						t.Errorf("%s: body %d is shown turned from its target: %v, %v", name, i, shown[i].Rotation,
							again[i].Rotation)
					}
				}
			}
			s.world.RemoveEntity(plain)
			s.world.RemoveEntity(entity)
		}
	}
}

// scattered returns transforms that differ from the targets.
func scattered(targets []ragdoll.Motion, size float32) (list []ragdoll.Transform) {
	for i, m := range targets {
		turn := mgl32.QuatRotate(0.3+0.1*float32(i%5), mgl32.Vec3{0.6, float32(i%2) - 0.5, 0.5}.Normalize())
		list = append(list, ragdoll.Transform{
			Position: m.Position.Add(mgl32.Vec3{0.03, 0.02 * float32(i%3), -0.04}.Mul(size)),
			Rotation: turn.Mul(m.Rotation),
		})
	}
	return list
}

// At weight 1 each body is shown where the program put it, whatever the character's transform.
func TestRagdollShowsBodies(t *testing.T) {
	s := newDollStage(t, 1)
	for name, transform := range dollTransforms {
		if name == "scaled unevenly" {
			continue // a joint that turns in there is sheared, and no local transform gives that
		}
		entity, doll := s.spawn(transform, "walk")
		s.update(0.1)
		targets, err := doll.Targets(nil)
		s.must(err)
		size := transform.Col(1).Vec3().Len()
		want := scattered(targets, size)
		s.must(doll.SetBodies(want))
		s.must(doll.Start())
		s.update(0.1)
		shown, err := doll.Bodies(nil)
		s.must(err)
		for i := range shown {
			if d := shown[i].Position.Sub(want[i].Position).Len(); !(d <= 1e-5*1.8*size) {
				t.Errorf("%s: body %d (%s) is %g away", name, i, s.bodies.Name(i), d)
			}
			if d := math.Abs(float64(shown[i].Rotation.Dot(want[i].Rotation))); !(d > 1-1e-5) {
				t.Errorf("%s: body %d (%s) is turned to %v, want %v", name, i, s.bodies.Name(i), shown[i].Rotation,
					want[i].Rotation)
			}
		}
		// Bones keep their lengths where that is asked for.
		doll.Component().KeepLengths = true
		s.update(0)
		plain, err := s.animation.Spawn(s.model, transform)
		s.must(err)
		s.update(0)
		skeleton := s.bodies.Skeleton
		for i := range s.bodies.Bodies {
			if i == s.bodies.Root {
				continue
			}
			j := s.bodies.Bodies[i].Joint
			length := func(e ecs.Entity) float32 {
				a, err := s.animation.JointWorldAt(e, j)
				s.must(err)
				b, err := s.animation.JointWorldAt(e, skeleton.Parent(j))
				s.must(err)
				return a.Col(3).Sub(b.Col(3)).Len()
			}
			if got, want := length(entity), length(plain); !(math.Abs(float64(got-want)) <= 1e-5*1.8*float64(size)) {
				t.Errorf("%s: the bone to %s is %g long, want %g", name, s.bodies.Name(i), got, want)
			}
		}
		s.world.RemoveEntity(plain)
		s.world.RemoveEntity(entity)
	}
}

// Weights go from the animated pose to the bodies' pose, for each body by itself.
func TestRagdollWeights(t *testing.T) {
	s := newDollStage(t, 1)
	plain, err := s.animation.Spawn(s.model, mgl32.Ident4())
	s.must(err)
	s.must(s.animation.Player(plain).Play(s.model.Clip("walk")))
	entity, doll := s.spawn(mgl32.Ident4(), "walk")
	s.update(0.2)
	targets, err := doll.Targets(nil)
	s.must(err)
	s.must(doll.SetBodies(scattered(targets, 1)))
	animated := s.matrices(plain)
	if d := largestDifference(animated, s.matrices(entity)); d != 0 {
		t.Errorf("at weight 0 the pose differs by %g", d)
	}
	arm, ok := s.bodies.Find("left_forearm")
	if !ok {
		t.Fatal("no body at the forearm")
	}
	// An arm alone: the rest of the body is as animated, to the bit, and the forearm is where its
	// body is.
	for i := range s.bodies.Bodies {
		s.must(doll.SetWeight(i, 0))
	}
	s.must(doll.SetWeight(arm, 1))
	s.must(doll.Start())
	s.update(0)
	partial := s.matrices(entity)
	at := s.bodies.Bodies[arm].Joint
	for j := range partial {
		below := false
		for k := j; k >= 0; k = s.bodies.Skeleton.Parent(k) {
			below = below || k == at
		}
		if (partial[j] == animated[j]) == below {
			t.Errorf("joint %s: changed %v, want %v", s.bodies.Skeleton.JointName(j), !below, below)
		}
	}
	want := scattered(targets, 1)[arm].Position
	if d := partial[at].Col(3).Vec3().Sub(want).Len(); d > 1e-5 {
		t.Errorf("the forearm is %g from its body", d)
	}
	// Half weights lie between, and more weight is nearer to the body, of the body and over all
	// alike.
	last := float32(math.Inf(1))
	for _, weight := range []float32{0, 0.25, 0.5, 0.75, 1} {
		s.must(doll.SetWeight(arm, weight))
		s.must(doll.Fade(1, 0))
		s.update(0)
		own := s.matrices(entity)
		s.must(doll.SetWeight(arm, 1))
		s.must(doll.Fade(weight, 0))
		s.update(0)
		if d := largestDifference(own, s.matrices(entity)); d != 0 {
			t.Errorf("weight %v of the body and over all differ by %g", weight, d)
		}
		d := own[at].Col(3).Vec3().Sub(want).Len()
		if !(d < last) {
			t.Errorf("at weight %v the forearm is %g from its body, farther than %g", weight, d, last)
		}
		last = d
	}
	// Fades.
	s.must(doll.Fade(0, 0.5))
	s.update(0.25)
	if w := doll.Component().Weight; math.Abs(float64(w)-0.5) > 1e-6 {
		t.Errorf("half way the weight is %v", w)
	}
	s.update(0.3)
	if w := doll.Component().Weight; w != 0 {
		t.Errorf("in the end the weight is %v", w)
	}
	if d := largestDifference(s.matrices(plain), s.matrices(entity)); d == 0 {
		t.Log("the pose is the animated one again")
	} else {
		t.Errorf("after the fade the pose differs by %g", d)
	}
}

// Velocities are those of the joints.
func TestRagdollVelocities(t *testing.T) {
	s := newDollStage(t, 1)
	_, doll := s.spawn(mgl32.Translate3D(1, 0, 0), "run")
	s.update(0.1)
	if first, err := doll.Bodies(nil); err != nil || first[3].Linear != (mgl32.Vec3{}) {
		t.Errorf("in the first frame: %v, %v", first[3].Linear, err)
	}
	const dt = 1.0 / 120
	s.update(dt)
	before, err := doll.Bodies(nil)
	s.must(err)
	s.update(dt)
	after, err := doll.Bodies(nil)
	s.must(err)
	targets, err := doll.Targets(nil)
	s.must(err)
	fastest := float32(0)
	for i := range after {
		want := after[i].Position.Sub(before[i].Position).Mul(1 / dt)
		if d := after[i].Linear.Sub(want).Len(); d > 1e-3 {
			t.Errorf("body %d moves by %v, want %v", i, after[i].Linear, want)
		}
		angle := float64(after[i].Angular.Len()) * dt
		axis := after[i].Angular
		if angle > 0 {
			axis = axis.Normalize()
		}
		turned := mgl32.QuatRotate(float32(angle), axis).Mul(before[i].Rotation)
		if d := math.Abs(float64(turned.Dot(after[i].Rotation))); !(d > 1-1e-6) {
			t.Errorf("body %d: turned by its velocity it is at %v, want %v", i, turned, after[i].Rotation)
		}
		if d := after[i].Linear.Sub(targets[i].Linear).Len() +
			after[i].Angular.Sub(targets[i].Angular).Len(); d > 2e-2 {
			t.Errorf("body %d moves otherwise than its target: %v and %v", i, after[i], targets[i])
		}
		fastest = max(fastest, after[i].Linear.Len())
	}
	if fastest < 1 || fastest > 20 {
		t.Errorf("the fastest body of a runner moves at %g m/s", fastest)
	}
}

func (s *dollStage) transform(entity ecs.Entity) *mgl32.Mat4 {
	transforms := generic.NewMap1[components.Transform](&s.world)
	return &transforms.Get(entity).Matrix
}
