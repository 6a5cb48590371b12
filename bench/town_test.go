package bench

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/town"
	"github.com/sinew-go/sinew/systems"
)

// openTown loads the files of a town, with a cache of baked clips, and makes it, for a
// number of workers. It returns the bytes that the library and the world have added to the heap.
func openTown(b *testing.B, cache *bake.Cache, size town.Size, workers int) (played *town.Town, library, world uint64) {
	b.Helper()
	files, err := town.Files(size)
	must(err)
	before := heap()
	content := loadTown(files, cache, size)
	loaded := heap()
	played = playTown(b, content, workers)
	return played, loaded - before, heap() - loaded
}

// openCache opens a cache of baked clips in a folder of its own.
func openCache(b *testing.B) *bake.Cache {
	cache, err := bake.OpenCache(b.TempDir())
	must(err)
	return cache
}

// loadTown loads the assets of a town from files, with a cache of baked clips, or packs.
func loadTown(files []town.File, cache *bake.Cache, size town.Size) *town.Assets {
	content := town.NewAssets(assets.NewLibrary(assets.WithBaking(assets.Baking{Cache: cache})), size)
	must(content.Load(files))
	return content
}

// playTown makes a town for some workers and plays it until as many fades end as begin.
func playTown(b *testing.B, content *town.Assets, workers int) *town.Town {
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, content.Library, systems.WithWorkers(workers))
	must(err)
	b.Cleanup(animation.Close)
	played, err := town.New(content, animation)
	must(err)
	for range 180 {
		must(played.Step())
	}
	return played
}

// BenchmarkTown is a whole frame of a town at the scale of a game: 2,000 characters of five rigs,
// 40 outfits and 300 clips, with graphs, layers, root motion, eyes that look, feet on slopes,
// riders on horses and hair that swings.
//
// It runs frames of the town and of two other worlds of as many characters in turn, on the clock of
// the thread: that of BenchmarkEverything, whose characters have no pose modifiers, and one of
// walkers of the town who are all alike ([town.Size]): one model with graphs, layers, root motion,
// feet and hair. The turns are some frames long, so that each world finds what its own last frame
// left in the caches, or a frame long with caches that other memory has filled in between
// (cache=cold), as by the rest of a game.
//
// It reports:
//   - ns/character, and least-ns/character of the fastest frame;
//   - times-everything, by how many times a character of the town takes longer than one of
//     BenchmarkEverything: the median of pairs of frames, and the ratio of the least of each; and
//     times-alike, the same for walkers who are alike;
//   - act-ns/character is what the program does before a frame, which is not part of it;
//   - built/shown is how many palette matrices are built for each that is shown;
//   - library-MB and world-KB/character are the memory of the assets, and of the world by
//     character;
//   - frames-MB is the memory of the baked clips, which is part of library-MB.
func BenchmarkTown(b *testing.B) {
	cache := openCache(b)
	played, library, world := openTown(b, cache, town.Large, 1)
	size := len(played.Characters)
	uniform := town.Large
	uniform.Alike = true
	alike, _, _ := openTown(b, cache, uniform, 1)
	everything := busyFrame(b, busyCrowd(b, frameCase{characters: size, workers: 1}))
	for range 180 {
		everything()
	}
	for _, cache := range []string{"warm", "cold"} {
		b.Run(fmt.Sprintf("characters=%d/cache=%s%s", size, cache, kernels()), func(b *testing.B) {
			runtime.LockOSThread() // one worker works on the goroutine of the frame
			defer runtime.UnlockOSThread()
			turn, other := 8, []byte(nil) // frames
			if cache == "cold" {
				turn, other = 1, make([]byte, 64<<20)
			}
			var own, compared, uniform timedWorld
			shown, before := uint64(0), played.Animation.Counters()
			b.ReportAllocs()
			for b.Loop() {
				for range turn {
					fill(other)
					own.run(played.Act, func() error { return played.Animation.Update(1.0 / 60) })
					played.Frame++
					shown += uint64(played.Shown())
				}
				for range turn {
					fill(other)
					compared.run(nil, func() error { everything(); return nil })
				}
				for range turn {
					fill(other)
					uniform.run(alike.Act, func() error { return alike.Animation.Update(1.0 / 60) })
					alike.Frame++
				}
			}
			built := played.Animation.Counters().Since(before).Matrices
			b.ReportMetric(float64(median(own.frames))/float64(size), "ns/character")
			b.ReportMetric(float64(slices.Min(own.frames))/float64(size), "least-ns/character")
			own.reportTimes(b, &compared, "times-everything")
			own.reportTimes(b, &uniform, "times-alike")
			b.ReportMetric(float64(median(own.acts))/float64(size), "act-ns/character")
			b.ReportMetric(float64(built)/float64(shown), "built/shown")
			b.ReportMetric(float64(library)/1e6, "library-MB")
			b.ReportMetric(float64(played.Library.Memory().Library.Frames)/1e6, "frames-MB")
			b.ReportMetric(float64(world)/1e3/float64(size), "world-KB/character")
		})
	}
}

// timedWorld is what the frames of a world took, on the clock of the thread.
type timedWorld struct {
	acts, frames []time.Duration
}

// run runs a frame, and before it what the program does, which may be nil.
func (w *timedWorld) run(act, frame func() error) {
	begin := threadTime()
	if act != nil {
		must(act())
	}
	middle := threadTime()
	must(frame())
	w.acts, w.frames = append(w.acts, middle-begin), append(w.frames, threadTime()-middle)
}

// reportTimes reports by how many times the frames of a world took longer than those of another one
// that ran in turn with them: the median of the pairs, and the ratio of the least times.
func (w *timedWorld) reportTimes(b *testing.B, other *timedWorld, name string) {
	times := make([]float64, len(w.frames))
	for i := range times {
		times[i] = float64(w.frames[i]) / float64(other.frames[i])
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2], name)
	b.ReportMetric(float64(slices.Min(w.frames))/float64(slices.Min(other.frames)), "least-"+name)
}

// BenchmarkTownBudget is a frame of a town of 2,000 characters from packs, whose clips leave the
// memory unless they play, and come back. It reports frames-MB, the memory of the baked clips after
// the last frame, all-frames-MB, what it was before any left, and packs-MB, the packs themselves,
// which stay in memory here; a program maps them.
func BenchmarkTownBudget(b *testing.B) {
	cache := openCache(b)
	files, err := town.Files(town.Large)
	must(err)
	packs, err := town.Packs(files, assets.Baking{Cache: cache})
	must(err)
	b.Run(fmt.Sprintf("characters=%d%s", town.Large.Characters, kernels()), func(b *testing.B) {
		content := loadTown(packs, cache, town.Large)
		memory := func() int64 { return content.Library.Memory().Library.Frames }
		all := memory()
		must(content.KeepWithin(b.Context(), 1))
		played := playTown(b, content, 1)
		for b.Loop() {
			must(played.Step())
		}
		size := 0
		for _, file := range packs {
			size += len(file.Data)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(played.Characters)), "ns/character")
		b.ReportMetric(float64(memory())/1e6, "frames-MB")
		b.ReportMetric(float64(all)/1e6, "all-frames-MB")
		b.ReportMetric(float64(size)/1e6, "packs-MB")
	})
}

// requireBaked fails unless a library has got so many clips besides the first ones, and baked them all
// from their keys.
func requireBaked(b *testing.B, library *assets.Library, first, expected int) {
	b.Helper()
	baked := 0
	for of, m := range library.Motions {
		if m.Single != of {
			continue
		}
		if first--; first >= 0 {
			continue
		}
		if report := library.BakeReport(of); report.Exact || report.Cached {
			b.Fatalf("clip %q: expected it baked from its keys, found exact=%v, cached=%v: %s", m.Name, report.Exact,
				report.Cached, report.Reason)
		}
		baked++
	}
	if baked != expected {
		b.Fatalf("expected %d clips loaded and baked meanwhile, found %d", expected, baked)
	}
}

// fill writes to memory, so that the caches hold it.
func fill(memory []byte) {
	for i := 0; i < len(memory); i += 64 {
		memory[i]++
	}
}

func median(of []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}

// BenchmarkTownLoading is frames of a town of 1,000 characters, 60 a second, while files with 40
// outfits and 300 clips are read and baked by a gltfio.Loader and taken over, and as many frames
// after that, all on 2 processors. It fails unless all 300 clips were baked from their keys
// meanwhile, none of them from a cache. It reports
//   - the median and the longest frame while files are loaded, with what takes over a file before
//     it, and the median and the longest frame afterward, in milliseconds on the clock of the
//     thread, and after how many frames all files were there. The longest frame afterward shows
//     what of the other one is the machine's;
//   - the longest time that it took to take over a file, in milliseconds on the same clock;
//   - the median of the updates alone while files are loaded and afterward, in milliseconds on the
//     clock of the wall, and how many times the second the first one is.
func BenchmarkTownLoading(b *testing.B) {
	const longest = 60 * 120 // frames
	cache := openCache(b)
	size := town.Small
	size.Characters = 1000
	files, err := town.Files(town.Large)
	must(err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("characters=%d/workers=%d%s", size.Characters, workers, kernels()), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for b.Loop() {
				played, _, _ := openTown(b, cache, size, workers)
				played.Loader = gltfio.NewLoader(b.Context(), nil, 0) // without the cache: it bakes everything
				var loads []*gltfio.Loading
				var loading []town.File
				for _, file := range files {
					if !file.Body { // which is there already
						loads, loading = append(loads, played.Begin(file)), append(loading, file)
					}
				}
				before := played.Library.Count().Clips
				var threads, threadsAfter, during, after, taken []time.Duration
				clock := time.NewTicker(time.Second / 60)
				for len(loads) > 0 || len(after) < len(during) {
					<-clock.C
					thread, isLoading := threadTime(), len(loads) > 0
					if i := slices.IndexFunc(loads, (*gltfio.Loading).Done); i >= 0 {
						must(played.End(loading[i], loads[i]))
						loads, loading = slices.Delete(loads, i, i+1), slices.Delete(loading, i, i+1)
						taken = append(taken, threadTime()-thread)
					}
					must(played.Act())
					begin := time.Now()
					must(played.Animation.Update(1.0 / 60))
					wall := time.Since(begin)
					played.Frame++
					if !isLoading {
						after, threadsAfter = append(after, wall), append(threadsAfter, threadTime()-thread)
						continue
					}
					during, threads = append(during, wall), append(threads, threadTime()-thread)
					if len(during) == longest {
						b.Fatalf("%d of the files are not there after %d frames", len(loads), longest)
					}
				}
				clock.Stop()
				requireBaked(b, played.Library, before, town.Large.Clips)
				b.ReportMetric(median(threads).Seconds()*1000, "median-ms")
				b.ReportMetric(slices.Max(threads).Seconds()*1000, "longest-ms")
				b.ReportMetric(slices.Max(taken).Seconds()*1000, "longest-taking-over-ms")
				b.ReportMetric(median(threadsAfter).Seconds()*1000, "idle-median-ms")
				b.ReportMetric(slices.Max(threadsAfter).Seconds()*1000, "idle-longest-ms")
				b.ReportMetric(float64(len(during)), "frames-loading")
				b.ReportMetric(median(during).Seconds()*1000, "loading-wall-ms")
				b.ReportMetric(median(after).Seconds()*1000, "idle-wall-ms")
				b.ReportMetric(float64(median(during))/float64(median(after)), "loading/idle")
			}
		})
	}
}
