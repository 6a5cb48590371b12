package main

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/view"
	"github.com/sinew-go/sinew/cmd/demo/internal/wrap"
)

// Where the gallery is, in the repository, and the size of its pictures.
const (
	page     = "docs/gallery.md"
	pictures = "docs/gallery"
)

// The size of the pictures, for the screens of phones too, which have two or three pixels where a
// page counts one. They are JPEG, a third of what they are as PNG.
var size = image.Pt(960, 540)

const quality = 82

// stadiumCount is how many are in the stadium's picture: fewer than the scene has, which take long
// without a graphics card.
const stadiumCount = 30_000

func main() {
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

// run draws the pictures of the named scenes, or of all if none is named, and writes the page.
func run(names []string) error {
	for _, name := range names {
		if _, err := stage.Find(name); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(pictures, 0o755); err != nil {
		return err
	}
	for _, entry := range stage.Entries {
		if len(names) > 0 && !slices.Contains(names, entry.Name) {
			continue
		}
		if err := draw(entry, picture(entry.Name)); err != nil {
			return fmt.Errorf("%s: %w", entry.Name, err)
		}
		fmt.Println(picture(entry.Name))
	}
	return os.WriteFile(page, []byte(text()), 0o644)
}

// picture returns the file of a scene's picture.
func picture(name string) string { return filepath.ToSlash(filepath.Join(pictures, name+".jpg")) }

// draw draws the picture of a scene into a file.
func draw(entry stage.Entry, file string) (err error) {
	folder, err := os.MkdirTemp("", "gallery")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	drawn := filepath.Join(folder, "picture.png")
	options := view.Options{
		Headless: true, Out: drawn, Size: size, FPS: 25, Frames: 1, Scene: entry.Name,
		Start: entry.Moment,
	}
	if entry.Name == stage.Stadium {
		options.Count = stadiumCount
	}
	if err := options.Complete(); err != nil {
		return err
	}
	if err := view.Run(view.Input{Library: assets.NewLibrary()}, options, io.Discard, io.Discard); err != nil {
		return err
	}
	in, err := os.Open(drawn)
	if err != nil {
		return err
	}
	defer in.Close()
	picture, err := png.Decode(in)
	if err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(jpeg.Encode(out, picture, &jpeg.Options{Quality: quality}), out.Close())
}

// text returns the page.
func text() string {
	var b strings.Builder
	b.WriteString("# Gallery\n\n" + wrapped("The scenes of the demo, written by `make gallery`. "+
		"`go run ./cmd/demo view --scene NAME` opens one in a window, and [in a browser](https://sinew-go.github.io/sinew/) "+
		"they run without installing anything. All of them are made in code: they need no files.") + "\n")
	for _, e := range stage.Entries {
		fmt.Fprintf(&b, "\n## %s\n\n![%s](gallery/%s.jpg)\n\n%s.\n%s\n", e.Name, e.Summary, e.Name,
			strings.ToUpper(e.Summary[:1])+e.Summary[1:], wrapped(e.Text))
	}
	b.WriteString(`
## The samples of ozz-animation

Who knows the samples of ozz-animation finds each of them here:

| sample of ozz-animation | here |
|---|---|
`)
	for _, c := range counterparts {
		fmt.Fprintf(&b, "| %s | %s |\n", c.sample, c.text())
	}
	return b.String()
}

// columns is the longest line of prose in the repository.
const columns = 100

// wrapped returns a paragraph in lines of at most 100 columns.
func wrapped(paragraph string) string {
	words := strings.Join(strings.Fields(paragraph), " ")
	return strings.Join(wrap.Text(words, columns, utf8.RuneCountInString), "\n")
}
