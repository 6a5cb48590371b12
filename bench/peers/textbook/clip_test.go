package main

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/bench/peers"
	"github.com/sinew-go/sinew/bench/peers/agree"
)

func TestSample(t *testing.T) {
	slide := track[mgl32.Vec3]{[]float32{1, 2, 4}, []mgl32.Vec3{{0, 0, 0}, {10, 0, 0}, {20, 0, 0}}}
	for time, want := range map[float32]float32{0: 0, 1: 0, 1.5: 5, 2: 10, 3: 15, 4: 20, 9: 20} {
		if got := sample(&slide, time, lerp); got[0] != want {
			t.Errorf("at %v s: %v, want %v", time, got[0], want)
		}
	}
}

func TestCubicTracksAreRejected(t *testing.T) {
	work := agree.Work{File: "dq/dq.gltf", Clips: []int{0}}
	if _, err := textbook.Open(work.Case(t)); err == nil || !strings.Contains(err.Error(), "linear") {
		t.Errorf("error %v", err)
	}
}

func TestUpdateAllocatesNothing(t *testing.T) {
	c := agree.Works[1].Case(t)
	c.Characters = 2
	crowd, err := textbook.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	if allocations := testing.AllocsPerRun(10, func() { crowd.Update(peers.Frame) }); allocations != 0 {
		t.Errorf("%v allocations a frame", allocations)
	}
}
