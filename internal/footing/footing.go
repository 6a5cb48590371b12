package footing

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/order"
)

// Body is what moves a character over the ground: the joint of its hips, and those of its feet, foot
// by foot, such as the ankle and the toes.
type Body struct {
	Skeleton *rig.Skeleton
	Hips     int
	Feet     [][]int
}

// Track keeps where the joints of feet are, frame by frame.
type Track struct {
	feet   [][]int
	height float32
	places [][][]mgl32.Vec3 // by foot, joint and frame
	lowest [][]float32      // by foot and joint
	frames int
}

// NewTrack returns a track without frames. Height is how far a joint that stands is above its lowest
// place at most. A 50th of the skeleton's size finds all moments in which a foot might stand, a
// part of the swing of some walks too; a 200th finds those in which it bears the body.
func NewTrack(feet [][]int, height float64) *Track {
	t := &Track{feet: feet, height: float32(height)}
	for _, foot := range feet {
		t.places = append(t.places, make([][]mgl32.Vec3, len(foot)))
		t.lowest = append(t.lowest, make([]float32, len(foot)))
	}
	return t
}

// Add adds a frame: the model matrices of a pose, and where the character stands.
func (t *Track) Add(models []float32, world rig.Matrix) {
	for i, foot := range t.feet {
		for k, joint := range foot {
			m := rig.MatrixAt(models, joint)
			p := world.Point(mgl32.Vec3{m[3], m[7], m[11]})
			if t.places[i][k] = append(t.places[i][k], p); t.frames == 0 || p[1] < t.lowest[i][k] {
				t.lowest[i][k] = p[1]
			}
		}
	}
	t.frames++
}

// Step is how far a joint of a foot that is on the ground moves over the ground, from the frame
// before Frame to that one.
type Step struct {
	Foot, Joint int // indices in the list of feet, and in that foot
	Frame       int
	X, Z        float64
}

// Steps returns the steps of all frames, foot by foot and joint by joint.
func (t *Track) Steps() (steps []Step) {
	for i := range t.feet {
		for k := range t.feet[i] {
			limit, places := t.lowest[i][k]+t.height, t.places[i][k]
			for f := 1; f < len(places); f++ {
				if a, b := places[f-1], places[f]; a[1] <= limit && b[1] <= limit {
					steps = append(steps, Step{i, k, f, float64(b[0] - a[0]), float64(b[2] - a[2])})
				}
			}
		}
	}
	return steps
}

// Drift returns the way that most steps have in common: that of the ground below a character that
// walks on the spot.
func Drift(steps []Step) (x, z float64) {
	if len(steps) == 0 {
		return 0, 0
	}
	var xs, zs []float64
	for _, s := range steps {
		xs, zs = append(xs, s.X), append(zs, s.Z)
	}
	order.Floats(xs)
	order.Floats(zs)
	return xs[len(xs)/2], zs[len(zs)/2]
}

// Stand is a time in which a foot stands.
type Stand struct {
	Foot        int
	First, Last int     // frames
	Slide       float64 // how far the foot was from where it stood first, at most
	Frame       int     // in which it was that far
}

// Stands returns the times in which feet stand for some frames at least, as a [Stance] measures them.
// The drift is what the ground moves in a frame.
func (t *Track) Stands(driftX, driftZ float64, frames int) (stands []Stand) {
	for i, foot := range t.feet {
		var stance Stance
		var now Stand
		places, low := make([]mgl32.Vec3, len(foot)), make([]bool, len(foot))
		for f := range t.frames + 1 { // after the last frame no foot stands
			for k := range foot {
				if low[k] = f < t.frames; low[k] {
					places[k] = t.places[i][k][f]
					low[k] = places[k][1] <= t.lowest[i][k]+t.height
				}
			}
			before := stance.Steps
			if stance.Add(places, low, driftX, driftZ) {
				if before == 0 {
					now = Stand{Foot: i, First: f - 1, Frame: f - 1}
				}
				if now.Last = f; isFarther(stance.Slide, now.Slide) {
					now.Slide, now.Frame = stance.Slide, f-1
				}
			} else if before > 0 && before >= frames {
				stands = append(stands, now)
			}
		}
	}
	return stands
}
