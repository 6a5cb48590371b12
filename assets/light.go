package assets

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// LightKind is the shape of a [Light].
type LightKind uint8

// Kinds of lights.
const (
	LightDirectional LightKind = iota // from infinitely far away
	LightPoint                        // in all directions
	LightSpot                         // in a cone
)

// Light is a light of a model, as glTF has it (KHR_lights_punctual). It is at the origin of its
// node and shines along the node's -Z. The node's scale does not change it.
type Light struct {
	Name string
	Kind LightKind
	Node int // the index in [Model.Nodes]
	// The matrix at PaletteIndex in the palette of the skin takes the space of the node to model
	// space.
	Skin         SkinID
	PaletteIndex int
	Color        mgl32.Vec3 // linear RGB
	// Intensity is the illuminance of a directional light, in lux, and of others the luminous
	// intensity, in candela: what a surface that faces it receives at a distance of one unit.
	Intensity float32
	// Range is the distance at which a light that is not directional ends; 0 for none.
	Range float32
	// InnerCone and OuterCone are the angles from a spot's axis at which its light begins to fade
	// and at which it ends, in radians.
	InnerCone, OuterCone float32
	// Hidden and Visibility are as those of a [Part].
	Hidden     bool
	Visibility []int
}

// Shown reports whether the light shines in a pose with the given [rig.Pose.Morphs].
func (l *Light) Shown(morphs []float32) bool {
	if l == nil {
		return false
	}
	p := Part{Hidden: l.Hidden, Visibility: l.Visibility}
	return p.Shown(morphs)
}

// check returns an error if the light does not fit the skeleton, or has a property that no light
// has.
func (l *Light) check(lib *Library, skeleton *Skeleton) error {
	skin := lib.Skin(l.Skin)
	if err := checkSkeleton(lib, "skin", l.Skin, skin, skeleton); err != nil {
		return err
	}
	switch c := l.Color; {
	case l.Kind > LightSpot:
		return fmt.Errorf("expected a kind from 0 to %d, found %d", LightSpot, l.Kind)
	case l.PaletteIndex < 0 || l.PaletteIndex >= skin.Len():
		return fmt.Errorf("expected a palette index below %d, the joints of the skin, found %d", skin.Len(),
			l.PaletteIndex)
	case !exact.AllFinite(c[0], c[1], c[2], l.Intensity, l.Range) || min(c[0], c[1], c[2], l.Intensity, l.Range) < 0:
		return fmt.Errorf("expected a color, an intensity and a range that are finite and at least 0, found %v, %v and %v",
			l.Color, l.Intensity, l.Range)
	case l.Kind == LightSpot && !(l.InnerCone >= 0 && l.InnerCone < l.OuterCone && l.OuterCone <= math.Pi/2+1e-6):
		return fmt.Errorf("expected 0 <= inner cone < outer cone <= π/2, found %v and %v", l.InnerCone, l.OuterCone)
	}
	return checkVisibility(l.Visibility, skeleton)
}
