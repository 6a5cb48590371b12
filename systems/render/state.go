//go:build !js

package render

import "github.com/sinew-go/sinew/systems/render/internal/gpu/opengl"

// State is a copy of the part of a context's state that this package changes: the bound program, vertex array, framebuffers,
// renderbuffer and buffers; textures and samplers of the units 0 to 15, and the active unit; uniform buffers 0 to 2; the
// capabilities of glEnable; viewport and depth range; depth, color and blend functions and masks; clear values; polygon
// mode, offset, culling and winding; line width; the constant attributes 2 to 4 and 13; and pixel storage.
//
// A program that draws with OpenGL itself saves the state before it calls this package and restores it afterward, or
// sets what it needs. Saving asks the driver for about 110 values. In a browser there is no State: a page gives the
// renderer a canvas of its own.
type State struct{ saved opengl.State }

// Save reads the state of the current context.
func (s *State) Save() { s.saved.Save() }

// Restore sets the state of the current context to the saved one. The objects that were bound must still exist. It must
// not be called before [State.Save].
func (s *State) Restore() { s.saved.Restore() }
