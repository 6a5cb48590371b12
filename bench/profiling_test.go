package bench

import (
	"context"
	"io"
	"runtime/trace"
	"slices"
	"testing"
	"time"

	"github.com/sinew-go/sinew/ecs/pproflabels"
)

// BenchmarkProfiling is a whole frame of 1,000 characters with what tells profilers which system
// runs, and without it: labels of package pproflabels, without a profile being taken, or a trace of
// runtime/trace that is written to nowhere.
//
// It runs frames with it and without it in turn, and reports by how much those with it take longer:
// the least of each and the medians. Without both a frame costs what BenchmarkFrame says.
func BenchmarkProfiling(b *testing.B) {
	const seconds = 1.0 / 60
	c := frameCase{joints: 64, clips: 2, characters: 1000, workers: 1}
	library, model := shared(b, c)
	crowd := newCrowd(b, library, model, c)
	check := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	for _, kind := range []struct {
		name    string
		on, off func()
	}{
		{"labels", func() {
			check(pproflabels.Set(context.Background(), crowd.Schedule()))
		}, func() { check(pproflabels.Clear(crowd.Schedule())) }},
		{"trace", func() { check(trace.Start(io.Discard)) }, trace.Stop},
	} {
		b.Run(kind.name, func(b *testing.B) {
			b.ReportAllocs()
			frame := func() float64 {
				start := time.Now()
				crowd.update(b, seconds)
				return float64(time.Since(start))
			}
			var with, without []float64
			for b.Loop() {
				without = append(without, frame())
				kind.on()
				crowd.update(b, seconds) // which makes the labels
				with = append(with, frame())
				kind.off()
			}
			report := func(unit string, with, without float64) { b.ReportMetric(100*(with/without-1), unit) }
			report("%least", slices.Min(with), slices.Min(without))
			slices.Sort(with)
			slices.Sort(without)
			report("%median", with[len(with)/2], without[len(without)/2])
			b.ReportMetric(without[len(without)/2], "ns/frame-off")
		})
	}
}
