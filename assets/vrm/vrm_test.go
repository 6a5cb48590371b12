package vrm_test

import (
	"errors"
	"fmt"
	"log"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/seeds"
	"github.com/sinew-go/sinew/systems"
)

// face is a document with a face of three morph targets and a chain of hair, which nothing else
// moves.
const face = `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
"accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}, {"POSITION": 0}, {"POSITION": 0}]}]}],
"materials": [{}], "nodes": [{"name": "head", "children": [1, 2]}, {"name": "face", "mesh": 0},
 {"name": "hair", "translation": [0, 0, -0.1], "children": [3]}, {"name": "hair end", "translation": [0, 0, -0.2]}],
"extensionsUsed": ["VRMC_vrm", "VRMC_springBone"], "extensions": {
"VRMC_vrm": {"specVersion": "1.0", "expressions": {
 "preset": {"happy": {"morphTargetBinds": [{"node": 1, "index": 0, "weight": 0.5}, {"node": 1, "index": 2, "weight": 1}]},
  "blink": {"isBinary": true, "morphTargetBinds": [{"node": 1, "index": 1, "weight": 1}]}},
 "custom": {"smirk": {"morphTargetBinds": [{"node": 1, "index": 0, "weight": 0.25}],
	"materialColorBinds": [{"material": 0, "type": "rimColor"}]}}}},
"VRMC_springBone": {"specVersion": "1.0", "springs": [{"joints": [{"node": 2, "gravityPower": 2, "stiffness": 0}, {"node": 3}]}]}}}`

func Example() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	avatar, err := vrm.Parse(library, "face.vrm", []byte(face))
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
	stack, err := avatar.SpringStack(library)
	if err != nil {
		log.Fatal(err)
	}
	happy, err := avatar.AddExpressionClip(library, "happy")
	if err != nil {
		log.Fatal(err)
	}
	smile := animation.Player(entity).Layer(1)
	if err := errors.Join(
		animation.Modify(entity, stack), animation.Modifier(entity, vrm.SpringGoal).Fade(1, 0),
		smile.SetBlend(clip.Additive), smile.Play(happy), smile.FadeWeight(0.5, 0),
		animation.EnableModelMatrices(entity),
	); err != nil {
		log.Fatal(err)
	}
	for range 180 {
		if err := animation.Update(1.0 / 60); err != nil {
			log.Fatal(err)
		}
	}
	skeleton := library.Skeleton(avatar.Model.Skeleton)
	end, err := skeleton.FindJoint("hair end")
	if err != nil {
		log.Fatal(err)
	}
	at := rig.MatrixAt(animation.ModelMatrices(entity), end).Point(mgl32.Vec3{})
	fmt.Printf("the hair hangs down: its end is at %.2f %.2f\n", at[1], at[2])
	fmt.Println("morph weights:", animation.Morphs(entity))
	// Output:
	// the hair hangs down: its end is at -0.20 -0.10
	// morph weights: [0.25 0 0.5]
}

func TestExpressions(t *testing.T) {
	avatar, err := vrm.Parse(assets.NewLibrary(), "face.vrm", []byte(face))
	must(t, err)
	var names []string
	for _, e := range avatar.Expressions {
		names = append(names, fmt.Sprint(e.Name, e.IsPreset))
	}
	if got := strings.Join(names, " "); got != "blinktrue happytrue smirkfalse" {
		t.Errorf("expressions %s", got)
	}
	morphs := []float32{0, 0, 0.5}
	for name, weight := range map[string]float32{"happy": 0.5, "smirk": 1, "blink": 0.6} {
		e, err := avatar.Expression(name)
		must(t, err)
		e.Apply(morphs, weight)
	}
	if got := fmt.Sprint(morphs); got != "[0.5 1 1]" {
		t.Errorf("morph weights %v", got)
	}
	if _, err := avatar.Expression("hapy"); !errors.Is(err, rig.ErrNotFound) ||
		!strings.Contains(err.Error(), `"happy"`) {
		t.Error(err)
	}
	if len(avatar.Warnings) != 1 || !strings.Contains(avatar.Warnings[0], "custom.smirk") {
		t.Errorf("warnings %q", avatar.Warnings)
	}
	library := assets.NewLibrary()
	avatar, err = vrm.Parse(library, "face.vrm", []byte(face))
	must(t, err)
	id, err := avatar.AddExpressionClip(library, "smirk")
	must(t, err)
	if c := library.Clip(id); !c.Additive() || c.Name() != "smirk" {
		t.Errorf("clip %q, additive %v", c.Name(), c.Additive())
	}
}

// A file may require the extensions that this package reads, and no warning says that it ignored
// them.
func TestRequiredExtensions(t *testing.T) {
	for _, text := range []string{face, hair, arm} {
		_, list, _ := strings.Cut(text, `"extensionsUsed": [`)
		list, _, _ = strings.Cut(list, "]")
		text = strings.Replace(text, `{"asset"`, `{"extensionsRequired": [`+list+`], "asset"`, 1)
		avatar, err := vrm.Parse(assets.NewLibrary(), "required.vrm", []byte(text))
		must(t, err)
		for _, w := range avatar.Model.Warnings {
			if strings.Contains(w, "VRM") {
				t.Errorf("warning %s", w)
			}
		}
	}
}

// Files that are no VRM, and extensions that refer to nothing, are errors that name the place.
func TestErrors(t *testing.T) {
	for _, row := range []struct{ old, new, want string }{
		{"VRMC_springBone\": {\"spec", "OTHER\": {\"spec", ""},
		{`"node": 3}]}]`, `"node": 4}]}]`, "springs[0].joints[1].node: expected the index of one of 4 nodes, found 4"},
		{
			`"springs": [{`, `"springs": [{"colliderGroups": [0], `,
			"springs[0].colliderGroups[0]: expected the index of one of 0 collider groups, found 0",
		},
		{
			`"springs": [{`, `"colliderGroups": [{"colliders": [-1]}], "springs": [{`,
			"colliderGroups[0].colliders[0]: expected the index of one of 0 colliders, found -1",
		},
		{
			`"springs": [{`, `"springs": [{"center": 9, `,
			"springs[0].center: expected the index of one of 4 nodes, found 9",
		},
		{
			`"springs": [{`,
			`"colliders": [{"node": 0}], "colliderGroups": [{"colliders": [0]}], "springs": [{"colliderGroups": [0], `,
			"expected a shape, found none",
		},
		{`"name": "hair end"`, `"name": "hair"`, `expected a joint with a name of its own, found node 3 with the name "hair"`},
		{
			`"index": 2`, `"index": 3`,
			"face.vrm: extensions.VRMC_vrm.expressions.preset.happy.morphTargetBinds[1].index: expected the index of one of " +
				"3 morph targets of node 1, found 3",
		},
		{`"asset": {"version": "2.0"}`, `"asset": {}`, "asset"},
		{`{"asset"`, `["asset"`, "no extension of VRM"},
		{`VRMC`, `OTHER`, "no extension of VRM"},
	} {
		library := assets.NewLibrary()
		_, err := vrm.Parse(library, "face.vrm", []byte(strings.ReplaceAll(face, row.old, row.new)))
		if row.want == "" {
			must(t, err)
			continue
		}
		if err == nil || !strings.Contains(err.Error(), row.want) || !strings.Contains(err.Error(), "face.vrm") {
			t.Errorf("error %v, want %q", err, row.want)
		}
		if library.Skeleton(1) != nil {
			t.Errorf("%v: the library is changed", err)
		}
	}
	if _, err := vrm.Parse(assets.NewLibrary(), "x", []byte("glTF\x02\x00\x00\x00")); !errors.Is(err, vrm.ErrNotVRM) {
		t.Error(err)
	}
}

// A spring that cannot be simulated is left out with a warning; the others stay, and can be
// combined with other solvers.
func TestLeftOutSprings(t *testing.T) {
	library := assets.NewLibrary()
	text := strings.Replace(face, `"springs": [`,
		`"springs": [{"joints": [{"node": 3}, {"node": 2}]}, {"joints": []}, `, 1)
	avatar, err := vrm.Parse(library, "face.vrm", []byte(text))
	must(t, err)
	if len(avatar.Springs()) != 1 || len(avatar.Warnings) != 3 {
		t.Errorf("%d springs, warnings %q", len(avatar.Springs()), avatar.Warnings)
	}
	b := modifier.New("all", library.Skeleton(avatar.Model.Skeleton)).Aim("look",
		modifier.Aim{Joint: "head", Forward: mgl32.Vec3{0, 0, 1}})
	stack, err := avatar.AddSprings(b).Build()
	must(t, err)
	if got := fmt.Sprint(stack.Goals()); got != "[look springs]" {
		t.Errorf("goals %s", got)
	}
}

func FuzzParse(f *testing.F) {
	seeds.Add(f, []byte(face))
	seeds.Add(f, []byte(hair))
	seeds.Add(f, []byte(arm))
	seeds.Add(f, []byte(old))
	f.Fuzz(func(t *testing.T, data []byte) {
		library := assets.NewLibrary()
		avatar, err := vrm.Parse(library, "fuzz", data)
		if err == nil {
			if _, err := avatar.Stack(library); err != nil {
				t.Error(err)
			}
		}
	})
}
