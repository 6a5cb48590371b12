package main

import (
	"testing"

	"github.com/sinew-go/sinew/bench/peers/agree"
)

// Its frames are interpolated in model space, so that joints leave their arcs between them.
func TestPalettesAgree(t *testing.T) {
	single := raylib
	single.Blends = 1
	agree.Test(t, single, 5e-3)
}

// Two clips blended in model space shorten limbs: that is other work, which the table says. It is no worse than that.
func TestBlendIsNear(t *testing.T) { agree.Test(t, raylib, 0.15) }
