package systems_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/testassets"
	"github.com/sinew-go/sinew/systems"
)

// In poses whose joints are turned at random the bounds of joints contain all that dual quaternions
// move: of whole models, and of single vertices, whose boxes are tight, with influences anywhere in
// small trees of joints.
func TestJointBoundsContainAnyRotation(t *testing.T) {
	probe.Serial(t)
	r := rand.New(rand.NewPCG(12, 5))
	for _, name := range []string{
		"mannequin", "assets/fox/Fox.glb", "assets/cesium_man/CesiumMan.glb",
		"assets/woman/Woman.gltf",
	} {
		library := assets.NewLibrary(assets.Exact())
		model, err := mannequin.New(library)
		if name != "mannequin" {
			model, err = gltfio.Open(library, testassets.Path(t, name))
		}
		if err != nil {
			t.Fatal(err)
		}
		checkTurned(t, r, library, model, 8)
		if t.Failed() {
			t.Fatal(name)
		}
	}
	bulges := 0
	for range 3000 {
		library, model := oneVertex(t, r)
		bulges += checkTurned(t, r, library, model, 8)
		if t.Failed() {
			t.Fatal("a single vertex")
		}
	}
	if bulges < 1000 {
		t.Errorf("only %d vertices are outside of the boxes for linear skinning", bulges)
	}
}

// oneVertex returns a model of a vertex with up to 4 influences of a random tree of joints.
func oneVertex(t *testing.T, r *rand.Rand) (*assets.Library, *assets.Model) {
	t.Helper()
	joints := []rig.Joint{{Name: "0", Parent: -1, Rest: rig.IdentityTRS()}}
	for j := 1; j < 3+r.IntN(4); j++ {
		rest := rig.IdentityTRS()
		rest.Translation, rest.Rotation = randomassets.Rotation(r).Rotate(mgl32.Vec3{r.Float32(), 0, 0}),
			randomassets.Rotation(r)
		joints = append(joints, rig.Joint{Name: strconv.Itoa(j), Parent: max(0, j-1-r.IntN(2)), Rest: rest})
	}
	skeleton, err := rig.NewSkeleton("tree", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	influences := r.Perm(len(joints))[:2+r.IntN(len(joints)-1)] // the others only hold these together
	influences = influences[:min(len(influences), 4)]
	skin, err := rig.NewSkin("tree", skeleton, influences, nil)
	if err != nil {
		t.Fatal(err)
	}
	weights := make([]float32, 4)
	for i := range influences {
		weights[i] = 1 / float32(len(influences))
		if r.IntN(2) == 0 {
			weights[i] = r.Float32()
		}
	}
	slices.SortFunc(weights, func(x, y float32) int { return cmp.Compare(y, x) })
	p := mesh.Primitive{
		Positions: []mgl32.Vec3{randomassets.Rotation(r).Rotate(mgl32.Vec3{r.Float32(), 0, 0})},
		Normals:   []mgl32.Vec3{{0, 1, 0}}, Influences: 4,
		Joints: []uint16{mesh.NoInfluence, mesh.NoInfluence, mesh.NoInfluence, mesh.NoInfluence}, Weights: weights,
	}
	sum := float32(0)
	for i := range influences {
		p.Joints[i] = uint16(i)
		sum += weights[i]
	}
	for i := range weights {
		weights[i] /= sum
	}
	library := assets.NewLibrary(assets.Exact())
	id, err := library.AddMesh(&mesh.Mesh{Primitives: []mesh.Primitive{p}})
	if err != nil {
		t.Fatal(err)
	}
	return library, &assets.Model{
		Skeleton: library.AddSkeleton(skeleton),
		Parts:    []assets.Part{{Mesh: id, Skin: library.AddSkin(skin), Skinning: mesh.SkinDualQuaternion}},
	}
}

// checkTurned looks for vertices outside of the bounds of joints in poses in which every joint is
// turned at random, some by half a turn. It returns how many are outside of the bounds for linear
// skinning.
func checkTurned(t *testing.T, r *rand.Rand, library *assets.Library, model *assets.Model, poses int) (bulges int) {
	t.Helper()
	boundsBy := func(method mesh.Skinning) assets.JointBounds {
		for i := range model.Parts {
			model.Parts[i].Skinning = method
		}
		return model.JointBounds(library)
	}
	linear, dual := boundsBy(mesh.SkinLinear), boundsBy(mesh.SkinDualQuaternion)
	for range poses {
		bulges += checkTurnedOnce(t, r, library, model, &linear, &dual)
	}
	return bulges
}

func checkTurnedOnce(t *testing.T, r *rand.Rand, library *assets.Library, model *assets.Model, linear,
	dual *assets.JointBounds,
) (bulges int) {
	t.Helper()
	pose := rig.NewPose(library.Skeleton(model.Skeleton))
	for j := range library.Skeleton(model.Skeleton).Len() {
		joint := pose.Joint(j)
		turn := randomassets.Rotation(r)
		if r.IntN(3) == 0 {
			turn = mgl32.QuatRotate(math.Pi, randomassets.Rotation(r).Rotate(mgl32.Vec3{1, 0, 0}))
		}
		joint.Rotation = joint.Rotation.Mul(turn).Normalize()
		pose.SetJoint(j, joint)
	}
	matrices := pose.ModelMatrices(nil)
	bounds, plain := posedBounds(*dual, matrices), posedBounds(*linear, matrices)
	for i := range model.Parts {
		part := &model.Parts[i]
		palette := library.Skin(part.Skin).Palette(nil, matrices)
		for k := range library.Mesh(part.Mesh).Primitives {
			var vertices ecs.Vertices
			systems.SkinPrimitive(&vertices, &library.Mesh(part.Mesh).Primitives[k], part, palette,
				pose.Morphs[part.Morphs.Offset:][:part.Morphs.Count])
			for v, p := range vertices.Positions {
				outside, plainly := float32(0), float32(0)
				for c := range 3 {
					outside = max(outside, bounds.Min[c]-p[c], p[c]-bounds.Max[c])
					plainly = max(plainly, plain.Min[c]-p[c], p[c]-plain.Max[c])
				}
				if outside > 0 {
					t.Errorf("part %d, vertex %d is at %v, %v outside of %v", i, v, p, outside, bounds)
				}
				if plainly > 1e-3 {
					bulges++
				}
			}
		}
	}
	return bulges
}
