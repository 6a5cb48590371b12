package mannequin

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// The paints, in the order of the mesh's primitives. They are labels of [isosurface.Region] and
// indices of [materials].
const (
	shell  = iota // the hard outer parts, and everything outside the other regions
	core          // joints, hands and soles
	accent        // rings and marks
	visor         // the face
	paintCount
)

// materials holds the material of each paint. Colors are linear.
var materials = [paintCount]mesh.Material{
	shell: {
		Name: "shell", BaseColor: mgl32.Vec4{0.78, 0.76, 0.72, 1}, Roughness: 0.45, NormalScale: 1,
		OcclusionStrength: 1, AlphaCutoff: 0.5,
	},
	core: {
		Name: "core", BaseColor: mgl32.Vec4{0.045, 0.050, 0.060, 1}, Roughness: 0.6, NormalScale: 1,
		OcclusionStrength: 1, AlphaCutoff: 0.5,
	},
	accent: {
		Name: "accent", BaseColor: mgl32.Vec4{0.90, 0.20, 0.02, 1}, Roughness: 0.5, NormalScale: 1,
		OcclusionStrength: 1, AlphaCutoff: 0.5,
	},
	visor: {
		Name: "visor", BaseColor: mgl32.Vec4{0.012, 0.016, 0.026, 1}, Roughness: 0.12, NormalScale: 1,
		OcclusionStrength: 1, AlphaCutoff: 0.5,
	},
}

// Widths of decorations in meters.
const (
	ringWidth = 0.0055
	seamWidth = 0.0028
	capRadius = 0.095
)

// regionSide is negative inside a region; see [isosurface.Region].
type regionSide = func(p exact.Vec3) float64

// band returns the region between two planes perpendicular to a unit axis, at distances low and
// high along it from the center, limited to a ball.
func band(center, axis exact.Vec3, low, high, radius float64) regionSide {
	return func(p exact.Vec3) float64 {
		v := p.Sub(center)
		along := v.Dot(axis)
		return max(low-along, along-high, v.Length()-radius)
	}
}

// oval returns the inside of an ellipsoid.
func oval(center, radii exact.Vec3) regionSide {
	return isosurface.NewEllipsoid(center, radii, exact.IdentityQuat).Distance
}

// beyond returns the region on the far side of a plane, limited to a ball.
func beyond(point, axis exact.Vec3, radius float64) regionSide {
	return func(p exact.Vec3) float64 {
		v := p.Sub(point)
		return max(-v.Dot(axis), v.Length()-radius)
	}
}

// grown returns a region made wider on all sides. Painted before the region itself, it becomes a
// ring around it.
func grown(side regionSide, width float64) regionSide {
	return func(p exact.Vec3) float64 { return side(p) - width }
}

// paintRegions returns the painted regions. Later ones cover earlier ones.
func paintRegions(rest *posing.RestPose) []isosurface.Region {
	list := armRegions(rest)
	list = append(list, trunkRegions(rest)...)
	list = append(list, legRegions(rest)...)
	return append(list, headRegions()...)
}

// chestMark is the center of the mark on the chest in model space.
var chestMark = exact.Vec3{0, 1.352, 0.100}

// trunkRegions returns the regions of the belly, the pelvis and the top of the thighs, which are
// bare below the arch of the ribs, and of the mark on the chest.
func trunkRegions(rest *posing.RestPose) []isosurface.Region {
	down := posing.Rotate(rest.Rotation[posing.Thigh], exact.Vec3{0, 1, 0}).Add(exact.Vec3{-0.16, 0, 0}).Normalized()
	thighs := rest.ModelPoint(posing.Thigh, exact.Vec3{0, 0.105, 0})
	bare := func(p exact.Vec3) float64 {
		across := min(float64(p[0]*p[0])/(0.12*0.12), 1.3)
		arch := 1.168 + float64(0.058*posing.Smoothstep(-0.05, 0.07, p[2])*(1-across))
		return max(p[1]-arch, p.Sub(thighs).Dot(down), p[0]-0.24)
	}
	disc := func(radius float64) regionSide {
		return func(p exact.Vec3) float64 { return max(p.Sub(chestMark).Length()-radius, -p[2]) }
	}
	return []isosurface.Region{
		{Label: accent, Side: grown(bare, ringWidth)},
		{Label: core, Side: bare},
		{Label: core, Side: disc(0.026)},
		{Label: accent, Side: disc(0.021)},
	}
}

// headRegions returns the regions of the neck, which is bare between a collar and the edge of the
// head, of the visor and of the ears.
func headRegions() []isosurface.Region {
	neck := func(p exact.Vec3) float64 {
		collar := oval(exact.Vec3{0, 1.535, -0.022}, exact.Vec3{0.086, 0.068, 0.092})(p)
		return max(collar, p[1]-1.592+float64(0.30*p[2]))
	}
	face := oval(exact.Vec3{0, 1.692, 0.062}, exact.Vec3{0.090, 0.038, 0.085})
	ear := exact.Vec3{0.088, 1.690, -0.002}
	pod := func(p exact.Vec3) float64 { return max(p.Sub(ear).Length()-0.026, 0.074-p[0]) }
	return []isosurface.Region{
		{Label: accent, Side: grown(neck, ringWidth)},
		{Label: core, Side: neck},
		{Label: core, Side: grown(face, 0.004)},
		{Label: visor, Side: face},
		{Label: accent, Side: pod},
	}
}

// armRegions returns the regions of the shoulder cap, the armpit, the elbow and the glove.
func armRegions(rest *posing.RestPose) []isosurface.Region {
	bone := posing.Rotate(rest.Rotation[posing.UpperArm], exact.Vec3{0, 1, 0})
	fore := posing.Rotate(rest.Rotation[posing.Forearm], exact.Vec3{0, 1, 0})
	socket := rest.Position[posing.UpperArm].AddScaled(0.012, bone)
	shoulderCap := func(radius float64) regionSide {
		return func(p exact.Vec3) float64 { return p.Sub(socket).Length() - radius }
	}
	glove := beyond(rest.ModelPoint(posing.Hand, exact.Vec3{0, -0.030, 0}), fore, 0.3)
	return []isosurface.Region{
		{Label: core, Side: shoulderCap(capRadius + seamWidth)},
		{Label: shell, Side: shoulderCap(capRadius)},
		{Label: core, Side: oval(rest.ModelPoint(posing.UpperArm, exact.Vec3{0.062, 0.062, -0.004}),
			exact.Vec3{0.050, 0.062, 0.062})},
		{Label: core, Side: band(rest.Position[posing.Forearm], bone.Add(fore).Normalized(), -0.036, 0.034, 0.10)},
		{Label: accent, Side: grown(glove, ringWidth)},
		{Label: core, Side: glove},
	}
}

// legRegions returns the regions of the knee, the kneecap, the boot and the sole.
func legRegions(rest *posing.RestPose) []isosurface.Region {
	down := posing.Rotate(rest.Rotation[posing.Shin], exact.Vec3{0, 1, 0})
	knee := rest.Position[posing.Shin]
	kneecap := knee.Add(exact.Vec3{0, 0.002, 0.058})
	plate := func(p exact.Vec3) float64 { return max(p.Sub(kneecap).Length()-0.036, knee[2]-p[2]) }
	ankle := rest.Position[posing.Foot]
	boot := func(p exact.Vec3) float64 {
		along := ankle[1] - p[1] - float64(0.35*(p[2]-ankle[2]))
		return max(-0.062-along, along, p.Sub(ankle).Length()-0.12)
	}
	sole := func(p exact.Vec3) float64 { return p[1] - 0.014 - float64(0.06*max(0, ankle[2]-p[2])) }
	return []isosurface.Region{
		{Label: core, Side: band(knee, down, -0.040, 0.034, 0.12)},
		{Label: shell, Side: plate},
		{Label: accent, Side: grown(boot, ringWidth)},
		{Label: core, Side: boot},
		{Label: core, Side: sole},
	}
}
