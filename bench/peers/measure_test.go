package peers_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/bench/peers"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// sleeper takes a fixed time for each character and returns the same palette for all.
type sleeper struct {
	characters int
	palette    []float32
}

func (s sleeper) Update(float64) { time.Sleep(time.Duration(s.characters) * time.Millisecond) }

func (s sleeper) Palette(int) []float32 { return s.palette }

// simpleSkin returns a case with a file of two joints.
func simpleSkin(t *testing.T) peers.Case {
	t.Helper()
	if os.Getenv("SINEW_SHARED") == "" {
		t.Setenv("SINEW_SHARED", filepath.FromSlash("../../../shared")) // beside the repository
	}
	return peers.Case{File: testassets.Path(t, "assets/simple_skin/SimpleSkin.gltf"), Clips: []int{0}}
}

func sleeping(numbers int, value float32) peers.Peer {
	return peers.Peer{Name: "sleeper", Blends: 2, Open: func(c peers.Case) (peers.Crowd, error) {
		palette := make([]float32, numbers)
		for i := range palette {
			palette[i] = value
		}
		return sleeper{c.Characters, palette}, nil
	}}
}

func TestMeasureReportsTimesPerCharacter(t *testing.T) {
	results, err := peers.Measure(sleeping(24, 0), simpleSkin(t), []int{5, 10}, 30*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != 2 || results[0].Characters != 5 || results[1].Characters != 10 {
		t.Fatalf("results: %+v", results)
	}
	for _, result := range results {
		if result.Time < 1e6 || result.Time > 20e6 { // a sleep may take longer, but never less
			t.Errorf("%d characters: %v ns per character, want 1 ms", result.Characters, result.Time)
		}
		if result.Median < result.Time {
			t.Errorf("%d characters: a median of %v ns below the least, %v", result.Characters, result.Median, result.Time)
		}
		if !(result.Difference > 0.1) {
			t.Errorf("palettes of zeros have a difference of %v only", result.Difference)
		}
	}
}

func TestMedian(t *testing.T) {
	if m := peers.Median([]float64{9, 1, 2}); m != 2 {
		t.Errorf("of three: %v", m)
	}
	if m := peers.Median([]float64{9, 1, 2, 4}); m != 3 {
		t.Errorf("of four: %v", m)
	}
}

func TestAgreeReportsNaNAndWrongSizes(t *testing.T) {
	c := simpleSkin(t)
	if difference, err := peers.Agree(sleeping(24, float32(math.NaN())), c); err != nil || !math.IsNaN(difference) {
		t.Errorf("NaN: difference %v, %v", difference, err)
	}
	if _, err := peers.Agree(sleeping(12, 0), c); err == nil || !strings.Contains(err.Error(), "12 numbers") {
		t.Errorf("one joint of two: %v", err)
	}
}

func TestExpectErrors(t *testing.T) {
	c := simpleSkin(t)
	for _, clip := range []int{-1, 1} {
		if _, err := peers.Expect(peers.Case{File: c.File, Clips: []int{clip}}); !errors.Is(err, peers.ErrNoSkin) {
			t.Errorf("clip %d: %v", clip, err)
		}
	}
	unskinned := testassets.Path(t, "assets/morph_cube/AnimatedMorphCube.gltf")
	if _, err := peers.Expect(peers.Case{File: unskinned, Clips: []int{0}}); !errors.Is(err, peers.ErrNoSkin) {
		t.Errorf("no skin: %v", err)
	}
	if _, err := peers.Expect(peers.Case{File: filepath.Join(t.TempDir(), "none.glb")}); !errors.Is(err,
		os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func ExampleCase_Start() {
	var c peers.Case
	fmt.Printf("%.4f %.4f\n", c.Start(0), c.Start(1))
	// Output: 0.1000 0.1137
}
