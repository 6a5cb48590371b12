package gltfio

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
)

// dressed returns a file of a skin with some joints, each below another one of the list by its
// index, whose nodes come after some others, and with a clip that turns the last joint.
func dressed(names []string, parents []int, before int, edit func(b *builder, first int)) []byte {
	b := newBuilder()
	for range before {
		b.node(object{"name": "empty"})
	}
	first := before
	var joints, weights, indices []int
	roots := []any{}
	for i, name := range names {
		node := object{"name": name, "translation": []any{float64(i) * 0.25, 1, 0}}
		children := []any{}
		for j, parent := range parents {
			if parent == i {
				children = append(children, first+j)
			}
		}
		if len(children) > 0 {
			node["children"] = children
		}
		if parents[i] < 0 {
			roots = append(roots, first+i)
		}
		b.node(node)
		joints = append(joints, first+i)
	}
	for range 3 {
		indices, weights = append(indices, len(names)-1, 0, 0, 0), append(weights, 255, 0, 0, 0)
	}
	m := b.mesh(object{
		"POSITION": b.triangle(), "JOINTS_0": b.ints("u8", "VEC4", indices...),
		"WEIGHTS_0": b.ints("u8n", "VEC4", weights...),
	}, nil)
	skin := b.add("skins", object{"joints": joints})
	roots = append(roots, b.node(object{"name": "cloth", "mesh": m, "skin": skin})) // a root that no joint moves
	b.add("scenes", object{"nodes": roots})
	input := b.floats("SCALAR", 0, 1)
	output := b.floats("VEC4", 0, 0, 0, 1, 0, 1, 0, 0)
	b.add("animations", object{
		"name":     "turn " + names[len(names)-1],
		"samplers": []any{object{"input": input, "output": output}},
		"channels": []any{object{"sampler": 0, "target": object{"node": first + len(names) - 1, "path": "rotation"}}},
	})
	if edit != nil {
		edit(b, first)
	}
	return b.glb()
}

// setJoints replaces the joints of the vertices of such a file.
func setJoints(b *builder, joints ...int) {
	primitive := b.get("meshes", 0)["primitives"].([]any)[0].(object)
	primitive["attributes"].(object)["JOINTS_0"] = b.ints("u8", "VEC4", joints...)
}

// A file joins a skeleton that is there: its clips and skins are for that skeleton, whatever the
// order of its nodes, and what is made for one model is good for the other.
func TestFilesJoinASkeleton(t *testing.T) {
	lib := assets.NewLibrary()
	body, err := Parse(lib, "body.glb", dressed([]string{"hips", "spine", "head", "arm"}, []int{-1, 0, 1, 1}, 0, nil))
	if err != nil {
		t.Fatal(err)
	}
	skeleton := lib.Skeleton(body.Skeleton)
	distances := []float64{}
	for j := range skeleton.Len() {
		distances = append(distances, skeleton.VertexDistance(j))
	}
	shirt, err := Options{Skeleton: skeleton}.Parse(lib, "shirt.glb",
		dressed([]string{"hips", "spine", "arm"}, []int{-1, 0, 1}, 2, func(b *builder, first int) {
			b.get("nodes", first+1)["rotation"] = []any{0, 0, 0.0871557427, 0.9961946981} // 10 degrees
			b.get("nodes", first+3)["name"] = "shirt"
			b.get("nodes", first+3)["translation"] = []any{0, 0, 3}
		}))
	if err != nil {
		t.Fatal(err)
	}
	if shirt.Skeleton != body.Skeleton || lib.Count().Skeletons != 1 {
		t.Fatalf("the shirt has skeleton %#x, the body %#x; there are %d", shirt.Skeleton, body.Skeleton,
			lib.Count().Skeletons)
	}
	wantWarning(t, shirt, `joins skeleton "body", of whose 5 joints it has 3; the rest poses differ at 2 joints, `+
		`by up to 10 degrees ("spine")`)
	arm, _ := skeleton.Find("arm")
	skin := lib.Skin(shirt.Skins[0])
	spine, _ := skeleton.Find("spine")
	hips, _ := skeleton.Find("hips")
	if skin.Skeleton() != skeleton || !slices.Equal(skin.Joints(), []int16{int16(hips), int16(spine), int16(arm)}) {
		t.Errorf("the skin has the joints %v", skin.Joints())
	}
	turn := lib.Clip(shirt.Clip("turn arm"))
	if turn.Skeleton() != skeleton || turn.Tracks()[0].Joint != arm {
		t.Errorf("the clip moves joint %d of %q", turn.Tracks()[0].Joint, turn.Skeleton().Name())
	}
	for i, n := range shirt.Nodes {
		if want := slices.Contains([]string{"hips", "spine", "arm"}, n.Name); n.IsJoint != want ||
			want && skeleton.JointName(n.Joint) != n.Name || !want && n.Joint != -1 {
			t.Errorf("node %d, %q: %+v", i, n.Name, n)
		}
		if n.Name == "shirt" && n.Offset != mgl32.Translate3D(0, 0, 3) {
			t.Errorf("node %q, which no joint moves, is at %v", n.Name, n.Offset)
		}
	}
	for j, d := range distances {
		if skeleton.VertexDistance(j) != d {
			t.Errorf("the file changed the vertex distance of joint %d of the skeleton that it joined", j)
		}
	}
	// What is made for one is good for the other.
	mask, err := rig.NewMask("arms", lib.Skeleton(body.Skeleton)).Joints(1, "arm").Add(lib)
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.New("both").Layer("base", graph.State("own").MotionByID(body.Clips[0])).
		Layer("over", graph.State("shirt's").MotionByID(shirt.Clips[0])).MaskByID(mask).Add(lib)
	if err != nil || lib.Graph(g).Skeleton() != skeleton {
		t.Error(err)
	}
	if !lib.RemoveModel(shirt.ID) || lib.Skeleton(body.Skeleton) != skeleton {
		t.Error("the skeleton went with the shirt")
	}

	// In the background: the skeleton keeps its ID.
	data := dressed([]string{"hips", "spine"}, []int{-1, 0}, 0, nil)
	background := assets.NewLibrary()
	hat, err := Options{Skeleton: skeleton}.Parse(background, "hat.glb", data)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := lib.Import(background)
	if err != nil || ids.Model(hat).Skeleton != body.Skeleton || lib.Count().Skeletons != 1 {
		t.Errorf("%v, %d skeletons", err, lib.Count().Skeletons)
	}
}

// A file that does not fit a skeleton is an error that names what differs, and the library is
// unchanged.
func TestFilesThatDoNotJoinASkeleton(t *testing.T) {
	lib := assets.NewLibrary()
	body, err := Parse(lib, "body.glb", dressed([]string{"hips", "spine", "head", "arm"}, []int{-1, 0, 1, 1}, 0, nil))
	if err != nil {
		t.Fatal(err)
	}
	before := lib.Count()
	for _, row := range []struct {
		name string
		data []byte
		want string
	}{
		{
			"extra joints", dressed([]string{"hips", "Spine", "skirt_1", "skirt_2"}, []int{-1, 0, 0, 2}, 0, nil),
			`expected joints that skeleton "body" has too, or joints of skins and meshes below such without ` +
				`morph weights and visibility, found "Spine" (near "spine")`,
		},
		{
			"nothing above", dressed([]string{"skirt_1", "skirt_2"}, []int{-1, 0}, 0, nil),
			`and visibility, found "skirt_1", "skirt_2"`,
		},
		{
			"only animated", dressed([]string{"hips", "tail"}, []int{-1, 0}, 0, func(b *builder, _ int) {
				b.get("skins", 0)["joints"] = []any{0}
				setJoints(b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
			}),
			`and visibility, found "tail"`,
		},
		{
			"another parent", dressed([]string{"hips", "spine", "arm"}, []int{-1, 0, 0}, 0, nil),
			`joint "arm": expected the parent that it has in skeleton "body", "spine", found "hips"`,
		},
		{
			"a root below another", dressed([]string{"spine", "hips"}, []int{-1, 0}, 0, nil),
			`joint "hips": expected the parent that it has in skeleton "body", none, found "spine"`,
		},
	} {
		_, err := Options{Skeleton: lib.Skeleton(body.Skeleton)}.Parse(lib, row.name+".glb", row.data)
		if !errors.Is(err, ErrOtherSkeleton) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %q", row.name, err, row.want)
		}
	}
	if lib.Count() != before {
		t.Errorf("the library has %+v, before %+v", lib.Count(), before)
	}
	// The same file without the option has a skeleton of its own.
	own, err := Parse(lib, "own.glb", dressed([]string{"hips", "skirt"}, []int{-1, 0}, 0, nil))
	if err != nil || own.Skeleton == body.Skeleton {
		t.Errorf("%v", err)
	}
}

// Files with equal skeletons share one, whatever their names are, so that the clips of each are
// good for the models of all; not if they differ in anything, nor if that is asked for.
func TestFilesWithEqualSkeletonsShareOne(t *testing.T) {
	names, parents := []string{"hips", "spine", "arm"}, []int{-1, 0, 1}
	named := func(clip string) []byte {
		return dressed(names, parents, 0, func(b *builder, _ int) { b.get("animations", 0)["name"] = clip })
	}
	lib := assets.NewLibrary()
	parse := func(o Options, name string, data []byte) *assets.Model {
		t.Helper()
		model, err := o.Parse(lib, name, data)
		if err != nil {
			t.Fatal(err)
		}
		return model
	}
	walk, run := parse(Options{}, "walk.glb", named("walk")), parse(Options{}, "run.glb", named("run"))
	if walk.Skeleton != run.Skeleton || lib.Clip(run.Clip("run")).Skeleton() != lib.Skeleton(walk.Skeleton) ||
		lib.Skin(run.Skins[0]).Skeleton() != lib.Skeleton(walk.Skeleton) || len(run.Warnings) > 0 {
		t.Errorf("skeletons %#x and %#x, warnings %q", walk.Skeleton, run.Skeleton, run.Warnings)
	}
	own := parse(Options{OwnSkeleton: true}, "walk.glb", named("walk"))
	other := parse(Options{}, "other.glb", dressed(names, parents, 0, func(b *builder, first int) {
		b.get("nodes", first)["translation"] = []any{0, 1.5, 0}
	}))
	if own.Skeleton == walk.Skeleton || other.Skeleton == walk.Skeleton || lib.Count().Skeletons != 3 {
		t.Errorf("skeletons %#x, %#x and %#x", walk.Skeleton, own.Skeleton, other.Skeleton)
	}
	if !lib.RemoveModel(walk.ID) || lib.Skeleton(run.Skeleton) == nil {
		t.Error("the shared skeleton went with one of its models")
	}

	// So the order of loading does not decide about keys.
	forth, back := assets.NewLibrary(), assets.NewLibrary()
	for i, name := range []string{"walk", "run"} {
		if _, err := Parse(forth, name+".glb", named(name)); err != nil {
			t.Fatal(err)
		}
		name = []string{"run", "walk"}[i]
		if _, err := Parse(back, name+".glb", named(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"walk", "run"} {
		a, b := forth.ClipsNamed(name), back.ClipsNamed(name)
		if len(a) != 1 || len(b) != 1 || a[0] == b[0] || forth.Key(a[0]) != back.Key(b[0]) {
			t.Errorf("clip %q: IDs %#x and %#x, keys %v and %v", name, a, b, forth.Key(a[0]), back.Key(b[0]))
		}
	}
}

// Joints that a skeleton lacks follow the nearest joint above them that it has, where the rest pose
// of their file puts them, and the model says which they are.
func TestExtraJointsFollowTheirParents(t *testing.T) {
	lib := assets.NewLibrary()
	body, err := Parse(lib, "body.glb", dressed([]string{"hips", "spine", "head"}, []int{-1, 0, 1}, 0, nil))
	if err != nil {
		t.Fatal(err)
	}
	skeleton := lib.Skeleton(body.Skeleton)
	// The skin has hips and skirt_2, the button hangs from skirt_2.
	skirt, err := Options{Skeleton: skeleton}.Parse(lib, "skirt.glb",
		dressed([]string{"hips", "skirt_1", "skirt_2", "spine"}, []int{-1, 0, 1, 0}, 0, func(b *builder, first int) {
			b.get("nodes", first+1)["scale"] = []any{2, 2, 2}
			b.get("skins", 0)["joints"] = []any{first, first + 2}
			setJoints(b, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)
			b.get("animations", 0)["channels"].([]any)[0].(object)["target"].(object)["node"] = first + 2
			button := b.node(object{"name": "button", "translation": []any{0, 0, 1}, "mesh": b.mesh(
				object{"POSITION": b.triangle()}, nil)})
			b.get("nodes", first+2)["children"] = []any{button}
		}))
	if err != nil {
		t.Fatal(err)
	}
	wantWarning(t, skirt, `extra joints, which keep their places relative to their parents: `+
		`"skirt_1" of "hips", "skirt_2" of "skirt_1"`)
	wantWarning(t, skirt, `animations[0]: 1 channels move extra joints, which skeleton "body" does not have`)
	hips, _ := skeleton.Find("hips")
	skin := lib.Skin(skirt.Skins[0])
	if !slices.Equal(skin.Joints(), []int16{int16(hips), int16(hips)}) {
		t.Fatalf("the skin has the joints %v", skin.Joints())
	}
	// skirt_1 is at 0.25 1 0, twice as large; skirt_2 at 0.5 1 0 in it.
	at := rig.Matrix{2, 0, 0, 1.25, 0, 2, 0, 3, 0, 0, 2, 0}
	if found := rig.MatrixAt(skin.InverseBinds(), 1); found != at {
		t.Errorf("skirt_2 is at %v, expected %v", found, at)
	}
	for _, p := range skirt.Parts {
		if !p.Rigid {
			continue
		}
		skin, want := lib.Skin(p.Skin), at
		want[11] = 2
		if found := rig.MatrixAt(skin.InverseBinds(), p.PaletteIndex); found != want ||
			skin.Joints()[p.PaletteIndex] != int16(hips) {
			t.Errorf("the button hangs from joint %d at %v, expected %v", skin.Joints()[p.PaletteIndex], found, want)
		}
	}
	for _, n := range skirt.Nodes {
		isExtra := n.Name == "skirt_1" || n.Name == "skirt_2"
		if n.Extra != isExtra || isExtra && (n.IsJoint || n.Joint != hips) {
			t.Errorf("node %q: %+v", n.Name, n)
		}
		if n.Name == "skirt_2" && rig.MatrixFromMat4(n.Offset) != at {
			t.Errorf("node %q is at %v, expected %v", n.Name, n.Offset, at)
		}
	}
}

// A model that joined the skeleton of another file is written with all joints of it, also those that
// its own file lacked, and moves as before once it is read.
func TestWriteModelsThatJoinedASkeleton(t *testing.T) {
	for name, row := range map[string]struct {
		names   []string
		parents []int
	}{
		"fewer joints":    {[]string{"hips", "spine", "arm"}, []int{-1, 0, 1}},
		"without a root":  {[]string{"spine", "arm"}, []int{-1, 0}},
		"one joint":       {[]string{"hips"}, []int{-1}},
		"an extra joint":  {[]string{"hips", "skirt"}, []int{-1, 0}},
		"the same joints": {[]string{"hips", "spine", "head", "arm"}, []int{-1, 0, 1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			lib := assets.NewLibrary(assets.Exact())
			body, err := Parse(lib, "body.glb", dressed([]string{"hips", "spine", "head", "arm"}, []int{-1, 0, 1, 1}, 0, nil))
			if err != nil {
				t.Fatal(err)
			}
			joined, err := Options{Skeleton: lib.Skeleton(body.Skeleton)}.Parse(lib, "joined.glb",
				dressed(row.names, row.parents, 2, func(b *builder, first int) {
					if name == "an extra joint" {
						delete(b.doc, "animations")
					}
				}))
			if err != nil {
				t.Fatal(err)
			}
			var data bytes.Buffer
			if err := Write(&data, lib, joined); err != nil {
				t.Fatal(err)
			}
			other := assets.NewLibrary()
			alone, err := Parse(other, "alone.glb", data.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			skeleton, own := lib.Skeleton(body.Skeleton), other.Skeleton(alone.Skeleton)
			above := func(s *rig.Skeleton, joint int) string {
				if parent := s.Parent(joint); parent >= 0 {
					return s.JointName(parent)
				}
				return ""
			}
			for j := range skeleton.Len() {
				name := skeleton.JointName(j)
				if k, ok := own.Find(name); !ok || own.Rest(k) != skeleton.Rest(j) || above(own, k) != above(skeleton, j) {
					t.Errorf("joint %q is read as %v: %v below %q", name, ok, own.Rest(k), above(own, k))
				}
			}
			again, err := Options{Skeleton: skeleton}.Parse(lib, "again.glb", data.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if again.Skeleton != body.Skeleton {
				t.Error("the file joins another skeleton")
			}
			again.Skins = again.Skins[:len(joined.Skins)] // others list the joints that the file lacked
			compareModels(t, lib, joined, lib, again)
		})
	}
}

// Extra joints extend a copy of the skeleton, where they are as in the file and the others as in the
// skeleton: clips move them, they carry morph weights, and a second file with the same joints shares
// the copy.
func TestExtraJointsExtendACopy(t *testing.T) {
	lib := assets.NewLibrary()
	body, err := Parse(lib, "body.glb", dressed([]string{"hips", "spine", "head"}, []int{-1, 0, 1}, 0, nil))
	if err != nil {
		t.Fatal(err)
	}
	skeleton := lib.Skeleton(body.Skeleton)
	before := lib.Count()
	parse := func(o Options, name string, names []string, parents []int) *assets.Model {
		t.Helper()
		o.Skeleton, o.ExtendSkeleton = skeleton, true
		model, err := o.Parse(lib, name, dressed(names, parents, 1, func(b *builder, first int) {
			b.get("nodes", first+1)["scale"] = []any{2, 2, 2}
			b.get("nodes", first)["translation"] = []any{0, 9, 0} // which is another one in the skeleton
			b.get("animations", 0)["channels"].([]any)[0].(object)["target"].(object)["node"] = first + 2
			setJoints(b, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0)
			button := b.node(object{"name": "button", "translation": []any{0, 0, 1}, "mesh": b.mesh(
				object{"POSITION": b.triangle()}, object{"targets": []any{object{"POSITION": b.triangle()}}})})
			b.get("nodes", first+2)["children"] = []any{button}
		}))
		if err != nil {
			t.Fatal(err)
		}
		return model
	}
	names, parents := []string{"hips", "skirt_1", "skirt_2", "spine"}, []int{-1, 0, 1, 0}
	skirt := parse(Options{}, "skirt.glb", names, parents)
	wantWarning(t, skirt, `joins skeleton "body", of whose 4 joints it has 3`)
	wantWarning(t, skirt, `extra joints, which extend a copy of the skeleton: "skirt_1" of "hips", `+
		`"skirt_2" of "skirt_1", "button" of "skirt_2"`)
	own := lib.Skeleton(skirt.Skeleton)
	joints, err := own.JointsOf(skeleton)
	if err != nil || own == skeleton || own.Len() != skeleton.Len()+3 || own.Name() != "skirt" {
		t.Fatalf("skeleton %q of %d joints, %v", own.Name(), own.Len(), err)
	}
	for j, joint := range joints {
		if own.Rest(joint) != skeleton.Rest(j) {
			t.Errorf("joint %q has the rest pose %v, expected %v", own.JointName(joint), own.Rest(joint), skeleton.Rest(j))
		}
	}
	hem, _ := own.Find("skirt_2")
	waist, _ := own.Find("skirt_1")
	if own.Parent(hem) != waist || own.JointName(own.Parent(waist)) != "hips" ||
		own.Rest(waist).Scale != (mgl32.Vec3{2, 2, 2}) || own.Rest(hem).Translation != (mgl32.Vec3{0.5, 1, 0}) {
		t.Errorf("the hem is at %v, below joint %d", own.Rest(hem), own.Parent(hem))
	}
	button, _ := own.Find("button")
	if c, ok := own.MorphChannel(button); !ok || c.Count != 1 {
		t.Errorf("the button has the morph channel %+v", c)
	}
	turn := lib.Clip(skirt.Clips[0])
	if turn.Skeleton() != own || len(turn.Tracks()) != 1 || turn.Tracks()[0].Joint != hem {
		t.Errorf("the clip has %d tracks", len(turn.Tracks()))
	}
	if skin := lib.Skin(skirt.Skins[0]); skin.Skeleton() != own || int(skin.Joints()[2]) != hem {
		t.Errorf("the skin has the joints %v of %q", skin.Joints(), skin.Skeleton().Name())
	}
	for _, n := range skirt.Nodes {
		if isJoint := n.Name != "empty"; n.Extra || n.IsJoint != isJoint ||
			isJoint && own.JointName(n.Joint) != n.Name {
			t.Errorf("node %q: %+v", n.Name, n)
		}
	}
	if own.VertexDistance(hem) == 0 {
		t.Error("the vertices of the skirt do not count")
	}

	if other := parse(Options{}, "other.glb", names, parents); other.Skeleton != skirt.Skeleton {
		t.Error("a file with the same joints has another skeleton")
	}
	if alone := parse(Options{OwnSkeleton: true}, "alone.glb", names, parents); alone.Skeleton == skirt.Skeleton {
		t.Error("the skeleton is shared against the options")
	}
	if subset := parse(Options{}, "subset.glb", []string{"hips", "spine", "head"}, []int{-1, 0, 1}); subset.Skeleton ==
		body.Skeleton {
		t.Error("the button extends nothing") // the only extra joint
	}
	plain, err := Options{Skeleton: skeleton, ExtendSkeleton: true}.Parse(lib, "plain.glb",
		dressed([]string{"hips", "spine"}, []int{-1, 0}, 0, nil))
	if err != nil || plain.Skeleton != body.Skeleton || lib.Count().Skeletons != before.Skeletons+3 {
		t.Errorf("%v, %d skeletons", err, lib.Count().Skeletons)
	}

	// What cannot extend the skeleton is an error as before.
	count := lib.Count()
	for want, data := range map[string][]byte{
		`found "Spine" (near "spine")`: dressed([]string{"hips", "Spine", "skirt"}, []int{-1, 0, 0}, 0, nil),
		`found "skirt"`:                dressed([]string{"skirt"}, []int{-1}, 0, nil),
		`joint "head": expected the parent that it has in skeleton "body", "spine", found "hips"`: dressed(
			[]string{"hips", "skirt", "head"}, []int{-1, 0, 0}, 0, nil),
	} {
		_, err := Options{Skeleton: skeleton, ExtendSkeleton: true}.Parse(lib, "wrong.glb", data)
		if !errors.Is(err, ErrOtherSkeleton) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if lib.Count() != count {
		t.Errorf("the library has %+v, before %+v", lib.Count(), count)
	}
}

// The node of a skinned mesh with morph targets that stands beside the joints, as a root of the scene
// or below a node that the skeleton lacks, becomes a root of the copy, wherever it stands: the joints
// of its skin place the mesh. A rigid mesh there has nothing to move with, and is an error as before,
// as is a skinned one without the option.
func TestSkinnedMeshesBesideTheJointsExtendACopy(t *testing.T) {
	lib := assets.NewLibrary()
	body, err := Parse(lib, "body.glb", dressed([]string{"hips", "head"}, []int{-1, 0}, 0, nil))
	if err != nil {
		t.Fatal(err)
	}
	skeleton := lib.Skeleton(body.Skeleton)
	file := func(isBelow, isSkinned bool) []byte {
		return dressed([]string{"hips", "head"}, []int{-1, 0}, 0, func(b *builder, first int) {
			cloth := b.get("nodes", first+2)
			cloth["name"], cloth["translation"] = "face", []any{5, 6, 7}
			b.get("meshes", 0)["primitives"].([]any)[0].(object)["targets"] = []any{object{"POSITION": b.triangle()}}
			if !isSkinned {
				delete(cloth, "skin")
			}
			if isBelow {
				group := b.node(object{"name": "meshes", "translation": []any{1, 1, 1}, "children": []any{first + 2}})
				b.get("scenes", 0)["nodes"] = []any{first, group}
			}
		})
	}
	for _, isBelow := range []bool{false, true} {
		data := file(isBelow, true)
		model, err := Options{Skeleton: skeleton, ExtendSkeleton: true}.Parse(lib, "face.glb", data)
		if err != nil {
			t.Fatal(err)
		}
		wantWarning(t, model, `extra joints, which extend a copy of the skeleton: "face" of a skinned mesh`)
		own := lib.Skeleton(model.Skeleton)
		face, ok := own.Find("face")
		if _, err := own.JointsOf(skeleton); err != nil || !ok || own.Len() != skeleton.Len()+1 || own.Parent(face) != -1 {
			t.Fatalf("the face is joint %d of %d, %v", face, own.Len(), err)
		}
		channel, has := own.MorphChannel(face)
		part := model.Parts[0]
		if !has || channel.Count != 1 || part.Morphs != channel || part.Rigid {
			t.Errorf("the weights are %+v, those of the part %+v", channel, part.Morphs)
		}
		// The mesh is where its joints are, and not where its node is.
		plain, err := Options{Skeleton: skeleton}.Parse(lib, "plain.glb", dressed([]string{"hips", "head"}, []int{-1, 0}, 0, nil))
		if err != nil {
			t.Fatal(err)
		}
		if model.Bounds != plain.Bounds {
			t.Errorf("bounds %v, expected %v", model.Bounds, plain.Bounds)
		}
		before := lib.Count()
		for _, row := range []struct {
			options Options
			data    []byte
		}{
			{Options{Skeleton: skeleton, ExtendSkeleton: true}, file(isBelow, false)}, {Options{Skeleton: skeleton}, data},
		} {
			if _, err := row.options.Parse(lib, "error.glb", row.data); !errors.Is(err, ErrOtherSkeleton) ||
				!strings.HasSuffix(err.Error(), `found "face"`) || lib.Count() != before {
				t.Errorf("ExtendSkeleton: %v: %v", row.options.ExtendSkeleton, err)
			}
		}
	}
}
