//go:build !js

package render

import "github.com/go-gl/mathgl/mgl32"

// ShadowMaps are the shadow maps of a frame, for a program that draws the rest of the picture.
type ShadowMaps struct {
	// Texture is a 2D depth texture with the maps side by side, to be read as a sampler2DShadow. It
	// belongs to the renderer; 0 without shadows.
	Texture uint32
	// FromWorld has a matrix for each map, the widest first: from world space to the texture's
	// coordinates and, as z, to the depth to compare with, all from 0 to 1. What is outside of the
	// part of the texture that is a map's own, which is the same share of the width for each, has no
	// shadow in it. A point belongs to the last map that shows it: a wider one may lack shadows that
	// fall only where a finer one shows them.
	FromWorld []mgl32.Mat4
	// Size is the width and height of a map in texels.
	Size int
}

// ShadowMaps returns the shadow maps of the last frame. Those of the next one have other contents,
// and may have another number.
func (r *Renderer) ShadowMaps() ShadowMaps {
	if r.closed || r.shadows == nil || !(r.frame.lightDirection[3] > 0) || r.cascades.count == 0 {
		return ShadowMaps{}
	}
	maps := ShadowMaps{Texture: uint32(r.shadows.texture), Size: r.shadows.size}
	share := 1 / float32(r.shadows.maps)
	for i := range r.cascades.list[:r.cascades.count] {
		p := r.cascades.list[i].place
		inMap := mgl32.Translate3D(p[0]+float32(i), p[1], 0).Mul4(mgl32.Scale3D(p[2], p[2], 1))
		maps.FromWorld = append(maps.FromWorld, mgl32.Scale3D(share, 1, 1).Mul4(inMap).Mul4(r.cascades.fromWorld))
	}
	return maps
}
