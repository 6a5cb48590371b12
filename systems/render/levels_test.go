//go:build !js

package render

import (
	"bytes"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	folders "github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/systems/render/internal/decimate"
)

// Levels that are made in the background show full detail first, and then what they show that are
// made at once.
func TestLevelsInBackground(t *testing.T) {
	camera := Camera{Position: mgl32.Vec3{0, 0, 40}}
	at := newFixture(t, Options{Debug: true})
	at.spawnRigid(at.addMesh(ball(60, false)), mgl32.Ident4())
	want := at.draw(camera)
	full := 2 * 30 * 60 * 2 // triangles of a quad, quads, and once more for the shadow
	if n := at.renderer.Stats().Triangles; n >= full {
		t.Fatalf("%d triangles with levels made at once, expected less than %d", n, full)
	}
	s := newFixture(t, Options{Debug: true, LevelsInBackground: true})
	mesh := s.addMesh(ball(60, false))
	s.spawnRigid(mesh, mgl32.Ident4())
	s.draw(camera)
	if n := s.renderer.Stats().Triangles; n != full {
		t.Errorf("%d triangles in the first frame, expected %d", n, full)
	}
	drawn := s.renderer.cache.meshes[mesh]
	select {
	case <-drawn.coming.done:
	case <-time.After(time.Minute):
		t.Fatal("there are no levels after a minute")
	}
	got := s.draw(camera)
	if drawn.coming != nil || s.renderer.Stats().Triangles != at.renderer.Stats().Triangles {
		t.Errorf("%d triangles, expected %d", s.renderer.Stats().Triangles, at.renderer.Stats().Triangles)
	}
	if !bytes.Equal(got.Pix, want.Pix) {
		t.Error("the picture differs from that of levels made at once")
	}
}

// A renderer that is closed, and a mesh that leaves the library, end the work on levels, whether it
// has begun or not.
func TestWorkOnLevelsEnds(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	r, err := New(s.world, s.library, Options{Debug: true, LevelsInBackground: true})
	must(err)
	maker := r.cache.maker
	maker.pool.Limit = 1
	// until calls what keeps the only worker from the work on levels until a function reports true.
	until := func(isTime func() bool) {
		maker.pool.Go(func(*background.Worker) {
			for !isTime() {
				time.Sleep(time.Millisecond)
			}
		})
	}
	draw := func() {
		if err := r.Draw(Camera{Position: mgl32.Vec3{0, 0, 4}}, s.target); err != nil {
			t.Error(err)
		}
	}
	fine := ball(62, false) // of no other test, whose levels are kept
	var isRemoved atomic.Bool
	until(isRemoved.Load)
	first := s.addMesh(fine)
	e := s.spawnRigid(first, mgl32.Ident4())
	draw()
	removed := r.cache.meshes[first].coming
	s.world.RemoveEntity(e)
	s.library.RemoveMesh(first)
	draw()
	isRemoved.Store(true)
	<-removed.done
	until(maker.closing.Load)
	second := s.addMesh(fine)
	s.spawnRigid(second, mgl32.Ident4())
	draw()
	closed := r.cache.meshes[second].coming
	r.Close()
	for _, c := range []*comingLevels{removed, closed} {
		if levels, ok := c.finished(); !ok || levels != nil {
			t.Errorf("the work goes on, or was done: %v, %d levels", ok, len(levels))
		}
	}
	for _, most := range []int{0, 1, 20} {
		asked := 0
		if levels := decimate.LevelsWhile(fine, func() bool { asked++; return asked <= most }); levels != nil || asked != most+1 {
			t.Errorf("%d levels in spite of the end, asked %d times; want none, %d", len(levels), asked, most+1)
		}
	}
}

// The folder of the library's cache keeps levels, also those that are made in the background. What
// is drawn is the same; a folder that cannot be written is told, and changes nothing.
func TestLevelsInTheFolderOfTheCache(t *testing.T) {
	folder := t.TempDir()
	stored, err := folders.Open(folder)
	must(err)
	camera := Camera{Position: mgl32.Vec3{0, 0, 40}}
	var first []byte
	for run, options := range []Options{{}, {}, {LevelsInBackground: true}} {
		options.Debug = true
		kept = keptLevels{most: kept.most} // as in another process
		if run == 2 {
			must(os.RemoveAll(folder))
		}
		s := newFixtureWith(t, assets.NewLibrary(assets.WithBaking(assets.Baking{Cache: bake.NewCache(stored)})), options)
		mesh := s.addMesh(ball(60, false))
		s.spawnRigid(mesh, mgl32.Ident4())
		picture := s.draw(camera)
		if coming := s.renderer.cache.meshes[mesh].coming; coming != nil {
			<-coming.done
			picture = s.draw(camera)
		}
		if first == nil {
			first = picture.Pix
		}
		if !bytes.Equal(picture.Pix, first) {
			t.Errorf("run %d: another picture", run)
		}
		files, _ := filepath.Glob(filepath.Join(folder, "*.baked"))
		if told := s.renderer.Stats().CacheError; len(files) != 1 && run < 2 || (told != nil) != (run == 2) {
			t.Errorf("run %d: %d files, error %v", run, len(files), told)
		}
	}
}
