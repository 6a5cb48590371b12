package vrm_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/testassets"
	"github.com/sinew-go/sinew/systems"

	"github.com/mlange-42/arche/generic"
)

// placement is where a character is in a frame.
type placement struct {
	Translation [3]float32 `json:"translation"`
	Rotation    [4]float32 `json:"rotation"` // xyzw
}

// movements are 10 seconds at 60 frames a second of a character that runs, turns and stops.
func movements() (all []placement) {
	for i := range 601 {
		t := float64(i) / 60
		far := 1.0
		if t > 7 {
			t = 7
		}
		q := mgl32.QuatRotate(float32(0.8*math.Sin(2*t)), mgl32.Vec3{0, 1, 0}).
			Mul(mgl32.QuatRotate(float32(0.2*math.Sin(5*t)), mgl32.Vec3{1, 0, 0}))
		all = append(all, placement{
			Translation: [3]float32{
				float32(far * math.Sin(1.3*t)), float32(0.1 * math.Sin(9*t)),
				float32(0.7 * math.Sin(2.1*t)),
			},
			Rotation: [4]float32{q.V[0], q.V[1], q.V[2], q.W},
		})
	}
	return all
}

// threeVRM simulates a file with three-vrm, and returns the positions of the nodes by frame.
func threeVRM(t *testing.T, document []byte, frames []placement) (positions [][][3]float64) {
	t.Helper()
	runNode(t, "three_vrm.cjs", map[string]any{
		"document": json.RawMessage(document), "seconds": 1.0 / 60,
		"frames": frames,
	}, &positions)
	return positions
}

// needNode skips a test unless Node finds packages.
func needNode(t *testing.T, packages ...string) {
	t.Helper()
	for _, name := range packages {
		if out, err := exec.Command("node", "-e", "require.resolve('"+name+"')").CombinedOutput(); err != nil {
			t.Skipf("%s is not installed: run NODE_PATH=$(.ci/three-vrm) go test ./assets/vrm (%v %.80s)",
				name, err, out)
		}
	}
}

// runNode runs a script of testdata with JSON as its input, and decodes its output.
func runNode(t *testing.T, script string, input, output any) {
	t.Helper()
	data, err := json.Marshal(input)
	must(t, err)
	command := exec.Command("node", filepath.Join("testdata", script))
	command.Stdin = bytes.NewReader(data)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaints.Bytes())
	}
	must(t, json.Unmarshal(out, output))
}

// ourVRM simulates a file, and returns the positions of its joints by frame.
func ourVRM(t *testing.T, name string, document []byte,
	frames []placement,
) (skeleton *rig.Skeleton, positions [][]mgl32.Vec3) {
	t.Helper()
	world, library := ecs.NewWorld(), assets.NewLibrary()
	avatar, err := vrm.Open(library, name)
	if err != nil {
		avatar, err = vrm.Parse(library, name, document)
	}
	must(t, err)
	for _, w := range avatar.Warnings {
		t.Errorf("warning: %s", w)
	}
	skeleton = library.Skeleton(avatar.Model.Skeleton)
	b := modifier.New(name, skeleton)
	for _, s := range avatar.Springs() {
		b.Spring("springs", s)
	}
	stack, err := b.Add(library)
	must(t, err)
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(1))
	must(t, err)
	defer animation.Close()
	entity, err := animation.Spawn(avatar.Model, mgl32.Ident4())
	must(t, err)
	must(t, animation.Modify(entity, stack))
	must(t, animation.EnableModelMatrices(entity))
	must(t, animation.Modifier(entity, "springs").Fade(1, 0))
	transforms := generic.NewMap1[components.Transform](&world)
	for _, f := range frames {
		q := mgl32.Quat{W: f.Rotation[3], V: mgl32.Vec3(f.Rotation[:3])}
		m := mgl32.Translate3D(f.Translation[0], f.Translation[1], f.Translation[2]).Mul4(q.Mat4())
		transforms.Get(entity).Matrix = m
		must(t, animation.Update(1.0/60))
		var list []mgl32.Vec3
		for j := range skeleton.Len() {
			list = append(list, rig.MatrixFromMat4(m).Mul(rig.MatrixAt(animation.ModelMatrices(entity), j)).
				Point(mgl32.Vec3{}))
		}
		positions = append(positions, list)
	}
	return skeleton, positions
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// hair is a document with a long chain, a chain with a center, and colliders of all shapes.
const hair = `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [
 {"name": "hips", "translation": [0, 1, 0], "children": [1]},
 {"name": "head", "translation": [0, 0.6, 0], "rotation": [0, 0.2588190451, 0, 0.9659258263], "children": [2, 8]},
 {"name": "a0", "translation": [0, 0.1, -0.12], "children": [3]},
 {"name": "a1", "translation": [0, -0.06, -0.08], "rotation": [0.0998334166, 0, 0, 0.9950041653], "children": [4]},
 {"name": "a2", "translation": [0, -0.1, -0.02], "children": [5]},
 {"name": "a3", "translation": [0, -0.1, 0], "rotation": [0, 0, 0.1494381325, 0.9887710779], "children": [6]},
 {"name": "a4", "translation": [0.02, -0.1, 0], "children": [7]},
 {"name": "a5", "translation": [0, -0.1, 0]},
 {"name": "b0", "translation": [0.1, 0.1, 0.05], "children": [9]},
 {"name": "b1", "translation": [0.1, 0.02, 0], "children": [10]},
 {"name": "b2", "translation": [0.1, 0, 0]}
], "extensionsUsed": ["VRMC_springBone"], "extensions": {"VRMC_springBone": {"specVersion": "1.0",
 "colliders": [
  {"node": 1, "shape": {"sphere": {"offset": [0, 0, 0], "radius": 0.12}}},
  {"node": 0, "shape": {"capsule": {"offset": [-0.15, 0.4, -0.05], "tail": [0.15, 0.4, -0.05], "radius": 0.08}}},
  {"node": 0, "shape": {"sphere": {"offset": [0, -10000, 0], "radius": 0}}, "extensions": {"VRMC_springBone_extended_collider":
   {"specVersion": "1.0", "shape": {"plane": {"offset": [0, 0.1, 0], "normal": [0, 1, 0]}}}}}],
 "colliderGroups": [{"colliders": [0]}, {"colliders": [1, 2]}],
 "springs": [
  {"name": "tail", "colliderGroups": [0, 1], "joints": [
   {"node": 2, "stiffness": 0.6, "dragForce": 0.4, "gravityPower": 0.2, "hitRadius": 0.02},
   {"node": 3, "stiffness": 0.4, "dragForce": 0.4, "gravityPower": 0.3, "hitRadius": 0.02},
   {"node": 4, "stiffness": 0.3, "dragForce": 0.3, "gravityPower": 0.3, "gravityDir": [0.6, -0.8, 0], "hitRadius": 0.02},
   {"node": 5, "gravityPower": 0.3, "hitRadius": 0.02},
   {"node": 6, "stiffness": 0.2, "hitRadius": 0.02}, {"node": 7}]},
  {"name": "ear", "center": 1, "joints": [{"node": 8, "stiffness": 2, "dragForce": 0.2}, {"node": 9, "stiffness": 1.5, "dragForce": 0.2}, {"node": 10}]}]}}}`

// gravity returns hair with directions of gravity that are not of length 1, and a power below 0.
func gravity() []byte {
	text := strings.NewReplacer(`"gravityDir": [0.6, -0.8, 0]`, `"gravityDir": [1.2, -2.6, 0.4]`,
		`"gravityPower": 0.2`, `"gravityPower": -0.2, "gravityDir": [0, -0.3, 0.1]`,
		`"node": 5, "gravityPower": 0.3`, `"node": 5, "gravityPower": 0.3, "gravityDir": [0, 0, 0]`).Replace(hair)
	return []byte(text)
}

// readIfNil returns the path and the content of a file of three-vrm, where there is no content, or
// else the arguments. The test is skipped where that file is absent.
func readIfNil(t *testing.T, name string, document []byte) (string, []byte) {
	t.Helper()
	if document != nil {
		return name, document
	}
	path := testassets.Path(t, "rigs/vrm/"+name)
	document, err := os.ReadFile(path)
	must(t, err)
	return path, document
}

// Springs agree with three-vrm, an independent implementation.
func TestSpringsAgreeWithThreeVRM(t *testing.T) {
	needNode(t, "@pixiv/three-vrm-springbone", "three")
	documents := map[string][]byte{
		"hair.gltf": []byte(hair), "gravity.gltf": gravity(),
		"sphere-collider.gltf": nil, "inside-collider.gltf": nil, "plane-collider.gltf": nil,
	}
	frames := movements()
	for name, document := range documents {
		t.Run(name, func(t *testing.T) {
			name, document := readIfNil(t, name, document)
			skeleton, ours := ourVRM(t, name, document, frames)
			theirs := threeVRM(t, document, frames)
			worst, moved := 0.0, 0.0
			for i := range frames {
				for j, p := range ours[i] {
					q := theirs[i][skeleton.Source(j)]
					miss := math.Sqrt(math.Pow(float64(p[0])-q[0], 2) + math.Pow(float64(p[1])-q[1],
						2) + math.Pow(float64(p[2])-q[2], 2))
					if miss > 1e-4 && worst <= 1e-4 {
						t.Errorf("frame %d: joint %q is at %v, in three-vrm at %v: %.3g m apart", i,
							skeleton.JointName(j), p, q, miss)
					}
					worst = max(worst, miss)
					moved = max(moved, float64(p.Sub(ours[0][j]).Len()))
				}
			}
			t.Logf("largest distance over %d frames: %.3g m; movements of up to %.3g m", len(frames), worst, moved)
			if moved < 0.5 {
				t.Error("nothing moves")
			}
		})
	}
}
