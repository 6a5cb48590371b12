package retargeting_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/retargeting"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// start loads the mannequin, and begins to make it play the clips of a file.
func start(t *testing.T, file string, options ...assets.LibraryOption) (
	*retargeting.Work, *assets.Library, *assets.Model,
) {
	t.Helper()
	library := assets.NewLibrary(options...)
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	return retargeting.Start([]string{file}, commandline.Load, retargeting.Mannequin, library, model), library, model
}

// The clips come after those that the model has, baked as the library bakes, and are those that
// retargeting at once makes.
func TestWorkAddsClips(t *testing.T) {
	const file = retargeting.Mannequin
	work, library, model := start(t, file)
	own := len(model.Clips)
	<-work.Ended()
	done, total := work.Progress()
	added, err := work.Take()
	if err != nil || added == 0 || added != total || done != total || len(model.Clips) != own+added {
		t.Fatalf("%d of %d clips were made and %d added to %d, %v", done, total, added, own, err)
	}
	source, err := retargeting.Load(file, commandline.Load, true)
	if err != nil {
		t.Fatal(err)
	}
	target, err := retargeting.Of(retargeting.Mannequin, library, model)
	if err != nil {
		t.Fatal(err)
	}
	relation, err := retargeting.Relate(source, target, retargeting.Names{})
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range model.Clips[own:] {
		want, _, err := relation.Retargeter.Clip(source.Clips[i])
		if err != nil {
			t.Fatal(err)
		}
		got := library.Clip(id)
		if got.Name() != want.Name() || got.Duration() != want.Duration() || len(got.Tracks()) != len(want.Tracks()) {
			t.Errorf("the clip %q of %v s, expected %q of %v s", got.Name(), got.Duration(), want.Name(), want.Duration())
		}
		if library.Baked(id) == nil {
			t.Errorf("%s is not baked: %s", got.Name(), library.BakeReport(id).Reason)
		}
	}
	if added, err := work.Take(); added != 0 || err != nil {
		t.Errorf("afterward %d clips are ready, %v", added, err)
	}
}

// Work that is stopped makes no more clips.
func TestWorkStops(t *testing.T) {
	work, _, _ := start(t, testassets.Path(t, "assets/woman/Woman.gltf"))
	work.Stop()
	done, total := work.Progress()
	if done == total {
		t.Errorf("all %d clips were made before it stopped", total)
	}
}

func TestWorkTellsErrors(t *testing.T) {
	for file, want := range map[string]string{
		"nowhere.glb": "nowhere.glb",
		testassets.Path(t, "assets/asset-generator/Buffer_Interleaved/Buffer_Interleaved_00.gltf"): "with clips, found none",
		testassets.Path(t, "assets/fox/Fox.glb"):                                                   "Fox.glb, mannequin: ",
	} {
		work, _, model := start(t, file, assets.Exact())
		own := len(model.Clips)
		<-work.Ended()
		if _, err := work.Take(); err == nil || !strings.Contains(err.Error(), want) || len(model.Clips) != own {
			t.Errorf("%s: %v, and %d clips of %d", file, err, len(model.Clips), own)
		}
	}
}

func ExampleStart() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	work := retargeting.Start([]string{retargeting.Mannequin}, commandline.Load, retargeting.Mannequin, library, model)
	<-work.Ended() // a window draws frames meanwhile
	added, err := work.Take()
	fmt.Println(added, err)
	// Output: 6 <nil>
}
