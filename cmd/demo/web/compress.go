//go:build !js

package main

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// window is the base 2 logarithm of the size of Brotli's window: the largest, as the programs are
// larger.
const window = 24

// compress writes compressed files beside the programs in a folder, and returns the size of the
// Brotli files: gzip and Brotli at good levels, or only gzip at its fastest one. The best level of
// Brotli takes half a minute for the preview, whose size counts most; the whole program, which loads
// meanwhile, takes a fast one.
func compress(out string, best bool) (map[string]int64, error) {
	sizes := map[string]int64{}
	var lock sync.Mutex
	var group sync.WaitGroup
	var failed error
	run := func(name, extension string, open func(io.Writer) io.WriteCloser) {
		group.Go(func() {
			size, err := compressFile(filepath.Join(out, name), extension, open)
			lock.Lock()
			defer lock.Unlock()
			failed = errors.Join(failed, err)
			if extension == ".br" {
				sizes[name] = size
			}
		})
	}
	for name := range builds {
		level := gzip.BestSpeed
		if best {
			level = gzip.BestCompression
			quality := 9
			if name == "preview.wasm" {
				quality = brotli.BestCompression
			}
			run(name, ".br", func(w io.Writer) io.WriteCloser {
				return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: quality, LGWin: window})
			})
		}
		run(name, ".gz", func(w io.Writer) io.WriteCloser {
			writer, err := gzip.NewWriterLevel(w, level)
			if err != nil {
				panic(err) // the level is a constant
			}
			return writer
		})
	}
	group.Wait()
	return sizes, failed
}

// compressFile writes a compressed file beside a file, and returns its size.
func compressFile(name, extension string, open func(io.Writer) io.WriteCloser) (size int64, err error) {
	in, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.Create(name + extension)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	writer := open(out)
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
	return info.Size(), nil
}

// encodings are the extensions of compressed files, by their names in HTTP; the smaller files
// first.
var encodings = []struct{ name, extension string }{{"br", ".br"}, {"gzip", ".gz"}}

// serve returns a handler that serves the files of a folder, compressed if there is a compressed
// file and the browser takes it.
func serve(folder string) http.Handler {
	files := http.FileServer(http.Dir(folder))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept-Encoding")
		if strings.HasSuffix(r.URL.Path, ".wasm") && !strings.Contains(r.URL.Path, "..") {
			for _, e := range encodings {
				name := filepath.Join(folder, filepath.FromSlash(r.URL.Path)) + e.extension
				if _, err := os.Stat(name); err == nil && accepts(r, e.name) {
					w.Header().Set("Content-Type", "application/wasm")
					w.Header().Set("Content-Encoding", e.name)
					http.ServeFile(w, r, name)
					return
				}
			}
		}
		files.ServeHTTP(w, r)
	})
}

// accepts reports whether the browser takes an encoding.
func accepts(r *http.Request, encoding string) bool {
	for entry := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(entry, ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
			return err != nil || q > 0
		}
	}
	return false
}
