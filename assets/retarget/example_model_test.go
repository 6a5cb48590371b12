package retarget_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/retarget"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// A clip of one model becomes one of another model, and is saved with it.
func Example() {
	folder, err := os.MkdirTemp("", "retarget")
	must(err)
	defer func() { must(os.RemoveAll(folder)) }()
	library := assets.NewLibrary()
	from, err := mannequin.New(library)
	must(err)
	file := filepath.Join(folder, "giant.glb")
	must(gltfio.Save(file, library, from))
	to, err := gltfio.Options{Scale: 2}.Open(library, file)
	must(err)
	path := filepath.Join(folder, "new.glb")
	// guide: retarget
	r, err := retarget.New(library.Skeleton(from.Skeleton), library.Skeleton(to.Skeleton), retarget.Options{})
	must(err)
	walk, report, err := r.Clip(library.Clip(from.Clip("walk")))
	must(err)
	grade, why := report.Grade() // the whole report says what was not carried, and what differs most
	fmt.Println(grade, why)
	must(gltfio.WriteOptions{Clips: []assets.ClipID{library.AddClip(walk)}}.Save(path, library, to))
	// guide: end
	again, err := gltfio.Open(assets.NewLibrary(), path)
	must(err)
	fmt.Println(again.ClipNames())
	// Output:
	// good []
	// [walk]
}
