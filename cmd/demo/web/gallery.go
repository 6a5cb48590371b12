//go:build !js

package main

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"image"
	_ "image/jpeg" // pictures
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// Where the page is below the gallery, and where the pictures of the scenes are.
const (
	pageFolder    = "demo"
	pictureFolder = "pictures"
)

// card is what the gallery shows of a scene.
type card struct{ Name, Title, Sentence string }

// buildGallery writes a gallery of all scenes to a folder, and the page below it. All addresses in
// it are relative. The given folder has a picture of each scene, NAME.jpg.
func buildGallery(out, pictures string, best bool) (download, error) {
	size, err := build(filepath.Join(out, pageFolder), best, true)
	if err != nil {
		return size, err
	}
	program, err := os.Stat(filepath.Join(out, pageFolder, "sinew.wasm.gz")) // as from a plain host
	if err != nil {
		return size, err
	}
	return size, writeGallery(out, pictures, program.Size())
}

// writeGallery writes the gallery without the page, whose program has that many bytes.
func writeGallery(out, pictures string, program int64) error {
	if err := os.MkdirAll(filepath.Join(out, pictureFolder), 0o755); err != nil {
		return err
	}
	var cards []card
	var size image.Point
	for _, entry := range stage.Entries {
		picture, err := copyPicture(out, pictures, entry.Name)
		if err != nil {
			return err
		}
		if size != (image.Point{}) && picture != size {
			return fmt.Errorf("%s.jpg: expected a picture of %v as the others, found %v", entry.Name, size, picture)
		}
		size = picture
		cards = append(cards, card{
			Name: entry.Name, Title: capitalized(strings.ReplaceAll(entry.Name, "-", " ")),
			Sentence: capitalized(entry.Summary) + ".",
		})
	}
	gallery, err := template.ParseFS(page, "page/gallery.html")
	if err != nil {
		return err
	}
	var text bytes.Buffer
	err = gallery.Execute(&text, struct {
		Scenes        []card
		Width, Height int
		Megabytes     string
	}{cards, size.X, size.Y, fmt.Sprintf("%.1f", float64(program)/1e6)})
	return errors.Join(err, os.WriteFile(filepath.Join(out, "index.html"), text.Bytes(), 0o644))
}

// copyPicture copies the picture of a scene into the gallery, and returns its size in pixels.
func copyPicture(out, pictures, scene string) (image.Point, error) {
	from := filepath.Join(pictures, scene+".jpg")
	data, err := os.ReadFile(from)
	if err != nil {
		return image.Point{}, fmt.Errorf("expected a picture of the scene %s, found none: %w; "+
			"make gallery draws it", scene, err)
	}
	picture, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return image.Point{}, fmt.Errorf("%s: expected a picture, found another file: %w", from, err)
	}
	return image.Pt(picture.Width, picture.Height),
		os.WriteFile(filepath.Join(out, pictureFolder, scene+".jpg"), data, 0o644)
}

// capitalized returns a text that begins with a capital letter.
func capitalized(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
