//go:build cgo && !js

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// testPage runs a test program and shows what it prints. Its state is "ready" if the tests passed.
const testPage = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>tests</title>
<body data-state="loading"><pre id="message"></pre><script src="wasm_exec.js"></script><script>
	const message = document.getElementById("message"), decoder = new TextDecoder();
	globalThis.fs.writeSync = (file, bytes) => { message.textContent += decoder.decode(bytes); return bytes.length; };
	const go = new Go();
	go.argv = ["tests", "-test.v", "-test.short", "-test.run=" + decodeURIComponent(location.search.slice(1))];
	go.exit = code => {
		for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer); // they would resume the program
		document.body.dataset.state = code === 0 ? "ready" : "failed";
	};
	WebAssembly.instantiateStreaming(fetch("tests.wasm"), go.importObject).then(
		program => go.run(program.instance), error => { message.textContent = error; document.body.dataset.state = "failed"; });
</script></body></html>
`

// Tests of package render that compare numbers with the CPU run in Chromium, too: of the pose pass
// of a crowd, and of vertices that are skinned ahead; and those of what a page has of its own:
// several canvases, shadow maps.
func TestRendererInTheBrowser(t *testing.T) {
	findChromium(t)
	folder := t.TempDir()
	if _, err := goCommand("test", "-c", "-vet=off", "-ldflags=-s -w", "-o", filepath.Join(folder, "tests.wasm"),
		"github.com/sinew-go/sinew/systems/render"); err != nil {
		t.Fatal(err)
	}
	if _, err := writePage(folder, nil, false); err != nil { // for wasm_exec.js
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "index.html"), []byte(testPage), 0o600); err != nil {
		t.Fatal(err)
	}
	names := []string{
		"TestCrowdPosesMatchCharacters", "TestVerticesSkinnedAheadMatchTheCPU", "TestTwoCanvases",
		"TestShadowMapsOfAnotherRenderer",
	}
	b := openBrowser(t, folder, "?^("+strings.Join(names, "|")+")$", width, height)
	b.awaitReady()
	log := b.text(`document.getElementById("message").textContent`)
	t.Log(log)
	for _, name := range names {
		if !strings.Contains(log, "--- PASS: "+name+" ") {
			t.Errorf("%s did not pass", name)
		}
	}
	_, problems := b.heard()
	for _, problem := range problems {
		if !strings.Contains(problem, "GPU stall due to ReadPixels") { // the tests read back
			t.Errorf("the console shows %q", problem)
		}
	}
}
