package figure_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
)

const shin = 0.24 // meters from the last joint of a leg to the foot

// millipede is a millipede whose poses are looked at in the world.
type millipede struct {
	figure.Millipede
	library  *assets.Library
	model    *assets.Model
	skeleton *assets.Skeleton
	pose     *rig.Pose
}

func newMillipede(t *testing.T) *millipede {
	t.Helper()
	m := &millipede{Millipede: figure.Millipede{
		Segments: 20, Radius: 1.3, Turn: 0.4, Step: 0.6,
		Color: mgl32.Vec4{1, 1, 1, 1},
	}, library: assets.NewLibrary(assets.Exact())}
	var err error
	if m.model, err = m.Add(m.library); err != nil {
		t.Fatal(err)
	}
	m.skeleton = m.library.Skeleton(m.model.Skeleton)
	m.pose = rig.NewPose(m.skeleton)
	return m
}

// points returns points in the spaces of joints, by their names, as they are in the world after
// some seconds of walking on the circle.
func (m *millipede) points(t *testing.T, seconds float64, at mgl32.Vec3, joints ...string) (out []mgl32.Vec3) {
	t.Helper()
	c := m.library.Clip(m.model.Clips[0])
	c.Sample(math.Mod(seconds, m.Step), m.pose)
	matrices := m.pose.ModelMatrices(nil)
	angle := m.Turn * seconds
	center := mgl32.Vec3{float32(m.Radius), 0, 0}
	for _, name := range joints {
		joint, err := m.skeleton.FindJoint(name)
		if err != nil {
			t.Fatal(err)
		}
		point := rig.MatrixAt(matrices, joint).Point(at).Sub(center)
		out = append(out, mgl32.TransformCoordinate(point, mgl32.HomogRotate3DY(float32(angle))).Add(center))
	}
	return out
}

func (m *millipede) legs() (names []string) {
	for _, side := range []string{"left", "right"} {
		for i := range m.Segments {
			names = append(names, fmt.Sprintf("%s_shin_%d", side, i))
		}
	}
	return names
}

// A foot on the ground stands still in the world, at every moment most feet are on the ground, and
// none is below it.
func TestMillipedeStands(t *testing.T) {
	m := newMillipede(t)
	const interval = 1.0 / 240
	legs := m.legs()
	before := m.points(t, 0, mgl32.Vec3{shin, 0, 0}, legs...)
	lifted := map[int]bool{}
	for frame := 1; float64(frame)*interval < 2*m.Step; frame++ {
		now := m.points(t, float64(frame)*interval, mgl32.Vec3{shin, 0, 0}, legs...)
		standing := 0
		for i := range now {
			if now[i][1] < -0.003 {
				t.Fatalf("%s is %v m below the ground", legs[i], -now[i][1])
			}
			switch {
			case now[i][1] < 0.0015 && before[i][1] < 0.0015:
				standing++
				if slipped := now[i].Sub(before[i]).Len(); slipped > 0.0015 {
					t.Errorf("%s stands at %v s, but slips %v m in a frame", legs[i], float64(frame)*interval, slipped)
				}
			case now[i][1] > 0.05:
				lifted[i] = true
			}
		}
		if standing < len(legs)/2 {
			t.Errorf("at %v s %d of %d feet stand", float64(frame)*interval, standing, len(legs))
		}
		before = now
	}
	if len(lifted) != len(legs) {
		t.Errorf("%d of %d feet are lifted in a step", len(lifted), len(legs))
	}
}

// The body follows the circle, and its clip ends as it begins.
func TestMillipedeWalksOnItsCircle(t *testing.T) {
	m := newMillipede(t)
	if joints := m.skeleton.Len(); joints != 1+7*m.Segments+6 {
		t.Errorf("%d joints", joints)
	}
	var body []string
	for i := range m.Segments {
		body = append(body, fmt.Sprintf("segment_%d", i))
	}
	center := mgl32.Vec3{float32(m.Radius), 0, 0}
	for _, seconds := range []float64{0, 0.1, 0.25, 0.5, 1} {
		for i, at := range m.points(t, seconds, mgl32.Vec3{}, body...) {
			at[1] = 0
			if off := float64(at.Sub(center).Len()) - m.Radius; math.Abs(off) > 1e-3 {
				t.Errorf("at %v s %s is %v m off the circle", seconds, body[i], off)
			}
		}
	}
	first, last := m.points(t, 0, mgl32.Vec3{shin, 0, 0}, m.legs()...), m.points(t, m.Step-1e-9, mgl32.Vec3{shin, 0, 0},
		m.legs()...)
	turn := mgl32.HomogRotate3DY(float32(m.Turn * m.Step))
	for i := range first {
		moved := mgl32.TransformCoordinate(first[i].Sub(center), turn).Add(center)
		if d := moved.Sub(last[i]).Len(); d > 1e-3 {
			t.Errorf("after a step %s is %v m from where the next one begins", m.legs()[i], d)
		}
	}
	forward := m.points(t, 0, mgl32.Vec3{0, 0, 0}, "segment_0", "segment_1")
	if later := m.points(t, 0.1, mgl32.Vec3{}, "segment_0"); later[0].Sub(forward[0]).
		Dot(forward[0].Sub(forward[1])) <= 0 {
		t.Error("it walks backward")
	}
}
