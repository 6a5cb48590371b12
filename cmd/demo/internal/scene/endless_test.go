package scene_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/components"
)

// An endless place looks the same after a step to where it repeats: its stones have the same
// colors, and all that is near goes along by whole steps.
func TestEndlessPlacesRepeat(t *testing.T) {
	const x, z, stone = -6, 10, scene.EndlessStone
	library, model := mannequins(t)
	s, err := scene.NewLineup(library, []*assets.Model{model}, "idle")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	place, err := s.AddEndless(x, z)
	if err != nil {
		t.Fatal(err)
	}
	meshes, transforms := generic.NewMap1[components.RigidMesh](s.World()), generic.NewMap1[components.Transform](s.World())
	stones, trees := things(s, library, "stones")[0], things(s, library, "trees")[0]

	colors := map[[2]int]mgl32.Vec4{} // by column and row
	for _, p := range library.Mesh(meshes.Get(stones).Mesh).Primitives {
		for v := 0; v+3 < len(p.Positions); v += 4 {
			if p.Positions[v+1][0]-p.Positions[v][0] < stone && p.Positions[v][1] == 0 {
				middle := p.Positions[v].Add(p.Positions[v+2]).Mul(0.5 / stone)
				at := [2]int{int(math.Floor(float64(middle[0]))), int(math.Floor(float64(middle[2])))}
				colors[at] = p.Colors[v]
			}
		}
	}
	compared, different := 0, map[mgl32.Vec4]bool{}
	for at, color := range colors {
		different[color] = true
		for _, step := range [][2]int{{x, z}, {-z, x}} {
			if other, ok := colors[[2]int{at[0] + step[0], at[1] + step[1]}]; ok {
				compared++
				if other != color {
					t.Fatalf("the stone at %v is %v, a repetition on %v", at, color, other)
				}
			}
		}
	}
	if compared < 4000 || len(different) < 30 {
		t.Errorf("compared %d stones of %d colors", compared, len(different))
	}

	along, across := mgl32.Vec3{x * stone, 0, z * stone}, mgl32.Vec3{-z * stone, 0, x * stone}
	for _, steps := range [][2]float32{{0, 0}, {1, 0}, {-7, 0}, {2, 3}, {40, -6}} {
		to := along.Mul(steps[0]).Add(across.Mul(steps[1]))
		place.GoTo(to.Add(mgl32.Vec3{1.7, 0, -2.1}))
		for name, thing := range map[string]components.Transform{
			"stones": *transforms.Get(stones), "trees": *transforms.Get(trees),
		} {
			if off := thing.Matrix.Col(3).Vec3().Sub(to).Len(); off > 1e-3 {
				t.Errorf("%s are %v m off after %v repetitions", name, off, steps)
			}
		}
	}
}
