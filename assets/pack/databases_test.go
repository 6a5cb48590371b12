package pack_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/pack"
)

// databaseOf returns the only database of a library.
func databaseOf(t *testing.T, l *assets.Library) (found *matching.Database) {
	t.Helper()
	for _, m := range l.Motions {
		if d, ok := m.Motion.(*matching.Database); ok {
			found = d
		}
	}
	if found == nil {
		t.Fatal("expected a database in the library, found none")
	}
	return found
}

// A database of a pack finds the same frames at the same cost as the one that was written, and its
// numbers stay in the file. As the clips of packs have no keys, none of them can be replaced by another.
func TestDatabasesOfPacks(t *testing.T) {
	from := newEverything(t, 1)
	want := databaseOf(t, from.library)
	path := onDisk(t, written(t, from.library, pack.Options{}))
	for name, open := range ways {
		to := assets.NewLibrary()
		if _, err := open(to, path); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got := databaseOf(t, to)
		if got.Owner() == nil {
			t.Errorf("%s: expected the numbers in the file, found them in memory of their own", name)
		}
		if got.Report().String() != want.Report().String() {
			t.Errorf("%s: expected the report\n%s, found\n%s", name, want.Report(), got.Report())
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range 1000 {
			query := want.Query(random.IntN(want.Frames()), nil, nil)
			for i := range query {
				query[i] += random.Float32() - 0.5
			}
			search := matching.Search{Current: random.IntN(want.Frames()), Stay: random.Float32() / 4}
			frame, cost := want.Search(query, search)
			if f, c := got.Search(query, search); f != frame || c != cost {
				t.Fatalf("%s: expected frame %d at %v, found frame %d at %v", name, frame, cost, f, c)
			}
		}
		of := got.Ranges()[1].Clip
		c, err := clip.WithMarkers(to.Clip(of))
		if err != nil {
			t.Fatal(err)
		}
		if err := to.SetClip(of, c); err == nil || !strings.Contains(err.Error(), "as the Source of the range") {
			t.Errorf("%s: expected an error that another clip needs its keys, found %v", name, err)
		}
	}
}

// A database that compares what a function of the program returns is no part of a pack.
func TestDatabasesWithFunctionsAreNotWritten(t *testing.T) {
	from := newEverything(t, 1)
	l, m := from.library, from.model
	_, err := matching.NewBuilder("own", l.Skeleton(m.Skeleton)).
		Value("height", 1, func(_ *clip.Clip, time float64) float64 { return time }).
		Clip(m.Clips[1], l.Clip(m.Clips[1])).Add(l)
	if err != nil {
		t.Fatal(err)
	}
	err = pack.Write(&bytes.Buffer{}, l, pack.Options{})
	if err == nil || !strings.Contains(err.Error(), "height: expected a feature without a function of the program") {
		t.Errorf("expected an error that names the feature, found %v", err)
	}
}
