package retarget_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// lanterns returns a skeleton of two lanterns whose materials clips change.
func lanterns(t *testing.T, name string, materials ...string) *rig.Skeleton {
	t.Helper()
	joints := []rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}}
	for i, side := range []string{"L", "R"} {
		j := rig.Joint{Name: "lantern." + side, Parent: 0, Rest: rig.IdentityTRS()}
		j.Rest.Translation[0] = float32(1 - 2*i)
		joints = append(joints, j)
	}
	for i, material := range materials {
		j := &joints[1+i%2]
		j.Materials = append(j.Materials,
			rig.MaterialRest{Material: material, Property: rig.MaterialEmissive, Value: []float32{0.1, 0.1, 0.1}},
			rig.MaterialRest{Material: material, Property: rig.MaterialRoughness, Value: []float32{0.5}})
	}
	s, err := rig.NewSkeleton(name, joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// value returns the numbers of a material in a clip's pose.
func value(t *testing.T, c *clip.Clip, material string, property rig.MaterialProperty, time float64) []float32 {
	t.Helper()
	i, ok := c.Skeleton().FindMaterialChannel(material, property)
	if !ok {
		t.Fatalf("no channel of material %q", material)
	}
	channel := c.Skeleton().MaterialChannels()[i]
	return c.PoseAt(time).Morphs[channel.Offset:][:channel.Count]
}

// Materials of one side glow on the other side in the mirror image, and others stay as they are;
// twice mirrored, a clip is itself again.
func TestMaterialsInTheMirror(t *testing.T) {
	s := lanterns(t, "lanterns", "glass.L", "glass.R", "soot")
	channel := func(material string, property rig.MaterialProperty) int {
		i, _ := s.FindMaterialChannel(material, property)
		return i
	}
	source := handmade.Build(t, clip.NewBuilder("glow", s).
		Material(channel("glass.L", rig.MaterialEmissive), clip.Linear, []float32{0, 2},
			[]float32{0, 0, 0, 1, 0.5, 0.25}).
		Material(channel("soot", rig.MaterialRoughness), clip.Step, []float32{0, 1}, []float32{0.2, 0.9}))
	m := mirror(t, s, retarget.MirrorOptions{})
	image := mirrored(t, m, source)
	if got := value(t, image, "glass.R", rig.MaterialEmissive, 1); !slices.Equal(got, []float32{0.5, 0.25, 0.125}) {
		t.Errorf("the right glass glows by %v", got)
	}
	if got := value(t, image, "glass.L", rig.MaterialEmissive, 1); !slices.Equal(got, []float32{0.1, 0.1, 0.1}) {
		t.Errorf("the left glass glows by %v", got)
	}
	if got := value(t, image, "soot", rig.MaterialRoughness, 1.5)[0]; got != 0.9 {
		t.Errorf("the soot has roughness %v", got)
	}
	again := mirrored(t, m, image)
	for _, time := range []float64{0, 0.7, 2} {
		want, err := m.Pose(source.PoseAt(time))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(image.PoseAt(time).Morphs, want.Morphs) ||
			!slices.Equal(again.PoseAt(time).Morphs, source.PoseAt(time).Morphs) {
			t.Errorf("at %v: the mirrored clip shows %v, the mirrored pose %v", time, image.PoseAt(time).Morphs,
				want.Morphs)
		}
	}
}

// Tracks go to the materials of the same name, in clips and in poses; reports name what has no
// place in the target.
func TestMaterialsAreRetargeted(t *testing.T) {
	from, to := lanterns(t, "from", "glass", "wick"), lanterns(t, "to", "oil", "glass")
	channel := func(material string) int {
		i, _ := from.FindMaterialChannel(material, rig.MaterialEmissive)
		return i
	}
	source := handmade.Build(t, clip.NewBuilder("glow", from).
		Material(channel("glass"), clip.Linear, []float32{0, 2}, []float32{0, 0, 0, 1, 0.5, 0.25}).
		Material(channel("wick"), clip.Linear, []float32{0, 2}, []float32{0, 0, 0, 1, 1, 1}))
	r := newRetargeter(t, from, to,
		retarget.Options{Joints: map[string]string{"root": "root", "lantern.L": "lantern.L"}})
	out, report := retargeted(t, r, source)
	if got := value(t, out, "glass", rig.MaterialEmissive, 1); !slices.Equal(got, []float32{0.5, 0.25, 0.125}) {
		t.Errorf("the glass glows by %v", got)
	}
	if got := value(t, out, "oil", rig.MaterialEmissive, 1); !slices.Equal(got, []float32{0.1, 0.1, 0.1}) {
		t.Errorf("the oil glows by %v", got)
	}
	if len(report.Notes) != 1 ||
		!strings.Contains(report.Notes[0], `the emissive color of material "wick" is not carried`) {
		t.Errorf("notes %q", report.Notes)
	}
	pose, err := r.Pose(source.PoseAt(1))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(pose.Morphs, out.PoseAt(1).Morphs) {
		t.Errorf("the pose has %v, the clip %v", pose.Morphs, out.PoseAt(1).Morphs)
	}

	// Visibility and morph weights that nothing takes are noted too.
	root := rig.Joint{Name: "root", Parent: -1, Rest: rig.IdentityTRS(), HasVisibility: true, Morphs: []float32{0, 0}}
	shown, err := rig.NewSkeleton("shown", []rig.Joint{root}, nil)
	if err != nil {
		t.Fatal(err)
	}
	source = handmade.Build(t, clip.NewBuilder("blink", shown).Visibility(0, []float32{0, 1}, []bool{true, false}).
		MorphWeights(0, clip.Linear, []float32{0, 1}, []float32{0, 0, 1, 1}))
	r = newRetargeter(t, shown, to, retarget.Options{Joints: map[string]string{"root": "root"}})
	if _, report = retargeted(t, r, source); len(report.Notes) != 2 {
		t.Errorf("notes %q", report.Notes)
	}
}

// Mirrored and retargeted clips say about their ends what their sources say.
func TestPlayModesAreCarried(t *testing.T) {
	p := loadPerson(t, "")
	said, err := clip.WithPlayMode(p.clip(t, "walk"), clip.Loop, 3)
	if err != nil {
		t.Fatal(err)
	}
	target := withRest(t, p.reference(), unchanged)
	carried, _ := retargeted(t, newRetargeter(t, said.Skeleton(), target, retarget.Options{}), said)
	for name, c := range map[string]*clip.Clip{
		"mirrored":   mirrored(t, mirror(t, said.Skeleton(), retarget.MirrorOptions{}), said),
		"retargeted": carried,
	} {
		if mode, limit, ok := c.PlayMode(); !ok || mode != clip.Loop || limit != 3 {
			t.Errorf("%s: expected a loop with 3 loops, found %v with %d, %v", name, mode, limit, ok)
		}
	}
}
