//go:build cgo && !js

package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// browser is a page in a headless Chromium.
type browser struct {
	t       *testing.T
	context context.Context
	address string
	scale   float64 // pixels of the screen to a pixel of the page

	lock     sync.Mutex
	requests []string
	problems []string // errors and exceptions in the console
}

// chromium returns the path of Chromium, or "" if it is not installed.
func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// findChromium skips the test where Chromium is not installed, or fails where the environment
// variable CI is set.
func findChromium(t *testing.T) {
	t.Helper()
	if chromium() != "" {
		return
	}
	if os.Getenv("CI") != "" {
		t.Fatal("Chromium is not installed; .ci/deps browser installs it")
	}
	t.Skip("Chromium is not installed: .ci/deps browser installs it")
}

// The pixels of the screen to a pixel of the page. A processor draws them, and for most of the
// time: only tests that look at the picture need fine ones. Medium ones are enough where the mouse
// has to meet small things, and coarse ones for the page's other controls.
const fine, medium, coarse = 1, 0.5, 0.25

// built is the address of a host that all tests share, which change nothing there: a gallery in
// [below], with the page, and the page alone in alone/. The programs of both are the same files.
var built = sync.OnceValues(func() (address string, err error) {
	host, err := os.MkdirTemp("", "page")
	if err != nil {
		return "", err
	}
	cleanups = append(cleanups, func() { os.RemoveAll(host) })
	gallery, alone := filepath.Join(host, below), filepath.Join(host, "alone")
	if _, err = buildGallery(gallery, galleryPictures, false); err != nil {
		return "", err
	}
	if err := linkPage(alone, filepath.Join(gallery, pageFolder)); err != nil {
		return "", err
	}
	server := serveFolder(host)
	cleanups = append(cleanups, server.Close)
	return server.URL, nil
})

// linkPage writes a page to a folder, whose programs are those of a page in another folder.
func linkPage(out, programs string) error {
	if err := os.Mkdir(out, 0o700); err != nil {
		return err
	}
	sizes := map[string]int64{}
	for name := range builds {
		info, err := os.Stat(filepath.Join(programs, name))
		if err != nil {
			return err
		}
		sizes[name] = info.Size()
		for _, file := range []string{name, name + ".gz"} {
			if err := os.Symlink(filepath.Join(programs, file), filepath.Join(out, file)); err != nil {
				return err
			}
		}
	}
	_, err := writePage(out, sizes, false)
	return err
}

// serveFolder serves a folder as a plain host does, which compresses nothing.
func serveFolder(folder string) *httptest.Server {
	return httptest.NewServer(http.FileServer(http.Dir(folder)))
}

// started is the browser in which each test has a tab.
var started = sync.OnceValues(func() (browser context.Context, err error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium()), chromedp.NoSandbox, chromedp.WindowSize(1280, 900),
		chromedp.Headless, chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("disable-dev-shm-usage", true),
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	browser, closeBrowser := chromedp.NewContext(allocator)
	cleanups = append(cleanups, func() {
		closeBrowser()
		stop()
	})
	return browser, chromedp.Do(browser)
})

// cleanups end what tests share, the last one first.
var cleanups []func()

func TestMain(m *testing.M) {
	code := m.Run()
	for _, end := range slices.Backward(cleanups) {
		end()
	}
	os.Exit(code)
}

// newBrowser opens the page in a tab of that size, after building it if no test has done that.
func newBrowser(t *testing.T, query string, width, height int, scale float64) *browser {
	t.Helper()
	findChromium(t)
	start := time.Now()
	address, err := built()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("built in %.1f s", time.Since(start).Seconds())
	return openTab(t, address+"/alone", query, width, height, scale)
}

// openBrowser serves a folder, and opens it in a tab of that size.
func openBrowser(t *testing.T, folder, query string, width, height int) *browser {
	t.Helper()
	findChromium(t)
	server := serveFolder(folder)
	t.Cleanup(server.Close)
	return openTab(t, server.URL, query, width, height, fine)
}

// openTab opens a page in a tab of that size, which is closed after the test. The page draws 13
// frames a second at most: a processor has to draw them, and no test needs more.
func openTab(t *testing.T, address, query string, width, height int, scale float64) *browser {
	t.Helper()
	shared, err := started()
	if err != nil {
		t.Fatal(err)
	}
	tab, closeTab := chromedp.NewContext(shared)
	t.Cleanup(closeTab)
	tab, cancel := context.WithTimeout(tab, time.Hour)
	t.Cleanup(cancel)
	b := &browser{t: t, context: tab, address: address, scale: scale}
	if err := chromedp.Listen(tab, b.hear); err != nil {
		t.Fatal(err)
	}
	do(b, network.Enable, network.EnableParams{})
	do(b, log.Enable, cdp.Empty{})
	do(b, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{
		Source: `const paint = requestAnimationFrame;
			requestAnimationFrame = draw => setTimeout(() => paint(draw), 60);`,
	})
	b.resize(width, height)
	act(b, chromedp.Navigate(address+"/"+query))
	return b
}

// run runs a part of a test in the page. If the part fails, the page may not be as the next one
// expects it, and the test ends.
func (b *browser) run(t *testing.T, name string, part func(t *testing.T, b *browser)) {
	passed := t.Run(name, func(t *testing.T) {
		b.t = t
		part(t, b)
	})
	if b.t = t; !passed {
		t.FailNow()
	}
}

// resize makes the screen one of that size, in pixels of the page.
func (b *browser) resize(width, height int, options ...chromedp.EmulateViewportOption) {
	b.t.Helper()
	options = append(options, chromedp.EmulateScale(b.scale))
	act(b, chromedp.EmulateViewport(int64(width), int64(height), options...))
}

// hear notes requests and errors of the page.
func (b *browser) hear(event any) {
	b.lock.Lock()
	defer b.lock.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if exception := e.ExceptionDetails.Exception; exception != nil {
			text += " " + exception.Description
		}
		b.problems = append(b.problems, text)
	case *runtime.EventConsoleAPICalled:
		text := string(e.Type)
		for _, argument := range e.Args {
			text += fmt.Sprintf(" %s%s", argument.Value, argument.Description)
		}
		b.problems = append(b.problems, text) // the page writes nothing: this is a panic, or a warning
	case *log.EventEntryAdded:
		// WebGL's errors are warnings here. That a test takes the context away is none.
		lost := strings.Contains(e.Entry.Text, "CONTEXT_LOST_WEBGL")
		if level := e.Entry.Level; !lost && (level == "error" || level == "warning") {
			b.problems = append(b.problems, fmt.Sprintf("%s: %s %s", level, e.Entry.Text, e.Entry.URL))
		}
	}
}

// heard returns what was noted since the last call.
func (b *browser) heard() (requests, problems []string) {
	b.lock.Lock()
	defer b.lock.Unlock()
	requests, problems = b.requests, slices.Compact(b.problems)
	b.requests, b.problems = nil, nil
	return requests, problems
}

// act runs an action and returns its result.
func act[T any](b *browser, action chromedp.Action[T]) T {
	b.t.Helper()
	result, err := chromedp.Run(b.context, action)
	b.check(err)
	return result
}

// do calls a command of the DevTools protocol.
func do[P, R any](b *browser, command cdp.Command[P, R], parameters P) {
	b.t.Helper()
	_, err := chromedp.Call(b.context, command, parameters)
	b.check(err)
}

func (b *browser) check(err error) {
	b.t.Helper()
	if err != nil {
		_, problems := b.heard()
		b.t.Fatalf("%v\nconsole: %q", err, problems)
	}
}

// dragMouse drags from one place of the page to another, in its pixels, by way of the middle: the
// page draws a picture for each move, for which the processor needs up to a second.
func (b *browser) dragMouse(fromX, fromY, toX, toY float64) {
	b.t.Helper()
	act(b, chromedp.DragAndDropXY(fromX, fromY, toX, toY, 2))
}

// text returns the value of an expression in the page, as text.
func (b *browser) text(expression string) string {
	b.t.Helper()
	return act(b, chromedp.Evaluate[string]("String("+expression+")"))
}

// await waits until an expression in the page is true.
func (b *browser) await(expression string) {
	b.t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); b.text(expression) != "true"; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			b.t.Fatalf("%s did not become true; %s is %s, with the error %q", expression,
				b.text("location.href + ', ' + document.readyState"), b.state(),
				b.text(`document.getElementById("message")?.textContent`))
		}
	}
}

func (b *browser) state() string { return b.text("document.body.dataset.state") }

// awaitReady waits until the page has loaded what it shows, and has drawn it.
func (b *browser) awaitReady() {
	b.t.Helper()
	start := time.Now()
	b.await(`document.body.dataset.state !== "loading"`)
	if state := b.state(); state != "ready" {
		b.t.Fatalf("the page is %s: %s", state, b.text(`document.getElementById("message").textContent`))
	}
	b.awaitFrame()
	b.t.Logf("ready after %.1f s; the program's first picture was there %s ms after the navigation",
		time.Since(start).Seconds(), b.text(`performance.getEntriesByName("drawn").at(-1)?.startTime.toFixed(0)`))
}

// awaitFrame waits until what the page draws now is on the screen. The page has asked for its next
// frame before this asks for the first one.
func (b *browser) awaitFrame() {
	b.t.Helper()
	const second = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
	act(b, chromedp.Evaluate[int](second, chromedp.EvalAwaitPromise))
}

// picture returns a picture of the page, in pixels of the screen.
func (b *browser) picture() image.Image {
	b.t.Helper()
	picture, err := png.Decode(bytes.NewReader(act(b, chromedp.CaptureScreenshot())))
	if err != nil {
		b.t.Fatal(err)
	}
	return picture
}

// keep saves a picture of the page as it is on the screen, and returns it without so many pixels of
// the page at the right and below, where there are its controls.
func (b *browser) keep(t *testing.T, name string, right, below int) image.Image {
	t.Helper()
	b.awaitFrame()
	m := b.picture()
	perceptual.Keep(t, m, name+".png")
	type part interface {
		SubImage(r image.Rectangle) image.Image
	}
	onScreen := func(pixels int) int { return int(float64(pixels) * b.scale) }
	return m.(part).SubImage(image.Rect(0, 0, m.Bounds().Dx()-onScreen(right), m.Bounds().Dy()-onScreen(below)))
}

// drop drops files on the page.
func (b *browser) drop(paths ...string) {
	b.t.Helper()
	data := &input.DragData{Files: paths, Items: []*input.DragDataItem{}, DragOperationsMask: 1}
	for _, kind := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
		do(b, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: 50, Y: 50, Data: data})
	}
}

// choose selects an entry of a list of the page.
func (b *browser) choose(list, entry string) {
	b.t.Helper()
	b.text(fmt.Sprintf(`(() => {
		const list = document.getElementById(%q);
		list.value = %q;
		list.dispatchEvent(new Event("change"));
	})()`, list, entry))
}
