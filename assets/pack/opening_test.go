package pack_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/internal/background"
)

// A pack that is opened in the background waits for frames, and gives what Open gives.
func TestOpenAsync(t *testing.T) {
	from := newEverything(t, 6)
	path := onDisk(t, written(t, from.library, pack.Options{Meshes: true, Images: true}))
	synctest.Test(t, func(t *testing.T) {
		l := assets.NewLibrary()
		s := l.AddSkeleton(from.library.Skeleton(from.model.Skeleton))
		background.BeginFrame()
		opening := pack.OpenAsync(l, path)
		time.Sleep(5 * time.Millisecond)
		if opening.Done() {
			t.Error("expected that it waits while a frame runs, found it done")
		}
		early, err := opening.Take()
		if early != nil || err == nil || !strings.Contains(err.Error(), "all.sinewpack: expected a pack") {
			t.Errorf("expected an error before it is done, found %v, %v", early, err)
		}
		background.EndFrame()
		<-opening.Finished()
		if !opening.Done() || l.Count().Clips != 0 {
			t.Errorf("expected it done and nothing in the library, found %v and %+v", opening.Done(), l.Count())
		}
		p, err := opening.Take()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := opening.Take(); again != p || err != nil {
			t.Errorf("expected the same pack once more, found another one, %v", err)
		}
		if !sameSet(keysOf(l), keysOf(from.library)) {
			t.Error("expected the keys of the library that was written, found others")
		}
		if n := l.Count().Skeletons; n != 1 || p.Models()[0].Skeleton != s {
			t.Errorf("expected the skeleton that was there, found %d of them", n)
		}
		samePoses(t, from.library, l)
	})
}

// The errors of a pack that is opened in the background are those of Open.
func TestOpenAsyncErrors(t *testing.T) {
	data := smallPack(t)
	data[len(data)-1] ^= 1
	damaged := filepath.Join(t.TempDir(), "damaged.pack")
	if err := os.WriteFile(damaged, data, 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing.pack")
	for path, kind := range map[string]error{damaged: pack.ErrDamaged, missing: os.ErrNotExist} {
		l := assets.NewLibrary()
		opening := pack.OpenAsync(l, path)
		<-opening.Finished()
		p, err := opening.Take()
		_, direct := pack.Open(l, path)
		if p != nil || !errors.Is(err, kind) || direct == nil || err.Error() != direct.Error() {
			t.Errorf("expected the error %v, found %v", direct, err)
		}
		if l.Count() != (assets.Count{}) {
			t.Errorf("expected an empty library after an error, found %+v", l.Count())
		}
	}
	opening := pack.OpenAsync(nil, damaged)
	<-opening.Finished()
	if _, err := opening.Take(); err == nil {
		t.Error("expected an error for no library, found none")
	}
}
