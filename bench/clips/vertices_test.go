package main

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// strained are clips in which a vertex is farther off than any virtual vertex: the error of the
// joint's angle adds to that of its position on a side on which there is no virtual vertex.
var strained = map[string]bool{
	"built-in: jump": true, "robot/robot.glb: Robot_Running": true, "enemy/enemy.glb: impact": true,
	"kaykit/Rogue.glb: 2H_Ranged_Shooting": true, "kaykit/Rogue.glb: Block_Attack": true,
}

// Every vertex of every model stays within the tolerance of the model's baked clips and, but for
// times between those that baking measures, within the error that baking reports: at the keys,
// between them and at random times, by the float64 reference. It measures all clips at many times
// with SINEW_LONG in the environment, and otherwise those at many that once were off, and every
// tenth at a few.
func TestVerticesStayWithinTolerance(t *testing.T) {
	sources, _, err := load([]string{testassets.Path(t, "assets"), testassets.Path(t, "rigs")})
	if err != nil {
		t.Fatal(err)
	}
	isLong := os.Getenv("SINEW_LONG") != ""
	clips, stay, worst, bytes := 0, 0, 0.0, 0
	for _, s := range sources {
		for i, c := range s.clips {
			count := 400
			if name := s.name + ": " + c.Name(); !isLong && !strained[name] {
				if count = 20; i%10 != 0 {
					continue
				}
			}
			clips++
			baked, report := bake.Bake(c, bake.Options{})
			if bytes += report.Bytes; baked == nil {
				stay++
				continue
			}
			d, at := s.surface.largestDistance(c, baked, someTimes(errorTimes(c), count))
			share := d / report.Tolerance
			worst = max(worst, share)
			t.Logf("%s, clip %q: %.4f of the tolerance, the report has %.4f, %d bytes", s.name, c.Name(), share,
				report.MaxError/report.Tolerance, report.Bytes)
			if !(share <= 1) || d > 1.02*report.MaxError {
				t.Errorf("%s, clip %q: at %v s a vertex is %.4f of the tolerance off, the report has %.4f", s.name,
					c.Name(), at, share, report.MaxError/report.Tolerance)
			}
		}
	}
	t.Logf("%d clips, %d of them stay exact; at most %.4f of the tolerance; %d bytes", clips, stay, worst, bytes)
}

// someTimes returns a number of times, chosen at random, in ascending order.
func someTimes(times []float64, count int) []float64 {
	random := rand.New(rand.NewPCG(3, uint64(len(times))))
	random.Shuffle(len(times), func(i, j int) { times[i], times[j] = times[j], times[i] })
	times = times[:min(len(times), count)]
	slices.Sort(times)
	return times
}
