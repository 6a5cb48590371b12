package gltfio_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/internal/background"
)

// mannequinFile returns the built-in character with its six clips as a file.
func mannequinFile(t *testing.T) []byte {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := gltfio.Write(&file, library, model); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// counts returns the counts of what is done, and those of all.
func counts(p gltfio.Progress) (done, all [3]int64) {
	return [3]int64{int64(p.Files), int64(p.Clips), p.Bytes}, [3]int64{int64(p.AllFiles), int64(p.AllClips), p.AllBytes}
}

// The progress of a file and that of all never go back, and end at all: also for a file that cannot
// be read. Clips are baked as the library bakes, from its cache too, and no goroutine is left: the
// bubble would not end.
func TestLoaderProgress(t *testing.T) {
	data := mannequinFile(t)
	size := int64(len(data))
	folder := t.TempDir()
	kept, err := cache.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, cached := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			library := assets.NewLibrary(assets.WithBaking(assets.Baking{
				Cache:    bake.NewCache(kept),
				Progress: func(int, int) { t.Error("the library's own progress is called") },
			}))
			loader := gltfio.NewLoader(t.Context(), library, 2)
			fsys := fstest.MapFS{"whole.glb": {Data: data}, "broken.glb": {Data: data[:len(data)-5]}}
			var mutex sync.Mutex
			last := map[string]gltfio.Progress{}
			check := func(name string, p gltfio.Progress) {
				done, all := counts(p)
				doneBefore, allBefore := counts(last[name])
				for i := range done {
					if done[i] < doneBefore[i] || all[i] < allBefore[i] || done[i] > all[i] {
						t.Errorf("%s: %+v comes after %+v", name, p, last[name])
					}
				}
				last[name] = p
			}
			loads := map[string]*gltfio.Loading{}
			for i := range 4 {
				name, file := fmt.Sprint("file ", i), "whole.glb"
				if i == 0 {
					name, file = "broken", "broken.glb"
				}
				options := gltfio.Options{Loader: loader, Progress: func(gltfio.Stage, int, int) {
					mutex.Lock()
					defer mutex.Unlock()
					check("all", loader.Progress())
					for name, loading := range loads {
						check(name, loading.Progress())
					}
				}}
				mutex.Lock()
				loads[name] = options.OpenFSAsync(fsys, file)
				mutex.Unlock()
			}
			for name, loading := range loads {
				<-loading.Finished()
				mutex.Lock()
				check(name, loading.Progress())
				mutex.Unlock()
				want := gltfio.Progress{gltfio.StageBaking, 1, 1, 6, 6, size, size}
				if name == "broken" {
					want = gltfio.Progress{gltfio.StageReading, 1, 1, 0, 0, size - 5, size - 5}
				}
				if p := loading.Progress(); p != want {
					t.Errorf("%s ends at %+v, want %+v", name, p, want)
				}
				model, err := loading.Take(library)
				if (err != nil) != (name == "broken") {
					t.Errorf("%s: %v", name, err)
				}
				if err == nil && cached && !library.BakeReport(model.Clips[0]).Cached {
					t.Errorf("%s: the cache of the library is not used", name)
				}
			}
			mutex.Lock()
			check("all", loader.Progress())
			mutex.Unlock()
			if p := loader.Progress(); p != (gltfio.Progress{"", 4, 4, 18, 18, 4*size - 5, 4*size - 5}) {
				t.Errorf("all ends at %+v", p)
			}
		})
	}
	if files, err := filepath.Glob(filepath.Join(folder, "*.baked")); err != nil || len(files) != 6 {
		t.Errorf("the cache holds %d files, error %v, want 6", len(files), err)
	}
}

// The end of the context ends the work between two clips, for the files that wait too. The library
// is unchanged, and no goroutine is left.
func TestLoaderEndsWithItsContext(t *testing.T) {
	fsys := fstest.MapFS{"a.glb": {Data: mannequinFile(t)}}
	for _, stop := range []gltfio.Stage{gltfio.StageReading, gltfio.StageBuilding, gltfio.StageBaking} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			loader := gltfio.NewLoader(ctx, nil, 1)
			var reports []gltfio.Stage
			options := gltfio.Options{Loader: loader, Progress: func(stage gltfio.Stage, _, _ int) {
				if reports = append(reports, stage); stage == stop {
					cancel()
				}
			}}
			loads := []*gltfio.Loading{options.OpenFSAsync(fsys, "a.glb"), options.OpenFSAsync(fsys, "a.glb")}
			library := assets.NewLibrary()
			for i, loading := range loads {
				<-loading.Finished()
				model, err := loading.Take(library)
				if wrong := (*gltfio.Error)(nil); model != nil || !errors.Is(err, context.Canceled) ||
					!errors.As(err, &wrong) || wrong.File != "a.glb" {
					t.Errorf("stopped while %s, file %d: %v, error %v", stop, i, model, err)
				}
			}
			first := slices.Index(reports, stop)
			for _, report := range reports[first+1:] {
				if stop != gltfio.StageReading || report != stop { // a file is read to its end
					t.Errorf("stopped while %s, and a step of %s follows", stop, report)
				}
			}
			done, all := counts(loader.Progress())
			if done != all || library.Count() != (assets.Count{}) {
				t.Errorf("stopped while %s: %v of %v are done, the library holds %+v", stop, done, all, library.Count())
			}
		})
	}
}

// A library whose baking has a context adds nothing once that has ended, neither clips nor files,
// and says so.
func TestBakingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	library := assets.NewLibrary(assets.WithBaking(assets.Baking{Context: ctx}))
	data := mannequinFile(t)
	if _, err := gltfio.Parse(library, "a.glb", data); err != nil {
		t.Fatal(err)
	}
	before := library.Count()
	cancel()
	var clip *assets.Clip
	for c := range library.Clips {
		clip = c
	}
	if ids, err := library.AddClips([]*assets.Clip{clip}, assets.Baking{}); ids != nil ||
		!errors.Is(err, context.Canceled) || library.Count() != before {
		t.Errorf("%v, error %v, the library holds %+v, before %+v", ids, err, library.Count(), before)
	}
	if model, err := gltfio.Parse(library, "b.glb", data); model != nil || !errors.Is(err, context.Canceled) ||
		library.Count() != before {
		t.Errorf("%v, error %v, the library holds %+v, before %+v", model, err, library.Count(), before)
	}
}

// While a frame runs no clip is baked; the work goes on when it ends. In the bubble work takes no
// time, and time passes only while the loader waits.
func TestLoaderWaitsForFrames(t *testing.T) {
	fsys := fstest.MapFS{"a.glb": {Data: mannequinFile(t)}}
	for _, goroutines := range []int{1, 2} {
		synctest.Test(t, func(t *testing.T) {
			begun := make(chan int)
			loading := gltfio.Options{
				Loader: gltfio.NewLoader(t.Context(), nil, goroutines),
				Progress: func(stage gltfio.Stage, done, total int) {
					if stage == gltfio.StageBaking && done == 1 {
						background.BeginFrame()
						begun <- done
					}
				},
			}.OpenFSAsync(fsys, "a.glb")
			<-begun
			time.Sleep(15 * time.Millisecond)
			if p := loading.Progress(); p.Clips > goroutines || loading.Done() { // a clip may just have ended
				t.Errorf("%d goroutines: during a frame %+v", goroutines, p)
			}
			background.EndFrame()
			end := time.Now()
			<-loading.Finished()
			if p := loading.Progress(); p.Clips != 6 || time.Since(end) > time.Millisecond {
				t.Errorf("%d goroutines: %v after the frame %+v", goroutines, time.Since(end), p)
			}
		})
	}
}

// A program loads many files while its frames run, and shows how far that is.
func ExampleLoader() {
	folder, err := os.MkdirTemp("", "gltfio")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	source := assets.NewLibrary(assets.Exact())
	figure, err := mannequin.New(source)
	if err != nil {
		panic(err)
	}
	paths := []string{filepath.Join(folder, "guard.glb"), filepath.Join(folder, "baker.glb")}
	for _, path := range paths {
		if err := gltfio.Save(path, source, figure); err != nil {
			panic(err)
		}
	}

	library := assets.NewLibrary()
	// guide: loader
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // ends the loading, if the level is left
	loader := gltfio.NewLoader(ctx, library, 0)
	var loads []*gltfio.Loading
	for _, path := range paths {
		loads = append(loads, gltfio.Options{Loader: loader}.OpenAsync(path))
	}
	for p := loader.Progress(); p.Files < p.AllFiles; p = loader.Progress() {
		time.Sleep(time.Millisecond) // or a frame, which shows p.Clips of p.AllClips
	}
	// guide: end
	for _, loading := range loads {
		<-loading.Finished()
		if _, err := loading.Take(library); err != nil {
			panic(err)
		}
	}
	p := loader.Progress()
	fmt.Println(p.Files, "files,", p.Clips, "clips;", library.Count().Clips, "in the library")
	// Output: 2 files, 12 clips; 12 in the library
}
