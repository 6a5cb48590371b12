package main

import (
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/bench/peers/agree"
)

func TestExactPalettesAgree(t *testing.T) { agree.Test(t, exact, 1e-6) }

// The tolerance is the one that clips are baked with.
func TestBakedPalettesAgree(t *testing.T) {
	agree.Test(t, baked, bake.DefaultTolerance/rig.CharacterSize)
}
