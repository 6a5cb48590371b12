package systems_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// wobble moves the bodies as a physics engine might: on from where they are, in a way that depends
// on all that it reads.
func (s *dollStage) wobble(doll systems.Ragdoll, bodies []ragdoll.Transform, dt float32) {
	s.t.Helper()
	targets, err := doll.Targets(nil)
	s.must(err)
	shown, err := doll.Bodies(nil)
	s.must(err)
	for i := range bodies {
		spring := targets[i].Position.Sub(bodies[i].Position).Mul(4 * dt)
		bodies[i].Position = bodies[i].Position.Add(spring).Add(shown[i].Linear.Mul(0.2 * dt)).
			Add(mgl32.Vec3{0, -0.1 * dt, 0})
		bodies[i].Rotation = mgl32.QuatNlerp(bodies[i].Rotation, targets[i].Rotation, 0.1)
	}
	s.must(doll.SetBodies(bodies))
}

// A restored world continues with the same bits, whatever happened in between.
func TestRagdollsInSnapshots(t *testing.T) {
	for _, workers := range []int{1, 3} {
		s := newDollStage(t, workers)
		var dolls []systems.Ragdoll
		var entities []ecs.Entity
		for i := range 11 {
			entity, doll := s.spawn(mgl32.Translate3D(float32(i), 0, 0), []string{"walk", "run", "idle"}[i%3])
			dolls, entities = append(dolls, doll), append(entities, entity)
			if i == 4 { // skipped in most frames
				details := generic.NewMap1[components.LevelOfDetail](&s.world)
				details.Assign(entity, &components.LevelOfDetail{Interval: 3})
			}
		}
		s.update(0.1)
		state := make([][]ragdoll.Transform, len(dolls))
		for i, doll := range dolls {
			motions, err := doll.Bodies(nil)
			s.must(err)
			state[i] = transformsOf(motions)
			s.must(doll.SetBodies(state[i]))
			if i%2 == 0 {
				s.must(doll.Start())
			} else {
				s.must(doll.Fade(0.7, 0.3))
				s.must(doll.SetWeight(i, 0.5))
			}
		}
		frame := func(n int) {
			for i, doll := range dolls {
				s.wobble(doll, state[i], 1.0/60)
				if n == 12 && i == 2 {
					s.must(doll.Stop(0.2))
				}
			}
			s.update(1.0 / 60)
		}
		for n := range 10 {
			frame(n)
		}
		snapshot := s.animation.AppendSnapshot(nil)
		saved := make([][]ragdoll.Transform, len(state))
		for i := range state {
			saved[i] = append(saved[i], state[i]...)
		}
		var first [][]byte
		for run := range 2 {
			if run == 1 {
				for _, doll := range dolls[:3] { // what happened in between must not matter
					s.must(doll.Unbind())
				}
				s.update(0.5)
				s.must(dolls[1].Bind(s.bodies))
				s.must(s.animation.Restore(snapshot))
				copy(state, saved)
				if again := s.animation.AppendSnapshot(nil); !bytes.Equal(snapshot, again) {
					t.Error("the snapshot of the restored world differs")
				}
			}
			for n := range 20 {
				frame(10 + n)
				hash := s.animation.AppendSnapshot(nil)
				for _, entity := range entities {
					for _, m := range s.matrices(entity) {
						for _, v := range m {
							hash = append(hash, byte(math.Float32bits(v)), byte(math.Float32bits(v)>>8),
								byte(math.Float32bits(v)>>16), byte(math.Float32bits(v)>>24))
						}
					}
				}
				if run == 0 {
					first = append(first, hash)
				} else if !bytes.Equal(first[n], hash) {
					t.Fatalf("%d workers: frame %d after the snapshot differs", workers, n)
				}
			}
		}
	}
}

// Joints are read on demand as the frame shows them.
func TestRagdollJointsOnDemand(t *testing.T) {
	s := newDollStage(t, 1)
	entity, doll := s.spawn(mgl32.Ident4(), "walk")
	stack, err := modifier.New("look", s.bodies.Skeleton).
		LookAt("look", modifier.LookAt{Joints: []string{"neck_2", "head"}, Forward: mgl32.Vec3{0, 0, 1}}).Add(s.library)
	s.must(err)
	s.must(s.animation.Modify(entity, stack))
	s.must(s.animation.Modifier(entity, "look").Aim(mgl32.Vec3{3, 1, 1}))
	s.update(0.1)
	targets, err := doll.Targets(nil)
	s.must(err)
	s.must(doll.SetBodies(scattered(targets, 1)))
	s.must(doll.Fade(0.6, 0))
	for range 5 {
		s.update(0.05)
	}
	onDemand := s.matrices(entity) // but for the joints of bodies
	poses := generic.NewMap1[components.ModelPose](&s.world)
	poses.Remove(entity)
	for j, m := range s.matrices(entity) {
		if m != onDemand[j] {
			t.Errorf("joint %s: %v on demand, %v kept", s.bodies.Skeleton.JointName(j), m, onDemand[j])
		}
	}
	inertializations := generic.NewMap1[components.Inertialization](&s.world)
	inertializations.Remove(entity) // computed from the clips, without the remembered pose
	*s.transform(entity) = mgl32.Ident4()
	s.update(0)
	all := s.matrices(entity)
	s.must(s.animation.EnableModelMatrices(entity))
	s.update(0)
	if d := largestDifference(all, s.matrices(entity)); d != 0 {
		t.Errorf("joints on demand differ from kept ones by %g", d)
	}
}

// lyingClip makes a clip that begins on the ground, turned by angle about x and then by heading
// about y, and ends standing.
func (s *dollStage) lyingClip(name string, angle, heading float32) assets.ClipID {
	s.t.Helper()
	skeleton := s.bodies.Skeleton
	hips, err := skeleton.FindJoint("hips")
	s.must(err)
	rest := skeleton.Rest(hips)
	lying := mgl32.QuatRotate(heading, mgl32.Vec3{0, 1, 0}).Mul(mgl32.QuatRotate(angle, mgl32.Vec3{1, 0, 0})).
		Mul(rest.Rotation)
	id, err := clip.NewBuilder(name, skeleton).
		Rotation(hips, clip.Linear, []float32{0, 1.5}, []mgl32.Quat{lying, rest.Rotation}).
		Translation(hips, clip.Linear, []float32{0, 1.5}, []mgl32.Vec3{{0.1, 0.15, 0.4}, rest.Translation}).
		Add(s.library)
	s.must(err)
	return id
}

// A character that lies gets up without a jump, from the back and from the front, wherever and
// however it lies, whatever its Transform.
func TestRagdollGetsUpWithoutAJump(t *testing.T) {
	probe.Serial(t)
	s := newDollStage(t, 1)
	onBack := s.lyingClip("get up from the back", -math.Pi/2, 0.3)
	onFront := s.lyingClip("get up from the front", math.Pi/2, -2)
	for name, transform := range dollTransforms {
		if name == "scaled unevenly" || name == "turned inside" {
			continue
		}
		for _, faceUp := range []bool{false, true} {
			for _, heading := range []float32{0, 1.1, -2} {
				s.getUp(t, name, transform, faceUp, heading, onBack, onFront)
			}
		}
	}
}

func (s *dollStage) getUp(t *testing.T, name string, transform mgl32.Mat4, faceUp bool, heading float32, onBack,
	onFront assets.ClipID,
) {
	t.Helper()
	const dt = 1.0 / 60
	scale := transform.Col(1).Vec3().Len()
	up := transform.Col(1).Vec3().Normalize()
	entity, doll := s.spawn(transform, "idle")
	defer s.world.RemoveEntity(entity)
	s.must(s.animation.EnableModelMatrices(entity))
	s.update(dt)
	start, err := doll.Bodies(nil)
	s.must(err)
	// It falls over about an axis on the ground, and slides.
	angle := float32(math.Pi / 2)
	mirrored := transform.Mat3().Det() < 0
	if faceUp {
		angle = -angle
	}
	left := transform.Col(0).Vec3().Normalize()
	if mirrored {
		left = left.Mul(-1)
	}
	ground := transform.Col(3).Vec3().Add(up.Mul(0.5 * scale))
	slide := left.Mul(0.3 * scale).Add(up.Mul(0.62 * scale))
	place := func(u float32) {
		turn := mgl32.QuatRotate(heading*u, up).Mul(mgl32.QuatRotate(angle*u, left))
		var at []ragdoll.Transform
		for _, b := range start {
			p := turn.Rotate(b.Position.Sub(transform.Col(3).Vec3())).Add(transform.Col(3).Vec3()).Add(slide.Mul(u))
			at = append(at, ragdoll.Transform{Position: p, Rotation: turn.Mul(b.Rotation)})
		}
		s.must(doll.SetBodies(at))
	}
	s.must(doll.Start())
	for n := range 40 {
		place(min(1, float32(n+1)/30))
		s.update(dt)
	}
	if isUp, err := doll.FacesUp(); err != nil || isUp != faceUp {
		t.Errorf("%s: faces up %v, want %v (%v)", name, isUp, faceUp, err)
	}
	before := s.matrices(entity)
	before2 := before
	got, err := doll.GetUp(ground, 0.4, onFront, onBack)
	s.must(err)
	if want := map[bool]assets.ClipID{true: onBack, false: onFront}[faceUp]; got != want {
		t.Errorf("%s: face up %v chose %s", name, faceUp, s.library.Describe(got))
	}
	now := *s.transform(entity)
	if d := now.Col(1).Vec3().Normalize().Sub(up).Len(); d > 1e-5 {
		t.Errorf("%s: it stands %g off upright", name, d)
	}
	if d := now.Col(3).Vec3().Sub(ground).Dot(up); math.Abs(float64(d)) > 1e-5*float64(scale) {
		t.Errorf("%s: it stands %g above the ground", name, d)
	}
	if d := math.Abs(float64(now.Mat3().Det()/transform.Mat3().Det() - 1)); d > 1e-4 {
		t.Errorf("%s: its size changed by %g", name, d)
	}
	// What is on the screen before the next frame is what was there before.
	s.must(s.animation.Player(entity).SetMode(assets.Hold, 1))
	worst := 0.0
	for n := range 60 {
		s.update(dt)
		after := s.matrices(entity)
		speed, jerk := 0.0, 0.0
		for j := range after {
			if j == 0 {
				continue // the root of the skeleton, which has no body, moves with the Transform
			}
			v := after[j].Col(3).Sub(before[j].Col(3))
			w := before[j].Col(3).Sub(before2[j].Col(3))
			speed = max(speed, float64(v.Len()/scale)/dt)
			jerk = max(jerk, float64(v.Sub(w).Len()/scale))
		}
		if n == 0 && speed > 0.05 { // it lay still
			t.Errorf("%s, face up %v, heading %v: in the first frame a joint moves at %g m/s", name, faceUp,
				heading, speed)
		}
		if speed > 4 {
			t.Errorf("%s, face up %v, heading %v, frame %d: a joint moves at %g m/s", name, faceUp, heading, n, speed)
		}
		worst = max(worst, jerk/dt)
		before, before2 = after, before
	}
	if worst > 0.5 { // m/s from one frame to the next
		t.Errorf("%s, face up %v, heading %v: the speed of a joint changes by %g m/s within a frame", name, faceUp,
			heading, worst)
	}
}

// Without inertialization there would be a jump, so the test above can fail.
func TestRagdollStopsAtOnce(t *testing.T) {
	s := newDollStage(t, 1)
	entity, doll := s.spawn(mgl32.Ident4(), "idle")
	s.update(0.1)
	targets, err := doll.Targets(nil)
	s.must(err)
	s.must(doll.SetBodies(scattered(targets, 1)))
	s.must(doll.Start())
	s.update(0.1)
	before := s.matrices(entity)
	s.must(doll.Stop(0))
	s.update(0.001)
	if d := largestDifference(before, s.matrices(entity)); d < 0.05 {
		t.Errorf("the pose changes by %g only", d)
	}
}

// MoveTo moves the Transform and nothing that is shown, neither by the bodies nor after them.
func TestRagdollMoveTo(t *testing.T) {
	s := newDollStage(t, 1)
	entity, doll := s.spawn(mgl32.Translate3D(1, 0, 0), "idle")
	s.update(0.1)
	targets, err := doll.Targets(nil)
	s.must(err)
	s.must(doll.SetBodies(scattered(targets, 1)))
	s.must(doll.Start())
	s.update(0.02)
	s.update(0.02)
	before := s.matrices(entity)
	to := mgl32.Translate3D(7, 0, 3).Mul4(mgl32.HomogRotate3DY(2))
	s.must(doll.MoveTo(to))
	s.update(0.02)
	moved := s.matrices(entity)
	for i := range s.bodies.Bodies {
		j := s.bodies.Bodies[i].Joint
		if d := moved[j].Col(3).Sub(before[j].Col(3)).Len(); d > 1e-5 {
			t.Errorf("body %d moved by %g", i, d)
		}
	}
	s.must(doll.MoveTo(mgl32.Translate3D(-4, 1, 0)))
	s.must(doll.Stop(5)) // slowly
	s.update(0.02)
	for j, m := range s.matrices(entity) {
		if j == 0 {
			continue // the root of the skeleton, which has no body, moved with the Transform
		}
		if d := m.Col(3).Sub(moved[j].Col(3)).Len(); d > 2e-2 {
			t.Errorf("joint %s moved by %g when the bodies let go", s.bodies.Skeleton.JointName(j), d)
		}
	}
	if err := doll.MoveTo(mgl32.Mat4{}); !errors.Is(err, systems.ErrTransform) ||
		!strings.Contains(err.Error(), "mgl32.Ident4()") {
		t.Error("it moved to a transform of 0")
	}
	had := *s.transform(entity)
	for name, to := range map[string]mgl32.Mat4{
		"mirrored":              had.Mul4(mgl32.Scale3D(-1, 1, 1)),
		"mirrored on each axis": had.Mul4(mgl32.Scale3D(-2, -2, -2)),
		"stretched":             had.Mul4(mgl32.Scale3D(1, 1, 1.1)),
	} {
		if err := doll.MoveTo(to); err == nil || !strings.Contains(err.Error(), "scale") {
			t.Errorf("%s: the error is %v", name, err)
		}
		if *s.transform(entity) != had {
			t.Errorf("%s: it moved", name)
		}
	}
}

// MoveTo to a larger or smaller Transform leaves what is shown as it is, in place and in size: by
// the bodies, with and without weights below 1, after a restore, and as the bodies let go. Then the
// size becomes that of the Transform. Later bodies begin with it.
func TestRagdollMovesToAnotherSize(t *testing.T) {
	for _, size := range []float32{0.01, 0.5, 1.0005, 3, 100} {
		for _, keepLengths := range []bool{false, true} {
			s := newDollStage(t, 1)
			had := mgl32.Translate3D(1, 0, 0).Mul4(mgl32.HomogRotate3DX(0.3)).Mul4(mgl32.Scale3D(2, 2, 2))
			entity, doll := s.spawn(had, "idle")
			s.must(s.animation.Player(entity).SetSpeed(0))
			s.update(0.1)
			targets, err := doll.Targets(nil)
			s.must(err)
			s.must(doll.SetBodies(scattered(targets, 1)))
			s.must(doll.Start())
			doll.Component().KeepLengths = keepLengths
			for range 3 { // so that nothing moves any more
				s.update(0.02)
			}
			before := s.matrices(entity)
			unmoved := func(what string, tolerance float64) {
				t.Helper()
				for j, m := range s.matrices(entity) {
					if j == 0 {
						continue // the root of the skeleton, which has no body, moved with the Transform
					}
					for e := range m {
						if d := math.Abs(float64(m[e] - before[j][e])); !(d <= tolerance) {
							t.Fatalf("size %v, lengths kept: %v, %s: joint %s: element %d is %v, was %v",
								size, keepLengths, what, s.bodies.Skeleton.JointName(j), e, m[e], before[j][e])
						}
					}
				}
			}
			move := func(by float32) {
				t.Helper()
				to := mgl32.Translate3D(7, 0, 3).Mul4(mgl32.HomogRotate3DY(2)).Mul4(mgl32.Scale3D(by, by, by))
				s.must(doll.MoveTo(to.Mul4(*s.transform(entity))))
			}
			move(size)
			s.update(0.02)
			unmoved("moved", 1e-4*2*1.8)
			snapshot := s.animation.AppendSnapshot(nil)
			s.must(s.animation.Restore(snapshot))
			s.update(0.02)
			unmoved("restored", 1e-4*2*1.8)
			move(3)
			move(1.0 / 3)
			s.update(0.02)
			unmoved("moved twice", 1e-4*2*1.8)
			move(2)
			s.must(doll.Stop(1))
			s.update(1e-4) // 1e-4 of the way
			unmoved("let go", max(1, 2*float64(size))*2e-3*2*1.8)
			s.update(2)
			column := func(m mgl32.Mat4) float64 { return float64(m.Col(0).Vec3().Len()) }
			pelvis := s.bodies.Bodies[s.bodies.Root].Joint
			if got, want := column(s.matrices(entity)[pelvis])/column(before[pelvis]), 2*float64(size); math.Abs(
				got/want-1) > 1e-3 {
				t.Errorf("size %v: when the bodies have let go, it is shown %v times as large, want %v", size, got, want)
			}
			before = s.matrices(entity)
			shown, err := doll.Bodies(nil)
			s.must(err)
			s.must(doll.SetBodies(transformsOf(shown)))
			s.must(doll.Start())
			s.update(0.02)
			unmoved("bodies again", 1e-4*4*float64(size)*1.8)
		}
	}
}

// Of a character that bodies pose in part, every weight shows something between the motions and the
// bodies: the size too goes from one to the other.
func TestSizeOfBodiesFollowsTheirWeight(t *testing.T) {
	s := newDollStage(t, 1)
	entity, doll := s.spawn(mgl32.Ident4(), "idle")
	s.must(s.animation.Player(entity).SetSpeed(0))
	s.update(0.1)
	targets, err := doll.Targets(nil)
	s.must(err)
	s.must(doll.SetBodies(transformsOf(targets)))
	s.must(doll.Start())
	s.update(0.02)
	s.must(doll.MoveTo(mgl32.Scale3D(2, 2, 2)))
	pelvis := s.bodies.Bodies[s.bodies.Root].Joint
	for _, weight := range []float32{1, 0.75, 0.5, 0.25, 0.001} {
		s.must(doll.Fade(weight, 0))
		s.update(0.02)
		for i := range s.bodies.Bodies {
			j := s.bodies.Bodies[i].Joint
			got := s.matrices(entity)[j].Col(0).Vec3().Len()
			want := 2 * (1 - 0.5*weight)
			if j == pelvis && math.Abs(float64(got-want)) > 1e-4 {
				t.Errorf("weight %v: the pelvis has the size %v, want %v", weight, got, want)
			}
			if !(got > 0.999 && got < 2.001) {
				t.Errorf("weight %v: joint %d has the size %v", weight, j, got)
			}
		}
	}
	s.must(doll.Fade(0, 0))
	s.update(0.02)
	s.must(doll.Fade(0.5, 0))
	s.update(0.02)
	if got := s.matrices(entity)[pelvis].Col(0).Vec3().Len(); math.Abs(float64(got-2)) > 1e-4 {
		t.Errorf("bodies that pose again show the pelvis in the size %v, want that of the Transform, 2", got)
	}
}

// GetUp plays its clip once, and its last pose stays. Without bodies that pose the character it is
// an error.
func TestRagdollGetsUpOnce(t *testing.T) {
	s := newDollStage(t, 1)
	entity, doll := s.spawn(mgl32.Ident4(), "idle")
	s.update(0.1)
	targets, err := doll.Targets(nil)
	s.must(err)
	s.must(doll.SetBodies(scattered(targets, 1)))
	s.must(doll.Start())
	s.update(0.1)
	wave := s.model.Clip("wave")
	_, err = doll.GetUp(mgl32.Vec3{}, 0.2, wave)
	s.must(err)
	playing, at := *s.animation.Player(entity).Playback(), *s.transform(entity)
	if _, err := doll.GetUp(mgl32.Vec3{1, 0, 0}, 0.2, s.model.Clip("idle")); !errors.Is(err, systems.ErrWeight) {
		t.Errorf("it gets up while no bodies pose it: %v", err)
	}
	if *s.animation.Player(entity).Playback() != playing || *s.transform(entity) != at {
		t.Error("getting up changed something although it failed")
	}
	for range 40 {
		s.update(0.1)
	}
	end := s.library.Clip(wave).End()
	if p := s.animation.Player(entity).Playback(); p.Motion != wave || !p.Finished || p.Time != end {
		t.Errorf("after 4 s it plays %+v, and the clip ends at %v s", p, end)
	}
}

// A frame with ragdolls, and all that a program does for them in it, allocates nothing.
func TestRagdollFrameAllocatesNothing(t *testing.T) {
	for _, workers := range []int{1, 2} {
		s := newDollStage(t, workers)
		var dolls []systems.Ragdoll
		for i := range 20 {
			_, doll := s.spawn(mgl32.Translate3D(float32(i), 0, 0), "walk")
			dolls = append(dolls, doll)
		}
		s.update(0.1)
		var motions []ragdoll.Motion
		list := make([]ragdoll.Transform, len(s.bodies.Bodies))
		frame := func() {
			var err error
			for _, doll := range dolls {
				motions, err = doll.Targets(motions)
				s.must(err)
				for k := range motions {
					list[k] = motions[k].Transform
				}
				s.must(doll.SetBodies(list))
				motions, err = doll.Bodies(motions)
				s.must(err)
			}
			s.update(1.0 / 60)
		}
		for _, doll := range dolls {
			s.must(doll.Start())
		}
		for range 3 {
			frame()
		}
		if n := testing.AllocsPerRun(30, frame); n != 0 {
			t.Errorf("%d workers: a frame allocates %v times", workers, n)
		}
	}
}

// A ragdoll that was unbound after the last frame is so in a snapshot too: the next frame poses its
// character, which it would skip otherwise.
func TestUnboundRagdollInASnapshot(t *testing.T) {
	s := newDollStage(t, 1)
	entity, doll := s.spawn(mgl32.Ident4(), "walk")
	details := generic.NewMap1[components.LevelOfDetail](&s.world)
	details.Assign(entity, &components.LevelOfDetail{Interval: 10})
	s.update(0.1)
	for (s.animation.Store().Frame()+entity.ID())%10 != 1 { // posed in this frame, skipped in the next ones
		s.update(0.1)
	}
	targets, err := doll.Targets(nil)
	s.must(err)
	s.must(doll.SetBodies(scattered(targets, 1)))
	s.must(doll.Start())
	for range 11 {
		s.update(0.1)
	}
	posed := func() bool {
		pool, _ := s.animation.Pool(entity)
		return pool.Posed() > 0
	}
	before := s.animation.AppendSnapshot(nil)
	s.update(0.1)
	if posed() {
		t.Fatal("the frame after the snapshot poses the character anyway")
	}
	s.must(s.animation.Restore(before))
	s.must(doll.Unbind())
	unbound := s.animation.AppendSnapshot(nil)
	s.update(0.1)
	want, wasPosed := s.animation.AppendSnapshot(nil), posed()
	if !wasPosed {
		t.Error("a character whose ragdoll is unbound keeps showing it")
	}
	for range 3 {
		s.update(0.1)
	}
	s.must(s.animation.Restore(unbound))
	s.update(0.1)
	if posed() != wasPosed || !bytes.Equal(s.animation.AppendSnapshot(nil), want) {
		t.Errorf("the frame after the restore poses the character: %v; without it: %v", posed(), wasPosed)
	}
}
