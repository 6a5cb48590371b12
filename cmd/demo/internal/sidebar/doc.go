// Package sidebar draws the panel of package workbench as an image, for the side of a window, and
// lets the mouse change it.
//
//   - [New] makes the [Sidebar] of a panel. [Sidebar.Image] draws it.
//   - [Sidebar.Press], [Sidebar.Move], [Sidebar.Release] and [Sidebar.Wheel] pass on what the mouse
//     does, in pixels of the image; [Sidebar.Type] and [Sidebar.Key] what is typed into an open list
//     or a field.
//   - [NewFace] is a font, and a [Canvas] an image on which others draw with it.
//
// It draws with the CPU, some 15 times a second, and knows no window. Dear ImGui would do the same;
// its binding github.com/AllenDang/cimgui-go v1.4.0 was tried for it. The module is a download of
// 42 MB (226 MB unpacked), compiling it takes 5.5 minutes of one core and a C++ compiler, and Dear
// ImGui itself is in it as compiled archives, for amd64 on Linux, macOS and Windows and arm64 on
// macOS only. The one for Linux needs glibc 2.38: with an older glibc, as in Debian 12, the linker
// does not find __isoc23_sscanf.
package sidebar
