package main

import (
	"os/exec"
	"strconv"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// The program in C compiles, and its palettes agree with the same arithmetic in double precision,
// which it checks itself.
func TestFrameInC(t *testing.T) {
	if !cpuid.CPU.Has(cpuid.AVX2) {
		t.Skip("the program in C does not run here: the processor lacks AVX2")
	}
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skipf("there is no C compiler: .ci/deps says how to install one: %v", err)
	}
	program, err := buildC(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for clips := 1; clips <= 2; clips++ {
		if least, err := measureC(program, 96, clips); err != nil || !(least > 0) {
			t.Errorf("%d clips: %v ns a character, %v", clips, least, err)
		}
	}
	for _, arguments := range [][]string{{}, {"9", "1", "1"}, {"8", "3", "1"}, {"8", "1", strconv.Itoa(-1)}} {
		if _, err := output(program, arguments...); err == nil {
			t.Errorf("no error for the arguments %q", arguments)
		}
	}
}
