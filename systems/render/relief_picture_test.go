//go:build !js

package render

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// dent returns the direction of the surface of a ball with dents, in the space of tangent,
// bitangent and normal.
func dent(u, v float64) mgl32.Vec3 {
	const along, across, depth = 24, 12, 1.2
	x, y := math.Sin(2*math.Pi*along*u/2), math.Sin(2*math.Pi*across*v/2)
	slopeX, slopeY := math.Cos(2*math.Pi*along*u/2)*y, math.Cos(2*math.Pi*across*v/2)*x
	return mgl32.Vec3{float32(-depth * slopeX), float32(depth * slopeY), 1}.Normalize()
}

// ball returns a ball of radius 1 of that many quads around, half as many from pole to pole. If it
// is dented, the dents are in its normals.
func ball(around int, dented bool) *mesh.Mesh {
	p := mesh.Primitive{}
	for i := range around/2 + 1 {
		for k := range around + 1 {
			u, v := float64(k)/float64(around), float64(i)/float64(around/2)
			sinYaw, cosYaw := math.Sincos(2 * math.Pi * u)
			sin, cos := math.Sincos(math.Pi * v)
			n := mgl32.Vec3{float32(sin * sinYaw), float32(cos), float32(sin * cosYaw)}
			p.Positions, p.TexCoords[0] = append(p.Positions, n),
				append(p.TexCoords[0], mgl32.Vec2{float32(u), float32(v)})
			if dented {
				d := dent(u, v)
				t := mgl32.Vec3{float32(cosYaw), 0, float32(-sinYaw)}
				n = t.Mul(d[0]).Add(n.Cross(t).Mul(d[1])).Add(n.Mul(d[2])).Normalize()
			}
			p.Normals = append(p.Normals, n)
		}
	}
	for i := range uint32(around / 2) {
		for k := range uint32(around) {
			a := i*uint32(around+1) + k
			b := a + uint32(around) + 1
			p.Indices = append(p.Indices, a, b, b+1, a, b+1, a+1)
		}
	}
	return &mesh.Mesh{Name: "ball", Primitives: []mesh.Primitive{p}}
}

// A ball whose dents are in a normal texture looks like a finely divided ball whose dents are in
// its vertices.
func TestNormalTextureLooksLikeGeometry(t *testing.T) {
	picture := func(textured bool) *image.NRGBA {
		// A finer shadow shows facets. Levels of detail take ten seconds, and none is drawn.
		s := newFixture(t, Options{Debug: true, ShadowCascades: 1, LevelsInBackground: true})
		var err error
		if s.target, err = NewTarget(320, 240, 4); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.target.Close)
		m := mesh.DefaultMaterial()
		m.BaseColor, m.Metallic, m.Roughness = mgl32.Vec4{0.7, 0.25, 0.1, 1}, 0, 0.45
		surface := ball(768, true)
		if textured {
			const width, height = 1024, 512
			pixels := image.NewNRGBA(image.Rect(0, 0, width, height))
			for y := range height {
				for x := range width {
					d := dent((float64(x)+0.5)/width, (float64(y)+0.5)/height)
					encode := func(f float32) uint8 { return uint8(127.5*(f+1) + 0.5) }
					pixels.SetNRGBA(x, y, color.NRGBA{encode(d[0]), encode(d[1]), encode(d[2]), 255})
				}
			}
			m.NormalTexture = &mesh.Texture{Image: s.library.AddImage(picture.New("dents", pixels))}
			surface = ball(96, false)
			surface.Primitives[0].AddTangents(m.NormalTexture)
		}
		surface.Primitives[0].Material = s.library.AddMaterial(&m)
		s.spawnRigid(s.addMesh(surface), mgl32.Translate3D(0, 1, 0))
		s.renderer.Style.PixelError = 0
		return s.draw(Camera{Position: mgl32.Vec3{1.2, 1.8, 4}, Target: mgl32.Vec3{0, 1, 0}})
	}
	textured, dented := picture(true), picture(false)
	d, err := perceptual.Compare(textured, dented)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("difference %+v", d)
	if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
		perceptual.Keep(t, textured, "textured.png")
		perceptual.Keep(t, dented, "dented.png")
		t.Errorf("the pictures differ: %+v; they are in %s", d, t.ArtifactDir())
	}
}
