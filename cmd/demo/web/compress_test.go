//go:build !js

package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxPreview is the largest number of bytes that a browser may transfer until the first picture.
// The light from surroundings, levels of detail and crowds are in every program that draws.
const maxPreview = 1_800_000

// TestDownload compresses the programs as well as it can be done, and measures what a browser
// transfers until the first picture.
func TestDownload(t *testing.T) {
	if os.Getenv("SINEW_LONG") == "" {
		t.Skip("the best compression takes a minute; set SINEW_LONG=1, as make test-long does")
	}
	folder := t.TempDir()
	size, err := build(folder, true, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes until the first picture, then %d", size.preview, size.whole)
	if size.preview > maxPreview {
		t.Errorf("%d bytes to download until the first picture, want at most %d", size.preview, maxPreview)
	}
	var sum int64
	for _, name := range []string{"index.html", "page.js", "page.css", "wasm_exec.js", "preview.wasm.br"} {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		sum += info.Size()
	}
	if sum != size.preview {
		t.Errorf("the files have %d bytes, not %d", sum, size.preview)
	}
}

// The preview contains none of what only the whole program needs: the reader of files, and the
// town.
func TestPreviewReadsNoFiles(t *testing.T) {
	list, err := goCommand(append([]string{"list", "-deps"}, append(builds["preview.wasm"], program)...)...)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(list, "/systems/render\n") {
		t.Error("expected a list with the renderer")
	}
	for _, name := range []string{
		"/assets/gltfio", "/assets/pack", "/internal/testing/", "image/png", "image/jpeg", "x/image/webp",
	} {
		if strings.Contains(list, name) {
			t.Errorf("the preview contains %s", name)
		}
	}
}

func TestServe(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "page", "both.wasm": "plain", "both.wasm.br": "brotli", "both.wasm.gz": "gzip",
		"none.wasm": "alone",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ path, accepts, text, encoding, kind string }{
		{"/", "br, gzip", "page", "", "text/html"},
		{"/both.wasm", "gzip, deflate, br, zstd", "brotli", "br", "application/wasm"},
		{"/both.wasm", "gzip;q=0.5, BR; q=0", "gzip", "gzip", "application/wasm"},
		{"/both.wasm", "gzip;q=0,br;q=0.0", "plain", "", "application/wasm"},
		{"/both.wasm", "", "plain", "", "application/wasm"},
		{"/none.wasm", "gzip, br", "alone", "", "application/wasm"},
		{"/both.wasm.gz", "gzip, br", "gzip", "", "application/gzip"},
	} {
		request := httptest.NewRequest(http.MethodGet, c.path, nil)
		request.Header.Set("Accept-Encoding", c.accepts)
		answer := httptest.NewRecorder()
		serve(folder).ServeHTTP(answer, request)
		header := answer.Header()
		if answer.Code != http.StatusOK || answer.Body.String() != c.text ||
			header.Get("Content-Encoding") != c.encoding ||
			!strings.HasPrefix(header.Get("Content-Type"), c.kind) || header.Get("Vary") == "" {
			t.Errorf("%s for %q: %d, %q, %v", c.path, c.accepts, answer.Code, answer.Body, header)
		}
	}
	request := httptest.NewRequest(http.MethodGet, "/../secret.wasm", nil)
	answer := httptest.NewRecorder()
	if serve(folder).ServeHTTP(answer, request); answer.Code == http.StatusOK {
		t.Error("a file outside the folder is served")
	}
}
