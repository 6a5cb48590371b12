//go:build cgo && !js

package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// The clips of another file come to a model that was opened, one after the other under a bar, while
// the page goes on. It is the page of TestWebPanel, paused, with the panel.
func testClipsOfAnotherFile(t *testing.T, b *browser) {
	man := testassets.Path(t, "assets/cesium_man/CesiumMan.glb")
	woman, fox := testassets.Path(t, "assets/woman/Woman.gltf"), testassets.Path(t, "assets/fox/Fox.glb")
	b.scale = coarse
	b.resize(720, 400)
	b.drop(man)
	b.await(`document.getElementById("scenes").value === "CesiumMan.glb"`)
	b.awaitReady()
	if !b.shown("more") {
		t.Error("no clips can be added to the model")
	}
	count := `document.getElementById("clips").length`
	own := b.number(count)
	add := func(path string) {
		t.Helper()
		act(b, chromedp.SetUploadFiles("#clip-files", []string{path}))
	}
	bar := inPanel("retargeting")
	// The page itself notes what it shows after each change, as what comes and goes between two questions counts.
	b.text(fmt.Sprintf(`window.seen = [], new MutationObserver(() => {
		const bar = %s;
		seen.push([%s, bar !== null && bar.disabled]);
	}).observe(document.body, {attributes: true, childList: true, subtree: true})`, bar, count))
	add(woman)
	b.await(fmt.Sprintf("%s === %v && %s === null", count, own+10, bar))
	b.besidePanel(t, "retargeted")
	if between := b.number("seen.filter(([clips, bar]) => clips > " + fmt.Sprint(own) + " && bar).length"); between < 1 {
		t.Error("no clips were listed while the bar was shown")
	}
	b.text(`document.getElementById("play").click()`)
	b.choose("clips", "Walking")
	b.await(`document.getElementById("status").textContent.includes("Walking ")`)
	if b.shown("error") {
		t.Errorf("the page shows %q", b.text(`document.getElementById("message").textContent`))
	}
	add(fox)
	b.await(`document.getElementById("message").textContent.includes("Fox.glb, CesiumMan.glb: ")`)
	if now := b.number(count); now != own+10 {
		t.Errorf("after an error there are %v clips, expected %v", now, own+10)
	}
	if _, problems := b.heard(); len(problems) > 0 {
		t.Errorf("the console shows %q", problems)
	}
}
