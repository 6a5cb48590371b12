package vrm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// arm is a document with an arm of two bones whose twist joint rolls with the hand, and a sleeve
// that aims at the elbow.
const arm = `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [
 {"name": "chest", "children": [1, 5]},
 {"name": "upper", "translation": [0.2, 0, 0], "children": [2]},
 {"name": "lower", "translation": [0.3, 0, 0], "children": [3, 4]},
 {"name": "hand", "translation": [0.3, 0, 0]},
 {"name": "twist", "translation": [0.15, 0, 0],
  "extensions": {"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"roll": {"source": 3, "rollAxis": "X", "weight": 0.5}}}}},
 {"name": "sleeve", "translation": [0.2, 0, 0],
  "extensions": {"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"aim": {"source": 2, "aimAxis": "PositiveX"}}}}}
], "extensionsUsed": ["VRMC_node_constraint"]}`

func ExampleAvatar_Stack() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	avatar, err := vrm.Parse(library, "arm.vrm", []byte(arm))
	if err != nil {
		log.Fatal(err)
	}
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		log.Fatal(err)
	}
	defer animation.Close()
	entity, err := animation.Spawn(avatar.Model, mgl32.Ident4())
	if err != nil {
		log.Fatal(err)
	}
	stack, err := avatar.Stack(library)
	if err != nil {
		log.Fatal(err)
	}
	if err := animation.Modify(entity, stack); err != nil {
		log.Fatal(err)
	}
	// The program raises the arm and turns the hand; the constraints follow.
	skeleton := library.Skeleton(avatar.Model.Skeleton)
	pose := rig.NewPose(skeleton)
	for _, turn := range []struct {
		joint string
		angle float32
		axis  mgl32.Vec3
	}{{"upper", math.Pi / 3, mgl32.Vec3{0, 0, 1}}, {"hand", math.Pi / 2, mgl32.Vec3{1, 0, 0}}} {
		joint, err := skeleton.FindJoint(turn.joint)
		if err != nil {
			log.Fatal(err)
		}
		local := pose.Joint(joint)
		local.Rotation = mgl32.QuatRotate(turn.angle, turn.axis)
		pose.SetJoint(joint, local)
	}
	if err := errors.Join(animation.SetLocalPose(entity, pose, 1), animation.Update(1.0/60),
		animation.LocalPose(entity, pose)); err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"twist", "sleeve"} {
		joint, err := skeleton.FindJoint(name)
		if err != nil {
			log.Fatal(err)
		}
		angle := 2 * math.Acos(float64(pose.Joint(joint).Rotation.W)) * 180 / math.Pi
		fmt.Printf("the %s turns by %.0f degrees\n", name, angle)
	}
	// Output:
	// the twist turns by 45 degrees
	// the sleeve turns by 60 degrees
}

// web is a document with constraints of all kinds, axes and weights, which depend on each other and
// come in the wrong order, on turned, scaled and nested nodes.
func web() []byte {
	random := rand.New(rand.NewPCG(1, 90))
	type object = map[string]any
	var nodes []object
	kinds := []string{"roll", "aim", "rotation", ""}
	for i := range 40 {
		q := randomRotation(random)
		node := object{
			"name": fmt.Sprint("n", i), "rotation": q, "scale": [3]float64{1.1, 1.1, 1.1},
			"translation": [3]float64{random.Float64() - 0.5, random.Float64(), random.Float64() - 0.5},
		}
		var children []int
		for _, c := range []int{2*i + 1, 2*i + 2} {
			if c < 40 {
				children = append(children, c)
			}
		}
		if len(children) > 0 {
			node["children"] = children
		}
		kind := kinds[i%4]
		if i >= 19 && kind != "" { // leaves of the tree are constrained, by leaves after them or by any joint within
			source := random.IntN(19)
			if i < 36 && random.IntN(2) == 0 {
				source = i + 1 + random.IntN(39-i)
			}
			from := object{"source": source}
			if kind == "roll" {
				from["rollAxis"] = string("XYZ"[random.IntN(3)])
			}
			if kind == "aim" {
				from["aimAxis"] = []string{"Positive", "Negative"}[random.IntN(2)] + string("XYZ"[random.IntN(3)])
			}
			if w := random.IntN(3); w > 0 {
				from["weight"] = []float64{0, 0, random.Float64()}[w]
			}
			node["extensions"] = object{"VRMC_node_constraint": object{
				"specVersion": "1.0",
				"constraint":  object{kind: from},
			}}
		}
		nodes = append(nodes, node)
	}
	data, err := json.Marshal(object{
		"asset": object{"version": "2.0"}, "scene": 0, "scenes": []object{{"nodes": []int{0}}}, "nodes": nodes,
		"extensionsUsed": []string{"VRMC_node_constraint"},
	})
	if err != nil {
		panic(err)
	}
	return data
}

func randomRotation(random *rand.Rand) [4]float64 {
	q := mgl32.Quat{
		W: float32(random.NormFloat64()),
		V: mgl32.Vec3{
			float32(random.NormFloat64()), float32(random.NormFloat64()),
			float32(random.NormFloat64()),
		},
	}.Normalize()
	return [4]float64{float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W)}
}

// ourConstraints returns the model matrices of the joints after each frame of rotations.
func ourConstraints(t *testing.T, name string, document []byte, nodes int,
	frames [][][4]float64,
) (*rig.Skeleton, [][]rig.Matrix) {
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
	skeleton := library.Skeleton(avatar.Model.Skeleton)
	frame := 0
	b := modifier.New(name, skeleton).Func("pose", func(p *modifier.Pose) {
		for node := range nodes {
			if joint, ok := skeleton.FromSource(node); ok {
				local, q := p.Local(joint), frames[frame][node]
				local.Rotation = mgl32.Quat{
					W: float32(q[3]),
					V: mgl32.Vec3{float32(q[0]), float32(q[1]), float32(q[2])},
				}
				p.SetLocal(joint, local)
			}
		}
	})
	stack, err := avatar.AddConstraints(b).Add(library)
	must(t, err)
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(1))
	must(t, err)
	defer animation.Close()
	entity, err := animation.Spawn(avatar.Model, mgl32.Ident4())
	must(t, err)
	must(t, animation.Modify(entity, stack))
	must(t, animation.EnableModelMatrices(entity))
	must(t, animation.Modifier(entity, "pose").Fade(1, 0))
	var out [][]rig.Matrix
	for frame = range frames {
		must(t, animation.Update(1.0/60))
		var list []rig.Matrix
		for j := range skeleton.Len() {
			list = append(list, rig.MatrixAt(animation.ModelMatrices(entity), j))
		}
		out = append(out, list)
	}
	return skeleton, out
}

// Constraints agree with three-vrm, an independent implementation.
func TestConstraintsAgreeWithThreeVRM(t *testing.T) {
	needNode(t, "@pixiv/three-vrm-node-constraint", "three")
	documents := map[string][]byte{"arm.gltf": []byte(arm), "web.gltf": web(), "node-constraint-cubes.gltf": nil}
	for name, document := range documents {
		t.Run(name, func(t *testing.T) {
			name, document := readIfNil(t, name, document)
			var parsed struct {
				Nodes []struct {
					Rotation   *[4]float64
					Extensions map[string]any
				}
			}
			must(t, json.Unmarshal(document, &parsed))
			random := rand.New(rand.NewPCG(1, 91))
			var frames [][][4]float64
			for range 200 {
				var rotations [][4]float64
				for range parsed.Nodes {
					rotations = append(rotations, randomRotation(random))
				}
				frames = append(frames, rotations)
			}
			skeleton, ours := ourConstraints(t, name, document, len(parsed.Nodes), frames)
			var theirs [][][16]float64
			runNode(t, "three_vrm_constraints.cjs",
				map[string]any{"document": json.RawMessage(document), "frames": frames}, &theirs)
			worst, count := 0.0, 0
			for i := range frames {
				for j, m := range ours[i] {
					node := skeleton.Source(j)
					if parsed.Nodes[node].Extensions != nil {
						count++
					}
					for e := range m {
						miss := math.Abs(float64(m[e]) - theirs[i][node][e%4*4+e/4])
						if miss > 1e-4 && worst <= 1e-4 {
							t.Errorf("frame %d: number %d of the matrix of joint %q is %v, in three-vrm %v", i, e,
								skeleton.JointName(j), m[e], theirs[i][node][e%4*4+e/4])
						}
						worst = max(worst, miss)
					}
				}
			}
			t.Logf("largest difference of a number of %d matrices of constrained joints: %.3g", count, worst)
			if count == 0 {
				t.Error("no joint is constrained")
			}
		})
	}
}

// Constraints that the specification excludes are errors that name the place; circular ones are
// left out with a warning.
func TestConstraintDocuments(t *testing.T) {
	for _, row := range []struct{ old, new, want string }{
		{
			`"source": 3`, `"source": 6`,
			"nodes[4].extensions.VRMC_node_constraint.constraint.roll.source: expected the index of one of 6 nodes, found 6",
		},
		{`"source": 3`, `"source": -1`, "roll.source: expected the index of one of 6 nodes, found -1"},
		{`"source": 3`, `"source": 4`, "expected another node than 4"},
		{`"source": 3, `, ``, `.source: expected the index of a node`},
		{`"rollAxis": "X"`, `"rollAxis": "PositiveX"`, "rollAxis: expected X, Y or Z"},
		{`"PositiveX"`, `"X"`, "aimAxis: expected PositiveX, "},
		{`0.5`, `1.5`, "weight: expected a number from 0 to 1, found 1.5"},
		{`{"roll"`, `{"rotation": {"source": 0}, "roll"`, "found several"},
		{`"roll"`, `"scroll"`, "one of roll, aim and rotation"},
	} {
		_, err := vrm.Parse(assets.NewLibrary(), "arm.vrm", []byte(strings.Replace(arm, row.old, row.new, 1)))
		if err == nil || !strings.Contains(err.Error(), row.want) || !strings.Contains(err.Error(), "arm.vrm") {
			t.Errorf("error %v, want %q", err, row.want)
		}
	}
	circle := strings.Replace(arm, `{"name": "hand", `,
		`{"name": "hand", "extensions": {"VRMC_node_constraint": {"constraint": {"rotation": {"source": 4, "weight": 0}}}}, `, 1)
	for name, text := range map[string]string{
		"circle": circle,
		"below": strings.Replace(strings.Replace(arm, `"source": 2`, `"source": 4`, 1), `{"name": "sleeve"`,
			`{"name": "sleeve2"`, 1),
		"self": strings.Replace(strings.Replace(arm, `"children": [2]`,
			`"children": [2], "extensions": {"VRMC_node_constraint": {"constraint": {"aim": {"source": 3, "aimAxis": "PositiveY", "weight": 0.5}}}}`, 1), "x", "x", 1),
	} {
		library := assets.NewLibrary()
		avatar, err := vrm.Parse(library, "arm.vrm", []byte(text))
		must(t, err)
		warned := len(avatar.Warnings) == 1 && strings.Contains(avatar.Warnings[0], "depends on itself")
		if warned != (name != "below") {
			t.Errorf("%s: warnings %q", name, avatar.Warnings)
		}
		id, err := avatar.Stack(library)
		must(t, err)
		if library.ModifierStack(id) == nil {
			t.Errorf("%s: no stack", name)
		}
	}
}
