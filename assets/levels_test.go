package assets_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// At each level of detail, baked and exact sampling move the joints of the mask as without levels;
// the others are in the rest pose.
func TestLevels(t *testing.T) {
	for _, name := range []string{"mannequin", "fox/Fox.glb", "robot/robot.glb", "cesium_man/CesiumMan.glb"} {
		t.Run(name, func(t *testing.T) {
			library := assets.NewLibrary(assets.Exact())
			var model *assets.Model
			var err error
			if name == "mannequin" {
				model, err = mannequin.New(library)
			} else {
				model, err = gltfio.Open(library, testassets.Path(t, "assets/"+name))
			}
			if err != nil {
				t.Fatal(err)
			}
			skeleton := library.Skeleton(model.Skeleton)
			n := skeleton.Len()
			masks := []*rig.Mask{
				someJoints(t, skeleton, 0, n/2, 1), someJoints(t, skeleton, 1, n, 3),
				someJoints(t, skeleton, n, n, 1),
			}
			first := model.Clips[0]
			for i, id := range model.Clips {
				if i > 0 {
					library.RemoveClip(id)
				}
			}
			if err := library.SetLevels(model.Skeleton, masks[0]); err != nil { // before baking, and again after it
				t.Fatal(err)
			}
			library.Bake(bake.Options{}, nil)
			if library.BakedAt(first, 1) == library.Baked(first) {
				t.Error("a clip baked after SetLevels has no level 1")
			}
			if err := library.SetLevels(model.Skeleton, masks...); err != nil {
				t.Fatal(err)
			}
			for level := range 5 {
				checkLevel(t, library, model, first, level)
			}
			full, smallest := library.Baked(first), library.BakedAt(first, 3)
			if full.Bytes() <= library.BakedAt(first, 1).Bytes() ||
				library.BakedAt(first, 1).Bytes() <= smallest.Bytes() {
				t.Errorf("levels 0, 1 and 3 take %d, %d and %d bytes, want fewer at each", full.Bytes(),
					library.BakedAt(first, 1).Bytes(), smallest.Bytes())
			}
			data, err := smallest.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			var decoded bake.BakedClip
			if err := decoded.UnmarshalBinary(data); err == nil && library.SetBaked(first, &decoded) == nil {
				t.Error("the form for a level was accepted as the baked form of the clip")
			}
			if err := library.SetLevels(model.Skeleton); err != nil || library.BakedAt(first, 1) != full {
				t.Errorf("after the levels were removed: error %v, or a reduced clip", err)
			}
		})
	}
}

// someJoints returns a mask with every n-th joint of the range [from, to).
func someJoints(t *testing.T, skeleton *assets.Skeleton, from, to, n int) *rig.Mask {
	t.Helper()
	b := rig.NewMask("some", skeleton)
	for j := from; j < to; j += n {
		b.Joints(0.5, skeleton.JointName(j))
	}
	mask, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return mask
}

func checkLevel(t *testing.T, library *assets.Library, model *assets.Model, id assets.ClipID, level int) {
	t.Helper()
	c, skeleton := library.Clip(id), library.Skeleton(model.Skeleton)
	full, baked, rest := rig.NewPose(skeleton), rig.NewPose(skeleton), rig.NewPose(skeleton)
	fullExact, exact := rig.NewPose(skeleton), rig.NewPose(skeleton)
	mask := library.LevelMask(model.Skeleton, level)
	if (mask == nil) != (level == 0) {
		t.Fatalf("level %d has mask %v", level, mask)
	}
	var sampler clip.Sampler
	for i := range 20 {
		time := c.Start() + c.Duration()*float64(i)/19
		library.Baked(id).Sample(time, full.Locals, full.Morphs)
		library.BakedAt(id, level).Sample(time, baked.Locals, baked.Morphs)
		c.Sample(time, fullExact)
		sampler.SampleMasked(c, mask, time, exact.Locals, exact.Morphs)
		for j := range skeleton.Len() {
			want, wantExact := full.Joint(j), fullExact.Joint(j)
			if mask != nil && mask.Weight(j) == 0 {
				want, wantExact = rest.Joint(j), rest.Joint(j)
			}
			if exact.Joint(j) != wantExact {
				t.Fatalf("level %d: joint %d by exact sampling is %v, want %v", level, j, exact.Joint(j), wantExact)
			}
			got := baked.Joint(j) // normalizing the group may change the last bits of a rest rotation
			if got.Translation != want.Translation || got.Scale != want.Scale ||
				!got.Rotation.ApproxEqualThreshold(want.Rotation, 1e-6) ||
				(mask == nil || mask.Weight(j) > 0) && got.Rotation != want.Rotation {
				t.Fatalf("level %d: joint %d is %v, want %v", level, j, got, want)
			}
		}
	}
}

func TestSetLevelsErrors(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	other, err := rig.NewSkeleton("other", []rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	right, wrong := someJoints(t, library.Skeleton(model.Skeleton), 0, 3, 1), someJoints(t, other, 0, 1, 1)
	for _, row := range []struct {
		text  string
		id    assets.SkeletonID
		masks []*rig.Mask
	}{
		{"skeleton 0x0 is not in the library", 0, []*rig.Mask{right}},
		{"level 2: expected a mask, found nil", model.Skeleton, []*rig.Mask{right, nil}},
		{"\"other\"", model.Skeleton, []*rig.Mask{wrong}},
		{"found 256", model.Skeleton, make([]*rig.Mask, 256)},
	} {
		if err := library.SetLevels(row.id, row.masks...); err == nil || !strings.Contains(err.Error(), row.text) {
			t.Errorf("error %v, want one with %q", err, row.text)
		}
	}
	for _, level := range []int{math.MinInt, -1, 0, 1, 300} {
		if mask := library.LevelMask(model.Skeleton, level); mask != nil {
			t.Errorf("level %d of a skeleton without levels has mask %v", level, mask)
		}
		if library.BakedAt(model.Clips[0], level) != nil {
			t.Errorf("level %d of a clip that is not baked has a baked form", level)
		}
	}
}
