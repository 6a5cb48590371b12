package bake_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// Keys may lie as close as float32 can tell apart, by themselves or all of them.
func TestBakingKeysThatLieClose(t *testing.T) {
	s, err := rig.NewSkeleton("one", []rig.Joint{{Name: "a", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]float32{
		{0, math.Nextafter32(0.5, 1), 0.5, 1},
		{0, 1e-9, 0.3, 0.7},
		{0.1, math.Nextafter32(0.1, 1)},
		handmade.Grid(0, 240, 50), handmade.Grid(0, 1000, 50), handmade.Grid(0, 300, 7), handmade.Grid(0, 1e5, 20),
	} {
		if row[1] > row[2%len(row)] && len(row) > 2 {
			row[1], row[2] = row[2], row[1]
		}
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			places := make([]mgl32.Vec3, len(row))
			for i := range places {
				places[i] = mgl32.Vec3{float32(i%3) * row[i]}
			}
			clip, err := clip.NewBuilder("close", s).Translation(0, clip.Linear, row, places).Build()
			if err != nil {
				t.Fatal(err)
			}
			library := assets.NewLibrary()
			library.AddSkeleton(s)
			id := library.AddClip(clip)
			library.Bake(bake.Options{}, nil)
			baked := library.Baked(id)
			if baked == nil {
				return // kept exact
			}
			locals, pose := make([]float32, len(rig.NewPose(s).Locals)), rig.NewPose(s)
			for i := range 200 {
				time := clip.Start() + clip.Duration()*float64(i)/199
				baked.Sample(time, locals, nil)
				clip.Sample(time, pose)
				for k, v := range locals {
					if !(math.Abs(float64(v-pose.Locals[k])) < 0.01) {
						t.Fatalf("at %v s number %d is %v, want %v", time, k, v, pose.Locals[k])
					}
				}
			}
		})
	}
}
