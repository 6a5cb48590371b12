package assets_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// still is a kind of motion that stands at the start of its first clip.
type still struct{ motion.Description }

func (s still) Describe() motion.Description                { return s.Description }
func (s still) Duration(_, _ float32) float64               { return 0 }
func (s still) Distance(_ *motion.Frame, _ float64) float64 { return 0 }
func (s still) Mix(f *motion.Frame)                         { f.Add(s.Parts[0].Clip, 0, 1) }

// movable is a kind that takes other clips.
type movable struct{ still }

func (m movable) Rebuild(motion.Clips) (motion.Motion, error) { return m, nil }

func (m movable) WithClips(renamed func(id.Clip) id.Clip) motion.Motion {
	m.Parts = []motion.Part{{Clip: renamed(m.Parts[0].Clip)}}
	return m
}

func TestAddMotionErrors(t *testing.T) {
	l, s, other := assets.NewLibrary(assets.Exact()), handmade.Arm(t), handmade.Arm(t)
	l.AddSkeleton(s)
	walk := l.AddClip(handmade.Build(t, clip.NewBuilder("walk", s).Range(0, 2)))
	foreign := l.AddClip(handmade.Build(t, clip.NewBuilder("foreign", other)))
	valid := motion.Description{
		Name: "own", Kind: "statue", Skeleton: s, Span: motion.Span{End: 2}, Parts: []motion.Part{{Clip: walk}},
		Single: walk,
	}
	for want, change := range map[string]func(d *motion.Description){
		`expected the noun of a kind that is no clip, found the kind "clip"`: func(d *motion.Description) {
			d.Kind = "clip"
		},
		`expected the noun of a kind that is no clip, found the kind ""`: func(d *motion.Description) {
			d.Kind = ""
		},
		`expected the skeleton that it moves, found nil`: func(d *motion.Description) {
			d.Skeleton, d.Parts, d.Single = nil, nil, 0
		},
		`expected a finite span whose end is not before its start, found 3 to`: func(d *motion.Description) {
			d.Span.Start = 3
		},
		`found 0 to +Inf`: func(d *motion.Description) {
			d.Span.End = math.Inf(1)
		},
		`expected 0 to 2 dimensions, found 3`: func(d *motion.Description) {
			d.Dimensions = 3
		},
		`clip 0: motion 0x7 is not in the library`: func(d *motion.Description) {
			d.Parts = []motion.Part{{Clip: 7}}
		},
		`a different one of that name; expected one for skeleton`: func(d *motion.Description) {
			d.Parts = []motion.Part{{Clip: foreign}}
		},
		`clip 0: expected Additive() = true, found false for "walk"`: func(d *motion.Description) {
			d.Additive = true
		},
		`its single clip: motion 0x7 is not in the library`:            func(d *motion.Description) { d.Single = 7 },
		`expected the span of its single clip, 0 to 2 s, found 0 to 1`: func(d *motion.Description) { d.Span.End = 1 },
	} {
		d := valid
		change(&d)
		if added, err := l.AddMotion(still{d}); added != 0 || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("added %d, error %v, want %s", added, err, want)
		}
	}
	for _, nothing := range []motion.Motion{nil, (*still)(nil), (*blendspace.Space)(nil)} {
		if added, err := l.AddMotion(nothing); added != 0 || err == nil || !strings.Contains(err.Error(), "nil") {
			t.Errorf("%T: added %d, error %v", nothing, added, err)
		}
	}
	added, err := l.AddMotion(still{valid})
	if err != nil {
		t.Fatal(err)
	}
	if l.Clip(added) != nil || l.BlendSpace(added) != nil || l.Clip(walk) == nil || l.Motion(walk).Kind != "clip" ||
		l.RemoveClip(added) {
		t.Error("the motion counts as a clip")
	}
	if got, want := l.Describe(added), `"own" for skeleton "`+s.Name(); !strings.HasPrefix(got, "statue 0x") ||
		!strings.Contains(got, want) {
		t.Errorf("described as %s", got)
	}
	if count := l.Count(); count.Clips != 2 || count.Motions != 1 {
		t.Errorf("count %+v", count)
	}
	if _, err := blendspace.New1D("space").At(0, added).Add(l); err == nil ||
		!strings.Contains(err.Error(), `expected a clip, found the statue "own"`) {
		t.Errorf("a blend space of a statue: error %v", err)
	}
	if !l.RemoveMotion(added) || l.Motion(added) != nil {
		t.Error("the motion was not removed")
	}
}

// A clip that a motion plays can be replaced, and the library imported, if the kind of the motion
// can follow; otherwise it is an error that names the motion.
func TestMotionsFollowTheirClips(t *testing.T) {
	build := func() (*assets.Library, assets.ClipID, motion.Description) {
		l, s := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
		l.AddSkeleton(s)
		l.AddClip(handmade.Build(t, clip.NewBuilder("other", s)))
		walk := l.AddClip(handmade.Build(t, clip.NewBuilder("walk", s).Range(0, 2)))
		return l, walk, motion.Description{Name: "own", Kind: "statue", Skeleton: s, Parts: []motion.Part{{Clip: walk}}}
	}
	l, walk, d := build()
	if _, err := l.AddMotion(still{d}); err != nil {
		t.Fatal(err)
	}
	marked, err := clip.WithMarkers(l.Clip(walk), clip.Marker{Name: "m", Time: 1})
	if err != nil {
		t.Fatal(err)
	}
	before := l.Clip(walk)
	if err := l.SetClip(walk, marked); err == nil ||
		!strings.Contains(err.Error(), `statue "own" plays it: expected the method Rebuild`) || l.Clip(walk) != before {
		t.Errorf("SetClip: %v", err)
	}
	if _, err := assets.NewLibrary(assets.Exact()).Import(l); err == nil ||
		!strings.Contains(err.Error(), `statue "own": expected the method WithClips`) {
		t.Errorf("Import: %v", err)
	}

	l, walk, d = build()
	own, err := l.AddMotion(movable{still{d}})
	if err != nil {
		t.Fatal(err)
	}
	if marked, err = clip.WithMarkers(l.Clip(walk), clip.Marker{Name: "m", Time: 1}); err != nil {
		t.Fatal(err)
	}
	if err := l.SetClip(walk, marked); err != nil || l.Motion(walk).IsPlain || l.Clip(walk) != marked {
		t.Errorf("SetClip: %v", err)
	}
	to := assets.NewLibrary(assets.Exact())
	to.AddClip(handmade.Build(t, clip.NewBuilder("first", handmade.Arm(t))))
	ids, err := to.Import(l)
	if err != nil {
		t.Fatal(err)
	}
	if m := to.Motion(assets.Translate(ids, own)); m == nil || m.Name != "own" ||
		m.Parts[0].Clip != assets.Translate(ids, walk) || to.Clip(assets.Translate(ids, walk)) != marked {
		t.Errorf("imported as %+v", m)
	}
}
