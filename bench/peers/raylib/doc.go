// Command raylib measures raylib's Go binding for package peers: UpdateModelAnimation and
// UpdateModelAnimationEx, which run on the CPU in C. Build it with the tag x11, which excludes
// Wayland; it needs the headers of X11 and libxkbcommon.
package main
