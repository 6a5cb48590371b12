package mannequin

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/exact"
)

// Names of the markers at which a foot meets the ground.
const (
	LeftFoot  = "left foot"
	RightFoot = "right foot"
)

// keyRate is the number of keys a second.
const keyRate = 30

// animation is a looping movement from which a clip is sampled.
type animation struct {
	name   string
	frames int                       // duration in units of 1/keyRate seconds
	gait   *gait                     // for the markers and speed of animations with steps; nil for others
	pose   func(t float64) *bodyPose // at a normalized time t in [0, 1)
}

// animations lists the clips in the order of the model.
var animations = []animation{idle, walk, run, jump, waving, dance}

// solve returns the pose at a frame. The last frame is the first one again.
func (a *animation) solve(rest *restPose, frame int) *solvedPose {
	return rest.solve(a.pose(float64(frame%a.frames) / float64(a.frames)))
}

// clip samples the animation at every frame. Joints that keep their rest rotation get no track.
// The skeleton may have other lengths than the rest pose: the hips move by its size.
func (a *animation) clip(rest *restPose, skeleton *assets.Skeleton) (*assets.Clip, error) {
	poses := make([]*solvedPose, a.frames+1)
	for k := range poses {
		poses[k] = a.solve(rest, k)
	}
	return sampled(a.name, rest, skeleton, poses, a.footMarkers())
}

// sampled returns the clip of the poses at its frames.
func sampled(name string, rest *restPose, skeleton *assets.Skeleton, poses []*solvedPose, markers []clip.Marker) (
	*assets.Clip, error,
) {
	times := make([]float32, len(poses))
	for k := range times {
		times[k] = float32(float64(k) / keyRate)
	}
	b := clip.NewBuilder(name, skeleton)
	size := sizeOf(skeleton, rest)
	translations := make([]mgl32.Vec3, len(poses))
	for k, p := range poses {
		translations[k] = vec32(p.position[hips].Scale(size))
	}
	b.Translation(int(hips), clip.Linear, times, translations)
	for j := hips; int(j) < jointCount; j++ {
		rotations := make([]mgl32.Quat, len(poses))
		moves := false
		for k, p := range poses {
			rotations[k] = quat32(p.local[j])
			moves = moves || !(rotationDistance(p.local[j], rest.bones[j].rotation) < 1e-6)
		}
		if moves {
			b.Rotation(int(j), clip.Linear, times, rotations)
		}
	}
	for _, m := range markers {
		b.Marker(m)
	}
	return b.Build()
}

// sizeOf returns the height of a skeleton's hips by that of the rest pose, exactly 1 for its own
// skeleton. Legs and feet are larger or smaller by the same.
func sizeOf(skeleton *assets.Skeleton, rest *restPose) float64 {
	return float64(skeleton.Rest(int(hips)).Translation[1] / float32(rest.bones[hips].offset[1]))
}

// rotationDistance returns the sine of half the angle between two rotations, from 0 to 1.
func rotationDistance(a, b exact.Quat) float64 {
	d := compose(a.Conjugate(), b)
	return math.Sqrt(float64(d[0]*d[0]) + float64(d[1]*d[1]) + float64(d[2]*d[2]))
}

// footMarkers returns a marker at the time at which each foot meets the ground.
func (a *animation) footMarkers() []clip.Marker {
	if a.gait == nil {
		return nil
	}
	var markers []clip.Marker
	for on, name := range [2]string{LeftFoot, RightFoot} {
		landing := fractionalPart(-sidePhase(side(on))) // normalized time; the phase of the foot is 0
		markers = append(markers, clip.Marker{Name: name, Time: float64(landing*float64(a.frames)) / keyRate})
	}
	return markers
}
