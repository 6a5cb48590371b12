package animtest_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/systems/animtest"
)

// reader stands for a test that fails: it prints what go test would.
type reader struct{ testing.TB }

func (reader) Helper()           {}
func (reader) Error(text ...any) { fmt.Println(text...) }

// A clip is tested in a few lines. The last one asks for too much.
func Example() {
	t := reader{}
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		panic(err)
	}
	walk := animtest.Sample(t, library, model, "walk")
	animtest.LoopCloses(t, walk, animtest.Tolerance{})
	animtest.MovesSmoothly(t, walk, animtest.Tolerance{Degrees: 15})
	animtest.FeetStand(t, walk, 0.02)
	animtest.FeetStand(t, walk, 0.005)
	// Output:
	// clip "walk": expected feet that stand, found 1 of 3 times in which one slides:
	//   frame 41 (0.673 s): joint "right_foot": expected to stand in frames 34 to 65, found 0.01549 m away, 0.005 at most
}

// The picture can also be drawn without a test.
func ExampleSheet_Draw() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		panic(err)
	}
	run := animtest.Sample(reader{}, library, model, "run", 0, 0.1, 0.2, 0.3)
	sheet := animtest.DefaultSheet()
	sheet.Bones = true
	picture, err := sheet.Draw(run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	fmt.Println(picture.Rect.Size())
	// Output: (660,244)
}
