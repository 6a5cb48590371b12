package agree

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-go/sinew/bench/peers"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// Work is a model and its clips to compare.
type Work struct {
	Name  string
	File  string // beneath assets/ of the test files
	Clips []int
}

// Works are the rows of the table.
var Works = []Work{
	{"Fox, 1 clip", "fox/Fox.glb", []int{1}},
	{"Fox, 2 clips", "fox/Fox.glb", []int{1, 2}},
	{"CesiumMan, 1 clip", "cesium_man/CesiumMan.glb", []int{0}},
}

// Case returns the case of a work. Without the file it skips the test.
func (w Work) Case(t *testing.T) peers.Case {
	t.Helper()
	if os.Getenv("SINEW_SHARED") == "" {
		t.Setenv("SINEW_SHARED", filepath.FromSlash("../../../../shared")) // next to the repository
	}
	return peers.Case{File: testassets.Path(t, "assets/"+w.File), Clips: w.Clips}
}

// Test fails if a peer's palettes differ from the reference's by more than the tolerance, in sizes
// of the skeleton (see [peers.Expected.Difference]). It skips works with more clips than the peer
// can blend.
func Test(t *testing.T, peer peers.Peer, tolerance float64) {
	for _, work := range Works {
		if len(work.Clips) > peer.Blends {
			continue
		}
		t.Run(work.Name, func(t *testing.T) {
			difference, err := peers.Agree(peer, work.Case(t))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("difference %.2g", difference)
			if !(difference <= tolerance) {
				t.Errorf("%s differs from the reference by %.2g of the skeleton's size, want at most %g", peer.Name,
					difference, tolerance)
			}
		})
	}
}
