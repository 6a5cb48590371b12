package bench

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// BenchmarkRewind is a whole frame of 1,000 characters on a tape and without one, and a seek to the
// frame that takes longest. On a tape with a step, whole states are kept now and then, and inputs
// between them; without a step the state is kept before every frame.
//
// It runs rounds of frames on the tape and without it in turn, each as long as a tape needs from
// state to state, and reports by how much a round on the tape takes longer: the least of each and
// the medians.
func BenchmarkRewind(b *testing.B) {
	const round, seconds = 12, 1.0 / 60
	for _, tape := range []string{"inputs", "states"} {
		c := frameCase{joints: 64, clips: 2, characters: 1000, workers: 1}
		library, model := shared(b, c)
		crowd := newCrowd(b, library, model, c)
		session, err := rollback.NewSession(crowd.Animation)
		if err != nil {
			b.Fatal(err)
		}
		options := rewind.Options{Every: round, Seconds: 2, Bytes: 1 << 30}
		if tape == "inputs" {
			options.Step = func(_ []byte, seconds float64) error { return crowd.Update(seconds) }
		}
		kept, err := rewind.New(session, options)
		if err != nil {
			b.Fatal(err)
		}
		on := func() {
			for range round {
				if err := kept.Run(nil, seconds); err != nil {
					b.Fatal(err)
				}
			}
		}
		off := func() {
			for range round {
				crowd.update(b, seconds)
			}
		}
		for range 40 { // until the memory of the oldest frames is used again
			on()
		}
		b.Run("keep="+tape, func(b *testing.B) {
			b.ReportAllocs()
			var with, without []float64
			for b.Loop() {
				start := time.Now()
				off()
				middle := time.Now()
				on()
				without = append(without, float64(middle.Sub(start)))
				with = append(with, float64(time.Since(middle)))
			}
			b.ReportMetric(math.Round(slices.Min(without)/round), "least-ns-without/frame")
			b.ReportMetric(math.Round(slices.Min(with)/round), "least-ns-with/frame")
			b.ReportMetric(100*(slices.Min(with)/slices.Min(without)-1), "least-%")
			slices.Sort(with)
			slices.Sort(without)
			b.ReportMetric(100*(with[len(with)/2]/without[len(without)/2]-1), "median-%")
			b.ReportMetric(float64(kept.Size())/float64(1<<20), "MiB")
		})
		b.Run("seek="+tape, func(b *testing.B) {
			b.ReportAllocs()
			oldest, _ := kept.Frames()
			for b.Loop() {
				if err := kept.Seek(oldest + round - 1); err != nil { // the last of its round
					b.Fatal(err)
				}
			}
		})
	}
}
