//go:build !linux && !js

package glcontext

// screenless is a context that needs no display. There is none on this system, where each program
// reaches the display without a name for it.
type screenless struct{ width, height int }

func openScreenless(Options) (*screenless, bool) { return nil, false }

func (*screenless) makeCurrent() {}

func (*screenless) close() {}
