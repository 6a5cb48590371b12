package systems_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// slideAlong moves a standing character along X at a speed for some frames, and returns how far its
// left toe is behind the motions.
func (s *feetStage) slideAlong(entity, twin ecs.Entity, speed float32, frames int) (behind []float32) {
	for range frames {
		for _, e := range []ecs.Entity{entity, twin} {
			m := s.transforms.Get(e).Matrix
			m[12] += speed / 60
			s.place(e, m)
		}
		s.must(s.animation.Update(1.0 / 60))
		behind = append(behind, s.jointWorld(twin, "left_toe").Sub(s.jointWorld(entity, "left_toe"))[0])
	}
	return behind
}

// levelGround is a level floor at height 0.
var levelGround = systems.GroundFunc(func(_, _ float32) (float32, mgl32.Vec3) { return 0, mgl32.Vec3{0, 1, 0} })

// TestFeetLockBySpeed: a foot is locked below 0.3 m/s, and released above 1 m/s or 0.2 m away (2/9
// of a leg, which is 0.85 m long) from the motions; then the distance halves every 50 ms.
func TestFeetLockBySpeed(t *testing.T) {
	probe.Serial(t)
	start := func() (*feetStage, ecs.Entity, ecs.Entity) {
		s := newFeetStage(t, 1)
		s.animation.SetGround(levelGround)
		return s, s.walker("none", 0, true), s.walker("none", 0, false)
	}
	near := func(got, want, tolerance float32, what string) {
		t.Helper()
		if got < want-tolerance || got > want+tolerance {
			t.Errorf("%s: the toe is %v m behind the motions, want %v", what, got, want)
		}
	}
	s, entity, twin := start()
	near(s.slideAlong(entity, twin, 0.36, 60)[59], 0, 1e-6, "at 0.36 m/s")
	s, entity, twin = start()
	s.slideAlong(entity, twin, 0.25, 3)
	behind := s.slideAlong(entity, twin, 0.25, 24)
	near(behind[23]-behind[0], 0.25*23/60, 1e-3, "at 0.25 m/s")
	behind = s.slideAlong(entity, twin, 0.9, 4)
	near(behind[3]-behind[0], 0.9*3/60, 1e-3, "then at 0.9 m/s")
	behind = s.slideAlong(entity, twin, 1.2, 31)
	for _, i := range []int{0, 3, 6, 9} {
		near(behind[i+3], behind[i]/2, 0.02*behind[i], "3 frames after the release")
	}
	near(behind[30], 0, 1e-3, "half a second after the release")

	s, entity, twin = start()
	largest := slices.Max(s.slideAlong(entity, twin, 0.25, 120))
	near(largest, 0.19, 0.005, "of all frames at 0.25 m/s, the farthest")
}

// A foot that the motions carry off along the floor is lifted from the frame of its release on,
// rises and falls by at most a leg a second, and stands again when it has come to rest. One that
// was never locked is not lifted.
func TestReleasedFeetStep(t *testing.T) {
	probe.Serial(t)
	s := newFeetStage(t, 1)
	s.animation.SetGround(levelGround)
	entity, twin := s.walker("none", 0, true), s.walker("none", 0, false)
	height := func() float32 {
		return s.jointWorld(entity, "left_toe").Sub(s.jointWorld(twin, "left_toe"))[1]
	}
	before := float32(0)
	slide := func(speed float32, frames int) (lowest, highest float32) {
		lowest = 1
		for range frames {
			s.slideAlong(entity, twin, speed, 1)
			now := height()
			if step := now - before; max(step, -step) > 0.87/60 {
				t.Errorf("at %v m/s the foot rises by %v m in a frame", speed, step)
			}
			before, lowest, highest = now, min(lowest, now), max(highest, now)
		}
		return lowest, highest
	}
	const still = 1e-5
	if _, highest := slide(1.2, 20); highest > still {
		t.Errorf("a foot that was never locked is lifted by %v m", highest)
	}
	if _, highest := slide(0, 10); highest > still {
		t.Errorf("a foot that stands is lifted by %v m", highest)
	}
	if _, highest := slide(0.25, 20); highest > still {
		t.Errorf("a locked foot is lifted by %v m", highest)
	}
	if lowest, highest := slide(1.2, 20); lowest < 0.01 || highest < 0.03 || highest > 0.05 {
		t.Errorf("a released foot is lifted by %v to %v m, expected 0.01 to 0.03 or more", lowest, highest)
	}
	slide(0, 10)
	if _, highest := slide(0, 10); highest > still {
		t.Errorf("a foot that stands again is lifted by %v m", highest)
	}
}

// TestFeetLockByMarkers: the markers of a clip decide when a foot is planted, whatever its speed.
func TestFeetLockByMarkers(t *testing.T) {
	probe.Serial(t)
	s := newFeetStage(t, 1)
	s.animation.SetGround(levelGround)
	settings := mannequinFeet()
	settings.Feet[0].Down, settings.Feet[0].Lift = "left down", "left lift"
	var err error
	if s.stack, err = modifier.New("marked", s.library.Skeleton(s.model.Skeleton)).Feet("feet", settings).
		Add(s.library); err != nil {
		t.Fatal(err)
	}
	idle := s.library.Clip(s.model.Clip("idle"))
	marked, err := clip.WithMarkers(idle, clip.Marker{Name: "left down", Time: idle.Start() + 0.5},
		clip.Marker{Name: "left lift", Time: idle.Start() + 0.7})
	s.must(err)
	id := s.library.AddClip(marked)
	entity, twin := s.walker("none", 0, true), s.walker("none", 0, false)
	for _, e := range []ecs.Entity{entity, twin} {
		s.must(s.animation.Player(e).Play(id))
	}
	s.must(s.animation.Player(entity).Seek(idle.Start()))
	behind := append(s.slideAlong(entity, twin, 0, 12), s.slideAlong(entity, twin, 0.6, 48)...)
	for frame, x := range behind {
		// The time of a frame's pose is (frame+1)/60 s.
		switch locked := frame >= 31 && frame <= 40; {
		case frame < 29 && max(x, -x) > 1e-3:
			t.Errorf("frame %d: the toe is %v m behind the motions before its marker", frame, x)
		case locked && behind[frame]-behind[frame-1] < 0.6/60-2e-3:
			t.Errorf("frame %d: the toe is not locked: it is %v m behind the motions, after %v", frame, x,
				behind[frame-1])
		case frame > 44 && behind[frame] > 0.95*behind[frame-1]:
			t.Errorf("frame %d: the toe is still locked: it is %v m behind the motions, after %v", frame, x,
				behind[frame-1])
		}
	}
}

// TestFeetOnGroundOfComponents: ground that the program writes into goals does the same as
// SetGround, and may be a platform.
func TestFeetOnGroundOfComponents(t *testing.T) {
	probe.Serial(t)
	height, normal := float32(0.1), mgl32.Vec3{0.1, 1, 0.1}.Normalize()
	s := newFeetStage(t, 1)
	s.animation.SetGround(systems.GroundFunc(func(x, z float32) (float32, mgl32.Vec3) {
		return height - (normal[0]*x+normal[2]*z)/normal[1], normal
	}))
	asked, given, rides := s.walker("none", 0, true), s.walker("none", 0, true), s.walker("none", 0, true)
	platform := s.transforms.NewWith(&components.Transform{Matrix: mgl32.Ident4()})
	for _, joint := range []string{"left_foot", "right_foot"} {
		s.must(s.animation.Modifier(given, "feet."+joint).StandOn(mgl32.Vec3{0, height, 0}, normal))
		s.must(s.animation.Modifier(rides, "feet."+joint).Follow(platform, ""))
		s.must(s.animation.Modifier(rides, "feet."+joint).Fade(1, 0))
	}
	for range 10 {
		s.must(s.animation.Update(1.0 / 60))
	}
	a, b := s.animation.ModelMatrices(asked), s.animation.ModelMatrices(given)
	for i := range a {
		if d := a[i] - b[i]; d > 1e-6 || d < -1e-6 {
			t.Fatalf("number %d of the pose is %v with ground of a goal, want %v", i, b[i], a[i])
		}
	}
	before := s.jointWorld(rides, "left_toe")
	s.place(platform, mgl32.Translate3D(0, 0.2, 0))
	for range 60 {
		s.must(s.animation.Update(1.0 / 60))
	}
	if d := s.jointWorld(rides, "left_toe").Sub(before); math.Abs(float64(d[1])-0.2) > 1e-3 {
		t.Errorf("a platform rises by 0.2 m, and the toe moves by %v", d)
	}
	if err := s.animation.Modifier(given, "feet.left_foot").StandOn(mgl32.Vec3{},
		mgl32.Vec3{float32(math.NaN())}); err == nil {
		t.Error("a normal that is not a number is accepted")
	}
}

// TestFeetInAnyTransform: in model space a character does the same whatever its Transform, on
// ground that is transformed alike.
func TestFeetInAnyTransform(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 94))
	point, normal := mgl32.Vec3{0.1, -0.1, 0.2}, mgl32.Vec3{0.2, 1, -0.15}.Normalize()
	play := func(m mgl32.Mat4) (poses []float32) {
		s := newFeetStage(t, 1)
		entity := s.walker("walk", 0.2, true)
		turn := m.Mat3().Inv().Transpose()
		for frame := range 60 {
			ahead := m.Mul4(mgl32.Translate3D(0, 0, float32(frame)/60*mannequin.WalkSpeed))
			s.place(entity, ahead)
			for _, joint := range []string{"left_foot", "right_foot"} {
				s.must(s.animation.Modifier(entity, "feet."+joint).StandOn(mgl32.TransformCoordinate(point, ahead),
					turn.Mul3x1(normal)))
			}
			s.must(s.animation.Update(1.0 / 60))
			poses = append(poses, s.animation.ModelMatrices(entity)...)
		}
		return poses
	}
	want := play(mgl32.Ident4())
	for _, scale := range []mgl32.Vec3{{1, 1, 1}, {0.01, 0.01, 0.01}, {100, 100, 100}, {-3, 3, 3}, {0.1, 0.1, -0.1}} {
		axis := mgl32.Vec3{random.Float32(), random.Float32() - 0.5, random.Float32()}.Normalize()
		m := mgl32.HomogRotate3D(random.Float32()*6, axis).Mul4(mgl32.Scale3D(scale[0], scale[1], scale[2]))
		worst := float32(0)
		for i, x := range play(m) {
			worst = max(worst, x-want[i], want[i]-x)
		}
		if worst > 1e-3 {
			t.Errorf("scaled by %v the pose differs by %v", scale, worst)
		}
	}
}

// feetCrowd is a crowd of walkers on hills, some of which are skipped in some frames.
type feetCrowd struct {
	*feetStage
	crowd []ecs.Entity
	frame int
}

func newFeetCrowd(t *testing.T, workers int) *feetCrowd {
	c := &feetCrowd{feetStage: newFeetStage(t, workers)}
	h := newHills(rand.New(rand.NewPCG(1, 96)), 1)
	c.animation.SetGround(systems.GroundFunc(h.ground))
	details := generic.NewMap1[components.LevelOfDetail](&c.world)
	for i := range 30 {
		entity := c.walker("walk", float64(i)/30, true)
		if i%3 == 0 {
			details.Assign(entity, &components.LevelOfDetail{Fixed: true, Interval: uint16(1 + i%4)})
		}
		c.crowd = append(c.crowd, entity)
	}
	return c
}

func (c *feetCrowd) step() {
	c.frame++
	for i, entity := range c.crowd {
		speed := []float32{mannequin.WalkSpeed, 0.25, 2}[(c.frame/20+i)%3]
		c.place(entity, c.transforms.Get(entity).Matrix.Mul4(mgl32.Translate3D(0, 0, speed/60)))
	}
	c.must(c.animation.Update([]float64{1.0 / 60, 1.0 / 30, 1.0 / 144, 0}[c.frame*7%4]))
}

func (c *feetCrowd) matrices() (all []float32) {
	for _, entity := range c.crowd {
		all = append(all, c.animation.ModelMatrices(entity)...)
	}
	return all
}

// TestSnapshotsOfFeet: locks and heights are in snapshots, and replays have the same bits, in the
// same world and in another one.
func TestSnapshotsOfFeet(t *testing.T) {
	probe.Serial(t)
	c, other := newFeetCrowd(t, 1), newFeetCrowd(t, 4)
	for range 47 {
		c.step()
	}
	snapshot, frame := c.animation.AppendSnapshot(nil), c.frame
	var places []mgl32.Mat4
	for _, entity := range c.crowd {
		places = append(places, c.transforms.Get(entity).Matrix)
	}
	var want [][]float32
	for range 40 {
		c.step()
		want = append(want, c.matrices())
	}
	for range 7 {
		other.step()
	}
	restore := func(w *feetCrowd) {
		t.Helper()
		check(t, w.animation.Restore(snapshot))
		w.frame = frame
		for i, entity := range w.crowd {
			w.place(entity, places[i])
		}
	}
	for _, w := range []*feetCrowd{c, other} {
		restore(w)
		if again := w.animation.AppendSnapshot(nil); !bytes.Equal(again, snapshot) {
			t.Fatal("a snapshot of the restored state differs")
		}
		for i := range want {
			w.step()
			if !equalBits(w.matrices(), want[i]) {
				t.Fatalf("frame %d after the snapshot has other poses", i)
			}
		}
	}
	restore(c)
	for _, entity := range c.crowd {
		check(t, c.animation.ResetModifiers(entity))
	}
	if c.step(); equalBits(c.matrices(), want[0]) {
		t.Error("without what the feet remember the poses are the same: this tests nothing")
	}
}

// TestFeetFadeByLevel: foot placement fades at its level of detail and comes back, without a jump.
func TestFeetFadeByLevel(t *testing.T) {
	s := newFeetStage(t, 1)
	s.animation.SetGround(systems.GroundFunc(func(x, _ float32) (float32, mgl32.Vec3) {
		return 0.4*x - 0.1, mgl32.Vec3{-0.4, 1, 0}.Normalize()
	}))
	settings := mannequinFeet()
	settings.OffLevel = 1
	var err error
	if s.stack, err = modifier.New("near", s.library.Skeleton(s.model.Skeleton)).Feet("feet", settings).
		Add(s.library); err != nil {
		t.Fatal(err)
	}
	entity, plain := s.walker("none", 0, true), s.walker("none", 0, false)
	details := generic.NewMap1[components.LevelOfDetail](&s.world)
	details.Assign(entity, &components.LevelOfDetail{Fixed: true})
	s.must(s.animation.Update(1.0 / 60))
	placed := slices.Clone(s.animation.ModelMatrices(entity))
	before, largest, whole := slices.Clone(placed), float32(0), float32(0)
	frames := func(level uint8) {
		details.Get(entity).Level = level
		for range 30 {
			s.must(s.animation.Update(1.0 / 60))
			now := s.animation.ModelMatrices(entity)
			for i := 3; i < len(now); i += 4 {
				largest = max(largest, now[i]-before[i], before[i]-now[i])
			}
			copy(before, now)
		}
	}
	frames(1)
	for i, x := range s.animation.ModelMatrices(plain) {
		if before[i] != x {
			t.Fatalf("at level 1 number %d of the pose is %v, want %v as without foot placement", i, before[i], x)
		}
		whole = max(whole, placed[i]-x, x-placed[i])
	}
	frames(0)
	for i, x := range placed {
		if d := before[i] - x; d > 1e-4 || d < -1e-4 {
			t.Fatalf("back at level 0 number %d of the pose is %v, want %v", i, before[i], x)
		}
	}
	if largest > whole/4 {
		t.Errorf("a joint moves by %v in a frame, of %v in all: want it to fade in a quarter of a second",
			largest, whole)
	}
}
