package modifier_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/testing/documents"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// written returns a stack with every kind of solver and setting that JSON can hold.
func written(t testing.TB, skeleton *rig.Skeleton) *solving.Stack {
	t.Helper()
	x, y := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0.1}
	limits := modifier.LookLimits{Yaw: [2]float32{-1, 1.5}, Pitch: [2]float32{-0.5, 1}, Cone: 1.2, Ignore: 2.8}
	aim := modifier.Aim{
		Joint: "f", Forward: x, Up: y, Eye: mgl32.Vec3{0, 0, 0.1}, MaxAngle: 0.3, Limits: limits,
		Speed: 2, OffLevel: 3,
	}
	limit := modifier.JointLimit{Joint: "c", Axis: y, Hinge: true, Twist: [2]float32{-1, 0.5}}
	stack, err := modifier.New("all \"<of>\" them", skeleton).
		TwoBone("hand", modifier.TwoBone{
			Root: "a", Middle: "b", End: "d", Bend: x, KeepRotation: true,
			GoalRotation: true, Softness: 0.1, Twist: -0.2, OffLevel: 2,
		}).
		Aim("look", aim).
		LookAt("look", modifier.LookAt{
			Joints: []string{"b", "d"}, Shares: []float32{0.3, 1}, MaxAngles: []float32{0.4, 0}, Forward: x,
			Up: y, Eye: y,
			Limits: limits, Speed: 3, Eyes: []modifier.Aim{aim}, OffLevel: 1,
		}).
		Chain("tip", modifier.Chain{
			Root: "a", End: "h", Method: modifier.CCD, Iterations: 7, Tolerance: 0.01,
			OffLevel: 200, Limits: []modifier.JointLimit{
				limit, {Joint: "d", Cone: 0.25},
			},
		}).
		FullBody("body", modifier.FullBody{
			Root: "a", RootReach: 0.5,
			Effectors: []modifier.Effector{
				{Joint: "d", Goal: "tip", Pull: 2, KeepRotation: true},
				{Joint: "h", Goal: "hand", GoalRotation: true},
			},
			Iterations: 5, Stretch: 0.9, Tolerance: 0.01, OffLevel: 2, Limits: []modifier.JointLimit{limit},
		}).
		Hand("hold", modifier.Hand{
			Helpers: []string{"b"}, Shares: []float32{0.5}, MaxAngles: []float32{1}, Root: "c", Middle: "d", End: "f",
			Bend: x, Softness: 0.1, Twist: 0.2,
			Palm: y, Grip: [4]float32{0, 0, 0.6, 0.8}, Holder: "a", OffLevel: 1,
		}).
		Override("set", modifier.Override{
			Joint: "e", Space: modifier.ModelSpace, Position: true, Rotation: true,
			Scale: mgl32.Vec3{1, 2, 3}, OffLevel: 4,
		}).
		Copy("", modifier.Copy{
			Joint: "f", From: "e", Position: 0.1, Rotation: 0.2, Scale: 0.3,
			Axes: [3]bool{true, false, true}, OffLevel: 5,
		}).
		Copy("copy", modifier.Copy{Joint: "f", From: "e", Space: modifier.ModelSpace, Position: 1}).
		Copy("", modifier.Copy{Joint: "f", From: "e", FromRest: true}).
		AimAt("", modifier.AimAt{Joint: "f", At: "e", Forward: x, FromRest: true, Weight: 0.25, OffLevel: 3}).
		LimitPosition("", modifier.LimitPosition{
			Joint: "d", Space: modifier.ModelSpace, Low: x, High: x.Add(x),
			Axes: [3]bool{true, false, false}, Radius: 2, OffLevel: 1,
		}).
		Parent("", modifier.Parent{Joint: "h", To: "b", Weight: 0.5, OffLevel: 6}).
		LimitRotation("", limit).
		LimitRotation("limit", modifier.JointLimit{Joint: "g", Cone: 0.7}).
		LimitDirection("", modifier.LimitDirection{
			Joint: "d", From: "b", Bone: x, Limits: []modifier.DirectionLimit{{Toward: y, Angle: 0.3}, {Toward: x}}, OffLevel: 2,
		}).
		KeepOut("apart", modifier.KeepOut{
			Root: "d", Limb: []modifier.Collider{{Joint: "e", Radius: 0.1}}, Aside: x, MaxAngle: 0.5, End: "e", OtherEnd: "a",
			Body:    []modifier.Collider{{Joint: "a", Shape: modifier.CapsuleCollider, Tail: y, Radius: 0.2}},
			Heights: [2]float32{0.1, 0.3}, Up: y, OffLevel: 3,
		}).
		Feet("feet", modifier.Feet{
			Pelvis: "a", Up: y, Floor: 0.1, MaxDrop: 0.2, MaxStep: 0.3, MaxPitch: 0.4, MaxRoll: 0.5,
			PelvisHalfLife: 0.125, FootSpeed: 2, TiltSpeed: 3,
			LockSpeed: 0.6, ReleaseSpeed: 0.7, ReleaseDistance: 0.4, ReleaseAngle: 0.45, ReleaseHalfLife: 0.25, NoLock: true, OffLevel: 8,
			Feet: []modifier.Foot{
				{
					Root: "b", Middle: "c", End: "d", Toe: "e", Bend: x, Forward: y, Height: 0.8, Down: "down",
					Lift: "lift", HeelLength: 0.1, HeelHeight: 0.05,
				},
				{Root: "c", Middle: "d", End: "f", Bend: x},
			},
		}).
		Twist("", modifier.Twist{
			From: "b", Axis: x, Joints: []string{"g", "h"}, Shares: []float32{0.5, -0.25},
			OffLevel: 7,
		}).
		Spring("swing", modifier.SpringSettings{
			Joints: []string{"e", "f"}, Tip: y, Center: modifier.CenterAtJoint, CenterJoint: "b", PushOnce: true,
			Teleport: 3, Scale: 0.5, OffLevel: 8,
			Spring: modifier.Spring{Stiffness: 1, Drag: 0.4, Gravity: 0.5, GravityDirection: x, HitRadius: 0.01},
			Bones:  []modifier.Spring{{Stiffness: 2}, {Gravity: 1}},
			Colliders: []modifier.Collider{
				{Joint: "a", Offset: x, Radius: 0.1, Inside: true},
				{Joint: "b", Shape: modifier.CapsuleCollider, Tail: y},
				{Joint: "c", Shape: modifier.PlaneCollider, Normal: y},
			},
		}).
		Build()
	if err != nil {
		t.Fatal(err)
	}
	return (*solving.Stack)(stack)
}

func TestJSONKeepsStacks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 80))
	skeleton := randomChain(t, random, 8)
	stack := written(t, skeleton)
	var out bytes.Buffer
	if err := (*modifier.Stack)(stack).WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	if err := documents.Validate(t, documents.Schema(t, modifier.Schema), out.String()); err != nil {
		t.Errorf("the schema does not accept what was written: %v", err)
	}
	again, err := modifier.Read(bytes.NewReader(out.Bytes()), skeleton)
	if err != nil {
		t.Fatal(err)
	}
	var second bytes.Buffer
	if err := again.WriteJSON(&second); err != nil {
		t.Fatal(err)
	}
	if out.String() != second.String() {
		t.Errorf("a stack becomes another one:\n%s\n%s", out.String(), second.String())
	}
	if again.Name() != stack.Name() || !slices.Equal(again.Goals(), stack.Goals()) ||
		(*solving.Stack)(again).StateSize() != stack.StateSize() {
		t.Errorf("the stack %q with goals %v becomes %q with %v", stack.Name(), stack.Goals(), again.Name(),
			again.Goals())
	}
	for range 20 {
		c := randomCharacter(random, skeleton, stack)
		d := c
		d.state = slices.Clone(c.state)
		a, b := block(skeleton, []*character{&c}), block(skeleton, []*character{&d})
		stack.Solve(a)
		(*solving.Stack)(again).Solve(b)
		if !slices.Equal(lane(skeleton, a, 0), lane(skeleton, b, 0)) {
			t.Fatal("the stack that was read makes another pose")
		}
	}
}

// TestSchemaHasEverySetting compares the schema with the fields of the settings.
func TestSchemaHasEverySetting(t *testing.T) {
	var schema struct {
		Defs map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(modifier.Schema), &schema); err != nil {
		t.Fatal(err)
	}
	for name, settings := range map[string]any{
		"solver_twoBone": modifier.TwoBone{}, "solver_aim": modifier.Aim{}, "solver_lookAt": modifier.LookAt{},
		"solver_chain":    modifier.Chain{},
		"solver_override": modifier.Override{}, "solver_copy": modifier.Copy{}, "solver_parent": modifier.Parent{},
		"solver_limitRotation": modifier.JointLimit{}, "solver_twist": modifier.Twist{},
		"solver_spring": modifier.SpringSettings{},
		"solver_feet":   modifier.Feet{}, "foot": modifier.Foot{}, "spring": modifier.Spring{},
		"collider": modifier.Collider{}, "solver_keepOut": modifier.KeepOut{},
		"solver_limitDirection": modifier.LimitDirection{}, "directionLimit": modifier.DirectionLimit{},
		"aim": modifier.Aim{}, "jointLimit": modifier.JointLimit{}, "lookLimits": modifier.LookLimits{},
	} {
		var want, got []string
		for i := range reflect.TypeOf(settings).NumField() {
			field := reflect.TypeOf(settings).Field(i).Name
			want = append(want, strings.ToLower(field[:1])+field[1:])
		}
		for property := range schema.Defs[name].Properties {
			if property != "type" && property != "goal" {
				got = append(got, property)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Errorf("%s: the schema has %v, want %v", name, got, want)
		}
	}
}

func TestJSONErrors(t *testing.T) {
	skeleton := randomChain(t, rand.New(rand.NewPCG(1, 81)), 4)
	for document, want := range map[string]string{
		``:                                    "line 1, column 1: unexpected EOF",
		`{]`:                                  "line 1, column 2: invalid character",
		"{\"name\": \"s\",\n \"solvers\": [}": "line 2, column 14",
		`[]`:                                  "line 1, column 1: the document: expected an object, found an array of 0",
		`{"name": "s"}`:                       `expected the member "solvers", found none`,
		`{"name": "", "solvers": []}`:         "modifier stack: line 1, column 2: name: expected a name of the stack, found none",
		`{"nam": "s", "solvers": []}`:         `line 1, column 2: nam: expected one of $schema, name, solvers, found "nam"; did you mean "name"?`,
		`{"name": "s", "solver": []}`:         `line 1, column 15: solver: expected one of $schema, name, solvers, found "solver"; did you mean "solvers"?`,
		`{"name": 1, "solvers": []}`:          "line 1, column 2: name: expected a string, found 1",
		`{"name": "s", "solvers": [], "extra": 1}`:                                                           `line 1, column 30: extra: expected one of $schema, name, solvers, found "extra"`,
		`{"name": "s", "name": "t", "solvers": []}`:                                                          `line 1, column 15: name: expected each member once, found it twice`,
		`{"name": "s", "solvers": [{}]}`:                                                                     `line 1, column 27: solvers[0]: expected an object with the member "type"`,
		`{"name": "s", "solvers": [{"type": "walk"}]}`:                                                       `solvers[0].type: expected one of twoBone, aim,`,
		"{\"name\": \"s\", \"solvers\": [\n{\"type\": \"aim\", \"goal\": \"g\", \"joint\": \"nose\"}]}":      `line 2, column 1: solvers[0]: aim "g": joint:`,
		`{"name": "s", "solvers": [{"type": "aim", "goal": "g", "joint": "a", "forward": [0, 1]}]}`:          "solvers[0].forward: expected an array of 3, found an array of 2",
		`{"name": "s", "solvers": [{"type": "aim", "goal": "g", "joint": "a", "forward": [0, 1, 1e99]}]}`:    "solvers[0].forward[2]: expected a number of at most 3.4e38, found 1e99",
		`{"name": "s", "solvers": [{"type": "chain", "goal": "g", "method": "magic"}]}`:                      `solvers[0].method: expected one of fabrik, ccd, found "magic"`,
		`{"name": "s", "solvers": [{"type": "chain", "goal": "g", "iterations": 1.5}]}`:                      "expected an integer of at most 32 bits, found 1.5",
		`{"name": "s", "solvers": [{"type": "twoBone", "goal": "g", "keepRotation": 0}]}`:                    "expected true or false, found 0",
		`{"name": "s", "solvers": [{"type": "aim", "joint": "a", "forward": [0, 0, 1]}]}`:                    "expected a name of the goal, found none",
		`{"name": "s", "solvers": [{"type": "chain", "goal": "g", "limits": [{"joint": "a", "cones": 1}]}]}`: `found "cones"; did you mean "cone"?`,
		`{"name": "s", "solvers": [` + strings.Repeat("[", 20) + strings.Repeat("]", 20) +
			`]}`: "expected values inside at most 8 others, found more",
		`{"name": "s", "solvers": [` + strings.Repeat("{},", modifier.MaxSolvers) +
			`{}]}`: "expected at most 256, found 257",
		`{"name": "s", "solvers": [{"type": "aim", "joint": "` + strings.Repeat("a", modifier.MaxJSONBytes) +
			`"}]}`: "expected a document of at most 1048576 bytes, found more",
		"{\"name\": \"\xff\", \"solvers\": []}": "line 1, column 11: expected UTF-8, found the byte 0xff",
	} {
		_, err := modifier.Read(strings.NewReader(document), skeleton)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "modifier stack") {
			t.Errorf("%.100s: the error is %v, want one with %q", document, err, want)
		}
	}
	if _, err := modifier.Read(nil, skeleton); err == nil || !strings.Contains(err.Error(), "found nil") {
		t.Errorf("a nil reader: %v", err)
	}
	if _, err := modifier.New("", skeleton).Build(); err == nil || !strings.Contains(err.Error(), "name of the stack") {
		t.Errorf("no name: %v", err)
	}
	if _, err := modifier.Read(strings.NewReader(`{"name": "s", "solvers": []}`), nil); err == nil {
		t.Error("a stack without a skeleton is accepted")
	}
	stack := solveTest(t, modifier.New("s", skeleton).Func("g", func(*modifier.Pose) {}))
	if err := (*modifier.Stack)(stack).WriteJSON(&bytes.Buffer{}); !errors.Is(err, modifier.ErrFunc) {
		t.Errorf("a function is written as JSON: %v", err)
	}
}

// FuzzRead reads documents of any kind. What is read is written and read again; the schema accepts
// what Read accepts.
func FuzzRead(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 82))
	skeleton := randomChain(f, random, 8)
	var all bytes.Buffer
	if err := (*modifier.Stack)(written(f, skeleton)).WriteJSON(&all); err != nil {
		f.Fatal(err)
	}
	seeds.Add(f, all.String())
	for range 300 { // parts left out, repeated or exchanged
		seeds.Add(f, documents.Broken(random, all.String()))
	}
	schema := documents.Schema(f, modifier.Schema)
	f.Fuzz(func(t *testing.T, document string) {
		for _, s := range []*rig.Skeleton{skeleton, nil} {
			stack, err := modifier.Read(strings.NewReader(document), s)
			if err != nil {
				continue
			}
			var out bytes.Buffer
			if err := (*modifier.Stack)(stack).WriteJSON(&out); err != nil {
				t.Fatal(err)
			}
			if _, err := modifier.Read(bytes.NewReader(out.Bytes()), s); err != nil {
				t.Fatalf("what was written is not read: %v\n%s", err, out.String())
			}
			if err := documents.Validate(t, schema, document); err != nil {
				t.Fatalf("the schema refuses what is read: %v", err)
			}
		}
	})
}
