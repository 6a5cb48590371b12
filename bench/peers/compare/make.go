package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// madeJoints is the number of joints of the character that is made, as in the library's own
// benchmarks.
const madeJoints = 64

// makeSubject writes a character into a folder, two clips of which turn and move every joint of its
// skin. The node of its mesh is a joint more, which keeps still. No node is above the first joint
// of the skin; raylib 6.0 crashes when it reads such a file, and the report says that it was not
// measured.
func makeSubject(folder string) (subject, error) {
	library := assets.NewLibrary(assets.Exact())
	random := rand.New(rand.NewPCG(madeJoints, 1))
	list, all := make([]rig.Joint, madeJoints), make([]int, madeJoints)
	for j := range list {
		list[j] = rig.Joint{Name: fmt.Sprint("joint", j), Parent: j - 1, Rest: rig.IdentityTRS()}
		list[j].Rest.Translation, all[j] = mgl32.Vec3{0, 0.1, 0}, j
		if j%5 == 0 && j > 0 {
			list[j].Parent = random.IntN(j)
		}
	}
	skeleton, err := rig.NewSkeleton("made", list, nil)
	if err != nil {
		return subject{}, err
	}
	model := &assets.Model{Name: "made", Skeleton: library.AddSkeleton(skeleton)}
	var clips []assets.ClipID
	for n := range 2 {
		c, err := movingClip(fmt.Sprint("clip", n), skeleton, random).Add(library)
		if err != nil {
			return subject{}, err
		}
		clips = append(clips, c)
	}
	model.SetClips(library, clips)
	skin, err := rig.NewSkin("made", skeleton, all, nil)
	if err != nil {
		return subject{}, err
	}
	model.Skins = []assets.SkinID{library.AddSkin(skin)}
	triangle, err := library.AddMesh(&mesh.Mesh{Primitives: []mesh.Primitive{{
		Positions: []mgl32.Vec3{{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}},
		Normals:   []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, Indices: []uint32{0, 1, 2},
		Influences: 4, Joints: make([]uint16, 12), Weights: []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
	}}})
	if err != nil {
		return subject{}, err
	}
	model.Parts = []assets.Part{{Mesh: triangle, Skin: model.Skins[0]}}
	if _, err := library.AddModel(model); err != nil {
		return subject{}, err
	}
	file := filepath.Join(folder, "joints.glb")
	return subject{fmt.Sprint(madeJoints, " joints"), file, []int{0, 1}}, gltfio.Save(file, library, model)
}

// movingClip returns a clip of 1 s, with 30 keys a second, that turns and moves every joint.
func movingClip(name string, s *rig.Skeleton, random *rand.Rand) *clip.Builder {
	const keys = 31
	times := make([]float32, keys)
	for k := range times {
		times[k] = float32(k) / (keys - 1)
	}
	builder := clip.NewBuilder(name, s)
	for j := range s.Len() {
		turns, moves := make([]mgl32.Quat, keys), make([]mgl32.Vec3, keys)
		axis := mgl32.Vec3{random.Float32() - 0.5, random.Float32() - 0.5, random.Float32() - 0.5}.Normalize()
		for k := range keys {
			phase := 2*math.Pi*float64(k)/(keys-1) + float64(j)
			turns[k] = mgl32.QuatRotate(float32(0.5*math.Sin(phase)), axis)
			moves[k] = mgl32.Vec3{0, 0.1, float32(0.01 * math.Cos(phase))}
		}
		builder.Rotation(j, clip.Linear, times, turns).Translation(j, clip.Linear, times, moves)
	}
	return builder
}
