package render

import "github.com/go-gl/mathgl/mgl32"

// Style is how pictures look. Colors are linear RGB, not sRGB.
type Style struct {
	// LightDirection points toward the directional light; it need not have unit length.
	LightDirection mgl32.Vec3
	LightColor    mgl32.Vec3
	// SkyLight and GroundLight come from straight above and below; between them light from all around is mixed.
	SkyLight, GroundLight mgl32.Vec3

	// Zenith and Horizon color the background.
	Zenith, Horizon mgl32.Vec3

	// ShadowStrength is how much of the directional light a shadow takes away, 0 to 1; 0 draws no shadows.
	ShadowStrength float32

	// NoGround leaves the ground out.
	NoGround     bool
	Ground       mgl32.Vec3
	GroundHeight float32
	// GridSpacing is the distance between lines of the ground's grid, of which every fifth is stronger; 0 chooses it by the
	// camera's distance.
	GridSpacing float32

	// PixelError is how many pixels apart vertices may be that distant meshes of many triangles merge, for speed; 0 draws
	// everything in full.
	PixelError float32

	// Skeletons draws the joints of characters over everything else. It shows those that keep their model matrices, by a
	// [github.com/sinew-go/sinew/components.ModelPose].
	Skeletons      bool
	SkeletonColor mgl32.Vec3
}

// DefaultStyle returns soft daylight over a pale ground.
func DefaultStyle() Style {
	return Style{
		LightDirection: mgl32.Vec3{-0.62, 0.85, 0.38},
		LightColor:    mgl32.Vec3{0.98, 0.88, 0.74},
		SkyLight:       mgl32.Vec3{0.30, 0.36, 0.46},
		GroundLight:    mgl32.Vec3{0.19, 0.17, 0.15},
		Zenith:         mgl32.Vec3{0.20, 0.33, 0.50},
		Horizon:        mgl32.Vec3{0.68, 0.74, 0.80},
		ShadowStrength: 0.85,
		Ground:         mgl32.Vec3{0.44, 0.46, 0.48},
		PixelError:     2,
		SkeletonColor: mgl32.Vec3{0.03, 0.55, 0.75},
	}
}
