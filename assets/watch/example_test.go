package watch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/watch"
)

// A graph that an editor saves is taken over between two frames.
func Example() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		panic(err)
	}
	const text = `{"name": "one", "layers": [{"name": "body", "states": [{"name": "walk", "clip": "walk"}]}]}`
	folder, err := os.MkdirTemp("", "watch")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "graph.json")
	g, err := graph.Read(strings.NewReader(text), library, model)
	if err != nil {
		panic(err)
	}
	of, err := library.AddGraph(g)
	if err != nil {
		panic(err)
	}
	watcher, err := watch.New(library)
	if err != nil {
		panic(err)
	}
	defer func() { _ = watcher.Close() }()
	if err := watcher.Graph(path, of, model); err != nil {
		panic(err)
	}
	// Meanwhile in an editor:
	if err := os.WriteFile(path, []byte(strings.Replace(text, "walk", "stroll", 1)), 0o600); err != nil {
		panic(err)
	}
	for range 1000 { // frames
		taken, err := watcher.Apply()
		if err != nil {
			fmt.Println(err) // the program shows it until the file is mended
		}
		if taken > 0 {
			fmt.Println(library.Graph(of).Path(0))
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	// Output: stroll
}
