package bake_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// Interpolating the stored frames by the cells gives what Sample gives.
func TestFramesAreWhatSampleInterpolates(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	skeleton := randomassets.Skeleton(random, randomassets.Shapes()[2])
	swaying, _ := handmade.Swaying(t)
	for _, c := range []*clip.Clip{
		swaying,
		handmade.Swing(t, random, skeleton, clip.Linear, handmade.Grid(0, 5, 20)),
		handmade.Swing(t, random, skeleton, clip.Linear, []float32{0.5, 0.81, 2.93, 3}),
	} {
		baked, report := bake.Bake(c, bake.Options{AllowLarger: true})
		if baked == nil {
			t.Fatal(report)
		}
		origin, rate, cells, closed := baked.FrameCells()
		got, from, to := rig.NewPose(c.Skeleton()), rig.NewPose(c.Skeleton()), rig.NewPose(c.Skeleton())
		for range 300 {
			time := c.Start() + random.Float64()*c.Duration()
			baked.Sample(time, got.Locals, got.Morphs)
			position := (time - origin) * rate
			cell := cells[min(int(position), len(cells)-1)]
			at := (position - math.Floor(position) + float64(cell.Index)) * float64(cell.Intervals) /
				float64(cell.Cells)
			frame := cell.Frame + min(int(at), cell.Intervals-1)
			next := frame + 1
			if closed && next == baked.Frames() {
				next = 0
			}
			baked.Frame(frame, from.Locals)
			baked.Frame(next, to.Locals)
			u := float32(at - float64(frame-cell.Frame))
			for i := range from.Locals {
				from.Locals[i] += (to.Locals[i] - from.Locals[i]) * u
			}
			kernel.Normalize(from.Locals)
			for i := range got.Locals {
				if d := math.Abs(float64(got.Locals[i] - from.Locals[i])); d > 1e-5 {
					t.Fatalf("clip %q at %v s: number %d is %v, want %v", c.Name(), time, i, from.Locals[i],
						got.Locals[i])
				}
			}
		}
	}
}
