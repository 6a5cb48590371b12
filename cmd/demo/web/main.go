//go:build !js

package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
)

func main() {
	out := flag.String("out", "out/web", "`folder` to write the page to")
	address := flag.String("address", "127.0.0.1:8080", "`address` to serve the page at")
	serving := flag.Bool("serve", true, "serve the page")
	pictures := flag.String("gallery", "",
		"`folder` with a picture of each scene: the page begins with a gallery of them")
	flag.Parse()
	if err := run(*out, *pictures, *address, *serving); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

func run(out, pictures, address string, serving bool) error {
	var size download
	var err error
	if pictures == "" {
		size, err = build(out, true, false)
	} else {
		size, err = buildGallery(out, pictures, true)
	}
	if err != nil {
		return err
	}
	fmt.Printf("%s: %.2f MB to download until the first picture, %.2f MB after it\n", out, float64(size.preview)/1e6,
		float64(size.whole)/1e6)
	if !serving {
		return nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", listener.Addr())
	return http.Serve(listener, serve(out))
}
