package gltfio_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// The clips of a file bound to a skeleton from the same file have the same bits, although the
// skeletons are two.
func TestOpenClipsOfTheSameRig(t *testing.T) {
	for _, name := range []string{
		"cesium_man/CesiumMan.glb", "fox/Fox.glb", "morph_cube/AnimatedMorphCube.gltf",
		"robot/robot.glb",
	} {
		path := testassets.Path(t, "assets/"+name)
		lib := assets.NewLibrary()
		model, err := gltfio.Options{Exact: true}.Open(lib, path)
		if err != nil {
			t.Fatal(err)
		}
		before := lib.Count()
		ids, report, err := gltfio.OpenClips(lib, path, model.Skeleton)
		if err != nil {
			t.Fatal(err)
		}
		want := before
		if want.Clips *= 2; lib.Count() != want {
			t.Errorf("%s: the library holds %+v, want %+v", name, lib.Count(), want)
		}
		if len(report.Unbound) != 0 || len(report.Rest) != 0 || report.Bound == 0 ||
			len(report.Undriven) == lib.Skeleton(model.Skeleton).Len() {
			t.Errorf("%s: %v", name, report)
		}
		skeleton := lib.Skeleton(model.Skeleton)
		p, q := rig.NewPose(skeleton), rig.NewPose(skeleton)
		for i, id := range ids {
			a, b := lib.Clip(model.Clips[i]), lib.Clip(id)
			for k := range 7 {
				time := a.Start() + a.Duration()*float64(k)/6
				a.Sample(time, p)
				b.Sample(time, q)
				if a.Name() != b.Name() || a.Duration() != b.Duration() || b.Skeleton() != skeleton ||
					!slices.Equal(p.Locals, q.Locals) || !slices.Equal(p.Morphs, q.Morphs) {
					t.Fatalf("%s: clip %q differs at %v s", name, a.Name(), time)
				}
			}
			if report := lib.BakeReport(id); report.Exact && !strings.Contains(report.Reason, "step") &&
				report.Reason == "it was not baked" {
				t.Errorf("%s: %v", name, report)
			}
		}
	}
}

// variant writes a file with a chain of joints, changed by edit, and a clip that turns all of them.
func variant(t testing.TB, edit func(joints []rig.Joint)) []byte {
	t.Helper()
	var joints []rig.Joint
	for i, name := range []string{"hips", "spine", "chest", "neck", "head"} {
		joint := rig.Joint{Name: name, Parent: i - 1, Rest: rig.IdentityTRS()}
		joint.Rest.Translation = mgl32.Vec3{0, 0.25, 0}
		joints = append(joints, joint)
	}
	edit(joints)
	skeleton, err := rig.NewSkeleton("variant", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := clip.NewBuilder("nod", skeleton)
	for j := range joints {
		b.Rotation(j, clip.Linear, []float32{0, 1},
			[]mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatRotate(0.1*float32(j+1), mgl32.Vec3{1, 0, 0})})
	}
	lib := assets.NewLibrary(assets.Exact())
	nod, err := b.Marker(clip.Marker{Name: "now", Time: 0.5}).Add(lib)
	if err != nil {
		t.Fatal(err)
	}
	model := &assets.Model{Name: "variant", Skeleton: lib.AddSkeleton(skeleton)}
	model.SetClips(lib, []assets.ClipID{nod})
	if _, err := lib.AddModel(model); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := gltfio.Write(&file, lib, model); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestClipReport(t *testing.T) {
	lib := assets.NewLibrary()
	model, err := gltfio.Parse(lib, "hero.glb", variant(t, func([]rig.Joint) {}))
	if err != nil {
		t.Fatal(err)
	}
	turned := mgl32.QuatRotate(mgl32.DegToRad(30), mgl32.Vec3{0, 0, 1})
	ids, report, err := gltfio.Options{}.ParseClips(lib, "moves.glb", variant(t, func(joints []rig.Joint) {
		joints[1].Rest.Rotation = turned.Scale(-1) // the same rotation
		joints[2].Rest.Translation[0] = 0.1
		joints[2].Rest.Scale[1] = 0.5
		joints[3].Name = "tail" // the head is below it
	}), model.Skeleton)
	if err != nil {
		t.Fatal(err)
	}
	if len(ids) != 1 || report.Bound != 4 || report.Skeleton != "hero" || report.Source != "moves" ||
		!slices.Equal(report.Undriven, []string{"neck"}) {
		t.Errorf("%+v", report)
	}
	wantUnbound := []gltfio.UnboundChannel{{
		Clip: "nod", Joint: "tail", Property: clip.Rotation,
		Reason: `skeleton "hero" has no joint of that name`,
	}}
	if !slices.Equal(report.Unbound, wantUnbound) {
		t.Errorf("unbound: %+v", report.Unbound)
	}
	if len(report.Rest) != 3 {
		t.Fatalf("rest poses: %+v", report.Rest)
	}
	spine, chest, head := report.Rest[0], report.Rest[1], report.Rest[2]
	if spine.Joint != "spine" || math.Abs(spine.Degrees-30) > 1e-3 || spine.Offset != 0 || spine.Scale != 1 ||
		spine.Parent != "hips" || spine.SourceParent != "hips" {
		t.Errorf("spine: %+v", spine)
	}
	// The skeleton is 1 m high.
	if chest.Joint != "chest" || chest.Degrees != 0 || math.Abs(chest.Offset-0.1) > 1e-6 || chest.Scale != 2 {
		t.Errorf("chest: %+v", chest)
	}
	if head.Joint != "head" || head.Parent != "neck" || head.SourceParent != "tail" || head.Degrees != 0 {
		t.Errorf("head: %+v", head)
	}
	const want = `clips of "moves" on skeleton "hero": 4 channels are bound, 1 are not; 1 joints are not moved; the rest poses differ at 3 joints, by up to 30 degrees ("spine"), 0.1 of the size, and a scale of 2`
	if report.String() != want {
		t.Errorf("%v, want\n%v", report, want)
	}
	// The keys are taken as they are, and the joints that are not moved keep the rest pose of the
	// skeleton.
	skeleton, c := lib.Skeleton(model.Skeleton), lib.Clip(ids[0])
	pose := rig.NewPose(skeleton)
	c.Sample(1, pose)
	for j := range skeleton.Len() {
		want := mgl32.QuatRotate(0.1*float32(j+1), mgl32.Vec3{1, 0, 0})
		if skeleton.JointName(j) == "neck" {
			want = mgl32.QuatIdent()
		}
		if got := pose.Joint(j); !got.Rotation.ApproxEqualThreshold(want, 1e-6) || got.Translation != skeleton.Rest(j).Translation {
			t.Errorf("joint %q: %+v, want the rotation %v", skeleton.JointName(j), got, want)
		}
	}
	if len(c.Markers()) != 1 || c.Markers()[0].Name != "now" {
		t.Errorf("markers: %v", c.Markers())
	}
}

func TestClipsOfAnotherSkeleton(t *testing.T) {
	lib := assets.NewLibrary()
	model, err := gltfio.Parse(lib, "hero.glb", variant(t, func([]rig.Joint) {}))
	if err != nil {
		t.Fatal(err)
	}
	before := lib.Count()
	moves := variant(t, func(joints []rig.Joint) {
		for i, name := range []string{"Hip", "spin", "wheel"} {
			joints[i].Name = name
		}
	})
	for want, test := range map[string]struct {
		data     []byte
		skeleton assets.SkeletonID
		other    bool
	}{
		`moves.glb: the clips are for another skeleton: expected at least half of the 5 joints of skeleton "moves" that they move in skeleton "hero", found 2; "Hip" is near "hips", "spin" is near "spine"`: {moves, model.Skeleton, true},
		"moves.glb: skeleton 0x63 is not in the library": {moves, 99, false},
		"moves.glb: expected animations, found none":     {[]byte(`{"asset": {"version": "2.0"}, "nodes": [{"name": "hips"}]}`), model.Skeleton, false},
		"moves.glb: expected a glTF file":                {[]byte("x"), model.Skeleton, false},
	} {
		ids, report, err := gltfio.Options{}.ParseClips(lib, "moves.glb", test.data, test.skeleton)
		if wrong := (*gltfio.Error)(nil); ids != nil || report.Bound != 0 || !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), want) || errors.Is(err, gltfio.ErrOtherSkeleton) != test.other {
			t.Errorf("%v, error\n%v, want\n%v", ids, err, want)
		}
		if lib.Count() != before {
			t.Errorf("%s: the library holds %+v, want %+v", want, lib.Count(), before)
		}
	}
	if _, _, err := (gltfio.Options{}).ParseClips(nil, "moves.glb", moves, model.Skeleton); err == nil {
		t.Error("a nil library is accepted")
	}
	if _, _, err := gltfio.OpenClips(lib, "no such file.glb", model.Skeleton); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want one that the file does not exist", err)
	}
}

// Morph weights bind to a mesh with as many targets.
func TestOpenClipsWithMorphWeights(t *testing.T) {
	path := testassets.Path(t, "assets/morph_cube/AnimatedMorphCube.gltf")
	lib := assets.NewLibrary()
	model, err := gltfio.Open(lib, path)
	if err != nil {
		t.Fatal(err)
	}
	original := lib.Skeleton(model.Skeleton)
	joints := make([]rig.Joint, original.Len())
	for j := range joints {
		joints[j] = rig.Joint{Name: original.JointName(j), Parent: original.Parent(j), Rest: original.Rest(j)}
	}
	joints[0].Morphs = []float32{0, 0, 0}
	three, err := rig.NewSkeleton("three targets", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, report, err := gltfio.OpenClips(lib, path, lib.AddSkeleton(three))
	if err != nil || report.Bound != 0 || len(report.Unbound) != 1 || report.Unbound[0].Property != clip.MorphWeights ||
		report.Unbound[0].Reason != `it has 2 morph weights, the joint of skeleton "three targets" has 3` {
		t.Errorf("%+v, error %v", report, err)
	}
}

// A character has its mesh in one file, and moves in another one.
func ExampleOptions_ParseClips() {
	source := assets.NewLibrary(assets.Exact())
	figure, err := mannequin.New(source)
	if err != nil {
		panic(err)
	}
	var moves bytes.Buffer
	if err := gltfio.Write(&moves, source, figure); err != nil {
		panic(err)
	}

	library := assets.NewLibrary()
	hero, err := mannequin.New(library)
	if err != nil {
		panic(err)
	}
	clips, report, err := gltfio.Options{}.ParseClips(library, "moves.glb", moves.Bytes(), hero.Skeleton)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(clips), len(report.Unbound), len(report.Rest))
	pose, same := rig.NewPose(library.Skeleton(hero.Skeleton)), rig.NewPose(library.Skeleton(hero.Skeleton))
	library.Clip(clips[1]).Sample(0.3, pose)
	library.Clip(hero.Clip("walk")).Sample(0.3, same)
	head, _ := library.Skeleton(hero.Skeleton).Find("head")
	fmt.Println(pose.Joint(head) == same.Joint(head))
	// Output:
	// 6 0 0
	// true
}
