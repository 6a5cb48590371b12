// Command raylib measures raylib's Go binding for package peers: UpdateModelAnimation and UpdateModelAnimationEx, which run on the
// CPU in C. The build tag x11 keeps Wayland out of it; the headers it needs besides those of X11 are libxkbcommon's.
package main
