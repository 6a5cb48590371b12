//go:build !js

package render

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	folders "github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/internal/record"
	crowds "github.com/sinew-go/sinew/systems/crowd"
)

// The folder of the library's cache keeps the pictures of small members: they are read, and are the
// same. Those of another material, clip or method of skinning are others. Files that are damaged, or
// whose bytes are no pictures, are told, and made again.
func TestPicturesInTheFolderOfTheCache(t *testing.T) {
	folder := t.TempDir()
	kept, err := folders.Open(folder)
	must(err)
	camera := Camera{Position: mgl32.Vec3{0, 1, 50}, Target: mgl32.Vec3{0, 1, 0}, FieldOfView: 0.5}
	draw := func(clipNames []string, tint float32) (s *crowdFixture, pixels []byte, read bool) {
		t.Helper()
		library := assets.NewLibrary(assets.WithBaking(assets.Baking{Cache: bake.NewCache(kept)}))
		model, err := mannequin.New(library)
		must(err)
		material := library.Mesh(model.Parts[0].Mesh).Primitives[0].Material
		library.Material(material).BaseColor[0] *= tint // nobody has drawn it yet
		s = &crowdFixture{fixture: newFixtureWith(t, library, Options{Debug: true}), model: model}
		s.renderer.crowd.impostorPixels = 200
		s.crowd, err = crowds.New(s.animation)
		must(err)
		for i, name := range clipNames {
			s.spawn(mgl32.Translate3D(2*float32(i)-2, 0, 0), name)
		}
		s.update(0.2)
		picture := s.draw(camera)
		if n := s.renderer.Stats().Impostors; n != len(clipNames) {
			t.Fatalf("%d impostors, expected %d", n, len(clipNames))
		}
		for _, known := range s.renderer.crowd.models {
			read = known.impostors.parts[0].kept
			for i := range known.impostors.parts {
				if known.impostors.parts[i].kept != read {
					t.Error("some parts were read, others drawn")
				}
			}
		}
		return s, picture.Pix, read
	}
	clips := []string{"idle", "walk"}
	s, first, read := draw(clips, 1)
	t.Logf("at first, the frame takes %.2f s before it is given to the driver", s.renderer.Stats().GatherSeconds)
	if err := s.renderer.Stats().CacheError; read || err != nil {
		t.Fatalf("at first they were read: %v, error %v", read, err)
	}
	expect := func(what string, isRead, isTold bool) {
		t.Helper()
		s, again, read := draw(clips, 1)
		t.Logf("%s: the frame takes %.2f s before it is given to the driver", what, s.renderer.Stats().GatherSeconds)
		if told := s.renderer.Stats().CacheError; read != isRead || (told != nil) != isTold || !bytes.Equal(again, first) {
			t.Errorf("%s: read %v, expected %v; error %v; the same picture: %v", what, read, isRead, told,
				bytes.Equal(again, first))
		}
	}
	expect("again", true, false)
	if _, _, read := draw(clips, 0.5); read {
		t.Error("pictures with another color were read")
	}
	if _, _, read := draw([]string{"walk", "idle"}, 1); read {
		t.Error("pictures of clips in another order were read")
	}
	for name, damage := range map[string]func(data []byte) []byte{
		"a bit is another": func(data []byte) []byte { data[len(data)/2] ^= 4; return data },
		"the end is gone":  func(data []byte) []byte { return data[:len(data)-100] },
	} {
		files, err := filepath.Glob(filepath.Join(folder, "*.baked"))
		must(err)
		for _, file := range files {
			data, err := os.ReadFile(file)
			must(err)
			must(os.WriteFile(file, damage(data), 0o600))
		}
		expect(name, false, true)
		expect(name+", again", true, false)
	}
	known := s.renderer.crowd.models[s.renderer.crowd.store.Kinds()[0]]
	p := &known.impostors.parts[0]
	key := []byte("a key")
	size := 8 * p.width * p.height
	for _, data := range [][]byte{
		nil,
		{1, 2, 3},
		encodePictures(make([]byte, 100)), encodePictures(make([]byte, size+4)),
		record.Append32(nil, size/4, 0, 0, 0), record.Append32(nil, 0, size/4), record.Append32(nil, -1, 1),
		record.Append32(nil, math.MaxInt32, math.MaxInt32),
	} {
		must(kept.Write(key, data))
		s.renderer.cache.folderError = nil
		if s.renderer.readPictures(p, key) || s.renderer.cache.folderError == nil {
			t.Errorf("%d bytes that are no pictures were read", len(data))
		}
	}
}
