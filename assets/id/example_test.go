package id_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// An ID is a plain number, which components, messages and files may hold. The ID of an asset that
// was removed names no other asset, also where another one takes its place; the zero value names
// none.
func Example() {
	library := assets.NewLibrary()
	arm := library.AddSkeleton(handmade.ExampleArm())
	library.RemoveSkeleton(arm)
	again := library.AddSkeleton(handmade.ExampleArm())

	const index = 1<<id.IndexBits - 1
	fmt.Println("the same index:", arm&index == again&index, "the same ID:", arm == again)
	fmt.Println(library.Skeleton(arm) != nil, library.Skeleton(again) != nil, library.Skeleton(0) != nil)
	// Output:
	// the same index: true the same ID: false
	// false true false
}
