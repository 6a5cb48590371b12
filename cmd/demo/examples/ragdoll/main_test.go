package main

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestFallsAndGetsUp(t *testing.T) {
	for _, row := range []struct {
		push   mgl32.Vec3
		faceUp string
		clip   string
	}{
		{mgl32.Vec3{0, 0, -90}, "face up: true", "get up from the back"},
		{mgl32.Vec3{10, 0, 90}, "face up: false", "get up from the front"},
	} {
		var out strings.Builder
		if err := run(&out, row.push); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"18 bodies, 75 kg", row.faceUp, "begins to " + row.clip + " without a jump: true",
			"stands, its head at 1.6 m",
		} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("pushed by %v: want %q, found:\n%s", row.push, want, &out)
			}
		}
	}
}
