package gltfio

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// A file keeps what a clip says about its end.
func TestWritePlayMode(t *testing.T) {
	h := newHandmade(t)
	c := h.addClip(t, clip.NewBuilder("turn", h.skeleton).
		Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{}, {1, 2, 3}}))
	said, err := clip.WithPlayMode(c, clip.PingPong, math.MaxUint32)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.lib.SetClip(h.model.Clips[len(h.model.Clips)-1], said); err != nil {
		t.Fatal(err)
	}
	lib, model := writeAndRead(t, h.lib, h.model)
	read := lib.Clip(model.Clips[len(model.Clips)-1])
	if mode, limit, ok := read.PlayMode(); !ok || mode != clip.PingPong || limit != math.MaxUint32 {
		t.Errorf("expected ping-pong with %d loops, found %v with %d, %v", uint32(math.MaxUint32), mode, limit, ok)
	}
	if len(model.Warnings) > 0 {
		t.Errorf("expected no warnings, found %q", model.Warnings)
	}
}

func TestInvalidPlayModesAreIgnored(t *testing.T) {
	for _, row := range []struct {
		extras object
		want   string
	}{
		{object{"playMode": "twice"}, "animations[0].extras.playMode: expected one of once, loop, ping-pong, hold; it was " +
			"ignored"},
		{object{"playMode": 1}, "animations[0].extras.playMode: expected one of once"},
		{
			object{"playMode": "loop", "loopLimit": 1.5},
			"animations[0].extras.loopLimit: expected an integer from 0 to 4294967295",
		},
		{object{"playMode": "loop", "loopLimit": -1}, "animations[0].extras.loopLimit: expected an integer"},
		{
			object{"playMode": "hold", "loopLimit": 1},
			`extras.playMode: clip "animation_0": expected a limit of loops with the play mode loop or ping-pong, found 1 with hold`,
		},
	} {
		_, model := withExtras(row.extras).load(t)
		wantWarning(t, model, row.want)
	}
}

// walker returns a file with a skeleton whose joints have these names, each the parent of the next,
// in which the joint "hips" walks 3 m with its root motion taken out, and "spine" has an additive
// clip. The hips are at rest at a height.
func walker(t *testing.T, height float32, joints ...string) (*assets.Library, *assets.Model, []byte) {
	t.Helper()
	list := make([]rig.Joint, len(joints))
	for j, name := range joints {
		list[j] = rig.Joint{Name: name, Parent: j - 1, Rest: rig.IdentityTRS()}
	}
	hips, spine := slices.Index(joints, "hips"), slices.Index(joints, "spine")
	list[hips].Rest.Translation[1] = height
	skeleton, err := rig.NewSkeleton("walker", list, nil)
	must(t, skeleton, err)
	walk, err := clip.NewBuilder("walk", skeleton).
		Translation(hips, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{0, height, 0}, {0, height, 3}}).Build()
	must(t, walk, err)
	walk, err = clip.ExtractRootMotion(walk, clip.RootMotionOptions{Joint: "hips"})
	must(t, walk, err)
	nod, err := clip.NewBuilder("nod", skeleton).
		Translation(hips, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{0, height, 0}, {0, height + 0.5, 0}}).
		Rotation(spine, clip.Linear, []float32{0, 1},
			[]mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatRotate(0.5, mgl32.Vec3{1, 0, 0})}).Build()
	must(t, nod, err)
	nod, err = clip.MakeAdditive(nod, rig.NewPose(skeleton))
	must(t, nod, err)
	lib := assets.NewLibrary(assets.Exact())
	model := &assets.Model{Name: "walker", Skeleton: lib.AddSkeleton(skeleton)}
	model.SetClips(lib, []assets.ClipID{lib.AddClip(walk), lib.AddClip(nod)})
	if _, err := lib.AddModel(model); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := Write(&file, lib, model); err != nil {
		t.Fatal(err)
	}
	return lib, model, file.Bytes()
}

// Root motion in the extras is that of the joint of that name, wherever it is in the skeleton, and
// an additive clip stays one, over the rest pose of its own file.
func TestOpenClipsReadsExtras(t *testing.T) {
	_, _, file := walker(t, 1, "root", "hips", "spine")
	lib, model, _ := walker(t, 0.75, "world", "origin", "root", "hips", "spine", "head")
	ids, report, err := Options{}.ParseClips(lib, "walker.glb", file, model.Skeleton)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Warnings) > 0 {
		t.Errorf("expected no warnings, found %q", report.Warnings)
	}
	walk, nod := lib.Clip(ids[0]), lib.Clip(ids[1])
	motion := walk.RootMotion()
	if motion == nil || walk.Skeleton().JointName(motion.Joint()) != "hips" || math.Abs(motion.Total().Z-3) > 1e-6 {
		t.Fatalf("expected 3 m of the hips, found %+v", motion)
	}
	if !nod.Additive() {
		t.Fatal("expected an additive clip, found another")
	}
	pose := rig.NewPose(nod.Skeleton())
	nod.Sample(1, pose)
	hips, _ := nod.Skeleton().Find("hips")
	if y := pose.Joint(hips).Translation[1]; math.Abs(float64(y)-0.5) > 1e-6 {
		t.Errorf("expected a difference of 0.5 m, found %v", y)
	}
	lib, model, _ = walker(t, 1, "root", "hips", "spine")
	_, _, file = walker(t, 1, "hips", "spine", "root")
	other := bytes.ReplaceAll(file, []byte(`"hips"`), []byte(`"hip" `))
	_, report, err = Options{}.ParseClips(lib, "walker.glb", other, model.Skeleton)
	if err != nil {
		t.Fatal(err)
	}
	want := `extras.rootMotion: expected a joint that skeleton "walker" has too, found "hip"; ` +
		`did you mean "hips"?; it was ignored`
	if !strings.Contains(strings.Join(report.Warnings, "\n"), want) {
		t.Errorf("expected the warning %q, found %q", want, report.Warnings)
	}
}
