package assets_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// cloud is the vertices that a joint moves, each where it lies around the joint: nearer if it
// follows the joint by less than half.
type cloud []reference.Vector

// farthest returns how far the cloud reaches in a direction.
func (c cloud) farthest(direction reference.Vector) float64 {
	most := math.Inf(-1)
	for _, p := range c {
		most = max(most, p[0]*direction[0]+p[1]*direction[1]+p[2]*direction[2])
	}
	return most
}

// clouds returns all vertices of a model's parts, and the corners between which morph targets move
// them, by the joints of its skeleton.
func clouds(library *assets.Library, model *assets.Model) []cloud {
	all := make([]cloud, library.Skeleton(model.Skeleton).Len())
	for i := range model.Parts {
		part := &model.Parts[i]
		skin, shown := library.Skin(part.Skin), library.Mesh(part.Mesh)
		for k := range shown.Primitives {
			p := &shown.Primitives[k]
			add := func(v, entry int, weight float64) {
				joint := skin.Joints()[entry]
				bind := reference.MatrixOf(rig.MatrixAt(skin.InverseBinds(), entry))
				for corner := range 8 {
					if corner > 0 && len(p.Targets) == 0 {
						break
					}
					var at reference.Vector
					for c := range at {
						at[c] = float64(p.Positions[v][c])
						for _, target := range p.Targets {
							if target.Positions == nil {
								continue
							}
							if d := float64(target.Positions[v][c]); d > 0 == (corner>>c&1 == 1) {
								at[c] += d
							}
						}
					}
					all[joint] = append(all[joint], bind.Point(at).Times(min(1, 2*weight)))
				}
			}
			for v := range p.Positions {
				if part.Rigid || p.Influences == 0 {
					add(v, part.PaletteIndex, 1)
					continue
				}
				for i := v * p.Influences; i < (v+1)*p.Influences; i++ {
					if p.Weights[i] != 0 {
						add(v, int(p.Joints[i]), float64(p.Weights[i]))
					}
				}
			}
		}
	}
	return all
}

// chosen returns the outer vertices of a model by the joints of its skeleton, as clouds.
func chosen(joints int, vertices [][]rig.VertexInfluence) []cloud {
	all := make([]cloud, joints)
	for _, influences := range vertices {
		for _, v := range influences {
			p := reference.Vector{float64(v.Position[0]), float64(v.Position[1]), float64(v.Position[2])}
			all[v.Joint] = append(all[v.Joint], p.Times(min(1, 2*float64(v.Weight))))
		}
	}
	return all
}

// cloudModel returns a model of vertices that lie at random in an ellipsoid and follow two joints
// by random weights.
func cloudModel(t *testing.T, r *rand.Rand, library *assets.Library, vertices int) *assets.Model {
	t.Helper()
	shape := randomassets.Shape{Joints: 2, Roots: 1, Reach: 1, Bone: 1}
	s := randomassets.Skeleton(r, shape)
	skin := randomassets.Skin(r, s, shape, 2)
	p := mesh.Primitive{Influences: 4}
	size := mgl32.Vec3{r.Float32() + 0.1, r.Float32() + 0.1, r.Float32() + 0.1}
	for range vertices {
		v := mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}.Normalize()
		v = v.Mul(float32(math.Cbrt(r.Float64())))
		p.Positions = append(p.Positions, mgl32.Vec3{v[0] * size[0], v[1] * size[1], v[2] * size[2]})
		p.Normals = append(p.Normals, mgl32.Vec3{0, 1, 0})
		weight := r.Float32()
		p.Joints = append(p.Joints, 0, 1, mesh.NoInfluence, mesh.NoInfluence)
		p.Weights = append(p.Weights, weight, 1-weight, 0, 0)
	}
	id, err := library.AddMesh(&mesh.Mesh{Primitives: []mesh.Primitive{p}})
	if err != nil {
		t.Fatal(err)
	}
	return &assets.Model{
		Skeleton: library.AddSkeleton(s), Parts: []assets.Part{{Mesh: id, Skin: library.AddSkin(skin)}},
	}
}

// In each of 98 directions an outer vertex reaches as far as the farthest one, within 2 % of the
// distance of the joint's farthest vertex, and in the directions between, within 5 % of the extent.
// All are vertices of the model, none twice.
func TestOuterVerticesLieOutermost(t *testing.T) {
	const rounding = 1e-5
	r := rand.New(rand.NewPCG(11, 5))
	shapes := randomassets.Shapes()
	worst, worstBetween := 0.0, 0.0
	for round := range 4 * len(shapes) {
		library := assets.NewLibrary(assets.Exact())
		var model *assets.Model
		if round%2 == 0 {
			model = cloudModel(t, r, library, 1+r.IntN(800))
		} else {
			model = randomassets.Model(r, library, shapes[round/2%len(shapes)], 0)
		}
		all := clouds(library, model)
		vertices := model.OuterVertices(library)
		some := chosen(len(all), vertices)
		names := map[string]bool{}
		for _, influences := range vertices {
			names[fmt.Sprint(influences)] = true
		}
		if len(names) != len(vertices) {
			t.Errorf("round %d: %d of %d outer vertices are others", round, len(names), len(vertices))
		}
		for joint, c := range all {
			if len(c) == 0 {
				if len(some[joint]) > 0 {
					t.Errorf("round %d: joint %d moves nothing, and has outer vertices", round, joint)
				}
				continue
			}
			radius := 0.0
			for _, p := range c {
				radius = max(radius, p.Length())
			}
			missing := func(d reference.Vector) float64 { return (c.farthest(d) - some[joint].farthest(d)) / radius }
			for i := range 125 {
				d := reference.Vector{float64(i%5 - 2), float64(i/5%5 - 2), float64(i/25 - 2)}
				if max(math.Abs(d[0]), math.Abs(d[1]), math.Abs(d[2])) == 2 {
					worst = max(worst, missing(d.Unit()))
				}
			}
			for range 100 {
				d := reference.Vector{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit()
				worstBetween = max(worstBetween, missing(d)/2)
			}
			for _, p := range some[joint] {
				if !slices.ContainsFunc(c, func(q reference.Vector) bool {
					return p.Add(q.Times(-1)).Length() <= rounding*radius
				}) {
					t.Fatalf("round %d: joint %d moves no vertex at %v", round, joint, p)
				}
			}
		}
	}
	t.Logf("%.4f of the distance in the 98 directions, %.4f of the extent between", worst, worstBetween)
	if !(worst <= 0.02+rounding) || !(worstBetween <= 0.05) {
		t.Errorf("%.4f of the distance in the 98 directions, %.4f of the extent between", worst, worstBetween)
	}
}

// Vertices that are so far away that squares of distances are infinite are left out, whatever
// their sum is, and the others are found as without them.
func TestOuterVerticesOfFarMeshes(t *testing.T) {
	outer := func(isRigid bool, positions ...mgl32.Vec3) [][]rig.VertexInfluence {
		library := assets.NewLibrary(assets.Exact())
		s := handmade.ExampleArm()
		skin, err := rig.NewSkin("arm", s, []int{0}, nil)
		if err != nil {
			t.Fatal(err)
		}
		id, err := library.AddMesh(&mesh.Mesh{Primitives: []mesh.Primitive{{
			Positions: positions, Normals: slices.Repeat([]mgl32.Vec3{{0, 1, 0}}, len(positions)),
		}}})
		if err != nil {
			t.Fatal(err)
		}
		model := assets.Model{
			Skeleton: library.AddSkeleton(s),
			Parts:    []assets.Part{{Mesh: id, Skin: library.AddSkin(skin), Rigid: isRigid}},
		}
		return model.OuterVertices(library)
	}
	inf := float32(math.Inf(1))
	near := []mgl32.Vec3{{1, 0, 0}, {0, 2, 0}, {0, 0, -3}}
	far := []mgl32.Vec3{
		{3e38, -3e38, 0}, {3e38, 3e38, 3e38}, {0, 1e30, 0}, {inf, 0, 0}, {-inf, inf, 0}, {float32(math.NaN()), 0, 0},
	}
	for _, isRigid := range []bool{false, true} {
		want := outer(isRigid, near...)
		if len(want) != len(near) {
			t.Errorf("rigid %v: %d outer vertices, want %d", isRigid, len(want), len(near))
		}
		if got := outer(isRigid, slices.Concat(far, near, far)...); !reflect.DeepEqual(got, want) {
			t.Errorf("rigid %v: found %v, want %v", isRigid, got, want)
		}
		for _, v := range far {
			if got := outer(isRigid, v); len(got) > 0 {
				t.Errorf("rigid %v: a vertex at %v is one of %v", isRigid, v, got)
			}
		}
	}
	if got := new(assets.Model).OuterVertices(assets.NewLibrary()); got != nil {
		t.Errorf("a model without a skeleton has %v", got)
	}
}
