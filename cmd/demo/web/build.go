//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// page holds the files of the page that need not be built.
//
//go:embed page
var page embed.FS

// program is the import path of the page's program.
const program = "github.com/sinew-go/sinew/cmd/demo/web"

// build writes the page to a folder, and returns the number of bytes that a browser downloads. The program is there twice: the
// page loads the compressed one, as not every host compresses, and the other one in browsers that cannot decompress.
func build(out string) (download int64, err error) {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return 0, err
	}
	files, err := fs.Sub(page, "page")
	if err != nil {
		return 0, err
	}
	root, err := goCommand("env", "GOROOT")
	if err != nil {
		return 0, err
	}
	names, err := fs.Glob(files, "*")
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return 0, err
		}
		if err := os.WriteFile(filepath.Join(out, name), data, 0o644); err != nil {
			return 0, err
		}
		download += int64(len(data))
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(filepath.Join(out, "wasm_exec.js"), support, 0o644); err != nil {
		return 0, err
	}
	wasm := filepath.Join(out, "sinew.wasm")
	if _, err := goCommand("build", "-buildvcs=false", "-ldflags=-s -w", "-o", wasm, program); err != nil {
		return 0, err
	}
	compressed, err := compress(wasm)
	return download + int64(len(support)) + compressed, err
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

// compress writes a gzip file beside a file, and returns its size.
func compress(name string) (size int64, err error) {
	in, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.Create(name + ".gz")
	if err != nil {
		return 0, err
	}
	defer out.Close()
	writer, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return 0, err
	}
	if _, err := io.Copy(writer, in); err != nil {
		return 0, err
	}
	if err := writer.Close(); err != nil {
		return 0, err
	}
	info, err := out.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), out.Close()
}
