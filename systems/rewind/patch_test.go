package rewind

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/probe"
)

// A patch makes one state into another, whatever their sizes, and is small where few bytes differ.
func TestPatches(t *testing.T) {
	probe.Seeds(t, 20, 2000, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 27))
		before := make([]byte, random.IntN(200))
		for i := range before {
			before[i] = byte(random.Uint32())
		}
		after := bytes.Clone(before)
		for range random.IntN(4) {
			if len(after) > 0 {
				after[random.IntN(len(after))] = byte(random.Uint32())
			}
		}
		if random.IntN(3) == 0 {
			after = after[:random.IntN(len(after)+1)]
		}
		for random.IntN(3) == 0 {
			after = append(after, byte(random.Uint32()))
		}
		patch := appendPatch(nil, before, after)
		if got := applyPatch(bytes.Clone(before), patch); !bytes.Equal(got, after) {
			t.Fatalf("expected % x, found % x, of % x by % x", after, got, before, patch)
		}
	})
	large := make([]byte, 1<<16)
	other := bytes.Clone(large)
	for _, at := range []int{0, 1000, 65535} {
		other[at] = 1
	}
	if n := len(appendPatch(nil, large, other)); n > 64 {
		t.Errorf("expected at most 64 bytes for 3 bytes that differ, found %d", n)
	}
	if n := len(appendPatch(nil, large, large)); n > 4 {
		t.Errorf("expected at most 4 bytes for states that are equal, found %d", n)
	}
}
