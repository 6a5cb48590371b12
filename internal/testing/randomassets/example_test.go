package randomassets_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

func ExampleSkeleton() {
	r := rand.New(rand.NewPCG(1, 1))
	s := randomassets.Skeleton(r, randomassets.Shape{Joints: 64, Roots: 2, Reach: 8, Bone: 0.3})
	fmt.Println(s.Len(), "joints")
	// Output: 64 joints
}
