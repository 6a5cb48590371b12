package systems_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/testassets"
	"github.com/sinew-go/sinew/systems"
)

// In every pose of a model the boxes of its joints contain all skinned vertices, and are not much
// larger.
func TestJointBoundsContainSkinnedVertices(t *testing.T) {
	probe.Serial(t)
	for _, name := range []string{
		"mannequin", "assets/fox/Fox.glb", "assets/robot/robot.glb",
		"assets/morph_cube/AnimatedMorphCube.gltf",
	} {
		t.Run(name, func(t *testing.T) {
			library := assets.NewLibrary(assets.Exact())
			var model *assets.Model
			var err error
			if name == "mannequin" {
				model, err = mannequin.New(library)
			} else {
				model, err = gltfio.Open(library, testassets.Path(t, name))
			}
			if err != nil {
				t.Fatal(err)
			}
			checkJointBounds(t, library, model)
		})
	}
}

// If the boxes are points, only their margins for rounding keep the vertices inside.
func TestJointBoundsAllowForRounding(t *testing.T) {
	for seed := range uint64(100) {
		library := assets.NewLibrary(assets.Exact())
		model := newModel(t, library, 2+int(seed%6), seed)
		m := mesh.Mesh{Primitives: []mesh.Primitive{{Influences: 4}}}
		p := &m.Primitives[0]
		for joint := range library.Skeleton(model.Skeleton).Len() {
			random := rand.New(rand.NewPCG(seed, uint64(joint)))
			p.Positions = append(p.Positions, randomTRS(random).Translation)
			p.Normals = append(p.Normals, mgl32.Vec3{0, 1, 0})
			p.Joints = append(p.Joints, uint16(joint), mesh.NoInfluence, mesh.NoInfluence, mesh.NoInfluence)
			p.Weights = append(p.Weights, 1, 0, 0, 0)
		}
		var err error
		if model.Parts[0].Mesh, err = library.AddMesh(&m); err != nil {
			t.Fatal(err)
		}
		checkJointBounds(t, library, model)
	}
}

func checkJointBounds(t *testing.T, library *assets.Library, model *assets.Model) {
	t.Helper()
	joints := model.JointBounds(library)
	if len(joints.Joints) == 0 || len(joints.Boxes) != len(joints.Joints)*kernel.JointBoxSize {
		t.Fatalf("%d values for the boxes of %d joints", len(joints.Boxes), len(joints.Joints))
	}
	random := rand.New(rand.NewPCG(6, 1))
	skeleton := library.Skeleton(model.Skeleton)
	block := make([]float32, skeleton.Len()*kernel.BlockMatrixSize)
	for round := range 3 {
		var poses [kernel.Lanes]*rig.Pose
		for lane := range poses {
			poses[lane] = rig.NewPose(skeleton)
			if clips := model.Clips; len(clips) > 0 && round > 0 { // in the rest pose the boxes fit tightly
				clip := library.Clip(clips[random.IntN(len(clips))])
				clip.Sample(random.Float64()*clip.Duration(), poses[lane])
			}
			for i, v := range poses[lane].ModelMatrices(nil) {
				block[i/12*kernel.BlockMatrixSize+i%12*kernel.Lanes+lane] = v
			}
		}
		var bounds [kernel.BoundsSize]float32
		kernel.EmptyBounds(&bounds)
		kernel.Bounds(&bounds, block, joints.Joints, joints.Boxes)
		for lane, pose := range poses {
			var box assets.Box
			for c := range 3 {
				box.Min[c], box.Max[c] = bounds[c*kernel.Lanes+lane], bounds[(3+c)*kernel.Lanes+lane]
			}
			checkInside(t, library, model, pose, box)
		}
	}
}

// checkInside skins the model in a pose. All its vertices must be in the box, which may be at most
// twice as long as necessary.
func checkInside(t *testing.T, library *assets.Library, model *assets.Model, pose *rig.Pose, box assets.Box) {
	t.Helper()
	low, high := box.Max, box.Min
	for p := range model.Parts {
		part := &model.Parts[p]
		palette := library.Skin(part.Skin).Palette(nil, pose.ModelMatrices(nil))
		weights := pose.Morphs[part.Morphs.Offset:][:part.Morphs.Count]
		for i := range library.Mesh(part.Mesh).Primitives {
			var out ecs.Vertices
			systems.SkinPrimitive(&out, &library.Mesh(part.Mesh).Primitives[i], part, palette, weights)
			for v, position := range out.Positions {
				for c, x := range position {
					if x < box.Min[c] || x > box.Max[c] {
						t.Fatalf("part %d, primitive %d: vertex %d is at %v, outside %v", p, i, v, position, box)
					}
					low[c], high[c] = min(low[c], x), max(high[c], x)
				}
			}
		}
	}
	for c := range 3 {
		if length, needed := box.Max[c]-box.Min[c], high.Sub(low).Len(); length > 2*needed {
			t.Errorf("the box %v is far larger than its vertices, from %v to %v", box, low, high)
		}
	}
}
