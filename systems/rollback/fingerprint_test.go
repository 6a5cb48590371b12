package rollback_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/systems/rollback"
)

// fingerprintOf returns the fingerprint of a small library in which one kind of asset is another
// one.
func fingerprintOf(t *testing.T, other string) uint64 {
	t.Helper()
	is := func(kind string, a, b float32) float32 {
		if kind == other {
			return b
		}
		return a
	}
	library := assets.NewLibrary()
	skeleton, err := rig.NewSkeleton("arm", []rig.Joint{
		{Name: "upper", Parent: -1, Rest: rig.IdentityTRS()},
		{Name: "lower", Parent: 0, Rest: rig.TRS{
			Translation: mgl32.Vec3{is("skeleton", 1, 1.5), 0, 0}, Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, 1},
		}},
		{Name: "hand", Parent: 1, Rest: rig.TRS{
			Translation: mgl32.Vec3{1, 0, 0}, Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1, 1, 1},
		}},
	}, nil)
	check(t, err)
	id := library.AddSkeleton(skeleton)
	wave, err := clip.NewBuilder("wave", skeleton).Translation(1, clip.Linear, []float32{0, 0.97, 1},
		[]mgl32.Vec3{{1, 0, 0}, {1, is("key", 0.5, 0.51), 0}, {1, 0, 0}}).Build()
	check(t, err)
	rest, err := clip.NewBuilder("rest", skeleton).Translation(1, clip.Linear, []float32{0, 1},
		[]mgl32.Vec3{{1, 0, 0}, {1, 0.1, 0}}).Build()
	check(t, err)
	wave, err = clip.WithPlayMode(wave, clip.Loop, uint32(is("play mode", 2, 3)))
	check(t, err)
	waveID, restID := library.AddClip(wave), library.AddClip(rest)
	mask, err := rig.NewMask("lower", skeleton).Joints(is("mask", 1, 0.5), "lower").Build()
	check(t, err)
	_, err = library.AddMask(mask)
	check(t, err)
	curve, err := clip.NewCurvePoints("ease", mgl32.Vec2{0, 0}, mgl32.Vec2{0.5, is("curve", 0.5, 0.6)}, mgl32.Vec2{1, 1})
	check(t, err)
	_, err = library.AddCurve(curve)
	check(t, err)
	_, err = blendspace.New1D("speed").At(0, restID).At(is("blend space", 1, 2), waveID).Add(library)
	check(t, err)
	_, err = graph.New("arms").Layer("base", graph.State("rest").MotionByID(restID).Speed(is("graph", 1, 2))).Add(library)
	check(t, err)
	_, err = modifier.New("look", skeleton).LookAt("look", modifier.LookAt{
		Joints: []string{"hand"}, Forward: mgl32.Vec3{0, is("modifier stack", 1, -1), 0},
	}).Add(library)
	check(t, err)
	level, err := rig.NewMask("level", skeleton).Joints(is("level", 1, 0), "lower").Joints(1, "upper").Build()
	check(t, err)
	check(t, library.SetLevels(id, level))
	skin, err := rig.NewSkin("skin", skeleton, []int{1}, []mgl32.Mat4{mgl32.Translate3D(is("skin", 0, 1), 0, 0)})
	check(t, err)
	library.AddSkin(skin)
	return rollback.Fingerprint(library)
}

// The fingerprint of a library differs with each asset that decides about poses, and with nothing
// else: libraries of equal contents at other addresses have the same one.
func TestFingerprintHashesContents(t *testing.T) {
	want := fingerprintOf(t, "")
	if fingerprintOf(t, "") != want {
		t.Error("equal libraries have different fingerprints")
	}
	for _, kind := range []string{
		"skeleton", "key", "play mode", "mask", "curve", "blend space", "graph", "modifier stack", "level", "skin",
	} {
		if fingerprintOf(t, kind) == want {
			t.Errorf("another %s has the same fingerprint", kind)
		}
	}
}
