package hdr_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/seeds"
	"github.com/sinew-go/sinew/systems/render"
	"github.com/sinew-go/sinew/systems/render/hdr"
)

// picture returns a picture of 8 by 4 pixels in Radiance's format, compressed in runs.
func picture() []byte {
	var file bytes.Buffer
	file.WriteString("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n")
	for range 4 {
		file.Write([]byte{2, 2, 0, 8}) // a compressed row of 8 pixels
		for _, channel := range []byte{128, 64, 32, 129} {
			file.Write([]byte{128 + 8, channel})
		}
	}
	return file.Bytes()
}

// flatPicture returns a picture of 2 pixels that is not compressed.
func flatPicture() []byte {
	return append([]byte("#?RGBE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 2\n"), 128, 128, 128, 129, 200, 10, 10, 129)
}

func TestPictures(t *testing.T) {
	for name, data := range map[string][]byte{"runs": picture(), "flat": flatPicture()} {
		if e, err := hdr.Decode(bytes.NewReader(data)); err != nil || e == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDamagedPictures(t *testing.T) {
	whole := picture()
	long := bytes.Clone(whole)
	long[len(long)-2] = 255 // a run of 127 pixels
	large := []byte("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 999999999 +X 999999999\n")
	empty := []byte("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1000 +X 30000\n")
	negative := []byte("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y -4 +X 8\n")
	for name, row := range map[string]struct {
		data []byte
		want string
	}{
		"empty":     {nil, "expected a picture in Radiance's format"},
		"another":   {[]byte("\x89PNG\r\n\x1a\n and so on\n\n"), "expected a picture in Radiance's format"},
		"long run":  {long, "found a longer run"},
		"large":     {large, "found 999999999x999999999"},
		"too short": {empty, "bytes for 30000x1000 pixels, found 5"},
		"negative":  {negative, "found 8x-4"},
	} {
		e, err := hdr.Decode(bytes.NewReader(row.data))
		if err == nil || e != nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %q", name, err, row.want)
		}
	}
	for n := range whole {
		if e, err := hdr.Decode(bytes.NewReader(whole[:n])); err == nil || e != nil {
			t.Errorf("%d of %d bytes are a picture", n, len(whole))
		}
	}
}

func TestErrorsNameTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "attic.hdr")
	if _, err := hdr.Open(path); err == nil || !strings.Contains(err.Error(), "attic.hdr") {
		t.Errorf("got %v", err)
	}
	if err := os.WriteFile(path, picture()[:60], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := hdr.Open(path); err == nil || !strings.Contains(err.Error(), "attic.hdr: ") {
		t.Errorf("got %v", err)
	}
	if err := os.WriteFile(path, picture(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := hdr.Open(path); err != nil {
		t.Error(err)
	}
}

func FuzzDecode(f *testing.F) {
	seeds.Add(f, picture())
	seeds.Add(f, flatPicture())
	f.Fuzz(func(t *testing.T, data []byte) {
		if e, err := hdr.Decode(bytes.NewReader(data)); (e == nil) == (err == nil) {
			t.Errorf("%v, %v", e, err)
		}
	})
}

// A picture of the surroundings lights what is drawn.
func ExampleOpen() {
	surroundings, err := hdr.Open("testdata/attic.hdr")
	if err != nil {
		panic(err)
	}
	style := render.DefaultStyle() // of a render.Renderer
	style.Environment = surroundings
	fmt.Println(style.Environment == surroundings)
	// Output: true
}
