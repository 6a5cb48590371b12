package main

import (
	"testing"

	"github.com/sinew-go/sinew/bench/peers/agree"
)

// Between near rotations it interpolates straight and leaves the result unnormalized, an error of up to 1e-4.
func TestPalettesAgree(t *testing.T) { agree.Test(t, tetra, 3e-4) }
