package main

import (
	"testing"

	"github.com/sinew-go/sinew/bench/peers/agree"
)

// raylib interpolates its frames in model space, so that between them joints leave their arcs.
func TestPalettesAgree(t *testing.T) {
	single := raylib
	single.Blends = 1
	agree.Test(t, single, 5e-3)
}

// Two clips blended in model space shorten the limbs. The table marks this as other work; the test
// limits the error.
func TestBlendIsNear(t *testing.T) { agree.Test(t, raylib, 0.15) }
