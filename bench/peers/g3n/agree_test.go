package main

import (
	"testing"

	"github.com/sinew-go/sinew/bench/peers/agree"
)

// The tolerance covers float32, in which g3n also adds up time.
func TestPalettesAgree(t *testing.T) { agree.Test(t, g3n, 1e-5) }
