package courses

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

func TestEveryMachineComputesTheSameMovingClips(t *testing.T) {
	const want = 0xfd9661177d507b35
	lib, model := newModel(t)
	skeleton := lib.Skeleton(model.Skeleton)
	h := fnv.New64a()
	add := func(c *assets.Clip, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(h, c.Name(), c.Markers())
		for _, track := range c.Tracks() {
			fmt.Fprint(h, track.Joint, track.Property)
			for _, values := range [][]float32{track.Track.Times(), track.Track.Values()} {
				if err := binary.Write(h, binary.LittleEndian, values); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	turns := []float64{0, 0.9, -1.3}
	for _, id := range model.Clips {
		add(lib.Clip(id), nil)
		for _, turn := range turns {
			add(Traveling("x", lib.Clip(id), 1.2, turn))
		}
	}
	for _, gait := range []string{"walk", "run"} {
		for _, speed := range []float64{-0.5, 0, 0.7, 1.35, 3.6} {
			for _, turn := range turns {
				add(Stepping("x", skeleton, gait, speed, turn))
			}
		}
	}
	if got := h.Sum64(); got != want {
		t.Errorf("bits %#x, want %#x: after an intended change of the clips, store the new hash here", got,
			uint64(want))
	}
}
