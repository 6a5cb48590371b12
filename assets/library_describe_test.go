package assets_test

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// The first generation of an ID is a hash that every process and machine computes alike.
func TestIDsHashKindNameAndSkeleton(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	s := handmade.Arm(t)
	skeleton := l.AddSkeleton(s)
	walk := l.AddClip(handmade.Build(t, clip.NewBuilder("walk", s)))
	image := l.AddImage(&mesh.Image{Name: "walk"})
	mask, err := l.AddMask(handmadeMask(t, s, "walk"))
	if err != nil {
		t.Fatal(err)
	}
	span := binary.LittleEndian.AppendUint64(nil, math.Float64bits(l.Clip(walk).Start()))
	span = binary.LittleEndian.AppendUint64(span, math.Float64bits(l.Clip(walk).End()))
	for text, got := range map[string]uint32{
		"skeleton\x00" + s.Name() + "\x00":                    uint32(skeleton),
		"clip\x00walk\x00" + s.Name() + "\x00" + string(span): uint32(walk),
		"image\x00walk\x00":                                   uint32(image),
		"mask\x00walk\x00" + s.Name() + "\x00":                uint32(mask),
	} {
		h := fnv.New32a()
		fmt.Fprint(h, text)
		folded := (h.Sum32() ^ h.Sum32()>>12 ^ h.Sum32()>>24) & 0xfff
		if want := folded<<id.IndexBits | 1; got != want {
			t.Errorf("%q: ID %#x, want %#x", text, got, want)
		}
	}
	const stored = 0x5d900001 // on any machine
	if plain := assets.NewLibrary(assets.Exact()).AddImage(&mesh.Image{Name: "walk"}); plain != image ||
		plain != stored {
		t.Errorf("the same image has the IDs %#x and %#x in two libraries, want %#x", image, plain, stored)
	}
}

func handmadeMask(t testing.TB, s *assets.Skeleton, name string) *rig.Mask {
	t.Helper()
	mask, err := rig.NewMask(name, s).Build()
	if err != nil {
		t.Fatal(err)
	}
	return mask
}

func TestDescribe(t *testing.T) {
	l, other, s := assets.NewLibrary(assets.Exact()), assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	l.AddSkeleton(s)
	add := func(l *assets.Library, name string) assets.ClipID {
		return l.AddClip(handmade.Build(t, clip.NewBuilder(name, s)))
	}
	first, second, third := add(l, "first"), add(l, "second"), add(l, "third")
	add(other, "x")
	foreign, free, beyond := add(other, "foreign"), add(other, "free"), add(other, "beyond")
	l.RemoveClip(third)
	for _, want := range []struct {
		id   any
		text string
	}{
		{first, fmt.Sprintf(`clip %#x "first" for skeleton %q`, uint32(first), s.Name())},
		{assets.ClipID(0), "motion 0x0 is not in the library: 0 names nothing"},
		{third, "is not in the library: it was removed"},
		{
			foreign,
			fmt.Sprintf(
				`is not in the library: it is of another one; its index is that of clip %#x "second" for skeleton %q in this one`, uint32(second), s.Name()),
		},
		{free, "it is of another one; what had its index in this one was removed"},
		{beyond, "it may be of another one; this one has had 3 of this kind"},
		{assets.ClipID(1 << 20), "it may be of another one"},
		{clip.SmoothStep, `the built-in curve "smoothstep"`},
		{id.Curve(0), `the built-in curve "`},
		{id.Curve(7), "curve 0x7 is not in the library: it may be of another one; this one has had 0"},
		{assets.SkeletonID(7), "skeleton 0x7 is not"},
		{assets.SkinID(7), "skin 0x7 is not"},
		{id.Mesh(7), "mesh 0x7 is not"},
		{id.Material(7), "material 0x7 is not"},
		{id.Image(7), "image 0x7 is not"},
		{assets.ModelID(7), "model 0x7 is not"},
		{id.Mask(7), "mask 0x7 is not"},
		{id.Motion(7), "motion 0x7 is not"},
		{assets.GraphID(7), "graph 0x7 is not"},
		{7, "7 of type int is not an ID"},
	} {
		if got := l.Describe(want.id); !strings.Contains(got, want.text) {
			t.Errorf("%v: %s, want %s", want.id, got, want.text)
		}
	}
	fourth := add(l, "fourth") // in the place of the third
	if l.Clip(third) != nil || !strings.Contains(l.Describe(third), "it was removed") ||
		fourth&0xfffff != third&0xfffff {
		t.Errorf("after the entry is used again: %s", l.Describe(third))
	}
}
