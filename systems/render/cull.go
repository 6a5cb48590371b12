package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
)

// volume is the part of the world that a camera or a shadow map shows: what lies on the inner side
// of six planes.
type volume struct {
	planes [6]mgl32.Vec4 // unit normal that points inward, and distance
}

// everywhere is the whole world.
var everywhere = newVolume(mgl32.Mat4{})

// nowhere is a volume with nothing inside.
var nowhere = volume{[6]mgl32.Vec4{{0, 0, 0, -math.MaxFloat32}}}

// newVolume derives the planes from a matrix to clip space, nearest first. The method is from G.
// Gribb and K. Hartmann, "Fast Extraction of Viewing Frustum Planes from the World-View-Projection
// Matrix" (2001).
func newVolume(clip mgl32.Mat4) volume {
	x, y, z, w := clip.Row(0), clip.Row(1), clip.Row(2), clip.Row(3)
	v := volume{[6]mgl32.Vec4{w.Add(z), w.Sub(x), w.Add(x), w.Sub(y), w.Add(y), w.Sub(z)}}
	for i := range v.planes {
		length := v.planes[i].Vec3().Len()
		if !(length > 0) { // such as a far plane at infinity: everything is inside
			v.planes[i] = mgl32.Vec4{0, 0, 0, float32(math.Inf(1))}
			continue
		}
		v.planes[i] = v.planes[i].Mul(1 / length)
	}
	return v
}

// placement is where something is, compared with a volume.
type placement uint8

const (
	outside placement = iota
	straddling
	inside
)

// sphere returns where a sphere is. One that is not finite is straddling.
func (v *volume) sphere(s sphere) placement {
	found := inside
	for i := range v.planes {
		p := &v.planes[i]
		d := p[0]*s.center[0] + p[1]*s.center[1] + p[2]*s.center[2] + p[3]
		if d < -s.radius {
			return outside
		}
		if !(d >= s.radius) {
			found = straddling
		}
	}
	return found
}

// misses reports whether a box in model space, given by center and half its size, is outside.
func (v *volume) misses(world *rig.Matrix, center, half mgl32.Vec3) bool {
	for i := range v.planes {
		p := &v.planes[i]
		at, reach := p[3]+p[0]*world[3]+p[1]*world[7]+p[2]*world[11], float32(0)
		for c := range 3 {
			along := p[0]*world[c] + p[1]*world[4+c] + p[2]*world[8+c]
			at += along * center[c]
			reach += half[c] * float32(math.Abs(float64(along)))
		}
		if at < -reach {
			return true
		}
	}
	return false
}

// sphere is a bounding sphere in world space.
type sphere struct {
	center mgl32.Vec3
	radius float32
}

// around returns a sphere that contains a sphere and another one.
func (s sphere) around(other sphere) sphere {
	between := other.center.Sub(s.center)
	apart := between.Len()
	switch {
	case apart+other.radius <= s.radius:
		return s
	case apart+s.radius <= other.radius:
		return other
	}
	radius := (apart + s.radius + other.radius) / 2
	return sphere{s.center.Add(between.Mul((radius - s.radius) / apart)), radius * (1 + 1e-6)}
}

// isLost reports whether a sphere is so far from the origin that float32 cannot hold its shape
// there, as that of a character that a fault in a program has thrown 1e30 m away.
func (s sphere) isLost() bool {
	return !(s.center.Len() <= s.radius*(1<<20))
}

// swing returns a sphere, in model space, that contains a character in its pose: around the part of
// the body at the first influence joint, with a radius that allows every rotation of the joints. It
// reads one matrix. Joints that a program stretches to more than about twice [assets.Model.Reach]
// may be outside of it.
func (m *gpuModel) swing(pool *ecs.Pool, slot int) (center mgl32.Vec3, radius float32) {
	for i := range m.parts {
		part := &m.parts[i]
		if len(part.boxes) == 0 {
			continue
		}
		b := &part.boxes[0]
		if matrix := matrixAt(pool.Palette(part.skin, slot), b.paletteIndex); matrix != nil {
			return matrix.Point(b.center), m.swingRadius
		}
	}
	return m.center, m.swingRadius
}
