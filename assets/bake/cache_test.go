package bake_test

import (
	"errors"
	"io/fs"
	"slices"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// number returns a clip that is baked to some hundred bytes, another one for each number.
func number(t testing.TB, n int) *clip.Clip {
	angles := make([]float32, 60)
	for k := range angles {
		angles[k] = 0.05 * float32((k*(n+1))%7)
	}
	return handmade.Turning(t, clip.Linear, handmade.Grid(float32(n), 30, len(angles)), angles...)
}

// bakeNumber bakes a clip by a cache and compares it with the clip baked without one.
func bakeNumber(t testing.TB, cache *bake.Cache, n int) bake.Report {
	t.Helper()
	c := number(t, n)
	want, _ := bake.Bake(c, bake.Options{AllowLarger: true})
	got, report := cache.Bake(c, bake.Options{AllowLarger: true})
	if got == nil || encodedClip(t, got) != encodedClip(t, want) {
		t.Errorf("clip %d differs from the one that is baked without a cache: %v", n, report)
	}
	return report
}

func encodedClip(t testing.TB, b *bake.BakedClip) string {
	t.Helper()
	data, err := b.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// memory is a store of the test's own. Errors of reading and writing, if not nil, are its only
// answers.
type memory struct {
	mutex            sync.Mutex
	kept             map[string][]byte
	reading, storing error
}

func (m *memory) Read(key []byte) ([]byte, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.reading != nil {
		return nil, m.reading
	}
	if data, ok := m.kept[string(key)]; ok {
		return data, nil
	}
	return nil, fs.ErrNotExist
}

func (m *memory) Write(key, data []byte) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.storing != nil {
		return m.storing
	}
	if m.kept == nil {
		m.kept = map[string][]byte{}
	}
	m.kept[string(key)] = data
	return nil
}

// A clip is baked once, and has the same bits from the store; another clip, and other options, are
// baked. A clip that stays exact keeps its reason.
func TestCacheBakesOnce(t *testing.T) {
	store := &memory{}
	cache := bake.NewCache(store)
	for _, isCached := range []bool{false, true} {
		for n := range 3 {
			if report := bakeNumber(t, cache, n); report.Cached != isCached || report.CacheError != nil {
				t.Errorf("clip %d: expected cached %v, found %+v", n, isCached, report)
			}
		}
		exact := handmade.Turning(t, clip.Linear, []float32{0, 1}, 0, 1)
		_, want := bake.Bake(exact, bake.Options{})
		baked, report := cache.Bake(exact, bake.Options{})
		if baked != nil || !report.Exact || report.Cached != isCached || report.Reason != want.Reason || report.CacheError != nil {
			t.Errorf("a clip that stays exact: expected cached %v and %q, found %+v", isCached, want.Reason, report)
		}
	}
	for name, options := range map[string]bake.Options{
		"tolerance": {AllowLarger: true, Tolerance: 0.01}, "work": {AllowLarger: true, MaxFrameJoints: 1 << 20},
	} {
		if _, report := cache.Bake(number(t, 0), options); report.Cached {
			t.Errorf("another %s: expected the clip baked, found it in the store", name)
		}
	}
	if len(store.kept) != 6 {
		t.Errorf("expected 6 keys, found %d", len(store.kept))
	}
}

// What a store returns need not be right: the clip is baked again, and the report tells.
func TestCacheChecksWhatItReads(t *testing.T) {
	store := &memory{}
	cache := bake.NewCache(store)
	bakeNumber(t, cache, 0)
	bakeNumber(t, cache, 1)
	var keys []string
	for key := range store.kept {
		keys = append(keys, key)
	}
	whole := store.kept[keys[0]]
	older := slices.Clone(whole)
	older[8] = 0
	for name, row := range map[string]struct {
		data []byte
		want error
	}{
		"nothing":          {nil, bake.ErrDamaged},
		"a part":           {whole[:len(whole)-5], bake.ErrDamaged},
		"an older version": {older, bake.ErrVersion},
		"another clip":     {store.kept[keys[1]], bake.ErrMismatch},
	} {
		store.kept[keys[0]] = row.data
		told := 0
		for n := range 2 {
			if report := bakeNumber(t, cache, n); report.CacheError != nil {
				told++
				if report.Cached || !errors.Is(report.CacheError, row.want) {
					t.Errorf("%s: expected %v, found %+v", name, row.want, report)
				}
			}
			if report := bakeNumber(t, cache, n); !report.Cached {
				t.Errorf("%s: expected the clip in the store after that, found %+v", name, report)
			}
		}
		if told != 1 {
			t.Errorf("%s: expected an error in 1 report, found %d", name, told)
		}
	}
}

// Errors of the store are in the report; those of reading and of writing are both told.
func TestCacheWhoseStoreFails(t *testing.T) {
	store := &memory{reading: errors.New("cannot read"), storing: errors.New("cannot write")}
	report := bakeNumber(t, bake.NewCache(store), 0)
	if report.Cached || !errors.Is(report.CacheError, store.reading) || !errors.Is(report.CacheError, store.storing) {
		t.Errorf("expected both errors, found %v", report.CacheError)
	}
	if none := bake.NewCache(nil); none.Store() != nil || bakeNumber(t, none, 0).CacheError != nil {
		t.Error("expected a cache without a store, found one")
	}
	if bake.NewCache(store).Store() != bake.Store(store) {
		t.Error("expected the store of the cache, found another")
	}
}

// A clip without keys is found in the cache under the clip with its keys, and leaves nothing there
// if it is not.
func TestCacheAndClipsWithoutKeys(t *testing.T) {
	store := &memory{}
	cache := bake.NewCache(store)
	options := bake.Options{AllowLarger: true}
	baked, _ := bake.Bake(number(t, 1), options)
	bare := baked.WithoutKeys().Clip()
	if got, report := cache.Bake(bare, options); got != nil || !report.Exact || report.CacheError != nil {
		t.Errorf("expected that a clip without keys cannot be baked, found %v", report)
	}
	if len(store.kept) != 0 {
		t.Errorf("expected nothing in the store, found %d keys", len(store.kept))
	}
	if report := bakeNumber(t, cache, 1); report.Cached {
		t.Errorf("expected that the clip is baked, found %v", report)
	}
	if got, report := cache.Bake(bare, options); got == nil || !report.Cached || got.Clip() != bare {
		t.Errorf("expected the clip without keys from the cache, found %v", report)
	}
}

// Several goroutines bake the same clips through one cache.
func TestCacheOfABatch(t *testing.T) {
	clips := make([]*clip.Clip, 30)
	for i := range clips {
		clips[i] = number(t, i%10)
	}
	store := &memory{}
	_, reports, err := bake.All(t.Context(), clips, bake.Options{AllowLarger: true}, bake.NewCache(store), nil)
	if err != nil || len(store.kept) != 10 {
		t.Fatalf("%d keys, error %v", len(store.kept), err)
	}
	for _, report := range reports {
		if report.CacheError != nil {
			t.Error(report)
		}
	}
	if report := bakeNumber(t, bake.NewCache(store), 3); !report.Cached {
		t.Errorf("expected the clip in the store, found %+v", report)
	}
}
