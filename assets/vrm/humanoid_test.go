package vrm_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// avatar writes the mannequin as a VRM file with the extension that make returns for its bones.
func avatar(t *testing.T, extension string, humanoid func(bones map[string]int) any) string {
	t.Helper()
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		t.Fatal(err)
	}
	var glb bytes.Buffer
	if err := gltfio.Write(&glb, lib, model); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "avatar.vrm")
	if err := os.WriteFile(path, withHumanoid(t, glb.Bytes(), extension, humanoid), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// withHumanoid returns a binary file of the mannequin's joints with the extension for its bones.
func withHumanoid(t *testing.T, data []byte, extension string, humanoid func(bones map[string]int) any) []byte {
	t.Helper()
	length := binary.LittleEndian.Uint32(data[12:])
	var doc map[string]any
	if err := json.Unmarshal(data[20:][:length], &doc); err != nil {
		t.Fatal(err)
	}
	nodes := map[string]int{}
	for i, n := range doc["nodes"].([]any) {
		name, _ := n.(map[string]any)["name"].(string)
		nodes[name] = i
	}
	bones := map[string]int{}
	for bone, joint := range map[string]string{
		"hips": "hips", "spine": "spine_1", "chest": "spine_3", "upperChest": "spine_4", "neck": "neck_1",
		"head":                "head",
		"leftThumbMetacarpal": "left_thumb_1", "leftThumbProximal": "left_thumb_2", "leftThumbDistal": "left_thumb_3",
	} {
		bones[bone] = nodes[joint]
	}
	for _, side := range []string{"left", "right"} {
		for bone, joint := range map[string]string{
			"Shoulder": "clavicle", "UpperArm": "upper_arm", "LowerArm": "forearm", "Hand": "hand", "UpperLeg": "thigh",
			"LowerLeg": "shin",
			"Foot":     "foot", "Toes": "toe", "IndexProximal": "index_1",
		} {
			bones[side+bone] = nodes[side+"_"+joint]
		}
	}
	doc["extensions"] = map[string]any{extension: map[string]any{"humanoid": map[string]any{"humanBones": humanoid(bones)}}}
	doc["extensionsUsed"] = []string{extension}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	rest := data[20+length:]
	out := append([]byte{}, data[:12]...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	out = append(append(append(out, "JSON"...), text...), rest...)
	binary.LittleEndian.PutUint32(out[8:], uint32(len(out)))
	return out
}

func vrm1(bones map[string]int) any {
	list := map[string]any{"leftClaw": map[string]any{"node": 3}}
	for bone, node := range bones {
		list[bone] = map[string]any{"node": node}
	}
	return list
}

// vrm0 writes the bones as VRM 0.x does, whose thumbs have other names.
func vrm0(bones map[string]int) any {
	was := strings.NewReplacer("ThumbMetacarpal", "ThumbProximal", "ThumbProximal", "ThumbIntermediate")
	var list []any
	for bone, node := range bones {
		list = append(list, map[string]any{"bone": was.Replace(bone), "node": node})
	}
	return list
}

func open(t *testing.T, path string) (*assets.Library, *vrm.Humanoid) {
	t.Helper()
	lib := assets.NewLibrary()
	c, err := vrm.OpenHumanoid(lib, path)
	if err != nil {
		t.Fatal(err)
	}
	return lib, c
}

func TestBonesOfAvatars(t *testing.T) {
	for extension, write := range map[string]func(map[string]int) any{"VRMC_vrm": vrm1, "VRM": vrm0} {
		lib, c := open(t, avatar(t, extension, write))
		if c.Skeleton != lib.Skeleton(c.Model.Skeleton) || len(c.Clips) != 6 {
			t.Errorf("%s: another skeleton, or %d clips", extension, len(c.Clips))
		}
		for bone, want := range map[string]string{
			"hips": "hips", "left upper arm": "left_upper_arm", "right foot": "right_foot",
			"left thumb metacarpal": "left_thumb_1",
			"left thumb proximal":   "left_thumb_2", "left thumb distal": "left_thumb_3", "upper chest": "spine_4",
		} {
			if j, ok := c.Bones.Joint(bone); !ok || c.Skeleton.JointName(j) != want {
				t.Errorf("%s: %q is %q, want %q", extension, bone, c.Skeleton.JointName(j), want)
			}
		}
		if n := len(c.Bones.Matches()); n != 27 {
			t.Errorf("%s: %d bones, want 27", extension, n)
		}
	}
}

// The animation of the right upper arm plays on an avatar: its arm points where the animation's
// does.
func TestAnimationOnAnAvatar(t *testing.T) {
	_, animation := open(t, testassets.Path(t, "rigs/vrm/test.vrma"))
	if len(animation.Clips) != 1 || len(animation.Bones.Matches()) != 51 {
		t.Fatalf("%d clips, %d bones", len(animation.Clips), len(animation.Bones.Matches()))
	}
	_, c := open(t, avatar(t, "VRMC_vrm", vrm1))
	r, err := retarget.New(animation.Skeleton, c.Skeleton,
		retarget.Options{From: animation.Bones, To: c.Bones, FreeHands: true})
	if err != nil {
		t.Fatal(err)
	}
	source := animation.Clips[0]
	out, report, err := r.Clip(source)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(report)
	direction := func(p *rig.Pose, h *humanoid.Map, from, to string) exact.Vec3 {
		m := p.ModelMatrices(nil)
		a, _ := h.Joint(from)
		b, _ := h.Joint(to)
		x, y := rig.MatrixAt(m, a), rig.MatrixAt(m, b)
		return exact.Vec3{float64(y[3] - x[3]), float64(y[7] - x[7]), float64(y[11] - x[11])}.Normalized()
	}
	moved := 0.0
	for _, bones := range [][2]string{
		{"right upper arm", "right lower arm"},
		{"right lower arm", "right hand"},
		{"left upper arm", "left lower arm"},
	} {
		first := direction(source.FirstPose(), animation.Bones, bones[0], bones[1])
		for i := range 30 {
			time := source.End() * float64(i) / 29
			a := direction(source.PoseAt(time), animation.Bones, bones[0], bones[1])
			b := direction(out.PoseAt(time), c.Bones, bones[0], bones[1])
			if d := math.Acos(min(1, a.Dot(b))) * 180 / math.Pi; d > 0.2 {
				t.Fatalf("%.2f s: %s is %.2f° off", time, bones[0], d)
			}
			moved = max(moved, a.Sub(first).Length())
		}
	}
	if moved < 0.1 {
		t.Error("nothing moves")
	}
}

// An animation whose bones are not all joints needs the keys of its clips, which a library may
// drop: clips that stand still would take their place.
func TestAnimationWithoutKeys(t *testing.T) {
	lib := assets.NewLibrary(assets.WithBaking(assets.Baking{DropKeys: true, Options: bake.Options{AllowLarger: true}}))
	_, err := vrm.OpenHumanoid(lib, testassets.Path(t, "rigs/vrm/test.vrma"))
	if !errors.Is(err, clip.ErrNoKeys) {
		t.Errorf("expected the error of a clip without keys, found %v", err)
	}
}

func TestFilesWithoutAHumanoid(t *testing.T) {
	for text, want := range map[string]error{
		`{"asset":{"version":"2.0"}}`:                                                       vrm.ErrNoHumanoid,
		`{"extensions":{"VRMC_vrm":{"humanoid":{"humanBones":{}}}}}`:                        vrm.ErrNoHumanoid,
		`{"extensions":{"VRMC_vrm":{"humanoid":{"humanBones":{"hips":{}}}}}}`:               vrm.ErrNoHumanoid,
		`{"extensions":{"VRM":{"humanoid":{"humanBones":{"hips":{}}}}}}`:                    nil,
		`{"extensions":{"VRMC_vrm":{"humanoid":{"humanBones":{"hips":{"node":"seven"}}}}}}`: nil,
		`{`:                    nil,
		"glTF\x02\x00\x00\x00": nil,
		"glTF\x02\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xffJSON{}": nil,
	} {
		_, err := vrm.Bones([]byte(text))
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	lib := assets.NewLibrary()
	path := avatar(t, "VRMC_vrm", func(map[string]int) any {
		return map[string]any{"hips": map[string]any{"node": 5000}}
	})
	_, err := vrm.OpenHumanoid(lib, path)
	if err == nil || !strings.Contains(err.Error(), `bone "hips": expected one of the 67 nodes, found 5000`) {
		t.Error(err)
	}
}
