package blendspace_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func TestAlignStarts(t *testing.T) {
	l, s := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	jump := handmade.AddMarked(t, l, s, "jump", 0, 1, "off 0.2, land 0.8")
	leap := handmade.AddMarked(t, l, s, "leap", 2, 4, "off 2.6, land 3.6")
	b := blendspace.New1D("jumps").At(0, jump).At(1, leap).SyncByMarkers("land", "off").AlignStarts()
	made := buildSpace(t, b, l)
	if a, c := made.Time(0, 0), made.Time(1, 0); a != 0 || c != 2 {
		t.Errorf("phase 0 is at %v s and %v s, want the starts", a, c)
	}
	first := []blendspace.Weight{{Weight: 1}}
	for _, at := range [][2]float64{{0.2, 2.6}, {0.8, 3.6}, {0.9, 3.8}} {
		if got := made.Time(1, made.Advance(0, at[0], first)); math.Abs(got-at[1]) > 1e-12 {
			t.Errorf("at %v s of the jump the leap is at %v s, want %v s", at[0], got, at[1])
		}
	}
	plain := buildSpace(t, blendspace.New1D("jumps").At(0, jump).At(1, leap).AlignStarts(), l)
	if got := plain.Time(1, 0.25); got != 2.5 {
		t.Errorf("without markers phase 0.25 is at %v s, want 2.5 s", got)
	}
}

func TestSyncErrors(t *testing.T) {
	l, s := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	walk := handmade.AddMarked(t, l, s, "walk", 0, 1, "left 0.25, right 0.75")
	still := handmade.AddMarked(t, l, s, "still", 0, 1, "")
	limp := handmade.AddMarked(t, l, s, "limp", 0, 1, "left 0.25, left 0.5, right 0.75")
	begin := func() *blendspace.Builder { return blendspace.New1D("s").At(0, walk) }
	at := func(name string, time float64) clip.Marker { return clip.Marker{Name: name, Time: time} }
	long := make([]clip.Marker, 1021)
	for i := range long {
		long[i] = at("left", float64(i)/1022)
	}
	for name, row := range map[string]struct {
		builder *blendspace.Builder
		want    string
	}{
		"none": {
			begin().At(1, still).SyncByMarkers("left"),
			`sample 1 (clip "still" at 1, 0): expected one of the sync markers "left", found none; SyncByTime`,
		},
		"a typo": {
			begin().At(1, limp).SyncByMarkers("lfet"),
			`expected one of the sync markers "lfet", found "left", "right"; did you mean "left"?`,
		},
		"one typo of two": {
			begin().SyncByMarkers("left", "rigth"),
			`expected the sync marker "rigth" in a sample, found it in none; did you mean "right"?`,
		},
		"other order": {
			begin().At(1, limp).SyncByMarkers(),
			`sample 1 (clip "limp" at 1, 0): expected sync markers in the cyclic order "left", "right" of sample 0, found "left", "left", "right"`,
		},
		"other names": {
			begin().At(1, walk).Markers(at("left", 0.5), at("wrong", 0.6)),
			`of sample 0, found "left", "wrong"`,
		},
		"outside": {
			begin().At(1, walk).Markers(at("left", 0.5), at("right", 1.6)),
			`sample 1 (clip "walk" at 1, 0): marker "right": expected a time in the clip, from 0`,
		},
		"not a time": {begin().At(1, walk).Markers(at("left", math.NaN())), `marker "left": expected a time in the clip`},
		"same time": {
			begin().At(1, walk).Markers(at("right", 0.5), at("left", 0.5)),
			`expected sync markers at different times, found "left", "right" at 0.5 s`,
		},
		"end is start": {
			begin().At(1, walk).Markers(at("right", 0), at("left", 1)),
			`expected sync markers at different times, found "left", "right" at 0 s`,
		},
		"too long": {
			blendspace.New1D("s").At(0, walk).Markers(at("left", 0), at("left", 0.5)).At(1,
				walk).Markers(long...),
			`expected at most 1024 intervals of sync markers in a cycle of all samples, found 2042, since its own repeat 1021 times`,
		},
		"too early": {
			blendspace.New1D("s").SyncByTime().At(0, walk),
			`expected a sample before SyncByTime, found none`,
		},
	} {
		if s, err := row.builder.Build(l); s != nil || err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v\nwant %s", name, err, row.want)
		}
	}
	if _, err := begin().At(1, walk).Markers(at("right", 1), at("left", 0.5)).Build(l); err != nil {
		t.Errorf("a marker at the end, which is also the start: %v", err)
	}
}
