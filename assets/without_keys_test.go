package assets_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// bothWays returns the built-in character in a library that keeps keys, and in one that drops them.
func bothWays(t *testing.T) (with, without *assets.Library, a, b *assets.Model) {
	t.Helper()
	with = assets.NewLibrary()
	without = assets.NewLibrary(assets.WithBaking(assets.Baking{DropKeys: true}))
	a, err := mannequin.New(with)
	if err != nil {
		t.Fatal(err)
	}
	if b, err = mannequin.New(without); err != nil {
		t.Fatal(err)
	}
	return with, without, a, b
}

func TestClipsWithoutKeysPlayTheSameBits(t *testing.T) {
	with, without, a, b := bothWays(t)
	keys, left := 0, 0
	for i, id := range a.Clips {
		full, bare := with.Clip(id), without.Clip(b.Clips[i])
		keys, left = keys+full.Bytes(), left+bare.Bytes()
		if full.Remains() != nil || bare.Remains() == nil || bare.Keys() != 0 {
			t.Fatalf("clip %q: expected keys in the first library alone, found %d and %d", full.Name(), full.Keys(),
				bare.Keys())
		}
		x, y := rig.NewPose(full.Skeleton()), rig.NewPose(bare.Skeleton())
		for k := range 97 {
			at := full.Start() + full.Duration()*float64(k)/96
			with.Baked(id).Sample(at, x.Locals, x.Morphs)
			without.Baked(b.Clips[i]).Sample(at, y.Locals, y.Morphs)
			if !slices.Equal(x.Locals, y.Locals) || !slices.Equal(x.Morphs, y.Morphs) {
				t.Fatalf("clip %q: expected the same pose at %v s, found another", full.Name(), at)
			}
		}
		if !slices.Equal(full.Extents(), bare.Extents()) || len(bare.Extents()) == 0 {
			t.Errorf("clip %q: expected the extents of its keys, found %v", full.Name(), bare.Extents())
		}
		if with.Key(id) != without.Key(b.Clips[i]) {
			t.Errorf("clip %q: expected the same key with and without keyframes", full.Name())
		}
	}
	if left != 0 || keys == 0 {
		t.Errorf("expected 0 bytes of %d, found %d", keys, left)
	}
	if x, y := a.Reach(with), b.Reach(without); x != y {
		t.Errorf("expected the reach %v, found %v", x, y)
	}
}

// TestWhatNeedsKeysSaysSo asks everything that needs keys for a clip that has none.
func TestWhatNeedsKeysSaysSo(t *testing.T) {
	_, library, _, model := bothWays(t)
	id := model.Clips[0]
	c := library.Clip(id)
	skeleton := c.Skeleton()
	pairs, err := retarget.NewMirror(skeleton, retarget.MirrorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, copied := clip.NewBuilder("copy", skeleton).Copy(c).Build()
	_, mirrored := pairs.Clip(c)
	_, additive := clip.MakeAdditive(c, rig.NewPose(skeleton))
	_, extracted := clip.ExtractRootMotion(c, clip.RootMotionOptions{})
	_, _, centered := clip.Centered(c, skeleton.JointName(0), clip.UpY)
	_, added := library.AddClips([]*assets.Clip{c}, assets.Baking{})
	for name, err := range map[string]error{
		"Sample": c.Sample(0, rig.NewPose(skeleton)), "CheckKeys": c.CheckKeys(), "Copy": copied, "Mirror": mirrored,
		"MakeAdditive": additive, "ExtractRootMotion": extracted, "Centered": centered,
		"AddClips": added,
		"SetBaked": library.SetBaked(id, nil), "Write": gltfio.Write(&bytes.Buffer{}, library, model),
	} {
		if !errors.Is(err, clip.ErrNoKeys) {
			t.Errorf("%s: expected an error that the clip has no keys, found %v", name, err)
		}
	}
	if c.PoseAt(0) != nil || c.FirstPose() != nil || library.AddClip(c) != 0 {
		t.Error("expected no pose and no second clip, found some")
	}
	if baked, report := bake.Bake(c, bake.Options{}); baked != nil || !report.Exact || report.Reason == "" {
		t.Errorf("expected a report of why it cannot be baked, found %+v", report)
	}
	before := library.Baked(id)
	library.Bake(bake.Options{Tolerance: 0.01}, nil)
	if library.Baked(id) != before {
		t.Error("expected that a clip without keys keeps its baked form when others are baked again")
	}
}

// mustRename returns another clip without keys.
func mustRename(t *testing.T, c *assets.Clip) *assets.Clip {
	t.Helper()
	out, err := clip.NewBuilder("other", c.Skeleton()).Range(c.Start(), c.End()).Remains(clip.Remains{}).Build()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestMarkersOfClipsWithoutKeys(t *testing.T) {
	_, library, _, model := bothWays(t)
	id := model.Clips[0]
	marked, err := clip.WithMarkers(library.Clip(id), clip.Marker{Name: "here", Time: library.Clip(id).Start()})
	if err != nil {
		t.Fatal(err)
	}
	if err := library.SetClip(id, marked); err != nil {
		t.Fatal(err)
	}
	if library.Baked(id) == nil || library.Baked(id).Clip() != marked {
		t.Error("expected that the baked form stays, bound to the clip with markers")
	}
	if err := library.SetClip(id, mustRename(t, marked)); !errors.Is(err, clip.ErrNoKeys) {
		t.Errorf("expected the error of another clip without keys, found %v", err)
	}
}

// TestSteppedTracksStayWithoutKeys checks that what is not baked is kept: a stepped track.
func TestSteppedTracksStayWithoutKeys(t *testing.T) {
	s := handmade.Arm(t)
	times := handmade.Grid(0, 30, 31)
	b := clip.NewBuilder("steps", s).Copy(handmade.Swing(t, rand.New(rand.NewPCG(1, 2)), s, clip.Linear, times))
	tracks := handmade.Build(t, b)
	baking := assets.Baking{DropKeys: true, Options: bake.Options{AllowLarger: true}}
	library := assets.NewLibrary(assets.WithBaking(baking))
	stepped, err := clip.NewTrack(clip.Step, false, 3, []float32{0, 0.5}, []float32{0, 0, 0, 1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	builder := clip.NewBuilder("steps", s)
	for _, track := range tracks.Tracks() {
		if track.Joint != 1 || track.Property != clip.Translation {
			builder.Track(track.Joint, track.Property, track.Channel, track.Track)
		}
	}
	full := handmade.Build(t, builder.Track(1, clip.Translation, 0, stepped))
	id := library.AddClip(full)
	baked := library.Baked(id)
	if baked == nil || baked.SteppedTracks() != 1 || baked.Clip().Remains() == nil || len(baked.Clip().Tracks()) != 1 {
		t.Fatalf("expected one stepped track and no other, found %+v", library.BakeReport(id))
	}
	want, _ := bake.Bake(full, bake.Options{AllowLarger: true})
	x, y := rig.NewPose(s), rig.NewPose(s)
	for k := range 60 {
		at := float64(k) / 59
		want.Sample(at, x.Locals, x.Morphs)
		baked.Sample(at, y.Locals, y.Morphs)
		if !slices.Equal(x.Locals, y.Locals) {
			t.Fatalf("expected the same pose at %v s, found another", at)
		}
	}
}
