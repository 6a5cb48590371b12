package systems_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/soles"
	"github.com/sinew-go/sinew/systems"
)

// slips is what is measured of a character that matches, over a course.
type slips struct {
	worst, sum float64 // how far toes move in the world while they are planted, in meters
	count, far int     // how often a toe is planted, and how many of them slip by more than 5 mm
}

// note notes that a toe was planted, and slipped.
func (s *slips) note(by float64) {
	s.count++
	s.sum += by
	if s.worst = max(s.worst, by); by > 0.005 {
		s.far++
	}
}

// stepper is two characters that match alike over a course, of which one has its feet locked.
type stepper struct {
	r            *roamers
	free, locked ecs.Entity
	toes         [2]int

	shown            [3][]float32     // the matrices that the free one showed in the last frames, latest first
	planted          [2]int           // for how many frames
	balls            [2][2]soles.Ball // of each toe: the ball of the foot, and the tip of the toes
	feet, lockedFeet [2]footing
	soles            [2][3]struct {
		ball    soles.Ball
		contact soles.Contact
	} // of the feet that are locked: the heel, the ball of the foot and the tip of the toes
	touched                int     // frames in which a part of them was on the ground
	slid                   float64 // how far a part slipped at most while it was
	freeSlips, lockedSlips slips
	jumps, farJumps        int     // and in how many a joint goes 2 mm farther than by its motion
	jump, jumpSum          float64 // how much farther, at most and in sum
}

// footing is a foot in the world, and how far it has slipped since it came to the ground, in
// meters.
type footing struct {
	toe      mgl32.Mat4
	slid     mgl32.Vec3
	farthest float64
}

// step goes to the next frame, in which a foot that stands slips by as much as the ball of the
// foot, at the toe joint, or the tip of the toes, which rolls on the ground: the lower one of the
// two.
func (f *footing) step(balls *[2]soles.Ball, toe mgl32.Mat4, stands bool) {
	up := mgl32.Vec3{0, 1, 0}
	before := f.toe
	f.toe = toe
	if !stands {
		f.slid, f.farthest = mgl32.Vec3{}, 0
		return
	}
	step := toe.Col(3).Sub(before.Col(3)).Vec3()
	if balls[1].Above(toe, up) < balls[0].Above(toe, up) {
		step = balls[1].Slip(before, toe, up)
	}
	f.slid = f.slid.Add(step)
	f.farthest = max(f.farthest, math.Hypot(float64(f.slid[0]), float64(f.slid[2])))
}

// lockedBelow is the height of a toe joint in meters below which the foot may be locked: 26 mm over
// its sole, and a 50th of a leg.
const lockedBelow = 0.026 + 0.02*0.88

// standingFor is for how many frames a part of a sole has been on the ground that does not only
// land or leave.
const standingFor = frameRate / 10

// The mannequin's feet, in meters: the tips of the toes, and the heels.
const (
	toeLength, tipHeight   = 0.072, 0.018
	heelLength, heelHeight = 0.04, 0.03
)

func newStepper(t *testing.T, r *roamers, stack id.ModifierStack) *stepper {
	t.Helper()
	s := &stepper{r: r, free: r.spawn(t), locked: r.spawn(t)}
	for i, name := range []string{"left_toe", "right_toe"} {
		var err error
		s.toes[i], err = r.library.Skeleton(r.model.Skeleton).FindJoint(name)
		check(t, err)
		rest := rig.MatrixAt(rig.NewPose(r.library.Skeleton(r.model.Skeleton)).ModelMatrices(nil), s.toes[i]).Mat4()
		s.balls[i] = [2]soles.Ball{soles.NewBall(rest, 0, 0.026), soles.NewBall(rest, toeLength, tipHeight)}
		foot := r.library.Skeleton(r.model.Skeleton).Parent(s.toes[i])
		ankle := rig.MatrixAt(rig.NewPose(r.library.Skeleton(r.model.Skeleton)).ModelMatrices(nil), foot).Mat4()
		s.soles[i][0].ball = soles.NewBall(ankle, -heelLength, heelHeight)
		s.soles[i][1].ball, s.soles[i][2].ball = s.balls[i][0], s.balls[i][1]
	}
	for _, e := range []ecs.Entity{s.free, s.locked} {
		check(t, r.animation.EnableModelMatrices(e))
		r.animation.Wish(e).MaxDrift = 100
	}
	check(t, r.animation.Modify(s.locked, stack))
	check(t, r.animation.Modifier(s.locked, "feet").Fade(1, 0))
	return s
}

func jointPlace(m []float32, joint int) mgl32.Vec3 {
	return mgl32.Vec3{m[12*joint+3], m[12*joint+7], m[12*joint+11]}
}

// measure measures a frame. Before is the time of the playback in the frame before.
func (s *stepper) measure(t *testing.T, frame int, before float64) {
	t.Helper()
	r := s.r
	now, world := r.animation.Player(s.free).Playback().Time, r.transforms.Get(s.free).Matrix
	if frame == 0 { // from then on both search in the same frames
		r.animation.Wish(s.locked).Wait = r.animation.Wish(s.free).Wait
	} else if now != r.animation.Player(s.locked).Playback().Time || world != r.transforms.Get(s.locked).Matrix {
		t.Fatalf("frame %d: the character with locked feet matches otherwise", frame)
	}
	shown, locked := r.animation.ModelMatrices(s.free), r.animation.ModelMatrices(s.locked)
	for i, toe := range s.toes {
		free := world.Mul4(rig.MatrixAt(shown, toe).Mat4())
		other := world.Mul4(rig.MatrixAt(locked, toe).Mat4())
		at := free.Col(3).Vec3()
		is := at.Sub(s.feet[i].toe.Col(3).Vec3()).Len()*frameRate < 0.3 && at[1] < lockedBelow
		if !is && s.planted[i] > 0 {
			s.freeSlips.note(s.feet[i].farthest)
			s.lockedSlips.note(s.lockedFeet[i].farthest)
		}
		s.feet[i].step(&s.balls[i], free, is && s.planted[i] > 0)
		s.lockedFeet[i].step(&s.balls[i], other, is && s.planted[i] > 0)
		if s.planted[i]++; !is {
			s.planted[i] = 0
		}
		for k := range s.soles[i] {
			matrix := other
			if k == 0 {
				foot := r.library.Skeleton(r.model.Skeleton).Parent(toe)
				matrix = world.Mul4(rig.MatrixAt(locked, foot).Mat4())
			}
			part := &s.soles[i][k]
			slid := part.contact.Follow(part.ball, matrix, mgl32.Vec3{0, 1, 0})
			if part.contact.Frames >= standingFor {
				s.touched++
				s.slid = max(s.slid, slid)
			}
		}
	}
	if math.Abs(now-before-1.0/frameRate) > 1e-6 && frame > 2 {
		source, previous := r.pose(t, now), r.pose(t, now-1.0/frameRate)
		beyond := 0.0
		for j := range len(shown) / 12 {
			step := jointPlace(shown, j).Sub(jointPlace(s.shown[0], j))
			last := jointPlace(s.shown[0], j).Sub(jointPlace(s.shown[1], j))
			gained := last.Sub(jointPlace(s.shown[1], j).Sub(jointPlace(s.shown[2], j)))
			own := max(last.Len()+gained.Len(), jointPlace(source, j).Sub(jointPlace(previous, j)).Len())
			beyond = max(beyond, float64(step.Len()-own))
		}
		s.jumps++
		s.jumpSum += beyond
		if s.jump = max(s.jump, beyond); beyond > 0.002 {
			s.farJumps++
		}
	}
	s.shown[0], s.shown[1], s.shown[2] = append(s.shown[2][:0], shown...), s.shown[0], s.shown[1]
}

// pose returns the model matrices of the clip that the database shows at a time.
func (r *roamers) pose(t *testing.T, time float64) []float32 {
	t.Helper()
	d := r.library.Motion(r.database).Motion.(*matching.Database)
	frame := d.FrameAt(time)
	of, at := d.ClipTime(frame)
	pose := rig.NewPose(r.library.Skeleton(r.model.Skeleton))
	check(t, r.library.Clip(of).Sample(at+time-d.Time(frame), pose))
	return pose.ModelMatrices(nil)
}

// Over a steered course of 60 s a foot that is planted slips by at most 5 mm if foot placement
// locks it, as it does by the foot's speed. Planted is a toe that, without locks, is as near the
// floor and as slow as one that may be locked. No heel, ball or tip of toes that is on the ground
// with locks slips farther either. When the playback jumps, a joint steps at most 2 mm farther in a
// frame than it did in the frame before with as much more as it gained there, or does in the motion
// to which it jumps, and on average hardly farther. (An elbow about which hips and an arm turn that
// speed up takes a short step between longer ones.)
func TestSlipsAndJumpsOfMatching(t *testing.T) {
	probe.Serial(t)
	r := newRoamers(t, 900)
	feet := modifier.Feet{Pelvis: "hips"}
	for _, side := range []string{"left_", "right_"} {
		feet.Feet = append(feet.Feet, modifier.Foot{
			Root: side + "thigh", Middle: side + "shin", End: side + "foot", Toe: side + "toe", Bend: mgl32.Vec3{0, 0, 1},
			ToeLength: toeLength, TipHeight: tipHeight, HeelLength: heelLength, HeelHeight: heelHeight,
		})
	}
	stack, err := modifier.New("feet", r.library.Skeleton(r.model.Skeleton)).Feet("feet", feet).Add(r.library)
	check(t, err)
	r.animation.SetGround(systems.GroundFunc(func(_, _ float32) (float32, mgl32.Vec3) { return 0, mgl32.Vec3{0, 1, 0} }))
	s := newStepper(t, r, stack)
	for frame := range 60 * frameRate {
		for _, e := range []ecs.Entity{s.free, s.locked} {
			r.animation.Wish(e).Velocity = steered(float64(frame) / frameRate)
		}
		before := r.animation.Player(s.free).Playback().Time
		check(t, r.animation.Update(1.0/frameRate))
		s.measure(t, frame, before)
	}
	mm := func(x float64, n int) float64 { return 1000 * x / float64(n) }
	t.Logf("%d times planted: free toes slip by %.1f mm on average, %.1f at most, %d by more than 5; locked ones by "+
		"%.1f, %.1f, %d", s.freeSlips.count, mm(s.freeSlips.sum, s.freeSlips.count), mm(s.freeSlips.worst, 1),
		s.freeSlips.far,
		mm(s.lockedSlips.sum, s.lockedSlips.count), mm(s.lockedSlips.worst, 1), s.lockedSlips.far)
	t.Logf("%d jumps: a joint goes %.2f mm farther than by its motion on average, %.1f at most, in %d by more than 2",
		s.jumps, mm(s.jumpSum, s.jumps), mm(s.jump, 1), s.farJumps)
	if s.freeSlips.count < 80 || !(s.lockedSlips.worst <= 0.005) {
		t.Errorf("%d times planted, a locked toe slips by %.1f mm, expected at most 5", s.freeSlips.count,
			mm(s.lockedSlips.worst, 1))
	}
	t.Logf("a heel, ball or tip of locked feet stands on the ground in %d frames, and slips by %.1f mm at most", s.touched,
		mm(s.slid, 1))
	if s.touched < 1000 || !(s.slid <= 0.005) {
		t.Errorf("in %d frames in which a part of a locked foot stands it slips by %.1f mm, expected at most 5",
			s.touched, mm(s.slid, 1))
	}
	if s.jumps < 100 || !(mm(s.jumpSum, s.jumps) < 0.05) || !(s.jump <= 0.002) {
		t.Errorf("%d jumps: a joint goes %.1f mm farther than by its motion, in %d by more than 2", s.jumps, mm(s.jump, 1),
			s.farJumps)
	}
}
