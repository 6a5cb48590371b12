package matching_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/databases"
)

// ground returns where a character is that moves by a root motion.
func ground(m clip.Motion) mgl64.Mat4 {
	return mgl64.Translate3D(m.X, m.Y, m.Z).Mul4(mgl64.HomogRotate3DY(m.Yaw))
}

// jointAt returns where a joint is in model space.
func jointAt(c *clip.Clip, time float64, name string) mgl64.Vec3 {
	joint, _ := c.Skeleton().Find(name)
	m := rig.MatrixAt(c.PoseAt(time).ModelMatrices(nil), joint)
	return mgl64.Vec3{float64(m[3]), float64(m[7]), float64(m[11])}
}

// The features of a recording are those of its source, which has the motion in the pose, seen from
// where the character is.
func TestFeaturesOfARecording(t *testing.T) {
	library, b := databases.Recording(t, "02_03_run.bvh")
	d := databases.Build(t, b, library)
	c := library.Clip(d.Ranges()[0].Clip)
	root := c.RootMotion()
	source := root.Source()
	const period = 1.0 / 30
	for frame := 12; frame < d.Frames()-40; frame += 7 {
		q := d.Query(frame, nil, nil)
		time := d.Ranges()[0].From + float64(frame)*period
		toCharacter := ground(root.At(time)).Inv()
		seen := func(at float64, joint string) mgl64.Vec3 {
			return mgl64.TransformCoordinate(jointAt(source, at, joint), toCharacter)
		}
		expect := func(name string, at int, want mgl64.Vec3) {
			got := mgl64.Vec3{float64(q[at]), float64(q[at+1]), float64(q[at+2])}
			if got.Sub(want).Len() > 2e-3 {
				t.Errorf("frame %d: %s: %v, expected %v", frame, name, got, want)
			}
		}
		expect("position of lfoot", 0, seen(time, "lfoot"))
		expect("position of rfoot", 3, seen(time, "rfoot"))
		for i, joint := range []string{"lfoot", "rfoot", "root"} {
			expect("velocity of "+joint, 6+3*i,
				seen(time+period, joint).Sub(seen(time-period, joint)).Mul(0.5/period))
		}
		for i, offset := range d.Times() {
			there := toCharacter.Mul4(ground(root.At(time + offset)))
			got := d.Trajectory(q, nil)[i]
			want := matching.Point{
				X: float32(there[12]), Z: float32(there[14]), DirectionX: float32(there[8]), DirectionZ: float32(there[10]),
			}
			for k, e := range []float32{
				got.X - want.X, got.Z - want.Z, got.DirectionX - want.DirectionX,
				got.DirectionZ - want.DirectionZ,
			} {
				if math.Abs(float64(e)) > 1e-4 {
					t.Errorf("frame %d, in %v s: number %d: %v, expected %v", frame, offset, k, got, want)
				}
			}
		}
	}
}

// Beyond the ends of a clip a trajectory goes on straight ahead and turns on, and around in a loop.
func TestTrajectoriesBeyondTheEnds(t *testing.T) {
	library, arc, skeleton := databases.Arc(t)
	for _, loop := range []bool{false, true} {
		d := databases.Build(t, matching.NewBuilder("arc", skeleton).Position("tip", 1).Velocity("tip", 1).
			Trajectory(1, 1, -1, 0.5, 1).Range(matching.Range{Clip: arc, Loop: loop, SkipEnd: -1}), library)
		want := 61
		if loop {
			want = 60
		}
		if d.Frames() != want {
			t.Fatalf("loop %t: %d frames, expected %d", loop, d.Frames(), want)
		}
		circle := func(seconds float64) matching.Point {
			sin, cos := math.Sincos(seconds)
			return matching.Point{
				X: float32(2 * (1 - cos)), Z: float32(2 * sin), DirectionX: float32(sin), DirectionZ: float32(cos),
			}
		}
		// from the end on straight ahead, while it turns on
		straight := func(inside, beyond float64) matching.Point {
			p := circle(inside)
			sin, cos := math.Sincos(inside)
			turned, along := math.Sincos(inside + beyond)
			return matching.Point{
				X: p.X + float32(2*beyond*sin), Z: p.Z + float32(2*beyond*cos),
				DirectionX: float32(turned), DirectionZ: float32(along),
			}
		}
		for frame := range d.Frames() {
			q := d.Query(frame, nil, nil)
			time := float64(frame) / 30
			for i, offset := range d.Times() {
				want := circle(offset)
				switch {
				case !loop && time+offset > 2:
					want = straight(2-time, time+offset-2)
				case !loop && time+offset < 0:
					want = straight(-time, time+offset)
				}
				got := d.Trajectory(q, nil)[i]
				if e := math.Hypot(float64(got.X-want.X), float64(got.Z-want.Z)); e > 0.04 {
					t.Errorf("loop %t, %v s + %v s: at %v, expected %v", loop, time, offset, got, want)
				}
				if e := math.Hypot(float64(got.DirectionX-want.DirectionX), float64(got.DirectionZ-want.DirectionZ)); e > 1e-4 {
					t.Errorf("loop %t, %v s + %v s: faces %v, expected %v", loop, time, offset, got, want)
				}
			}
			// The tip moves ahead at 2 m/s, and to the left as it turns.
			for k, want := range []float32{0, 0, 1, 1, 0, 2} {
				if math.Abs(float64(q[k]-want)) > 0.04 {
					t.Errorf("loop %t, %v s: number %d: %v, expected %v", loop, time, k, q[k], want)
				}
			}
		}
	}
}

func TestNumbersOfMarkersAndValues(t *testing.T) {
	library, arc, skeleton := databases.Arc(t)
	for _, loop := range []bool{false, true} {
		d := databases.Build(t, matching.NewBuilder("arc", skeleton).Curve("step", 1).Phase("step", 1).
			Value("half the time", 1, func(_ *clip.Clip, time float64) float64 { return time / 2 }).
			Curve("none", 1).Range(matching.Range{Clip: arc, Loop: loop, SkipEnd: -1}), library)
		for _, c := range []struct{ time, once, around, phase float64 }{
			{0, 10, 15, 0.5}, {0.5, 10, 10, 0}, {1, 15, 15, 0.5}, {1.2, 17, 17, 0.7}, {1.8, 20, 17, 0.3},
		} {
			q := d.Query(d.FrameAt(d.Time(0)+c.time), nil, nil)
			curve := c.once
			if loop {
				curve = c.around
			}
			sin, cos := math.Sincos(2 * math.Pi * c.phase)
			for k, want := range []float64{curve, cos, sin, c.time / 2, 0} {
				if math.Abs(float64(q[k])-want) > 1e-5 {
					t.Errorf("loop %t, %v s: number %d: %v, expected %v", loop, c.time, k, q[k], want)
				}
			}
		}
		if f := d.Features()[3]; f.Spread != 0 {
			t.Errorf("the number of missing markers has the spread %v", f.Spread)
		}
		if notes := d.Report().Notes; len(notes) != 2 {
			t.Errorf("expected notes about the missing markers and the feature that never changes, found %q", notes)
		}
	}
}
