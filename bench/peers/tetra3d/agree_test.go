package main

import (
	"testing"

	"github.com/sinew-go/sinew/bench/peers/agree"
)

// Between similar rotations tetra3d interpolates linearly and does not normalize the result: an
// error of up to 1e-4.
func TestPalettesAgree(t *testing.T) { agree.Test(t, tetra, 3e-4) }
