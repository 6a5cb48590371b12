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
	flag.Parse()
	if err := run(*out, *address, *serving); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

func run(out, address string, serving bool) error {
	size, err := build(out, true)
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
