package main

import (
	"testing"

	"github.com/sinew-go/sinew/bench/peers/agree"
)

// float32, and matrices that are multiplied in another order.
func TestPalettesAgree(t *testing.T) { agree.Test(t, textbook, 1e-5) }
