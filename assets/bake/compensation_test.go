package bake

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// branching returns a clip of a chain of joints with branches, some of which do not move, all of
// one scale but the root.
func branching(t *testing.T, r *rand.Rand, divide bool) *clip.Clip {
	t.Helper()
	var joints []rig.Joint
	for i := range 14 {
		rest := rig.TRS{
			Translation: mgl32.Vec3{0.05 * r.Float32(), 0.1 + 0.1*r.Float32(), 0.05 * r.Float32()},
			Rotation:    mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, 1},
		}
		parent := i - 1
		if i%5 == 4 {
			parent = i - 3
		}
		if i == 0 {
			rest.Scale = mgl32.Vec3{1.25, 1.25, 1.25}
		}
		joints = append(joints, rig.Joint{Name: fmt.Sprint(i), Parent: parent, Rest: rest})
	}
	skeleton, err := rig.NewSkeleton("branching", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	reach := float32(2.5) // radians; of more than pi no component of a rotation stays far from 0
	if divide {
		reach = 0.6
	}
	b := clip.NewBuilder("waving", skeleton)
	times := make([]float32, 40)
	for k := range times {
		times[k] = float32(k) / 30
	}
	for joint := range joints {
		if joint%4 == 3 {
			continue // it does not move
		}
		axis := mgl32.Vec3{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.Normalize()
		phase, speed := r.Float32(), 2+2*r.Float32()
		rotations, places := make([]mgl32.Quat, len(times)), make([]mgl32.Vec3, len(times))
		for k, time := range times {
			s, c := exact.SinCos(float64(speed*time + phase))
			rotations[k] = mgl32.QuatRotate(reach*float32(s), axis).Mul(mgl32.QuatRotate(0.4*float32(c), mgl32.Vec3{1, 0, 0}))
			places[k] = mgl32.Vec3{float32(s), 0.2 * float32(c), time}
		}
		b.Rotation(joint, clip.Linear, times, rotations)
		if joint == 0 || joint == 6 {
			b.Translation(joint, clip.Linear, times, places)
		}
	}
	c, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// frameErrors quantizes all frames of a candidate in a layout, and returns the largest error at
// each of them.
func frameErrors(b *baker, c *candidate, l *rowLayout) (errors []float64) {
	clip := b.newClip(c.sampledFrames)
	clip.data = l.tables(b.clip.BaseLocals(), c.ranges)
	newQuantizer(l, c, &clip.data, make([]byte, c.bytesOfFrames(&clip.data))).quantizeAll(nil)
	for frame := range c.frames {
		at := b.errorMetric.newComparisons([]float64{c.time(float64(frame))})[0]
		errors = append(errors, b.errorMetric.errorAt(at, 0, func(_ float64, locals []float32) {
			kernel.SampleBaked(locals, &clip.data, frame, frame, 0)
		}))
	}
	return errors
}

// Joints that make up for the errors of those above leave much less of them, in the same layout, and
// the error that the compensator takes a joint to have is the one that it has.
func TestJointsMakeUpForErrorsAbove(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 26))
	divided := 0
	for n := range 8 {
		source := branching(t, r, n%2 == 0)
		b := newBaker(source, Options{Unscaled: true}, nil)
		grid := newFrameGrid(source)
		b.cells, b.arms = b.newCellComparisons(grid), b.measureArms(grid)
		if n%2 == 0 {
			b.chooseDivided(grid)
			divided += len(b.divided)
		}
		var runs []frameRun
		for cell := range grid.cells {
			runs = append(runs, frameRun{cell, 1, 1})
		}
		c := b.newCandidate(b.sampleFrames(grid, runs), 0.8)
		if c.models == nil {
			t.Fatal("expected poses in model space, found none")
		}
		l := newRowLayout(source.BaseLocals(), c.ranges, 0.0005)
		with := frameErrors(b, c, l)
		compensator := c.models.newCompensator(l, c.ranges)
		integers := make([]int32, len(l.rows)*kernel.Lanes)
		for frame := range c.frames {
			compensator.quantize(frame, integers)
			for i, q := range integers {
				if bits := l.rows[i/kernel.Lanes].bits; q < 0 || int(q) >= 1<<bits {
					t.Fatalf("frame %d: found the integer %d in a row of %d bits", frame, q, bits)
				}
			}
			// what it takes the three vertices of each joint to be off
			largest := 0.0
			for joint, e := range compensator.errors {
				for axis, distance := range b.errorMetric.offsets[joint] {
					at := exact.XYZ([3]float64{1, 0, 0}[axis], [3]float64{0, 1, 0}[axis], [3]float64{0, 0, 1}[axis]).
						Scale(float64(distance) * compensator.scales[joint])
					at = c.models.frames[frame][joint].toModel(at)
					moved := exact.Vec3.Cross(e.turn.Vec3(), at.Vec3()).Add(e.shift.Vec3())
					largest = max(largest, moved.Length())
				}
			}
			if math.Abs(largest-with[frame]) > 0.02*with[frame]+1e-6 {
				t.Errorf("clip %d, frame %d: the compensator takes the error to be %.3g m, found %.3g m", n, frame, largest,
					with[frame])
			}
		}
		c.models = nil
		without := frameErrors(b, c, l)
		sums := [2]float64{}
		for frame := range with {
			sums[0] += with[frame]
			sums[1] += without[frame]
		}
		t.Logf("clip %d: mean error %.3g m, without compensation %.3g m", n, sums[0]/float64(len(with)), sums[1]/float64(len(with)))
		if !(sums[0] < 0.4*sums[1]) {
			t.Errorf("clip %d: expected a mean error of less than 0.4 times %.3g m, found %.3g m", n,
				sums[1]/float64(len(with)), sums[0]/float64(len(with)))
		}
	}
	if divided == 0 {
		t.Error("expected divided rotations, found none")
	}
}
