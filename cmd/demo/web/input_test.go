//go:build cgo && !js

package main

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// The keys that the page lists work, on a page as wide as a phone.
func TestKeysOnAPhone(t *testing.T) {
	b := newBrowser(t, "?paused&time=1&scene=locomotion", 500, 800)
	b.awaitReady()
	act(b, chromedp.EmulateViewport(390, 800))
	b.awaitFrame()
	shown := func(id string) string { return b.text(`document.getElementById("` + id + `").checkVisibility()`) }
	if shown("keys") != "false" {
		t.Error("the list of keys is shown at first")
	}
	act(b, chromedp.KeyEvent("h"))
	if shown("keys") != "true" {
		t.Error("h does not show the list of keys")
	}
	perceptual.Keep(t, b.picture(), "keys on a phone.png")
	if wide := b.number(`document.getElementById("keys").getBoundingClientRect().right`); wide > 390 {
		t.Errorf("the list of keys ends at %v of 390 pixels", wide)
	}
	act(b, chromedp.KeyEvent("\x1b"))
	if shown("keys") != "false" {
		t.Error("escape does not close the list of keys")
	}
	act(b, chromedp.KeyEvent("k"))
	b.awaitFrame()
	if checked := b.text(`document.getElementById("skeletons").checked`); checked != "true" {
		t.Error("k does not show skeletons")
	}
	before := b.picture()
	for range 12 { // a fifth of a second
		act(b, chromedp.KeyEvent("."))
	}
	b.awaitFrame()
	if d, err := perceptual.Compare(before, b.picture()); err != nil || d.Worst < maxPatchDifference {
		t.Errorf("the key . changes the picture by %+v, %v", d, err)
	}

	if _, problems := b.heard(); len(problems) > 0 {
		t.Errorf("the console shows %q", problems)
	}
}
