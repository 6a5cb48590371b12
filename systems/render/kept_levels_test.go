//go:build !js

package render

import (
	"reflect"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/systems/render/internal/decimate"
)

// richBall is a ball of triangles with every stream that levels depend on, and a line.
func richBall() *mesh.Mesh {
	m := ball(16, false)
	p := &m.Primitives[0]
	n := len(p.Positions)
	p.Influences, p.Joints, p.Weights = 4, make([]uint16, 4*n), make([]float32, 4*n)
	for i := range n {
		p.Weights[4*i] = 1
	}
	p.Colors = make([]mgl32.Vec4, n)
	p.Targets = []mesh.MorphTarget{{Positions: make([]mgl32.Vec3, n)}}
	m.Weights = []float32{0}
	m.Primitives = append(m.Primitives, mesh.Primitive{
		Topology: mesh.Lines, Positions: []mgl32.Vec3{{0, 0, 0}, {0, 2, 0}}, Normals: make([]mgl32.Vec3, 2),
		Indices: []uint32{0, 1}, Targets: make([]mesh.MorphTarget, 1),
	})
	return m
}

// Levels of equal meshes are made once, and those of a mesh that differs in anything that they
// depend on anew. They refer to the mesh that asks, and to no other.
func TestLevelsAreKept(t *testing.T) {
	made := 0
	levels := func(m *mesh.Mesh, _ decimate.Key) ([]decimate.Level, error) { made++; return decimate.Levels(m), nil }
	k := keptLevels{most: 1 << 20}
	want, _ := k.levels(richBall(), levels)
	if len(want) < 3 {
		t.Fatalf("%d levels, expected more", len(want))
	}
	again := richBall()
	got, _ := k.levels(again, levels)
	if made != 1 || !reflect.DeepEqual(got, want) {
		t.Errorf("made %d times, expected once; equal: %v", made, reflect.DeepEqual(got, want))
	}
	for i := range got {
		if &got[i].Indices[1][0] != &again.Primitives[1].Indices[0] {
			t.Errorf("level %d has the line of another mesh", i)
		}
	}
	if &got[0].Indices[0][0] != &again.Primitives[0].Indices[0] {
		t.Error("full detail has the indices of another mesh")
	}
	for i, change := range []func(p *mesh.Primitive){
		func(p *mesh.Primitive) { p.Positions[20][1] += 0.01 },
		func(p *mesh.Primitive) { p.Normals[20] = mgl32.Vec3{0, 1, 0} },
		func(p *mesh.Primitive) { p.TexCoords[0][20][0] += 0.1 },
		func(p *mesh.Primitive) { p.TexCoords[0] = nil },
		func(p *mesh.Primitive) { p.Colors[20][0] = 1 },
		func(p *mesh.Primitive) { p.Joints[80] = 1 },
		func(p *mesh.Primitive) { p.Weights[80], p.Weights[81] = 0.5, 0.5 },
		func(p *mesh.Primitive) { p.Influences, p.Joints, p.Weights = 0, nil, nil },
		func(p *mesh.Primitive) { p.Indices = p.Indices[:len(p.Indices)-3] },
		func(p *mesh.Primitive) { p.Targets[0].Positions[20][2] = 0.1 },
		func(p *mesh.Primitive) { p.Targets = nil },
	} {
		before, m := made, richBall()
		change(&m.Primitives[0])
		if got, _ := k.levels(m, levels); made != before+1 || !reflect.DeepEqual(got, decimate.Levels(m)) {
			t.Errorf("change %d: expected new levels, found those of another mesh", i)
		}
	}
	m, before := richBall(), made
	slices.Reverse(m.Primitives)
	if k.levels(m, levels); made != before+1 {
		t.Error("primitives in another order: expected new levels, found those of another mesh")
	}
}

// What was asked for longest ago is let go.
func TestKeptLevelsAreBounded(t *testing.T) {
	made := 0
	levels := func(m *mesh.Mesh, _ decimate.Key) ([]decimate.Level, error) { made++; return decimate.Levels(m), nil }
	k := keptLevels{most: 1 << 20}
	k.levels(ball(16, false), levels)
	k.most = 5 * k.list[0].indices / 2 // room for two
	other, third := ball(16, false), ball(16, false)
	other.Primitives[0].Positions[3][0] += 0.5
	third.Primitives[0].Positions[3][1] += 0.5
	k.levels(other, levels)
	k.levels(ball(16, false), levels)
	k.levels(third, levels)
	k.levels(ball(16, false), levels)
	if made != 3 || len(k.list) != 2 {
		t.Errorf("made %d times, %d kept; expected 3 and 2", made, len(k.list))
	}
	if k.levels(other, levels); made != 4 {
		t.Errorf("made %d times after it was let go, expected 4", made)
	}
	large := ball(48, false)
	if got, _ := k.levels(large, levels); len(got) < 2 || len(k.list) != 2 {
		t.Errorf("%d levels of a mesh that there is no room for; %d of others are kept, expected 2", len(got), len(k.list))
	}
	stopped, _ := k.levels(ball(20, false), func(*mesh.Mesh, decimate.Key) ([]decimate.Level, error) {
		return nil, nil
	})
	if again, _ := k.levels(ball(20, false), levels); stopped != nil || len(again) < 2 {
		t.Errorf("%d levels after work that was stopped", len(again))
	}
}
