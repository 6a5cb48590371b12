package main

import (
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// The page is what make gallery writes, and each scene has a picture, and each picture a scene.
func TestGalleryIsComplete(t *testing.T) {
	t.Chdir("../../..")
	written, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(written) != text() {
		t.Errorf("%s is out of date: run make gallery", page)
	}
	const most = 1_500_000 // bytes of all pictures
	total := int64(0)
	for _, entry := range stage.Entries {
		file, err := os.Open(picture(entry.Name))
		if err != nil {
			t.Errorf("%v: run make gallery", err)
			continue
		}
		m, err := png.Decode(file)
		if err != nil || m.Bounds().Size() != size {
			t.Errorf("%s: %v, want a picture of %v: run make gallery", entry.Name, err, size)
		}
		if info, err := file.Stat(); err == nil {
			total += info.Size()
		}
		file.Close()
	}
	if total > most {
		t.Errorf("the pictures have %d bytes, want at most %d", total, most)
	}
	files, err := filepath.Glob(pictures + "/*")
	if err != nil || len(files) != len(stage.Entries) {
		t.Errorf("%d files %v for %d scenes", len(files), err, len(stage.Entries))
	}
}

func TestEverySampleHasACounterpart(t *testing.T) {
	if len(counterparts) != 17 {
		t.Errorf("%d samples, want 17", len(counterparts))
	}
	for _, c := range counterparts {
		if c.text() == "" {
			t.Errorf("%s has no counterpart", c.sample)
		}
		for _, name := range c.scenes {
			if !slices.Contains(stage.Names, name) {
				t.Errorf("%s: there is no scene %q", c.sample, name)
			}
		}
	}
	if !strings.Contains(text(), "| baked | [baked](#baked) |") {
		t.Error("the table has no row of the sample baked")
	}
}
