//go:build cgo && !js

package main

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// galleryPictures is the folder with a picture of each scene.
const galleryPictures = "../../../docs/gallery"

// below is the folder of the gallery on the host of the tests.
const below = "/sinew/"

// A picture that is damaged, of another size or missing is an error that names it.
func TestGalleryNeedsPictures(t *testing.T) {
	pictures := t.TempDir()
	if err := os.CopyFS(pictures, os.DirFS(galleryPictures)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(pictures, "springs.jpg")
	var small bytes.Buffer
	if err := jpeg.Encode(&small, image.NewGray(image.Rect(0, 0, 8, 5)), nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ content, want string }{
		{"no picture", "springs.jpg: expected a picture, found"},
		{small.String(), "springs.jpg: expected a picture of (960,540) as the others, found (8,5)"},
		{"", "expected a picture of the scene springs, found none"},
	} {
		if err := os.WriteFile(file, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if c.content == "" {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
		if err := writeGallery(t.TempDir(), pictures, 1e6); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("expected an error with %q, found %v", c.want, err)
		}
	}
}

// emulate makes the screen one of that size, light or dark.
func (b *browser) emulate(width, height int, scheme string) {
	b.t.Helper()
	b.resize(width, height)
	do(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

// awaitPage waits until the document of an address, which ends that way, is complete. A page that
// is being left for it may answer with an error.
func (b *browser) awaitPage(end string) {
	b.t.Helper()
	complete := chromedp.Evaluate[bool](fmt.Sprintf(`location.href.endsWith(%q) && document.readyState === "complete"`, end))
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		is, err := chromedp.Run(b.context, complete)
		if err == nil && is {
			return
		}
		if time.Now().After(deadline) {
			b.t.Fatalf("no page ends with %q: %v; %s", end, err, b.text("location.href + ', ' + document.readyState"))
		}
	}
}

// noProblems fails if the console shows anything, or a request left the folder that is served.
func (b *browser) noProblems(t *testing.T) {
	t.Helper()
	requests, problems := b.heard()
	for _, request := range requests {
		if !strings.HasPrefix(request, b.address+below) && !strings.HasPrefix(request, "data:") {
			t.Errorf("the page loads %s", request)
		}
	}
	if len(problems) > 0 {
		t.Errorf("the console shows %q", problems)
	}
}

// TestGallery opens the gallery in a headless Chromium, on a host that has it below a folder: it
// shows each scene, loads nothing from elsewhere, fits screens of phones, and its links are
// followed by keys. Without WebGL 2 it says what to do. Pictures of all are among the test's
// artifacts.
func TestGallery(t *testing.T) {
	findChromium(t)
	address, err := built()
	if err != nil {
		t.Fatal(err)
	}
	b := openTab(t, address, below[1:], 1280, 900, fine)
	b.awaitPage(below)
	t.Run("shows each scene", func(t *testing.T) {
		b.t = t
		b.text(`(() => { for (const image of document.images) image.loading = "eager"; })()`)
		b.await(`[...document.images].every(image => image.complete && image.naturalWidth > 0)`)
		for _, name := range stage.Names {
			link := fmt.Sprintf(`document.querySelector('a[href="demo/index.html?scene=%s"]')`, name)
			if text := b.text(link + `?.innerText ?? ""`); strings.Count(text, "\n") == 0 || !strings.HasSuffix(text, ".") {
				t.Errorf("%s: expected a link with a title and a sentence, found %q", name, text)
			}
		}
		if n := b.text("document.images.length"); n != fmt.Sprint(len(stage.Names)) {
			t.Errorf("expected %d pictures, found %s", len(stage.Names), n)
		}
		absolute := b.text(`[...document.querySelectorAll("[href], [src]")].map(e => e.getAttribute("href") ??
			e.getAttribute("src")).filter(at => /^\/|:/.test(at) && at !== "data:,").join(" ")`)
		if absolute != "https://github.com/sinew-go/sinew" {
			t.Errorf("expected one address that is not relative, the repository's, found %s", absolute)
		}
		if hidden := b.text(`document.getElementById("missing").hidden`); hidden != "true" {
			t.Error("the gallery says that WebGL 2 is missing, which is there")
		}
		b.noProblems(t)
	})
	t.Run("fits screens", func(t *testing.T) {
		b.t = t
		b.fits(t, "gallery", below, 1280, 390)
		b.fits(t, "help", below+"demo/webgl2.html", 1280, 390)
		b.noProblems(t)
	})
	t.Run("a link opens its scene", func(t *testing.T) {
		b.t, b.scale = t, coarse
		b.emulate(800, 500, "light")
		b.open(below)
		const link = "demo/index.html?scene=mirrored"
		for presses := 0; b.text(`document.activeElement.getAttribute("href")`) != link; presses++ {
			if presses > 2*len(stage.Names) {
				t.Fatalf("%d tabs do not lead to %s", presses, link)
			}
			act(b, chromedp.KeyEvent(kb.Tab))
		}
		act(b, chromedp.KeyEvent(kb.Enter))
		b.awaitPage("?scene=mirrored") // this host leaves index.html out
		b.awaitReady()
		if name := b.text(`document.getElementById("scenes").value`); name != "mirrored" {
			t.Errorf("expected the scene mirrored, found %q", name)
		}
		before := b.keep(t, "mirrored", 0, 100)
		time.Sleep(time.Second)
		if d, err := perceptual.Compare(before, b.keep(t, "mirrored a second later", 0, 100)); err != nil ||
			d.Worst < maxPatchDifference {
			t.Errorf("nothing moves on the page: %+v, %v", d, err)
		}
		b.noProblems(t)
		b.text(`document.getElementById("play").click()`) // from here on the page draws only what changes
		b.emulate(390, 800, "dark")
		b.awaitFrame()
		perceptual.Keep(t, b.picture(), "mirrored on a phone.png")
		b.text(`document.getElementById("panel").click()`)
		b.awaitFrame()
		perceptual.Keep(t, b.picture(), "the panel on a phone.png")
		if beside := b.text(`document.getElementById("view").clientWidth`); beside != "390" {
			t.Errorf("on a phone the picture beside the panel is %s pixels wide", beside)
		}
		b.text(`setTimeout(() => document.querySelector("#controls a").click())`) // answers before the page is left
		b.awaitPage(below)
		b.heard()
	})
	t.Run("without WebGL 2", func(t *testing.T) {
		b.t, b.scale = t, fine
		do(b, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{
			Source: `const get = HTMLCanvasElement.prototype.getContext;
				HTMLCanvasElement.prototype.getContext = function(kind, ...more) {
					return kind === "webgl2" ? null : get.call(this, kind, ...more);
				};`,
		})
		b.open(below)
		if shown := b.text(`document.getElementById("missing").checkVisibility()`); shown != "true" {
			t.Error("the gallery does not say that WebGL 2 is missing")
		}
		b.fits(t, "gallery without WebGL 2", below, 390)
		b.heard() // a page that is left cancels its downloads
		act(b, chromedp.Navigate(b.address+below+"demo/index.html?scene=springs"))
		b.awaitPage("webgl2.html?scene=springs")
		if again := b.text(`document.getElementById("again").getAttribute("href")`); again !=
			b.address+below+"demo/index.html?scene=springs" {
			t.Errorf("expected a link back to the scene, found %s", again)
		}
		if shown := b.text(`document.getElementById("missing").checkVisibility() +
			" " + document.getElementById("present").checkVisibility()`); shown != "true false" {
			t.Errorf("expected the page to say that WebGL 2 is missing, found %s", shown)
		}
		requests, _ := b.heard()
		for _, request := range requests {
			if strings.Contains(request, ".wasm") {
				t.Errorf("without WebGL 2 the page loads %s", request)
			}
		}
	})
}

// open opens a page of the host.
func (b *browser) open(path string) {
	b.t.Helper()
	act(b, chromedp.Navigate(b.address+path))
	b.awaitPage(path)
}

// fits fails if a page is wider than screens of some widths, and keeps pictures of it, light and dark
// in turn.
func (b *browser) fits(t *testing.T, name, path string, widths ...int) {
	t.Helper()
	for i, width := range widths {
		scheme := []string{"light", "dark"}[i%2] // which changes colors only
		b.emulate(width, 900, scheme)
		b.open(path)
		b.awaitFrame()
		if over := b.text("document.documentElement.scrollWidth - innerWidth"); over != "0" {
			t.Errorf("%s: on a screen of %d pixels the page is %s wider", name, width, over)
		}
		b.awaitPictures()
		perceptual.Keep(t, b.picture(), fmt.Sprintf("%s %d %s.png", name, width, scheme))
	}
}

// awaitPictures waits until the pictures that are on the screen have loaded.
func (b *browser) awaitPictures() {
	b.t.Helper()
	b.await(`[...document.images].filter(image => image.getBoundingClientRect().top < innerHeight).every(
		image => image.complete)`)
	b.awaitFrame()
}
