package render

import (
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
)

// Style is the look of a frame. Colors are linear RGB.
type Style struct {
	// LightDirection points toward the directional light; it need not have unit length.
	LightDirection mgl32.Vec3
	LightColor     mgl32.Vec3
	// Environment is the light from all directions, which matt surfaces receive and smooth ones
	// mirror. Nil selects SkyLight and GroundLight.
	Environment *Environment
	// SkyLight and GroundLight are the ambient light from straight above and from straight below,
	// if there is no Environment. Other directions receive a mix of both.
	SkyLight, GroundLight mgl32.Vec3
	// RimLight is a light from behind what the camera looks at, a little above it, on the other
	// side than the directional light. It outlines characters, and casts no shadows.
	RimLight mgl32.Vec3
	// Exposure multiplies the light that the camera receives, before tone mapping; 0 means 1. It
	// leaves unlit surfaces as they are.
	Exposure float32

	// Seconds is the time of textures that move by themselves ([mesh.Toon].Scroll).
	Seconds float64
	// Occlusion is the fraction of the light from surroundings that characters keep from the ground
	// and from each other where they are near, 0 to 1. It grounds feet in the shade, where there is
	// no shadow. It costs no pass: capsules stand for the limbs of characters that are at least a
	// twentieth as high as the image, and of the 32 nearest members of a crowd. Surfaces with toon
	// shading, whose shade is painted, stay as bright.
	Occlusion float32

	// Zenith and Horizon are the colors of the sky.
	Zenith, Horizon mgl32.Vec3
	// ShowEnvironment draws the Environment, if there is one, in place of that sky: as sharp as a
	// mirror shows it, which is a panorama of about 700 x 350 pixels.
	ShowEnvironment bool

	// ShadowStrength is the fraction of the directional light that a shadow removes, 0 to 1; 0
	// draws no shadows.
	ShadowStrength float32

	// ShadowCascades is the largest number of shadow maps, as [Options].ShadowCascades, which it
	// replaces unless it is 0; no more than the driver has room for.
	ShadowCascades int

	// NoGround omits the ground, whose color is Ground, at the height GroundHeight.
	NoGround     bool
	Ground       mgl32.Vec3
	GroundHeight float32
	// GridSpacing is the distance between the lines of the ground's grid; every fifth line is
	// stronger. 0 selects a distance that suits the camera's.
	GridSpacing float32

	// PixelError is the tolerance, in pixels, of the coarser levels of detail of distant meshes; 0
	// draws full detail.
	PixelError float32

	// NoCulling draws what is outside of the camera's view and of the shadow map too. It is for
	// programs that move the joints of a character apart by more than about twice
	// [assets.Model.Reach], such as debris.
	NoCulling bool

	// Skinning overrides how parts are skinned, for everything that is drawn; nil leaves it to each
	// part ([assets.Part.Skinning]). It does not change vertices that are skinned on the CPU. With
	// rigid skinning and dual quaternions the first influence of a vertex counts as the heaviest.
	Skinning *mesh.Skinning

	// Skeletons draws skeletons over everything else, of the characters that keep their model
	// matrices: with a [github.com/sinew-go/sinew/components.ModelPose].
	Skeletons     bool
	SkeletonColor mgl32.Vec3

	// Bounds draws the box of each character in its pose over everything else: the box in model
	// space that decides whether the character is in view, for morph weights from 0 to 1.
	Bounds      bool
	BoundsColor mgl32.Vec3
}

// DefaultStyle returns soft daylight over a pale ground.
func DefaultStyle() Style {
	style := plainStyle()
	style.Environment = defaultSky()
	return style
}

// defaultSky is shared, so that it is prepared once.
var defaultSky = sync.OnceValue(func() *Environment { return SkyEnvironment(plainStyle()) })

// plainStyle is the default style without an environment.
func plainStyle() Style {
	return Style{
		LightDirection: mgl32.Vec3{-0.62, 0.85, 0.38},
		LightColor:     mgl32.Vec3{1.70, 1.52, 1.28},
		RimLight:       mgl32.Vec3{1.1, 1.15, 1.2},
		SkyLight:       mgl32.Vec3{0.30, 0.36, 0.46},
		GroundLight:    mgl32.Vec3{0.19, 0.17, 0.15},
		Zenith:         mgl32.Vec3{0.10, 0.24, 0.52},
		Horizon:        mgl32.Vec3{0.56, 0.68, 0.82},
		ShadowStrength: 0.85,
		Occlusion:      1,
		Ground:         mgl32.Vec3{0.50, 0.49, 0.47},
		PixelError:     1,
		SkeletonColor:  mgl32.Vec3{0.03, 0.55, 0.75},
		BoundsColor:    mgl32.Vec3{0.90, 0.42, 0.03},
	}
}
