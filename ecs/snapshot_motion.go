package ecs

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
)

func putRootMotion(b []byte, r *components.RootMotion) []byte {
	for i, v := range [...]float64{r.Delta.X, r.Delta.Y, r.Delta.Z, r.Delta.Yaw} {
		putDouble(b[8*i:], v)
	}
	for i, v := range r.Exact {
		putDouble(b[32+8*i:], v)
	}
	putUint32(b[160:], uint32(r.Up)|uint32(flag(r.Manual, 1))<<8)
	return b[rootMotionSize:]
}

func takeRootMotion(b []byte, r *components.RootMotion) []byte {
	r.Delta = clip.Motion{X: takeDouble(b), Y: takeDouble(b[8:]), Z: takeDouble(b[16:]), Yaw: takeDouble(b[24:])}
	for i := range r.Exact {
		r.Exact[i] = takeDouble(b[32+8*i:])
	}
	r.Up, r.Manual = clip.UpAxis(b[160]), b[161]&1 != 0
	return b[rootMotionSize:]
}

func putInertia(b []byte, n *components.Inertialization) []byte {
	for i, v := range [...]float64{n.Duration, n.Elapsed, n.Length, n.Waited, n.Gap, n.Since} {
		putDouble(b[8*i:], v)
	}
	b[48], b[49], b[50], b[51] = flag(n.Begin, 1)|flag(n.Cut, 2)|flag(n.Late, 4), byte(n.Phase), n.History, n.Newest
	return b[inertiaSize:]
}

func takeInertia(b []byte, n *components.Inertialization) []byte {
	n.Duration, n.Elapsed, n.Length = takeDouble(b), takeDouble(b[8:]), takeDouble(b[16:])
	n.Waited, n.Gap, n.Since = takeDouble(b[24:]), takeDouble(b[32:]), takeDouble(b[40:])
	n.Begin, n.Cut, n.Late = b[48]&1 != 0, b[48]&2 != 0, b[48]&4 != 0
	n.Phase, n.History, n.Newest = components.InertiaPhase(b[49]), b[50], b[51]
	return b[inertiaSize:]
}
