package mannequin

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// sole returns which of the vertices, in the order of [at], hang from a foot or its toes.
func sole(lib *assets.Library, model *assets.Model, on side) []bool {
	var list []bool
	for _, primitive := range lib.Mesh(model.Parts[0].Mesh).Primitives {
		for v := range primitive.Positions {
			heaviest := joint(primitive.Joints[maxInfluences*v]) // they are sorted by weight
			list = append(list, heaviest == foot.on(on) || heaviest == toe.on(on))
		}
	}
	return list
}

func TestFeetComeDownAtTheirMarkers(t *testing.T) {
	eachClip(t, func(t *testing.T, m *animation, lib *assets.Library, model *assets.Model, clip *assets.Clip) {
		if m.gait == nil {
			if n := len(clip.Markers()); n != 0 {
				t.Errorf("%d markers, but no steps", n)
			}
			return
		}
		var down [2]float64
		for _, marker := range clip.Markers() {
			switch marker.Name {
			case LeftFoot:
				down[left] = marker.Time
			case RightFoot:
				down[right] = marker.Time
			}
		}
		if n := len(clip.Markers()); n != 2 || math.Abs(math.Abs(down[left]-down[right])-clip.Duration()/2) > 1e-6 {
			t.Fatalf("the feet come down at %v s; %d markers", down, n)
		}
		for _, on := range bothSides {
			feet := sole(lib, model, on)
			height := func(time float64) float64 {
				lowest := math.Inf(1)
				p := at(lib, model, clip, clip.Loop(time), true)
				for v, point := range p.vertices {
					if feet[v] {
						lowest = min(lowest, float64(point[1]))
					}
				}
				return lowest
			}
			// The foot is on the ground from its marker on until it lifts off, and clearly above before.
			until := m.gait.duty * clip.Duration()
			for _, after := range []float64{0, 0.02, until / 2, until - 0.02} {
				if h := height(down[on] + after); math.Abs(h) > 0.006 {
					t.Errorf("%v s after its marker foot %d is %.1f mm above the ground", after, on, 1000*h)
				}
			}
			for _, before := range []float64{1.0 / keyRate, 2.0 / keyRate} {
				if h := height(down[on] - before); h < 0.012 {
					t.Errorf("%v s before its marker foot %d is %.1f mm above the ground", before, on, 1000*h)
				}
			}
		}
	})
}
