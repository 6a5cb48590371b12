package bench

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/eventqueue"
	"github.com/sinew-go/sinew/internal/playback"
)

// BenchmarkEvents appends the events of a frame and reads them by two readers.
func BenchmarkEvents(b *testing.B) {
	for _, n := range []int{10, 1000, 100000} {
		b.Run(fmt.Sprintf("events=%d/readers=2", n), func(b *testing.B) {
			var events ecs.Events
			var readers [2]ecs.EventReader
			layers := 0
			for b.Loop() {
				(*eventqueue.Queue[ecs.Event])(&events).BeginUpdate()
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

// BenchmarkCrossings advances a looping clip at 60 frames per second and visits the markers that it
// passes.
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
					crossings := playback.Cross(step, markers, span)
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

// BenchmarkEventsFrame is a whole frame of walking mannequins: without markers, with the markers of
// the feet, and with root motion.
func BenchmarkEventsFrame(b *testing.B) {
	const characters = 1000
	for _, row := range []struct {
		name                string
		markers, rootMotion bool
	}{{"work=none", false, false}, {"work=events", true, false}, {"work=root-motion", false, true}} {
		b.Run(row.name+"/characters=1000/workers=1"+kernels(), func(b *testing.B) {
			library := assets.NewLibrary(assets.Exact())
			model := newMannequin(b, library)
			walk, err := courses.Traveling("walk", library.Clip(model.Clip("walk")), mannequin.WalkSpeed, 0)
			if err == nil {
				walk, err = clip.ExtractRootMotion(walk, clip.RootMotionOptions{})
			}
			if err == nil && row.markers != (len(walk.Markers()) > 0) {
				markers := library.Clip(model.Clip("walk")).Markers()
				if !row.markers {
					markers = nil
				}
				walk, err = clip.WithMarkers(walk, markers...)
			}
			if err != nil {
				b.Fatal(err)
			}
			id := library.AddClip(walk)
			bakeAll(b, library)
			animation := newCrowd(b, library, model, frameCase{characters: characters, workers: 1})
			for i, entity := range animation.entities {
				if row.rootMotion {
					must(animation.EnableRootMotion(entity))
				}
				player := animation.Player(entity)
				if err := player.Play(id); err != nil {
					b.Fatal(err)
				}
				if err := player.SeekFraction(float64(i) / characters); err != nil {
					b.Fatal(err)
				}
			}
			reader := animation.Events().Reader()
			animation.update(b, 1.0/60)
			fired := 0
			b.ReportAllocs()
			for b.Loop() {
				animation.update(b, 1.0/60)
				events, _ := animation.Events().Read(&reader)
				fired += len(events)
			}
			perCharacter(b, characters, 0, "")
			b.ReportMetric(float64(fired)/float64(b.N), "events/op")
		})
	}
}
