package pack_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// ways are the ways in which a pack is opened.
var ways = map[string]func(*assets.Library, string) (*pack.Pack, error){
	"mapped": pack.Open, "read": pack.OpenRead,
	"parsed": func(l *assets.Library, path string) (*pack.Pack, error) {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		return pack.Parse(l, filepath.Base(path), data)
	},
}

// TestPacksHoldEverything compares the keys of all assets, of which each is a hash of the content,
// and writes what was read again.
func TestPacksHoldEverything(t *testing.T) {
	for seed := range uint64(3) {
		from := newEverything(t, seed)
		options := pack.Options{Meshes: true, Images: true}
		data := written(t, from.library, options)
		want := keysOf(from.library)
		path := onDisk(t, data)
		for name, open := range ways {
			to := assets.NewLibrary()
			p, err := open(to, path)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got := keysOf(to); !sameSet(got, want) {
				for _, of := range got {
					if !slices.Contains(want, of) {
						t.Errorf("%s: %s has another key", name, named(to, of))
					}
				}
				t.Fatalf("%s: expected the %d keys of the library that was written, found %d others", name, len(want), len(got))
			}
			if again := written(t, to, options); !bytes.Equal(again, data) {
				t.Errorf("%s: expected the same %d bytes when what was read is written again, found %d others", name,
					len(data), len(again))
			}
			if len(p.Models()) != 1 || !to.Owns(p.Models()[0]) || p.Bytes() != len(data) {
				t.Errorf("%s: expected one model of the library and %d bytes, found %d and %d", name, len(data),
					len(p.Models()), p.Bytes())
			}
			if to.LevelMask(p.Models()[0].Skeleton, 1) == nil {
				t.Errorf("%s: expected a level of detail, found none", name)
			}
			samePoses(t, from.library, to)
		}
	}
}

func sameSet(a, b []id.Key) bool {
	compare := func(x, y id.Key) int { return bytes.Compare(x[:], y[:]) }
	return slices.Equal(slices.SortedFunc(slices.Values(a), compare), slices.SortedFunc(slices.Values(b), compare))
}

// named describes the asset with a key.
func named(l *assets.Library, key id.Key) (description string) {
	l.Each(func(of, _ any) bool {
		if l.Key(of) == key {
			description = l.Describe(of)
		}
		return description == ""
	})
	return description
}

// samePoses compares the poses of the clips with equal keys in two libraries, and what is not in
// poses.
func samePoses(t *testing.T, from, to *assets.Library) {
	t.Helper()
	found := map[id.Key]id.Motion{}
	for of, m := range to.Motions {
		if m.Single == of {
			found[to.Key(of)] = of
		}
	}
	for of, m := range from.Motions {
		if m.Single != of {
			continue
		}
		other := found[from.Key(of)]
		a, b := from.Baked(of), to.Baked(other)
		if other == 0 || (a == nil) != (b == nil) {
			t.Fatalf("clip %q: expected its baked form, found clip %#x with %v", m.Name, other, b)
		}
		x, y := rig.NewPose(m.Skeleton), rig.NewPose(to.Motion(other).Skeleton)
		for k := range 65 {
			at := m.Clip.Start() + m.Clip.Duration()*float64(k)/64
			if a != nil {
				a.Sample(at, x.Locals, x.Morphs)
				b.Sample(at, y.Locals, y.Morphs)
			} else if err := errors.Join(m.Clip.Sample(at, x), to.Clip(other).Sample(at, y)); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(x.Locals, y.Locals) || !slices.Equal(x.Morphs, y.Morphs) {
				t.Fatalf("clip %q at %v s: expected the same pose, found another", m.Name, at)
			}
		}
		if a != nil && (to.Clip(other).Remains() == nil || b.SteppedTracks() != a.SteppedTracks()) {
			t.Errorf("clip %q: expected no keys but those of %d stepped tracks, found %d", m.Name, a.SteppedTracks(),
				b.SteppedTracks())
		}
		if !slices.Equal(m.Clip.Extents(), to.Clip(other).Extents()) {
			t.Errorf("clip %q: expected the same extents, found others", m.Name)
		}
		made, opened := from.BakeReport(of), to.BakeReport(other)
		if made.MaxError != opened.MaxError || made.Bytes != opened.Bytes || made.Exact != opened.Exact {
			t.Errorf("clip %q: expected the report %v, found %v", m.Name, made, opened)
		}
	}
}

// TestPacksWithoutMeshes checks what a server gets: the same characters, and nothing to draw.
func TestPacksWithoutMeshes(t *testing.T) {
	from := assets.NewLibrary()
	model, err := mannequin.New(from)
	if err != nil {
		t.Fatal(err)
	}
	doll, err := ragdoll.Propose(from, model, ragdoll.Options{})
	if err != nil {
		t.Fatal(err)
	}
	options := pack.Options{Ragdolls: map[string]*ragdoll.Definition{"doll": doll}}
	to := assets.NewLibrary()
	p, err := pack.Open(to, onDisk(t, written(t, from, options)))
	if err != nil {
		t.Fatal(err)
	}
	samePoses(t, from, to)
	made := p.Models()[0]
	if from.Key(model.ID) != to.Key(made.ID) || len(made.Parts) != 0 || to.Count().Meshes != 0 {
		t.Errorf("expected the same key and no parts, found %d parts and %+v", len(made.Parts), to.Count())
	}
	if x, y := model.Reach(from), made.Reach(to); x != y {
		t.Errorf("expected the reach %v, found %v", x, y)
	}
	if !slices.Equal(made.ClipNames(), model.ClipNames()) {
		t.Errorf("expected the clips %q, found %q", model.ClipNames(), made.ClipNames())
	}
	got, err := p.Ragdoll("doll")
	if err != nil || got.Skeleton != to.Skeleton(made.Skeleton) || !slices.Equal(got.Bodies, doll.Bodies) ||
		got.Root != doll.Root {
		t.Errorf("expected the ragdoll, found %+v with %v", got, err)
	}
	if _, err := p.Ragdoll("dol"); !errors.Is(err, rig.ErrNotFound) || !strings.Contains(err.Error(), `"doll"`) {
		t.Errorf("expected an error that names the ragdoll, found %v", err)
	}
	if len(made.Clips) == 0 {
		t.Fatal("expected clips, found none")
	}
	_, err = clip.MakeAdditive(to.Clip(made.Clips[0]), rig.NewPose(got.Skeleton))
	if !errors.Is(err, clip.ErrNoKeys) {
		t.Errorf("expected the error of a clip without keys, found %v", err)
	}
}

// TestOrderOfPacksDecidesNothing opens packs in two orders, and over a library that has their
// skeleton.
func TestOrderOfPacksDecidesNothing(t *testing.T) {
	a, b := newEverything(t, 5), newEverything(t, 6)
	first := onDisk(t, written(t, a.library, pack.Options{Meshes: true}))
	second := onDisk(t, written(t, b.library, pack.Options{Meshes: true}))
	keys := map[string][]id.Key{}
	for name, paths := range map[string][]string{"forward": {first, second}, "backward": {second, first}} {
		l := assets.NewLibrary()
		for _, path := range paths {
			if _, err := pack.Open(l, path); err != nil {
				t.Fatal(err)
			}
		}
		keys[name] = keysOf(l)
	}
	if !sameSet(keys["forward"], keys["backward"]) {
		t.Error("expected the same keys in both orders, found others")
	}
	p, err := pack.Open(a.library, first)
	if err != nil {
		t.Fatal(err)
	}
	if p.Models()[0].Skeleton != a.model.Skeleton || a.library.Count().Skeletons != 1 {
		t.Errorf("expected that the pack joins the skeleton of the library, found %d skeletons", a.library.Count().Skeletons)
	}
}

func TestClipsOfPacksByKey(t *testing.T) {
	from := newEverything(t, 1)
	to := assets.NewLibrary()
	p, err := pack.Open(to, onDisk(t, written(t, from.library, pack.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	of := p.Models()[0].Clips[0]
	before, key := to.Baked(of), to.Key(of)
	name, data := to.Clip(of).Name(), must(before.MarshalBinary())
	to.RemoveClip(of)
	again, err := p.Clip(key)
	if err != nil {
		t.Fatal(err)
	}
	if again == before || again.Clip().Name() != name || !bytes.Equal(must(again.MarshalBinary()), data) {
		t.Error("expected the same clip once more, found another")
	}
	back, err := to.AddBaked(again)
	if err != nil || to.Key(back) != key {
		t.Errorf("expected the key %s, found %s with %v", key, to.Key(back), err)
	}
	if again.Owner() == nil || again.Owner() != to.Baked(p.Models()[0].Clips[1]).Owner() {
		t.Error("expected that all clips of a pack have one owner")
	}
	if _, err := p.Clip(id.Key{}); !errors.Is(err, rig.ErrNotFound) {
		t.Errorf("expected that there is no clip without a key, found %v", err)
	}
	if _, err := p.Clip(to.Key(p.Models()[0].Clips[2])); !errors.Is(err, rig.ErrNotFound) {
		t.Errorf("expected an error for a clip that stays exact, found %v", err)
	}
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return data
}

func TestClose(t *testing.T) {
	from := newEverything(t, 2)
	to := assets.NewLibrary()
	p, err := pack.Open(to, onDisk(t, written(t, from.library, pack.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	m := p.Models()[0]
	baked := to.Baked(m.Clips[0])
	pose := rig.NewPose(baked.Clip().Skeleton())
	want := rig.NewPose(baked.Clip().Skeleton())
	baked.Sample(0.1, want.Locals, want.Morphs)
	if err := p.Close(); err == nil || !strings.Contains(err.Error(), "found 4 of them") {
		t.Errorf("expected an error that counts the clips and the database, found %v", err)
	}
	var ids []id.Motion
	for of := range to.Motions {
		ids = append(ids, of)
	}
	for _, of := range ids {
		to.RemoveMotion(of)
	}
	if err := errors.Join(p.Close(), p.Close()); err != nil {
		t.Error(err)
	}
	if _, err := p.Clip(id.Key{}); err == nil || p.Bytes() != 0 || p.IsMapped() {
		t.Error("expected an error of a closed pack, found none")
	}
	baked.Sample(0.1, pose.Locals, pose.Morphs) // what still has a clip can sample it
	if !slices.Equal(pose.Locals, want.Locals) {
		t.Error("expected the same pose after Close, found another")
	}
}

// ownMotion is a kind of motion that a pack does not know.
type ownMotion struct{ motion.Description }

func (ownMotion) Mix(*motion.Frame) {}

func TestWhatPacksCannotHold(t *testing.T) {
	if err := pack.Write(io.Discard, nil, pack.Options{}); err == nil {
		t.Error("expected an error for nil, found none")
	}
	l := assets.NewLibrary(assets.Exact())
	if err := pack.Write(io.Discard, l, pack.Options{Images: true}); err == nil {
		t.Error("expected an error for images without meshes, found none")
	}
	if _, err := pack.Parse(nil, "none", written(t, l, pack.Options{})); err == nil {
		t.Error("expected an error for nil, found none")
	}
	from := newEverything(t, 3)
	none := map[string]*ragdoll.Definition{"none": nil}
	if err := pack.Write(io.Discard, from.library, pack.Options{Ragdolls: none}); err == nil {
		t.Error("expected an error for a ragdoll that is nil, found none")
	}
	own := ownMotion{motion.Description{
		Kind: "own", Name: "mine", Skeleton: from.library.Skeleton(from.model.Skeleton), Seconds: 1,
		Span: motion.Span{End: 1},
	}}
	if _, err := from.library.AddMotion(own); err != nil {
		t.Fatal(err)
	}
	err := pack.Write(io.Discard, from.library, pack.Options{})
	if err == nil || !strings.Contains(err.Error(), `own "mine"`) {
		t.Errorf("expected an error for a motion of the program's own kind, found %v", err)
	}
	l.AddClip(from.library.Clip(from.model.Clips[2]))
	if err := pack.Write(io.Discard, l, pack.Options{}); err == nil || !strings.Contains(err.Error(), "skeleton") {
		t.Errorf("expected an error for a clip without its skeleton, found %v", err)
	}
	if _, err := pack.Open(l, filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("expected that there is no file, found %v", err)
	}
	_, err = pack.Open(l, t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "regular file, found one of the mode d") {
		t.Errorf("expected an error for a folder, found %v", err)
	}
}

// A list of more elements than 4 bytes count is refused, instead of written with another length.
func TestListsAreNotTooLong(t *testing.T) {
	if err := pack.WriteList(math.MaxInt16); err != nil {
		t.Error(err)
	}
	n := uint64(math.MaxInt32) + 1
	if n > math.MaxInt {
		t.Skip("no list is as long here")
	}
	if err := pack.WriteList(int(n)); err == nil || !strings.Contains(err.Error(), "found 2147483648") {
		t.Errorf("expected an error of a list that is too long, found %v", err)
	}
}

// Pixels that an image promises but does not have are an error.
func TestPixelsOfImages(t *testing.T) {
	want := []byte("two by two pixel")
	options := pack.Options{Meshes: true, Images: true}
	from, to := assets.NewLibrary(), assets.NewLibrary()
	from.AddImage(&mesh.Image{Name: "four", Width: 2, Height: 2, Pixels: want})
	from.AddImage(&mesh.Image{Name: "none", Height: 1 << 30})
	if _, err := pack.Parse(to, "images", written(t, from, options)); err != nil {
		t.Fatal(err)
	}
	to.Each(func(_, asset any) bool {
		i := asset.(*mesh.Image)
		switch {
		case i.Name == "four" && (i.Width != 2 || i.Height != 2 || !bytes.Equal(i.Pixels, want)):
			t.Errorf("expected 2 by 2 pixels %v, found %+v", want, i)
		case i.Name == "none" && (i.Width != 0 || i.Height != 1<<30):
			t.Errorf("expected an image without pixels of its height, found %+v", i)
		}
		return true
	})
	for _, bad := range []mesh.Image{
		{Width: 2, Height: 2},
		{Width: 2, Height: 2, Pixels: make([]byte, 15)},
		{Width: 2, Height: 2, Pixels: make([]byte, 17)},
		{Width: -2, Height: -2, Pixels: make([]byte, 16)},
		{Width: math.MaxInt32, Height: math.MaxInt32, Pixels: make([]byte, 16)},
	} {
		l := assets.NewLibrary()
		bad.Name = "bad"
		l.AddImage(&bad)
		err := pack.Write(io.Discard, l, options)
		if err == nil || !strings.Contains(err.Error(), `image "bad": expected the bytes`) {
			t.Errorf("%v: expected an error that pixels are missing, found %v", bad, err)
		}
	}
}

// Opening allocates little for a clip: many clips are opened at once.
func TestOpeningAllocatesLittle(t *testing.T) {
	c, baked := handmade.Swaying(t)
	l := assets.NewLibrary(assets.Exact())
	l.AddSkeleton(c.Skeleton())
	const few, more = 10, 110
	allocations := func(clips int) float64 {
		for l.Count().Clips < clips {
			if _, err := l.AddBaked(baked); err != nil {
				t.Fatal(err)
			}
		}
		data := written(t, l, pack.Options{})
		return testing.AllocsPerRun(5, func() {
			if _, err := pack.Parse(assets.NewLibrary(), "clips", data); err != nil {
				t.Fatal(err)
			}
		})
	}
	base := allocations(few)
	if each := (allocations(more) - base) / (more - few); each > 55 {
		t.Errorf("expected at most 55 allocations for a clip, found %.1f", each)
	}
}

// Lights come back with the skin that moves them; a pack without meshes has none.
func TestLightsComeBack(t *testing.T) {
	e := newEverything(t, 3)
	for _, meshes := range []bool{true, false} {
		to := assets.NewLibrary()
		p, err := pack.Open(to, onDisk(t, written(t, e.library, pack.Options{Meshes: meshes})))
		if err != nil {
			t.Fatal(err)
		}
		lights := p.Models()[0].Lights
		if !meshes {
			if len(lights) != 0 {
				t.Errorf("%d lights without meshes", len(lights))
			}
			continue
		}
		want := e.model.Lights[0]
		if len(lights) != 1 || to.Skin(lights[0].Skin) == nil || lights[0].Skin != p.Models()[0].Skins[0] {
			t.Fatalf("the lights are %+v", lights)
		}
		want.Skin = lights[0].Skin
		if !reflect.DeepEqual(lights[0], want) {
			t.Errorf("the light is %+v, want %+v", lights[0], want)
		}
	}
}
