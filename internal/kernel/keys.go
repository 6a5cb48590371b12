package kernel

import (
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// KeyLanes is the number of joints whose rotation keys [SlerpKeys] interpolates together, and of
// numbers that [LerpKeys] does.
const KeyLanes = layout.KeyLanes

// The sizes of rotation keys: the numbers of a group of 4 rotations at one key, and of their arcs
// up to the next key.
const (
	RotationKeySize = 4 * KeyLanes
	ArcKeySize      = layout.ArcSize
)

// SlerpKeys interpolates rotations between two keys, as [exact.SlerpArc] does, and writes them to a
// pose. A group of 4 rotations has at each key four rows x, y, z, w of 4 float32, and for the time
// up to the next key a row of 4 angles in radians and a row of their sines. Targets are the indices
// in dst of each rotation's x; y, z and w are 8, 16 and 24 numbers after it, as in the layout of a
// pose.
func SlerpKeys(dst, from, to []float32, arcs []float64, targets []int32, u float32) {
	groups := len(targets) / KeyLanes
	if groups == 0 {
		return
	}
	if assembly {
		_, _, _ = from[groups*RotationKeySize-1], to[groups*RotationKeySize-1], arcs[groups*ArcKeySize-1]
		slerpKeysAsm(&dst[0], &from[0], &to[0], &arcs[0], &targets[0], groups, u)
		return
	}
	slerpKeysGeneric(dst, from, to, arcs, targets, u)
}

func slerpKeysGeneric(dst, from, to []float32, arcs []float64, targets []int32, u float32) {
	var a, b, q [4]float32
	for i, target := range targets {
		group, lane := i/KeyLanes, i%KeyLanes
		for c := range a {
			at := group*RotationKeySize + c*KeyLanes + lane
			a[c], b[c] = from[at], to[at]
		}
		arc := arcs[group*ArcKeySize+lane:]
		exact.SlerpArc(&q, &a, &b, u, arc[layout.ArcAngles], arc[layout.ArcSines])
		for c, v := range q {
			dst[int(target)+c*Lanes] = v
		}
	}
}

// LerpKeys interpolates numbers between two keys, in float64, and writes each to its target in dst.
// The number of targets is a multiple of 4.
func LerpKeys(dst, from, to []float32, targets []int32, u float64) {
	if len(targets) == 0 {
		return
	}
	if assembly {
		_, _ = from[len(targets)-1], to[len(targets)-1]
		lerpKeysAsm(&dst[0], &from[0], &to[0], &targets[0], len(targets)/KeyLanes, u)
		return
	}
	lerpKeysGeneric(dst, from, to, targets, u)
}

func lerpKeysGeneric(dst, from, to []float32, targets []int32, u float64) {
	for i, target := range targets {
		x := float64(from[i])
		dst[target] = float32(x + float64(u*(float64(to[i])-x)))
	}
}
