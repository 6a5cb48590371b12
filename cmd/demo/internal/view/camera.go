//go:build cgo

package view

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems/render"
)

// swing is how far, in radians, the camera of a film goes to either side.
const swingAngle = 11 * math.Pi / 180

// rig holds the camera.
type cameraControl struct {
	camera   render.Camera
	fixed    bool
	followed mgl32.Vec3 // where the camera last followed to
}

// newRig places the camera so that the scene fills a picture of that aspect, or as it was asked for.
func newCameraControl(s animatedScene, asked *Camera, aspect float32) cameraControl {
	yaw, pitch, distance := s.Viewpoint()
	if asked != nil {
		yaw, pitch, distance = asked.Yaw, asked.Pitch, 1
	}
	sinYaw, cosYaw := math.Sincos(yaw * math.Pi / 180)
	sinPitch, cosPitch := math.Sincos(pitch * math.Pi / 180)
	r := cameraControl{fixed: asked != nil}
	r.camera.FieldOfView = 32 * math.Pi / 180
	r.camera.Position = mgl32.Vec3{float32(sinYaw * cosPitch), float32(sinPitch), float32(cosYaw * cosPitch)}
	r.camera.Fit(nonEmpty(s.Bounds()), aspect)
	r.camera.Zoom(float32(distance))
	if asked != nil && asked.Distance > 0 {
		r.camera.Zoom(float32(asked.Distance) / r.camera.Distance())
	}
	r.follow(s)
	return r
}

// at returns the camera of a film after a fraction of it: it swings to one side, to the other and back, so that the film can
// begin anew.
func (r *cameraControl) swung(fraction float64) render.Camera {
	camera := r.camera
	if !r.fixed {
		camera.Orbit(swingAngle*float32(math.Sin(2*math.Pi*fraction)), 0)
	}
	return camera
}

// follow moves the camera along with whoever is steered, over the ground.
func (r *cameraControl) follow(s animatedScene) {
	hero, ok := s.(steerableScene)
	if !ok {
		return
	}
	at := hero.Transform().Col(3).Vec3()
	at[1] = 0
	way := at.Sub(r.followed)
	r.followed = at
	r.camera.Position, r.camera.Target = r.camera.Position.Add(way), r.camera.Target.Add(way)
}

// filled gives a box without extent, that of a scene in which nothing has a place, some.
func nonEmpty(b assets.Box) assets.Box {
	if size := b.Max.Sub(b.Min); size[0] >= 0 && size.Len() > 0 {
		return b
	}
	return assets.Box{Min: mgl32.Vec3{-1, -1, -1}, Max: mgl32.Vec3{1, 1, 1}}
}
