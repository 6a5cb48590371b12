package assets_test

import (
	"context"
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// A library keeps its clips within a budget: what is not played leaves, and the program loads it
// again when it is wanted.
func ExampleLibrary_SetBudget() {
	library := assets.NewLibrary()
	wave := library.AddClip(handmade.ExampleWave(handmade.ExampleArm()))

	// guide: budget
	saved := map[id.Key][]byte{} // or files
	for of := range library.Motions {
		if baked := library.Baked(of); baked != nil {
			data, err := baked.MarshalBinary()
			must(err)
			saved[library.Key(of)] = data
		}
	}
	must(library.SetBudget(context.Background(), assets.Budget{
		Bytes: 64 << 20,
		Load: func(_ context.Context, _ *assets.Clip, key id.Key) (*bake.BakedClip, error) {
			baked := &bake.BakedClip{}
			return baked, baked.UnmarshalBinary(saved[key])
		},
	}))
	must(library.Prefetch(wave)) // what the next level plays
	// guide: end
	fmt.Println(library.IsLoaded(wave), library.Memory().Clips[0].Away)
	// Output: true false
}
