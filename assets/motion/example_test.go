package motion_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// sway shows its first clip at the start of its span, its second one at the end, and a mix between.
type sway struct{ motion.Description }

func (sway) Mix(f *motion.Frame) {
	f.AddPart(0, float32(1-f.Step.To))
	f.AddPart(1, float32(f.Step.To))
	f.Fire()
}

// clips are the clips of a library, by their IDs.
type clips map[id.Clip]*clip.Clip

func (c clips) Clip(id id.Clip) *clip.Clip { return c[id] }

// A motion that sways between two clips is asked what it shows at a quarter of its span.
func Example() {
	wave := handmade.ExampleWave(handmade.ExampleArm())
	asset := motion.NewAsset(sway{motion.Description{
		Name: "sway", Kind: "sway", Seconds: 4, Parts: []motion.Part{{Clip: 1}, {Clip: 2}},
	}}, clips{1: wave, 2: wave})
	fmt.Println(asset.Duration(0, 0), "seconds over", asset.Span)
	for _, input := range asset.Still(0.25, 0, 0).Inputs {
		fmt.Printf("clip %d at %.2f of %v s: %.2f\n", input.Clip, input.Time, wave.End(), input.Weight)
	}
	// Output:
	// 4 seconds over {0 1}
	// clip 1 at 0.25 of 1 s: 0.75
	// clip 2 at 0.25 of 1 s: 0.25
}
