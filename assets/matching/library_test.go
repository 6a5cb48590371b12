package matching_test

import (
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/internal/testing/databases"
)

// A database whose clip was replaced has the bits of one that is built anew, and measures that clip
// alone. One that another library takes over has the same answers.
func TestRebuildingADatabase(t *testing.T) {
	library, b := databases.Gaits(t)
	var mutex sync.Mutex
	measured := map[string]int{}
	b.Value("constant", 1, func(c *clip.Clip, time float64) float64 {
		mutex.Lock()
		defer mutex.Unlock()
		measured[c.Name()]++
		return time
	})
	added, err := b.Add(library)
	if err != nil {
		t.Fatal(err)
	}
	old := library.Motion(added).Motion.(*matching.Database)
	of := old.Ranges()[2].Clip
	still := standing(t, library.Clip(of))
	clear(measured)
	if err := library.SetClip(of, still); err != nil {
		t.Fatal(err)
	}
	d := library.Motion(added).Motion.(*matching.Database)
	if d == old || len(measured) != 1 || measured[still.Name()] != databases.FramesOf(d, 2) {
		t.Errorf("measured %v for a range of %d frames", measured, databases.FramesOf(d, 2))
	}
	fresh := databases.Build(t, b, library)
	if d.Frames() != fresh.Frames() {
		t.Fatalf("%d frames, expected %d", d.Frames(), fresh.Frames())
	}
	for i, f := range d.Features() {
		if f != fresh.Features()[i] {
			t.Errorf("feature %+v, expected %+v", f, fresh.Features()[i])
		}
	}
	for frame := range d.Frames() {
		got, want := d.Query(frame, nil, nil), fresh.Query(frame, nil, nil)
		for k := range want {
			if math.Float32bits(got[k]) != math.Float32bits(want[k]) {
				t.Fatalf("frame %d: number %d: %v, expected %v", frame, k, got[k], want[k])
			}
		}
	}
	renamed := d.WithClips(func(c assets.ClipID) assets.ClipID { return c + 1000 }).(*matching.Database)
	if renamed.Ranges()[2].Clip != of+1000 || d.Ranges()[2].Clip != of || renamed.Describe().Parts[2].Clip != of+1000 {
		t.Error("the clips were not renamed")
	}
}

// What a database is made of decides its key; who loads it does not.
func TestKeysOfDatabases(t *testing.T) {
	library, arc, skeleton := databases.Arc(t)
	keys := map[string]string{}
	begin := func() *matching.Builder { return matching.NewBuilder("d", skeleton) }
	for name, b := range map[string]*matching.Builder{
		"plain":    begin().Clip(arc, nil, "a").Position("tip", 1),
		"tag":      begin().Clip(arc, nil, "b").Position("tip", 1),
		"weight":   begin().Clip(arc, nil, "a").Position("tip", 2),
		"velocity": begin().Clip(arc, nil, "a").Velocity("tip", 1),
		"rate":     begin().Clip(arc, nil, "a").Position("tip", 1).Rate(15),
		"end":      begin().Range(matching.Range{Clip: arc, SkipEnd: 0.5, Tags: []string{"a"}}).Position("tip", 1),
		"times":    begin().Clip(arc, nil, "a").Trajectory(1, 1, 1),
		"later":    begin().Clip(arc, nil, "a").Trajectory(1, 1, 2),
		"name":     matching.NewBuilder("e", skeleton).Clip(arc, nil, "a").Position("tip", 1),
	} {
		own := assets.NewLibrary(assets.Exact())
		own.AddClip(library.Clip(arc))
		added, err := b.Add(own)
		if err != nil {
			t.Fatal(err)
		}
		key := own.Key(added).String()
		if other, found := keys[key]; found {
			t.Errorf("%s and %s have one key", name, other)
		}
		keys[key] = name
		again, err := b.Add(library)
		if err != nil {
			t.Fatal(err)
		}
		if got := library.Key(again).String(); got != key {
			t.Errorf("%s: key %s, in another library %s", name, key, got)
		}
	}
}

// Two databases of the same clips and the same times have keys of their own if another clip is at a
// time.
func TestKeysTellTheClipsOfRanges(t *testing.T) {
	library, arc, skeleton := databases.Arc(t)
	marked, err := clip.WithMarkers(library.Clip(arc), clip.Marker{Name: "other", Time: 1})
	if err != nil {
		t.Fatal(err)
	}
	key := func(third int) string { // in a library of its own, where no other database has the key
		own := assets.NewLibrary(assets.Exact())
		ids := []assets.ClipID{own.AddClip(library.Clip(arc)), own.AddClip(marked)}
		added, err := matching.NewBuilder("d", skeleton).
			Value("time", 1, func(_ *clip.Clip, time float64) float64 { return time }).
			Range(matching.Range{Clip: ids[0], To: 1}).Range(matching.Range{Clip: ids[1], To: 1}).
			Range(matching.Range{Clip: ids[third], From: 1, To: 2}).Add(own)
		if err != nil {
			t.Fatal(err)
		}
		return own.Key(added).String()
	}
	if one, two := key(0), key(1); one == two {
		t.Errorf("databases of different ranges have the key %s", one)
	}
}

// The memory of a library counts the features of its databases.
func TestMemoryOfDatabases(t *testing.T) {
	library, arc, skeleton := databases.Arc(t)
	before := library.Memory()
	if strings.Contains(before.String(), "databases") {
		t.Errorf("a column of databases without any:\n%v", before)
	}
	added, err := matching.NewBuilder("d", skeleton).Clip(arc, nil).Position("tip", 1).Add(library)
	if err != nil {
		t.Fatal(err)
	}
	r := library.Motion(added).Motion.(*matching.Database).Report()
	got := library.Memory()
	if n := got.Library.Databases; n != int64(r.Bytes+r.IndexBytes) || n == 0 ||
		got.Library.Total() != before.Library.Total()+n || !strings.Contains(got.String(), "databases") {
		t.Errorf("%d bytes of databases, expected %d and %d\n%v", n, r.Bytes, r.IndexBytes, got)
	}
}

// standing returns a clip that stays where it is, in place of one of the mannequin that moves.
func standing(t testing.TB, c *clip.Clip) *clip.Clip {
	t.Helper()
	still, err := clip.WithRootMotion(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return still
}
