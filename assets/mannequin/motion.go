package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// keyRate is how many keys a second clips have.
const keyRate = 30

// motion is a movement that ends as it began.
type motion struct {
	name   string
	frames int                     // of 1/keyRate s
	speed  float64                 // meters a second by which the ground passes under planted feet
	gait   *gait                   // where the steps come from; nil where there are none
	pose   func(t float64) *stance // at a fraction of the whole, in [0, 1)
}

// solve poses the figure at a frame; the last is the first again.
func (m *motion) solve(f *figure, frame int) *solved {
	return f.solve(m.pose(float64(frame%m.frames) / float64(m.frames)))
}

// clip samples the motion at every frame. Joints that stay as they are at rest get no track.
func (m *motion) clip(f *figure, skeleton *assets.Skeleton) (*assets.Clip, error) {
	times := make([]float32, m.frames+1)
	poses := make([]*solved, m.frames+1)
	for k := range poses {
		times[k] = float32(float64(k) / keyRate)
		poses[k] = m.solve(f, k)
	}
	b := clip.NewBuilder(m.name, skeleton)
	moves := make([]mgl32.Vec3, len(poses))
	for k, p := range poses {
		moves[k] = vec32(p.position[hips])
	}
	b.Translation(int(hips), clip.Linear, times, moves)
	for j := hips; int(j) < jointCount; j++ {
		turns := make([]mgl32.Quat, len(poses))
		still := true
		for k, p := range poses {
			turns[k] = quat32(p.local[j])
			still = still && apart(p.local[j], f.bones[j].turned) < 1e-6
		}
		if !still {
			b.Rotation(int(j), clip.Linear, times, turns)
		}
	}
	for _, m := range m.footsteps() {
		b.Marker(m)
	}
	return b.Build()
}

// apart returns how far two rotations are from each other, from 0 to 1.
func apart(a, b exact.Quat) float64 {
	d := compose(a.Conjugate(), b)
	return math.Sqrt(float64(d[0]*d[0]) + float64(d[1]*d[1]) + float64(d[2]*d[2]))
}

// motions are the clips, in the order in which a model lists them.
var motions = []motion{idle, walk, run, jump, greet, dance}
