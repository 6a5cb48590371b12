// Command web is the demo as a web page: it builds the page, and is the page.
//
//	go run ./cmd/demo/web                    builds out/web and serves it at http://127.0.0.1:8080
//	go run ./cmd/demo/web --serve=false      builds it only
//	go run ./cmd/demo/web --gallery docs/gallery   puts a gallery before it, of the pictures there
//
// The folder holds everything that the page needs, and works from any static host. The page draws
// the built-in scenes, and models that are dropped on it: files .glb and .vrm, or a .gltf together
// with its other files. They stay on the machine. Avatars of VRM swing, blink and follow the
// pointer with their eyes; animations for them, files .vrma, may be dropped with them or after.
//
// The page has two programs. The preview draws the first scene alone, so that there is a picture
// soon: its code is half, and it samples clips exactly, as they would take longer to bake. The
// whole program takes over when another scene or a model is asked for. The page fetches it after
// the first picture, and nothing more after it. Both programs are there in three forms: Brotli for
// servers that negotiate it, as this one does; gzip, which the page inflates by itself, for plain
// hosts; and as they are.
//
// The gallery's pictures open their scenes; make pages draws them, and builds everything into a
// folder for static hosting. A browser without WebGL 2 is led to a page that says what to do.
//
// Beside the picture is the panel of package workbench, in pages wide enough for it; c hides it.
//
// Parameters of the address, such as ?scene=springs&time=2&paused, select what is shown first:
// scene; time, in seconds from the scene's beginning; paused; panel, which shows the panel at once;
// timeline, which opens that of package timeline below the picture, as the key e does; tuning, which
// opens the editors of package tuning there, as the key g does;
// count, the number of members of the stadium; and bare, which hides the controls, for pages that
// embed this one. When another scene is chosen, the address follows. The attribute data-state of
// the page's body is "loading", "ready" or "failed"; data-whole is "loaded" once the page needs no
// network.
//
// Compiled with GOOS=js, this package is the whole program, with the tag preview the preview;
// otherwise it builds and serves the page.
package main
