package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/watch"
	"github.com/sinew-go/sinew/systems"
)

// BenchmarkTakeOver is the time from the moment at which the file of a graph is written until the
// first frame that plays by it has run, in a program with 60 frames a second that has 100 characters
// with the graph: the median and the longest, in milliseconds. Most of it is the waiting for the file
// to be left alone ([watch.Settle]) and for the next frame; own-ms is the longest that taking over took
// of a frame.
func BenchmarkTakeOver(b *testing.B) {
	const frame = time.Second / 60
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	text := func(speed string) []byte {
		return []byte(`{"name": "g", "parameters": [{"name": "go", "type": "float"}], "layers": [{"name": "body", "states": [
			{"name": "walk", "clip": "walk", "speed": ` + speed + `, "transitions": [{"to": "run", "conditions": [{"parameter": "go", "op": ">", "value": 1}], "fade": 0.2}]},
			{"name": "run", "clip": "run"}]}]}`)
	}
	g, err := graph.Read(bytes.NewReader(text("1")), library, model)
	must(err)
	of, err := library.AddGraph(g)
	must(err)
	path := filepath.Join(b.TempDir(), "graph.json")
	must(os.WriteFile(path, text("1"), 0o600))
	watcher, err := watch.New(library)
	must(err)
	defer watcher.Close()
	must(watcher.Graph(path, of, model))
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	for range 100 {
		_, err := animation.Control(mustSpawn(animation.Spawn(model, mgl32.Ident4())), of)
		must(err)
	}
	var all []time.Duration
	var own time.Duration
	next := time.Now()
	for i := 0; b.Loop(); i++ {
		speed := []string{"2", "1"}[i%2]
		must(os.WriteFile(path+"~", text(speed), 0o600))
		must(os.Rename(path+"~", path))
		written := time.Now()
		for taken := 0; taken == 0; {
			next = next.Add(frame)
			time.Sleep(time.Until(next))
			begin := time.Now()
			taken, err = watcher.Apply()
			must(err)
			if took := time.Since(begin); taken > 0 {
				own = max(own, took)
			}
			must(animation.Update(frame.Seconds()))
		}
		all = append(all, time.Since(written))
		if got := library.Graph(of).States()[0].Speed; got != float32(2-i%2) {
			b.Fatalf("the speed is %v, the file says %s", got, speed)
		}
		next = time.Now()
	}
	b.ReportMetric(0, "ns/op")
	slices.Sort(all)
	b.ReportMetric(all[len(all)/2].Seconds()*1000, "median-ms")
	b.ReportMetric(all[len(all)-1].Seconds()*1000, "longest-ms")
	b.ReportMetric(own.Seconds()*1000, "own-ms")
}
