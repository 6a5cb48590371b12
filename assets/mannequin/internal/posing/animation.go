package posing

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

// KeyRate is the number of keys a second.
const KeyRate = 30

// Animation is a looping movement from which a clip is sampled.
type Animation struct {
	Name   string
	Frames int                       // duration in units of 1/keyRate seconds
	Gait   *Gait                     // for the markers and speed of animations with steps; nil for others
	Pose   func(t float64) *BodyPose // at a normalized time t in [0, 1)
}

// Solve returns the pose at a frame. The last frame is the first one again.
func (a *Animation) Solve(rest *RestPose, frame int) *SolvedPose {
	return rest.Solve(a.Pose(float64(frame%a.Frames) / float64(a.Frames)))
}

// Clip samples the animation at every frame. Joints that keep their rest rotation get no track.
// The skeleton may have other lengths than the rest pose: the hips move by its size.
func (a *Animation) Clip(rest *RestPose, skeleton *assets.Skeleton) (*assets.Clip, error) {
	poses := make([]*SolvedPose, a.Frames+1)
	for k := range poses {
		poses[k] = a.Solve(rest, k)
	}
	return Sampled(a.Name, rest, skeleton, poses, a.footMarkers())
}

// Sampled returns the clip of the poses at its frames.
func Sampled(name string, rest *RestPose, skeleton *assets.Skeleton, poses []*SolvedPose, markers []clip.Marker) (
	*assets.Clip, error,
) {
	times := make([]float32, len(poses))
	for k := range times {
		times[k] = float32(float64(k) / KeyRate)
	}
	b := clip.NewBuilder(name, skeleton)
	size := SizeOf(skeleton, rest)
	translations := make([]mgl32.Vec3, len(poses))
	for k, p := range poses {
		translations[k] = Vec32(p.Position[Hips].Scale(size))
	}
	b.Translation(int(Hips), clip.Linear, times, translations)
	for j := Hips; int(j) < JointCount; j++ {
		rotations := make([]mgl32.Quat, len(poses))
		moves := false
		for k, p := range poses {
			rotations[k] = Quat32(p.Local[j])
			moves = moves || !(rotationDistance(p.Local[j], rest.Bones[j].Rotation) < 1e-6)
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

// SizeOf returns the height of a skeleton's hips by that of the rest pose, exactly 1 for its own
// skeleton. Legs and feet are larger or smaller by the same.
func SizeOf(skeleton *assets.Skeleton, rest *RestPose) float64 {
	return float64(skeleton.Rest(int(Hips)).Translation[1] / float32(rest.Bones[Hips].Offset[1]))
}

// rotationDistance returns the sine of half the angle between two rotations, from 0 to 1.
func rotationDistance(a, b exact.Quat) float64 {
	d := Compose(a.Conjugate(), b)
	return math.Sqrt(float64(d[0]*d[0]) + float64(d[1]*d[1]) + float64(d[2]*d[2]))
}

// footMarkers returns a marker at the time at which each foot meets the ground.
func (a *Animation) footMarkers() []clip.Marker {
	if a.Gait == nil {
		return nil
	}
	var markers []clip.Marker
	for on, name := range [2]string{LeftFoot, RightFoot} {
		landing := FractionalPart(-SidePhase(Side(on))) // normalized time; the phase of the foot is 0
		markers = append(markers, clip.Marker{Name: name, Time: float64(landing*float64(a.Frames)) / KeyRate})
	}
	return markers
}
