//go:build cgo

package main

import (
	"errors"
	"image"
	"os"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/glcontext"
	"github.com/sinew-go/sinew/systems"
)

// The characters are drawn where the joints are, and not where the joints of the rest pose are.
func TestDrawShowsThePoses(t *testing.T) {
	context, err := glcontext.Open(glcontext.Options{Title: t.Name(), Width: 32, Height: 32})
	if errors.Is(err, glcontext.ErrNoDisplay) && os.Getenv("CI") == "" {
		t.Skipf("%v; run the tests under xvfb-run", err)
	}
	must(err)
	defer context.Close()
	picture := draw()

	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	drawn := func(character ecs.Entity, joint string) bool {
		at, err := animation.JointWorld(character, joint)
		must(err)
		p := mgl32.TransformCoordinate(at.Mul4x1(mgl32.Vec4{0, 0.06, 0, 1}).Vec3(), camera) // inside, along the bone
		x, y := int((p.X()+1)/2*width), int((1-p.Y())/2*height)
		if !image.Pt(x, y).In(picture.Rect) {
			t.Fatalf("%s is outside the picture, at (%d, %d)", joint, x, y)
		}
		return picture.NRGBAAt(x, y) != picture.NRGBAAt(0, 0)
	}
	for i, name := range []string{"wave", "dance", "run"} {
		character, err := animation.Spawn(model, mgl32.Translate3D(1.2*float32(i-1), 0, 0))
		must(err)
		if must(animation.Update(0)); name == "wave" && drawn(character, "right_hand") {
			t.Error("the hand of the waving character is drawn in the rest pose")
		}
		must(animation.Player(character).Play(model.Clip(name)))
		must(animation.Player(character).Seek(1.1))
		must(animation.Update(0))
		for _, joint := range []string{"head", "left_hand", "right_hand", "left_foot", "right_foot", "hips"} {
			if !drawn(character, joint) {
				t.Errorf("%s: nothing is drawn at the joint %q", name, joint)
			}
		}
	}
}
