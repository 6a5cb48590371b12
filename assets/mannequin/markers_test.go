package mannequin

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
)

// footVertices reports for each vertex, in the order of [poseAt], whether a foot or its toe joint
// is its heaviest influence.
func footVertices(lib *assets.Library, model *assets.Model, on posing.Side) []bool {
	var list []bool
	for _, primitive := range lib.Mesh(model.Parts[0].Mesh).Primitives {
		for v := range primitive.Positions {
			heaviest := posing.Joint(primitive.Joints[maxInfluences*v]) // influences are sorted by weight
			list = append(list, heaviest == posing.Foot.On(on) || heaviest == posing.Toe.On(on))
		}
	}
	return list
}

func TestFeetLandAtTheirMarkers(t *testing.T) {
	eachClip(t, func(t *testing.T, m *posing.Animation, lib *assets.Library, model *assets.Model, clip *assets.Clip) {
		if m.Gait == nil {
			if n := len(clip.Markers()); n != 0 {
				t.Errorf("%d markers in a clip without steps, want 0", n)
			}
			return
		}
		var down [2]float64
		for _, marker := range clip.Markers() {
			switch marker.Name {
			case posing.LeftFoot:
				down[posing.Left] = marker.Time
			case posing.RightFoot:
				down[posing.Right] = marker.Time
			}
		}
		if n := len(clip.Markers()); n != 2 ||
			math.Abs(math.Abs(down[posing.Left]-down[posing.Right])-clip.Duration()/2) > 1e-6 {
			t.Fatalf("the feet land at %v s with %d markers, want 2 markers half the clip apart", down, n)
		}
		for _, on := range posing.BothSides {
			feet := footVertices(lib, model, on)
			height := func(time float64) float64 {
				lowest := math.Inf(1)
				p := poseAt(lib, model, clip, clip.Loop(time), true)
				for v, point := range p.vertices {
					if feet[v] {
						lowest = min(lowest, float64(point[1]))
					}
				}
				return lowest
			}
			// The foot is on the ground from its marker until it lifts off, and clearly above the
			// ground before.
			until := m.Gait.Duty * clip.Duration()
			for _, after := range []float64{0, 0.02, until / 2, until - 0.02} {
				if h := height(down[on] + after); math.Abs(h) > 0.006 {
					t.Errorf("%v s after its marker, foot %d is %.1f mm above the ground, want 0", after, on, 1000*h)
				}
			}
			for _, before := range []float64{1.0 / posing.KeyRate, 2.0 / posing.KeyRate} {
				if h := height(down[on] - before); h < 0.012 {
					t.Errorf("%v s before its marker, foot %d is %.1f mm above the ground, want 12 or more",
						before, on, 1000*h)
				}
			}
		}
	})
}
