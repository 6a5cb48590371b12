package bvh_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bvh"
)

// A recording of an arm, in meters, becomes a skeleton with a clip.
func ExampleParse() {
	const text = `HIERARCHY
ROOT Shoulder
{
  OFFSET 0 1.4 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT Elbow
  {
    OFFSET 0.3 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0.25 0 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 0 0  0 0 0
0 0 0  0 0 90
0 0 0  0 0 0
`
	library := assets.NewLibrary()
	model, err := bvh.Parse(library, "arm.bvh", []byte(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	skeleton, wave := library.Skeleton(model.Skeleton), library.Clip(model.Clips[0])
	for joint := range skeleton.Len() {
		fmt.Println(skeleton.JointName(joint))
	}
	fmt.Println(wave.Name(), wave.Duration(), "s")
	// Output:
	// Shoulder
	// Elbow
	// Elbow.end
	// arm 1 s
}

// The files of most recordings are in centimeters; a part of one becomes a clip with the motion of
// the whole character taken out of it.
func ExampleOptions_Open() {
	library := assets.NewLibrary()
	model, err := bvh.Options{Meters: true, From: 52, To: 118}.Open(library, "walk.bvh")
	if err != nil {
		fmt.Println(err) // open walk.bvh: no such file or directory
		return
	}
	fmt.Println(model.ClipNames())
}
