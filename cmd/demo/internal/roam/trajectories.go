package roam

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// segmentsPerPoint is how many straight pieces a trajectory has for each of its points.
const segmentsPerPoint = 5

// markLength is the length of the mark that shows where the character faces at a point, in meters.
const markLength = 0.16

// trajectory is a line on the ground from the character through points, with a mark at each point
// that shows where the character faces there.
type trajectory struct {
	transforms *generic.Map1[components.Transform]
	height     float32
	segments   []ecs.Entity
	marks      []ecs.Entity
}

// look is how a trajectory looks: half its width and its height above the ground, in meters.
type look struct {
	name          string
	color         mgl32.Vec3 // linear RGB
	width, height float32
}

// addTrajectory adds a trajectory through some points.
func (s *Scene) addTrajectory(of look, points int) (*trajectory, error) {
	t := &trajectory{transforms: &s.transforms, height: of.height}
	line, err := prop.Add(s.library, of.name, of.color, prop.Box(mgl32.Vec3{of.width, 0.002, 0.5}))
	if err != nil {
		return nil, fmt.Errorf("roam: %w", err)
	}
	dot := prop.Moved(prop.Ring(0, 2.4*of.width), mgl32.Translate3D(0, 0.003, 0))
	arrow := prop.Moved(prop.Box(mgl32.Vec3{of.width, 0.002, markLength / 2}), mgl32.Translate3D(0, 0, markLength/2))
	mark, err := prop.Add(s.library, of.name+" point", of.color, dot, arrow)
	if err != nil {
		return nil, fmt.Errorf("roam: %w", err)
	}
	things := generic.NewMap2[components.RigidMesh, components.Transform](s.World())
	put := func(mesh id.Mesh) ecs.Entity {
		return things.NewWith(&components.RigidMesh{Mesh: mesh}, &components.Transform{Matrix: hidden})
	}
	for range points * segmentsPerPoint {
		t.segments = append(t.segments, put(line))
	}
	for range points {
		t.marks = append(t.marks, put(mark))
	}
	return t, nil
}

// hidden is a place out of sight.
var hidden = mgl32.Translate3D(0, -10, 0)

// hide puts the trajectory out of sight.
func (t *trajectory) hide() {
	for _, list := range [][]ecs.Entity{t.segments, t.marks} {
		for _, e := range list {
			t.transforms.Get(e).Matrix = hidden
		}
	}
}

// place draws the trajectory through the points that have times after now, as a character with a
// transform sees them. The line begins at a place that the character sees too.
func (t *trajectory) place(character mgl32.Mat4, begin mgl32.Vec3, times []float64, points []matching.Point) {
	begin[1] = 0
	through := []mgl32.Vec3{begin}
	k := 0
	for i, p := range points {
		if times[i] <= 0 || k == len(t.marks) {
			continue
		}
		at := mgl32.Vec3{p.X, 0, p.Z}
		through = append(through, at)
		t.transforms.Get(t.marks[k]).Matrix = character.Mul4(mgl32.Translate3D(at[0], t.height, at[2])).
			Mul4(mgl32.HomogRotate3DY(float32(math.Atan2(float64(p.DirectionX), float64(p.DirectionZ)))))
		k++
	}
	from, n := begin, 0
	for i := 1; i < len(through); i++ {
		for part := 1; part <= segmentsPerPoint && n < len(t.segments); part++ {
			to := between(through, i-1, float32(part)/segmentsPerPoint)
			t.transforms.Get(t.segments[n]).Matrix = character.Mul4(segment(from, to, t.height))
			from, n = to, n+1
		}
	}
}

// between returns a point of a smooth curve through points, at a part of the way from one to the
// next.
func between(points []mgl32.Vec3, i int, part float32) mgl32.Vec3 {
	a, b := points[i], points[i+1]
	in, out := b.Sub(a), b.Sub(a)
	if i > 0 {
		in = b.Sub(points[i-1]).Mul(0.5)
	}
	if i+2 < len(points) {
		out = points[i+2].Sub(a).Mul(0.5)
	}
	t2, t3 := part*part, part*part*part
	return a.Mul(2*t3 - 3*t2 + 1).Add(in.Mul(t3 - 2*t2 + part)).Add(b.Mul(3*t2 - 2*t3)).Add(out.Mul(t3 - t2))
}

// segment returns the matrix that brings a box of length 1 along Z between two points.
func segment(from, to mgl32.Vec3, height float32) mgl32.Mat4 {
	way, middle := to.Sub(from), from.Add(to).Mul(0.5)
	turn := float32(math.Atan2(float64(way[0]), float64(way[2])))
	return mgl32.Translate3D(middle[0], height, middle[2]).Mul4(mgl32.HomogRotate3DY(turn)).
		Mul4(mgl32.Scale3D(1, 1, max(way.Len(), 1e-4)))
}
