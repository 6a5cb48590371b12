package bench

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/playback"
)

// BenchmarkEvents appends the events of a frame and reads them by two readers.
func BenchmarkEvents(b *testing.B) {
	for _, n := range []int{10, 1000, 100000} {
		b.Run(fmt.Sprintf("events=%d/readers=2", n), func(b *testing.B) {
			var events ecs.Events
			writer := ecs.NewWriter(access.Token{}, &ecs.Frame{})
			var readers [2]ecs.EventReader
			layers := 0
			for b.Loop() {
				writer.BeginEvents(&events)
				for i := range n {
					events.Append(ecs.Event{Kind: ecs.MarkerPassed, Clip: 1, Marker: int32(i & 3), Weight: 1})
				}
				for r := range readers {
					list, missed := events.Read(&readers[r])
					if missed > 0 {
						b.Fatalf("%d events missed", missed)
					}
					for i := range list {
						layers += int(list[i].Layer)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
		})
	}
}

// BenchmarkCrossings moves a looping clip on and goes through the markers that it passes, at 60 frames a second.
func BenchmarkCrossings(b *testing.B) {
	span := playback.Span{End: 16.0 / 15}
	for _, n := range []int{0, 4} {
		var markers []clip.Marker
		for i := range n {
			markers = append(markers, clip.Marker{Name: "m", Time: span.End * float64(i) / float64(n)})
		}
		b.Run(fmt.Sprintf("markers=%d/characters=1000", n), func(b *testing.B) {
			const characters = 1000
			var times [characters]float64
			for i := range times {
				times[i] = span.End * float64(i) / characters
			}
			passed := 0
			for b.Loop() {
				for i := range times {
					step := playback.Loop(span, times[i], 1.0/60, false, playback.Endless)
					times[i] = step.To
					crossings := step.Cross(markers, span)
					for _, ok := crossings.Next(); ok; _, ok = crossings.Next() {
						passed++
					}
				}
			}
			if n > 0 && passed == 0 {
				b.Error("no marker was passed")
			}
			perCharacter(b, characters, 0, "")
		})
	}
}
