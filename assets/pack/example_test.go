package pack_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/pack"
)

// A program that makes the files of a game cooks them once; the game opens the pack.
func Example() {
	folder, err := os.MkdirTemp("", "pack")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "all.pack")

	source := assets.NewLibrary()
	if _, err := mannequin.New(source); err != nil {
		panic(err)
	}
	out, err := os.Create(path)
	if err != nil {
		panic(err)
	}
	if err := pack.Write(out, source, pack.Options{Meshes: true}); err != nil {
		panic(err)
	}
	if err := out.Close(); err != nil {
		panic(err)
	}

	// guide: pack
	library := assets.NewLibrary()
	cooked, err := pack.Open(library, path)
	if err != nil {
		panic(err)
	}
	figure := cooked.Models()[0]
	walk := figure.Clip("walk")
	fmt.Println(figure.ClipNames(), library.Clip(walk).Keys(), "keys")
	// guide: end
	fmt.Println(library.Key(walk) == source.Key(source.ClipsNamed("walk")[0]))
	// Output:
	// [idle walk run jump wave dance] 0 keys
	// true
}
