package systems_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/systems"
)

// jacketWithTails returns a file of a jacket for the mannequin, with all joints of its skeleton and
// six more: two tails of three joints below the hips and the upper spine.
func jacketWithTails(t testing.TB) []byte {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	figure, err := mannequin.New(library)
	check(t, err)
	own := library.Skeleton(figure.Skeleton)
	var joints []rig.Joint
	for j := range own.Len() {
		joints = append(joints, rig.Joint{Name: own.JointName(j), Parent: own.Parent(j), Rest: own.Rest(j)})
	}
	random := rand.New(rand.NewPCG(8, 3))
	var names []string
	for _, name := range []string{"hips", "spine_3"} {
		above, err := own.FindJoint(name)
		check(t, err)
		names = append(names, name)
		for i := range 3 {
			axis := mgl32.Vec3{random.Float32(), random.Float32(), 0.1}.Normalize()
			joints = append(joints, rig.Joint{Name: fmt.Sprintf("tail_%s_%d", name, i), Parent: above, Rest: rig.TRS{
				Translation: mgl32.Vec3{random.Float32() / 5, -0.1, random.Float32() / 5},
				Rotation:    mgl32.QuatRotate(random.Float32(), axis), Scale: mgl32.Vec3{1, 1, 1},
			}})
			above = len(joints) - 1
			names = append(names, joints[above].Name)
		}
	}
	skeleton, err := rig.NewSkeleton("jacket", joints, nil)
	check(t, err)
	var used []int // a skeleton sorts its joints
	for _, name := range names {
		joint, err := skeleton.FindJoint(name)
		check(t, err)
		used = append(used, joint)
	}
	skin, err := rig.NewSkin("jacket", skeleton, used, nil)
	check(t, err)
	cloth := mesh.Primitive{Influences: 4}
	for range 300 {
		at := mgl32.Vec3{random.Float32() - 0.5, 0.5 + random.Float32(), random.Float32() - 0.5}
		cloth.Positions, cloth.Normals = append(cloth.Positions, at), append(cloth.Normals, mgl32.Vec3{0, 0, 1})
		sum, weights := float32(0), [4]float32{}
		for i := range weights {
			weights[i] = 0.1 + random.Float32()
			sum += weights[i]
			cloth.Joints = append(cloth.Joints, uint16((random.IntN(2)+2*i)%len(used)))
		}
		for _, w := range weights {
			cloth.Weights = append(cloth.Weights, w/sum)
		}
		cloth.Indices = append(cloth.Indices, uint32(len(cloth.Positions)-1))
	}
	id, err := library.AddMesh(&mesh.Mesh{Name: "jacket", Primitives: []mesh.Primitive{cloth}})
	check(t, err)
	jacket := &assets.Model{Name: "jacket", Skeleton: library.AddSkeleton(skeleton), Parts: []assets.Part{{
		Name: "jacket", Mesh: id, Skin: library.AddSkin(skin),
	}}}
	_, err = library.AddModel(jacket)
	check(t, err)
	var out bytes.Buffer
	check(t, gltfio.Write(&out, library, jacket))
	return out.Bytes()
}

// tailored is a world in which characters wear the jacket.
type tailored struct {
	library      *assets.Library
	body, jacket *assets.Model
	world        ecs.World
	animation    *systems.Animation
}

// newTailored loads the body and the jacket, with other things before and between them if it is
// said so.
func newTailored(t testing.TB, file []byte, others bool) *tailored {
	t.Helper()
	w := &tailored{library: assets.NewLibrary(), world: ecs.NewWorld()}
	load := func() {
		if others {
			_, err := gltfio.Options{OwnSkeleton: true}.Parse(w.library, "other.glb", file)
			check(t, err)
		}
	}
	load()
	var err error
	w.body, err = mannequin.New(w.library)
	check(t, err)
	load()
	w.jacket, err = gltfio.Options{Skeleton: w.library.Skeleton(w.body.Skeleton)}.Parse(w.library, "jacket.glb", file)
	check(t, err)
	w.animation, err = systems.NewAnimation(&w.world, w.library)
	check(t, err)
	t.Cleanup(w.animation.Close)
	return w
}

// expected returns in float64 where the vertices of the jacket are: with a skeleton of all joints,
// of which the extra ones have their rest pose and the others the pose of the character.
func (w *tailored) expected(t testing.TB, e ecs.Entity, file []byte, method mesh.Skinning) []reference.Vector {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	jacket, err := gltfio.Parse(library, "jacket.glb", file)
	check(t, err)
	body, whole := w.library.Skeleton(w.body.Skeleton), library.Skeleton(jacket.Skeleton)
	local := rig.NewPose(body)
	check(t, w.animation.LocalPose(e, local))
	shown, pose := reference.PoseOf(local), reference.Rest(whole)
	matched := 0
	for j := range whole.Len() {
		if own, ok := body.Find(whole.JointName(j)); ok {
			pose.Locals[j] = shown.Locals[own]
			matched++
		}
	}
	if matched < 4 || whole.Len() < matched+6 { // those of the skin and those above them
		t.Fatalf("the file has %d joints, %d of them of the body", whole.Len(), matched)
	}
	part := jacket.Parts[0]
	palette := reference.Palette(library.Skin(part.Skin), reference.Models(whole, pose))
	primitive := &library.Mesh(part.Mesh).Primitives[0]
	if method == mesh.SkinDualQuaternion {
		return reference.SkinDual(primitive, palette, nil).Positions
	}
	return reference.Skin(primitive, palette, nil).Positions
}

// A jacket with joints that its character lacks is worn as any other: its vertices are where they
// would be if the character had those joints, in their rest pose, by every method of skinning, as a
// model of its own, at a lower level of detail, and in a world that restores a snapshot. The order
// of loading does not show.
func TestExtraJointsOfAWornModel(t *testing.T) {
	probe.Serial(t)
	file := jacketWithTails(t)
	for _, method := range []mesh.Skinning{mesh.SkinLinear, mesh.SkinDualQuaternion} {
		w, other := newTailored(t, file, false), newTailored(t, file, true)
		var snapshot []byte
		for i, one := range []*tailored{w, other} {
			one.jacket.Parts[0].Skinning = method
			wearer := mustSpawn(one.animation.Spawn(one.body, mgl32.Translate3D(3, 0, 1)))
			plain := mustSpawn(one.animation.Spawn(one.body, mgl32.Ident4()))
			only := mustSpawn(one.animation.Spawn(one.jacket, mgl32.Ident4()))
			check(t, one.animation.Wear(wearer, one.jacket))
			details := generic.NewMap1[components.LevelOfDetail](&one.world)
			details.Add(wearer)
			for _, e := range []ecs.Entity{wearer, plain, only} {
				check(t, one.animation.Player(e).Play(one.body.Clip("walk")))
				check(t, one.animation.EnableVertices(e))
			}
			check(t, one.animation.Update(0.3))
			skin := one.jacket.Parts[0].Skin
			if one.animation.Palette(plain, skin) != nil {
				t.Error("a character without the jacket has a palette for it")
			}
			if i == 0 {
				snapshot = one.animation.AppendSnapshot(nil)
			} else {
				check(t, one.animation.Restore(snapshot))
			}
			check(t, one.animation.Update(0.2))
			of := len(one.body.Parts) // the jacket's part comes after the body's
			compare := func(e ecs.Entity, part int) {
				t.Helper()
				vertices := one.animation.Vertices(e, part, 0)
				if vertices == nil {
					t.Fatal("the jacket has no vertices")
				}
				worst := 0.0
				for v, want := range one.expected(t, e, file, method) {
					found := vertices.Positions[v]
					worst = max(worst, want.Add(reference.Vector{
						-float64(found[0]), -float64(found[1]), -float64(found[2]),
					}).Length())
				}
				if worst > 2e-6 {
					t.Errorf("%v: a vertex is %v m from where it should be", method, worst)
				}
			}
			compare(wearer, of)
			compare(only, 0)
			*details.Get(wearer) = components.LevelOfDetail{Level: 2, Fixed: true}
			check(t, one.animation.Update(0.05))
			compare(wearer, of)
			check(t, one.animation.Wear(plain, one.jacket))
			check(t, one.animation.TakeOff(wearer, one.jacket))
			check(t, one.animation.Update(0.05))
			if one.animation.Palette(wearer, skin) != nil || one.animation.Palette(plain, skin) == nil {
				t.Error("the jacket did not change hands")
			}
		}
		a, b := w.animation, other.animation
		query := generic.NewFilter1[components.Skeleton]().Query(&w.world)
		for query.Next() {
			e := query.Entity()
			if !sameBits(a.Palette(e, w.jacket.Parts[0].Skin), b.Palette(e, other.jacket.Parts[0].Skin)) {
				t.Errorf("the palettes of entity %d depend on the order of loading", e.ID())
			}
		}
	}
}
