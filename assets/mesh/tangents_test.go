package mesh_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// mirroredPlane is two quads facing +z from x = -1 to 1; the texture is mirrored at x = 0.
func mirroredPlane() *mesh.Primitive {
	p := &mesh.Primitive{Indices: []uint32{0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4}}
	for _, y := range []float32{0, 1} {
		for _, x := range []float32{-1, 0, 1} {
			p.Positions = append(p.Positions, mgl32.Vec3{x, y, 0})
			p.Normals = append(p.Normals, mgl32.Vec3{0, 0, 1})
			p.TexCoords[0] = append(p.TexCoords[0], mgl32.Vec2{max(x, -x), 1 - y})
			p.Colors = append(p.Colors, mgl32.Vec4{x, y, 0, 1})
		}
	}
	return p
}

// At a seam of a mirrored texture vertices are split: u grows toward -x on the left and toward +x
// on the right, v downward on both.
func TestAddTangentsSplitsMirroredSeams(t *testing.T) {
	p := mirroredPlane()
	before := *p
	if !p.AddTangents(&mesh.Texture{}) {
		t.Fatal("there are no tangents")
	}
	if err := (&mesh.Mesh{Primitives: []mesh.Primitive{*p}}).Check(); err != nil {
		t.Fatal(err)
	}
	if len(p.Positions) != 8 || len(before.Positions) != 6 || !slices.Equal(before.Indices, mirroredPlane().Indices) {
		t.Errorf("%d vertices, want two more than 6; indices before %v", len(p.Positions), before.Indices)
	}
	for i, v := range p.Indices {
		if at := before.Positions[before.Indices[i]]; p.Positions[v] != at ||
			p.Colors[v] != (mgl32.Vec4{at[0], at[1], 0, 1}) {
			t.Errorf("corner %d is at %v with the color %v, want %v", i, p.Positions[v], p.Colors[v], at)
		}
		want := mgl32.Vec4{-1, 0, 0, -1}
		if i >= 6 {
			want = mgl32.Vec4{1, 0, 0, 1}
		}
		if p.Tangents[v] != want {
			t.Errorf("corner %d has the tangent %v, want %v", i, p.Tangents[v], want)
		}
	}
}

// The transform of the texture turns the tangents.
func TestAddTangentsHeedsTheTransform(t *testing.T) {
	p := mirroredPlane()
	p.Indices = p.Indices[6:]
	p.AddTangents(&mesh.Texture{Transform: mgl32.Rotate3DZ(mgl32.DegToRad(90)).Mul3(mgl32.Scale2D(3, 3))})
	if got := p.Tangents[1]; got.Sub(mgl32.Vec4{0, 1, 0, 1}).Len() > 1e-6 { // u is -3 v, and v falls upward
		t.Errorf("tangent %v", got)
	}
	if p.Tangents[0].Vec3().Len() != 1 {
		t.Errorf("a vertex without triangles has the tangent %v", p.Tangents[0])
	}
}

// Whatever a mesh holds, the tangents have length 1 and are across the normals.
func TestAddTangentsOfRandomMeshes(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := randomassets.Primitive(r, 12, 6, 4, 2)
		p.TexCoords[1] = nil
		for range p.Positions {
			p.TexCoords[1] = append(p.TexCoords[1], mgl32.Vec2{float32(r.IntN(3)), float32(r.IntN(3))})
		}
		p.Tangents, p.Targets[0].Tangents = nil, nil
		for i := range p.Normals {
			if r.IntN(3) == 0 {
				p.Normals[i] = mgl32.Vec3{1, 0, 0}
			}
		}
		if !p.AddTangents(&mesh.Texture{TexCoord: 1}) {
			t.Fatal("there are no tangents")
		}
		if err := (&mesh.Mesh{Primitives: []mesh.Primitive{*p}, Weights: make([]float32, 2)}).Check(); err != nil {
			t.Fatal(err)
		}
		for v, tangent := range p.Tangents {
			if length := tangent.Vec3().Len(); length < 0.999 || length > 1.001 || tangent[3] != 1 && tangent[3] != -1 {
				t.Errorf("seed %d: vertex %d: %v", seed, v, tangent)
			}
			if p.Normals[v].Cross(tangent.Vec3()).Len() < 1e-4 {
				t.Errorf("seed %d: vertex %d: tangent %v along the normal %v", seed, v, tangent, p.Normals[v])
			}
		}
	}
	p := mirroredPlane()
	for _, set := range []int{-1, 1, 2} {
		if p.AddTangents(&mesh.Texture{TexCoord: set}) || p.Tangents != nil {
			t.Errorf("tangents of texture coordinates %d, which do not exist", set)
		}
	}
}
