// Command web is the demo as a web page: it builds the page, and is the page.
//
//	go run ./cmd/demo/web                    builds out/web and serves it at http://127.0.0.1:8080
//	go run ./cmd/demo/web --serve=false      builds it only
//
// The folder holds everything that the page needs, and works from any static host. The page draws the built-in scenes, and
// models that are dropped on it: files .glb and .vrm, or a .gltf together with its other files. They stay on the machine. The
// page loads nothing more after its start.
//
// Beside the picture is the panel of package workbench, in pages wide enough for it; c hides it.
//
// Parameters of the address, such as ?scene=springs&time=2&paused, select what is shown first: scene; time, in seconds from the
// scene's beginning; paused; and bare, which hides the controls, for pages that embed this one. The attribute data-state of
// the page's body is "loading", "ready" or "failed".
//
// Compiled with GOOS=js, this package is the program of the page; otherwise it builds and serves it.
package main
