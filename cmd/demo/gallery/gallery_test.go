package main

import (
	"image/color"
	"image/jpeg"
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
	const most = 2_600_000 // bytes of all pictures
	total := int64(0)
	for _, entry := range stage.Entries {
		file, err := os.Open(picture(entry.Name))
		if err != nil {
			t.Errorf("%v: run make gallery", err)
			continue
		}
		m, err := jpeg.Decode(file)
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
	files, err := filepath.Glob(pictures + "/*.jpg")
	if err != nil || len(files) != len(stage.Entries) {
		t.Errorf("%d files %v for %d scenes", len(files), err, len(stage.Entries))
	}
}

// A picture is a JPEG of its size, with something in it.
func TestPictureOfAScene(t *testing.T) {
	if os.Getenv("DISPLAY") == "" {
		t.Skip("there is no display; run the tests under xvfb-run")
	}
	entry, err := stage.Find("skinning")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "skinning.jpg")
	if err := draw(entry, name); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := jpeg.Decode(file)
	if err != nil || picture.Bounds().Size() != size {
		t.Fatalf("%v, want a picture of %v", err, size)
	}
	colors := make(map[color.Color]bool)
	for y := range size.Y {
		colors[picture.At(size.X/2, y)] = true
	}
	if len(colors) < 50 { // sky, ground and tubes; a picture of one color is empty
		t.Errorf("the middle of the picture has %d colors", len(colors))
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
