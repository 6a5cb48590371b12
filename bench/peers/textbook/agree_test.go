package main

import (
	"testing"

	"github.com/sinew-go/sinew/bench/peers/agree"
)

// The tolerance covers float32 and another order of matrix products.
func TestPalettesAgree(t *testing.T) { agree.Test(t, textbook, 1e-5) }
