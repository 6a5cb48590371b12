package main

import (
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/bench/peers/agree"
)

func TestExactPalettesAgree(t *testing.T) { agree.Test(t, exact, 1e-6) }

// Baked clips may be as far off as they were baked to be.
func TestBakedPalettesAgree(t *testing.T) {
	agree.Test(t, baked, bake.DefaultTolerance/rig.CharacterSize)
}
