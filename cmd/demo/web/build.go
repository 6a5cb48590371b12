//go:build !js

package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// page holds the files of the page that need not be built.
//
//go:embed page
var page embed.FS

// program is the import path of the page's programs.
const program = "github.com/sinew-go/sinew/cmd/demo/web"

// builds are the options of the Go command that tell the programs of the page apart, by the names
// of their files. The preview has no modules of WebAssembly SIMD and bakes no clips. It animates 20
// characters until the other program is there.
var builds = map[string][]string{"preview.wasm": {"-tags=preview,noasm,nobake"}, "sinew.wasm": nil}

// download is what a browser transfers, in bytes.
type download struct {
	preview int64 // until the first picture
	whole   int64 // and after it
}

// build writes the page to a folder, with links to a gallery if there is one above it. Each program
// is there three times: as it is, as gzip and as Brotli. Unless it is to be the best, which takes a
// minute more, the gzip files are larger, there are no Brotli files, and the preview inlines as the
// other program does.
func build(out string, best, gallery bool) (download, error) {
	var sum download
	if err := os.MkdirAll(out, 0o755); err != nil {
		return sum, err
	}
	sizes := map[string]int64{}
	for name, options := range builds {
		wasm := filepath.Join(out, name)
		arguments := append([]string{"build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-o", wasm}, options...)
		if best && name == "preview.wasm" {
			arguments = append(arguments, "-gcflags=all=-l") // compressed it is a tenth smaller if nothing is inlined
		}
		if _, err := goCommand(append(arguments, program)...); err != nil {
			return sum, err
		}
		info, err := os.Stat(wasm)
		if err != nil {
			return sum, err
		}
		sizes[name] = info.Size()
	}
	compressed, err := compress(out, best)
	if err != nil {
		return sum, err
	}
	sum.preview, err = writePage(out, sizes, gallery)
	sum.preview += compressed["preview.wasm"]
	sum.whole = compressed["sinew.wasm"]
	return sum, err
}

// writePage writes the page's files but the programs, whose sizes are given. It returns the size of
// those that a browser loads until the first picture.
func writePage(out string, programs map[string]int64, gallery bool) (size int64, err error) {
	root, err := goCommand("env", "GOROOT")
	if err != nil {
		return 0, err
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return 0, err
	}
	shown, err := json.Marshal(programs)
	if err != nil {
		return 0, err
	}
	pages, err := template.ParseFS(page, "page/index.html", "page/webgl2.html")
	if err != nil {
		return 0, err
	}
	write := func(name string, data []byte) {
		size += int64(len(data))
		err = errors.Join(err, os.WriteFile(filepath.Join(out, name), data, 0o644))
	}
	fill := func(name string) {
		var text bytes.Buffer
		err = errors.Join(err, pages.ExecuteTemplate(&text, name, struct {
			Preview string
			Scenes  []stage.Entry
			Sizes   string
			Gallery bool
		}{stage.Show, stage.Entries, string(shown), gallery}))
		write(name, text.Bytes())
	}
	copied := func(name string) {
		data, failed := fs.ReadFile(page, "page/"+name)
		err = errors.Join(err, failed)
		write(name, data)
	}
	write("wasm_exec.js", support)
	fill("index.html")
	copied("page.js")
	copied("page.css")
	first := size
	fill("webgl2.html") // what a browser without WebGL 2 loads; the gallery has the next two also
	copied("text.js")
	copied("text.css")
	return first, err
}

// goCommand runs the Go command for WebAssembly, and returns what it prints.
func goCommand(arguments ...string) (string, error) {
	command := exec.Command("go", arguments...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	var messages bytes.Buffer
	command.Stderr = &messages
	output, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", arguments[0], err, &messages)
	}
	return string(output), nil
}
