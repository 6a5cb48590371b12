package avatar_test

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/avatar"
)

// skirt is a document of a skirt for Alice: two joints that swing and avoid the hips, a ribbon that
// turns like the head, a bow with a morph target, which an expression shows, and Alice's hair.
const skirt = `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
"accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
"materials": [{"name": "silk"}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0, "targets": [{"POSITION": 0}]}]}],
"nodes": [{"name": "hips", "translation": [0, 1, 0], "children": [1, 4]}, {"name": "head", "translation": [0, 0.6, 0], "children": [2]},
 {"name": "hair", "translation": [0, 0, -0.1], "children": [3, 8]}, {"name": "hair end", "translation": [0, 0, -0.2]},
 {"name": "skirt", "translation": [0, -0.1, -0.1], "children": [5]}, {"name": "hem", "translation": [0, -0.1, -0.2], "children": [6]},
 {"name": "hem end", "translation": [0, 0, -0.2], "children": [7]}, {"name": "bow", "mesh": 0}, {"name": "ribbon",
  "extensions": {"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"rotation": {"source": 0}}}}}],
"extensionsUsed": ["VRMC_vrm", "VRMC_springBone", "VRMC_node_constraint"], "extensions": {
"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}}}, "lookAt": {"type": "bone"},
 "firstPerson": {"meshAnnotations": [{"node": 7, "type": "thirdPersonOnly"}]},
 "expressions": {"custom": {"puff": {"morphTargetBinds": [{"node": 7, "index": 0, "weight": 0.5}],
  "materialColorBinds": [{"material": 0, "type": "color", "targetValue": [1, 0, 0, 1]}]}}}},
"VRMC_springBone": {"specVersion": "1.0", "colliders": [{"node": 0, "shape": {"sphere": {"radius": 0.2}}}],
 "colliderGroups": [{"colliders": [0]}], "springs": [
  {"joints": [{"node": 2, "gravityPower": 2}, {"node": 3}]},
  {"joints": [{"node": 4, "gravityPower": 1, "stiffness": 0.2, "hitRadius": 0.02}, {"node": 5, "stiffness": 0.1}, {"node": 6}],
   "colliderGroups": [0]}]}}}`

// wardrobe is a stage whose Alice plays a clip, and the skirt for her.
type wardrobe struct {
	*stage
	skirt *vrm.Avatar
}

func newWardrobe(t testing.TB) *wardrobe {
	t.Helper()
	w := &wardrobe{stage: newStage(t, alice)}
	skeleton := w.library.Skeleton(w.file.Model.Skeleton)
	var err error
	w.skirt, err = vrm.Options{Skeleton: skeleton}.Parse(w.library, "skirt.vrm", []byte(skirt))
	must(t, err)
	hips, _ := skeleton.Find("hips")
	head, _ := skeleton.Find("head")
	turns := func(angle float32) []mgl32.Quat {
		return []mgl32.Quat{
			mgl32.QuatIdent(), mgl32.QuatRotate(angle, mgl32.Vec3{1, 0.2, 0}.Normalize()), mgl32.QuatIdent(),
		}
	}
	bend, err := clip.NewBuilder("bend", skeleton).
		Rotation(hips, clip.Linear, []float32{0, 0.4, 1}, turns(1)).
		Rotation(head, clip.Linear, []float32{0, 0.3, 1}, turns(-0.7)).Add(w.library)
	must(t, err)
	must(t, w.animation.Player(w.entity).Play(bend))
	return w
}

// step moves an entity and runs a frame.
func (w *wardrobe) step(t testing.TB, e ecs.Entity, frame int) {
	t.Helper()
	transforms := generic.NewMap1[components.Transform](&w.world)
	angle := float32(frame) / 15
	transforms.Get(e).Matrix = mgl32.HomogRotate3DY(angle).Mul4(mgl32.Translate3D(2, 0, 0))
	w.update(t)
}

// A VRM file that a character wears has its springs, constraints and expressions: each joint is, to
// the bit, where it is with the same springs in one skeleton. What moves the wearer's joints is left
// to the wearer.
func TestWornFilesSwing(t *testing.T) {
	w, whole := newWardrobe(t), newWardrobe(t)
	var warnings []string
	for _, text := range w.skirt.Warnings {
		if !strings.Contains(text, "joins skeleton") {
			warnings = append(warnings, text)
		}
	}
	want := []string{`extensions.VRMC_springBone.springs[0]: it is left out: skeleton "alice" has its joints too, so its ` +
		`characters move them`}
	if !slices.Equal(warnings, want) || len(w.skirt.Springs()) != 1 || w.skirt.LookAt != nil {
		t.Errorf("%d springs, %q", len(w.skirt.Springs()), warnings)
	}
	must(t, w.avatars.Wear(w.entity, w.skirt))
	garment, err := w.animation.Garment(w.entity, w.skirt.Model)
	must(t, err)
	must(t, w.avatars.Wear(w.entity, w.skirt)) // changes nothing
	if again, err := w.animation.Garment(w.entity, w.skirt.Model); err != nil || again != garment {
		t.Fatalf("garments %v and %v, %v", garment, again, err)
	}
	alone, err := whole.avatars.Spawn(whole.skirt, mgl32.Ident4())
	must(t, err)
	skeleton := whole.library.Skeleton(whole.skirt.Model.Skeleton)
	body := w.library.Skeleton(w.file.Model.Skeleton)
	joints, err := skeleton.JointsOf(body)
	must(t, err)
	shown, given := rig.NewPose(body), rig.NewPose(skeleton)
	hem, err := skeleton.FindJoint("hem")
	must(t, err)
	moved := float32(0)
	for frame := range 120 {
		w.step(t, w.entity, frame)
		must(t, w.animation.LocalPose(w.entity, shown))
		for j, joint := range joints {
			given.SetJoint(joint, shown.Joint(j))
		}
		must(t, whole.animation.SetLocalPose(alone, given, 1))
		whole.step(t, alone, frame)
		for j := range skeleton.Len() {
			a, err := w.animation.JointWorldAt(garment, j)
			must(t, err)
			b, err := whole.animation.JointWorldAt(alone, j)
			must(t, err)
			if a != b {
				t.Fatalf("frame %d: joint %q is at %v, expected %v", frame, skeleton.JointName(j), a, b)
			}
		}
		for _, joint := range []string{"hips", "hair", "hair end"} {
			a, err := w.animation.JointWorld(garment, joint)
			must(t, err)
			if b, err := w.animation.JointWorld(w.entity, joint); err != nil || a != b {
				t.Fatalf("frame %d: joint %q is at %v on the garment, expected %v, %v", frame, joint, a, b, err)
			}
		}
		local := rig.NewPose(w.library.Skeleton(w.skirt.Model.Skeleton))
		must(t, w.animation.LocalPose(garment, local))
		turn := local.Joint(hem).Rotation
		moved = max(moved, 1-turn.W*turn.W)
		ribbon, err := skeleton.FindJoint("ribbon")
		must(t, err)
		hips, err := skeleton.FindJoint("hips")
		must(t, err)
		if apart := local.Joint(ribbon).Rotation.Sub(local.Joint(hips).Rotation).Len(); apart > 1e-6 {
			t.Fatalf("frame %d: the ribbon has turned by %v, expected %v", frame, local.Joint(ribbon).Rotation,
				local.Joint(hips).Rotation)
		}
	}
	if moved < 0.01 {
		t.Errorf("the hem turned by %v", moved)
	}
	bow := w.avatars.Avatar(garment)
	must(t, bow.Express("puff", 0.5))
	w.update(t)
	channel, ok := skeleton.MorphChannel(slices.Index(jointNames(skeleton), "bow"))
	if weight := w.animation.Morphs(garment)[channel.Offset]; !ok || weight != 0.25 || bow.Shown("puff") != 0.5 {
		t.Errorf("the bow has the weight %v, and puff shows at %v", weight, bow.Shown("puff"))
	}
	if silk, ok := w.animation.Material(garment, 0, 0); !ok || silk.BaseColor != (mgl32.Vec4{1, 0.5, 0.5, 1}) {
		t.Errorf("the silk has the color %v", silk.BaseColor)
	}
	must(t, w.animation.TakeOff(w.entity, w.skirt.Model))
	if ecs.IsAlive(&w.world, garment) {
		t.Error("the skirt lives on")
	}
}

func jointNames(skeleton *assets.Skeleton) (list []string) {
	for j := range skeleton.Len() {
		list = append(list, skeleton.JointName(j))
	}
	return list
}

// A world takes a snapshot of another one, in which a file is worn, and goes on with the same bits.
func TestWornFilesInSnapshots(t *testing.T) {
	w, other := newWardrobe(t), newWardrobe(t)
	must(t, w.avatars.Wear(w.entity, w.skirt))
	garment, err := w.animation.Garment(w.entity, w.skirt.Model)
	must(t, err)
	must(t, w.avatars.Avatar(garment).Express("puff", 0.5))
	for frame := range 20 {
		w.step(t, w.entity, frame)
	}
	must(t, other.avatars.Wear(other.entity, other.skirt))
	must(t, other.animation.Restore(w.animation.AppendSnapshot(nil)))
	again, err := other.animation.Garment(w.entity, other.skirt.Model)
	must(t, err)
	for frame := 20; frame < 60; frame++ {
		w.step(t, w.entity, frame)
		other.step(t, w.entity, frame)
		for j := range w.library.Skeleton(w.skirt.Model.Skeleton).Len() {
			a, err := w.animation.JointWorldAt(garment, j)
			must(t, err)
			if b, err := other.animation.JointWorldAt(again, j); err != nil || a != b {
				t.Fatalf("frame %d: joint %d is at %v, expected %v, %v", frame, j, b, a, err)
			}
		}
	}
	if other.avatars.Avatar(again).Shown("puff") != 0.5 {
		t.Error("the restored garment has no face")
	}
}

// face is a document of a face for Alice, as exporters write it: its node is a root of the scene, away
// from the head, with a skin on the head, and an expression moves its morph target up by 1 m. Half of
// each vertex hangs on a joint that the face brings.
func face() []byte {
	var data []byte
	put := func(values ...float32) {
		for _, v := range values {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
	}
	for range 3 { // weights, then displacements
		put(0.5, 0.5, 0, 0)
	}
	for range 3 {
		put(0, 1, 0)
	}
	for range 3 {
		data = append(data, 0, 1, 0, 0)
	}
	return fmt.Appendf(nil, `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 3]}],
"buffers": [{"byteLength": %d, "uri": "data:application/octet-stream;base64,%s"}],
"bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 36},
 {"buffer": 0, "byteOffset": 84, "byteLength": 12}],
"accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]},
 {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC4"},
 {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 1, 0], "max": [0, 1, 0]},
 {"bufferView": 2, "componentType": 5121, "count": 3, "type": "VEC4"}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0, "WEIGHTS_0": 1, "JOINTS_0": 3}, "targets": [{"POSITION": 2}]}]}],
"skins": [{"joints": [1, 2]}],
"nodes": [{"name": "hips", "translation": [0, 1, 0], "children": [1]}, {"name": "head", "translation": [0, 0.6, 0], "children": [2]},
 {"name": "beard", "translation": [0, -0.1, 0.1]}, {"name": "mask", "mesh": 0, "skin": 0, "translation": [5, 6, 7], "scale": [9, 9, 9]}],
"extensionsUsed": ["VRMC_vrm"], "extensions": {"VRMC_vrm": {"specVersion": "1.0",
 "humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}}},
 "expressions": {"preset": {"happy": {"morphTargetBinds": [{"node": 3, "index": 0, "weight": 0.5}]}}}}}}`,
		len(data), base64.StdEncoding.EncodeToString(data))
}

// The node of a skinned face is a root of its scene: the face moves with the joints of its skin, and
// its expressions show, on another character that has no joint for it.
func TestWornFaces(t *testing.T) {
	w := newWardrobe(t)
	file, err := vrm.Options{Skeleton: w.library.Skeleton(w.file.Model.Skeleton)}.Parse(w.library, "face.vrm", face())
	must(t, err)
	must(t, w.avatars.Wear(w.entity, file))
	garment, err := w.animation.Garment(w.entity, file.Model)
	must(t, err)
	must(t, w.animation.EnableVertices(garment))
	must(t, w.avatars.Avatar(garment).Express("happy", 0.5))
	for frame := range 30 {
		w.step(t, w.entity, frame)
		head, err := w.animation.JointWorld(w.entity, "head")
		must(t, err)
		// In model space, as vertices are: the head and the beard turn together.
		transforms := generic.NewMap1[components.Transform](&w.world)
		head = transforms.Get(w.entity).Matrix.Inv().Mul4(head)
		want := head.Mul4x1(mgl32.Vec4{0, 0.25 - 0.05, 0.05, 1}).Vec3()
		for _, found := range w.animation.Vertices(garment, 0, 0).Positions {
			if found.Sub(want).Len() > 1e-5 {
				t.Fatalf("frame %d: a vertex is at %v, expected %v", frame, found, want)
			}
		}
	}
	if shown := w.avatars.Avatar(garment).Shown("happy"); shown != 0.5 {
		t.Errorf("happy shows at %v", shown)
	}
}

// Files that cannot be worn are errors that change nothing; a file whose joints the wearer all has is
// worn as a model without springs.
func TestWearErrors(t *testing.T) {
	w := newWardrobe(t)
	full, err := vrm.Parse(w.library, "full.vrm", []byte(skirt))
	must(t, err)
	var none *avatar.Avatars
	before := w.world.Stats().Entities.Used
	for name, row := range map[string]struct {
		err    error
		is     error
		naming string
	}{
		"no file":     {w.avatars.Wear(w.entity, nil), systems.ErrNoModel, "found nil"},
		"no avatars":  {none.Wear(w.entity, w.skirt), systems.ErrNil, "found nil"},
		"nobody":      {w.avatars.Wear(ecs.Entity{}, w.skirt), systems.ErrNoCharacter, ""},
		"own springs": {w.avatars.Wear(w.entity, full), systems.ErrOtherSkeleton, `found some of "full" for joint "hair"`},
	} {
		if !errors.Is(row.err, row.is) || !strings.Contains(row.err.Error(), row.naming) {
			t.Errorf("%s: %v", name, row.err)
		}
	}
	query := generic.NewFilter1[components.Skeleton]().Query(&w.world)
	if err := w.avatars.Wear(w.entity, w.skirt); !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("in a query: %v", err)
	}
	query.Close()
	if after := w.world.Stats().Entities.Used; after != before {
		t.Errorf("%d entities, %d before", after, before)
	}
	same, err := vrm.Options{Skeleton: w.library.Skeleton(w.file.Model.Skeleton)}.Parse(w.library, "same.vrm",
		[]byte(alice))
	must(t, err)
	must(t, w.avatars.Wear(w.entity, same))
	if _, err := w.animation.Garment(w.entity, same.Model); !errors.Is(err, systems.ErrNoModel) || len(same.Springs()) != 0 {
		t.Errorf("%v, %d springs", err, len(same.Springs()))
	}
	worn := generic.NewMap1[components.Worn](&w.world)
	if worn := worn.Get(w.entity); worn == nil || worn.Models[0].Model != same.Model.ID {
		t.Errorf("worn are %+v", worn)
	}
}

// A file of VRM 0.x, which is turned to face forward, fits the skeleton of such a file only.
func TestWearOldFiles(t *testing.T) {
	library := assets.NewLibrary()
	document := func(joints, extension string) []byte {
		return []byte(`{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [` + joints +
			`], "extensions": {"VRM": {` + extension + `}}}`)
	}
	body, err := vrm.Parse(library, "body.vrm", document(`{"name": "hips", "children": [1]}, {"name": "head"}`,
		`"humanoid": {"humanBones": [{"bone": "hips", "node": 0}, {"bone": "head", "node": 1}]}`))
	must(t, err)
	file := document(`{"name": "hips", "children": [1]}, {"name": "tail", "children": [2]}, {"name": "end", "translation": [0, 0, 1]}`,
		`"secondaryAnimation": {"boneGroups": [{"bones": [1]}]}`)
	tail, err := vrm.Options{Skeleton: library.Skeleton(body.Model.Skeleton)}.Parse(library, "tail.vrm", file)
	must(t, err)
	skeleton := library.Skeleton(tail.Model.Skeleton)
	if joints, err := skeleton.JointsOf(library.Skeleton(body.Model.Skeleton)); err != nil || len(tail.Springs()) != 1 ||
		skeleton.Len() != len(joints)+len(tail.Springs()[0].Joints) {
		t.Errorf("joints %v, %v, springs %+v", joints, err, tail.Springs())
	}
	other := newStage(t, alice)
	before := other.library.Count()
	_, err = vrm.Options{Skeleton: other.library.Skeleton(other.file.Model.Skeleton)}.Parse(other.library, "tail.vrm", file)
	if !errors.Is(err, gltfio.ErrOtherSkeleton) || !strings.Contains(err.Error(), `found skeleton "alice"`) ||
		other.library.Count() != before {
		t.Error(err)
	}
}
