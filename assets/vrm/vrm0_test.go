package vrm_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// old is an avatar of VRM 0.x, which faces -Z: its left hand is at -X, its hair behind at +Z and
// branches.
const old = `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 9]}],
"accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}, {"POSITION": 0}]}]}],
"nodes": [{"name": "hips", "translation": [0, 1, 0], "children": [1, 8]}, {"name": "head", "translation": [0, 0.6, 0], "children": [2, 3, 4]},
 {"name": "left eye", "translation": [-0.03, 0.06, -0.05]}, {"name": "right eye", "translation": [0.03, 0.06, -0.05]},
 {"name": "hair", "translation": [0, 0, 0.1], "children": [5, 7]}, {"name": "hair 1", "translation": [0, 0, 0.2], "children": [6]},
 {"name": "hair 2", "translation": [0, -0.3, 0.4]}, {"name": "lock", "translation": [0.1, 0, 0.1]},
 {"name": "left hand", "translation": [-0.5, 0.4, 0]}, {"name": "face", "mesh": 0}],
"extensionsUsed": ["VRM"], "extensionsRequired": ["VRM"], "extensions": {"VRM": {
 "humanoid": {"humanBones": [{"bone": "hips", "node": 0}, {"bone": "head", "node": 1}, {"bone": "leftEye", "node": 2},
  {"bone": "rightEye", "node": 3}, {"bone": "leftHand", "node": 8}]},
 "blendShapeMaster": {"blendShapeGroups": [
  {"name": "Joy", "presetName": "joy", "binds": [{"mesh": 0, "index": 0, "weight": 50}]},
  {"name": "Blink_L", "presetName": "blink_l", "isBinary": true, "binds": [{"mesh": 0, "index": 1, "weight": 100}]},
  {"name": "smirk", "presetName": "unknown", "binds": []}]},
 "firstPerson": {"lookAtTypeName": "Bone", "firstPersonBoneOffset": {"x": 0, "y": 0.05, "z": 0.04},
  "lookAtHorizontalInner": {"curve": [0, 0, 0, 1, 1, 1, 1, 0], "xRange": 90, "yRange": 8},
  "lookAtHorizontalOuter": {"xRange": 45, "yRange": 12},
  "meshAnnotations": [{"mesh": 0, "firstPersonFlag": "ThirdPersonOnly"}]},
 "secondaryAnimation": {
  "boneGroups": [{"stiffiness": 0.7, "gravityPower": 0.5, "gravityDir": {"x": 0, "y": -1, "z": 0}, "dragForce": 0.3, "hitRadius": 0.02,
   "center": -1, "bones": [4], "colliderGroups": [0]}],
  "colliderGroups": [{"node": 1, "colliders": [{"offset": {"x": 0.01, "y": 0.02, "z": 0.03}, "radius": 0.1}]}]}}}}`

func TestVRM0(t *testing.T) {
	library := assets.NewLibrary()
	a, err := vrm.Parse(library, "old.vrm", []byte(old))
	must(t, err)
	for _, w := range slices.Concat(a.Warnings, a.Model.Warnings) {
		t.Errorf("warning %s", w)
	}
	// It faces +Z: its left is at +X, and what was in front of it too.
	skeleton := library.Skeleton(a.Model.Skeleton)
	model := rig.NewPose(skeleton).ModelMatrices(nil)
	for bone, want := range map[string]mgl32.Vec3{
		"left hand": {0.5, 1.4, 0}, "left eye": {0.03, 1.66, 0.05}, "right eye": {-0.03, 1.66, 0.05},
	} {
		joint, ok := a.Bones.Joint(bone)
		if !ok {
			t.Fatalf("there is no %s", bone)
		}
		if at := rig.MatrixAt(model, joint).Point(mgl32.Vec3{}); at.Sub(want).Len() > 1e-6 {
			t.Errorf("the %s is at %v, want %v", bone, at, want)
		}
	}
	var names []string
	for _, e := range a.Expressions {
		names = append(names, fmt.Sprintf("%s/%v/%v/%d", e.Name, e.IsPreset, e.IsBinary, len(e.Binds)))
	}
	if got := strings.Join(names, " "); got != "blinkLeft/true/true/1 happy/true/false/1 smirk/false/false/0" {
		t.Errorf("expressions %s", got)
	}
	if e, err := a.Expression("happy"); err != nil || e.Binds[0].Weight != 0.5 {
		t.Errorf("%v %+v", err, e)
	}
	l := a.LookAt
	if l == nil || l.ByExpressions || l.Offset != (mgl32.Vec3{0, 0.05, -0.04}) || l.Inner != (vrm.RangeMap{InputMax: 90, Output: 8}) ||
		l.Outer != (vrm.RangeMap{InputMax: 45, Output: 12}) || l.Up != (vrm.RangeMap{InputMax: 90, Output: 10}) {
		t.Errorf("look at %+v", l)
	}
	// A target in front and to the left of the turned avatar.
	yaw, pitch := l.Angles(rig.NewPose(skeleton).Locals, mgl32.Vec3{1, 1.65, 1.04})
	if math.Abs(float64(yaw-45)) > 1e-3 || math.Abs(float64(pitch)) > 1e-3 {
		t.Errorf("yaw %v and pitch %v, want 45 and 0", yaw, pitch)
	}
	if a.FirstPerson != 1 || a.ThirdPerson != 0 {
		t.Errorf("hidden %b and %b", a.FirstPerson, a.ThirdPerson)
	}
	springs := a.Springs()
	if len(springs) != 2 {
		t.Fatalf("%d springs, want 2", len(springs))
	}
	want := modifier.Spring{
		Stiffness: 0.7, Drag: 0.3, Gravity: 0.5, GravityDirection: mgl32.Vec3{0, -1, 0}, HitRadius: 0.02,
	}
	for i, joints := range [][]string{{"hair", "hair 1", "hair 2"}, {"lock"}} {
		s := springs[i]
		if !slices.Equal(s.Joints, joints) || s.Center != modifier.CenterWorld || len(s.Bones) != len(joints) || s.Bones[0] != want {
			t.Errorf("spring %+v", s)
		}
		if c := s.Colliders; len(c) != 1 || c[0].Joint != "head" || c[0].Offset != (mgl32.Vec3{0.01, 0.02, -0.03}) || c[0].Radius != 0.1 {
			t.Errorf("colliders %+v", c)
		}
	}
	// The bones at the ends go on for 7 cm.
	for i, tip := range []mgl32.Vec3{{0, -0.042, 0.056}, {0.0494975, 0, 0.0494975}} {
		if springs[i].Tip.Sub(tip).Len() > 1e-6 {
			t.Errorf("tip %v, want %v", springs[i].Tip, tip)
		}
	}
	stack, err := a.Stack(library)
	must(t, err)
	if library.ModifierStack(stack) == nil {
		t.Error("no stack")
	}
}

func TestErrorsOfVRM0(t *testing.T) {
	for _, row := range []struct{ old, new, want string }{
		{
			`"bones": [4]`, `"bones": [40]`,
			"extensions.VRM.secondaryAnimation.boneGroups[0].bones[0]: " +
				"expected the index of one of 10 nodes, found 40",
		},
		{`"children": [6]`, `"children": [4]`, "bones[0]: expected a tree below node 4, found a cycle"},
		{
			`"index": 1`, `"index": 9`,
			"extensions.VRM.blendShapeMaster.blendShapeGroups[1].binds[0].index: " +
				"expected the index of one of 2 morph targets of node 9, found 9",
		},
		{`"ThirdPersonOnly"`, `"Never"`, `extensions.VRM.firstPerson.meshAnnotations[0].type: expected auto, both, thirdPersonOnly or firstPersonOnly, found "never"`},
		{`{"bone": "head", "node": 1}`, `{"bone": "head", "node": 100}`, `the bone "head": expected the index of one of 10 nodes, found 100`},
		{
			`"colliderGroups": [0]`, `"colliderGroups": [1]`,
			"extensions.VRM.secondaryAnimation.boneGroups[0].colliderGroups[0]: " +
				"expected the index of one of 1 collider groups, found 1",
		},
		{
			`"center": -1`, `"center": 10`,
			"extensions.VRM.secondaryAnimation.boneGroups[0].center: " +
				"expected the index of one of 10 nodes, found 10",
		},
		{
			`"colliderGroups": [{"node": 1`, `"colliderGroups": [{"node": 11`,
			"extensions.VRM.secondaryAnimation.colliderGroups[0].node: " +
				"expected the index of one of 10 nodes, found 11",
		},
	} {
		library := assets.NewLibrary()
		_, err := vrm.Parse(library, "old.vrm", []byte(strings.Replace(old, row.old, row.new, 1)))
		if err == nil || !strings.Contains(err.Error(), row.want) || !strings.Contains(err.Error(), "old.vrm") {
			t.Errorf("error %v, want %q", err, row.want)
		}
		if library.Skeleton(1) != nil {
			t.Errorf("%v: the library is changed", err)
		}
	}
}

// Files on disk of VRM 0.x face +Z as well, as avatars and as humanoids.
func TestFilesOfVRM0FaceForward(t *testing.T) {
	path := avatar(t, "VRM", vrm0)
	a, err := vrm.Open(assets.NewLibrary(), path)
	must(t, err)
	_, h := open(t, path)
	_, of1 := open(t, avatar(t, "VRMC_vrm", vrm1))
	place := func(s *rig.Skeleton, joint int) mgl32.Vec3 {
		return rig.MatrixAt(rig.NewPose(s).ModelMatrices(nil), joint).Point(mgl32.Vec3{})
	}
	for _, m := range of1.Bones.Matches() {
		want := place(of1.Skeleton, m.Joint)
		want[0], want[2] = -want[0], -want[2]
		own, _ := a.Bones.Joint(m.Bone)
		other, _ := h.Bones.Joint(m.Bone)
		for _, at := range []mgl32.Vec3{place(a.Bones.Skeleton(), own), place(h.Skeleton, other)} {
			if at.Sub(want).Len() > 1e-5 {
				t.Errorf("the %s is at %v, want %v", m.Bone, at, want)
			}
		}
	}
}

// A VRM animation plays on an avatar with its expression and its look.
func TestAnimationsWithAFace(t *testing.T) {
	library := assets.NewLibrary()
	path := avatar(t, "VRMC_vrm", vrm1)
	data, err := os.ReadFile(path)
	must(t, err)
	// The mannequin gets an expression without binds, and a look.
	path = filepath.Join(t.TempDir(), "face.vrm")
	data = rewritten(t, data, func(extension map[string]any) {
		extension["expressions"] = map[string]any{"preset": map[string]any{"happy": map[string]any{}, "sad": map[string]any{}}}
		extension["lookAt"] = map[string]any{"type": "bone"}
	})
	must(t, os.WriteFile(path, data, 0o644))
	a, err := vrm.Open(library, path)
	must(t, err)
	if n := a.Numbers(); n.Count != 4 {
		t.Fatalf("numbers %+v", n)
	}
	file := testassets.Path(t, "rigs/vrm/test.vrma")
	ids, warnings, err := a.OpenAnimation(library, file)
	must(t, err)
	if len(ids) != 1 || len(warnings) > 0 {
		t.Fatalf("%d clips, warnings %q", len(ids), warnings)
	}
	_, source := open(t, file)
	own := library.Clip(ids[0])
	happy, err := a.ExpressionIndex("happy")
	must(t, err)
	most, turned := float32(0), 0.0
	for i := range 61 {
		time := own.End() * float64(i) / 60
		pose, from := own.PoseAt(time), source.Clips[0].PoseAt(time)
		numbers := pose.Morphs[a.Numbers().Offset:][:4]
		joint := func(node int) rig.TRS {
			j, ok := source.Skeleton.FromSource(node)
			if !ok {
				t.Fatalf("node %d is no joint", node)
			}
			return from.Joint(j)
		}
		if want := joint(51).Translation[0]; math.Abs(float64(numbers[happy]-min(max(want, 0), 1))) > 1e-4 {
			t.Errorf("%.2f s: happy is %v, want %v", time, numbers[happy], want)
		}
		if numbers[1-happy] != 0 {
			t.Errorf("%.2f s: sad is %v", time, numbers[1-happy])
		}
		// the direction of the look, by the angles and by the node
		way := joint(52).Rotation.Rotate(mgl32.Vec3{0, 0, 1})
		yaw, pitch := float64(numbers[2])/180*math.Pi, float64(numbers[3])/180*math.Pi
		got := mgl32.Vec3{
			float32(math.Sin(yaw) * math.Cos(pitch)), float32(-math.Sin(pitch)), float32(math.Cos(yaw) * math.Cos(pitch)),
		}
		if got.Sub(way).Len() > 5e-3 {
			t.Errorf("%.2f s: the look is %v, want %v", time, got, way)
		}
		most, turned = max(most, numbers[happy]), max(turned, math.Abs(yaw)+math.Abs(pitch))
	}
	if most < 0.5 || turned < 0.05 {
		t.Errorf("happy reaches %v and the look turns by %v", most, turned)
	}
	// An avatar without them says so.
	path = avatar(t, "VRMC_vrm", vrm1)
	plain, err := vrm.Open(library, path)
	must(t, err)
	if _, warnings, err := plain.OpenAnimation(library, file); err != nil || len(warnings) != 2 ||
		!strings.Contains(warnings[0], `no expression "happy"`) {
		t.Errorf("error %v, warnings %q", err, warnings)
	}
}

// rewritten returns a GLB file with a changed extension VRMC_vrm.
func rewritten(t *testing.T, data []byte, change func(extension map[string]any)) []byte {
	t.Helper()
	return rewrittenDocument(t, data, func(doc map[string]any) {
		change(doc["extensions"].(map[string]any)["VRMC_vrm"].(map[string]any))
	})
}

// rewrittenDocument returns a GLB file with a changed document.
func rewrittenDocument(t *testing.T, data []byte, change func(doc map[string]any)) []byte {
	t.Helper()
	length := binary.LittleEndian.Uint32(data[12:])
	var doc map[string]any
	must(t, json.Unmarshal(data[20:][:length], &doc))
	change(doc)
	text, err := json.Marshal(doc)
	must(t, err)
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	out := slices.Concat(data[:12], binary.LittleEndian.AppendUint32(nil, uint32(len(text))), []byte("JSON"), text,
		data[20+length:])
	binary.LittleEndian.PutUint32(out[8:], uint32(len(out)))
	return out
}
