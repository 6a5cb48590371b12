package bench

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/cache"
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

// openCache opens a cache of baked clips in a folder.
func openCache(b *testing.B, path string) *bake.Cache {
	b.Helper()
	folder, err := cache.Open(path)
	must(err)
	return bake.NewCache(folder)
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
	cache := openCache(b, b.TempDir())
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
	cache := openCache(b, b.TempDir())
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
//     thread, and after how many frames all files were there;
//   - the longest time that it took to take over a file, in milliseconds on the same clock;
//   - the median of the updates alone while files are loaded and afterward, in milliseconds on the
//     clock of the wall, and how many times the second the first one is;
//   - least-longest-ms and least-longest/median: the longest frame while files are loaded, as the
//     frames themselves make it. See [loadingRun.leastLongest].
//
// With -v it prints the longest frames, and what came to them from outside.
func BenchmarkTownLoading(b *testing.B) {
	cache := openCache(b, b.TempDir())
	files, err := town.Files(town.Large)
	must(err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("characters=%d/workers=%d%s", loadingSize.Characters, workers, kernels()), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for b.Loop() {
				var runs [loadingRuns]loadingRun
				for i := range runs {
					runs[i] = playLoading(b, cache, files, workers)
				}
				var during, after []loadingFrame
				var taken []time.Duration
				for i := range runs {
					during, after = append(during, runs[i].during...), append(after, runs[i].after...)
					for _, took := range runs[i].taken {
						taken = append(taken, took)
					}
				}
				ms := func(name string, of time.Duration) { b.ReportMetric(of.Seconds()*1000, name) }
				threads, threadsAfter := timesOf(during, (*loadingFrame).thread), timesOf(after, (*loadingFrame).thread)
				ms("median-ms", median(threads))
				ms("longest-ms", slices.Max(threads))
				ms("longest-taking-over-ms", slices.Max(taken))
				ms("idle-median-ms", median(threadsAfter))
				ms("idle-longest-ms", slices.Max(threadsAfter))
				b.ReportMetric(float64(len(during))/loadingRuns, "frames-loading")
				wall := func(f *loadingFrame) time.Duration { return f.wall }
				walls, wallsAfter := median(timesOf(during, wall)), median(timesOf(after, wall))
				ms("loading-wall-ms", walls)
				ms("idle-wall-ms", wallsAfter)
				b.ReportMetric(float64(walls)/float64(wallsAfter), "loading/idle")
				longest, typical := leastLongest(runs[:])
				ms("least-longest-ms", longest)
				b.ReportMetric(float64(longest)/float64(typical), "least-longest/median")
				if testing.Verbose() {
					logLongest(b, "while files are loaded", during)
					logLongest(b, "afterward", after)
				}
			}
		})
	}
}

// loadingRuns is how often a town is played while files are loaded.
const loadingRuns = 3

// loadingSize is the town that is played meanwhile.
var loadingSize = town.Size{Characters: 1000, Clips: town.Small.Clips, Outfits: town.Small.Outfits}

// loadingRun is what the frames of a town took while files were loaded, and afterward.
type loadingRun struct {
	during, after []loadingFrame
	taken         map[string]time.Duration // by the name of a file: what it took to take it over
}

// loadingFrame is what a frame took: on the clock of the thread what took over a file before it, what
// the program did, and the update, and on the clock of the wall the update.
type loadingFrame struct {
	taking, act, update, wall time.Duration
	outside                   outside
}

// thread returns what the frame took on the clock of the thread.
func (f *loadingFrame) thread() time.Duration { return f.taking + f.act + f.update }

// playLoading plays a new town while files are loaded, and as many frames after that.
func playLoading(b *testing.B, cache *bake.Cache, files []town.File, workers int) (run loadingRun) {
	const longest = 60 * 120 // frames
	played, _, _ := openTown(b, cache, loadingSize, workers)
	defer played.Animation.Close()
	played.Loader = gltfio.NewLoader(b.Context(), nil, 0) // without the cache: it bakes everything
	run.taken = map[string]time.Duration{}
	var loads []*gltfio.Loading
	var loading []town.File
	for _, file := range files {
		if !file.Body { // which is there already
			loads, loading = append(loads, played.Begin(file)), append(loading, file)
		}
	}
	before := played.Library.Count().Clips
	clock := time.NewTicker(time.Second / 60)
	defer clock.Stop()
	for len(loads) > 0 || len(run.after) < len(run.during) {
		<-clock.C
		frames := &run.during
		if len(loads) == 0 {
			frames = &run.after
		}
		var f loadingFrame
		interrupted, begin := outsideNow(), threadTime()
		if i := slices.IndexFunc(loads, (*gltfio.Loading).Done); i >= 0 {
			must(played.End(loading[i], loads[i]))
			f.taking = threadTime() - begin
			run.taken[loading[i].Name] = f.taking
			loads, loading = slices.Delete(loads, i, i+1), slices.Delete(loading, i, i+1)
		}
		acting := threadTime()
		must(played.Act())
		updating, wall := threadTime(), time.Now()
		must(played.Animation.Update(1.0 / 60))
		f.act, f.update, f.wall = updating-acting, threadTime()-updating, time.Since(wall)
		f.outside = outsideNow().since(interrupted)
		played.Frame++
		if *frames = append(*frames, f); len(run.during) == longest {
			b.Fatalf("%d of the files are not there after %d frames", len(loads), longest)
		}
	}
	requireBaked(b, played.Library, before, town.Large.Clips)
	return run
}

// leastLongest returns the longest frame while files were loaded, and the median, as the frames
// themselves make them. In each run a frame of a number does the same, so what it takes at least, in
// any of the runs, is what it needs, and a frame that is long in one run only was held up: by other
// programs, whose work drives that of the thread out of the caches, or by the loader. Files come
// before other frames in each run, so the file that takes longest, also at least, is added to the
// longest frame.
func leastLongest(runs []loadingRun) (longest, median time.Duration) {
	count := len(runs[0].during)
	for i := range runs {
		count = min(count, len(runs[i].during))
	}
	least := make([]time.Duration, count)
	for frame := range least {
		for i := range runs {
			f := &runs[i].during[frame]
			if took := f.act + f.update; i == 0 || took < least[frame] {
				least[frame] = took
			}
		}
	}
	slices.Sort(least)
	taking := time.Duration(0)
	for name, took := range runs[0].taken {
		for i := range runs {
			took = min(took, runs[i].taken[name])
		}
		taking = max(taking, took)
	}
	return least[count-1] + taking, least[count/2]
}

// timesOf returns a time of each frame.
func timesOf(frames []loadingFrame, of func(*loadingFrame) time.Duration) []time.Duration {
	times := make([]time.Duration, len(frames))
	for i := range frames {
		times[i] = of(&frames[i])
	}
	return times
}

// logLongest prints the longest frames.
func logLongest(b *testing.B, when string, frames []loadingFrame) {
	b.Helper()
	byTime := slices.Clone(frames)
	slices.SortFunc(byTime, func(x, y loadingFrame) int { return cmp.Compare(y.thread(), x.thread()) })
	typical := median(timesOf(frames, (*loadingFrame).thread))
	for i := range byTime[:min(len(byTime), 5)] {
		f := &byTime[i]
		b.Logf("%s: %v, %.2f times the median: %v to take over a file, %v to act, %v to update; %s", when, f.thread(),
			float64(f.thread())/float64(typical), f.taking, f.act, f.update, f.outside)
	}
}
