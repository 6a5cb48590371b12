package crowd_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// recordFetches is how many texels of a member and its record a vertex of the local pass and a
// fragment of the pose pass read, besides those that Texels.Fetched counts.
const recordFetches = 5

// corners is how often the local pass reads what a member shows before it computes joints: for each
// corner of its rectangle.
const corners = 4

// fetches returns how many texels the local pass and the pose pass read for a matrix of the
// palettes of a member that plays clips, on average.
func (f *fixture) fetches(t testing.TB, m crowd.Member) float64 {
	t.Helper()
	check(t, f.store.Sync())
	slot, identity := f.store.Slot(m.Entity()), rig.IdentityMatrix()
	r := &f.store.KindOf(slot).Rigs[0]
	fetched := func(do func()) int {
		before := f.store.Fetched()
		do()
		return f.store.Fetched() - before
	}
	show := recordFetches + fetched(func() { f.store.PosingOf(slot, r) })
	var locals []rig.Matrix
	n := corners*show - (show - recordFetches) +
		fetched(func() { locals = f.store.Locals(nil, r, f.store.Records(), slot, f.store.Now()) })
	for entry := crowdstore.FirstPalette; entry < r.Entries; entry++ {
		n += recordFetches + fetched(func() {
			f.store.Pose(r, f.store.Records(), slot, entry, f.store.Now(), &identity, locals)
		})
	}
	return float64(n) / float64(r.Entries-crowdstore.FirstPalette)
}

// A matrix of a member that shows one clip takes a few fetches, however many joints are above it:
// also at the end of a clip that is played once, where the rest pose shows. In a crossfade it takes
// the local matrices of the joints above it, each of which is computed once.
func TestMatricesTakeFewFetches(t *testing.T) {
	const most = recordFetches + 2 + 3*3 + 1 // one of them for the rest pose, or a part of the local pass
	f := newFixture(t)
	for _, name := range clips {
		m := f.spawn(t, name)
		f.update(t, 0.3)
		if n := f.fetches(t, m); n > most {
			t.Errorf("%s: %v fetches, expected at most %v", name, n, most)
		}
	}
	once := f.spawn(t, "jump")
	check(t, once.PlayMotion(components.CrowdMotion{Clip: f.model.Clip("jump"), Speed: 1, Mode: assets.Once}, 0))
	f.update(t, 9)
	if n := f.fetches(t, once); n > most+1 {
		t.Errorf("after the end: %v fetches, expected at most %v", n, most+1)
	}
	m := f.spawn(t, "walk")
	f.update(t, 0.1)
	check(t, m.CrossFade(f.model.Clip("run"), 0.5))
	f.update(t, 0.2)
	during := f.fetches(t, m)
	f.update(t, 0.4)
	if n := f.fetches(t, m); n > most || during < 2*n || during > 70 {
		t.Errorf("%v fetches after a crossfade, expected at most %v; %v during it, expected at most 70", n, most, during)
	}
	t.Logf("%v fetches in a crossfade", during)
}

// Clips of which not all frames of entries fit show the same, by way of the joints.
func TestClipsBeyondTheFrames(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	skin := f.model.Skins[0]
	source := f.library.Clip(f.model.Clip("dance"))
	for n := 0; ; n++ {
		clip := f.library.AddClip(source)
		m, err := f.crowd.Spawn(f.model, mgl32.Ident4(), clip)
		check(t, err)
		character, err := f.animation.Spawn(f.model, mgl32.Ident4())
		check(t, err)
		check(t, f.animation.Player(character).Play(clip))
		f.update(t, 0.31)
		if d := f.palettesDiffer(f.palette(t, m.Entity(), 0), f.animation.Palette(character, skin)); d > tolerance {
			t.Errorf("clip %d: %v m apart", n, d)
		}
		if used := f.store.FrameTexels(); used > crowdstore.MaxFrameTexels {
			t.Fatalf("%d texels of frames of entries, expected at most %d", used, crowdstore.MaxFrameTexels)
		}
		if fetches := f.fetches(t, m); fetches > 20 {
			t.Logf("clip %d takes the joints: %v fetches", n, fetches)
			return
		}
		if n > 20 {
			t.Fatal("the frames of entries of every clip fit")
		}
		f.world.RemoveEntity(character)
	}
}
