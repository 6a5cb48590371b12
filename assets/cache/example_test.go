package cache_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// A library whose baked clips are in a folder bakes only what is new there.
func ExampleOpen() {
	path, err := os.MkdirTemp("", "cache")
	must(err)
	defer os.RemoveAll(path)
	folder, err := cache.Open(path)
	must(err)
	folder.MaxBytes = 100 << 20
	for range 2 {
		library := assets.NewLibrary(assets.WithBaking(assets.Baking{Cache: bake.NewCache(folder)}))
		wave := library.AddClip(handmade.ExampleWave(handmade.ExampleArm()))
		fmt.Println(library.BakeReport(wave).Cached)
	}
	// Output:
	// false
	// true
}

// A program may keep what it makes itself beside the clips.
func ExampleFolder() {
	path, err := os.MkdirTemp("", "cache")
	must(err)
	defer os.RemoveAll(path)
	folder, err := cache.Open(path)
	must(err)
	key := []byte("outline of mesh 7, version 1") // a program takes a hash of the mesh
	_, err = folder.Read(key)
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	must(folder.Write(key, []byte("made once")))
	data, err := folder.Read(key)
	must(err)
	fmt.Println(string(data))
	report, err := folder.Prune(0)
	must(err)
	fmt.Println(report.Removed, report.Files)
	// Output:
	// true
	// made once
	// 1 0
}
