package crowd_test

import (
	"testing"

	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// The texels of clips take as many bytes as package crowdstore says.
func TestMemoryOfClips(t *testing.T) {
	f := newFixture(t)
	before := 0
	for _, name := range clips {
		f.spawn(t, name)
		check(t, f.store.Sync())
		bytes := 4*len(f.store.Data()) - 16*f.store.FrameTexels()
		baked := f.library.Baked(f.model.Clip(name))
		t.Logf("%s: %d bytes, baked %d, %d frames", name, bytes-before, baked.Bytes(), baked.Frames())
		if most := 16 * (3*baked.Frames()*f.library.Skeleton(f.model.Skeleton).Len() + 4000); bytes-before > most {
			t.Errorf("%s takes %d bytes, expected at most %d", name, bytes-before, most)
		}
		before = bytes
	}
	if n := f.store.FrameTexels(); n < 1000 || n > crowdstore.MaxFrameTexels {
		t.Errorf("frames of entries take %d texels, expected some, and at most %d", n, crowdstore.MaxFrameTexels)
	}
}
