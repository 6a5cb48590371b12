package main

import (
	"testing"

	"github.com/sinew-go/sinew/bench/peers/agree"
)

// float32, and times that it adds up in float32 too.
func TestPalettesAgree(t *testing.T) { agree.Test(t, g3n, 1e-5) }
