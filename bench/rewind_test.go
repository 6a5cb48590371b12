package bench

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// BenchmarkRewind is a whole frame of 1,000 characters on a tape and without one, and a seek to the
// frame that takes longest. On a tape with a step, whole states are kept now and then, and inputs
// between them; if the step reads palettes, a seek poses all characters in every frame on its way.
// Without a step the state is kept before every frame.
//
// It runs rounds on the tape and without it in turn, each as many frames as the tape has from one
// whole state to the next, so that every round on the tape has exactly one whole state in it: what
// keeping takes is a mean over frames. It reports, on the clock of the thread
//
//   - keep-%, what [rewind.Tape.Keep] takes of the frames without it: the median of the rounds. This
//     is what keeping does;
//   - slower-%, by how much a round on the tape takes longer than the one beside it: the median of the
//     pairs, with the quarters of them below and above. This has what keeping does to the caches too,
//     and what the machine does meanwhile: where the quarters are far apart, it says little;
//   - keep-us/state, what the frame with the whole state takes longer at the median;
//   - for a seek the median and the longest, in milliseconds.
func BenchmarkRewind(b *testing.B) {
	const (
		every   = 12 // the default of the options
		seconds = 1.0 / 60
	)
	for _, tape := range []string{"inputs", "inputs-and-palettes", "states"} {
		c := frameCase{joints: 64, clips: 2, characters: 1000, workers: 1}
		library, model := shared(b, c)
		crowd := newCrowd(b, library, model, c)
		session, err := rollback.NewSession(crowd.Animation)
		must(err)
		step := func(_ []byte, seconds float64) error { return crowd.Update(seconds) }
		if tape == "inputs-and-palettes" {
			step = func(_ []byte, seconds float64) error {
				err := crowd.Update(seconds)
				for _, pool := range crowd.Store().Pools() {
					pool.Palette(model.Skins[0], 0)
				}
				return err
			}
		}
		options := rewind.Options{Every: every, Seconds: 2, Bytes: 1 << 30}
		if tape != "states" {
			options.Step = step
		}
		kept, err := rewind.New(session, options)
		must(err)
		var keeping time.Duration // of the round
		round := func(isKept bool) time.Duration {
			keeping = 0
			begin := threadTime()
			for range every {
				if isKept {
					before := threadTime()
					must(kept.Keep(nil, seconds))
					keeping += threadTime() - before
				}
				must(step(nil, seconds))
			}
			return threadTime() - begin
		}
		// One worker works on the goroutine of the frame. The memory of the oldest frames is used again
		// before the time counts.
		prepare := func() {
			runtime.LockOSThread()
			for oldest := 1; oldest < 3*every; oldest, _ = kept.Frames() {
				round(true)
			}
		}
		b.Run("keep="+tape, func(b *testing.B) {
			prepare()
			defer runtime.UnlockOSThread()
			b.ReportAllocs()
			var slower, of []float64
			var took, frames []time.Duration
			for i := 0; b.Loop(); i++ {
				var with, without time.Duration
				if i%2 == 0 {
					without = round(false)
				}
				with = round(true)
				took = append(took, keeping)
				if i%2 == 1 {
					without = round(false)
				}
				frames = append(frames, without/every)
				slower = append(slower, 100*(float64(with)/float64(without)-1))
				of = append(of, 100*float64(took[i])/float64(without))
			}
			slices.Sort(slower)
			slices.Sort(of)
			b.ReportMetric(of[len(of)/2], "keep-%")
			b.ReportMetric(slower[len(slower)/2], "slower-%")
			b.ReportMetric(slower[len(slower)/4], "slower-lower-quarter-%")
			b.ReportMetric(slower[len(slower)*3/4], "slower-upper-quarter-%")
			b.ReportMetric(float64(median(took))/1000, "keep-us/state")
			b.ReportMetric(float64(median(frames))/1000, "us/frame")
			b.ReportMetric(float64(kept.Size())/float64(1<<20), "MiB")
		})
		b.Run("seek="+tape, func(b *testing.B) {
			prepare()
			defer runtime.UnlockOSThread()
			b.ReportAllocs()
			oldest, _ := kept.Frames()
			var seeks []time.Duration
			for b.Loop() {
				begin := threadTime()
				must(kept.Seek(oldest + every - 1)) // the last of its round
				seeks = append(seeks, threadTime()-begin)
			}
			b.ReportMetric(median(seeks).Seconds()*1000, "median-ms")
			b.ReportMetric(slices.Max(seeks).Seconds()*1000, "longest-ms")
		})
	}
}
