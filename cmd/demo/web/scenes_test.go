//go:build cgo && !js

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// TestEverySceneOnThePage opens each scene in one page after the other. At first it looks as OpenGL
// draws it; then the panel is shown beside it, and it plays. The pictures are among the test's
// artifacts.
func TestEverySceneOnThePage(t *testing.T) {
	if os.Getenv("SINEW_LONG") == "" {
		t.Skip("it takes some minutes; set SINEW_LONG=1, as make test-long does")
	}
	findChromium(t)
	b := newBrowser(t, fmt.Sprintf("?bare&paused&panel&count=%d", stadiumCount), width, height, fine)
	b.awaitReady()
	for _, entry := range stage.Entries {
		t.Run(entry.Name, func(t *testing.T) {
			b.t = t
			input, err := stage.Input{Library: assets.NewLibrary()}.WithMannequin()
			if err != nil {
				t.Fatal(err)
			}
			count := 0
			if entry.Name == stage.Stadium {
				count = stadiumCount
			}
			b.choose("scenes", entry.Name)
			b.awaitReady()
			b.compare(t, entry.Name, desktop(t, input, entry.Name, count, 0))

			b.resize(800, 450)
			b.text(`document.body.classList.remove("bare")`)
			b.text(`document.getElementById("panel").click()`)
			b.awaitPanel("paused")
			b.text(`document.getElementById("play").click()`)
			time.Sleep(time.Second)
			b.awaitFrame()
			perceptual.Keep(t, b.picture(), entry.Name+".panel.png")
			if status := b.text(`document.getElementById("status").textContent`); strings.Contains(status,
				" 0 in view") {
				t.Errorf("the page shows %q", status)
			}
			b.text(`document.getElementById("play").click()`)
			b.text(`document.getElementById("panel").click()`)
			b.text(`document.body.classList.add("bare")`)
			b.resize(width, height)
			b.awaitFrame()
			if _, problems := b.heard(); len(problems) > 0 {
				t.Errorf("the console shows %q", problems)
			}
		})
	}
}
